//! The list of all games: the one place that knows them all.

use std::sync::Arc;

use agon_core::erased::erase;
use agon_core::{Catalogued, Encode, GameInfo, Heuristic, Options, Rules, SpecError};

/// Code that wants a game with its type; see [`visit`].
pub trait Visitor {
    /// What the visit gives.
    type Output;

    /// Visits a game. `spec` is the shortest spec that gives it.
    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) -> Self::Output;
}

/// Writes the functions that go through all games, one line per type.
macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The facts about every set of rules, in the order in which they are listed.
        pub fn catalogue() -> impl Iterator<Item = &'static GameInfo> {
            [$(<$game as Catalogued>::RULE_SETS),+].into_iter().flatten().copied()
        }

        /// Builds the game of a spec and hands it to a visitor together with its type.
        pub fn visit<V: Visitor>(spec: &str, visitor: V) -> Result<V::Output, SpecError> {
            let (id, parameters) = spec.split_once(':').unwrap_or((spec, ""));
            let id = id.trim();
            $(
                if let Some(info) = <$game as Catalogued>::RULE_SETS.iter().find(|info| info.id == id) {
                    let options = Options::parse(info, parameters)?;
                    let game = <$game as Catalogued>::build(info, &options);
                    return Ok(visitor.visit(game, options.to_string()));
                }
            )+
            Err(SpecError::UnknownGame { name: id.to_owned(), known: catalogue().map(|info| info.id).collect() })
        }
    };
}

games! {
    crate::tic_tac_toe::TicTacToe,
    crate::tapatan::Tapatan,
    crate::alquerque::Alquerque,
    crate::tsoro_yematatu::TsoroYematatu,
    crate::tsoro_yematatu::TsoroYematatu7,
    crate::five_field_kono::FiveFieldKono,
    crate::othello::Othello,
    crate::nine_mens_morris::NineMensMorris,
    crate::checkers::Checkers,
    crate::freckers::Freckers,
    crate::international_draughts::InternationalDraughts,
    crate::chess::Chess,
    crate::lines_of_action::LinesOfAction,
    crate::connect6::Connect6,
    crate::outer_open_gomoku::OuterOpenGomoku,
    crate::xiangqi::Xiangqi,
    crate::havannah::Havannah,
}

/// Builds the game of a spec, such as `othello` or `havannah:size=5,swap=on`.
pub fn find(spec: &str) -> Result<Arc<dyn Rules>, SpecError> {
    struct Erase;
    impl Visitor for Erase {
        type Output = Arc<dyn Rules>;

        fn visit<G: Encode + Heuristic>(self, game: G, spec: String) -> Arc<dyn Rules> {
            erase(game, spec)
        }
    }
    visit(spec, Erase)
}

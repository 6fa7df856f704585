//! The games that come with the program: the one place that lists them all.

use std::sync::Arc;

use agon_core::{Catalogued, Encode, GameInfo, Heuristic, Library, Options, Rules, Ruleset, SpecError};

/// Code that wants a game with its type; see [`visit`].
pub trait Visitor {
    /// What the visit gives.
    type Output;

    /// Visits a game. `spec` is the shortest spec that gives it.
    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) -> Self::Output;
}

/// Somebody who takes games with their types, one after the other: a catalogue in the making.
pub trait Collector {
    /// Takes all sets of rules of a type.
    fn take<G: Catalogued>(&mut self);
}

/// Writes the functions that go through all games, one line per type.
macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The facts about every set of rules, in the order in which they are listed.
        pub fn catalogue() -> impl Iterator<Item = &'static GameInfo> {
            [$(<$game as Catalogued>::RULE_SETS),+].into_iter().flatten().copied()
        }

        /// Hands every type of game to a collector, in the order in which they are listed.
        pub fn collect(collector: &mut impl Collector) {
            $(collector.take::<$game>();)+
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
            Err(SpecError::UnknownGame { name: id.to_owned(), known: catalogue().map(|info| info.id.to_string()).collect() })
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

/// Builds one of the games that come with the program from a spec, such as `othello` or `havannah:size=5,swap=on`.
pub fn find(spec: &str) -> Result<Arc<dyn Rules>, SpecError> {
    struct Erase;
    impl Visitor for Erase {
        type Output = Arc<dyn Rules>;

        fn visit<G: Encode + Heuristic>(self, game: G, spec: String) -> Arc<dyn Rules> {
            let options = spec.split_once(':').map_or("", |(_, options)| options);
            let options = Options::parse(game.info(), options).expect("the spec was read before");
            Arc::new(Ruleset::new(game, options))
        }
    }
    visit(spec, Erase)
}

/// The games that come with the program, for those who need to know no others.
pub struct Shipped;

impl Library for Shipped {
    type Rules = dyn Rules;

    fn find(&self, spec: &str) -> Result<Arc<dyn Rules>, SpecError> {
        find(spec)
    }
}

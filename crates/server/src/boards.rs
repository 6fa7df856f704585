//! The boards of the games as they are shown. All tables of a game share them: they are most of what a table would need in
//! memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use agon_core::{Layout, Player, Rules};
use agon_render::board;

/// A board from one side.
#[derive(Clone)]
pub(crate) struct Drawn {
    pub(crate) layout: Arc<Layout>,
    /// What the arrow keys reach on it.
    pub(crate) arrows: Arc<[String]>,
    /// Whose pieces begin on the near side, if the players sit on two sides of the board.
    pub(crate) near: Option<Player>,
}

/// The most boards that are remembered.
const MOST_KNOWN: usize = 512;

/// The boards of one app, whose catalogue knows one game by a spec.
#[derive(Default)]
pub(crate) struct Boards(Mutex<HashMap<(String, bool), Drawn>>);

impl Boards {
    /// The board of a game, turned or not.
    pub(crate) fn of(&self, rules: &dyn Rules, turned: bool) -> Drawn {
        let made = || {
            let layout = if turned { board::turned(&rules.layout()) } else { rules.layout() };
            let above = |player: Player| {
                rules.start(None).is_ok_and(|start| board::begins_above(start.as_ref(), &layout, player))
            };
            let near = Player::BOTH.into_iter().find(|&player| above(!player));
            Drawn { arrows: board::arrows(&layout).into(), layout: Arc::new(layout), near }
        };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Visitors bring more games along; boards are quickly made again.
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.entry((rules.spec().to_owned(), turned)).or_insert_with(made).clone()
    }
}

#[cfg(test)]
mod tests {
    use agon_core::conformance::Report;
    use agon_core::encode::Encoding;
    use agon_core::playout::Tally;
    use agon_core::{GameInfo, Limits, Match, Options, PositionError, Random, Record, ReplayError};

    use super::*;

    /// A game under the name of another one.
    struct Disguised {
        name: Arc<dyn Rules>,
        game: Arc<dyn Rules>,
    }

    impl Rules for Disguised {
        fn info(&self) -> &GameInfo {
            self.name.info()
        }

        fn options(&self) -> &Options {
            self.name.options()
        }

        fn spec(&self) -> &str {
            self.name.spec()
        }

        fn limits(&self) -> Limits {
            self.game.limits()
        }

        fn layout(&self) -> Layout {
            self.game.layout()
        }

        fn encoding(&self) -> Encoding {
            self.game.encoding()
        }

        fn action_space(&self) -> usize {
            self.game.action_space()
        }

        fn start(&self, position: Option<&str>) -> Result<Box<dyn Match>, PositionError> {
            self.game.start(position)
        }

        fn replay(&self, record: &Record) -> Result<Box<dyn Match>, ReplayError> {
            self.game.replay(record)
        }

        fn perft_while(
            &self,
            position: Option<&str>,
            depth: u8,
            go_on: &dyn Fn() -> bool,
        ) -> Result<Option<u64>, PositionError> {
            self.game.perft_while(position, depth, go_on)
        }

        fn divide(
            &self,
            position: Option<&str>,
            depth: u8,
            watch: &mut dyn FnMut(&str, u64),
        ) -> Result<Vec<(String, u64)>, PositionError> {
            self.game.divide(position, depth, watch)
        }

        fn tally(&self, games: u64, limits: Limits, random: &mut Random) -> Tally {
            self.game.tally(games, limits, random)
        }

        fn is_judged(&self) -> bool {
            self.game.is_judged()
        }

        fn check_while(&self, go_on: &dyn Fn() -> bool) -> Result<Option<Report>, String> {
            self.game.check_while(go_on)
        }

        fn bare(&self) -> &dyn Rules {
            self
        }
    }

    #[test]
    fn games_of_one_name_in_two_apps_have_boards_of_their_own() {
        let find = |game: &str| agon_games::find(game).unwrap();
        let other = Disguised { name: find("othello"), game: find("tic-tac-toe") };
        let cells = |rules: &dyn Rules| Boards::default().of(rules, true).layout.cells.len();
        assert_eq!((cells(find("othello").as_ref()), cells(&other)), (64, 9));
        let boards = Boards::default();
        let (plain, again) = (boards.of(&other, false), boards.of(&other, false));
        assert!(Arc::ptr_eq(&plain.layout, &again.layout), "a board is made once");
    }
}

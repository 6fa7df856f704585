//! What the levels and hints of a game rest on, where nobody names an agent: the best judge of positions that the game has.

use agon_core::{Random, Rules};
use agon_nets::shipped;

use crate::registry::Budget;
use crate::spec::AgentSpec;

/// A judge of the positions of a game, and the search that suits it. [`Basis::of`] chooses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Basis {
    /// A network that comes with the program and is stronger than what was made by hand.
    Network,
    /// A hand-made evaluation, with which alpha-beta looks far ahead.
    HandMade,
    /// Random games, for a game that comes as rules alone. Without an evaluation alpha-beta looks ahead to nothing.
    Playouts {
        /// The moves of the position that has most.
        widest: f64,
        /// The plies of a game.
        length: f64,
    },
}

/// Plies of random games that cost as much as one node of alpha-beta: 6 in chess, 16 in Othello.
const PLIES_PER_NODE: f64 = 10.0;

/// Random games per move from which on the values of moves differ by more than luck: with two of them the levels of Hex on seven rows
/// are all alike.
const GAMES_PER_MOVE: f64 = 8.0;

/// Random games that tell how long and how wide a game is.
const GAMES: u64 = 4;

impl Basis {
    /// The nodes of somebody who gives hints and says who is winning: a good player, whoever the opponent is.
    pub const ADVICE: f64 = 20_000.0;

    /// The best that a game has.
    pub fn of(game: &dyn Rules) -> Basis {
        if shipped::is_best(game.spec()) {
            return Basis::Network;
        }
        if game.is_judged() {
            return Basis::HandMade;
        }
        let (widest, length) = measure(game);
        Basis::Playouts { widest, length }
    }

    /// Everything that a game has, the one above first.
    pub fn all(game: &dyn Rules) -> Vec<Basis> {
        let best = Basis::of(game);
        let (widest, length) = measure(game);
        let network = shipped::named(&shipped::net_file(game.spec())).map(|_| Basis::Network);
        let hand_made = game.is_judged().then_some(Basis::HandMade);
        let others = [network, hand_made, Some(Basis::Playouts { widest, length })];
        std::iter::once(best).chain(others.into_iter().flatten().filter(|&other| other != best)).collect()
    }

    /// The search that costs about as much as alpha-beta with so many nodes.
    pub fn search(&self, nodes: f64) -> AgentSpec {
        self.write(nodes, "")
    }

    /// The same, with a value of its own for every move.
    pub fn survey(&self, nodes: f64) -> AgentSpec {
        self.write(nodes, "multipv=all,")
    }

    /// Who plays where nobody is named.
    pub fn player(&self) -> AgentSpec {
        match *self {
            // It chooses between network and hand-made evaluation itself.
            Basis::Network | Basis::HandMade => alpha_beta(),
            // As costly as that.
            Basis::Playouts { .. } => {
                self.search(alpha_beta().budget().nodes.expect("it counts nodes") as f64)
            }
        }
    }

    /// An agent inside an agent, which may use so much; the moves have values that can be compared if it is `wide`.
    pub(crate) fn part(&self, budget: Budget, wide: bool) -> AgentSpec {
        let Basis::Playouts { widest, .. } = *self else {
            // Balanced play was measured with a search that leaves less out, and is kept as it was measured.
            let keys = "memory=1,selective=off,";
            let spec = self.write(1.0, &format!("{keys}{}", if wide { "multipv=all," } else { "" }));
            return spec.budgeted(&budget);
        };
        let least = if wide { GAMES_PER_MOVE * widest } else { widest };
        let playouts = budget.nodes.map(|nodes| self.playouts(nodes as f64).max(least).ceil() as u64);
        // Random games know no depth.
        self.search(1.0).budgeted(&Budget { nodes: None, depth: None, playouts, ..budget })
    }

    /// The random games that cost as much as so many nodes of alpha-beta.
    fn playouts(&self, nodes: f64) -> f64 {
        let Basis::Playouts { length, .. } = *self else { return 0.0 };
        nodes * PLIES_PER_NODE / length
    }

    fn write(&self, nodes: f64, keys: &str) -> AgentSpec {
        let text = match *self {
            // Said in so many words: a level that was measured must not change when a network becomes the better judge.
            Basis::Network => format!("pvs:eval=net,{keys}nodes={}", round(nodes)),
            Basis::HandMade => format!("pvs:eval=heuristic,{keys}nodes={}", round(nodes)),
            // Moves that are not tried once have no value at all.
            Basis::Playouts { widest, .. } => {
                format!("uct:solver=on,playouts={}", round(self.playouts(nodes).max(widest)))
            }
        };
        text.parse().expect("these searches and their keys exist")
    }

    /// The nodes below which values say little.
    pub(crate) fn least(&self, game: &dyn Rules) -> f64 {
        match *self {
            // Enough for every move and some more.
            Basis::Network | Basis::HandMade => 3.0 * measure(game).0,
            Basis::Playouts { widest, length } => GAMES_PER_MOVE * widest * length / PLIES_PER_NODE,
        }
    }
}

/// Alpha-beta as it is where nothing else is said.
fn alpha_beta() -> AgentSpec {
    "pvs".parse().expect("this search exists")
}

/// The most moves of a position, and the mean number of plies, in some random games.
fn measure(game: &dyn Rules) -> (f64, f64) {
    let (mut widest, mut plies) = (1, 0);
    for number in 0..GAMES {
        let mut random = Random::stream(number, 0xd1a1);
        let mut played = game.start(None).expect("every game has an initial position");
        while played.ending().is_none() {
            widest = widest.max(played.move_count());
            plies += 1;
            played.play(random.below(played.move_count() as u32) as usize);
        }
    }
    (widest as f64, plies as f64 / GAMES as f64)
}

/// A number with two significant digits: tables are read by people.
pub(crate) fn round(number: f64) -> f64 {
    let unit = 10_f64.powf(number.log10().floor() - 1.0);
    let rounded = (number / unit).round() * unit;
    // What is left of binary fractions goes.
    (rounded * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_searched_with_the_best_evaluation_it_has() {
        let of = |game: &str| Basis::of(agon_games::find(game).unwrap().as_ref());
        assert_eq!(of("chess"), Basis::HandMade);
        assert_eq!(of("chess").search(20_000.0).to_string(), "pvs:eval=heuristic,nodes=20000");
        assert_eq!(of("othello"), Basis::Network);
        assert_eq!(of("othello").survey(20_000.0).to_string(), "pvs:eval=net,multipv=all,nodes=20000");
        // A network is one for a board of its own size.
        assert_eq!([of("havannah"), of("havannah:size=5")], [Basis::Network, Basis::HandMade]);
    }

    #[test]
    fn whatever_a_game_has_is_known() {
        let all = |game: &str| Basis::all(agon_games::find(game).unwrap().as_ref());
        assert_eq!(all("chess")[..2], [Basis::HandMade, Basis::Network]);
        assert_eq!(all("othello")[..2], [Basis::Network, Basis::HandMade]);
        assert_eq!(all("lines-of-action").len(), 2);
        for game in ["chess", "othello", "lines-of-action"] {
            assert!(matches!(all(game).last(), Some(Basis::Playouts { .. })), "{game}");
        }
    }

    #[test]
    fn playouts_cost_as_much_and_try_every_move() {
        let basis = Basis::Playouts { widest: 49.0, length: 40.0 };
        for spec in [basis.search(20_000.0), basis.survey(20_000.0)] {
            assert_eq!(spec.to_string(), "uct:solver=on,playouts=5000");
        }
        assert_eq!(basis.search(1.0).to_string(), "uct:solver=on,playouts=49");
    }

    #[test]
    fn who_plays_where_nobody_is_named_and_inside_others_suits_the_game() {
        let playouts = Basis::Playouts { widest: 49.0, length: 40.0 };
        let players = [Basis::HandMade, playouts].map(|basis| basis.player().to_string());
        assert_eq!(players, ["pvs", "uct:solver=on,playouts=25000"]);
        let counted = Budget { nodes: Some(1000), depth: Some(3), ..Budget::NONE };
        let parts = |basis: Basis| [false, true].map(|wide| basis.part(counted, wide).to_string());
        let memory = "pvs:eval=heuristic,memory=1,selective=off";
        assert_eq!(
            parts(Basis::HandMade),
            [format!("{memory},nodes=1000,depth=3"), format!("{memory},multipv=all,nodes=1000,depth=3")]
        );
        assert_eq!(parts(playouts), ["uct:solver=on,playouts=250", "uct:solver=on,playouts=392"]);
    }
}

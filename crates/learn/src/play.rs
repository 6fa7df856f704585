//! Games between UCT players, for tuning and for examples.

use std::collections::HashSet;

use agon_core::hash::combine;
use agon_core::{Analysis, Encode, Ending, Line, Player, Random};
use agon_search::task::search;
use agon_search::uct::{Settings, Uct};
use agon_search::{Limit, Search};

/// What a run of many games is told by whoever asked for it.
pub struct Run<'a> {
    /// Games at the same time; the result does not depend on it.
    pub jobs: usize,
    /// Whether no further game shall be begun.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Is told whenever a game is finished.
    pub tell: &'a (dyn Fn() + Sync),
}

/// The `c` of `X + c·√(ln n / n_j)` for the constant of papers that write `X + 2·Cp·√(2 ln n / n_j)`.
pub fn exploration(constant: f64) -> f64 {
    2.0 * std::f64::consts::SQRT_2 * constant
}

/// A game to be played by two UCT players.
pub(crate) struct Bout<'a, G: Encode> {
    pub(crate) game: &'a G,
    /// Where it begins.
    pub(crate) start: &'a Line<G>,
    /// The exploration constants of the first and the second player.
    pub(crate) constants: [f64; 2],
    /// Playouts per move.
    pub(crate) playouts: u64,
    /// What every random choice of both depends on.
    pub(crate) seed: u64,
}

impl<G: Encode> Bout<'_, G> {
    /// Plays the game; `see` is shown what the player to move thinks before every move.
    pub(crate) fn play(&self, mut see: impl FnMut(&Line<G>, &Analysis<G::Move>)) -> Ending {
        let limit = Limit::playouts(self.playouts);
        let mut players = Player::BOTH.map(|player| {
            let settings = Settings {
                exploration: exploration(self.constants[player.index()]) as f32,
                seed: combine([self.seed, player.index() as u64]),
                ..Settings::default()
            };
            Uct::new(settings)
        });
        let mut line = self.start.clone();
        let mut moves = Vec::new();
        loop {
            if let Some(ending) = line.generate(self.game, &mut moves) {
                return ending;
            }
            let player: &mut dyn Search<G> = &mut players[line.to_move(self.game).index()];
            let analysis = search(player, self.game, &line, &limit);
            see(&line, &analysis);
            let best = analysis.best_move().expect("a game that goes on has a best move");
            line.push(self.game, best.mv);
        }
    }
}

/// Random games in a row without a new position after which there are taken to be none.
const PATIENCE: usize = 1000;

/// Up to `count` openings: of each of many random games, the earliest position that no other opening leads to. Openings are
/// short, so that the games from there are long, and all different.
pub(crate) fn openings<G: Encode>(game: &G, count: usize, seed: u64) -> Vec<Line<G>> {
    let mut random = Random::stream(seed, 0x09e2);
    let initial = Line::new(game);
    let mut seen = HashSet::from([initial.position().clone()]);
    let (mut openings, mut moves, mut failures) = (Vec::new(), Vec::new(), 0);
    while openings.len() < count && failures < PATIENCE {
        let mut line = initial.clone();
        failures += 1;
        while line.generate(game, &mut moves).is_none() {
            if !seen.contains(line.position()) {
                seen.insert(line.position().clone());
                openings.push(line);
                failures = 0;
                break;
            }
            line.push(game, random.pick(&moves));
        }
    }
    openings
}

#[cfg(test)]
mod tests {
    use agon_games::othello::Othello;
    use agon_games::tic_tac_toe::TicTacToe;

    use super::*;

    fn built<G: agon_core::Catalogued>() -> G {
        let info = G::RULE_SETS[0];
        G::build(info, &agon_core::Options::new(info))
    }

    #[test]
    fn openings_are_short_and_all_different() {
        let game: Othello = built();
        let found = openings(&game, 60, 1);
        assert_eq!(found.len(), 60);
        let positions: HashSet<_> = found.iter().map(|line| *line.position()).collect();
        assert_eq!(positions.len(), 60);
        // Four positions after one ply, twelve after two: so many openings need hardly more than three.
        let plies: u32 = found.iter().map(|line| line.clocks().plies).sum();
        assert!(plies <= 60 * 3, "{plies}");
        assert!(found.iter().all(|line| line.clocks().plies > 0));
        let again: Vec<_> = openings(&game, 60, 1).iter().map(|line| *line.position()).collect();
        assert!(found.iter().map(|line| *line.position()).eq(again));
    }

    #[test]
    fn a_small_game_runs_out_of_openings() {
        let game: TicTacToe = built();
        let found = openings(&game, 100_000, 1);
        // 5478 positions, of which 958 have ended, and the initial one is not an opening.
        assert!((3000..=4519).contains(&found.len()), "{}", found.len());
    }
}

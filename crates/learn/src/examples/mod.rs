//! Examples: what tuned UCT players think of every move they consider, game after game.
//!
//! [`Plan`] says which games are played, [`Plan::run`] plays those that a [`Store`] does not hold yet, and [`Selection`]
//! makes training and test data of them. A game is stored as a whole or not at all, and depends on nothing but the plan and
//! its number; so a run that was killed goes on where it was, and ends with the same examples.

mod export;
mod select;
mod store;

use agon_core::cpu::thread_time;
use agon_core::hash::combine;
use agon_core::spread::spread;
use agon_core::{Encode, Line, Outcome, Player, Value};
use serde::{Deserialize, Serialize};

pub use export::export;
pub use select::{Duplicates, Selected, Selection, Split, Whose};
pub use store::{Example, Store, StoreError, Totals};

use crate::play::{Bout, Run, openings};
use store::Finished;

/// The games that examples are taken from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules and encoding.
    pub version: u32,
    /// The number of features of a position.
    pub features: usize,
    /// Playouts per move.
    pub playouts: u64,
    /// The exploration constant Cp of both players.
    pub constant: f64,
    /// Games from the initial position.
    pub starts: usize,
    /// Random openings.
    pub openings: usize,
    /// Games from each of them.
    pub repeats: usize,
    /// The seed of everything random.
    pub seed: u64,
}

impl Plan {
    /// The number of games, if there are as many different openings as asked for.
    pub fn games(&self) -> usize {
        self.starts + self.openings * self.repeats
    }

    /// Plays the games that the store does not hold yet. Returns whether all of them are there now.
    pub fn run<G: Encode>(&self, game: &G, store: &Store, run: &Run<'_>) -> Result<bool, StoreError> {
        let initial = Line::new(game);
        let openings = openings(game, self.openings, self.seed);
        let games = self.starts + openings.len() * self.repeats;
        let finished = store.finished()?;
        let results = spread(games, run.jobs, |number| {
            if finished.contains(&number) {
                return Ok(true);
            }
            if (run.stop)() {
                return Ok(false);
            }
            // Openings take turns, so that a run that is stopped early has seen as many as possible.
            let opening = number.checked_sub(self.starts).map(|later| later % openings.len());
            let start = opening.map_or(&initial, |opening| &openings[opening]);
            store.add(&self.play(game, start, number, opening))?;
            (run.tell)();
            Ok(true)
        });
        results.into_iter().try_fold(true, |all, result| Ok(all && result?))
    }

    /// The processor seconds that the first game takes, for those who have to plan.
    pub fn time_one<G: Encode>(&self, game: &G) -> f64 {
        self.play(game, &Line::new(game), 0, None).seconds
    }

    /// Plays one game.
    fn play<G: Encode>(&self, game: &G, start: &Line<G>, number: usize, opening: Option<usize>) -> Finished {
        let before = thread_time();
        let bout = Bout {
            game,
            start,
            constants: [self.constant; 2],
            playouts: self.playouts,
            seed: combine([self.seed, number as u64]),
        };
        let (mut examples, mut features, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        let mut plies = start.clocks().plies;
        let ending = bout.play(|line, analysis| {
            let mover = line.to_move(game);
            for (child, assessed) in analysis.moves.iter().enumerate() {
                if assessed.visits == 0 {
                    continue;
                }
                let mut position = line.position().clone();
                game.play(&mut position, assessed.mv);
                game.features(&position, &mut features);
                let to_move = game.to_move(&position);
                examples.push(Example {
                    game: number,
                    ply: line.clocks().plies,
                    child,
                    mover,
                    to_move,
                    visits: assessed.visits,
                    utility: Value::from_pov(assessed.value, mover).pov(to_move),
                    ended: game.generate(&position, &mut moves).is_some(),
                    state: pack(&features, self.features),
                });
            }
            plies = line.clocks().plies + 1;
        });
        let result = match ending.outcome {
            Outcome::Win(Player::First) => 1,
            Outcome::Draw => 0,
            Outcome::Win(Player::Second) => -1,
        };
        let seconds = thread_time().saturating_sub(before).as_secs_f64();
        Finished { number, opening, result, plies, seconds, examples }
    }
}

/// Features as bits, the first in the lowest bit of the first byte.
fn pack(features: &[u32], count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count.div_ceil(8)];
    for &feature in features {
        bytes[feature as usize / 8] |= 1 << (feature % 8);
    }
    bytes
}

/// The features whose bits are set, in order.
fn unpack(bytes: &[u8], features: &mut Vec<u32>) {
    features.clear();
    for (index, &byte) in bytes.iter().enumerate() {
        let mut left = byte;
        while left != 0 {
            features.push(8 * index as u32 + left.trailing_zeros());
            left &= left - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_survive_packing() {
        let (features, mut back) = (vec![0, 7, 8, 23, 64, 129], Vec::new());
        let bytes = pack(&features, 130);
        assert_eq!(bytes.len(), 17);
        unpack(&bytes, &mut back);
        assert_eq!(back, features);
    }
}

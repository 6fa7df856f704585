//! Examples: what a teacher thinks of every move it considers, game after game.
//!
//! [`Plan`] says which games are played, [`Plan::run`] plays those that a [`Collection`] does not hold yet, and [`Selection`]
//! makes training and test data of them. A game is kept as a whole or not at all, and depends on nothing but the plan and its
//! number; so a run that was killed goes on where it was, and ends with the same examples.

mod collection;
mod export;
mod select;
mod teacher;

use agon_agents::{AgentSpec, Assessment, Playable, Watched};
use agon_arena::bout::{Bout, FinishedGame};
use agon_arena::ledger::{Entry, Extra, Slot};
use agon_arena::openings::{self, Opening};
use agon_core::cpu::thread_time;
use agon_core::hash::combine;
use agon_core::{Match, Player};
use serde::{Deserialize, Serialize};

pub use collection::{Collection, Totals};
pub use export::export;
pub use select::{Duplicates, Selected, Selection, Split, Whose};
pub use teacher::teacher;

use crate::error::{LearnError, Unfit};
use crate::play::{Pace, seat};

/// The games that examples are taken from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules and encoding.
    pub version: u32,
    /// The number of features of a position.
    pub features: usize,
    /// The agent that plays both sides.
    pub teacher: AgentSpec,
    /// Games from the initial position.
    pub starts: usize,
    /// Random openings.
    pub openings: usize,
    /// Games from each of them.
    pub repeats: usize,
    /// The seed of everything random.
    pub seed: u64,
}

/// More games than anybody plays, and few enough to be numbered.
const MOST: usize = 10_000_000;

/// One position that the teacher considered moving to.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The number of the game, from 0.
    pub game: usize,
    /// The plies played before.
    pub ply: u32,
    /// The number of the move that leads here.
    pub child: usize,
    /// Who would make that move.
    pub mover: Player,
    /// Whose turn it would be then.
    pub to_move: Player,
    /// How much of the search went into it: simulations through it, say.
    pub visits: u64,
    /// Its value for the player to move.
    pub utility: f32,
    /// Whether the game would be over.
    pub ended: bool,
    /// The features as bits, the first in the lowest bit of the first byte.
    pub state: Vec<u8>,
}

/// Where games of examples are played: what plays the game of a number, and says what came of it or why it could not be played.
pub type Venue<'a> = &'a (dyn Fn(usize) -> Result<(FinishedGame, Vec<u8>), String> + Sync);

impl Plan {
    /// The number of games, if there are as many different openings as asked for.
    pub fn games(&self) -> usize {
        self.starts.saturating_add(self.openings.saturating_mul(self.repeats))
    }

    /// What is wrong with the plan, if anything.
    pub fn check(&self, rules: &dyn Playable) -> Result<(), LearnError> {
        let games = self.games();
        Unfit::unless_kept(self.seed)?;
        Unfit::unless(games >= 1, "the number of games", &0, "at least one")?;
        Unfit::unless(games <= MOST, "the number of games", &games, &format!("at most {MOST}"))?;
        // Without repeats no games are played from openings, however many of them are looked for.
        let openings = format!("at most {MOST}");
        Unfit::unless(self.openings <= MOST, "the number of openings", &self.openings, &openings)?;
        let few = u16::try_from(self.features).is_ok();
        Unfit::unless(few, "the number of features", &self.features, "at most 65535")?;
        teacher::check(rules, &self.teacher)
    }

    /// Plays the games that the collection does not hold yet. Returns whether all of them are there now.
    pub fn run(
        &self,
        rules: &dyn Playable,
        collection: &mut Collection,
        pace: &Pace<'_>,
    ) -> Result<bool, LearnError> {
        let openings = openings::shortest(rules, self.openings, self.seed);
        self.run_at(&|number| Ok(self.play_from(rules, &openings, number)), rules, collection, pace)
    }

    /// The same with games played elsewhere, which is told their numbers from 0, and plays [`game`](Plan::game). A game that
    /// cannot be played ends it all.
    pub fn run_at(
        &self,
        venue: Venue<'_>,
        rules: &dyn Playable,
        collection: &mut Collection,
        pace: &Pace<'_>,
    ) -> Result<bool, LearnError> {
        self.check(rules)?;
        let openings = openings::shortest(rules, self.openings, self.seed);
        let games = self.starts + openings.len() * self.repeats;
        // The teacher meets itself, and has the first move in the name of agent a.
        let slot = |number: usize| Slot {
            number: number as u64 + 1,
            pairing: collection::PAIRING,
            pair: number as u32,
            a_first: true,
        };
        let play = |slot: Slot| {
            let (game, attachment) = venue(slot.number as usize - 1)?;
            Ok((game, Extra { note: None, attachment: Some(attachment) }))
        };
        let tell = |_: &Entry| (pace.tell)();
        let ledger = collection.ledger();
        Ok(ledger.play_at((0..games).map(slot), pace.jobs, pace.goes_on, &play, &tell)?)
    }

    /// Plays the game of a number, from 0, and returns it with its examples as they are kept.
    pub fn game(&self, rules: &dyn Playable, number: usize) -> Result<(FinishedGame, Vec<u8>), LearnError> {
        self.check(rules)?;
        let openings = openings::shortest(rules, self.openings, self.seed);
        Ok(self.play_from(rules, &openings, number))
    }

    fn play_from(
        &self,
        rules: &dyn Playable,
        openings: &[Opening],
        number: usize,
    ) -> (FinishedGame, Vec<u8>) {
        // Openings take turns, so that a run that is stopped early has seen as many as possible.
        let later = number.checked_sub(self.starts).filter(|_| !openings.is_empty());
        let opening = later.map(|later| &openings[later % openings.len()]);
        self.play(rules, opening, number)
    }

    /// The processor seconds that the first game takes, for those who have to plan.
    pub fn time_one(&self, rules: &dyn Playable) -> Result<f64, LearnError> {
        self.check(rules)?;
        let before = thread_time();
        self.play(rules, None, 0);
        Ok(thread_time().saturating_sub(before).as_secs_f64())
    }

    /// Plays one game; returns it and its examples as they are kept.
    fn play(
        &self,
        rules: &dyn Playable,
        opening: Option<&Opening>,
        number: usize,
    ) -> (FinishedGame, Vec<u8>) {
        let bout = Bout {
            rules,
            agents: [&self.teacher, &self.teacher],
            opening,
            a_first: true,
            seed: combine([self.seed, number as u64]),
            max_plies: None,
        };
        let mut heard = [Vec::new(), Vec::new()];
        let [by_a, by_b] = heard.each_mut().map(|heard| {
            |played: &dyn Match, assessment: &Assessment| {
                heard.extend(teacher::examples(played, assessment, number, self.features));
            }
        });
        let [a, b] = seat(&bout);
        let game = bout.play_with(&mut [&mut Watched::new(a, by_a), &mut Watched::new(b, by_b)]);
        let mut examples: Vec<Example> = heard.into_iter().flatten().collect();
        examples.sort_by_key(|example| (example.ply, example.child));
        (game, collection::write(&examples))
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
    fn plans_that_nobody_can_carry_out_are_told() {
        let rules = agon_agents::Catalogue::shipped().find("tic-tac-toe").unwrap();
        let plain = Plan {
            game: "tic-tac-toe".to_owned(),
            version: 1,
            features: 18,
            teacher: "uct:playouts=20".parse().unwrap(),
            starts: 1,
            openings: 0,
            repeats: 0,
            seed: 1,
        };
        let told = |plan: Plan| plan.check(rules.as_ref()).err().map(|error| error.to_string());
        assert_eq!(told(plain.clone()), None);
        let games = format!("the number of games is {}; expected at most 10000000", usize::MAX);
        assert_eq!(told(Plan { openings: usize::MAX, repeats: 5, ..plain.clone() }), Some(games.clone()));
        assert_eq!(told(Plan { starts: usize::MAX, repeats: 5, openings: 5, ..plain.clone() }), Some(games));
        assert!(told(Plan { seed: u64::MAX, ..plain.clone() }).unwrap().starts_with("seed is"));
        let idle = told(Plan { openings: usize::MAX, ..plain }).unwrap();
        assert!(idle.starts_with("the number of openings is"), "{idle}");
    }

    #[test]
    fn states_survive_packing() {
        let (features, mut back) = (vec![0, 7, 8, 23, 64, 129], Vec::new());
        let bytes = pack(&features, 130);
        assert_eq!(bytes.len(), 17);
        unpack(&bytes, &mut back);
        assert_eq!(back, features);
    }
}

//! Which examples a network is trained and tested with.

use std::collections::HashMap;

use agon_core::hash::{combine, mix};
use agon_core::{Outcome, Player};
use serde::{Deserialize, Serialize};

use super::{Collection, unpack};
use crate::cascade::Data;
use crate::error::{LearnError, Unfit};

/// Whose examples are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// Those of the player who won the game.
    Winner,
    /// Those of both.
    Both,
}

/// What becomes of a position that was met more than once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Duplicates {
    /// The most visited one is kept.
    Most,
    /// The mean is kept, every visit counting the same.
    Mean,
}

/// How test examples are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// One by one. Positions of one game are alike, so the test is easier than it looks.
    Example,
    /// Game by game, and without positions that were also met in a game trained with.
    Game,
}

/// How examples become data.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Selection {
    /// Whose examples are taken.
    pub whose: Whose,
    /// What becomes of duplicates.
    pub duplicates: Duplicates,
    /// How test examples are drawn.
    pub split: Split,
    /// The share of test examples, or of test games.
    pub test: f64,
    /// The visits below which an example is left out.
    pub least_visits: u64,
    /// The visits with which an example counts half as much as one with very many; 0 if all count the same.
    pub half_visits: f64,
    /// The share of the game's result in what an example teaches; the rest is the mean utility the search found.
    pub result: f64,
    /// The seed of the split.
    pub seed: u64,
}

impl Selection {
    /// As Rezende and Chaimowicz published it.
    pub fn published() -> Selection {
        Selection {
            whose: Whose::Winner,
            duplicates: Duplicates::Most,
            split: Split::Example,
            test: 0.1,
            least_visits: 1,
            half_visits: 0.0,
            result: 0.0,
            seed: 1,
        }
    }

    /// Everything is used, and the test is an honest one. The mean of n random games has a variance of about 1/n, and a
    /// network one of about 1/50: hence the weights. Players know less about a position than how its game went on: a
    /// network taught both plays better than one taught only what they thought, much better in Othello.
    pub fn thorough() -> Selection {
        Selection {
            whose: Whose::Both,
            duplicates: Duplicates::Mean,
            split: Split::Game,
            half_visits: 50.0,
            result: 0.6,
            ..Selection::published()
        }
    }
}

/// Training and test data.
#[derive(Clone, PartialEq, Debug)]
pub struct Selected {
    /// What a network is trained with.
    pub train: Data,
    /// What it is tested with.
    pub test: Data,
    /// A checksum of both.
    pub fingerprint: String,
}

/// What is known about a position.
struct Entry {
    state: Vec<u8>,
    visits: u64,
    /// The utility of the example that is kept, or the sum over visits.
    sum: f64,
    is_test: bool,
}

impl Selection {
    /// What is wrong with the selection, if anything.
    pub fn check(&self) -> Result<(), Unfit> {
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        Unfit::unless(is_share(self.test), "test", &self.test, "a share from 0 to 1")?;
        Unfit::unless(is_share(self.result), "result", &self.result, "a share from 0 to 1")?;
        let fits = self.half_visits >= 0.0 && self.half_visits.is_finite();
        Unfit::unless(fits, "half-visits", &self.half_visits, "a number of at least 0")
    }

    /// The data of a collection. Positions in which the game is over are left out: nobody asks a network about them.
    pub fn select(&self, collection: &Collection) -> Result<Selected, LearnError> {
        self.check()?;
        let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut entries: Vec<Entry> = Vec::new();
        collection.each(|example, result| {
            let winner = match result {
                1 => Outcome::Win(Player::First),
                -1 => Outcome::Win(Player::Second),
                _ => Outcome::Draw,
            };
            let is_wanted = self.whose == Whose::Both || winner.winner() == Some(example.mover);
            if example.ended || example.visits < self.least_visits || !is_wanted {
                return;
            }
            let is_test = self.split == Split::Game && self.draws(example.game as u64);
            let found = f64::from(example.utility);
            let utility = found + self.result * (f64::from(winner.value().pov(example.to_move)) - found);
            let visits = example.visits;
            let sum = if self.duplicates == Duplicates::Mean { utility * visits as f64 } else { utility };
            let Some(&place) = places.get(&example.state) else {
                places.insert(example.state.clone(), entries.len());
                entries.push(Entry { state: example.state, visits, sum, is_test });
                return;
            };
            let entry = &mut entries[place];
            match (entry.is_test, is_test) {
                // Nothing of a game tested with may reach the training.
                (true, false) => (entry.visits, entry.sum, entry.is_test) = (visits, sum, false),
                (false, true) => {}
                _ if self.duplicates == Duplicates::Mean => {
                    (entry.visits, entry.sum) = (entry.visits + visits, entry.sum + sum);
                }
                _ if visits > entry.visits => (entry.visits, entry.sum) = (visits, sum),
                _ => {}
            }
        })?;
        Ok(self.share_out(collection.plan().features, &entries))
    }

    /// Whether the game or example with this number is one to test with.
    fn draws(&self, number: u64) -> bool {
        (combine([self.seed, number]) >> 11) as f64 / (1_u64 << 53) as f64 <= self.test - f64::EPSILON
    }

    fn share_out(&self, features: usize, entries: &[Entry]) -> Selected {
        let (mut train, mut test) = (Data::new(features, 0), Data::new(features, 0));
        let (mut active, mut sum) = (Vec::new(), 0);
        for (index, entry) in entries.iter().enumerate() {
            unpack(&entry.state, &mut active);
            let visits = entry.visits as f64;
            let utility =
                if self.duplicates == Duplicates::Mean { entry.sum / visits } else { entry.sum } as f32;
            let weight = (visits / (visits + self.half_visits)) as f32;
            let is_test = if self.split == Split::Game { entry.is_test } else { self.draws(index as u64) };
            if is_test { &mut test } else { &mut train }.push(&active, &[], utility, weight);
            let numbers = [u64::from(utility.to_bits()), u64::from(weight.to_bits()), u64::from(is_test)];
            let numbers = numbers.into_iter().chain(active.iter().map(|&feature| u64::from(feature)));
            sum = numbers.fold(sum, |sum, number| mix(sum ^ number).wrapping_add(sum));
        }
        Selected { train, test, fingerprint: format!("{sum:016x}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_weights_that_make_no_sense_are_told() {
        let told = |selection: Selection| selection.check().unwrap_err().to_string();
        let plain = Selection::thorough();
        assert!(plain.check().is_ok() && Selection::published().check().is_ok());
        assert_eq!(told(Selection { result: 2.0, ..plain }), "result is 2; expected a share from 0 to 1");
        assert!(told(Selection { result: f64::NAN, ..plain }).contains("result is NaN"));
        assert!(told(Selection { half_visits: -1.0, ..plain }).contains("half-visits is -1; expected"));
        assert!(told(Selection { half_visits: f64::NAN, ..plain }).contains("half-visits is NaN"));
        assert!(told(Selection { half_visits: f64::INFINITY, ..plain }).contains("half-visits is inf"));
        assert!(told(Selection { test: f64::NAN, ..plain }).contains("test is NaN"));
    }
}

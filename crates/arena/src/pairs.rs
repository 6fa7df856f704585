//! Pairs of games: the unit of all statistics, because the two games of a pair are not independent.

use std::collections::HashMap;

use crate::ledger::Entry;
use crate::stats::Pentanomial;

/// Brings the two games of each pair together, in whatever order they come.
#[derive(Default)]
pub struct Couples {
    /// The half points of the games whose other one has not been seen, by pairing and pair.
    waiting: HashMap<(usize, u32), u8>,
}

impl Couples {
    /// Adds a game; the points of agent a in the pair times two, if it is complete now.
    pub fn add(&mut self, entry: &Entry) -> Option<u8> {
        let key = (entry.pairing, entry.pair);
        let other = self.waiting.remove(&key);
        if other.is_none() {
            self.waiting.insert(key, entry.half_points());
        }
        other.map(|other| other + entry.half_points())
    }

    /// The results of all complete pairs.
    pub fn results<'a>(games: impl IntoIterator<Item = &'a Entry>) -> Pentanomial {
        let mut couples = Couples::default();
        let mut pairs = Pentanomial::default();
        for half_points in games.into_iter().filter_map(|entry| couples.add(entry)) {
            pairs.add(half_points.into());
        }
        pairs
    }
}

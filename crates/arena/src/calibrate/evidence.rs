//! The results so far.

use std::collections::{BTreeMap, HashMap};

use agon_agents::AgentSpec;

use crate::stats::Pentanomial;

/// Who met whom, and what came out of each pair of games: the first one's points times two.
#[derive(Default)]
pub(super) struct Evidence(HashMap<(String, String), BTreeMap<u32, u8>>);

/// A pair of games that has to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wanted {
    pub(super) a: AgentSpec,
    pub(super) b: AgentSpec,
    pub(super) pair: u32,
}

impl Wanted {
    /// What the games cost, roughly: the positions that both players look at in a move.
    pub(super) fn cost(&self) -> u64 {
        let nodes = |spec: &AgentSpec| spec.limit().nodes.unwrap_or(1);
        nodes(&self.a) + nodes(&self.b)
    }
}

impl Evidence {
    pub(super) fn add(&mut self, a: &str, b: &str, pair: u32, half_points: u8) {
        self.0.entry((a.to_owned(), b.to_owned())).or_default().insert(pair, half_points);
    }

    /// The results of the first `pairs` pairs between two players, or the pairs that are missing.
    pub(super) fn ask(&self, a: &AgentSpec, b: &AgentSpec, pairs: usize) -> Result<Pentanomial, Vec<Wanted>> {
        let known = self.0.get(&(a.to_string(), b.to_string()));
        let mut result = Pentanomial::default();
        let mut missing = Vec::new();
        for pair in 0..pairs as u32 {
            match known.and_then(|known| known.get(&pair)) {
                Some(&half_points) => result.add(half_points.into()),
                None => missing.push(Wanted { a: a.clone(), b: b.clone(), pair }),
            }
        }
        if missing.is_empty() { Ok(result) } else { Err(missing) }
    }
}

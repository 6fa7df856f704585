//! Points per game with their intervals.

use std::collections::HashMap;

use crate::ledger::{Entry, Pairing};
use crate::pairs::Couples;
use crate::stats::{Interval, Pentanomial, interval_of_points};

/// The results of pairs of games, by the index of the rules and of both agents.
#[derive(Default)]
pub(super) struct Pairs {
    complete: HashMap<(usize, [usize; 2]), Pentanomial>,
    couples: Couples,
}

/// Points per game, from 0 to 1, in pairs of games against some opponents.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Points {
    pub(super) mean: f64,
    pub(super) interval: Interval,
}

impl Pairs {
    pub(super) fn add(&mut self, pairing: &Pairing, game: &Entry) {
        if let Some(half_points) = self.couples.add(game) {
            let key = (pairing.rules, pairing.agents);
            self.complete.entry(key).or_default().add(half_points.into());
        }
    }

    /// Every meeting by the index of the rules and of both agents, with its complete pairs and the first agent's points in them.
    pub(super) fn meetings(&self) -> Vec<((usize, [usize; 2]), Pentanomial, Points)> {
        let meetings = self.complete.iter().map(|(&key, &pairs)| {
            let (mean, error) = pairs.score();
            (key, pairs, Points { mean, interval: interval(mean, error, pairs.pairs() as f64) })
        });
        let mut meetings: Vec<_> = meetings.collect();
        meetings.sort_by_key(|(key, ..)| *key);
        meetings
    }

    /// The points of an agent at some rules, or at all, in complete pairs.
    pub(super) fn of(&self, agent: usize, rules: Option<usize>) -> Option<Points> {
        let mine = self.complete.iter().filter(|((played, agents), _)| {
            // Who plays itself has as many points as it gave away.
            rules.is_none_or(|rules| rules == *played) && agents.contains(&agent) && agents[0] != agents[1]
        });
        let mut strata: Vec<(f64, f64, f64)> = mine
            .map(|((_, agents), pairs)| {
                let (score, error) = pairs.score();
                (pairs.pairs() as f64, if agents[0] == agent { score } else { 1.0 - score }, error)
            })
            .collect();
        // Sums of floating-point numbers depend on their order; a hash map has none.
        strata.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2)));
        let pairs: f64 = strata.iter().map(|(pairs, ..)| pairs).sum();
        if pairs == 0.0 {
            return None;
        }
        let mean = strata.iter().map(|(pairs, score, _)| pairs * score).sum::<f64>() / pairs;
        let error =
            strata.iter().map(|(pairs, _, error)| (pairs * error).powi(2)).sum::<f64>().sqrt() / pairs;
        Some(Points { mean, interval: interval(mean, error, pairs) })
    }
}

/// The interval of the mean of so many pairs, given its standard error.
fn interval(mean: f64, error: f64, pairs: f64) -> Interval {
    interval_of_points(pairs, mean, error * error * pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(pairing: usize, pair: u32, gain: i8) -> Entry {
        Entry {
            number: 1,
            pairing,
            pair,
            a_first: true,
            gain,
            score: 0.0,
            plies: 1,
            spent: Default::default(),
            fault: None,
        }
    }

    #[test]
    fn both_sides_of_a_pair_see_the_same_points() {
        let pairing = Pairing { round: 0, rules: 0, agents: [0, 1] };
        let mut pairs = Pairs::default();
        for (pair, gains) in [[1, 1], [1, -1], [0, 1], [1, 0]].into_iter().enumerate() {
            for gain in gains {
                pairs.add(&pairing, &game(0, pair as u32, gain));
            }
        }
        // One game of a fifth pair is still to be played and does not count.
        pairs.add(&pairing, &game(0, 4, -1));
        let [a, b] = [0, 1].map(|agent| pairs.of(agent, Some(0)).unwrap());
        assert_eq!(a.mean, 0.75);
        assert_eq!(b.mean, 0.25);
        assert!((a.interval.low + b.interval.high - 1.0).abs() < 1e-12);
        assert!(a.interval.low < 0.75 && 0.75 < a.interval.high);
        assert_eq!(pairs.of(0, Some(1)), None);
        assert_eq!(pairs.of(2, None), None);
    }

    #[test]
    fn a_clean_sweep_is_not_certainty() {
        // The 2.5 % quantile of Beta(10.5, 0.5).
        let Interval { low, high } = interval(1.0, 0.0, 10.0);
        assert!((low - 0.783).abs() < 1e-3 && high == 1.0, "{low} {high}");
    }
}

//! Following the opponent: the rank of his recent moves among those he had, as our own search sees them.
//!
//! After the idea of Dziedzic's `AdaptiveMiniMax`, as Vieira, Tavares and Ribas describe it.

use std::collections::BTreeMap;
use std::time::Duration;

use agon_core::{Assessed, Match, Random};

use super::choose::{compare, nearest};
use crate::agent::Agent;

/// What is remembered of the opponent: the ranks of his moves, by the ply at which he made them.
#[derive(Default)]
pub(super) struct Habits {
    ranks: BTreeMap<u32, (String, f64)>,
}

/// A move of the opponent.
enum Past {
    /// Its rank is known.
    Known(f64),
    /// The position before it, and the move.
    Unknown(Box<dyn Match>, String),
}

impl Habits {
    /// The mean rank of the opponent's latest `count` moves, from 0 (worst) to 1 (best). Moves that are not known yet are looked at
    /// with `agent`, who will have to look at the position on the board as well: in a hurry, the `time` is shared out among all.
    pub(super) fn rank(
        &mut self,
        played: &dyn Match,
        agent: &mut dyn Agent,
        count: u32,
        prior: f64,
        time: Option<Duration>,
    ) -> f64 {
        let latest = self.latest(played, count as usize);
        let unknown = latest.iter().filter(|past| matches!(past, Past::Unknown(..))).count();
        agent.hurry(time.map(|time| time / (unknown as u32 + 1)));
        let mut ranks = Vec::new();
        for past in latest {
            ranks.extend(match past {
                Past::Known(rank) => Some(rank),
                Past::Unknown(before, text) => self.look(before.as_ref(), text, agent),
            });
        }
        if ranks.is_empty() { prior } else { ranks.iter().sum::<f64>() / ranks.len() as f64 }
    }

    /// The opponent's latest moves, the last one first.
    fn latest(&self, played: &dyn Match, count: usize) -> Vec<Past> {
        let me = played.to_move();
        let mut before = played.fork();
        let mut latest = Vec::new();
        for text in played.history().into_iter().rev() {
            if latest.len() == count || !before.undo() {
                break;
            }
            // A move without an alternative says nothing about whoever made it.
            if before.to_move() == me || before.move_count() < 2 {
                continue;
            }
            let known = self.ranks.get(&before.plies()).filter(|(known, _)| *known == text);
            latest.push(match known {
                Some(&(_, rank)) => Past::Known(rank),
                None => Past::Unknown(before.fork(), text),
            });
        }
        latest
    }

    /// The rank of a move that is looked at for the first time.
    fn look(&mut self, before: &dyn Match, text: String, agent: &mut dyn Agent) -> Option<f64> {
        let index = before.find_move(&text).ok()?;
        let moves = agent.analyse(before, &mut |_| {}).moves;
        let rank = *quantiles(&moves).get(index)?;
        self.ranks.insert(before.plies(), (text, rank));
        Some(rank)
    }

    pub(super) fn forget(&mut self) {
        self.ranks.clear();
    }
}

/// The move whose rank is nearest to the one wanted.
pub(super) fn choose(moves: &[Assessed<usize>], rank: f64, random: &mut Random) -> Option<usize> {
    nearest(quantiles(moves).into_iter(), rank, random)
}

/// The rank of every move, from 1 for the best to 0 for the worst; equals share the middle of their places.
fn quantiles(moves: &[Assessed<usize>]) -> Vec<f64> {
    let others = moves.len().saturating_sub(1).max(1) as f64;
    let rank = |mv: &Assessed<usize>| {
        let better = moves.iter().filter(|other| compare(other, mv).is_gt()).count();
        let equal = moves.iter().filter(|other| compare(other, mv).is_eq()).count();
        1.0 - (better as f64 + (equal as f64 - 1.0) / 2.0) / others
    };
    moves.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_run_from_one_to_zero_and_equals_share() {
        let moves: Vec<Assessed<usize>> = [0.3, -0.2, 0.3, 0.9]
            .iter()
            .enumerate()
            .map(|(mv, &value)| Assessed { mv, value, proof: None, visits: 1 })
            .collect();
        assert_eq!(quantiles(&moves), [0.5, 0.0, 0.5, 1.0]);
        assert_eq!(choose(&moves, 0.9, &mut Random::new(1)), Some(3));
        assert_eq!(quantiles(&moves[..1]), [1.0]);
    }
}

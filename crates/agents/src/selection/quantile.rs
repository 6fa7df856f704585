//! Following the opponent: the rank of his recent moves among those he had, as our own search sees them.
//!
//! After the idea of Dziedzic's `AdaptiveMiniMax`, as Vieira, Tavares and Ribas describe it.

use std::collections::BTreeMap;

use agon_core::{Assessed, Match, Random};

use super::choose::{compare, nearest};
use crate::agent::Agent;

/// What is remembered of the opponent: the ranks of his moves, by the ply at which he made them.
#[derive(Default)]
pub(super) struct Habits {
    ranks: BTreeMap<u32, (String, f64)>,
}

impl Habits {
    /// The mean rank of the opponent's latest `count` moves, from 0 (worst) to 1 (best). Moves that are not known yet are looked at
    /// with `agent`.
    pub(super) fn rank(&mut self, played: &dyn Match, agent: &mut dyn Agent, count: u32, prior: f64) -> f64 {
        let me = played.to_move();
        let mut before = played.fork();
        let history = played.history();
        let mut ranks = Vec::new();
        for text in history.iter().rev() {
            if ranks.len() == count as usize || !before.undo() {
                break;
            }
            // A move without an alternative says nothing about whoever made it.
            if before.to_move() == me || before.move_count() < 2 {
                continue;
            }
            let known = self.ranks.get(&before.plies()).filter(|(known, _)| known == text);
            let rank = known.map(|&(_, rank)| rank).or_else(|| {
                let index = before.find_move(text).ok()?;
                let moves = agent.analyse(before.as_ref(), &mut |_| {}).moves;
                let rank = *quantiles(&moves).get(index)?;
                self.ranks.insert(before.plies(), (text.clone(), rank));
                Some(rank)
            });
            ranks.extend(rank);
        }
        if ranks.is_empty() { prior } else { ranks.iter().sum::<f64>() / ranks.len() as f64 }
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

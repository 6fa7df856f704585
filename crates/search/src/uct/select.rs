//! Which move a simulation follows.

use agon_core::Random;

use super::tree::Edges;

/// The slot with the highest upper confidence bound among edges that have all been visited, ties broken at random.
///
/// `width` is c² ln n, so that the bound of a move with sum s and n visits is s/n + √(width/n). Counted from -1 upwards
/// the bounds are not negative, and the bits of such numbers are ordered like the numbers: the loops below run on whole
/// vectors of them.
#[inline]
pub(super) fn highest_bound(edges: Edges<'_>, width: f32, bits: &mut Vec<u32>, random: &mut Random) -> usize {
    let count = edges.visits.len();
    if bits.len() < count {
        bits.resize(count, 0);
    }
    let bits = &mut bits[..count];
    let mut highest = 0;
    for ((bits, &visits), &sum) in bits.iter_mut().zip(edges.visits).zip(edges.sums) {
        let share = 1.0 / visits as i32 as f32;
        let bound = 1.0 + sum as i32 as f32 * share + (width * share).sqrt();
        *bits = bound.to_bits();
        highest = bound.to_bits().max(highest);
    }
    let ties = bits.iter().map(|&bits| u32::from(bits == highest)).sum();
    let skipped = if ties > 1 { random.below(ties) } else { 0 };
    let mut best = bits.iter().enumerate().filter(|&(_, &bits)| bits == highest).map(|(slot, _)| slot);
    best.nth(skipped as usize).unwrap_or(0)
}

/// The best of values that come one by one, ties broken at random.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunningBest<T> {
    leader: Option<(usize, T)>,
    ties: u32,
}

impl<T: PartialOrd + Copy> RunningBest<T> {
    pub(crate) fn new() -> RunningBest<T> {
        RunningBest { leader: None, ties: 0 }
    }

    #[inline]
    pub(crate) fn enter(&mut self, slot: usize, value: T, random: &mut Random) {
        if self.leader.is_none_or(|(_, best)| value > best) {
            *self = RunningBest { leader: Some((slot, value)), ties: 1 };
        } else if self.leader.is_some_and(|(_, best)| value == best) {
            // The k-th of equals takes the lead with probability 1/k, which leaves all of them the same chance.
            self.ties += 1;
            if random.below(self.ties) == 0 {
                self.leader = Some((slot, value));
            }
        }
    }

    /// The slot and the value of the winner, if anybody entered.
    pub(crate) fn winner(self) -> Option<(usize, T)> {
        self.leader
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Player;

    use super::*;
    use crate::uct::tree::{ROOT, Tree};

    /// A node whose moves have these visits and sums.
    fn node(results: &[(u32, i32)]) -> Tree<u8> {
        let mut tree = Tree::new(1 << 20, false);
        let moves: Vec<u8> = (0..results.len() as u8).collect();
        tree.add(&moves, Player::First, 0).unwrap();
        for (slot, &(visits, sum)) in results.iter().enumerate() {
            tree.first_visit(ROOT, slot);
            for visit in 0..visits {
                tree.record(ROOT, slot, 1, if visit == 0 { sum } else { 0 });
            }
        }
        tree
    }

    #[test]
    fn the_bound_is_that_of_the_papers() {
        let results = [(10, 4), (5, 1), (20, 12), (3, -3), (9, 2), (8, -8), (7, 1), (30, 22), (4, 0), (6, 6)];
        let tree = node(&results);
        let mut random = Random::new(1);
        for c in [0.0f64, 0.3, 1.0, 2f64.sqrt(), 5.0] {
            let n: u32 = results.iter().map(|&(visits, _)| visits).sum();
            let bound = |(visits, sum): (u32, i32)| {
                f64::from(sum) / f64::from(visits) + c * (f64::from(n).ln() / f64::from(visits)).sqrt()
            };
            let best = (0..results.len()).max_by(|&a, &b| bound(results[a]).total_cmp(&bound(results[b])));
            let width = (c * c * f64::from(n).ln()) as f32;
            let slot = highest_bound(tree.edges(tree.node(ROOT)), width, &mut Vec::new(), &mut random);
            assert_eq!(Some(slot), best, "c = {c}");
        }
    }

    #[test]
    fn equals_are_chosen_equally_often() {
        let tree = node(&[(2, 1), (1, -1), (2, 1), (2, 1)]);
        let (mut random, mut bits) = (Random::new(1), Vec::new());
        let mut counts = [[0; 4]; 2];
        for _ in 0..3000 {
            counts[0][highest_bound(tree.edges(tree.node(ROOT)), 0.0, &mut bits, &mut random)] += 1;
            let mut best = RunningBest::new();
            for (slot, value) in [1.0, 0.0, 1.0, 1.0].into_iter().enumerate() {
                best.enter(slot, value, &mut random);
            }
            counts[1][best.winner().unwrap().0] += 1;
        }
        for counts in counts {
            assert_eq!(counts[1], 0);
            assert!([0, 2, 3].iter().all(|&slot: &usize| (900..1100).contains(&counts[slot])), "{counts:?}");
        }
    }
}

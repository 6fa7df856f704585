//! The choice of a move by its rank.

use agon_core::{Assessed, Proof, Random};

/// Draws a move by the ordinal distribution: the best one with the probability `greed + (1 - greed) / k` if there are `k`; if
/// not, the second best in the same way among those that are left. With a greed of 0 all are equally likely, with 1 the best is
/// certain; how much better a move is than the next does not matter, which nobody knows in the beginning. A certain win is
/// always taken, and a certain loss only where there is nothing else.
pub(crate) fn choose(moves: &[Assessed<usize>], greed: f64, random: &mut Random) -> Option<usize> {
    let gain = |index: usize| moves[index].proof.map(|Proof { gain, .. }| gain);
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (moves[a].rank(), moves[b].rank());
        b.partial_cmp(&a).expect("values are numbers")
    });
    let best = *order.first()?;
    if gain(best) == Some(1) {
        return Some(best);
    }
    if gain(best) != Some(-1) {
        order.retain(|&index| gain(index) != Some(-1));
    }
    for (place, &index) in order.iter().enumerate() {
        let left = (order.len() - place) as f64;
        if random.unit() < greed + (1.0 - greed) / left {
            return Some(index);
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(values: &[f32]) -> Vec<Assessed<usize>> {
        values.iter().enumerate().map(|(mv, &value)| Assessed { mv, value, proof: None, visits: 0 }).collect()
    }

    /// How often each move is drawn in ten thousand times.
    fn drawn(moves: &[Assessed<usize>], greed: f64) -> Vec<u32> {
        let mut random = Random::new(8);
        let mut counts = vec![0; moves.len()];
        for _ in 0..10_000 {
            counts[choose(moves, greed, &mut random).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn the_rank_decides_and_greed_says_how_much() {
        let moves = moves(&[-0.2, 0.9, 0.89]);
        assert_eq!(drawn(&moves, 1.0), [0, 10_000, 0]);
        let even = drawn(&moves, 0.0);
        assert!(even.iter().all(|count| (3100..3600).contains(count)), "{even:?}");
        // 0.4 + 0.6 / 3 = 0.6; then (0.4 + 0.6 / 2) of the rest, 0.28.
        let counts = drawn(&moves, 0.4);
        for (index, expected) in [(1, 6000), (2, 2800), (0, 1200)] {
            assert!(counts[index].abs_diff(expected) < 200, "{counts:?}");
        }
    }

    #[test]
    fn what_is_certain_is_taken_or_left() {
        let proven = |gain: i8| Some(Proof { gain, distance: 3 });
        let mut moves = moves(&[0.5, 0.1, -0.3]);
        moves[1].proof = proven(-1);
        let counts = drawn(&moves, 0.0);
        assert!(counts[1] == 0 && counts[2] > 4000, "{counts:?}");
        moves[2].proof = proven(1);
        assert_eq!(drawn(&moves, 0.0), [0, 0, 10_000]);
        for assessed in &mut moves {
            assessed.proof = proven(-1);
        }
        assert!(drawn(&moves, 0.0).iter().all(|&count| count > 3000));
        assert_eq!(choose(&[], 0.5, &mut Random::new(1)), None);
    }
}

//! The rules that look at values alone.

use std::cmp::Ordering;

use agon_core::{Assessed, Proof, Random};

/// Of a search by random games, moves with fewer visits than this share of the most visited one are not understood well
/// enough to be chosen by value (the threshold of Wu and others, "On Strength Adjustment for MCTS-Based Programs").
const LEAST_VISITS: f64 = 0.1;

/// The index of the number nearest to a target; any one of equally near ones.
pub(super) fn nearest(numbers: impl Iterator<Item = f64>, target: f64, random: &mut Random) -> Option<usize> {
    let mut nearest: Vec<usize> = Vec::new();
    let mut least = f64::INFINITY;
    for (index, number) in numbers.enumerate() {
        let distance = (number - target).abs();
        match distance.total_cmp(&least) {
            Ordering::Less => {
                least = distance;
                nearest.clear();
                nearest.push(index);
            }
            Ordering::Equal => nearest.push(index),
            Ordering::Greater => {}
        }
    }
    (!nearest.is_empty()).then(|| random.pick(&nearest))
}

/// Compares two moves; the better one is greater.
pub(super) fn compare(a: &Assessed<usize>, b: &Assessed<usize>) -> Ordering {
    a.rank().partial_cmp(&b.rank()).expect("ranks are numbers")
}

/// The moves a sensible player considers: the shortest proven wins if there are any, otherwise whatever is not a proven loss, and
/// otherwise the longest losses.
pub(super) fn sensible(moves: &[Assessed<usize>]) -> Vec<usize> {
    let gain = |mv: &Assessed<usize>| mv.proof.map(|Proof { gain, .. }| gain);
    let Some(best) = moves.iter().max_by(|a, b| compare(a, b)) else { return Vec::new() };
    let keeps = |mv: &&Assessed<usize>| match gain(best) {
        Some(1) => gain(mv) == Some(1) && mv.rank() == best.rank(),
        Some(-1) => mv.rank() == best.rank(),
        _ => gain(mv) != Some(-1),
    };
    moves.iter().filter(keeps).map(|mv| mv.mv).collect()
}

/// Any sensible move within a margin of the best of them.
pub(super) fn margin(moves: &[Assessed<usize>], margin: f64, random: &mut Random) -> Option<usize> {
    let candidates = sensible(moves);
    let best = greatest(moves, &candidates)?;
    let close = |&index: &usize| best - f64::from(moves[index].value) <= margin;
    let close: Vec<usize> = candidates.into_iter().filter(close).collect();
    Some(random.pick(&close))
}

/// The sensible moves above the floor with the weights by which they are drawn.
pub(super) fn softmax(
    moves: &[Assessed<usize>],
    temperature: f64,
    floor: f64,
    sampled: bool,
) -> Vec<(usize, f64)> {
    let mut candidates = sensible(moves);
    let most = candidates.iter().map(|&index| moves[index].visits).max().unwrap_or(0);
    // What was not looked at at all has no value to be chosen by.
    let least = if sampled { (LEAST_VISITS * most as f64).ceil() as u64 } else { most.min(1) };
    candidates.retain(|&index| moves[index].visits >= least);
    let Some(best) = greatest(moves, &candidates) else { return Vec::new() };
    let weigh = |index: usize| {
        let loss = best - f64::from(moves[index].value);
        let weight = if loss == 0.0 { 1.0 } else { (-loss / temperature).exp() };
        (loss <= floor && weight > 0.0).then_some((index, weight))
    };
    candidates.into_iter().filter_map(weigh).collect()
}

/// Draws one of some weighted moves.
pub(super) fn draw(weighted: &[(usize, f64)], random: &mut Random) -> Option<usize> {
    let total: f64 = weighted.iter().map(|(_, weight)| weight).sum();
    let mut left = random.unit() * total;
    for &(index, weight) in weighted {
        left -= weight;
        if left < 0.0 {
            return Some(index);
        }
    }
    weighted.last().map(|&(index, _)| index)
}

fn greatest(moves: &[Assessed<usize>], candidates: &[usize]) -> Option<f64> {
    candidates.iter().map(|&index| f64::from(moves[index].value)).max_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value, and the gain and distance of a proof.
    type Plain = (f32, Option<(i8, u32)>);

    fn moves(values: &[Plain]) -> Vec<Assessed<usize>> {
        let assessed = |(mv, &(value, proof)): (usize, &Plain)| {
            let proof = proof.map(|(gain, distance)| Proof { gain, distance });
            Assessed { mv, value, proof, visits: 1 }
        };
        values.iter().enumerate().map(assessed).collect()
    }

    #[test]
    fn proofs_come_before_values() {
        let open = moves(&[(0.3, None), (-1.0, Some((-1, 2))), (0.1, None)]);
        assert_eq!(sensible(&open), [0, 2]);
        let won = moves(&[(1.0, Some((1, 5))), (0.9, None), (1.0, Some((1, 1)))]);
        assert_eq!(sensible(&won), [2]);
        let lost = moves(&[(-1.0, Some((-1, 2))), (-1.0, Some((-1, 6)))]);
        assert_eq!(sensible(&lost), [1]);
    }

    #[test]
    fn a_margin_admits_equally_what_is_close() {
        let moves = moves(&[(0.5, None), (0.46, None), (0.1, None)]);
        let mut random = Random::new(1);
        let mut counts = [0; 3];
        for _ in 0..1000 {
            counts[margin(&moves, 0.05, &mut random).unwrap()] += 1;
        }
        assert!(counts[2] == 0 && (440..560).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn the_temperature_says_how_often_and_the_floor_whether_at_all() {
        let moves = moves(&[(0.5, None), (0.4, None), (0.1, None)]);
        let weights = softmax(&moves, 0.1, 0.3, false);
        assert_eq!(weights.len(), 2);
        assert!((weights[1].1 - (-1.0_f64).exp()).abs() < 1e-6);
        // No temperature: the best alone.
        assert_eq!(softmax(&moves, 0.0, 2.0, false), [(0, 1.0)]);
        let mut random = Random::new(1);
        let drawn = (0..10_000).filter(|_| draw(&weights, &mut random) == Some(1)).count();
        assert!((2500..2880).contains(&drawn), "{drawn} is not about 2689");
    }

    #[test]
    fn a_move_hardly_looked_at_is_not_trusted() {
        let mut moves = moves(&[(0.2, None), (1.0, None)]);
        moves[0].visits = 100;
        assert_eq!(softmax(&moves, 0.1, 2.0, true), [(0, 1.0)]);
        moves[1].visits = 0;
        assert_eq!(softmax(&moves, 0.1, 2.0, false), [(0, 1.0)]);
    }

    #[test]
    fn ties_are_broken_at_random() {
        let mut random = Random::new(1);
        let picked: Vec<usize> =
            (0..50).filter_map(|_| nearest([0.1, 0.5, 0.7].into_iter(), 0.6, &mut random)).collect();
        assert!(!picked.contains(&0));
        assert!(nearest(std::iter::empty(), 0.5, &mut random).is_none());
        let mut tied: Vec<usize> =
            (0..50).filter_map(|_| nearest([0.5, 0.5].into_iter(), 0.6, &mut random)).collect();
        tied.sort_unstable();
        tied.dedup();
        assert_eq!(tied, [0, 1]);
    }
}

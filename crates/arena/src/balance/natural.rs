//! What would look artificial: wins refused, blunders that everybody sees, mistakes made only when ahead.

use super::referee::Ply;

/// A blunder gives away this much, and a look of two plies sees that much of it.
pub const BLUNDER: f32 = 0.3;

/// How often a win in at most so many plies was there for the agent, and another move was played.
pub fn wins_refused(plies: &[Ply], within: u32) -> u64 {
    let near = |win: Option<u32>| win.is_some_and(|distance| distance <= within);
    plies.iter().filter(|ply| ply.by_agent && near(ply.win) && !near(ply.taken)).count() as u64
}

/// Whether a move was a blunder that a look of two plies sees.
pub fn is_visible_blunder(ply: &Ply) -> bool {
    ply.regret >= BLUNDER && ply.visible >= BLUNDER
}

/// The rank correlation (Spearman) of two lists of equal length; none if there is nothing to compare.
pub fn correlation(a: &[f32], b: &[f32]) -> Option<f64> {
    let (a, b) = (ranks(a), ranks(b));
    let count = a.len() as f64;
    let mean = (count - 1.0) / 2.0;
    let covariance =
        |x: &[f64], y: &[f64]| -> f64 { x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum() };
    let spread = (covariance(&a, &a) * covariance(&b, &b)).sqrt();
    (spread > 0.0).then(|| covariance(&a, &b) / spread)
}

/// The place of every value among all of them, from 0; equal values share the mean of their places.
fn ranks(values: &[f32]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let first = order.iter().position(|index| index == &group[0]).expect("a group is part of the order");
        let shared = first as f64 + (group.len() - 1) as f64 / 2.0;
        for &index in group {
            ranks[index] = shared;
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(by_agent: bool, win: Option<u32>, taken: Option<u32>) -> Ply {
        Ply { by_agent, value: 0.0, regret: 0.0, visible: 0.0, win, taken }
    }

    #[test]
    fn a_win_refused_is_one_not_taken_in_time() {
        let plies = [
            ply(true, Some(1), Some(1)),
            ply(true, Some(1), None),
            ply(true, Some(1), Some(3)),
            ply(true, Some(3), Some(5)),
            ply(true, Some(5), None),
            ply(true, None, None),
            ply(false, Some(1), None),
        ];
        assert_eq!([1, 3, 5].map(|within| wins_refused(&plies, within)), [2, 2, 2]);
    }

    #[test]
    fn a_blunder_is_large_and_visible() {
        let quiet = Ply { regret: 0.2, visible: 0.9, ..ply(true, None, None) };
        let deep = Ply { regret: 0.9, visible: 0.1, ..quiet };
        let plain = Ply { regret: 0.4, visible: 0.3, ..quiet };
        assert_eq!([quiet, deep, plain].map(|ply| is_visible_blunder(&ply)), [false, false, true]);
    }

    #[test]
    fn correlation_of_ranks() {
        assert_eq!(correlation(&[1.0, 2.0, 3.0], &[10.0, 20.0, 90.0]), Some(1.0));
        assert_eq!(correlation(&[1.0, 2.0, 3.0], &[5.0, 4.0, -1.0]), Some(-1.0));
        assert_eq!(correlation(&[1.0, 1.0], &[0.0, 2.0]), None);
        assert_eq!(correlation(&[], &[]), None);
        // With ties: ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3.
        let tied = correlation(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert!((tied - 4.5 / (4.5_f64 * 5.0).sqrt()).abs() < 1e-12);
    }
}

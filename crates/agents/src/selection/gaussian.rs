//! Gaussian difficulty, after Vieira, Tavares and Ribas: "Hybrid Minimax-MCTS and Difficulty Adjustment for General Game
//! Playing". A target value is drawn from a normal distribution and clipped to [0, 1]; the move whose value is nearest is
//! played, ties being broken at random.

use agon_core::{Assessed, Proof, Random};
use statrs::function::erf::erfc;

use super::choose::nearest;

/// Targets below the first bound ask for a bad move, above the second for a good one, in between for a middling one.
pub const BANDS: [f64; 2] = [0.25, 0.75];

/// The shares of bad, middling and good targets that the formula gives: one row of the paper's table 2.
pub fn shares(mean: f64, deviation: f64) -> [f64; 3] {
    let below = BANDS.map(|bound| normal_cdf((bound - mean) / deviation));
    [below[0], below[1] - below[0], 1.0 - below[1]]
}

/// The shares of targets that clipping moves to 0 and to 1.
pub fn clipped(mean: f64, deviation: f64) -> [f64; 2] {
    [normal_cdf(-mean / deviation), 1.0 - normal_cdf((1.0 - mean) / deviation)]
}

/// What a number of drawn targets looks like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The shares of bad, middling and good targets.
    pub shares: [f64; 3],
    /// The shares that were clipped to 0 and to 1.
    pub clipped: [f64; 2],
}

/// Draws targets and counts them.
pub fn sample(mean: f64, deviation: f64, draws: u32, seed: u64) -> Sample {
    let mut random = Random::new(seed);
    let (mut bands, mut ends) = ([0_u32; 3], [0_u32; 2]);
    for _ in 0..draws {
        let raw = normal(mean, deviation, &mut random);
        ends[0] += u32::from(raw < 0.0);
        ends[1] += u32::from(raw > 1.0);
        let target = raw.clamp(0.0, 1.0);
        bands[BANDS.iter().filter(|&&bound| target >= bound).count()] += 1;
    }
    let share = |count: u32| f64::from(count) / f64::from(draws.max(1));
    Sample { shares: bands.map(share), clipped: ends.map(share) }
}

/// The move nearest to a drawn target. Values are mapped to [0, 1]; what is proven is worth 1, a half or 0.
pub(super) fn choose(
    moves: &[Assessed<usize>],
    mean: f64,
    deviation: f64,
    random: &mut Random,
) -> Option<usize> {
    let target = normal(mean, deviation, random).clamp(0.0, 1.0);
    nearest(moves.iter().map(worth), target, random)
}

/// The value of a move on the scale from 0 to 1.
fn worth(assessed: &Assessed<usize>) -> f64 {
    let value = match assessed.proof {
        Some(Proof { gain, .. }) => f64::from(gain),
        None => f64::from(assessed.value),
    };
    f64::midpoint(value, 1.0)
}

fn normal_cdf(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// A normally distributed number (Box and Muller; of the two they give, the second is not used, so that a draw depends on
/// nothing before it).
fn normal(mean: f64, deviation: f64, random: &mut Random) -> f64 {
    // 1 - unit is in (0, 1], where the logarithm is finite.
    let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
    mean + deviation * radius * (std::f64::consts::TAU * random.unit()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table 2 of the paper, in per cent.
    const PUBLISHED: [(f64, [f64; 3]); 3] =
        [(0.4, [30.85, 56.98, 12.17]), (0.6, [12.17, 56.98, 30.85]), (1.0, [0.62, 19.61, 79.77])];

    #[test]
    fn the_published_shares_follow_from_the_formula() {
        for (mean, published) in PUBLISHED {
            for (share, expected) in shares(mean, 0.3).into_iter().zip(published) {
                assert!((100.0 * share - expected).abs() < 0.005, "{mean}: {share} is not {expected} %");
            }
        }
    }

    #[test]
    fn a_million_draws_agree_within_their_error() {
        const DRAWS: u32 = 1_000_000;
        for (mean, _) in PUBLISHED {
            let sample = sample(mean, 0.3, DRAWS, 7);
            let drawn = sample.shares.into_iter().chain(sample.clipped);
            let expected = shares(mean, 0.3).into_iter().chain(clipped(mean, 0.3));
            for (drawn, expected) in drawn.zip(expected) {
                let error = (expected * (1.0 - expected) / f64::from(DRAWS)).sqrt();
                assert!(
                    (drawn - expected).abs() < 4.0 * error,
                    "{mean}: {drawn}, expected {expected} ± {error}"
                );
            }
        }
        // Half of what Hard aims at is beyond a certain win, and means one.
        assert!((clipped(1.0, 0.3)[1] - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_nearest_value_is_played() {
        let moves: Vec<Assessed<usize>> = [-0.8, 0.0, 0.9]
            .iter()
            .enumerate()
            .map(|(mv, &value)| Assessed { mv, value, proof: None, visits: 1 })
            .collect();
        let mut random = Random::new(3);
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            counts[choose(&moves, 0.4, 0.3, &mut random).unwrap()] += 1;
        }
        // The values are 0.1, 0.5 and 0.95; the bounds between them are at 0.3 and 0.725.
        let expected = [normal_cdf(-1.0 / 3.0), normal_cdf(13.0 / 12.0) - normal_cdf(-1.0 / 3.0)];
        for (count, expected) in counts.into_iter().zip(expected) {
            assert!((f64::from(count) / 10_000.0 - expected).abs() < 0.02, "{counts:?}");
        }
    }
}

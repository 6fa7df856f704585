//! What a number of games says about a step of the ladder.

use agon_agents::level::{Meeting, Step};
use statrs::distribution::{Binomial, DiscreteCDF};

use crate::stats::{Interval, Pentanomial};

/// The share of the points that a level is to score against the one below.
const WANTED: std::ops::RangeInclusive<f64> = 0.60..=0.85;
/// The risk of taking equals for a step.
const RISK: f64 = 0.01;

/// A step from results that were looked at up to `looks` times: the risk is shared out among the looks.
pub(super) fn step(result: Pentanomial, looks: usize) -> Step {
    let (score, _) = result.score();
    let Interval { low, high } = result.interval();
    let p = (looks as f64 * sign_test(result)).min(1.0);
    Step {
        score: round(score, 4),
        low: round(low, 4),
        high: round(high, 4),
        games: 2 * result.pairs(),
        p: if p < 1e-6 { 0.0 } else { round(p, 6) },
        reached: WANTED.contains(&score) && p < RISK,
    }
}

/// What results say about two players of whom the first shall score a share of at least `least`.
pub(super) fn lead(result: Pentanomial, least: f64) -> Step {
    Step { reached: result.score().0 >= least, ..step(result, 1) }
}

/// A meeting from results.
pub(super) fn meeting(result: Pentanomial) -> Meeting {
    Meeting { score: round(result.score().0, 4), games: 2 * result.pairs() }
}

/// How likely at least as many of the decided pairs go to the first player, if both are equally strong. Pairs are independent
/// of each other whatever their two games have in common, so this is exact.
fn sign_test(result: Pentanomial) -> f64 {
    let [lost, almost_lost, _, almost_won, won] = result.0;
    let (wins, decided) = (won + almost_won, won + almost_won + lost + almost_lost);
    if wins == 0 {
        return 1.0;
    }
    Binomial::new(0.5, decided).expect("one half is a probability").sf(wins - 1)
}

fn round(number: f64, digits: i32) -> f64 {
    let unit = 10_f64.powi(digits);
    (number * unit).round() / unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_test_counts_pairs() {
        // Nine of ten decided pairs: (10 + 1) / 1024.
        let p = sign_test(Pentanomial([1, 0, 30, 4, 5]));
        assert!((p - 11.0 / 1024.0).abs() < 1e-12, "{p}");
        assert_eq!(sign_test(Pentanomial([3, 0, 30, 0, 0])), 1.0);
    }

    #[test]
    fn a_step_is_reached_when_it_is_wide_enough_and_certain() {
        assert!(step(Pentanomial([2, 0, 18, 0, 20]), 3).reached);
        assert!(!step(Pentanomial([1, 0, 5, 0, 4]), 3).reached, "too few games");
        assert!(!step(Pentanomial([0, 0, 0, 2, 38]), 3).reached, "too wide");
        assert!(!step(Pentanomial([0, 0, 90, 10, 0]), 3).reached, "certain, but too small");
    }
}

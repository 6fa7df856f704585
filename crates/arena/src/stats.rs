//! What a number of games says about two players.

use serde::{Deserialize, Serialize};
use statrs::distribution::{Beta, ContinuousCDF, Normal};

/// Two numbers between which the truth lies, with the stated confidence.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The exact interval of Clopper and Pearson for a share of `successes` in `trials`.
pub fn clopper_pearson(successes: u64, trials: u64, confidence: f64) -> Interval {
    let (k, n) = (successes as f64, trials as f64);
    let tail = (1.0 - confidence) / 2.0;
    let quantile =
        |a: f64, b: f64, p: f64| Beta::new(a, b).expect("both parameters are positive").inverse_cdf(p);
    Interval {
        low: if successes == 0 { 0.0 } else { quantile(k, n - k + 1.0, tail) },
        high: if successes >= trials { 1.0 } else { quantile(k + 1.0, n - k, 1.0 - tail) },
    }
}

/// The mean of a sample and the radius of its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half the width of the 95 % interval, by the normal approximation; infinite for fewer than two values.
    pub radius: f64,
}

/// The mean of some values with its 95 % radius.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Mean {
    let (mut count, mut sum, mut mean, mut squares) = (0.0, 0.0, 0.0, 0.0);
    // Welford's recurrence for the spread: no cancellation, one pass. The mean comes from the sum, which is exact for wins
    // and losses, so that an even match is exactly even.
    for value in values {
        count += 1.0;
        sum += value;
        let before = value - mean;
        mean += before / count;
        squares += before * (value - mean);
    }
    let radius =
        if count < 2.0 { f64::INFINITY } else { TWO_SIDED_95 * (squares / (count - 1.0) / count).sqrt() };
    Mean { mean: if count == 0.0 { 0.0 } else { sum / count }, radius }
}

/// The 97.5 % quantile of the normal distribution.
pub(crate) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Results of pairs of games from the same opening with sides exchanged: how many pairs gave 0, ½, 1, 1½ and 2 points.
/// The two games of a pair are not independent, the pairs are; so intervals are computed over pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair, given by the points of its two games, each 0, ½ or 1, times two.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean points per game, from 0 to 1, and the standard error of that mean.
    pub fn score(&self) -> (f64, f64) {
        let (pairs, mean, variance) = moments(self.0.map(|count| count as f64));
        (mean, (variance / pairs).sqrt())
    }

    /// The Elo difference with its 95 % interval. Infinite where every game was won or lost.
    pub fn elo(&self) -> (f64, Interval) {
        let (mean, error) = self.score();
        let at = |score: f64| elo(score.clamp(0.0, 1.0));
        let (low, high) = (at(mean - TWO_SIDED_95 * error), at(mean + TWO_SIDED_95 * error));
        (at(mean), Interval { low, high })
    }

    /// The likelihood that the first player is the stronger one.
    pub fn superiority(&self) -> f64 {
        let (mean, error) = self.score();
        match error {
            0.0 if mean == 0.5 => 0.5,
            0.0 => f64::from(u8::from(mean > 0.5)),
            _ => Normal::standard().cdf((mean - 0.5) / error),
        }
    }

    /// The logarithm of the likelihood ratio of two hypotheses about the Elo difference, by the normal approximation of
    /// the generalised sequential test. Half a pair of each kind is added, so that it is defined from the first pair on.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let (pairs, mean, variance) = moments(self.0.map(|count| count as f64 + 0.5));
        let (score0, score1) = (expected_score(elo0), expected_score(elo1));
        pairs * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance)
    }
}

/// The number of pairs, and the mean and variance of their points per game.
fn moments(counts: [f64; 5]) -> (f64, f64, f64) {
    let pairs: f64 = counts.iter().sum();
    let weighted = |value: &dyn Fn(f64) -> f64| {
        counts.iter().enumerate().map(|(index, count)| value(index as f64 / 4.0) * count).sum::<f64>() / pairs
    };
    let mean = weighted(&|points| points);
    (pairs, mean, weighted(&|points| (points - mean).powi(2)))
}

/// The Elo difference at which a player scores this share of the points.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The share of the points that a player with this Elo advantage scores.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The bounds of a sequential test: below the first the lower hypothesis is accepted, above the second the upper one,
/// with a risk of 5 % either way.
pub const SPRT_BOUNDS: (f64, f64) = (-2.944_438_979_166_440_4, 2.944_438_979_166_440_4);

/// A sequential test between two hypotheses about an Elo difference.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SequentialTest {
    /// The lower hypothesis.
    pub elo0: f64,
    /// The upper one.
    pub elo1: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The lower hypothesis is accepted.
    Lower,
    /// The upper one is.
    Upper,
    /// More games are needed.
    Undecided,
}

impl SequentialTest {
    /// A test between two differences, the smaller one first.
    pub fn new(elo0: f64, elo1: f64) -> Option<SequentialTest> {
        (elo0.is_finite() && elo1.is_finite() && elo0 < elo1).then_some(SequentialTest { elo0, elo1 })
    }

    /// What the pairs played so far say.
    pub fn verdict(&self, pairs: &Pentanomial) -> Verdict {
        let ratio = pairs.log_likelihood_ratio(self.elo0, self.elo1);
        match SPRT_BOUNDS {
            (low, _) if ratio <= low => Verdict::Lower,
            (_, high) if ratio >= high => Verdict::Upper,
            _ => Verdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every interval in the tables of Rezende and Chaimowicz, "A Methodology for Creating Generic Game Playing Agents for
    /// Board Games".
    #[test]
    fn clopper_pearson_agrees_with_published_intervals() {
        let published = [
            (57, 100, 46.71, 66.86),
            (0, 100, 0.0, 3.62),
            (100, 100, 96.38, 100.0),
            (30, 100, 21.24, 39.98),
            (45, 100, 35.03, 55.27),
            (65, 100, 54.82, 74.27),
            (6, 100, 2.23, 12.60),
            (5, 100, 1.64, 11.28),
            (1, 100, 0.03, 5.45),
            (156, 200, 71.61, 83.54),
            (154, 200, 70.54, 82.64),
            (60, 200, 23.74, 36.86),
            (31, 200, 10.78, 21.27),
        ];
        for (successes, trials, low, high) in published {
            let interval = clopper_pearson(successes, trials, 0.95);
            assert!((100.0 * interval.low - low).abs() < 0.006, "{successes} of {trials}: {interval:?}");
            assert!((100.0 * interval.high - high).abs() < 0.006, "{successes} of {trials}: {interval:?}");
        }
    }

    #[test]
    fn means_have_the_textbook_radius() {
        let Mean { mean, radius } = mean([1.0, 2.0, 3.0, 4.0]);
        assert_eq!(mean, 2.5);
        // The sample variance is 5/3.
        assert!((radius - 1.959_964 * (5.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-6);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo_difference in [-400.0, -10.0, 0.0, 35.0, 200.0] {
            assert!((elo(expected_score(elo_difference)) - elo_difference).abs() < 1e-9);
        }
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn pairs_are_the_unit() {
        // Twenty pairs in which each side won once: nothing is known to differ, and nothing varies.
        let even = Pentanomial([0, 0, 20, 0, 0]);
        assert_eq!(even.score(), (0.5, 0.0));
        assert_eq!(even.superiority(), 0.5);
        let better = Pentanomial([1, 2, 10, 5, 2]);
        let (score, error) = better.score();
        assert!((score - 0.5625).abs() < 1e-12);
        assert!(better.superiority() > 0.85 && error > 0.0);
        let (elo, interval) = better.elo();
        assert!(interval.low < elo && elo < interval.high);
    }

    #[test]
    fn the_sequential_test_leans_the_right_way() {
        assert!(Pentanomial([0, 5, 40, 45, 30]).log_likelihood_ratio(0.0, 10.0) > 1.0);
        assert!(Pentanomial([30, 45, 40, 5, 0]).log_likelihood_ratio(0.0, 10.0) < -1.0);
        let test = SequentialTest::new(0.0, 50.0).unwrap();
        assert_eq!(test.verdict(&Pentanomial([0, 5, 40, 45, 30])), Verdict::Upper);
        assert_eq!(test.verdict(&Pentanomial([30, 45, 40, 5, 0])), Verdict::Lower);
        assert_eq!(test.verdict(&Pentanomial::default()), Verdict::Undecided);
        assert_eq!(SequentialTest::new(5.0, 5.0), None);
    }
}

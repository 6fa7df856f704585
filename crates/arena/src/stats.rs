//! What a number of games says about two players.
//!
//! Shares of wins have the exact interval of Clopper and Pearson. Gains, scores, points and Elo differences have the interval of
//! Jeffreys, made to fit results between a loss and a win: half a loss and half a win are added to what was seen, Rubin's
//! Bayesian bootstrap says how the mean of all of it is distributed, and a beta distribution with the same mean and variance gives
//! the quantiles. Of mere wins and losses that is Jeffreys' own interval for a share (Brown, Cai and Das Gupta, *Interval estimation
//! for a binomial proportion*). It is never of zero width and has finite ends on the Elo scale, even if every game was won.

use serde::{Deserialize, Serialize};
use statrs::distribution::{Beta, ContinuousCDF};
use statrs::function::factorial::ln_factorial;

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

/// Fisher's exact test: how likely it is, if two samples have the same share of successes, that they differ as much as these do or
/// more. Two-sided: all tables count that are no likelier than the one that was seen.
pub fn fisher([successes, others]: [u64; 2], [trials, other_trials]: [u64; 2]) -> f64 {
    let (all, both) = (trials + other_trials, successes + others);
    let ln_choose = |n: u64, k: u64| ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k);
    let ln_likelihood =
        |k: u64| ln_choose(trials, k) + ln_choose(other_trials, both - k) - ln_choose(all, both);
    let seen = ln_likelihood(successes);
    let possible = both.saturating_sub(other_trials)..=both.min(trials);
    // Tables that are just as likely may differ in the last digits.
    let extreme = possible.map(ln_likelihood).filter(|&likelihood| likelihood <= seen + 1e-7);
    extreme.map(f64::exp).sum::<f64>().min(1.0)
}

/// The mean of a sample and the radius of its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// How far the 95 % interval reaches; infinite where nothing is known.
    pub radius: f64,
}

/// The mean of some values with its 95 % radius by the normal approximation, infinite for fewer than two values. For measurements;
/// results of games have bounds, and [`mean_result`] knows them.
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

/// What is believed of the mean of results from 0 to 1, of which `count` independent ones have this mean and variance.
struct Belief(Beta);

impl Belief {
    fn new(count: f64, mean: f64, variance: f64) -> Belief {
        // Half a result at either end; the square of the upper one is itself.
        let all = count + 1.0;
        let centre = (count * mean + 0.5) / all;
        let squares = (count * (variance + mean * mean) + 0.5) / all;
        let spread = ((squares - centre * centre) / (all + 1.0)).max(f64::MIN_POSITIVE);
        let weight = centre * (1.0 - centre) / spread - 1.0;
        Belief(Beta::new(centre * weight, (1.0 - centre) * weight).expect("results lie between 0 and 1"))
    }

    /// The share that is expected; never quite 0 or 1.
    fn expected(&self) -> f64 {
        self.0.shape_a() / (self.0.shape_a() + self.0.shape_b())
    }

    /// How likely more than half of the points are.
    fn superiority(&self) -> f64 {
        self.0.sf(0.5)
    }

    /// The 95 % interval; never quite down to 0 or up to 1.
    fn interval(&self) -> Interval {
        let [low, high] = [0.025, 0.975].map(|share| self.quantile(share));
        Interval { low, high }
    }

    /// Where the distribution has this share below, found by halving the odds; of very many results by the normal distribution,
    /// as which they are distributed then.
    fn quantile(&self, share: f64) -> f64 {
        // Nothing is known any better than this.
        let inside = |points: f64| points.clamp(1e-9, 1.0 - 1e-9);
        let weight = self.0.shape_a() + self.0.shape_b();
        if weight > NORMAL {
            let centre = self.expected();
            let error = (centre * (1.0 - centre) / (weight + 1.0)).sqrt();
            return inside(centre + TWO_SIDED_95 * error * (share - 0.5).signum());
        }
        let points = |odds: f64| 1.0 / (1.0 + (-odds).exp());
        let (mut low, mut high) = (-21.0, 21.0);
        for _ in 0..50 {
            let middle = f64::midpoint(low, high);
            if self.0.cdf(points(middle)) < share { low = middle } else { high = middle }
        }
        inside(points(low))
    }
}

/// The weight from which on a beta distribution is taken for a normal one.
const NORMAL: f64 = 10_000.0;

/// The 95 % interval of the mean of results from 0 to 1, of which `count` independent ones have this mean and variance. The mean
/// itself always lies within.
pub(crate) fn interval_of_points(count: f64, mean: f64, variance: f64) -> Interval {
    let Interval { low, high } = Belief::new(count, mean, variance).interval();
    Interval { low: low.min(mean), high: high.max(mean) }
}

/// The mean of independent results from -1 to 1, and its 95 % interval. The radius reaches to the farther end of the interval, and
/// is never zero.
pub fn mean_result(results: impl IntoIterator<Item = f64>) -> (Mean, Interval) {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for result in results {
        let points = f64::midpoint(result, 1.0);
        (count, sum, squares) = (count + 1.0, sum + result, squares + points * points);
    }
    let mean = if count == 0.0 { 0.0 } else { sum / count };
    let points = f64::midpoint(mean, 1.0);
    let variance = if count == 0.0 { 0.0 } else { (squares / count - points * points).max(0.0) };
    let Interval { low, high } = interval_of_points(count, points, variance);
    let interval = Interval { low: 2.0 * low - 1.0, high: 2.0 * high - 1.0 };
    (Mean { mean, radius: (mean - interval.low).max(interval.high - mean) }, interval)
}

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

    /// What is believed of the mean points per game.
    fn belief(&self) -> Belief {
        if self.pairs() == 0 {
            return Belief::new(0.0, 0.5, 0.0);
        }
        let (pairs, mean, variance) = moments(self.0.map(|count| count as f64));
        Belief::new(pairs, mean, variance)
    }

    /// The 95 % interval of the mean points per game.
    pub fn interval(&self) -> Interval {
        let (mean, _) = if self.pairs() == 0 { (0.5, 0.0) } else { self.score() };
        let Interval { low, high } = self.belief().interval();
        Interval { low: low.min(mean), high: high.max(mean) }
    }

    /// The Elo difference that is expected, and its 95 % interval. All of them are finite, however one-sided the games were.
    pub fn elo(&self) -> (f64, Interval) {
        let belief = self.belief();
        let Interval { low, high } = belief.interval();
        (elo(belief.expected()), Interval { low: elo(low), high: elo(high) })
    }

    /// How likely it is that the first player is the stronger one.
    pub fn superiority(&self) -> f64 {
        self.belief().superiority()
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
    fn fisher_agrees_with_published_values() {
        let near = |p: f64, expected: f64| assert!((p - expected).abs() < 5e-5, "{p}, expected {expected}");
        // Fisher's own example: a lady who tastes tea names three of four cups on either side.
        near(fisher([3, 1], [4, 4]), 0.4857);
        near(fisher([4, 0], [4, 4]), 0.0286);
        // Agresti, Categorical Data Analysis: 21 of 23 against 15 of 18.
        near(fisher([21, 15], [23, 18]), 0.6384);
        assert_eq!(
            [fisher([0, 0], [20, 20]), fisher([5, 5], [10, 10])].map(|p| (p * 1e9).round()),
            [1e9, 1e9]
        );
        assert!(fisher([180, 60], [200, 200]) < 1e-9);
        // It does not matter which sample comes first.
        near(fisher([18, 11], [60, 20]), fisher([11, 18], [20, 60]));
    }

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
        assert!((even.superiority() - 0.5).abs() < 1e-9);
        let better = Pentanomial([1, 2, 10, 5, 2]);
        let (score, error) = better.score();
        assert!((score - 0.5625).abs() < 1e-12);
        assert!(better.superiority() > 0.85 && error > 0.0);
        let (elo, interval) = better.elo();
        assert!(interval.low < elo && elo < interval.high);
    }

    #[test]
    fn a_clean_sweep_has_an_interval_with_two_finite_ends() {
        // Three pairs won outright: Jeffreys' interval of three successes in three trials is that of Beta(3.5, 0.5).
        let sweep = Pentanomial([0, 0, 0, 0, 3]);
        let (difference, Interval { low, high }) = sweep.elo();
        assert!((difference - elo(3.5 / 4.0)).abs() < 1e-9, "{difference}");
        assert!((low - elo(0.464_4)).abs() < 0.1, "{low}");
        assert!(high.is_finite() && high > 1000.0 && low < 0.0, "{low} to {high}");
        assert!(sweep.superiority() > 0.95 && sweep.superiority() < 1.0);
        let (gain, interval) = mean_result([1.0; 3]);
        assert_eq!((gain.mean, interval.high), (1.0, 1.0));
        assert!((interval.low - (2.0 * 0.464_4 - 1.0)).abs() < 1e-3, "{interval:?}");
        assert!((gain.radius - (1.0 - interval.low)).abs() < 1e-12);
        // Swept the other way, everything is mirrored; drawn throughout, nothing is certain either.
        let (mirrored, _) = Pentanomial([3, 0, 0, 0, 0]).elo();
        assert!((mirrored + difference).abs() < 1e-9);
        let (even, interval) = Pentanomial([0, 0, 20, 0, 0]).elo();
        assert!(even.abs() < 1e-9 && interval.low < -5.0 && interval.high > 5.0, "{interval:?}");
    }

    #[test]
    fn nothing_played_says_nothing_and_breaks_nothing() {
        let (difference, Interval { low, high }) = Pentanomial::default().elo();
        assert!(difference.abs() < 1e-9 && low < -1000.0 && high > 1000.0);
        let (Mean { mean, radius }, _) = mean_result([]);
        assert!(mean == 0.0 && radius > 0.9);
        let huge = Pentanomial([0, 0, 0, 0, 50_000_000]);
        assert!(huge.elo().1.low.is_finite() && huge.elo().1.high.is_finite());
    }

    /// How often the interval holds the truth, summed over every result there can be, where pairs are won, shared or lost.
    #[test]
    fn the_interval_holds_the_truth_as_often_as_it_says() {
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        for [lost, shared, won] in [[0.3, 0.4, 0.3], [0.1, 0.3, 0.6], [0.05, 0.15, 0.8], [0.5, 0.0, 0.5]] {
            let truth = won + shared / 2.0;
            for pairs in [3_u32, 6, 15, 40] {
                let mut coverage = 0.0;
                for wins in 0..=pairs {
                    for draws in 0..=pairs - wins {
                        let losses = pairs - wins - draws;
                        let ways = factorial(pairs) / factorial(wins) / factorial(draws) / factorial(losses);
                        let power = |share: f64, count: u32| share.powi(count as i32);
                        let chance = ways * power(won, wins) * power(shared, draws) * power(lost, losses);
                        let counts = [losses, 0, draws, 0, wins].map(u64::from);
                        let Interval { low, high } = Pentanomial(counts).elo().1;
                        let holds = expected_score(low) <= truth && truth <= expected_score(high);
                        coverage += if holds { chance } else { 0.0 };
                    }
                }
                assert!(coverage > 0.93, "{coverage} of {pairs} pairs with {lost}, {shared}, {won}");
            }
        }
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

//! How far searches of two plies less are from the truth: what `ProbCut` goes by (Buro, "`ProbCut`: An Effective Selective Extension of
//! the Alpha-Beta Algorithm").
//!
//! Nothing is fitted beforehand. The iterations of a search judge the position after every root move at every depth; the differences
//! between depths that are two plies apart, as the player to move there sees them, are the sample.

/// Differences between a depth and the one two plies below it, by depth.
#[derive(Clone, Debug, Default)]
pub(super) struct Errors {
    samples: Vec<Sample>,
}

/// Numbers, by their sums.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    count: u32,
    sum: f64,
    squares: f64,
}

/// From fewer differences nothing is concluded.
const LEAST: u32 = 20;

impl Errors {
    /// Adds the difference between the values of a position at `depth` and at `depth - 2`.
    pub(super) fn add(&mut self, depth: u32, difference: f32) {
        let depth = depth as usize;
        if self.samples.len() <= depth {
            self.samples.resize(depth + 1, Sample::default());
        }
        let (sample, difference) = (&mut self.samples[depth], f64::from(difference));
        sample.count += 1;
        sample.sum += difference;
        sample.squares += difference * difference;
    }

    /// The mean difference and its standard deviation, if enough are known.
    pub(super) fn spread(&self, depth: u32) -> Option<(f32, f32)> {
        let Sample { count, sum, squares } = *self.samples.get(depth as usize)?;
        let count = f64::from(Some(count).filter(|&count| count >= LEAST)?);
        let mean = sum / count;
        let variance = ((squares - sum * mean) / (count - 1.0)).max(0.0);
        Some((mean as f32, variance.sqrt() as f32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_that_of_the_sample() {
        let mut errors = Errors::default();
        for number in 0..LEAST {
            assert_eq!(errors.spread(3), None);
            errors.add(3, if number % 2 == 0 { 0.3 } else { -0.1 });
        }
        let (mean, deviation) = errors.spread(3).unwrap();
        assert!((mean - 0.1).abs() < 1e-6);
        assert!((deviation - 0.2 * (20.0f32 / 19.0).sqrt()).abs() < 1e-6, "{deviation}");
        assert_eq!((errors.spread(2), errors.spread(4)), (None, None));
    }
}

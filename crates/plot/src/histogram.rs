//! Counting numbers into bins of a round width.

use crate::chart::{Point, Series};

/// A bar for each range of whole numbers, from counts of single ones: at most about `bins` bars, all equally wide.
pub fn histogram(name: impl Into<String>, counts: impl IntoIterator<Item = (u32, u64)>, bins: u32) -> Series {
    let counts: Vec<(u32, u64)> = counts.into_iter().filter(|&(_, count)| count > 0).collect();
    let low = counts.iter().map(|&(value, _)| value).min().unwrap_or(0);
    let high = counts.iter().map(|&(value, _)| value).max().unwrap_or(0);
    let least = (u64::from(high - low) + 1).div_ceil(u64::from(bins.max(1)));
    let width = round_width(least);
    let first = u64::from(low) / width;
    let mut bars = vec![0_u64; (u64::from(high) / width - first + 1) as usize];
    for (value, count) in counts {
        bars[(u64::from(value) / width - first) as usize] += count;
    }
    let points = bars.into_iter().enumerate().map(|(index, count)| {
        // The bar of the numbers from `start` to `start + width - 1` reaches half a unit beyond both.
        let start = (first + index as u64) * width;
        Point::new(start as f64 + (width - 1) as f64 / 2.0, count as f64)
    });
    Series::bars(name, width as f64, points)
}

/// The next of 1, 2, 5, 10, 20, …
fn round_width(least: u64) -> u64 {
    let mut power = 1;
    loop {
        for factor in [1, 2, 5] {
            if factor * power >= least {
                return factor * power;
            }
        }
        power *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_counted_once_in_bins_of_a_round_width() {
        let series = histogram("lengths", [(9, 2), (10, 3), (19, 4), (60, 1)], 10);
        let bars: Vec<(f64, f64)> = series.points.iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(bars[0], (4.5, 2.0));
        assert_eq!(bars[1], (14.5, 7.0));
        assert_eq!(bars.last(), Some(&(64.5, 1.0)));
        assert_eq!(bars.iter().map(|bar| bar.1).sum::<f64>(), 10.0);
    }

    #[test]
    fn no_numbers_and_large_numbers_are_no_trouble() {
        assert_eq!(histogram("none", [], 10).points.len(), 1);
        assert!(histogram("far", [(0, 1), (u32::MAX, 1)], 40).points.len() <= 41);
    }
}

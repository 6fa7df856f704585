//! Reproducible randomness: the same seed gives the same numbers on every machine.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The one generator used everywhere. Sampling is written here rather than taken from a distribution
/// library, so that an update of a dependency can never change a recorded experiment.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// A generator that depends on the seed alone.
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The generator number `index` of a family: independent work items each take their own, so that
    /// results do not depend on how the work was spread over threads.
    pub fn stream(seed: u64, index: u64) -> Random {
        Random::new(crate::hash::mix(seed ^ crate::hash::mix(index.wrapping_add(0x9e37_79b9_7f4a_7c15))))
    }

    /// Sixty-four random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number below `bound`, without bias (Lemire's multiplication with rejection).
    ///
    /// # Panics
    /// In debug builds, when `bound` is zero.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "there is no number below zero");
        let mut product = (self.bits() >> 32) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = (self.bits() >> 32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// A uniform element of a non-empty slice.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }

    /// A uniform number in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_uniform_and_in_range() {
        let mut random = Random::new(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }

    #[test]
    fn streams_repeat_and_differ() {
        assert_eq!(Random::stream(1, 2).bits(), Random::stream(1, 2).bits());
        assert_ne!(Random::stream(1, 2).bits(), Random::stream(1, 3).bits());
        assert_ne!(Random::stream(1, 2).bits(), Random::stream(2, 1).bits());
    }

    #[test]
    fn the_sequence_of_a_seed_is_fixed() {
        let mut random = Random::new(1);
        assert_eq!([random.below(1000), random.below(1000), random.below(1000)], [811, 747, 100]);
    }
}

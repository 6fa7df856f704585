//! What is certain about a position: the least and the most that a player can get.

/// A pessimistic and an optimistic bound on a result in {-1, 0, 1}, in four bits; zero means that nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Bounds(u8);

impl Bounds {
    pub(super) const UNKNOWN: Bounds = Bounds(0);

    pub(super) fn new(least: i8, most: i8) -> Bounds {
        debug_assert!(-1 <= least && least <= most && most <= 1, "bounds {least}..{most}");
        Bounds((least + 1) as u8 | ((1 - most) as u8) << 2)
    }

    pub(super) fn exact(gain: i8) -> Bounds {
        Bounds::new(gain, gain)
    }

    pub(super) fn from_bits(bits: u8) -> Bounds {
        Bounds(bits)
    }

    pub(super) fn bits(self) -> u8 {
        self.0
    }

    /// What the player gets at least.
    pub(super) fn least(self) -> i8 {
        (self.0 & 3) as i8 - 1
    }

    /// What the player gets at most.
    pub(super) fn most(self) -> i8 {
        1 - (self.0 >> 2) as i8
    }

    /// The result, if it is certain.
    #[inline]
    pub(super) fn gain(self) -> Option<i8> {
        (self.least() == self.most()).then_some(self.least())
    }

    /// The same, as the other player sees it.
    pub(super) fn flipped(self) -> Bounds {
        Bounds(self.0 >> 2 | (self.0 & 3) << 2)
    }

    /// What is certain when both are.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds::new(self.least().max(other.least()), self.most().min(other.most()))
    }

    /// What a player can get who chooses between the two.
    pub(super) fn or(self, other: Bounds) -> Bounds {
        Bounds::new(self.least().max(other.least()), self.most().max(other.most()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_bits_hold_all_bounds() {
        assert_eq!((Bounds::UNKNOWN.least(), Bounds::UNKNOWN.most()), (-1, 1));
        for least in -1..=1 {
            for most in least..=1 {
                let bounds = Bounds::new(least, most);
                assert_eq!((bounds.least(), bounds.most()), (least, most));
                assert_eq!(bounds.flipped(), Bounds::new(-most, -least));
                assert_eq!(bounds.gain(), (least == most).then_some(least));
                assert!(bounds.bits() < 16);
            }
        }
    }

    #[test]
    fn choices_take_the_better_bound_of_each_kind() {
        assert_eq!(Bounds::new(-1, 0).or(Bounds::new(0, 0)), Bounds::exact(0));
        assert_eq!(Bounds::exact(0).or(Bounds::UNKNOWN), Bounds::new(0, 1));
        assert_eq!(Bounds::new(0, 1).and(Bounds::new(-1, 0)), Bounds::exact(0));
    }
}

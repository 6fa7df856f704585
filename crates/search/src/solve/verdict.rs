//! The exact value of a position in two bytes.

use agon_core::{Ending, Outcome, Player};

/// What a position is worth to the player to move when both play perfectly, and how long it takes.
///
/// Rules that look at the past (repetition, no progress, length) are left out of account: a position in which neither
/// side can force a win is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict(i16);

impl Verdict {
    /// Nobody can force a win.
    pub const DRAW: Verdict = Verdict(0);
    /// Longer wins cannot be written down.
    pub(super) const LONGEST: u32 = i16::MAX as u32 - 1;

    /// A win (`gain` 1) or loss (-1) in this many plies; with `gain` 0 a draw.
    pub(super) fn new(gain: i8, distance: u32) -> Verdict {
        assert!(distance <= Verdict::LONGEST, "a win in {distance} plies is too long to be written down");
        Verdict(i16::from(gain) * (distance as i16 + 1))
    }

    /// An ended game, as `player` sees it.
    pub fn of_ending(ending: Ending, player: Player) -> Verdict {
        match ending.outcome {
            Outcome::Draw => Verdict::DRAW,
            Outcome::Win(winner) => Verdict::new(if winner == player { 1 } else { -1 }, 0),
        }
    }

    /// +1 if the player to move wins, 0 for a draw, -1 if he loses.
    #[inline]
    pub fn gain(self) -> i8 {
        self.0.signum() as i8
    }

    /// The plies to the end of the game when the winner hurries and the loser delays; 0 for a draw.
    #[inline]
    pub fn distance(self) -> u32 {
        u32::from(self.0.unsigned_abs()).saturating_sub(1)
    }

    /// This value of the position after a move, as the value of the move for the player who made it.
    pub fn before(self, keeps_turn: bool) -> Verdict {
        if self == Verdict::DRAW {
            return self;
        }
        Verdict::new(if keeps_turn { self.gain() } else { -self.gain() }, self.distance() + 1)
    }

    /// How good it is for the player to move: quick wins before slow ones, slow losses before quick ones.
    pub fn rank(self) -> i32 {
        match self.gain() {
            0 => 0,
            gain => i32::from(gain) * (i32::from(i16::MAX) - self.distance() as i32),
        }
    }

    /// The value as one number; 0 is a draw.
    pub(super) fn to_bits(self) -> i16 {
        self.0
    }

    pub(super) fn from_bits(bits: i16) -> Verdict {
        // The one number that has no opposite is no value; nothing writes it.
        Verdict(bits.max(-i16::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_go_from_the_quickest_loss_to_the_quickest_win() {
        let values =
            [(-1, 0), (-1, 2), (0, 0), (1, 9), (1, 1)].map(|(gain, plies)| Verdict::new(gain, plies));
        assert!(values.is_sorted_by_key(|value| value.rank()));
        for value in values {
            assert_eq!(Verdict::from_bits(value.to_bits()), value);
        }
    }

    #[test]
    fn a_move_before_changes_sides_unless_the_turn_is_kept() {
        let lost = Verdict::new(-1, 2);
        assert_eq!(lost.before(false), Verdict::new(1, 3));
        assert_eq!(lost.before(true), Verdict::new(-1, 3));
        assert_eq!(Verdict::DRAW.before(false), Verdict::DRAW);
    }
}

//! What players of alquerque look at: men, room to move, and men in danger.

use agon_core::{Game, Heuristic};

use super::{ALL, Alquerque, Move};
use crate::graph::{ALQUERQUE_5, ALQUERQUE_5_JUMPS};
use crate::knowledge::{lead, verdict};
use crate::stones::Stones;

/// What one more way to step is worth, and one man that could be taken, if it is the turn of who takes it.
const STEP_WORTH: i32 = 4;
const JUMP_WORTH: i32 = 30;

impl Alquerque {
    /// The captures that a side could begin.
    #[inline]
    fn jumps(own: u32, enemy: u32) -> u64 {
        ALQUERQUE_5_JUMPS.joining(own, ALL & !(own | enemy)) & ALQUERQUE_5_JUMPS.over(enemy)
    }
}

impl Heuristic for Alquerque {
    const HAND_MADE: bool = true;

    /// Men, which count more when few are left, room to move, and men in danger.
    fn heuristic(&self, position: &Stones) -> f32 {
        let Stones { own, enemy, mover } = *position;
        let [men, others] = [own, enemy].map(|set| set.count_ones() as i32);
        let empty = ALL & !position.occupied();
        let [steps, other_steps] =
            [own, enemy].map(|set| ALQUERQUE_5.joining(set, empty).count_ones() as i32);
        let jumps = Self::jumps(own, enemy).count_ones() as i32;
        let ahead = lead(100 * (men - others), (men + others) as u32);
        verdict(ahead + STEP_WORTH * (steps - other_steps) + JUMP_WORTH * jumps, mover)
    }

    #[inline]
    fn is_loud(&self, _: &Stones, mv: Move) -> bool {
        mv.captured != 0
    }

    #[inline]
    fn may_stand(&self, position: &Stones) -> bool {
        match self {
            Alquerque::Chains => Self::jumps(position.own, position.enemy) == 0,
            Alquerque::SingleJumps => true,
        }
    }

    /// The most captures first, then steps to where nobody can jump over the man.
    fn promise(&self, position: &Stones, mv: Move) -> i32 {
        let mut after = *position;
        self.play(&mut after, mv);
        10 * i32::from(mv.jumps) - Self::jumps(after.own, after.enemy).count_ones() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::tests::{assert_fair, value};

    #[test]
    fn evaluations_are_fair_and_count_men() {
        for game in [Alquerque::Chains, Alquerque::SingleJumps] {
            assert_fair(&game, 40, |position| Stones { mover: !position.mover, ..*position });
            let even = value(&game, "OOO2/5/5/5/XXX2 x 0");
            let ahead = value(&game, "OO3/5/5/5/XXX2 x 0");
            let far_ahead = value(&game, "O4/5/5/5/XXX2 x 0");
            assert!(even.abs() < 0.05 && even + 0.1 < ahead && ahead + 0.1 < far_ahead && far_ahead > 0.5);
        }
        let (position, _) = Alquerque::Chains.read_position("5/5/5/1O3/X4 x 0").unwrap();
        assert!(!Alquerque::Chains.may_stand(&position) && Alquerque::SingleJumps.may_stand(&position));
    }
}

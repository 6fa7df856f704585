//! What a fair player aims at: the arithmetic, apart from all searching.

/// The least that is remembered of an opponent: even the limits of natural play have given way.
pub const LEAST: f32 = -1.6;
/// The most that is remembered of an opponent: a little more than full strength, so that a series of losses to a stronger
/// one is not forgotten after his first mistake.
pub const GREATEST: f32 = 1.2;
/// Below this the limits of natural play give way, so far as it is necessary.
const WITHIN_LIMITS: f32 = -1.0;
/// How many opponent's moves the assumption about him weighs as much as.
const PRIOR_MOVES: f32 = 4.0;
/// The farthest that one game moves the target.
const FARTHEST: f32 = 0.6;

/// What is remembered of an opponent after another game with him: won (`gain` 1), drawn (0) or lost (-1).
///
/// While it stays between its ends, the sum of all gains is the change of `u` divided by the step, whoever the opponent
/// is: so the mean gain of `n` games is less than `1.6 / (step * n)`.
pub fn next_u(u: f32, gain: f32, step: f32) -> f32 {
    (u - step * gain).clamp(LEAST, GREATEST)
}

/// How a game is steered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Control {
    /// What is remembered of the opponent.
    pub(super) u: f32,
    /// By how much a game changes it.
    pub(super) step: f32,
    /// How much mistakes in this game move the target.
    pub(super) drift: f32,
    /// The mistakes of an equal.
    pub(super) par: f32,
}

impl Control {
    /// The value to aim at, given what each of the opponent's moves in this game gave away.
    pub(super) fn target(&self, mistakes: &[f32]) -> f32 {
        let mean =
            (PRIOR_MOVES * self.par + mistakes.iter().sum::<f32>()) / (PRIOR_MOVES + mistakes.len() as f32);
        let drift = (self.drift * (self.par - mean)).clamp(-FARTHEST, FARTHEST);
        let u = self.u.clamp(-1.0, 1.0);
        // The more earlier games say, the less this one has to.
        u + (1.0 - u.abs()) * drift
    }

    /// Whether nothing but the best move will do.
    pub(super) fn is_all_out(&self) -> bool {
        self.u >= 1.0
    }

    /// How far the limits of natural play have given way, from 0 to 1.
    pub(super) fn slack(&self) -> f32 {
        ((WITHIN_LIMITS - self.u) / (WITHIN_LIMITS - LEAST)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_gains_is_the_change_of_u() {
        let gains = [1.0, 1.0, 0.0, -1.0, 1.0, -1.0, -1.0];
        let end = gains.iter().fold(0.0, |u, &gain| next_u(u, gain, 0.4));
        assert!((end + 0.4 * gains.iter().sum::<f32>()).abs() < 1e-6);
        assert_eq!(next_u(-1.5, 1.0, 0.4), LEAST);
        assert_eq!(next_u(1.1, -1.0, 0.4), GREATEST);
        assert_eq!(next_u(0.3, 0.0, 0.4), 0.3);
    }

    #[test]
    fn mistakes_lower_the_target_and_good_moves_raise_it() {
        let control = Control { u: 0.0, step: 0.4, drift: 2.0, par: 0.05 };
        assert_eq!(control.target(&[]), 0.0);
        assert!(control.target(&[0.3, 0.2]) < -0.1);
        assert!(control.target(&[-0.1, 0.0, 0.0]) > 0.05);
        assert_eq!(control.target(&[2.0; 9]), -FARTHEST);
        assert_eq!(Control { u: 1.0, ..control }.target(&[1.0]), 1.0);
        assert_eq!(Control { u: -1.5, ..control }.target(&[0.0]), -1.0);
    }

    #[test]
    fn limits_give_way_at_the_very_end_only() {
        let slack = |u| Control { u, step: 0.4, drift: 0.0, par: 0.0 }.slack();
        assert_eq!([slack(1.0), slack(0.0), slack(-1.0), slack(LEAST)], [0.0, 0.0, 0.0, 1.0]);
        assert!(slack(-1.3) > 0.4 && slack(-1.3) < 0.6);
    }
}

//! Where a fair player steers: the arithmetic, apart from all searching.

/// The least that is remembered of an opponent. A little more is remembered than can be acted upon, at both ends, so that a
/// debt is paid back when the opponent allows it.
pub const LEAST: f32 = -2.0;
/// The most that is remembered of an opponent.
pub const GREATEST: f32 = 1.6;
/// Below this the limits of natural play begin to give way, so far as it is necessary.
const WITHIN_LIMITS: f32 = -1.0;
/// Here they have given way entirely.
const WITHOUT_LIMITS: f32 = -1.6;
/// How many of the opponent's moves the assumption that he is an equal weighs as much as.
const PRIOR_MOVES: f32 = 2.0;
/// How far what is seen in one game goes, at most, either way.
const FARTHEST: (f32, f32) = (-1.3, 1.0);
/// Nobody is taken to be more careful than this.
const LEAST_CARELESS: f32 = 0.01;

/// What is remembered of an opponent after another game with him: won (`gain` 1), drawn (0) or lost (-1).
///
/// While it stays between its ends, the sum of all gains is the change of `u` divided by the step, whoever the opponent
/// is: so the mean gain of `n` games is less than `2 / (step * n)`.
pub fn next_u(u: f32, gain: f32, step: f32) -> f32 {
    (u - step * gain).clamp(LEAST, GREATEST)
}

/// What one move of the opponent gave away, and what a move of somebody who plays at random would have, on average.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Seen {
    /// What the move gave away.
    pub(super) given: f32,
    /// The mean of all moves.
    pub(super) usual: f32,
}

/// How a game is steered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Control {
    /// What is remembered of the opponent.
    pub(super) u: f32,
    /// By how much a game changes it.
    pub(super) step: f32,
    /// How much the opponent's carelessness in this game counts.
    pub(super) drift: f32,
    /// The carelessness of an equal: 0 is perfect, 1 plays at random.
    pub(super) par: f32,
    /// How much better or worse than usual the player is in this game, as people are from day to day: it makes the chances of
    /// opponents of neighbouring strengths differ a little instead of entirely.
    pub(super) form: f32,
}

impl Control {
    /// The course, given the opponent's moves of this game: 1 and more is to play to win, 0 to aim at an even game, -1 at a
    /// lost one; below that the limits of natural play give way.
    pub(super) fn course(&self, seen: &[Seen]) -> Course {
        let given: f32 = seen.iter().map(|seen| seen.given).sum();
        let usual: f32 = seen.iter().map(|seen| seen.usual).sum();
        // As if an equal had made the first moves, which gave away as much as the later ones could.
        let prior = PRIOR_MOVES * usual / seen.len().max(1) as f32;
        let careless = if usual > 0.0 { (given + self.par * prior) / (usual + prior) } else { self.par };
        let drift = self.drift * (self.par / careless.max(LEAST_CARELESS)).ln();
        // The more earlier games say, the less this one has to.
        let share = (1.0 - self.u.abs()).max(0.0);
        Course(self.u + share * (drift.clamp(FARTHEST.0, FARTHEST.1) + self.form))
    }
}

/// Where a game is steered.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub(super) struct Course(f32);

impl Course {
    /// The value to aim at.
    pub(super) fn target(self) -> f32 {
        self.0.clamp(-1.0, 1.0)
    }

    /// Whether nothing but the best move will do.
    pub(super) fn is_all_out(self) -> bool {
        self.0 >= 1.0
    }

    /// How far the limits of natural play have given way, from 0 to 1.
    pub(super) fn slack(self) -> f32 {
        ((WITHIN_LIMITS - self.0) / (WITHIN_LIMITS - WITHOUT_LIMITS)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: Control = Control { u: 0.0, step: 0.4, drift: 0.7, par: 0.15, form: 0.0 };

    fn seen(given: f32, count: usize) -> Vec<Seen> {
        vec![Seen { given, usual: 0.2 }; count]
    }

    #[test]
    fn the_sum_of_gains_is_the_change_of_u() {
        let gains = [1.0, 1.0, 0.0, -1.0, 1.0, -1.0, -1.0];
        let end = gains.iter().fold(0.0, |u, &gain| next_u(u, gain, 0.4));
        assert!((end + 0.4 * gains.iter().sum::<f32>()).abs() < 1e-6);
        assert_eq!(next_u(-1.9, 1.0, 0.4), LEAST);
        assert_eq!(next_u(1.5, -1.0, 0.4), GREATEST);
        assert_eq!(next_u(0.3, 0.0, 0.4), 0.3);
    }

    #[test]
    fn carelessness_lowers_the_target_and_care_raises_it() {
        let target = |seen: &[Seen]| CONTROL.course(seen).target();
        assert_eq!(target(&[]), 0.0);
        assert!(target(&seen(0.03, 9)).abs() < 1e-3, "an equal");
        assert!(target(&seen(0.2, 9)) < -0.8, "somebody at random");
        assert!(target(&seen(0.0, 9)) > 0.5, "somebody perfect");
        assert!(target(&seen(0.2, 1)) > target(&seen(0.2, 9)), "one move is little evidence");
        // Where no move matters, nothing is learnt.
        assert_eq!(target(&[Seen { given: 0.0, usual: 0.0 }; 5]), 0.0);
    }

    #[test]
    fn what_is_remembered_comes_first() {
        assert!(Control { u: 1.0, ..CONTROL }.course(&seen(0.2, 9)).is_all_out());
        assert_eq!(Control { u: -1.2, form: 0.5, ..CONTROL }.course(&seen(0.0, 9)), Course(-1.2));
        assert_eq!(Control { form: 0.5, ..CONTROL }.course(&[]), Course(0.5));
    }

    #[test]
    fn limits_give_way_at_the_very_end_only() {
        let slack = |u| Course(u).slack();
        assert_eq!([slack(1.0), slack(0.0), slack(-1.0), slack(WITHOUT_LIMITS)], [0.0, 0.0, 0.0, 1.0]);
        assert!(slack(-1.3) > 0.4 && slack(-1.3) < 0.6);
    }
}

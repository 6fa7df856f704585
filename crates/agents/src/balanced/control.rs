//! Where a fair player steers: the arithmetic, apart from all searching.
//!
//! A course is one number. From -1 to 1 it is the value of the game that is aimed at, for the player himself; above, he
//! plays to win. Below, the limits of natural play give way more and more, and at the end he gives way himself.

/// The least that is remembered of an opponent. More is remembered than can be acted upon, at both ends, so that a
/// debt is paid back when the opponent allows it; more would be held against somebody who has learnt in the meantime.
pub const LEAST: f32 = -4.0;
/// The most that is remembered of an opponent.
pub const GREATEST: f32 = 4.0;
/// From here on, either way, what is remembered says all, and nothing seen in a game changes the course.
const FAMILIAR: f32 = 1.5;
/// Below this the limits of natural play begin to give way, so far as it is necessary.
const WITHIN_LIMITS: f32 = -1.0;
/// Here they have given way entirely.
const WITHOUT_LIMITS: f32 = -1.5;
/// How many of the opponent's moves the assumption that he is an equal weighs as much as.
const PRIOR_MOVES: f32 = 2.0;
/// How far the opponent's carelessness goes, at most, either way.
const FARTHEST: (f32, f32) = (-1.3, 1.0);
/// Nobody is taken to be more careful than this.
const LEAST_CARELESS: f32 = 0.01;
/// How much the latest position counts in the mean of where a game stood.
const LATEST: f32 = 0.25;
/// Chance has taken over entirely when a game is so many times as long as when it began to.
const DECIDED: f32 = 3.0;
/// How often chance says that the player himself shall win, against an equal: it is easier to let somebody win than to beat him.
const ODDS: f32 = 0.55;
/// How much less often the more careless the opponent is, or the more he is owed.
const TACT: f32 = 0.15;
/// The course of a game that the opponent shall win: the limits of natural play give way by half.
const BEHIND: f32 = -1.25;

/// What is remembered of an opponent after another game with him: won (`gain` 1), drawn (0) or lost (-1).
///
/// While it stays between its ends, the sum of all gains is the change of `u` divided by the step, whoever the opponent
/// is. So with a step of 0.5 a player is at his wits' end, either way, when he has won or lost three games more than the
/// opponent; if he can still turn the tide then, the mean gain of `n` games is hardly more than `3 / n`.
pub fn next_u(u: f32, gain: f32, step: f32) -> f32 {
    (u - step * gain).clamp(LEAST, GREATEST)
}

/// What one move of the opponent gave away, what a move of somebody who plays at random would have, on average, and what
/// came of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Seen {
    /// What the move gave away.
    pub(super) given: f32,
    /// The mean of all moves.
    pub(super) usual: f32,
    /// How we stood after it.
    pub(super) stand: f32,
}

agon_search::settings! {
    /// How a game is steered.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub(crate) struct Control {
        /// what is remembered of the opponent: 0 nothing yet, 1.5 play to win, -1 stay behind, -1.5 give way
        pub(super) u: f32 as "u" = "0" in Number(LEAST as f64, GREATEST as f64),
        /// by how much a game won or lost changes u, where it is remembered
        pub(super) step: f32 as "step" = "0.5" in Number(0.0, 2.0),
        /// the value aimed at before anything is known of the opponent
        pub(super) base: f32 as "base" = "0.15" in Number(-1.0, 1.0),
        /// how much the opponent's carelessness in this game counts
        pub(super) drift: f32 as "drift" = "0.6" in Number(0.0, 100.0),
        /// the carelessness of an equal; 0 is perfect, 1 plays at random
        pub(super) par: f32 as "par" = "0.3" in Number(0.01, 1.0),
        /// how much having been ahead in this game lowers the aim
        pub(super) lead: f32 as "lead" = "4" in Number(0.0, 100.0),
        /// the share of the longest game that is allowed after which chance begins to decide who shall win; 1 never
        pub(super) patience: f32 as "patience" = "0.1" in Number(0.01, 1.0),
    }
}

impl Control {
    /// Whether what is remembered says all.
    pub(super) fn is_settled(&self) -> bool {
        self.u.abs() >= FAMILIAR
    }

    /// What chance says of a game that is so long, as a share of the longest one that is allowed; `drawn` is a number from 0 to 1
    /// that was drawn for it.
    pub(super) fn lot(&self, seen: &[Seen], length: f32, drawn: f32) -> Lot {
        let odds = ODDS + TACT * (self.drift(seen) + self.u);
        let end = if drawn < odds { FAMILIAR } else { BEHIND };
        // Whoever has all patience never asks.
        let weight = if self.patience < 1.0 { length / self.patience - 1.0 } else { 0.0 };
        Lot { end, weight: (weight / (DECIDED - 1.0)).clamp(0.0, 1.0) }
    }

    /// The course, given the opponent's moves of this game and what chance says.
    pub(super) fn course(&self, seen: &[Seen], lot: Lot) -> Course {
        // The more earlier games say, the less this one has to.
        let share = (FAMILIAR - self.u.abs()).clamp(0.0, 1.0);
        let lead = seen.iter().fold(0.0, |lead, seen| lead + LATEST * (seen.stand - lead));
        let steered = self.base + self.drift(seen) - self.lead * lead;
        Course(self.u + share * (steered + lot.weight * (lot.end - steered)))
    }

    /// What the opponent's moves say: less is aimed at against somebody careless, and more against somebody careful.
    fn drift(&self, seen: &[Seen]) -> f32 {
        let given: f32 = seen.iter().map(|seen| seen.given).sum();
        let usual: f32 = seen.iter().map(|seen| seen.usual).sum();
        // As if an equal had made the first moves, which gave away as much as the later ones could.
        let prior = PRIOR_MOVES * usual / seen.len().max(1) as f32;
        let careless = if usual > 0.0 { (given + self.par * prior) / (usual + prior) } else { self.par };
        let drift = self.drift * (self.par / careless.max(LEAST_CARELESS)).ln();
        drift.clamp(FARTHEST.0, FARTHEST.1)
    }
}

/// Who shall win a game that has been going on for long. Where games may go in circles, whoever keeps them even only ever draws.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Lot {
    /// Where the course ends up.
    end: f32,
    /// How much of the course it is by now, from 0 to 1.
    weight: f32,
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

    /// Whether the player gives way altogether.
    pub(super) fn is_yielding(self) -> bool {
        self.0 <= WITHOUT_LIMITS
    }

    /// How far the limits of natural play have given way, from 0 to 1.
    pub(super) fn slack(self) -> f32 {
        ((WITHIN_LIMITS - self.0) / (WITHIN_LIMITS - WITHOUT_LIMITS)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: Control =
        Control { u: 0.0, step: 0.5, base: 0.0, drift: 0.7, par: 0.15, lead: 1.0, patience: 0.1 };

    fn seen(given: f32, count: usize) -> Vec<Seen> {
        vec![Seen { given, usual: 0.2, stand: 0.0 }; count]
    }

    /// Moves of an equal after which we stood like this.
    fn stood(stands: &[f32]) -> Vec<Seen> {
        stands.iter().map(|&stand| Seen { given: 0.03, usual: 0.2, stand }).collect()
    }

    /// The course of a game in which chance has nothing to say yet.
    fn course(control: Control, seen: &[Seen]) -> Course {
        control.course(seen, control.lot(seen, 0.0, 0.5))
    }

    #[test]
    fn the_sum_of_gains_is_the_change_of_u() {
        let gains = [1.0, 1.0, 0.0, -1.0, 1.0, -1.0, -1.0];
        let end = gains.iter().fold(0.0, |u, &gain| next_u(u, gain, 0.4));
        assert!((end + 0.4 * gains.iter().sum::<f32>()).abs() < 1e-6);
        assert_eq!(next_u(-3.8, 1.0, 0.4), LEAST);
        assert_eq!(next_u(3.8, -1.0, 0.4), GREATEST);
        assert_eq!(next_u(0.3, 0.0, 0.4), 0.3);
    }

    #[test]
    fn carelessness_lowers_the_target_and_care_raises_it() {
        let target = |seen: &[Seen]| course(CONTROL, seen).target();
        assert_eq!(target(&[]), 0.0);
        assert!(target(&seen(0.03, 9)).abs() < 1e-3, "an equal");
        assert!(target(&seen(0.2, 9)) < -0.8, "somebody at random");
        assert!(target(&seen(0.0, 9)) > 0.5, "somebody perfect");
        assert!(target(&seen(0.2, 1)) > target(&seen(0.2, 9)), "one move is little evidence");
        // Where no move matters, nothing is learnt.
        assert_eq!(target(&[Seen { given: 0.0, usual: 0.0, stand: 0.0 }; 5]), 0.0);
    }

    #[test]
    fn a_lead_lowers_the_target_the_more_the_longer_it_lasts() {
        let target = |stands: &[f32]| course(CONTROL, &stood(stands)).target();
        assert!(target(&[0.8]) < 0.0 && target(&[0.8; 5]) < target(&[0.8; 2]));
        assert!(target(&[-0.8; 3]) > 0.3, "being behind calls for effort");
        assert!(target(&[0.8, 0.8, 0.0, 0.0]) > target(&[0.0, 0.0, 0.8, 0.8]), "the latest counts most");
    }

    #[test]
    fn what_is_remembered_comes_first() {
        let settled = |u: f32| Control { u, base: 0.5, ..CONTROL };
        for (u, seen, stand) in [(1.5, seen(0.2, 9), 0.9), (-1.5, seen(0.0, 9), -0.9)] {
            assert!(settled(u).is_settled());
            let seen: Vec<Seen> = seen.iter().map(|&seen| Seen { stand, ..seen }).collect();
            assert_eq!(course(settled(u), &seen), Course(u));
        }
        assert!(!CONTROL.is_settled());
        assert_eq!(course(settled(0.0), &[]), Course(0.5));
    }

    #[test]
    fn chance_decides_a_long_game_either_way() {
        let course = |length: f32, drawn: f32| {
            let seen = stood(&[0.0; 9]);
            CONTROL.course(&seen, CONTROL.lot(&seen, length, drawn))
        };
        assert_eq!(course(0.1, 0.0), course(0.1, 1.0), "not yet");
        assert!(course(0.2, 0.0) > course(0.1, 0.0) && course(0.2, 1.0) < course(0.1, 1.0));
        assert!(course(0.3, 0.0).is_all_out() && course(0.9, 0.0).is_all_out());
        let behind = course(0.3, 1.0);
        assert!(behind.slack() > 0.0 && !behind.is_yielding(), "nothing that meets the eye is given away");
        let patient = Control { patience: 1.0, ..CONTROL };
        assert_eq!(patient.lot(&[], 1.0, 0.0).weight, 0.0);
    }

    #[test]
    fn chance_favours_the_careless_and_whoever_is_owed() {
        let wins = |u: f32, given: f32| {
            let lot =
                |drawn: u16| Control { u, ..CONTROL }.lot(&seen(given, 9), 1.0, f32::from(drawn) / 1000.0);
            (0..1000).filter(|&drawn| lot(drawn).end > 0.0).count()
        };
        let equal = wins(0.0, 0.03);
        assert!((540..=560).contains(&equal), "{equal}");
        assert!(wins(0.0, 0.2) < equal && equal < wins(0.0, 0.0), "carelessness");
        assert!(wins(-0.5, 0.03) < equal && equal < wins(0.5, 0.03), "memory");
    }

    #[test]
    fn limits_give_way_at_the_very_end_only() {
        let slack = |u| Course(u).slack();
        assert_eq!([slack(1.0), slack(0.0), slack(-1.0), slack(WITHOUT_LIMITS)], [0.0, 0.0, 0.0, 1.0]);
        assert!(slack(-1.25) > 0.4 && slack(-1.25) < 0.6);
        assert!(Course(WITHOUT_LIMITS).is_yielding() && !Course(WITHIN_LIMITS).is_yielding());
    }
}

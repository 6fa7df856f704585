//! What is certain about a position, and how certainty goes from the positions after it to itself.

use agon_core::{Outcome, Player};

/// Patience without end.
const FOREVER: u8 = u8::MAX;

/// The result of a position when both sides play for it, if that is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    /// The result.
    pub(super) outcome: Option<Outcome>,
    /// How many plies without progress may have passed when the position is reached: after more, the game may be
    /// declared a draw before a forced win is carried out. Of an unknown position: after more, it ends at once.
    pub(super) patience: u8,
    /// The plies to the end of the longest line that the proof needs.
    pub(super) distance: u16,
}

impl Fact {
    /// Nothing is known of a position that draws after `limit` plies without progress.
    pub(super) fn unknown(limit: Option<u32>) -> Fact {
        let patience =
            limit.map_or(FOREVER, |limit| limit.saturating_sub(1).min(u32::from(FOREVER - 1)) as u8);
        Fact { outcome: None, patience, distance: 0 }
    }

    /// The end of a game, or a position that has not been looked into.
    #[inline]
    pub(super) const fn end(outcome: Option<Outcome>) -> Fact {
        Fact { outcome, patience: FOREVER, distance: 0 }
    }

    #[inline]
    pub(super) fn is_known(self) -> bool {
        self.outcome.is_some()
    }

    /// +1 if it is known that `player` wins, -1 if that he loses, else 0.
    #[inline]
    pub(super) fn gain(self, player: Player) -> i8 {
        match self.outcome {
            Some(Outcome::Win(winner)) => {
                if winner == player {
                    1
                } else {
                    -1
                }
            }
            _ => 0,
        }
    }

    /// The patience left before a move to this position; `None` if a win would come too late whatever was before.
    #[inline]
    fn before(self, progress: bool) -> Option<u8> {
        if progress || self.patience == FOREVER { Some(FOREVER) } else { self.patience.checked_sub(1) }
    }

    /// Whether the proof holds if the position is reached with these many quiet plies behind it. Draws are never spoilt
    /// by a rule that makes draws.
    pub(super) fn holds_after(self, quiet: u32) -> bool {
        self.patience == FOREVER || quiet <= u32::from(self.patience) || self.outcome == Some(Outcome::Draw)
    }
}

/// Judges a position by what is certain about its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge {
    mover: Player,
    win: Option<(u16, u8)>,
    all_known: bool,
    draws: bool,
    /// Every losing move loses in time.
    loses_in_time: bool,
    longest: u16,
    patience: u8,
}

impl Judge {
    pub(super) fn new(mover: Player) -> Judge {
        let (win, patience) = (None, FOREVER);
        Judge { mover, win, all_known: true, draws: false, loses_in_time: true, longest: 0, patience }
    }

    /// Hears of one move what is known about the position after it, and whether the move makes progress.
    #[inline]
    pub(super) fn hear(&mut self, fact: Fact, progress: bool) {
        match (fact.outcome, fact.before(progress)) {
            (Some(Outcome::Win(winner)), Some(patience)) if winner == self.mover => {
                let sooner = |(distance, least): (u16, u8)| {
                    fact.distance < distance || fact.distance == distance && patience > least
                };
                if self.win.is_none_or(sooner) {
                    self.win = Some((fact.distance, patience));
                }
            }
            (None, _) => self.all_known = false,
            (Some(Outcome::Win(winner)), None) if winner == self.mover => self.all_known = false,
            (Some(Outcome::Draw), _) => {
                self.draws = true;
                self.longest = self.longest.max(fact.distance);
            }
            (Some(Outcome::Win(_)), patience) => {
                self.longest = self.longest.max(fact.distance);
                match patience {
                    Some(patience) => self.patience = self.patience.min(patience),
                    None => self.loses_in_time = false,
                }
            }
        }
    }

    /// What follows for the position itself, of which nothing was known.
    #[inline]
    pub(super) fn verdict(self, unknown: Fact) -> Fact {
        let limit = unknown.patience;
        if let Some((distance, patience)) = self.win {
            let outcome = Some(Outcome::Win(self.mover));
            Fact { outcome, patience: patience.min(limit), distance: distance.saturating_add(1) }
        } else if !self.all_known {
            unknown
        } else if self.draws {
            // A losing move that loses too late is no better than a draw, so the draw stands.
            Fact { outcome: Some(Outcome::Draw), patience: limit, distance: self.longest.saturating_add(1) }
        } else if self.loses_in_time {
            let outcome = Some(Outcome::Win(!self.mover));
            let patience = self.patience.min(limit);
            Fact { outcome, patience, distance: self.longest.saturating_add(1) }
        } else {
            unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{First, Second};

    const WON: Fact = Fact { outcome: Some(Outcome::Win(First)), patience: FOREVER, distance: 4 };
    const DRAWN: Fact = Fact { outcome: Some(Outcome::Draw), patience: FOREVER, distance: 7 };
    const LOST: Fact = Fact { outcome: Some(Outcome::Win(Second)), patience: FOREVER, distance: 2 };

    fn judge(facts: &[Fact], progress: bool, limit: Option<u32>) -> Fact {
        let mut judge = Judge::new(First);
        for &fact in facts {
            judge.hear(fact, progress);
        }
        judge.verdict(Fact::unknown(limit))
    }

    #[test]
    fn one_win_is_enough_and_the_soonest_counts() {
        let later = Fact { distance: 9, ..WON };
        let unknown = Fact::unknown(None);
        assert_eq!(judge(&[later, unknown, WON, LOST], false, None), Fact { distance: 5, ..WON });
    }

    #[test]
    fn draws_and_losses_need_all_moves() {
        assert_eq!(judge(&[LOST, DRAWN], false, None), Fact { distance: 8, ..DRAWN });
        assert_eq!(judge(&[LOST, LOST], false, None), Fact { distance: 3, ..LOST });
        assert!(!judge(&[LOST, DRAWN, Fact::unknown(None)], false, None).is_known());
    }

    #[test]
    fn a_win_that_comes_too_late_is_none() {
        let hurried = Fact { patience: 3, ..WON };
        assert_eq!(judge(&[hurried], false, Some(100)).patience, 2);
        assert_eq!(judge(&[hurried], true, Some(100)).patience, 99);
        assert!(!judge(&[Fact { patience: 0, ..WON }], false, Some(100)).is_known());
        assert!(judge(&[Fact { patience: 0, ..WON }], true, Some(100)).is_known());
        assert!(!judge(&[Fact { patience: 0, ..LOST }, LOST], false, Some(100)).is_known());
        assert_eq!(judge(&[Fact { patience: 0, ..LOST }, DRAWN], false, Some(100)).outcome, DRAWN.outcome);
        assert!(hurried.holds_after(3) && !hurried.holds_after(4) && DRAWN.holds_after(1000));
    }

    #[test]
    fn of_many_losses_the_least_patient_counts() {
        let facts = [Fact { patience: 30, ..LOST }, Fact { patience: 20, distance: 1, ..LOST }];
        assert_eq!(judge(&facts, false, Some(50)), Fact { patience: 19, distance: 3, ..LOST });
        assert_eq!(judge(&facts, false, Some(10)), Fact { patience: 9, distance: 3, ..LOST });
    }
}

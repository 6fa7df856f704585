//! The rules by which an action is chosen: what tells the algorithms of this family apart.

use agon_core::Player;

use super::fact::Fact;

/// What a search knows about an action, values as `First` sees them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct View {
    /// The value of the position it leads to.
    pub(super) value: f32,
    /// What is certain about that position.
    pub(super) fact: Fact,
    /// Whether searching there would change nothing more.
    pub(super) settled: bool,
    /// Whether this iteration may go there.
    pub(super) open: bool,
    /// How often it was chosen.
    pub(super) visits: u32,
}

impl View {
    /// Nothing is known, and nothing can be found out.
    pub(super) const NOTHING: View =
        View { value: 0.0, fact: Fact::end(None), settled: false, open: false, visits: 0 };
}

/// How an action is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Rule {
    /// Both sides play for themselves: a certain win, then the value.
    Minimax,
    /// One player wants the game to stay even; the other plays for himself.
    Balanced {
        /// The player who wants balance.
        player: Player,
        /// Whether he would rather be ahead than behind, however little (Minibal+), or does not care (Minibal-n).
        ahead: bool,
        /// A certain win in at most so many plies is taken, balance or not.
        reach: u32,
    },
}

/// The merit of a certain win that is taken before anything else is looked at, less its distance.
const TAKEN: f32 = 1e6;

impl Rule {
    /// How much the mover likes an action; he chooses the one that he likes best.
    #[inline]
    pub(super) fn merit(self, mover: Player, view: &View) -> f32 {
        match self {
            // Values are in [-1, 1], so that certain results come first.
            Rule::Minimax => pov(view.value, mover) + 4.0 * f32::from(view.fact.gain(mover)),
            Rule::Balanced { player, .. } if player != mover => pov(view.value, mover),
            Rule::Balanced { ahead, reach, .. } => {
                if view.fact.gain(mover) == 1 && u32::from(view.fact.distance) < reach {
                    return TAKEN - f32::from(view.fact.distance);
                }
                let value = pov(view.value, mover);
                -value.abs() - if ahead && value < 0.0 { 2.0 } else { 0.0 }
            }
        }
    }

    /// Whether a position is settled though not all of its actions are: by what is certain about it, or by the action that
    /// the mover likes best.
    #[inline]
    pub(super) fn settles(self, mover: Player, fact: Fact, best: &View, merit: f32) -> bool {
        match self {
            Rule::Minimax => fact.is_known(),
            // A draw is as balanced as can be. That the value is 0 does not make one: it has to be settled.
            Rule::Balanced { player, .. } if player == mover => {
                merit > TAKEN / 2.0 || best.settled && best.value == 0.0
            }
            // The best that the other player can hope for is to win.
            Rule::Balanced { .. } => best.settled && pov(best.value, mover) > 0.0,
        }
    }
}

/// A value of `First` as a player sees it.
#[inline]
pub(super) fn pov(value: f32, player: Player) -> f32 {
    match player {
        Player::First => value,
        Player::Second => -value,
    }
}

crate::words! {
    /// Which of the actions with the same merit a search looks into; to play one, it always prefers the most visited.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Ties {
        /// The one chosen least often so far.
        Least = "least",
        /// The one chosen most often so far.
        Most = "most",
    }
}

impl Ties {
    /// Visits as a number of which more is better.
    #[inline]
    pub(super) fn order(self, visits: u32) -> u32 {
        match self {
            Ties::Least => u32::MAX - visits,
            Ties::Most => visits,
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Outcome;
    use agon_core::Player::{First, Second};

    use super::*;

    fn view(value: f32) -> View {
        View { value, fact: Fact::end(None), settled: false, open: true, visits: 0 }
    }

    fn won(value: f32, winner: Player, distance: u16) -> View {
        let fact = Fact { distance, ..Fact::end(Some(Outcome::Win(winner))) };
        View { fact, settled: true, ..view(value) }
    }

    fn favourite(rule: Rule, mover: Player, views: &[View]) -> usize {
        let merit = |index: &usize| rule.merit(mover, &views[*index]);
        (0..views.len()).max_by(|a, b| merit(a).total_cmp(&merit(b))).unwrap()
    }

    #[test]
    fn minimax_wants_certain_wins_then_value() {
        let views = [view(0.9), won(0.1, First, 3), view(-0.9), won(-0.1, Second, 3)];
        assert_eq!(favourite(Rule::Minimax, First, &views), 1);
        assert_eq!(favourite(Rule::Minimax, Second, &views), 3);
        assert_eq!(favourite(Rule::Minimax, First, &[views[2], views[3]]), 0);
    }

    #[test]
    fn the_balanced_player_wants_zero_and_the_other_to_win() {
        let views = [view(0.3), view(-0.1), view(0.8), view(-0.7)];
        for (player, signs) in [(First, 1.0), (Second, -1.0)] {
            let views = views.map(|view| View { value: signs * view.value, ..view });
            let near = Rule::Balanced { player, ahead: false, reach: 0 };
            let plus = Rule::Balanced { player, ahead: true, reach: 0 };
            assert_eq!(favourite(near, player, &views), 1);
            assert_eq!(favourite(plus, player, &views), 0);
            assert_eq!(favourite(plus, player, &[views[1], views[3]]), 0);
            assert_eq!(favourite(near, !player, &views), 3);
            assert_eq!(favourite(plus, !player, &views), 3);
        }
    }

    #[test]
    fn a_win_within_reach_is_taken() {
        let views = [view(0.0), won(1.0, First, 2), won(0.2, First, 4)];
        let plus = |reach| Rule::Balanced { player: First, ahead: true, reach };
        assert_eq!(favourite(plus(2), First, &views), 0);
        assert_eq!(favourite(plus(3), First, &views), 1);
        assert_eq!(favourite(plus(u32::MAX), First, &views[1..]), 0);
        assert!(plus(3).settles(First, Fact::end(None), &views[1], plus(3).merit(First, &views[1])));
    }

    #[test]
    fn a_value_of_zero_settles_nothing_but_a_draw_does() {
        let rule = Rule::Balanced { player: First, ahead: true, reach: 0 };
        let drawn = View { fact: Fact::end(Some(Outcome::Draw)), settled: true, ..view(0.0) };
        assert!(!rule.settles(First, Fact::end(None), &view(0.0), 0.0));
        assert!(rule.settles(First, Fact::end(None), &drawn, 0.0));
        assert!(!rule.settles(Second, Fact::end(None), &drawn, 0.0));
        assert!(rule.settles(Second, Fact::end(None), &won(-0.5, Second, 1), 0.5));
    }
}

//! How long to think, given what a clock shows.

use std::time::Duration;

use agon_core::Match;
use agon_search::clock::Clock;

/// What one player's clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pace {
    /// The time that is left.
    pub(crate) left: Duration,
    /// What every move adds.
    pub(crate) increment: Duration,
    /// The moves for which it has to last, if that is known.
    pub(crate) moves: Option<u32>,
}

/// The moves that are expected to come, at least and at most, where nobody says how many.
const EXPECTED: (u32, u32) = (15, 30);
/// The part of the increment that is spent at once.
const SPENT: f64 = 0.8;
/// No move takes more than this part of what is left.
const MOST: f64 = 0.9;
/// Whoever has no time left still has to move.
pub(crate) const LEAST: Duration = Duration::from_millis(1);

impl Pace {
    /// The time for the next move; `overhead` is what is lost on the way.
    pub(crate) fn allot(self, played: &dyn Match, overhead: Duration) -> Duration {
        let horizon = Clock::for_rules(played.rules(), self.left).horizon();
        let expected = horizon.saturating_sub(played.plies() / 2).clamp(EXPECTED.0, EXPECTED.1);
        let moves = self.moves.unwrap_or(expected).max(1);
        let there = self.left.saturating_sub(overhead);
        (there / moves + self.increment.mul_f64(SPENT)).min(there.mul_f64(MOST)).max(LEAST)
    }
}

/// The part of a move's time that is used for thinking.
pub(crate) fn less(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allotted(left: u64, increment: u64, moves: Option<u32>) -> u128 {
        let played = agon_games::find("chess").unwrap().start(None).unwrap();
        let [left, increment] = [left, increment].map(Duration::from_millis);
        Pace { left, increment, moves }.allot(played.as_ref(), Duration::from_millis(10)).as_millis()
    }

    #[test]
    fn time_is_shared_out_and_never_used_up() {
        assert_eq!(allotted(60_010, 0, Some(40)), 1500);
        assert!((1500..=4000).contains(&allotted(60_000, 0, None)));
        let with_increment = allotted(60_000, 1000, None) - allotted(60_000, 0, None);
        assert_eq!(with_increment, 800);
        assert_eq!(allotted(1010, 5000, None), 900, "what is not there yet cannot be used");
        assert_eq!(allotted(1010, 0, Some(1)), 900);
        assert_eq!(allotted(5, 0, None), 1);
        let mut left = 3000;
        for _ in 0..300 {
            let used = allotted(left, 0, None) as u64;
            assert!(used <= left.max(1));
            left = left.saturating_sub(used);
        }
    }
}

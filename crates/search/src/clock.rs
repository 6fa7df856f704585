//! Time for a whole game, shared out among its moves.
//!
//! After the report on a Freckers player ("Minimax approach", section on time allocation): little time for the opening, most for
//! the crowded middle, less and less towards the end. The cubic `f(x) = a·x·(x - T)²` does that for the own turns `x` from 1 to
//! a horizon of `T` turns; whatever was used more or less than planned rescales what is still to come.

use std::time::Duration;

use agon_core::{Analysis, Game, Layout, Limits, Rules};

use crate::limit::Limit;
use crate::task::{Looked, Search, Task};
use crate::trace::Recorder;

/// The part of the time that is planned; the rest is for moves that take longer than they should. (170 s of 180 s.)
const PLANNED: f64 = 17.0 / 18.0;
/// No move gets less than this part of all the time, or of what is left, whichever is less.
const FLOOR: (f64, f64) = (1.0 / 1000.0, 1.0 / 20.0);
/// No move gets more than this part of what is left; the plan itself never asks for as much.
const CEILING: f64 = 1.0 / 10.0;
/// How far the amplitude may be rescaled.
const RESCALING: (f64, f64) = (0.25, 4.0);
/// The most own turns that are planned for when the rules allow more.
const LONGEST_PLAN: u32 = 75;

/// Hands out the time of one player in one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Clock {
    total: Duration,
    used: Duration,
    turns: u32,
    horizon: f64,
}

impl Clock {
    /// A clock for a player who has `total` for the game and expects to move at most `horizon` times.
    pub fn new(total: Duration, horizon: u32) -> Clock {
        Clock { total, used: Duration::ZERO, turns: 0, horizon: f64::from(horizon.max(2)) }
    }

    /// A clock with a horizon that suits the game: half of its longest allowed length, or half of its cells where nothing
    /// limits the length, but no more turns than one plans for.
    pub fn for_game<G: Game>(game: &G, total: Duration) -> Clock {
        Clock::new(total, horizon(game.limits(), &game.layout()))
    }

    /// The same for a game whose type is not known.
    pub fn for_rules(rules: &dyn Rules, total: Duration) -> Clock {
        Clock::new(total, horizon(rules.limits(), &rules.layout()))
    }

    /// The own turns that are planned for: `T`.
    pub fn horizon(&self) -> u32 {
        self.horizon as u32
    }

    /// The time planned for the own turn `turn`, counted from 1, in seconds: `f(x)`.
    pub fn planned(&self, turn: u32) -> f64 {
        let (x, horizon) = (f64::from(turn).min(self.horizon), self.horizon);
        self.amplitude() * x * (x - horizon).powi(2)
    }

    /// The time planned up to and with a turn, in seconds: `F(x)`, the integral of `f` from 0.
    pub fn planned_until(&self, turn: u32) -> f64 {
        let (x, horizon) = (f64::from(turn).min(self.horizon), self.horizon);
        let terms = x.powi(4) / 4.0 - 2.0 * horizon * x.powi(3) / 3.0 + horizon.powi(2) * x.powi(2) / 2.0;
        self.amplitude() * terms
    }

    /// The `a` for which the whole plan takes the planned time: the integral of `f` from 0 to `T` is `a·T⁴/12`.
    fn amplitude(&self) -> f64 {
        12.0 * PLANNED * self.total.as_secs_f64() / self.horizon.powi(4)
    }

    /// The time for the next move: the plan, rescaled by what was planned and used so far (`g(x) = f(x)·F(x - 1) / used`),
    /// at least a little, and never more than a tenth of what is left.
    pub fn allot(&self) -> Duration {
        let (total, used) = (self.total.as_secs_f64(), self.used.as_secs_f64());
        let rescaling = if self.turns == 0 || used < 1e-9 {
            1.0
        } else {
            (self.planned_until(self.turns) / used).clamp(RESCALING.0, RESCALING.1)
        };
        let left = self.left().as_secs_f64();
        let floor = (total * FLOOR.0).min(left * FLOOR.1);
        let wanted = (self.planned(self.turns + 1) * rescaling).clamp(floor, left * CEILING);
        Duration::from_secs_f64(wanted)
    }

    /// Notes that a move took this long.
    pub fn spend(&mut self, time: Duration) {
        self.used += time;
        self.turns += 1;
    }

    /// What is left of the game's time.
    pub fn left(&self) -> Duration {
        self.total.saturating_sub(self.used)
    }

    /// Corrects the clock by another one that knows better.
    pub fn set_left(&mut self, left: Duration) {
        self.used = self.total.saturating_sub(left);
    }

    /// Starts again, for a new game.
    pub fn reset(&mut self) {
        *self = Clock { used: Duration::ZERO, turns: 0, ..*self };
    }
}

fn horizon(limits: Limits, layout: &Layout) -> u32 {
    let plies = limits.ply_cap.unwrap_or(layout.cells.len() as u32);
    plies.div_ceil(2).min(LONGEST_PLAN)
}

/// Whether to look one ply deeper: an iteration of depth `depth` took `taken`, and the next is begun only if `depth` times
/// that is still left. The estimate grows with the depth as the tree does, roughly.
pub fn may_deepen(depth: u32, taken: Duration, left: Duration) -> bool {
    left >= taken.saturating_mul(depth)
}

/// Any search, with a clock: every search gets the time that the clock allots, besides the limits it has anyway.
pub struct Clocked<S> {
    search: S,
    clock: Clock,
}

impl<S> Clocked<S> {
    /// Puts a search on the clock.
    pub fn new(search: S, clock: Clock) -> Clocked<S> {
        Clocked { search, clock }
    }

    /// The clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }
}

impl<G: Game, S: Search<G>> Search<G> for Clocked<S> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let allotted = self.clock.allot();
        let time = task.limit.time.map_or(allotted, |time| time.min(allotted));
        let limit = Limit { time: Some(time), ..task.limit.clone() };
        let Task { game, line, watch, .. } = task;
        let analysis = self.search.search(Task { game, line, limit: &limit, watch });
        self.clock.spend(analysis.cost.time);
        analysis
    }

    fn reset(&mut self) {
        self.clock.reset();
        self.search.reset();
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        self.search.recorder()
    }

    fn tree(&self) -> Vec<Looked> {
        self.search.tree()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn freckers() -> Clock {
        Clock::new(Duration::from_mins(3), 75)
    }

    fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    #[test]
    fn the_plan_is_the_published_one() {
        let clock = freckers();
        close(clock.amplitude(), 6.447e-5, 5e-9);
        close(clock.planned(25), 4.03, 0.005);
        close(clock.planned(1), 0.36, 0.01);
        close(clock.planned_until(30), 89.2, 0.05);
        close(clock.planned_until(50), 151.1, 0.05);
        close(clock.planned_until(75), 170.0, 1e-9);
        // The published amplitude is rounded up to 6.5e-5, and the sum over whole turns with it is 171.4 s.
        let sum: f64 = (1..=75).map(|turn| clock.planned(turn)).sum();
        close(sum * 6.5e-5 / clock.amplitude(), 171.4, 0.05);
        let peak = (1..75).max_by(|&a, &b| clock.planned(a).total_cmp(&clock.planned(b)));
        assert_eq!(peak, Some(25));
    }

    #[test]
    fn what_was_saved_is_spent_later_and_the_other_way_round() {
        for (part, rescaled) in [(0.5, 2.0), (2.0, 0.5), (1.0, 1.0), (0.01, 4.0), (100.0, 0.25)] {
            let mut clock = Clock { turns: 9, ..freckers() };
            clock.used = Duration::from_secs_f64(part * clock.planned_until(9));
            let expected = (clock.planned(10) * rescaled).min(clock.left().as_secs_f64() * CEILING);
            close(clock.allot().as_secs_f64(), expected, 1e-6);
        }
    }

    #[test]
    fn time_never_runs_out() {
        let total = Duration::from_mins(3);
        // Always a third more than allotted, always half, always all of it; far beyond the horizon.
        for factor in [1.33, 0.5, 1.0] {
            let mut clock = freckers();
            for _ in 0..300 {
                let allotted = clock.allot();
                assert!(allotted > Duration::ZERO && allotted <= clock.left());
                clock.spend(allotted.mul_f64(factor));
            }
            assert!(clock.used < total, "{:?} used", clock.used);
        }
        let mut exhausted = freckers();
        exhausted.spend(Duration::from_secs(500));
        assert_eq!(exhausted.allot(), Duration::ZERO);
        exhausted.set_left(Duration::from_secs(30));
        assert_eq!(exhausted.left(), Duration::from_secs(30));
        exhausted.reset();
        assert_eq!(exhausted, freckers());
    }

    #[test]
    fn a_player_who_takes_what_he_gets_keeps_to_the_plan() {
        let mut clock = freckers();
        for turn in 1..=60 {
            clock.spend(clock.allot());
            if turn >= 20 {
                close(clock.used.as_secs_f64() / clock.planned_until(turn), 1.0, 0.1);
            }
        }
    }

    #[test]
    fn the_gate_asks_for_depth_times_the_time_taken() {
        let second = Duration::from_secs(1);
        assert!(may_deepen(3, second, Duration::from_secs(3)));
        assert!(!may_deepen(3, second, Duration::from_millis(2_999)));
        assert!(may_deepen(5, Duration::ZERO, Duration::ZERO));
    }
}

//! How long a search may go on, and the counting of what it does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_core::Cost;

/// A switch that ends a search from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A switch that has not been pressed.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends the search as soon as it looks.
    pub fn press(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets the next search go on, once the one that was to end has ended.
    pub fn release(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the search should end.
    #[inline]
    pub fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of a search: it ends at the first that is reached. Limits in counts give the same result on every machine.
#[derive(Clone, Debug, Default)]
pub struct Limit {
    /// Time on the wall.
    pub time: Option<Duration>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Random games played.
    pub playouts: Option<u64>,
    /// Iterations, whatever the search calls one.
    pub iterations: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl Limit {
    /// Search to this depth.
    pub fn depth(depth: u32) -> Limit {
        Limit { depth: Some(depth), ..Limit::default() }
    }

    /// Play this many random games.
    pub fn playouts(playouts: u64) -> Limit {
        Limit { playouts: Some(playouts), ..Limit::default() }
    }

    /// Visit this many positions.
    pub fn nodes(nodes: u64) -> Limit {
        Limit { nodes: Some(nodes), ..Limit::default() }
    }

    /// Make this many iterations.
    pub fn iterations(iterations: u64) -> Limit {
        Limit { iterations: Some(iterations), ..Limit::default() }
    }

    /// Think for this long.
    pub fn time(time: Duration) -> Limit {
        Limit { time: Some(time), ..Limit::default() }
    }

    /// Whether nothing but the stop switch would end a search without a natural end.
    pub fn is_unbounded(&self) -> bool {
        self.time.is_none()
            && self.nodes.is_none()
            && self.playouts.is_none()
            && self.iterations.is_none()
            && self.depth.is_none()
    }
}

/// At most so many calls of [`Meter::is_over`] pass between two looks at the clock and the switch.
const LOOK_EVERY: u32 = 256;
/// More time than this should not pass between two looks, and far less need not.
const LOOK_AFTER: Duration = Duration::from_millis(2);

/// How many calls may pass until the next look, if so much time passed in the calls before it: twice as many while that is no
/// time at all, and fewer where one call takes long.
fn pace(calls: u32, passed: Duration) -> u32 {
    if passed > LOOK_AFTER {
        let fewer = f64::from(calls) * LOOK_AFTER.as_secs_f64() / passed.as_secs_f64();
        (fewer as u32).max(1)
    } else if passed < LOOK_AFTER / 2 {
        (2 * calls).min(LOOK_EVERY)
    } else {
        calls
    }
}

/// Counts what a search does and says when it is enough.
#[derive(Clone, Debug)]
pub struct Meter {
    /// What was done so far; searches count here.
    pub cost: Cost,
    limit: Limit,
    start: Instant,
    /// Calls until the next look, and between the last one and that.
    calls: u32,
    pace: u32,
    looked: Duration,
    over: bool,
}

impl Meter {
    /// A meter that starts now.
    pub fn new(limit: &Limit) -> Meter {
        Meter {
            cost: Cost::default(),
            limit: limit.clone(),
            start: Instant::now(),
            calls: 0,
            pace: 1,
            looked: Duration::ZERO,
            over: false,
        }
    }

    /// The limits.
    pub fn limit(&self) -> &Limit {
        &self.limit
    }

    /// Whether a limit on counts, time or the switch has been reached. Once true it stays true. Counts are looked at every
    /// time, so that a search with count limits alone ends at the same place everywhere.
    #[inline]
    pub fn is_over(&mut self) -> bool {
        let reached = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        self.over |= reached(self.limit.nodes, self.cost.nodes)
            || reached(self.limit.playouts, self.cost.playouts)
            || reached(self.limit.iterations, self.cost.iterations);
        if self.calls == 0 {
            self.look_now();
        }
        self.calls -= 1;
        self.over
    }

    /// Looks at the clock and the switch, and decides when to look again.
    fn look_now(&mut self) {
        let now = self.elapsed();
        self.over |= self.limit.stop.is_pressed() || self.limit.time.is_some_and(|time| now >= time);
        self.pace = pace(self.pace, now.saturating_sub(self.looked));
        self.looked = now;
        self.calls = self.pace;
    }

    /// Makes the next [`is_over`](Meter::is_over) look at the clock: before and after something long.
    pub fn look(&mut self) {
        self.calls = 0;
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// What was done, with the time it took.
    pub fn total(&self) -> Cost {
        Cost { time: self.elapsed(), ..self.cost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_looked_at_after_some_time_and_not_after_some_calls() {
        let milliseconds = Duration::from_millis;
        // Calls that take no time are soon made by the hundred.
        let mut calls = 1;
        for _ in 0..8 {
            calls = pace(calls, Duration::from_micros(10));
        }
        assert_eq!((calls, pace(calls, Duration::ZERO)), (LOOK_EVERY, LOOK_EVERY));
        // A random game that takes five milliseconds is looked at alone, however it was before.
        assert_eq!(pace(LOOK_EVERY, milliseconds(5 * 256)), 1);
        assert_eq!(pace(1, milliseconds(5)), 1);
        assert_eq!(pace(64, milliseconds(4)), 32);
        assert_eq!(pace(64, Duration::from_micros(1500)), 64);
    }

    #[test]
    fn a_switch_is_seen_at_the_first_look_and_counts_at_every_call() {
        let limit = Limit { stop: Stop::new(), ..Limit::nodes(300) };
        limit.stop.press();
        assert!(Meter::new(&limit).is_over());
        limit.stop.release();
        let mut meter = Meter::new(&limit);
        while !meter.is_over() {
            meter.cost.nodes += 1;
        }
        assert_eq!(meter.cost.nodes, 300);
    }
}

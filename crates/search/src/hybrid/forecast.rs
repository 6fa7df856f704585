//! Whether another iteration fits into what is left.

use std::time::Duration;

use agon_core::Cost;

use super::pooled::work;
use crate::limit::Limit;

/// What the last two iterations cost, in each unit that a limit can be given in.
#[derive(Clone, Debug)]
pub(super) struct Forecast {
    begun: Cost,
    last: Cost,
    before: Cost,
}

impl Forecast {
    /// Nothing has been done yet: two iterations that cost nothing.
    pub(super) fn new() -> Forecast {
        Forecast { begun: Cost::default(), last: Cost::default(), before: Cost::default() }
    }

    /// An iteration has ended; `spent` is the cost of everything so far.
    pub(super) fn iterated(&mut self, spent: Cost) {
        self.before = self.last;
        self.last = Cost {
            nodes: spent.nodes - self.begun.nodes,
            playouts: spent.playouts - self.begun.playouts,
            evaluations: spent.evaluations - self.begun.evaluations,
            time: spent.time.saturating_sub(self.begun.time),
            ..Cost::default()
        };
        self.begun = spent;
    }

    /// What the last iteration cost.
    pub(super) fn last(&self) -> Cost {
        self.last
    }

    /// The rule of the published program: the next iteration will cost as much more than the last as the last cost more
    /// than the one before. Trees grow faster than that, so the limit is often exceeded.
    pub(super) fn fits_linearly(&self, limit: &Limit) -> bool {
        let fits = |limit: f64, spent: f64, last: f64, before: f64| spent + last + (last - before) <= limit;
        let count = |limit: Option<u64>, unit: fn(&Cost) -> u64| {
            let [spent, last, before] = [self.begun, self.last, self.before].map(|cost| unit(&cost) as f64);
            limit.is_none_or(|limit| fits(limit as f64, spent, last, before))
        };
        let time = |limit: Duration| {
            let [spent, last, before] =
                [self.begun, self.last, self.before].map(|cost| cost.time.as_secs_f64());
            fits(limit.as_secs_f64(), spent, last, before)
        };
        count(limit.playouts, |cost| cost.playouts)
            && count(limit.nodes, |cost| cost.nodes)
            && limit.time.is_none_or(time)
    }

    /// The rule for trees: the next iteration will cost `growth` times the last, in time and in every count.
    /// `most_work` limits [`work`].
    pub(super) fn fits_geometrically(&self, growth: f64, limit: &Limit, most_work: Option<u64>) -> bool {
        let fits = |limit: f64, spent: f64, last: f64| spent + growth * last <= limit;
        let count = |limit: Option<u64>, unit: fn(&Cost) -> u64| {
            limit.is_none_or(|limit| fits(limit as f64, unit(&self.begun) as f64, unit(&self.last) as f64))
        };
        let time = |limit: Duration| {
            fits(limit.as_secs_f64(), self.begun.time.as_secs_f64(), self.last.time.as_secs_f64())
        };
        count(limit.nodes, |cost| cost.nodes) && count(most_work, work) && limit.time.is_none_or(time)
    }
}

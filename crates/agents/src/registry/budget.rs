//! The limits that every agent takes.

use std::time::Duration;

use agon_search::Limit;

agon_search::settings! {
    /// The limits that every agent takes: it stops at the first that is reached.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Budget {
        /// think for this long per move
        pub time: Option<Duration> as "time" = "",
        /// visit this many positions per move
        pub nodes: Option<u64> as "nodes" = "" in Count(1, u64::MAX),
        /// play this many random games per move
        pub playouts: Option<u64> as "playouts" = "" in Count(1, u64::MAX),
        /// make this many iterations per move
        pub iterations: Option<u64> as "iterations" = "" in Count(1, u64::MAX),
        /// look this many plies ahead
        pub depth: Option<u32> as "depth" = "" in Count(1, 512),
        /// share this much time out among the moves of a game
        pub clock: Option<Duration> as "clock" = "",
    }
}

impl Budget {
    /// No limit at all.
    pub const NONE: Budget =
        Budget { time: None, nodes: None, playouts: None, iterations: None, depth: None, clock: None };

    /// The limits of a single move.
    pub fn limit(self) -> Limit {
        let Budget { time, nodes, playouts, iterations, depth, .. } = self;
        Limit { time, nodes, playouts, iterations, depth, ..Limit::default() }
    }
}

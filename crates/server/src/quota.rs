//! How much one client may ask for: buckets of tokens that fill again with time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What one client, and everybody together, may use.
#[derive(Clone, Copy, Debug)]
pub struct Quota {
    /// The largest body that is read, in bytes.
    pub body: usize,
    /// The most tables of one session; those that nobody touched for longest go.
    pub tables: u32,
    /// Requests per second of one session, and of one address. The machine itself is no address, here and below.
    pub requests: [Rate; 2],
    /// Games opened and wishes stored per second from one address: what stays when the visitor is gone.
    pub kept: Rate,
    /// The most connections, and the most of one address.
    pub connections: [usize; 2],
    /// The most requests from one address that are being answered at once.
    pub at_once: usize,
    /// The most tables that one session, and that one address, listens to at once.
    pub streams: [usize; 2],
    /// The most moves of the program, and the most analyses, being thought or waiting for it.
    pub waiting: [usize; 2],
    /// The most of each that one session may have.
    pub waiting_of_one: usize,
    /// The most tables held in memory; others are read again when somebody comes back.
    pub held: usize,
    /// The most of them at which a game is played that a visitor brought along: each may keep rules of its own in memory.
    pub held_brought: usize,
    /// The most watchers of one table; those who play there have as many places again.
    pub watchers: usize,
}

/// A steady rate and what may come at once on top of it.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Per second, in the long run.
    pub steady: f64,
    /// At once.
    pub burst: f64,
}

impl Default for Quota {
    fn default() -> Quota {
        Quota {
            body: 64 * 1024,
            tables: 500,
            requests: [Rate { steady: 20.0, burst: 300.0 }, Rate { steady: 200.0, burst: 2000.0 }],
            kept: Rate { steady: 0.5, burst: 100.0 },
            connections: [4000, 200],
            at_once: 64,
            streams: [16, 128],
            waiting: [512, 64],
            waiting_of_one: 6,
            held: 4000,
            held_brought: 64,
            watchers: 100,
        }
    }
}

/// One bucket per client.
pub(crate) struct Buckets {
    rate: Rate,
    buckets: Mutex<HashMap<String, (f64, Instant)>>,
}

/// More clients than this are not remembered at once: those whose buckets are full again are forgotten.
const REMEMBERED: usize = 20_000;

impl Buckets {
    pub(crate) fn new(rate: Rate) -> Buckets {
        Buckets { rate, buckets: Mutex::default() }
    }

    /// Takes a token of a client; false if it has none left.
    pub(crate) fn take(&self, client: &str, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let Rate { steady, burst } = self.rate;
        let filled = |(tokens, since): (f64, Instant)| {
            (tokens + now.saturating_duration_since(since).as_secs_f64() * steady).min(burst)
        };
        if buckets.len() >= REMEMBERED {
            buckets.retain(|_, bucket| filled(*bucket) < burst);
        }
        let tokens = buckets.get(client).map_or(burst, |&bucket| filled(bucket));
        let granted = tokens >= 1.0;
        buckets.insert(client.to_owned(), (if granted { tokens - 1.0 } else { tokens }, now));
        granted
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again_and_clients_do_not_share_it() {
        let buckets = Buckets::new(Rate { steady: 2.0, burst: 3.0 });
        let start = Instant::now();
        let granted =
            |client: &str, seconds: f64| buckets.take(client, start + Duration::from_secs_f64(seconds));
        assert!(granted("a", 0.0) && granted("a", 0.0) && granted("a", 0.0) && !granted("a", 0.0));
        assert!(granted("b", 0.0));
        assert!(granted("a", 0.6) && !granted("a", 0.6));
    }
}

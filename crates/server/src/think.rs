//! The one pool that all thinking goes through, as wide as the machine has cores.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agon_agents::{Agent, AgentSpec, Assessment, Playable};
use agon_core::Match;
use agon_search::Stop;
use tokio::sync::Semaphore;

use crate::system;
use crate::trouble::Trouble;

/// Whoever thinks longer than this is asked to come to an end: levels are bounded by counts, but machines differ.
const LONGEST_THOUGHT: Duration = Duration::from_mins(1);

/// Who gives hints and says who is winning: the same good player whatever the level of the opponent.
pub(crate) const ADVISER: &str = "pvs:nodes=20000";

/// Who comments on moves: the same player, giving every move its own value.
pub(crate) const COMMENTATOR: &str = "pvs:multipv=all,nodes=20000";

/// The agents that the analysis offers. Others are not taken from outside, because a spec can name files and any budget.
pub(crate) const ANALYSTS: [&str; 5] =
    [ADVISER, "pvs:nodes=200000", "uct:playouts=3000", "unbounded:iterations=2000", "greedy"];

/// A switch for a thought that may not have begun yet.
#[derive(Default)]
pub(crate) struct Brake {
    pressed: AtomicBool,
    stop: Mutex<Option<Stop>>,
}

impl Brake {
    /// Ends the thought; its best move so far counts.
    pub(crate) fn press(&self) {
        self.pressed.store(true, Ordering::Relaxed);
        if let Some(stop) = &*self.stop.lock().unwrap_or_else(PoisonError::into_inner) {
            stop.press();
        }
    }

    fn attach(&self, stop: Stop) {
        if self.pressed.load(Ordering::Relaxed) {
            stop.press();
        }
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop);
    }
}

pub(crate) struct Pool {
    seats: Arc<Semaphore>,
    queue: Queue,
    most_waiting: usize,
    most_of_one: usize,
}

/// How many thoughts of each client wait or are being thought.
type Queue = Arc<Mutex<HashMap<String, usize>>>;

impl Pool {
    /// A pool that thinks about `width` things at once and lets so many others wait, `most_of_one` of one client at a time.
    pub(crate) fn new(width: usize, most_waiting: usize, most_of_one: usize) -> Pool {
        Pool {
            seats: Arc::new(Semaphore::new(width.max(1))),
            queue: Arc::default(),
            most_waiting,
            most_of_one,
        }
    }

    /// Lets an agent think about a position. First come, first served.
    pub(crate) async fn analyse(
        &self,
        client: &str,
        spec: AgentSpec,
        rules: Arc<dyn Playable>,
        played: Box<dyn Match>,
        brake: Arc<Brake>,
        mut watch: impl FnMut(&dyn Match, &Assessment) + Send + 'static,
    ) -> Result<Assessment, Trouble> {
        let braking = brake.clone();
        let work = move || {
            let mut agent: Box<dyn Agent> =
                rules.agent(&spec).map_err(|error| Trouble::Senseless(format!("{error}.")))?;
            brake.attach(agent.stop());
            agent.hurry(system::LONGEST_UNSTOPPED);
            Ok(agent.analyse(played.as_ref(), &mut |assessment| watch(played.as_ref(), assessment)))
        };
        self.run(client, work, &braking).await?
    }

    /// Whether somebody thinks or waits for it.
    #[cfg_attr(target_family = "wasm", allow(dead_code, reason = "the lab is the server's"))]
    pub(crate) fn is_busy(&self) -> bool {
        !self.queue.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// A place in the queue for a client, unless the queue is full or the client has enough places.
    fn line_up(&self, client: &str) -> Option<Place> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, own) = (queue.values().sum::<usize>(), queue.get(client).copied().unwrap_or(0));
        if all >= self.most_waiting || own >= self.most_of_one {
            return None;
        }
        queue.insert(client.to_owned(), own + 1);
        Some(Place { queue: self.queue.clone(), client: client.to_owned() })
    }

    /// Runs something that takes a while on a thread of its own.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: &str,
        work: impl FnOnce() -> T + Send + 'static,
        brake: &Brake,
    ) -> Result<T, Trouble> {
        let place = self.line_up(client).ok_or(Trouble::Busy)?;
        let seat = self.seats.clone().acquire_owned().await.map_err(|_| Trouble::Busy)?;
        let work = move || {
            let _taken = (seat, place);
            step_aside();
            work()
        };
        let result = system::labour(work, LONGEST_THOUGHT, || brake.press()).await;
        result.map_err(|error| Trouble::Failed(format!("The thought came to nothing: {error}.")))
    }
}

/// Lets threads that answer requests go before this one: with thoughts on every processor, a page would have to wait for the
/// end of a time slice otherwise. Where priorities belong to whole processes, everything stays as it is.
pub(crate) fn step_aside() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, THINKING_PRIORITY);
}

/// The priority of threads that think; the usual one is 0, and larger numbers come later.
#[cfg(target_os = "linux")]
const THINKING_PRIORITY: i32 = 10;

/// A place in the queue, given back when dropped: also when whoever waited went away.
struct Place {
    queue: Queue,
    client: String,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = queue.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                queue.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_cannot_take_the_whole_queue() {
        let pool = Pool::new(1, 4, 2);
        let first: Vec<Place> = (0..2).filter_map(|_| pool.line_up("a")).collect();
        assert_eq!(first.len(), 2);
        assert!(pool.line_up("a").is_none(), "a has enough places");
        let _others: Vec<Place> = ["b", "c"].into_iter().filter_map(|client| pool.line_up(client)).collect();
        assert!(pool.line_up("d").is_none(), "the queue is full");
        drop(first);
        assert!(pool.line_up("a").is_some(), "places come back");
    }
}

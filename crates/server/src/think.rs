//! The one pool that all thinking goes through, as wide as the machine has cores.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agon_agents::{Agent, AgentSpec, Assessment, Level};
use agon_core::Match;
use agon_search::Stop;
use tokio::sync::Semaphore;

use crate::trouble::Trouble;

/// Whoever thinks longer than this is asked to come to an end: levels are bounded by counts, but machines differ.
const LONGEST_THOUGHT: Duration = Duration::from_mins(1);

/// Who gives hints and says who is winning: the same good player whatever the level of the opponent.
pub(crate) const ADVISER: &str = "pvs:nodes=20000";

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
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
}

impl Pool {
    /// A pool that thinks about `width` things at once and lets so many others wait.
    pub(crate) fn new(width: usize, most_waiting: usize) -> Pool {
        Pool { seats: Arc::new(Semaphore::new(width.max(1))), waiting: Arc::default(), most_waiting }
    }

    /// Lets an agent think about a position. First come, first served.
    pub(crate) async fn analyse(
        &self,
        spec: AgentSpec,
        game: String,
        played: Box<dyn Match>,
        brake: Arc<Brake>,
        mut watch: impl FnMut(&dyn Match, &Assessment) + Send + 'static,
    ) -> Result<Assessment, Trouble> {
        let braking = brake.clone();
        let work = move || {
            let mut agent: Box<dyn Agent> =
                spec.agent(&game).map_err(|error| Trouble::Senseless(format!("{error}.")))?;
            brake.attach(agent.stop());
            Ok(agent.analyse(played.as_ref(), &mut |assessment| watch(played.as_ref(), assessment)))
        };
        self.run(work, &braking).await?
    }

    /// Runs something that takes a while on a thread of its own.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
        brake: &Brake,
    ) -> Result<T, Trouble> {
        let queue = Waiting::enter(&self.waiting, self.most_waiting).ok_or(Trouble::Busy)?;
        let seat = self.seats.clone().acquire_owned().await.map_err(|_| Trouble::Busy)?;
        drop(queue);
        let mut task = tokio::task::spawn_blocking(move || {
            let _seat = seat;
            work()
        });
        let result = tokio::select! {
            result = &mut task => result,
            () = tokio::time::sleep(LONGEST_THOUGHT) => {
                brake.press();
                task.await
            }
        };
        result.map_err(|error| Trouble::Failed(format!("The thought came to nothing: {error}.")))
    }
}

/// A place in the queue, given back when dropped: also when whoever waited went away.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn enter(count: &Arc<AtomicUsize>, most: usize) -> Option<Waiting> {
        let before = count.fetch_add(1, Ordering::Relaxed);
        let entered = Waiting(count.clone());
        (before < most).then_some(entered)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The agent of a level by its name.
pub(crate) fn level(name: &str, game: &str) -> Result<AgentSpec, Trouble> {
    let level: Level = name.parse().map_err(|error| Trouble::Senseless(format!("{error}.")))?;
    Ok(level.spec(game))
}

/// The names of all levels.
pub(crate) fn levels() -> Vec<String> {
    Level::all().map(|level| level.to_string()).collect()
}

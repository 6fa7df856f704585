//! A player: what is answered to each message, one match at a time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agon_agents::{AgentSpec, Stop};

use crate::message::Message;
use crate::seat::Seat;

/// A player of the general game playing protocol. Messages may come from several threads.
pub struct Player {
    name: String,
    spec: AgentSpec,
    current: Mutex<Option<Current>>,
    /// Held by whoever thinks; apart, so that others can be told that the player is busy.
    seat: Mutex<Option<Seat>>,
    /// Whether he thinks while the others do.
    ponders: bool,
    /// Counts the messages: thoughts about what was so before the last one are worth nothing.
    messages: AtomicU64,
    /// The switch that ends such a thought, while there is one.
    thought: Mutex<Option<Stop>>,
}

/// The match that is being played.
#[derive(Clone, Debug)]
struct Current {
    id: String,
    play_clock: Duration,
    /// Until when something has to be heard of it.
    expected: Instant,
}

/// An answer is on its way this long before its clock runs out.
const RESERVE: Duration = Duration::from_millis(250);
/// A match of which nothing is heard for so long, besides its clocks, is over.
const PATIENCE: Duration = Duration::from_mins(1);
/// No clock is longer, whatever a server says.
pub(crate) const LONGEST_CLOCK: u64 = 24 * 3600;

impl Player {
    /// A player with a name, who finds moves as the spec says.
    pub fn new(name: &str, spec: AgentSpec) -> Player {
        Player {
            name: name.to_owned(),
            spec,
            current: Mutex::default(),
            seat: Mutex::default(),
            ponders: false,
            messages: AtomicU64::new(0),
            thought: Mutex::default(),
        }
    }

    /// The same, who also thinks while the others do.
    pub fn pondering(self) -> Player {
        Player { ponders: true, ..self }
    }

    /// The number of the last message that was answered, for [`ponder`](Player::ponder).
    pub fn messages(&self) -> u64 {
        self.messages.load(Ordering::SeqCst)
    }

    /// Thinks about the position of the match, if somebody else is to move, until the next message comes. `since` is the number
    /// of the message that was answered last.
    pub fn ponder(&self, since: u64) {
        if !self.ponders {
            return;
        }
        let mut seat = self.seat();
        let Some(seat) = seat.as_mut() else { return };
        let Some(stop) = seat.stop() else { return };
        *self.thought() = Some(stop.clone());
        // A message that comes from here on finds the switch; one that came before is seen here.
        if self.messages() == since {
            seat.ponder();
        }
        *self.thought() = None;
        stop.release();
    }

    /// Counts a message, and ends what is thought while the others think.
    fn hear(&self) {
        self.messages.fetch_add(1, Ordering::SeqCst);
        if let Some(stop) = &*self.thought() {
            stop.press();
        }
    }

    fn thought(&self) -> MutexGuard<'_, Option<Stop>> {
        self.thought.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer to a message; a sentence where it is no message, or asks for what cannot be.
    pub fn answer(&self, text: &str) -> Result<String, String> {
        let arrived = Instant::now();
        self.hear();
        match Message::read(text).map_err(|error| error.to_string())? {
            Message::Info => {
                let status = if self.is_busy(None) { "busy" } else { "available" };
                Ok(format!("( ( name {} ) ( status {status} ) ( species computer ) )", self.name))
            }
            Message::Start { id, role, rules, start_clock, play_clock } => {
                if self.is_busy(Some(&id)) {
                    return Ok("busy".into());
                }
                let [start_clock, play_clock] =
                    [start_clock, play_clock].map(|clock| clock.min(LONGEST_CLOCK));
                self.begin(&id, start_clock, play_clock);
                let seat = Seat::new(&rules, &role, &self.spec, start_clock);
                match seat {
                    Ok(seat) => *self.seat() = Some(seat),
                    Err(problem) => {
                        *self.current() = None;
                        return Err(problem);
                    }
                }
                Ok("ready".into())
            }
            Message::Play(id, moves) => {
                let Some(current) = self.heard(&id) else { return Ok("busy".into()) };
                let deadline = arrived + current.play_clock.saturating_sub(RESERVE);
                let mut seat = self.seat();
                let seat = seat.as_mut().ok_or("the match has not begun")?;
                if let Some(moves) = moves {
                    seat.advance(&moves)?;
                }
                seat.choose(deadline)
            }
            Message::Stop(id, _) => Ok(self.end(&id, "done")),
            Message::Abort(id) => Ok(self.end(&id, "aborted")),
            Message::Preview(..) => Ok("ready".into()),
        }
    }

    fn current(&self) -> MutexGuard<'_, Option<Current>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat(&self) -> MutexGuard<'_, Option<Seat>> {
        self.seat.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a match is being played, other than this one.
    fn is_busy(&self, id: Option<&str>) -> bool {
        self.current()
            .as_ref()
            .is_some_and(|current| Some(current.id.as_str()) != id && Instant::now() <= current.expected)
    }

    fn begin(&self, id: &str, start_clock: u64, play_clock: u64) {
        let play_clock = Duration::from_secs(play_clock);
        let expected = Instant::now() + Duration::from_secs(start_clock) + 2 * play_clock + PATIENCE;
        *self.current() = Some(Current { id: id.to_owned(), play_clock, expected });
    }

    /// The match of this id, of which something was heard just now.
    fn heard(&self, id: &str) -> Option<Current> {
        let mut current = self.current();
        let current = current.as_mut().filter(|current| current.id == id)?;
        current.expected = Instant::now() + 3 * current.play_clock + PATIENCE;
        Some(current.clone())
    }

    fn end(&self, id: &str, answer: &str) -> String {
        let is_own = self.current().as_ref().is_some_and(|current| current.id == id);
        if !is_own {
            return "busy".into();
        }
        *self.current() = None;
        // Whoever still thinks about it holds the seat; the next match takes it over.
        if let Ok(mut seat) = self.seat.try_lock() {
            *seat = None;
        }
        answer.into()
    }
}

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
    /// What is thought at the moment.
    thought: Mutex<Option<Thought>>,
}

/// What is thought, and the switch that ends it.
struct Thought {
    /// The question that is to be answered; nothing if it is somebody else's turn.
    question: Option<String>,
    stop: Stop,
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
const RESERVE: Duration = Duration::from_millis(100);
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
        let stop = seat.stop();
        *self.thought() = Some(Thought { question: None, stop: stop.clone() });
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
        self.hush(|question| question.is_none());
    }

    /// Ends what is thought about a question, if it is such a one.
    fn hush(&self, is_meant: impl FnOnce(Option<&str>) -> bool) {
        if let Some(thought) = &*self.thought()
            && is_meant(thought.question.as_deref())
        {
            thought.stop.press();
        }
    }

    fn thought(&self) -> MutexGuard<'_, Option<Thought>> {
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
                self.hush(|_| true);
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
                // Whoever asks something else has gone on without the answer; a question that is repeated gets the same one.
                self.hush(|question| question.is_some_and(|question| question != text));
                let deadline = arrived + current.play_clock.saturating_sub(RESERVE);
                let mut place = self.seat();
                let seat = place.as_mut().ok_or("the match has not begun")?;
                let stop = seat.stop();
                *self.thought() = Some(Thought { question: Some(text.to_owned()), stop: stop.clone() });
                // It may have been broken off before there was a thought to be ended.
                let answer = if self.is_current(&id) {
                    seat.answer(moves.as_deref(), deadline)
                } else {
                    Err("the match is over".into())
                };
                *self.thought() = None;
                stop.release();
                if !self.is_current(&id) {
                    *place = None;
                }
                answer
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

    fn is_current(&self, id: &str) -> bool {
        self.current().as_ref().is_some_and(|current| current.id == id)
    }

    fn end(&self, id: &str, answer: &str) -> String {
        if !self.is_current(id) {
            return "busy".into();
        }
        *self.current() = None;
        self.hush(|_| true);
        // Whoever still thinks about it holds the seat, and gives it up in a moment.
        if let Ok(mut seat) = self.seat.try_lock() {
            *seat = None;
        }
        answer.into()
    }
}

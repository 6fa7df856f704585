//! A player: what is answered to each message, one match at a time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agon_agents::{AgentSpec, Stop};

use crate::message::Message;
use crate::seat::Seat;

/// A player of the general game playing protocol. Messages may come from several threads.
pub struct Player {
    name: String,
    spec: Option<AgentSpec>,
    current: Mutex<Option<Current>>,
    /// The number of a match and the seat in it. Held by whoever thinks; apart, so that others can be told that the player is busy.
    seat: Mutex<Option<(u64, Seat)>>,
    /// Told when somebody has sat down, or could not.
    seated: Condvar,
    /// Whether he thinks while the others do.
    ponders: bool,
    /// Counts the matches.
    matches: AtomicU64,
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
    /// Tells the matches of this player apart, those of one id too.
    number: u64,
    play_clock: Duration,
    /// Until when something has to be heard of it.
    expected: Instant,
}

impl Current {
    /// Whether it goes on, as far as is known.
    fn is_heard_of(&self) -> bool {
        Instant::now() <= self.expected
    }
}

/// An answer is on its way this long before its clock runs out.
const RESERVE: Duration = Duration::from_millis(100);
/// A match of which nothing is heard for so long, besides its clocks, is over.
const PATIENCE: Duration = Duration::from_mins(1);
/// No clock is longer, whatever a server says.
pub(crate) const LONGEST_CLOCK: u64 = 24 * 3600;

impl Player {
    /// A player with a name, who finds moves as the spec says; without one by UCT, with random games side by side if they are over soon.
    pub fn new(name: &str, spec: Option<AgentSpec>) -> Player {
        Player {
            name: name.to_owned(),
            spec,
            current: Mutex::default(),
            seat: Mutex::default(),
            seated: Condvar::new(),
            ponders: false,
            matches: AtomicU64::new(0),
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
        let Some((_, seat)) = seat.as_mut() else { return };
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
                let is_busy = self.current().as_ref().is_some_and(Current::is_heard_of);
                let status = if is_busy { "busy" } else { "available" };
                Ok(format!("( ( name {} ) ( status {status} ) ( species computer ) )", self.name))
            }
            Message::Start { id, role, rules, start_clock, play_clock } => {
                let [start_clock, play_clock] =
                    [start_clock, play_clock].map(|clock| clock.min(LONGEST_CLOCK));
                let Some(number) = self.begin(&id, start_clock, play_clock) else {
                    return Ok("busy".into());
                };
                // Whoever still thinks about the match before gives up its seat.
                self.hush(|_| true);
                *self.seat() = None;
                self.seated.notify_all();
                let seat = Seat::new(&rules, &role, self.spec.as_ref(), start_clock);
                let answer = self.sit_down(number, seat);
                self.seated.notify_all();
                answer
            }
            Message::Play(id, moves) => {
                let Some(Current { number, play_clock, .. }) = self.heard(&id) else {
                    return Ok("busy".into());
                };
                // Whoever asks something else has gone on without the answer; a question that is repeated gets the same one.
                self.hush(|question| question.is_some_and(|question| question != text));
                let deadline = arrived + play_clock.saturating_sub(RESERVE);
                let mut place = self.seat_in(number, deadline);
                let seat = place.as_mut().filter(|(own, _)| *own == number);
                let (_, seat) = seat.ok_or("the match has not begun")?;
                let stop = seat.stop();
                *self.thought() = Some(Thought { question: Some(text.to_owned()), stop: stop.clone() });
                // It may have been broken off before there was a thought to be ended.
                let answer = if self.is_on(number) {
                    seat.answer(moves.as_deref(), deadline)
                } else {
                    Err("the match is over".into())
                };
                *self.thought() = None;
                stop.release();
                if !self.is_on(number) {
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

    fn seat(&self) -> MutexGuard<'_, Option<(u64, Seat)>> {
        self.seat.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The seat in a match; while its rules are still worked out, that is waited for until the deadline.
    fn seat_in(&self, number: u64, deadline: Instant) -> MutexGuard<'_, Option<(u64, Seat)>> {
        let left = deadline.saturating_duration_since(Instant::now());
        let comes = |place: &mut Option<(u64, Seat)>| {
            place.as_ref().is_none_or(|(own, _)| *own != number) && self.is_on(number)
        };
        self.seated.wait_timeout_while(self.seat(), left, comes).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Takes the seat in a match, if that is still on.
    fn sit_down(&self, number: u64, seat: Result<Seat, String>) -> Result<String, String> {
        let mut place = self.seat();
        if !self.is_on(number) {
            return Err("the match is over".into());
        }
        match seat {
            Ok(seat) => {
                *place = Some((number, seat));
                Ok("ready".into())
            }
            Err(problem) => {
                self.current().take_if(|current| current.number == number);
                Err(problem)
            }
        }
    }

    /// Begins a match, unless another one is being played; its number.
    fn begin(&self, id: &str, start_clock: u64, play_clock: u64) -> Option<u64> {
        let mut current = self.current();
        if current.as_ref().is_some_and(|current| current.id != id && current.is_heard_of()) {
            return None;
        }
        let play_clock = Duration::from_secs(play_clock);
        let expected = Instant::now() + Duration::from_secs(start_clock) + 2 * play_clock + PATIENCE;
        let number = self.matches.fetch_add(1, Ordering::Relaxed);
        *current = Some(Current { id: id.to_owned(), number, play_clock, expected });
        Some(number)
    }

    /// The match of this id, of which something was heard just now.
    fn heard(&self, id: &str) -> Option<Current> {
        let mut current = self.current();
        let current = current.as_mut().filter(|current| current.id == id)?;
        current.expected = Instant::now() + 3 * current.play_clock + PATIENCE;
        Some(current.clone())
    }

    fn is_on(&self, number: u64) -> bool {
        self.current().as_ref().is_some_and(|current| current.number == number)
    }

    fn end(&self, id: &str, answer: &str) -> String {
        if self.current().take_if(|current| current.id == id).is_none() {
            return "busy".into();
        }
        self.hush(|_| true);
        // Whoever still thinks about it holds the seat, and gives it up in a moment.
        if let Ok(mut seat) = self.seat.try_lock() {
            *seat = None;
        }
        self.seated.notify_all();
        answer.into()
    }
}

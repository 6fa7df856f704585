//! The one pool that all thinking goes through, as wide as the machine has cores.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_agents::{Agent, AgentSpec, Assessment, Basis, Playable};
use agon_core::{Match, Rules};
use agon_search::Stop;
use tokio::sync::oneshot;

use crate::system;
use crate::trouble::Trouble;

/// Whoever thinks longer than this is asked to come to an end: levels are bounded by counts, but machines differ.
const LONGEST_THOUGHT: Duration = Duration::from_mins(1);

/// Whoever asks for an analysis does not wait longer than this for its beginning.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Who gives hints and says who is winning: the same good player whatever the level of the opponent.
pub(crate) fn adviser(game: &dyn Rules) -> AgentSpec {
    Basis::of(game).search(Basis::ADVICE)
}

/// Who comments on moves: the same player, giving every move its own value.
pub(crate) fn commentator(game: &dyn Rules) -> AgentSpec {
    Basis::of(game).survey(Basis::ADVICE)
}

/// Who draws the course of a game: quick, because it is asked once for each position.
pub(crate) fn chronicler(game: &dyn Rules) -> AgentSpec {
    Basis::of(game).search(Basis::ADVICE / 10.0)
}

/// The agents that the analysis offers, the adviser first. Others are not taken from outside, because a spec can name files and
/// any budget.
pub(crate) fn analysts(game: &dyn Rules) -> Vec<String> {
    let others = ["pvs:nodes=200000", "uct:playouts=3000", "unbounded:iterations=2000", "greedy"];
    let quick = adviser(game).to_string();
    // The same search, by the clock instead of by a count; where nobody tells the time, only counts are offered.
    let timed = |time: &str| Some(format!("{}time={time}", &quick[..=quick.rfind([',', ':'])?]));
    let timed: Vec<String> =
        if system::ALONE { Vec::new() } else { ["1s", "5s"].into_iter().filter_map(timed).collect() };
    [quick.clone()].into_iter().chain(timed).chain(others.map(str::to_owned)).collect()
}

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

/// What is thought first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// The program's answer to a person.
    Move,
    /// Everything else: hints, analyses, comments, games of the program with itself.
    Analysis,
}

/// So many thoughts at once. Moves go first, and analyses never take all the seats, so that a move finds one at once or waits for
/// other moves alone.
pub(crate) struct Pool {
    line: Arc<Mutex<Line>>,
    /// The most of each urgency, waiting or being thought.
    most_waiting: [usize; 2],
    most_of_one: usize,
}

/// Who thinks and who waits.
struct Line {
    free: usize,
    /// Seats that analyses may take still.
    free_for_analyses: usize,
    /// Those who wait, by urgency: the number of their place, and how to call them.
    waiting: [VecDeque<(u64, oneshot::Sender<()>)>; 2],
    /// The places of each client, by urgency.
    places: [HashMap<String, usize>; 2],
    next: u64,
}

impl Line {
    /// Gives free seats to those who wait.
    fn seat(&mut self) {
        while self.free > 0 {
            let [moves, analyses] = &mut self.waiting;
            let called = if let Some((_, call)) = moves.pop_front() {
                call
            } else if self.free_for_analyses > 0
                && let Some((_, call)) = analyses.pop_front()
            {
                self.free_for_analyses -= 1;
                call
            } else {
                return;
            };
            self.free -= 1;
            // Whoever has gone meanwhile gives the seat back in a moment.
            let _ = called.send(());
        }
    }
}

fn lock(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// The thoughts that a pool for so many cores thinks at once: one seat is kept free of analyses.
    pub(crate) fn seats(cores: usize) -> usize {
        cores.max(2)
    }

    /// A pool that lets so many moves and analyses wait, `most_of_one` of each of one client.
    pub(crate) fn new(cores: usize, most_waiting: [usize; 2], most_of_one: usize) -> Pool {
        let seats = Pool::seats(cores);
        let line = Line {
            free: seats,
            free_for_analyses: seats / 2,
            waiting: Default::default(),
            places: Default::default(),
            next: 0,
        };
        Pool { line: Arc::new(Mutex::new(line)), most_waiting, most_of_one }
    }

    /// Lets an agent think about a position.
    #[allow(clippy::too_many_arguments, reason = "who asks, what is asked, and how it is watched and ended")]
    pub(crate) async fn analyse(
        &self,
        urgency: Urgency,
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
            if let Some(time) = system::AT_ONCE.filter(|_| brake.pressed.load(Ordering::Relaxed)) {
                agent.hurry(Some(time));
            } else {
                brake.attach(agent.stop());
                agent.hurry(system::LONGEST_UNSTOPPED);
            }
            Ok(agent.analyse(played.as_ref(), &mut |assessment| watch(played.as_ref(), assessment)))
        };
        self.run(urgency, client, work, &braking).await?
    }

    /// Whether somebody thinks or waits for it.
    #[cfg_attr(target_family = "wasm", allow(dead_code, reason = "the lab is the server's"))]
    pub(crate) fn is_busy(&self) -> bool {
        lock(&self.line).places.iter().any(|places| !places.is_empty())
    }

    /// How many think and how many wait.
    #[cfg_attr(target_family = "wasm", allow(dead_code, reason = "nobody measures a browser"))]
    pub(crate) fn occupied(&self, urgency: Urgency) -> (usize, usize) {
        let line = lock(&self.line);
        let waiting = line.waiting[urgency as usize].len();
        (line.places[urgency as usize].values().sum::<usize>().saturating_sub(waiting), waiting)
    }

    /// A place in the line for a client, and the call to a seat, unless the line is full or the client has enough places.
    fn line_up(&self, urgency: Urgency, client: &str) -> Option<(Place, oneshot::Receiver<()>)> {
        let mut line = lock(&self.line);
        let places = &mut line.places[urgency as usize];
        let (all, own) = (places.values().sum::<usize>(), places.get(client).copied().unwrap_or(0));
        if all >= self.most_waiting[urgency as usize] || own >= self.most_of_one {
            return None;
        }
        places.insert(client.to_owned(), own + 1);
        let number = line.next;
        line.next += 1;
        let (call, called) = oneshot::channel();
        line.waiting[urgency as usize].push_back((number, call));
        line.seat();
        Some((Place { line: self.line.clone(), number, urgency, client: client.to_owned() }, called))
    }

    /// Runs something that takes a while on a thread of its own.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        urgency: Urgency,
        client: &str,
        work: impl FnOnce() -> T + Send + 'static,
        brake: &Brake,
    ) -> Result<T, Trouble> {
        let (place, called) = self.line_up(urgency, client).ok_or(Trouble::Busy)?;
        let seated = match urgency {
            Urgency::Move => called.await.is_ok(),
            Urgency::Analysis => {
                system::wait_for(called, LONGEST_WAIT).await.is_some_and(|call| call.is_ok())
            }
        };
        if !seated {
            return Err(Trouble::Busy);
        }
        let work = move || {
            let _taken = place;
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

/// A place in the line or a seat, given back when dropped: also when whoever waited went away.
struct Place {
    line: Arc<Mutex<Line>>,
    number: u64,
    urgency: Urgency,
    client: String,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut line = lock(&self.line);
        let urgency = self.urgency as usize;
        if let Some(count) = line.places[urgency].get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                line.places[urgency].remove(&self.client);
            }
        }
        let before = line.waiting[urgency].len();
        line.waiting[urgency].retain(|(number, _)| *number != self.number);
        if line.waiting[urgency].len() == before {
            // It had been called to its seat.
            line.free += 1;
            line.free_for_analyses += usize::from(self.urgency == Urgency::Analysis);
            line.seat();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether somebody in the line has been called to a seat.
    fn is_called(waiting: &mut (Place, oneshot::Receiver<()>)) -> bool {
        waiting.1.try_recv().is_ok()
    }

    #[test]
    fn one_client_cannot_take_the_whole_line() {
        for urgency in [Urgency::Move, Urgency::Analysis] {
            let pool = Pool::new(1, [4, 4], 2);
            let line_up = |client: &str| pool.line_up(urgency, client);
            let first: Vec<_> = (0..2).filter_map(|_| line_up("a")).collect();
            assert_eq!(first.len(), 2);
            assert!(line_up("a").is_none(), "a has enough places");
            let _others: Vec<_> = ["b", "c"].into_iter().filter_map(line_up).collect();
            assert!(line_up("d").is_none(), "the line is full");
            drop(first);
            assert!(line_up("a").is_some(), "places come back");
        }
    }

    #[test]
    fn a_move_finds_a_seat_whatever_waits_to_be_analysed() {
        let pool = Pool::new(2, [100, 100], 100);
        let mut analyses: Vec<_> = (0..50).filter_map(|_| pool.line_up(Urgency::Analysis, "crowd")).collect();
        let called = analyses.iter_mut().filter_map(|waiting| is_called(waiting).then_some(())).count();
        assert_eq!(called, 1, "analyses leave a seat free");
        assert_eq!(pool.occupied(Urgency::Analysis), (1, 49));
        let mut moves: Vec<_> = (0..3).filter_map(|_| pool.line_up(Urgency::Move, "person")).collect();
        assert!(is_called(&mut moves[0]), "the first move does not wait");
        assert!(!is_called(&mut moves[1]), "there are two seats");
        drop(analyses.remove(0));
        assert!(is_called(&mut moves[1]), "moves go before analyses");
        assert!(!is_called(&mut analyses[0]));
        drop(moves.remove(0));
        assert!(is_called(&mut moves[1]));
        moves.clear();
        assert!(is_called(&mut analyses[0]) && !is_called(&mut analyses[1]), "and then analyses go on");
    }

    #[test]
    fn whoever_goes_away_while_waiting_or_when_called_loses_no_seat() {
        let pool = Pool::new(2, [100, 100], 100);
        let seated: Vec<_> = (0..2).filter_map(|_| pool.line_up(Urgency::Move, "a")).collect();
        let gone = pool.line_up(Urgency::Move, "b").unwrap();
        let deaf = pool.line_up(Urgency::Move, "c").unwrap();
        let mut patient = pool.line_up(Urgency::Move, "d").unwrap();
        drop(gone);
        let (place, call) = deaf;
        drop(call);
        drop(seated);
        drop(place);
        assert!(is_called(&mut patient));
        assert_eq!(pool.occupied(Urgency::Move), (1, 0));
        drop(patient);
        assert!(!pool.is_busy());
    }
}

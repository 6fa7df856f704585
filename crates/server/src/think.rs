//! The one pool that all thinking goes through, as wide as the machine has cores.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
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

/// For whom something is thought.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client {
    /// The number in the cookie, of which everybody can have as many as wished for.
    pub(crate) session: String,
    /// The address, unless it is the machine itself.
    pub(crate) guest: Option<IpAddr>,
}

impl Client {
    /// Who takes turns with others: an address with all its sessions or, on the machine itself, a session.
    fn party(&self) -> String {
        self.guest.map_or_else(|| self.session.clone(), |guest| guest.to_string())
    }
}

/// One address has at most this part of a line.
const PART_OF_ONE: usize = 4;

/// So many thoughts at once. Moves go first, and analyses never take all the seats, so that a move finds one at once or waits for
/// other moves alone. Of those who wait for the same, each party has one thought after the other begun in turn.
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
    /// Those who wait, by urgency.
    waiting: [Turns; 2],
    /// The places of each client, by urgency.
    places: [HashMap<Client, usize>; 2],
    next: u64,
}

/// Somebody who waits: the number of the place, and how to call.
type Waiting = (u64, oneshot::Sender<()>);

/// Those who wait, party by party; the party whose turn it is next first.
#[derive(Default)]
struct Turns(VecDeque<(String, VecDeque<Waiting>)>);

impl Turns {
    /// Puts somebody behind the others of the same party, and a party that has nobody here behind all others.
    fn push(&mut self, party: String, waiting: Waiting) {
        match self.0.iter_mut().find(|(known, _)| *known == party) {
            Some((_, own)) => own.push_back(waiting),
            None => self.0.push_back((party, [waiting].into())),
        }
    }

    /// Takes out whoever is next.
    fn next(&mut self) -> Option<Waiting> {
        let (party, mut own) = self.0.pop_front()?;
        let next = own.pop_front();
        if !own.is_empty() {
            self.0.push_back((party, own));
        }
        next
    }

    /// Takes out whoever has this place; false if nobody there waits.
    fn remove(&mut self, place: u64) -> bool {
        let before = self.len();
        for (_, own) in &mut self.0 {
            own.retain(|(number, _)| *number != place);
        }
        self.0.retain(|(_, own)| !own.is_empty());
        self.len() < before
    }

    fn len(&self) -> usize {
        self.0.iter().map(|(_, own)| own.len()).sum()
    }
}

impl Line {
    /// Gives free seats to those who wait.
    fn seat(&mut self) {
        while self.free > 0 {
            let [moves, analyses] = &mut self.waiting;
            let called = if let Some((_, call)) = moves.next() {
                call
            } else if self.free_for_analyses > 0
                && let Some((_, call)) = analyses.next()
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
        client: &Client,
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
    fn line_up(&self, urgency: Urgency, client: &Client) -> Option<(Place, oneshot::Receiver<()>)> {
        let mut line = lock(&self.line);
        let places = &mut line.places[urgency as usize];
        let (all, own) = (places.values().sum::<usize>(), places.get(client).copied().unwrap_or(0));
        let most = self.most_waiting[urgency as usize];
        if all >= most || own >= self.most_of_one {
            return None;
        }
        // Cookies cost nothing: whoever takes another one is still at the same address.
        let of_guest = places.iter().filter(|(known, _)| known.guest == client.guest);
        if client.guest.is_some() && of_guest.map(|(_, count)| count).sum::<usize>() >= most / PART_OF_ONE {
            return None;
        }
        places.insert(client.clone(), own + 1);
        let number = line.next;
        line.next += 1;
        let (call, called) = oneshot::channel();
        line.waiting[urgency as usize].push(client.party(), (number, call));
        line.seat();
        Some((Place { line: self.line.clone(), number, urgency, client: client.clone() }, called))
    }

    /// Runs something that takes a while on a thread of its own.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        urgency: Urgency,
        client: &Client,
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
    client: Client,
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
        if !line.waiting[urgency].remove(self.number) {
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

    /// Somebody on the machine itself.
    fn near(session: &str) -> Client {
        Client { session: session.to_owned(), guest: None }
    }

    /// Somebody at an address.
    fn far(session: usize, address: &str) -> Client {
        Client { session: session.to_string(), guest: address.parse().ok() }
    }

    /// Whether somebody in the line has been called to a seat.
    fn is_called(waiting: &mut (Place, oneshot::Receiver<()>)) -> bool {
        waiting.1.try_recv().is_ok()
    }

    #[test]
    fn one_client_cannot_take_the_whole_line() {
        for urgency in [Urgency::Move, Urgency::Analysis] {
            let pool = Pool::new(1, [4, 4], 2);
            let line_up = |client: &str| pool.line_up(urgency, &near(client));
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
        let mut analyses: Vec<_> =
            (0..50).filter_map(|_| pool.line_up(Urgency::Analysis, &near("crowd"))).collect();
        let called = analyses.iter_mut().filter_map(|waiting| is_called(waiting).then_some(())).count();
        assert_eq!(called, 1, "analyses leave a seat free");
        assert_eq!(pool.occupied(Urgency::Analysis), (1, 49));
        let mut moves: Vec<_> = (0..3).filter_map(|_| pool.line_up(Urgency::Move, &near("person"))).collect();
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
        let seated: Vec<_> = (0..2).filter_map(|_| pool.line_up(Urgency::Move, &near("a"))).collect();
        let gone = pool.line_up(Urgency::Move, &near("b")).unwrap();
        let deaf = pool.line_up(Urgency::Move, &near("c")).unwrap();
        let mut patient = pool.line_up(Urgency::Move, &near("d")).unwrap();
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

    #[test]
    fn one_address_cannot_take_the_whole_line_with_many_cookies() {
        for urgency in [Urgency::Move, Urgency::Analysis] {
            let pool = Pool::new(1, [64, 64], 6);
            let crowd: Vec<_> =
                (0..64).filter_map(|cookie| pool.line_up(urgency, &far(cookie, "192.0.2.1"))).collect();
            assert_eq!(crowd.len(), 16, "a quarter of the line");
            assert!(pool.line_up(urgency, &far(0, "192.0.2.2")).is_some(), "others have room");
        }
    }

    #[test]
    fn those_who_wait_take_turns_address_by_address() {
        let mut turns = Turns::default();
        let crowd = (0..3).map(|cookie| far(cookie, "192.0.2.1"));
        let others = [far(9, "192.0.2.2"), near("here"), far(8, "192.0.2.2"), near("there")];
        for (place, client) in crowd.chain(others).enumerate() {
            turns.push(client.party(), (place as u64, oneshot::channel().0));
        }
        assert!(turns.remove(6) && !turns.remove(6), "whoever goes away has no turn");
        let order: Vec<u64> = std::iter::from_fn(|| turns.next()).map(|(place, _)| place).collect();
        assert_eq!(order, [0, 3, 4, 1, 5, 2]);
    }
}

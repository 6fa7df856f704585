//! Many games side by side.

use std::sync::{Mutex, PoisonError};

use agon_core::hash::combine;
use agon_core::spread::{processors, spread};
use agon_core::{Match, Planes, Player, Random};
use agon_search::Stop;
use numpy::{
    PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray4,
};
use pyo3::prelude::*;

use crate::game::Game;
use crate::state::{State, illegal};
use crate::{given, interruptibly, sentence};

/// The most games of a batch: more than any memory holds with what learners see of them.
const MOST_GAMES: usize = 1 << 20;

/// The most threads that a batch is spread over.
const MOST_THREADS: usize = 256;

/// One of the games.
struct Seat {
    played: Box<dyn Match>,
    /// The numbers of the legal moves.
    actions: Vec<u32>,
    /// The move that is about to be played, by its place among them.
    chosen: usize,
    random: Random,
}

/// Many games of one kind, side by side: what `agon.BatchEnv` is made of. Buffers belong to the caller, and are filled without the
/// interpreter, by several threads.
#[pyclass(module = "agon")]
pub(crate) struct Batch {
    game: Py<Game>,
    /// A game in which nothing was played yet.
    fresh: Box<dyn Match>,
    seats: Vec<Seat>,
    threads: usize,
    observe: bool,
    /// Random moves at the beginning of each game.
    random_plies: u32,
}

/// The first `count` of some values, which are taken from them.
#[expect(clippy::mut_mut, reason = "what is left is a shorter slice in the same place")]
fn take<'a, T>(values: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (mine, rest) = std::mem::take(values).split_at_mut(count);
    *values = rest;
    mine
}

/// The buffers of some games in a row. Those of observations are empty if nobody observes.
struct Buffers<'a> {
    rewards: &'a mut [f32],
    ended: &'a mut [bool],
    players: &'a mut [i8],
    masks: &'a mut [bool],
    observations: &'a mut [f32],
    finals: &'a mut [f32],
}

impl<'a> Buffers<'a> {
    /// Those of the first games of these, which are taken from them.
    fn take(&mut self, count: usize, common: &Common<'_>) -> Buffers<'a> {
        let observed = |values: &[f32]| if values.is_empty() { 0 } else { common.planes.size() * count };
        let (seen, last_seen) = (observed(self.observations), observed(self.finals));
        Buffers {
            rewards: take(&mut self.rewards, 2 * count),
            ended: take(&mut self.ended, count),
            players: take(&mut self.players, count),
            masks: take(&mut self.masks, common.space * count),
            observations: take(&mut self.observations, seen),
            finals: take(&mut self.finals, last_seen),
        }
    }
}

/// What every game needs to know.
struct Common<'a> {
    fresh: &'a dyn Match,
    planes: &'a Planes,
    space: usize,
    random_plies: u32,
}

/// Some games in a row, and what one thread has to fill for them.
struct Part<'a> {
    seats: &'a mut [Seat],
    buffers: Buffers<'a>,
}

/// How many games each of so many threads has.
fn share(games: usize, threads: usize) -> usize {
    games.div_ceil(threads.max(1)).max(1)
}

/// Does all parts of a piece of work at the same time; what came of each, in order.
fn together<P: Send, T: Send>(parts: impl Iterator<Item = P>, work: impl Fn(P) -> T + Sync) -> Vec<T> {
    let parts: Vec<Mutex<Option<P>>> = parts.map(|part| Mutex::new(Some(part))).collect();
    spread(parts.len(), parts.len(), |index| {
        let part = parts[index].lock().unwrap_or_else(PoisonError::into_inner).take();
        work(part.expect("each part is taken up once"))
    })
}

/// Writes what the player to move sees.
fn observe(played: &dyn Match, planes: &Planes, scratch: &mut Vec<u32>, observation: &mut [f32]) {
    observation.fill(0.0);
    planes.write(played, played.to_move(), scratch, observation);
}

/// The result of a game that has ended, for the first player.
fn result(played: &dyn Match) -> Option<f32> {
    played.ending().map(|ending| ending.outcome.value().pov(Player::First))
}

impl Seat {
    fn begin(&mut self, common: &Common<'_>) {
        self.played = common.fresh.fork();
        for _ in 0..common.random_plies {
            let mut ahead = self.played.fork();
            ahead.play(self.random.below(ahead.move_count() as u32) as usize);
            // A game that is over before it begins teaches nothing.
            if ahead.ending().is_some() {
                break;
            }
            self.played = ahead;
        }
    }

    /// Writes about the position, in place of what it has written about the last one.
    fn write(
        &mut self,
        common: &Common<'_>,
        player: &mut i8,
        mask: &mut [bool],
        observation: &mut [f32],
        scratch: &mut Vec<u32>,
    ) {
        self.actions.iter().for_each(|&number| mask[number as usize] = false);
        self.played.actions(&mut self.actions);
        self.actions.iter().for_each(|&number| mask[number as usize] = true);
        let mover = self.played.to_move();
        *player = mover.index() as i8;
        if !observation.is_empty() {
            observe(self.played.as_ref(), common.planes, scratch, observation);
        }
    }
}

impl Part<'_> {
    /// Does something in each game, and writes about it.
    fn each(self, common: &Common<'_>, mut work: impl FnMut(&mut Seat, &mut [f32], &mut bool, &mut [f32])) {
        let (space, size) = (common.space, common.planes.size());
        let Buffers { rewards, ended, players, masks, observations, finals } = self.buffers;
        let mut scratch = Vec::new();
        let of = |values: &[f32], index: usize| {
            if values.is_empty() { 0..0 } else { index * size..(index + 1) * size }
        };
        for (index, seat) in self.seats.iter_mut().enumerate() {
            let last = of(finals, index);
            work(seat, &mut rewards[2 * index..][..2], &mut ended[index], &mut finals[last]);
            let seen = of(observations, index);
            let mask = &mut masks[index * space..][..space];
            seat.write(common, &mut players[index], mask, &mut observations[seen], &mut scratch);
        }
    }
}

/// Looks up the actions of some games; the first of them in which its own is not legal.
fn choose(seats: &mut [Seat], actions: &[i64]) -> Option<usize> {
    seats.iter_mut().zip(actions).position(|(seat, &action)| {
        let place = seat.actions.iter().position(|&number| i64::from(number) == action);
        seat.chosen = place.unwrap_or_default();
        place.is_none()
    })
}

/// The arrays that are written.
type Arrays<'py> = (
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, i8>,
    PyReadwriteArray2<'py, bool>,
    Option<PyReadwriteArray4<'py, f32>>,
    Option<PyReadwriteArray4<'py, f32>>,
);

/// The arrays that are filled with what follows from each legal action.
type Following<'py> = (
    PyReadwriteArray1<'py, i64>,
    PyReadwriteArray1<'py, i64>,
    PyReadwriteArray1<'py, i8>,
    PyReadwriteArray1<'py, f32>,
    PyReadwriteArray4<'py, f32>,
);

/// The same as far as it belongs to some games in a row.
struct Children<'a> {
    first: usize,
    seats: &'a [Seat],
    games: &'a mut [i64],
    actions: &'a mut [i64],
    players: &'a mut [i8],
    results: &'a mut [f32],
    observations: &'a mut [f32],
}

impl Children<'_> {
    fn fill(self, planes: &Planes) {
        let (mut child, mut scratch) = (0, Vec::new());
        for (index, seat) in self.seats.iter().enumerate() {
            for (place, &action) in seat.actions.iter().enumerate() {
                let mut ahead = seat.played.fork();
                ahead.play(place);
                let sign = if seat.played.to_move() == Player::First { 1.0 } else { -1.0 };
                self.games[child] = (self.first + index) as i64;
                self.actions[child] = i64::from(action);
                self.players[child] = ahead.to_move().index() as i8;
                self.results[child] = result(ahead.as_ref()).map_or(f32::NAN, |value| sign * value);
                let seen = &mut self.observations[child * planes.size()..][..planes.size()];
                observe(ahead.as_ref(), planes, &mut scratch, seen);
                child += 1;
            }
        }
    }
}

/// What is said about an array of which every second value belongs to somebody else, or the like.
const NOT_IN_A_ROW: &str = "the buffers must be contiguous";

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, threads=None, observe=true, random_plies=0))]
    fn new(
        py: Python<'_>,
        game: Py<Game>,
        #[pyo3(from_py_with = given::games)] n: usize,
        #[pyo3(from_py_with = given::threads_if_any)] threads: Option<usize>,
        observe: bool,
        #[pyo3(from_py_with = given::plies)] random_plies: u32,
    ) -> PyResult<Batch> {
        if n == 0 {
            return Err(sentence("a batch needs at least one game"));
        }
        if n > MOST_GAMES {
            return Err(sentence(format!(
                "a batch of {n} games is too large; expected at most {MOST_GAMES}"
            )));
        }
        let known = game.get().0.clone();
        if known.trouble.is_some() {
            return Err(sentence(
                "a game that is a Python class cannot be played in batches: it would be no faster",
            ));
        }
        let fresh = py.detach(|| known.rules.start(None)).map_err(sentence)?;
        let seat = |_| Seat { played: fresh.fork(), actions: Vec::new(), chosen: 0, random: Random::new(0) };
        let seats = (0..n).map(seat).collect();
        let threads = threads.unwrap_or_else(processors).min(MOST_THREADS);
        Ok(Batch { game, fresh, seats, threads, observe, random_plies })
    }

    /// Begins all games anew; everything random follows from the seed.
    fn reset(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = given::seed)] seed: u64,
        arrays: Arrays<'_>,
    ) -> PyResult<()> {
        for (index, seat) in self.seats.iter_mut().enumerate() {
            seat.random = Random::stream(seed, index as u64);
        }
        self.work(py, arrays, &|common, part| {
            part.each(common, |seat, rewards, ended, _| {
                rewards.fill(0.0);
                *ended = false;
                seat.begin(common);
            });
        })
    }

    /// Plays one action in each game. All are looked at first: if one is not legal, nothing is played.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        arrays: Arrays<'_>,
    ) -> PyResult<()> {
        let actions = actions.as_slice().map_err(|_| sentence("the actions must lie in a row"))?;
        if actions.len() != self.seats.len() {
            return Err(sentence(format!("{} actions for {} games", actions.len(), self.seats.len())));
        }
        if let Some(index) = py.detach(|| choose(&mut self.seats, actions)) {
            let said =
                illegal(i128::from(actions[index]), &self.seats[index].actions, &self.fresh.info().name);
            return Err(sentence(format!("game {index}: {said}")));
        }
        self.work(py, arrays, &|common, part| {
            let mut scratch = Vec::new();
            part.each(common, |seat, rewards, ended, last| {
                seat.played.play(seat.chosen);
                let result = result(seat.played.as_ref());
                let value = result.unwrap_or(0.0);
                rewards.copy_from_slice(&[value, 0.0 - value]);
                *ended = result.is_some();
                if *ended {
                    if !last.is_empty() {
                        observe(seat.played.as_ref(), common.planes, &mut scratch, last);
                    }
                    seat.begin(common);
                }
            });
        })
    }

    /// Writes a random legal action for each game; they follow from the seed and from how often was asked.
    fn sample(&mut self, py: Python<'_>, mut actions: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice_mut().map_err(|_| sentence("the actions must lie in a row"))?;
        if actions.len() != self.seats.len() {
            return Err(sentence(format!(
                "{} places for the actions of {} games",
                actions.len(),
                self.seats.len()
            )));
        }
        if self.seats.iter().any(|seat| seat.actions.is_empty()) {
            return Err(sentence("the games have not begun: call reset() first"));
        }
        // As to look actions up, threads take longer to begin than this takes.
        py.detach(|| {
            for (seat, action) in self.seats.iter_mut().zip(actions) {
                *action = i64::from(seat.random.pick(&seat.actions));
            }
        });
        Ok(())
    }

    /// The number of legal actions in all games.
    fn children_count(&self) -> usize {
        self.seats.iter().map(|seat| seat.actions.len()).sum()
    }

    /// Writes what follows from each legal action of each game, into arrays of [`Batch::children_count`] entries.
    fn children(&self, py: Python<'_>, arrays: Following<'_>) -> PyResult<()> {
        let planes = &self.game.get().0.planes;
        let (mut games, mut actions, mut players, mut results, mut observations) = arrays;
        let flat = |_| sentence(NOT_IN_A_ROW);
        let mut games = games.as_slice_mut().map_err(flat)?;
        let mut actions = actions.as_slice_mut().map_err(flat)?;
        let mut players = players.as_slice_mut().map_err(flat)?;
        let mut results = results.as_slice_mut().map_err(flat)?;
        let mut observations = observations.as_slice_mut().map_err(flat)?;
        let count = self.children_count();
        let lengths = [games.len(), actions.len(), players.len(), results.len()];
        if lengths.iter().any(|&length| length != count) || observations.len() != count * planes.size() {
            return Err(sentence(format!("the buffers are not those of {count} actions")));
        }
        let share = share(self.seats.len(), self.threads);
        let parts = self.seats.chunks(share).enumerate().map(|(part, seats)| {
            let count = seats.iter().map(|seat| seat.actions.len()).sum();
            Children {
                first: part * share,
                seats,
                games: take(&mut games, count),
                actions: take(&mut actions, count),
                players: take(&mut players, count),
                results: take(&mut results, count),
                observations: take(&mut observations, count * planes.size()),
            }
        });
        // Cut up here, where the arrays are, and filled without the interpreter.
        let parts: Vec<Children<'_>> = parts.collect();
        py.detach(|| together(parts.into_iter(), |part| part.fill(planes)));
        Ok(())
    }

    /// One of the games as a state of its own, with the past it has.
    fn state(&self, #[pyo3(from_py_with = given::index)] index: usize) -> PyResult<State> {
        let seat = self.seats.get(index);
        let seat = seat.ok_or_else(|| {
            sentence(format!("there is no game {index}; they are 0 to {}", self.seats.len() - 1))
        })?;
        State::retraced(&self.game.get().0, seat.played.as_ref())
    }

    fn __len__(&self) -> usize {
        self.seats.len()
    }
}

impl Batch {
    /// Does something in all games, spread over threads, each with its buffers.
    fn work(
        &mut self,
        py: Python<'_>,
        (mut rewards, mut ended, mut players, mut masks, mut observations, mut finals): Arrays<'_>,
        work: &(impl Fn(&Common<'_>, Part<'_>) + Sync),
    ) -> PyResult<()> {
        let known = self.game.get().0.clone();
        let common = Common {
            fresh: self.fresh.as_ref(),
            planes: &known.planes,
            space: known.rules.action_space(),
            random_plies: self.random_plies,
        };
        let flat = |_| sentence(NOT_IN_A_ROW);
        let mut buffers = Buffers {
            rewards: rewards.as_slice_mut().map_err(flat)?,
            ended: ended.as_slice_mut().map_err(flat)?,
            players: players.as_slice_mut().map_err(flat)?,
            masks: masks.as_slice_mut().map_err(flat)?,
            observations: match &mut observations {
                Some(observations) => observations.as_slice_mut().map_err(flat)?,
                None => &mut [],
            },
            finals: match &mut finals {
                Some(finals) => finals.as_slice_mut().map_err(flat)?,
                None => &mut [],
            },
        };
        let count = self.seats.len();
        let seen = if self.observe { common.planes.size() * count } else { 0 };
        let fits = buffers.rewards.len() == 2 * count
            && buffers.ended.len() == count
            && buffers.players.len() == count
            && buffers.masks.len() == common.space * count
            && buffers.observations.len() == seen
            && [0, common.planes.size() * count].contains(&buffers.finals.len());
        if !fits {
            return Err(sentence("the buffers have other shapes than the batch"));
        }
        let share = share(count, self.threads);
        let parts = self.seats.chunks_mut(share).map(|seats| {
            let buffers = buffers.take(seats.len(), &common);
            Part { seats, buffers }
        });
        let parts: Vec<Part<'_>> = parts.collect();
        py.detach(|| together(parts.into_iter(), |part| work(&common, part)));
        Ok(())
    }
}

/// The most random games from one state in one call.
const MOST_PLAYOUTS: u64 = 1_000_000_000;

/// Random games from each of some states: an array with a row per state, of games that the first player won, drawn ones, those
/// that the second player won, and the plies in all of them. Ctrl-C ends it.
#[pyfunction]
#[pyo3(signature = (states, n, seed=0, threads=None))]
pub(crate) fn random_playouts<'py>(
    py: Python<'py>,
    states: Vec<PyRef<'py, State>>,
    #[pyo3(from_py_with = given::games)] n: u64,
    #[pyo3(from_py_with = given::seed)] seed: u64,
    #[pyo3(from_py_with = given::threads_if_any)] threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    if n > MOST_PLAYOUTS {
        return Err(sentence(format!("{n} random games are too many; expected at most {MOST_PLAYOUTS}")));
    }
    let threads = threads.unwrap_or_else(processors).min(MOST_THREADS);
    let starts: Vec<Box<dyn Match>> = states.iter().map(|state| state.played.fork()).collect();
    // Long runs are cut into pieces, so that one state is enough for several threads and nobody waits long for the end.
    let piece = n.div_ceil(16).clamp(64, 4096);
    let pieces = n.div_ceil(piece) as usize;
    let stop = Stop::new();
    let tallies = interruptibly(py, &stop, || {
        spread(starts.len() * pieces, threads, |task| {
            let (state, part) = (task / pieces, (task % pieces) as u64);
            let mut random = Random::new(combine([seed, state as u64, part]));
            let start = starts[state].as_ref();
            let games = if stop.is_pressed() { 0 } else { piece.min(n - part * piece) };
            start.tally(games, start.rules().limits(), &mut random)
        })
    })?;
    states.iter().try_for_each(|state| state.known.settled(()))?;
    let mut sums = vec![0i64; starts.len() * 4];
    for (task, tally) in tallies.into_iter().enumerate() {
        let row = &mut sums[4 * (task / pieces)..][..4];
        for (sum, count) in row.iter_mut().zip([tally.first, tally.draws, tally.second, tally.plies]) {
            *sum += count as i64;
        }
    }
    numpy::PyArray1::from_vec(py, sums).reshape([starts.len(), 4])
}

//! Many games side by side.

use std::num::NonZero;

use agon_core::hash::combine;
use agon_core::spread::{processors, spread};
use agon_core::{Match, Player, Random};
use numpy::{
    PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray4,
};
use pyo3::prelude::*;

use crate::game::Game;
use crate::sentence;
use crate::state::{State, illegal};

/// One of the games.
struct Seat {
    played: Box<dyn Match>,
    /// The numbers of the legal moves.
    actions: Vec<u32>,
    /// The ones in its observation.
    ones: Vec<usize>,
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

/// The buffers of some games in a row.
struct Buffers<'a> {
    rewards: &'a mut [f32],
    ended: &'a mut [bool],
    players: &'a mut [i8],
    masks: &'a mut [bool],
    observations: &'a mut [f32],
}

impl<'a> Buffers<'a> {
    /// Those of the first `count` games, and the rest.
    fn split(self, count: usize, space: usize, size: usize) -> (Buffers<'a>, Buffers<'a>) {
        let (rewards, rest_rewards) = self.rewards.split_at_mut(2 * count);
        let (ended, rest_ended) = self.ended.split_at_mut(count);
        let (players, rest_players) = self.players.split_at_mut(count);
        let (masks, rest_masks) = self.masks.split_at_mut(space * count);
        let (observations, rest_observations) = self.observations.split_at_mut(size * count);
        (
            Buffers { rewards, ended, players, masks, observations },
            Buffers {
                rewards: rest_rewards,
                ended: rest_ended,
                players: rest_players,
                masks: rest_masks,
                observations: rest_observations,
            },
        )
    }
}

/// What every game needs to know.
struct Common<'a> {
    fresh: &'a dyn Match,
    planes: &'a agon_core::Planes,
    space: usize,
    size: usize,
    random_plies: u32,
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

    /// Takes what it has written about the last position out of the buffers, and writes about this one.
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
            self.ones.drain(..).for_each(|place| observation[place] = 0.0);
            let ones = &mut self.ones;
            common.planes.each(self.played.as_ref(), mover, scratch, |place| {
                observation[place] = 1.0;
                ones.push(place);
            });
        }
    }
}

/// Does the same to all games, spread over threads, each with its buffers.
fn each_seat(
    seats: &mut [Seat],
    buffers: Buffers<'_>,
    common: &Common<'_>,
    threads: usize,
    work: &(impl Fn(usize, &mut Seat, &mut [f32], &mut bool) + Sync),
) {
    let share = seats.len().div_ceil(threads.max(1)).max(1);
    let toil = |first: usize, seats: &mut [Seat], buffers: Buffers<'_>| {
        let (space, size) = (common.space, common.size);
        let mut scratch = Vec::new();
        for (index, seat) in seats.iter_mut().enumerate() {
            let rewards = &mut buffers.rewards[2 * index..2 * index + 2];
            work(first + index, seat, rewards, &mut buffers.ended[index]);
            let mask = &mut buffers.masks[index * space..(index + 1) * space];
            let observation = &mut buffers.observations[index * size..(index + 1) * size];
            seat.write(common, &mut buffers.players[index], mask, observation, &mut scratch);
        }
    };
    if threads <= 1 || seats.len() <= share {
        toil(0, seats, buffers);
        return;
    }
    std::thread::scope(|scope| {
        let (mut rest, mut first, mut seats) = (buffers, 0, seats);
        while !seats.is_empty() {
            let count = share.min(seats.len());
            let (mine, others) = seats.split_at_mut(count);
            let (buffers, after) = rest.split(count, common.space, common.size);
            (seats, rest) = (others, after);
            let (begin, toil) = (first, &toil);
            first += count;
            if seats.is_empty() {
                // The last part is this thread's own.
                toil(begin, mine, buffers);
            } else {
                scope.spawn(move || toil(begin, mine, buffers));
            }
        }
    });
}

/// The arrays that are written.
type Arrays<'py> = (
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, i8>,
    PyReadwriteArray2<'py, bool>,
    Option<PyReadwriteArray4<'py, f32>>,
);

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, threads=None, observe=true, random_plies=0))]
    fn new(
        py: Python<'_>,
        game: Py<Game>,
        n: usize,
        threads: Option<usize>,
        observe: bool,
        random_plies: u32,
    ) -> PyResult<Batch> {
        if n == 0 {
            return Err(sentence("a batch needs at least one game"));
        }
        let known = game.get().0.clone();
        if known.trouble.is_some() {
            return Err(sentence(
                "a game that is a Python class cannot be played in batches: it would be no faster",
            ));
        }
        let fresh = py.detach(|| known.rules.start(None)).map_err(sentence)?;
        let seat =
            |_| Seat { played: fresh.fork(), actions: Vec::new(), ones: Vec::new(), random: Random::new(0) };
        let seats = (0..n).map(seat).collect();
        let threads = threads.unwrap_or_else(processors).clamp(1, 256);
        Ok(Batch { game, fresh, seats, threads, observe, random_plies })
    }

    /// Begins all games anew; everything random follows from the seed.
    fn reset(&mut self, py: Python<'_>, seed: u64, arrays: Arrays<'_>) -> PyResult<()> {
        for (index, seat) in self.seats.iter_mut().enumerate() {
            seat.random = Random::stream(seed, index as u64);
        }
        self.work(py, arrays, &|common: &Common<'_>,
                                _,
                                seat: &mut Seat,
                                rewards: &mut [f32],
                                ended: &mut bool| {
            rewards.fill(0.0);
            *ended = false;
            seat.begin(common);
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
        let mut moves = Vec::with_capacity(actions.len());
        for (index, (seat, &action)) in self.seats.iter().zip(actions).enumerate() {
            let Some(place) = seat.actions.iter().position(|&number| i64::from(number) == action) else {
                let name = &self.fresh.info().name;
                return Err(sentence(format!("game {index}: {}", illegal(action, &seat.actions, name))));
            };
            moves.push(place);
        }
        self.work(py, arrays, &|common: &Common<'_>,
                                index,
                                seat: &mut Seat,
                                rewards: &mut [f32],
                                ended: &mut bool| {
            seat.played.play(moves[index]);
            let ending = seat.played.ending();
            *ended = ending.is_some();
            let value = ending.map_or(0.0, |ending| ending.outcome.value().pov(Player::First));
            rewards.copy_from_slice(&[value, 0.0 - value]);
            if *ended {
                seat.begin(common);
            }
        })
    }

    /// Writes a random legal action for each game; they follow from the seed and from how often was asked.
    fn sample(&mut self, mut actions: numpy::PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice_mut().map_err(|_| sentence("the actions must lie in a row"))?;
        if actions.len() != self.seats.len() {
            return Err(sentence(format!(
                "{} places for the actions of {} games",
                actions.len(),
                self.seats.len()
            )));
        }
        for (seat, action) in self.seats.iter_mut().zip(actions) {
            if seat.actions.is_empty() {
                return Err(sentence("the games have not begun: call reset() first"));
            }
            *action = i64::from(seat.random.pick(&seat.actions));
        }
        Ok(())
    }

    /// One of the games as a state of its own, with the past it has.
    fn state(&self, index: usize) -> PyResult<State> {
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
    fn work(
        &mut self,
        py: Python<'_>,
        (mut rewards, mut ended, mut players, mut masks, mut observations): Arrays<'_>,
        work: &(impl Fn(&Common<'_>, usize, &mut Seat, &mut [f32], &mut bool) + Sync),
    ) -> PyResult<()> {
        let known = self.game.get().0.clone();
        let (count, space) = (self.seats.len(), known.rules.action_space());
        let size = if self.observe { known.planes.size() } else { 0 };
        let flat = |_| sentence("the buffers must be contiguous");
        let buffers = Buffers {
            rewards: rewards.as_slice_mut().map_err(flat)?,
            ended: ended.as_slice_mut().map_err(flat)?,
            players: players.as_slice_mut().map_err(flat)?,
            masks: masks.as_slice_mut().map_err(flat)?,
            observations: match &mut observations {
                Some(observations) => observations.as_slice_mut().map_err(flat)?,
                None => &mut [],
            },
        };
        let fits = buffers.rewards.len() == 2 * count
            && buffers.ended.len() == count
            && buffers.players.len() == count
            && buffers.masks.len() == space * count
            && buffers.observations.len() == size * count;
        if !fits {
            return Err(sentence("the buffers have other shapes than the batch"));
        }
        let common = Common {
            fresh: self.fresh.as_ref(),
            planes: &known.planes,
            space,
            size,
            random_plies: self.random_plies,
        };
        let (seats, threads) = (&mut self.seats, self.threads);
        py.detach(|| {
            each_seat(seats, buffers, &common, threads, &|index, seat, rewards, ended| {
                work(&common, index, seat, rewards, ended);
            });
        });
        Ok(())
    }
}

/// Random games from each of some states: an array with a row per state, of games that the first player won, drawn ones, those
/// that the second player won, and the plies in all of them.
#[pyfunction]
#[pyo3(signature = (states, n, seed=0, threads=None))]
pub(crate) fn random_playouts<'py>(
    py: Python<'py>,
    states: Vec<PyRef<'py, State>>,
    n: u64,
    seed: u64,
    threads: Option<NonZero<usize>>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let threads = threads.map_or_else(processors, NonZero::get);
    let starts: Vec<Box<dyn Match>> = states.iter().map(|state| state.played.fork()).collect();
    // Long runs are cut into pieces, so that one state is enough for several threads.
    let piece = n.div_ceil(16).max(64);
    let pieces = n.div_ceil(piece) as usize;
    let tallies = py.detach(|| {
        spread(starts.len() * pieces, threads, |task| {
            let (state, part) = (task / pieces, (task % pieces) as u64);
            let mut random = Random::new(combine([seed, state as u64, part]));
            let start = starts[state].as_ref();
            start.tally(piece.min(n - part * piece), start.rules().limits(), &mut random)
        })
    });
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

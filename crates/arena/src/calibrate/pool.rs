//! Threads that play whatever games some calibration waits for, those of the game that has most to do first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Instant;

use agon_agents::Playable;
use agon_agents::level::Ladder;
use agon_core::hash::combine;

use super::evidence::Wanted;
use super::{FileError, Settings, Subject};
use crate::bout::{Bout, Venue};
use crate::ledger::{Entry, LedgerError, Slot};
use crate::openings::Opening;

/// Games are ended after this many plies, as the rules adjudicate them.
pub(super) const MAX_PLIES: u32 = 300;

/// A pair of games in the queue.
struct Job {
    subject: usize,
    wanted: Wanted,
    /// The index of the meeting in the subject's ledger.
    pairing: usize,
    /// How long all games will take, roughly, that the subject waited for together with this one.
    weight: f64,
}

/// What is played on, and how games begin.
struct Board {
    rules: Arc<dyn Playable>,
    openings: Vec<Opening>,
    seed: u64,
}

/// What the threads share.
struct State {
    subjects: Vec<Subject>,
    /// Pairs that each subject waits for.
    pending: Vec<usize>,
    /// The cost of the pairs that each subject has had.
    spent: Vec<u64>,
    /// The ladders that are finished.
    ladders: Vec<Option<Ladder>>,
    queue: BinaryHeap<Job>,
    running: usize,
    failure: Option<FileError>,
}

type Done<'a> = &'a (dyn Fn(&Subject, &Ladder) -> Result<(), FileError> + Sync);

pub(super) fn run(
    subjects: Vec<Subject>,
    settings: Settings,
    venue: Venue<'_>,
    done: Done<'_>,
) -> Result<Vec<Ladder>, FileError> {
    let count = subjects.len();
    let board = |subject: &Subject| Board {
        rules: subject.rules.clone(),
        openings: subject.openings.clone(),
        seed: subject.seed,
    };
    let boards: Vec<Board> = subjects.iter().map(board).collect();
    let mut state = State {
        subjects,
        pending: vec![0; count],
        spent: vec![0; count],
        ladders: vec![None; count],
        queue: BinaryHeap::new(),
        running: 0,
        failure: None,
    };
    for subject in 0..count {
        state.advance(subject, settings, done);
    }
    let (state, changed) = (Mutex::new(state), Condvar::new());
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            scope.spawn(|| {
                while let Some(job) = take(&state, &changed) {
                    let played = play(venue, &boards[job.subject], &job, &state);
                    let mut state = state.lock().expect("no thread panics while it holds the lock");
                    state.finish(&job, played, settings, done);
                    changed.notify_all();
                }
            });
        }
    });
    let state = state.into_inner().expect("all threads have ended");
    for subject in state.subjects {
        subject.ledger.close()?;
    }
    match state.failure {
        Some(failure) => Err(failure),
        None => {
            Ok(state.ladders.into_iter().map(|ladder| ladder.expect("every ladder was finished")).collect())
        }
    }
}

/// The next job, once there is one; nothing when there will be none.
fn take(state: &Mutex<State>, changed: &Condvar) -> Option<Job> {
    let mut state = state.lock().expect("no thread panics while it holds the lock");
    loop {
        if state.failure.is_some() {
            return None;
        }
        if let Some(job) = state.queue.pop() {
            state.running += 1;
            return Some(job);
        }
        if state.running == 0 {
            return None;
        }
        state = changed.wait(state).expect("no thread panics while it holds the lock");
    }
}

impl State {
    /// Notes the result of a job, and what it leads to.
    fn finish(&mut self, job: &Job, played: Result<u8, LedgerError>, settings: Settings, done: Done<'_>) {
        self.running -= 1;
        self.pending[job.subject] -= 1;
        self.spent[job.subject] += job.wanted.cost();
        let Wanted { a, b, pair } = &job.wanted;
        match played {
            Ok(half_points) => {
                let evidence = &mut self.subjects[job.subject].evidence;
                evidence.add(&a.to_string(), &b.to_string(), *pair, half_points);
                if self.pending[job.subject] == 0 {
                    self.advance(job.subject, settings, done);
                }
            }
            Err(error) => self.failure = Some(error.into()),
        }
    }

    /// Goes on with a subject that waits for nothing: it is finished, or wants more games.
    fn advance(&mut self, index: usize, settings: Settings, done: Done<'_>) {
        let subject = &mut self.subjects[index];
        match subject.ask(settings) {
            Ok(ladder) => match done(subject, &ladder) {
                Ok(()) => self.ladders[index] = Some(ladder),
                Err(error) => self.failure = Some(error),
            },
            Err(missing) => {
                self.pending[index] = missing.len();
                // Unplayed games are taken to be slow: the sooner it is known how slow, the better.
                let pace =
                    if self.spent[index] > 0 { subject.seconds / self.spent[index] as f64 } else { 1.0 };
                let weight = pace * missing.iter().map(Wanted::cost).sum::<u64>() as f64;
                for wanted in missing {
                    match subject.pairing(&wanted) {
                        Ok(pairing) => self.queue.push(Job { subject: index, wanted, pairing, weight }),
                        Err(error) => self.failure = Some(error.into()),
                    }
                }
            }
        }
    }
}

/// Plays what is missing of a pair of games from the same opening, and returns the first player's points times two.
fn play(venue: Venue<'_>, board: &Board, job: &Job, state: &Mutex<State>) -> Result<u8, LedgerError> {
    let Board { rules, openings, seed } = board;
    let Wanted { a, b, pair } = &job.wanted;
    let lock = || state.lock().expect("no thread panics while it holds the lock");
    let mut half_points = 0;
    for a_first in [true, false] {
        let slot = Slot::open_ended(job.pairing, *pair, a_first);
        let known = lock().subjects[job.subject].ledger.find(slot.number)?;
        let entry = if let Some(known) = known {
            known.entry
        } else {
            let started = Instant::now();
            let bout = Bout {
                rules: rules.as_ref(),
                agents: [a, b],
                opening: openings.get(*pair as usize % openings.len().max(1)),
                a_first,
                seed: combine([*seed, 2 * u64::from(*pair) + u64::from(!a_first)]),
                max_plies: Some(MAX_PLIES),
            };
            let game = venue(&bout).map_err(|reason| LedgerError::Unplayed { reason })?;
            let entry = Entry::new(slot, &game);
            let subject = &mut lock().subjects[job.subject];
            subject.ledger.add(&entry, &game.record)?;
            subject.seconds += started.elapsed().as_secs_f64();
            entry
        };
        half_points += entry.half_points();
    }
    Ok(half_points)
}

/// What is to be begun first is greater: whoever waits for most, and of that what takes longest.
impl Ord for Job {
    fn cmp(&self, other: &Job) -> Ordering {
        let key = |job: &Job| (job.wanted.cost(), std::cmp::Reverse((job.subject, job.wanted.pair)));
        self.weight.total_cmp(&other.weight).then_with(|| key(self).cmp(&key(other)))
    }
}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Job) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Job {
    fn eq(&self, other: &Job) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Job {}

//! UCT: Monte Carlo tree search with upper confidence bounds (Kocsis and Szepesvári).
//!
//! The plain setting is the algorithm that papers compare with: from the root follow the move with the highest
//! `X + c·√(ln n / n_j)`, moves without a visit first and in random order; add one position to the tree; play it out with
//! uniformly random moves; add the result, -1, 0 or 1, to every move on the way. The move with the most visits is
//! played. All else in [`Settings`] is off unless asked for.
//!
//! Nodes belong to paths, not to positions, and values to the player who moves, so that players need not alternate. Draws
//! by repetition, lack of progress or length end a simulation where they occur and are never kept; proofs rest on what
//! the rules say about positions alone. Playouts keep the game's length limit, counted from the beginning of the game,
//! and its no-progress limit, counted from their own beginning.
//!
//! The distance of a proven win or loss is that of the proof that was found: with best play the win may come sooner.

mod batch;
mod bounds;
mod log;
mod moves;
pub(crate) mod path;
mod probe;
mod report;
mod rollout;
pub(crate) mod select;
mod settings;
mod tables;
mod tree;
mod worker;

use std::iter;

use agon_core::{Analysis, Cost, Encode, Line, Random};

pub use settings::{Policy, Settings, Urgency};
use tree::Tree;
use worker::Worker;

use crate::evaluate::{EndsOnly, Evaluate};
use crate::limit::{Limit, Meter};
use crate::task::{Search, Task};
use crate::team::{Helper, together};
use crate::trace::Recorder;

/// The search.
pub struct Uct<G: Encode> {
    settings: Settings,
    evaluation: Box<dyn Evaluate<G>>,
    random: Random,
    /// One per thread; made by the first search.
    workers: Vec<Worker<G>>,
    /// What was searched last, if its trees are worth keeping.
    last: Option<Line<G>>,
    recorder: Option<Recorder>,
}

impl<G: Encode> Uct<G> {
    /// A search with these settings and no evaluation.
    pub fn new(settings: Settings) -> Uct<G> {
        Uct::with_evaluation(settings, Box::new(EndsOnly))
    }

    /// A search that takes the values of implicit minimax backups from an evaluation.
    pub fn with_evaluation(settings: Settings, evaluation: Box<dyn Evaluate<G>>) -> Uct<G> {
        let random = Random::new(settings.seed);
        Uct { settings, evaluation, random, workers: Vec::new(), last: None, recorder: None }
    }

    /// The memory that the trees take now, in bytes.
    pub fn tree_bytes(&self) -> usize {
        self.workers.iter().map(|worker| worker.tree().bytes()).sum()
    }

    /// The moves by which a line goes on from what was searched last.
    fn since(&self, line: &Line<G>) -> Option<Vec<G::Move>> {
        let last = self.last.as_ref().filter(|last| last.limits() == line.limits())?;
        let played = last.moves().len();
        let mut moves = line.moves();
        if moves.len() < played || !last.moves().eq(moves.by_ref().take(played)) {
            return None;
        }
        let then = line.steps().nth(played).map_or_else(|| line.position(), |step| &step.position);
        // The same moves from another beginning would lead elsewhere, or with other clocks.
        let plies = line.clocks().plies - (line.moves().len() - played) as u32;
        (then == last.position() && plies == last.clocks().plies).then(|| moves.collect())
    }
}

impl<G: Encode> Search<G> for Uct<G> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let Task { game, line, limit, watch } = task;
        let meter = Meter::new(limit);
        let mut legal = Vec::new();
        if line.generate(game, &mut legal).is_some() {
            return Analysis::unknown(&[]);
        }
        let threads = self.settings.threads.max(1);
        while self.workers.len() < threads {
            self.workers.push(Worker::new(game, self.settings, self.evaluation.fork()));
        }
        let (seed, ties) = (self.random.bits(), self.random.bits());
        let since = self.since(line);
        for (index, worker) in self.workers.iter_mut().enumerate() {
            worker.count_draws(self.recorder.is_some());
            worker.prepare(line, since.as_deref(), Random::stream(seed, index as u64));
        }
        self.last = self.settings.reuse.then(|| line.clone());

        let mut report = |worker: &Worker<G>, cost: Cost| {
            watch(&report::analysis(&legal, &[worker.tree()], ties, cost));
        };
        let costs = run(game, &mut self.workers, limit, &mut report);
        let cost = Cost { time: meter.elapsed(), ..costs.into_iter().fold(Cost::default(), add) };
        if let Some(recorder) = &mut self.recorder {
            self.workers.iter().for_each(|worker| log::write(recorder, game, line, worker));
        }
        let trees: Vec<&Tree<G::Move>> = self.workers.iter().map(Worker::tree).collect();
        let analysis = report::analysis(&legal, &trees, ties, cost);
        watch(&analysis);
        analysis
    }

    fn reset(&mut self) {
        self.last = None;
        self.random = Random::new(self.settings.seed);
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        Some(&mut self.recorder)
    }
}

/// Lets the workers search, the first of them on this thread and with somebody watching.
fn run<G: Encode>(
    game: &G,
    workers: &mut [Worker<G>],
    limit: &Limit,
    report: &mut dyn FnMut(&Worker<G>, Cost),
) -> Vec<Cost> {
    let threads = workers.len() as u64;
    let shares: Vec<Limit> = (0..threads).map(|index| share(limit, index, threads)).collect();
    let Some((first, others)) = workers.split_first_mut() else { return Vec::new() };
    let others = others.iter_mut().zip(&shares[1..]);
    let helpers = others
        .map(|(worker, limit)| -> Helper<'_> { Box::new(move || worker.run(game, limit, &mut |_, _| {})) });
    let mut cost = Cost::default();
    let theirs = together(helpers.collect(), &mut || cost = first.run(game, &shares[0], report));
    let theirs = theirs.into_iter().map(|cost| cost.expect("no simulation panics"));
    iter::once(cost).chain(theirs).collect()
}

/// The part of the limits on counts that one of several threads takes.
fn share(limit: &Limit, index: u64, threads: u64) -> Limit {
    let part = |total: Option<u64>| total.map(|total| total / threads + u64::from(index < total % threads));
    Limit {
        nodes: part(limit.nodes),
        playouts: part(limit.playouts),
        iterations: part(limit.iterations),
        ..limit.clone()
    }
}

fn add(a: Cost, b: Cost) -> Cost {
    Cost {
        depth: a.depth.max(b.depth),
        nodes: a.nodes + b.nodes,
        evaluations: a.evaluations + b.evaluations,
        playouts: a.playouts + b.playouts,
        iterations: a.iterations + b.iterations,
        time: a.time.max(b.time),
    }
}

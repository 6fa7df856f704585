//! Principal variation search: the strong depth-first engine, for every game.
//!
//! Iterative deepening with aspiration windows, a transposition table shared by threads, moves ordered by what refuted
//! elsewhere, late moves looked at less deeply, the turn given away where the game allows the conclusion, loud moves played
//! out at the horizon. Nothing here knows a game, and nobody has to alternate.
//!
//! **What the values mean.** The best `multipv` moves are exact for the depth of the last finished iteration, as far as a
//! search that prunes is. Of every other move it is only known that it is not better than they are: it shows the last exact
//! value it had (every move has one from the first iteration), or the upper bound found since where that is lower. No move is
//! shown above the best one. `multipv=all` makes every value exact, at the price of about a minimal tree per move.
//!
//! **What is proven.** Wins and losses follow from ends of games alone: whatever is pruned, reduced or stood on is never
//! taken for a proof. The same goes for draws, which are proven when no line was cut off by the horizon.
//!
//! **History.** Repetitions and the like depend on the path. A value that follows from one is not put into the table, except
//! by nodes above the whole cycle. In the tree the first repetition counts as a draw already (not proven).
//!
//! **Without pruning** (`pruning: false, quiescence: false`) the values are those of plain minimax, repetition included: the
//! table then keeps positions apart that were reached on different reversible paths.
//!
//! **Determinism.** With one thread and limits in counts the result is the same everywhere; with more threads it is not.

mod node;
mod order;
mod path;
mod root;

use agon_core::{Analysis, Encode, Heuristic};

use crate::evaluate::Evaluate;
use crate::limit::{Limit, Stop};
use crate::table::Table;
use crate::task::{Search, Task};
use crate::team::{Helper, together};
use node::Worker;
use order::Experience;
use root::Root;

/// The settings of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// Threads that search together.
    pub threads: usize,
    /// Whether lines may be searched less deeply, more deeply or not at all because of how they look.
    pub pruning: bool,
    /// Whether loud moves are played out where the depth ends.
    pub quiescence: bool,
    /// How many of the best moves get exact values.
    pub multipv: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hash: 16, threads: 1, pruning: true, quiescence: true, multipv: 1 }
    }
}

/// Principal variation search.
pub struct Pvs<G: Encode + Heuristic> {
    settings: Settings,
    evaluation: Box<dyn Evaluate<G>>,
    /// Made by the first search, so that an agent that never searches costs nothing.
    memory: Option<Memory<G>>,
}

/// What is remembered from move to move.
struct Memory<G: Encode> {
    table: Table,
    experience: Experience<G::Move>,
}

impl<G: Encode + Heuristic> Pvs<G> {
    /// A search that judges the leaves with this evaluation.
    pub fn new(evaluation: Box<dyn Evaluate<G>>, settings: Settings) -> Pvs<G> {
        Pvs { settings, evaluation, memory: None }
    }
}

impl<G: Encode + Heuristic> Search<G> for Pvs<G> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let Task { game, line, limit, watch } = task;
        let mut moves = Vec::new();
        if line.generate(game, &mut moves).is_some() {
            return Analysis::unknown(&[]);
        }
        let settings = self.settings;
        let memory = self.memory.get_or_insert_with(|| Memory {
            table: Table::new(settings.hash << 10),
            experience: Experience::new(game.action_count()),
        });
        memory.table.grow_older();
        memory.experience.fade();
        let table = &memory.table;

        let helpers = settings.threads.max(1) - 1;
        // Helpers go on until the first thread, which alone looks at the limits, has enough.
        let enough = Stop::new();
        let own =
            Limit { nodes: limit.nodes.map(|nodes| nodes.div_ceil(helpers as u64 + 1)), ..limit.clone() };
        let theirs = Limit { depth: limit.depth, stop: enough.clone(), ..Limit::default() };
        let mut worker =
            Worker::new(game, line, settings, table, self.evaluation.as_mut(), &mut memory.experience, &own);
        let helpers = (1..=helpers).map(|number| -> Helper<'_> {
            let (mut evaluation, theirs, moves) = (worker.evaluation.fork(), &theirs, &moves);
            Box::new(move || {
                let mut experience = Experience::new(game.action_count());
                let mut worker =
                    Worker::new(game, line, settings, table, evaluation.as_mut(), &mut experience, theirs);
                // Every other helper is a ply ahead, so that threads find work left to do.
                Root::new(moves).deepen(&mut worker, 1 + number as u32 % 2, &mut |_| {});
                worker.meter.cost
            })
        });
        let helpers = helpers.collect();
        let mut root = Root::new(&moves);
        let costs = together(helpers, &mut || {
            root.deepen(&mut worker, 1, watch);
            enough.press();
        });
        // A helper that panicked is one that found nothing.
        for cost in costs.into_iter().flatten() {
            worker.meter.cost.nodes += cost.nodes;
            worker.meter.cost.evaluations += cost.evaluations;
            worker.meter.cost.playouts += cost.playouts;
        }
        root.analysis(worker.meter.total())
    }

    fn reset(&mut self) {
        self.memory = None;
    }
}

//! Principal variation search: the strong depth-first engine, for every game.
//!
//! Iterative deepening with aspiration windows; a transposition table shared by threads (lazy SMP); moves ordered by what refuted
//! elsewhere (killer moves, countermoves, the history heuristic); late moves looked at less deeply (late move reductions, LMR) or
//! not at all (late move pruning, LMP); nodes without a move from the table searched a ply less (internal iterative reduction,
//! IIR); the turn given away where the game allows the conclusion (null move pruning); quiet moves left out where the evaluation is
//! far below what is needed, and whole nodes where it is far above (futility pruning and its reverse); loud moves that lose the
//! exchange put last; loud moves played out at the horizon (quiescence search), and so are threats and their answers (threat-space
//! search) where the game knows of them.
//! Nothing here knows a game, and nobody has to alternate.
//!
//! **What the values mean.** The best `multipv` moves are exact for the depth of the last finished iteration, as far as a
//! search that prunes is. Of every other move it is only known that it is not better than they are: it shows the last exact
//! value it had (every move has one from the first iteration), or the upper bound found since where that is lower. No move is
//! shown above the best one. `multipv=all` makes every value exact, at the price of about a minimal tree per move.
//!
//! **What is proven.** Wins and losses follow from ends of games, and from what the game says of threats: whatever is pruned,
//! reduced or stood on is never taken for a proof. The same goes for draws, which are proven when no line was cut off by the
//! horizon.
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
mod selective;
mod threats;

use agon_core::{Analysis, Encode, Heuristic};

use crate::evaluate::Evaluate;
use crate::limit::{Limit, Stop};
use crate::settings::{Kind, Memory, Setting};
use crate::task::{Search, Task};
use crate::team::{Helper, together};
use crate::transposition::TranspositionTable;
use node::Worker;
use order::Experience;
use root::Root;

/// How many of the best moves get exact values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MultiPv(pub usize);

impl MultiPv {
    /// All of them.
    pub const ALL: MultiPv = MultiPv(usize::MAX);
}

impl Setting for MultiPv {
    const KIND: Kind = Kind::CountOr("all", 1, 10_000);

    fn read(text: &str) -> Option<MultiPv> {
        if text == "all" { Some(MultiPv::ALL) } else { text.parse().ok().map(MultiPv) }
    }

    fn write(&self) -> String {
        if *self == MultiPv::ALL { "all".to_owned() } else { self.0.to_string() }
    }
}

crate::settings! {
    /// The settings of the search.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Settings {
        /// the size of the transposition table in MiB
        pub memory: Memory as "memory" formerly "hash" = "16" in Count(1, 65_536),
        /// threads that search together; with more than one, results vary from run to run
        pub threads: usize as "threads" = "1" in Count(1, 256),
        /// reduce, extend and skip lines by their looks; off, the values are those of minimax
        pub pruning: bool as "pruning" = "on",
        /// play out captures and other loud moves where the depth ends
        pub quiescence: bool as "quiescence" = "on",
        /// leave out what the evaluation calls hopeless or safe, and late quiet moves, and put lost exchanges last; games of rows and
        /// connections are never searched so
        pub selective: bool as "selective" = "on",
        /// look at what threats leave first: moves that win or stop a win, and wins by one threat after the other, in games that know
        /// of threats at a glance; not without 'selective'
        pub threats: bool as "threats" = "on",
        /// how far the evaluation may be off for each ply of depth, in percent of what it usually changes in a turn
        pub margin: u32 as "margin" = "150" in Count(0, 1_000),
        /// of 32 moves, how many are looked at near the horizon, more with each ply of depth; 0: hundreds
        pub late: u32 as "late" = "4" in Count(0, 1_000),
        /// how many of the best moves get exact values; of the others only that they are not better is known
        pub multipv: MultiPv as "multipv" = "1",
    }
}

/// Principal variation search.
pub struct Pvs<G: Encode + Heuristic> {
    settings: Settings,
    evaluation: Box<dyn Evaluate<G>>,
    /// Made by the first search, so that an agent that never searches costs nothing.
    remembered: Option<Remembered<G>>,
}

/// What is remembered from move to move.
struct Remembered<G: Encode> {
    table: TranspositionTable,
    experience: Experience<G::Move>,
}

impl<G: Encode + Heuristic> Pvs<G> {
    /// A search that judges the leaves with this evaluation.
    pub fn new(evaluation: Box<dyn Evaluate<G>>, settings: Settings) -> Pvs<G> {
        Pvs { settings, evaluation, remembered: None }
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
        let remembered = self.remembered.get_or_insert_with(|| Remembered {
            table: TranspositionTable::new(settings.memory.in_bytes() >> 10),
            experience: Experience::new(game.action_count()),
        });
        remembered.table.grow_older();
        remembered.experience.fade();
        let table = &remembered.table;

        let helpers = settings.threads.max(1) - 1;
        // Helpers go on until the first thread, which alone looks at the limits, has enough.
        let enough = Stop::new();
        let own =
            Limit { nodes: limit.nodes.map(|nodes| nodes.div_ceil(helpers as u64 + 1)), ..limit.clone() };
        let theirs = Limit { depth: limit.depth, stop: enough.clone(), ..Limit::default() };
        let mut worker = Worker::new(
            game,
            line,
            settings,
            table,
            self.evaluation.as_mut(),
            &mut remembered.experience,
            &own,
        );
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
        self.remembered = None;
    }
}

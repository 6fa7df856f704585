//! Best-first minimax and its relatives: `unbounded`, `descent`, `minibal-n` and `minibal+`.
//!
//! Unbounded minimax (Korf and Chickering, *Best-first minimax search*) grows a graph of positions. Every iteration follows
//! the best actions of both sides to a position that has not been looked into, evaluates all positions after it in one
//! batch, and backs the values up. *Completion* (Cohen-Solal, *On some improvements to unbounded minimax*) keeps what is certain
//! apart from what is believed: iterations leave alone what is settled, and the search ends when the root is. `descent` goes on
//! from the new position until a game ends. Minibal (Cohen-Solal and Cazenave, *Minibal: Balanced Game-Playing Without Opponent
//! Modeling*) is the same search by another rule: its player prefers the action whose value is nearest to zero. All of them
//! are [`BestFirst`] with different [`Settings`].
//!
//! # Why nothing false is proven
//!
//! Positions are shared between the ways that lead to them, and many games go in circles; a draw by repetition, by a
//! no-progress rule or by a limit of length belongs to a way and not to a position. So facts and values are kept apart.
//!
//! *Facts* (`fact.rs`) are a won, drawn or lost position. A fact is set once, from ends of games that the board alone shows
//! and from facts set before it; whatever depends on the way is "unknown" there. So however the graph goes round, no
//! fact rests on itself: going by the facts, each position was settled before the one that led to it, hence a side that plays
//! for the result never repeats a position and is done within the `distance` of the fact. Such a proof could only be spoilt by
//! the history of the game that is being played, and there are three ways to do that:
//!
//! - *No progress.* With every fact goes its patience: how many quiet plies there may have been on arrival, worked out from the
//!   limits of the positions and the moves that make progress. A forced win that would come too late is no fact.
//! - *Length.* A proof is claimed only if its distance ends before the longest allowed game does.
//! - *Repetition.* A proof could pass a position that the game may not enter once more. While searching, such positions are
//!   closed, so that no fact rests on them; if a table kept from an earlier search has a fact about one of them, it is
//!   forgotten. The root itself can be such a position; then only those moves are claimed whose proof is too short to
//!   come by it.
//!
//! *Values* are allowed to depend on the way. An iteration that comes to a position of its own path takes that as a draw,
//! and one after which the history ends the game as the history says; it regards the action as closed and goes on with the next
//! best, and where none is left it goes back. What the path closes is open again to the next iteration; what the history
//! closed stays so for this search, or until a sweep. None of it becomes a fact. When even the root has no way left, a
//! breadth-first sweep looks at what long walks could not see, and tells facts to all who lead to them; if that brings nothing
//! new the search is complete, and what nobody can force is even. A score that depends on the length of the game is that of the
//! way on which the position was first looked into.
//!
//! Different positions with the same 64-bit key would be taken for one. With ten million positions that has a
//! probability of three in a million.

mod chunks;
mod fact;
mod graph;
mod index;
mod report;
mod rule;
mod walk;

use std::time::Duration;

use agon_core::{Analysis, Game, Line, Player};
use serde::{Deserialize, Serialize};

use self::graph::Graph;
use self::report::Report;
use self::rule::Rule;
pub use self::rule::Ties;
use self::walk::{Step, Walk};
use crate::evaluate::Evaluate;
use crate::limit::Meter;
use crate::settings::{Kind, Memory, Setting};
use crate::task::{Looked, Search, Task};

/// Time between two calls of the observer.
const WATCH_EVERY: Duration = Duration::from_millis(100);

/// What the players are taken to want.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Each side wants to win, by as much as possible.
    Minimax,
    /// The player at the root wants the result nearest to zero, won or lost: Minibal-n.
    Near,
    /// The player at the root wants to be ahead by as little as possible, and behind only if he must: Minibal+.
    Ahead,
}

crate::words! {
    /// How the move to play is chosen after the search.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Decision {
        /// The best value; of equals the most visited.
        Value = "value",
        /// The most visited that is not a certain loss, unless there is a certain win.
        Safe = "safe",
    }
}

crate::settings! {
    /// What can be chosen about a search that plays to win.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Winning {
        /// what is played: the move of the best value, or the most visited one
        pub decision: Decision as "decision" = "value",
    }
}

crate::words! {
    /// What the end of a game is worth.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Ends {
        /// The margin by which it was won.
        Score = "score",
        /// That it was won.
        Gain = "gain",
    }
}

/// A number of plies within which a balanced player takes a certain win: 0 for never, `u32::MAX` for always.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach(pub u32);

impl Setting for Reach {
    const KIND: Kind = Kind::Number(0.0, f64::INFINITY);

    fn read(text: &str) -> Option<Reach> {
        // Infinity becomes the greatest number there is.
        text.parse::<f64>().ok().map(|plies| Reach(plies as u32))
    }

    fn write(&self) -> String {
        if self.0 == u32::MAX { "inf".to_owned() } else { self.0.to_string() }
    }
}

crate::settings! {
    /// What can be chosen about a search that plays for balance; it always goes by the value.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Balance {
        /// a certain win in at most so many plies is taken; 0 for never, inf for always
        pub reach: Reach as "d" = "1",
        /// the share of the budget that is first spent as unbounded does, to find out the truth
        pub slice: f64 as "slice" = "0" in Number(0.0, 1.0),
    }
}

crate::settings! {
    /// What can be chosen about all searches of this family.
    ///
    /// Of equally good actions the paper on Minibal looks into the most visited; in games that go in circles walks then tend to
    /// wander on until a limit stops them, ten to a hundred times as slowly.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Common {
        /// which of equally good moves is looked into: the one visited least or most so far
        pub ties: Ties as "ties" = "least",
        /// what the end of a game is worth: its score, where the game has one, or only who won
        pub ends: Ends as "ends" = "score",
        /// whether a position reached on different ways is looked into only once
        pub table: bool as "table" = "on",
        /// whether what was found out is kept from move to move; needs the table
        pub keep: bool as "keep" = "on",
        /// the most memory for positions, in MiB; when it is full the search ends
        pub memory: Memory as "memory" = "1024",
    }
}

/// What tells the searches of this family apart, and what they have in common.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// What the players are taken to want.
    pub choice: Choice,
    /// Whether an iteration goes on until a game ends.
    pub descend: bool,
    /// For those who play to win.
    pub winning: Winning,
    /// For those who play for balance.
    pub balance: Balance,
    /// For all.
    pub common: Common,
}

impl Settings {
    /// Unbounded minimax with completion.
    pub fn unbounded() -> Settings {
        Settings {
            choice: Choice::Minimax,
            descend: false,
            winning: Winning::default(),
            balance: Balance::default(),
            common: Common::default(),
        }
    }

    /// Descent minimax with completion.
    pub fn descent() -> Settings {
        Settings { descend: true, ..Settings::unbounded() }
    }

    /// Unbounded Minibal-n.
    pub fn minibal_near() -> Settings {
        Settings { choice: Choice::Near, ..Settings::unbounded() }
    }

    /// Unbounded Minibal+.
    pub fn minibal_plus() -> Settings {
        Settings { choice: Choice::Ahead, ..Settings::unbounded() }
    }

    /// The rule of a search for this player.
    fn rule(&self, player: Player) -> Rule {
        match self.choice {
            Choice::Minimax => Rule::Minimax,
            Choice::Near | Choice::Ahead => {
                Rule::Balanced { player, ahead: self.choice == Choice::Ahead, reach: self.balance.reach.0 }
            }
        }
    }
}

/// A best-first search and the graph it keeps from move to move.
pub struct BestFirst<G: Game> {
    settings: Settings,
    evaluation: Box<dyn Evaluate<G>>,
    graph: Graph,
    /// The node of the position that was searched last.
    root: Option<u32>,
    /// What the graph was made under: values depend on the rule, facts on the no-progress limit of the line.
    made_by: Option<(Rule, Option<u32>)>,
}

impl<G: Game> BestFirst<G> {
    /// A search with these settings that judges positions by this evaluation.
    pub fn new(settings: Settings, evaluation: Box<dyn Evaluate<G>>) -> BestFirst<G> {
        let Common { table, memory, .. } = settings.common;
        BestFirst {
            graph: Graph::new(table, memory.in_bytes()),
            settings,
            evaluation,
            root: None,
            made_by: None,
        }
    }

    /// Keeps what is of use for a line, and returns the node of its position if there is one.
    fn prepare(&mut self, game: &G, line: &Line<G>) -> Option<u32> {
        let no_progress = line.limits().no_progress;
        let keeps = self.settings.common.keep && self.made_by.is_some_and(|(_, limit)| limit == no_progress);
        let root = if keeps { self.graph.find(line.hash()) } else { None };
        let root = root.map(|root| self.graph.collect(root));
        if root.is_none() || !self.bar_spent(game, line) {
            self.graph.clear();
            self.made_by = None;
            return None;
        }
        root
    }

    /// Closes the positions that end the game if they come once more. Returns whether the facts of the graph can be trusted
    /// in spite of them.
    fn bar_spent(&mut self, game: &G, line: &Line<G>) -> bool {
        let Some(occurrences) = line.limits().repetition else { return true };
        let quiet = line.clocks().quiet as usize;
        let past = line.steps().len();
        let reversible: Vec<&G::Position> =
            line.steps().skip(past.saturating_sub(quiet)).map(|step| &step.position).collect();
        for &position in &reversible {
            let count = reversible.iter().filter(|&&other| other == position).count();
            if count + 1 < usize::from(occurrences) {
                continue;
            }
            if let Some(node) = self.graph.find(game.hash(position)) {
                if self.graph.fact(node).is_known() {
                    return false;
                }
                self.graph.bar(node);
            }
        }
        true
    }
}

impl<G: Game> Search<G> for BestFirst<G> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let mut moves = Vec::new();
        self.root = None;
        if task.line.generate(task.game, &mut moves).is_some() {
            return Analysis::unknown(&[]);
        }
        let root = self.prepare(task.game, task.line);
        let rule = self.settings.rule(task.line.to_move(task.game));
        let is_sliced = rule != Rule::Minimax && self.settings.balance.slice > 0.0;
        let first_rule = if is_sliced { Rule::Minimax } else { rule };
        if root.is_some() && self.made_by.is_none_or(|(by, _)| by != first_rule) {
            self.graph.revalue(first_rule);
        }
        self.made_by = Some((rule, task.line.limits().no_progress));
        let Task { game, line, limit, watch } = task;
        let mut walk = Walk::new(game, line, limit, &self.settings, &mut *self.evaluation, &mut self.graph);
        walk.begin(first_rule, root);
        let endings = walk.cut_root();
        let report = Report { line, moves, endings, decision: self.settings.winning.decision };
        let mut watch = Watch { next: WATCH_EVERY, watch };
        if is_sliced {
            run(&mut walk, &report, &mut watch, self.settings.balance.slice);
            walk.rule = rule;
            walk.graph.revalue(rule);
        }
        run(&mut walk, &report, &mut watch, 1.0);
        self.root = Some(walk.root);
        report.analysis(&walk)
    }

    fn reset(&mut self) {
        self.graph.clear();
        self.root = None;
        self.made_by = None;
    }

    fn tree(&self) -> Vec<Looked> {
        self.root.map_or_else(Vec::new, |root| self.graph.tree(root))
    }
}

/// Iterates until a share of the budget is spent or nothing is left to do.
fn run<G: Game>(walk: &mut Walk<'_, G>, report: &Report<'_, G>, watch: &mut Watch<'_, G::Move>, share: f64) {
    while !walk.meter.is_over() && !walk.is_settled() && (share >= 1.0 || spent(&walk.meter) < share) {
        match walk.iterate() {
            Step::Done => {}
            Step::Exhausted if walk.sweep() => {}
            Step::Exhausted | Step::Full => return,
        }
        if walk.meter.elapsed() >= watch.next {
            watch.next = walk.meter.elapsed() + WATCH_EVERY;
            (watch.watch)(&report.analysis(walk));
        }
    }
}

/// Who is watching, and when he is shown the search next.
struct Watch<'a, M> {
    next: Duration,
    watch: &'a mut dyn FnMut(&Analysis<M>),
}

/// The share of the budget that is spent, by the limit that is nearest; all of it where nothing is limited by number or time.
fn spent(meter: &Meter) -> f64 {
    let (limit, cost) = (meter.limit(), &meter.cost);
    let share = |spent: f64, limit: Option<f64>| limit.map(|limit| spent / limit.max(1e-9));
    let shares = [
        share(cost.nodes as f64, limit.nodes.map(|count| count as f64)),
        share(cost.playouts as f64, limit.playouts.map(|count| count as f64)),
        share(cost.iterations as f64, limit.iterations.map(|count| count as f64)),
        limit.time.and_then(|time| share(meter.elapsed().as_secs_f64(), Some(time.as_secs_f64()))),
    ];
    shares.into_iter().flatten().reduce(f64::max).unwrap_or(1.0)
}

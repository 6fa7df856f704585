//! What minimax, alpha-beta and `NegaScout` have in common: the walk through the tree, the counting, the values of root
//! moves, and deepening step by step. Each of them is a [`Rule`] of a dozen lines in a module of its own.
//!
//! Depth is exact: no line is followed beyond it, and none is left before it unless the game ends.

mod deepen;
mod walk;

use std::marker::PhantomData;

use agon_core::{Analysis, Game, Proof};

pub use deepen::{Examine, Found, Plan, Report, deepen};
pub use walk::{Arrival, Walk};

use crate::evaluate::Evaluate;
use crate::score::{self, INFINITE, Score};
use crate::task::{Search, Task};
use crate::trace::{Mark, Off, Recorder, Tracer};

/// How the value of a node comes from those of its children.
pub trait Rule: Copy + Send + 'static {
    /// The value of the current node for its player to move. Exact if it is between `alpha` and `beta`; at most that
    /// if it is not above `alpha`, at least that if it is not below `beta`.
    fn value<G: Game, T: Tracer>(node: &mut Node<'_, G, T>, depth: u32, alpha: Score, beta: Score) -> Score;

    /// The value of a root move; exact above `floor`. `has_rival` says whether `floor` comes from a move that this one
    /// has to beat.
    fn root_move<G: Game, T: Tracer>(
        node: &mut Node<'_, G, T>,
        index: usize,
        depth: u32,
        floor: Score,
        has_rival: bool,
    ) -> Score {
        let _ = has_rival;
        node.reply::<Self>(index, depth - 1, floor, INFINITE)
    }
}

crate::words! {
    /// How much is found out about root moves that are not the best.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Root {
        /// Every root move is searched with an open window, and every value is exact.
        Full = "full",
        /// A move is only asked whether it beats the best so far, as in the textbooks. The value of one that does not is an
        /// upper bound, which may be as high as that of the best: only [`Analysis::best`] tells them apart.
        Shared = "shared",
    }
}

crate::settings! {
    /// What can be chosen about depth-first searches that prune.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Settings {
        /// full: every move gets its exact value; shared: fewer nodes, and mere upper bounds for all but the best
        pub root: Root as "root" = "full",
    }
}

crate::settings! {
    /// Whether alpha-beta and `NegaScout` are those of the textbooks or those of a paper.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Printed {
        /// as Singh, Kaur and Bhardwaj print it: moves are cut off only above the window, and negascout asks with a window of a
        /// piece (for eval=material) and asks again with the whole one
        pub printed: bool as "printed" = "off",
    }
}

/// Above which score the values of root moves are exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Floor {
    /// Above none, or the best so far.
    Root(Root),
    /// Within this margin of the best; the values of the others are upper bounds.
    Margin(Score),
}

impl Floor {
    /// The score above which values must be exact when `best` is the best so far.
    fn below(self, best: Score) -> Score {
        match self {
            Floor::Root(Root::Full) => -INFINITE,
            Floor::Root(Root::Shared) => best,
            Floor::Margin(margin) => (best - margin - 1).max(-INFINITE),
        }
    }
}

/// A depth-first search with one of the rules.
pub struct DepthFirst<G: Game, R> {
    rule: PhantomData<R>,
    floor: Floor,
    evaluation: Box<dyn Evaluate<G>>,
    recorder: Option<Recorder>,
}

impl<G: Game, R: Rule> DepthFirst<G, R> {
    /// Exact values for all root moves; see [`with_root`](DepthFirst::with_root) and
    /// [`with_margin`](DepthFirst::with_margin).
    pub fn new(_rule: R, evaluation: Box<dyn Evaluate<G>>) -> DepthFirst<G, R> {
        DepthFirst { rule: PhantomData, floor: Floor::Root(Root::Full), evaluation, recorder: None }
    }

    /// The same, with other care for root moves that are not the best.
    pub fn with_root(mut self, root: Root) -> DepthFirst<G, R> {
        self.floor = Floor::Root(root);
        self
    }

    /// The same with exact values for all moves within this margin of the best, and upper bounds below it for the others.
    pub fn with_margin(mut self, margin: Score) -> DepthFirst<G, R> {
        self.floor = Floor::Margin(margin);
        self
    }

    /// Searches, and tells more than an analysis has room for.
    pub fn report(&mut self, mut task: Task<'_, G>) -> Report<G::Move, Score> {
        match self.recorder.take() {
            None => self.run(&mut task, Off),
            Some(mut recorder) => {
                let report = self.run(&mut task, &mut recorder);
                self.recorder = Some(recorder);
                report
            }
        }
    }

    fn run<T: Tracer>(&mut self, task: &mut Task<'_, G>, tracer: T) -> Report<G::Move, Score> {
        let walk = Walk::new(task.game, task.line, task.limit, tracer);
        let node = Node { walk, evaluation: &mut *self.evaluation };
        deepen(
            &mut Scored::<G, T, R> { node, floor: self.floor, rule: PhantomData },
            &Plan::default(),
            task.watch,
        )
    }
}

impl<G: Game, R: Rule> Search<G> for DepthFirst<G, R> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        self.report(task).analysis
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        Some(&mut self.recorder)
    }
}

/// A node on the way through the tree.
pub struct Node<'a, G: Game, T> {
    walk: Walk<'a, G, T>,
    evaluation: &'a mut dyn Evaluate<G>,
}

impl<G: Game, T: Tracer> Node<'_, G, T> {
    /// The number of moves to look at, or the value of the node if there is nothing more to look at.
    #[inline]
    pub fn open(&mut self, depth: u32) -> Result<usize, Score> {
        match self.walk.arrive(depth) {
            Arrival::Open(count) => Ok(count),
            Arrival::Ended(ending) => Err(score::from_ending(ending, self.walk.mover(), self.walk.ply())),
            Arrival::Horizon => {
                self.walk.meter.cost.evaluations += 1;
                self.walk.meter.cost.playouts += self.evaluation.playouts();
                let value = self.evaluation.evaluate(self.walk.game, self.walk.position());
                Err(score::from_value(value, self.walk.mover()))
            }
            Arrival::Stopped => Err(0),
        }
    }

    /// The value of a move for the player to move here: that of the node it leads to, turned round if the turn changes.
    #[inline(always)]
    pub fn reply<R: Rule>(&mut self, index: usize, depth: u32, alpha: Score, beta: Score) -> Score {
        let mover = self.walk.mover();
        self.walk.descend(index);
        let value = if self.walk.mover() == mover {
            self.visit::<R>(depth, alpha, beta)
        } else {
            -self.visit::<R>(depth, -beta, -alpha)
        };
        self.walk.ascend();
        value
    }

    /// The best value of the moves, each found by `reply` above the best so far; what is left is not looked at once the node is too
    /// good to be allowed.
    #[inline(always)]
    pub fn best(
        &mut self,
        depth: u32,
        alpha: Score,
        beta: Score,
        reply: impl Fn(&mut Self, usize, Score) -> Score,
    ) -> Score {
        self.best_until(depth, alpha, |alpha| alpha >= beta, reply)
    }

    /// The same, with a test of its own for a node that is too good to be allowed.
    #[inline(always)]
    pub fn best_until(
        &mut self,
        depth: u32,
        mut alpha: Score,
        is_enough: impl Fn(Score) -> bool,
        reply: impl Fn(&mut Self, usize, Score) -> Score,
    ) -> Score {
        let count = match self.open(depth) {
            Ok(count) => count,
            Err(value) => return value,
        };
        let mut best = -INFINITE;
        for index in 0..count {
            let value = reply(self, index, alpha);
            if self.is_stopped() {
                return 0;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                self.prefer(index);
                if is_enough(alpha) {
                    break;
                }
            }
        }
        best
    }

    #[inline]
    fn visit<R: Rule>(&mut self, depth: u32, alpha: Score, beta: Score) -> Score {
        let view = self.walk.mover();
        self.walk.note_entry(depth, view, || (mark(alpha), mark(beta)));
        let value = R::value(self, depth, alpha, beta);
        self.walk.note_exit(|| (mark(value), value >= beta));
        value
    }

    /// Notes that the move from which the search has just come back is the best so far.
    #[inline]
    pub fn prefer(&mut self, index: usize) {
        self.walk.prefer(index);
    }

    /// Whether to give up: a limit was reached, and no value that comes back counts.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.walk.is_stopped()
    }
}

/// A score as traces show it; nothing for an infinite one.
fn mark(score: Score) -> Option<Mark> {
    (score.abs() < INFINITE).then_some(Mark::Score(score))
}

/// The frame's view of a search with scores.
struct Scored<'a, G: Game, T, R> {
    node: Node<'a, G, T>,
    floor: Floor,
    rule: PhantomData<R>,
}

impl<'a, G: Game, T: Tracer, R: Rule> Examine<'a, G, T> for Scored<'a, G, T, R> {
    type Worth = Score;

    fn walk(&mut self) -> &mut Walk<'a, G, T> {
        &mut self.node.walk
    }

    fn begin(&mut self, depth: u32) {
        let view = self.node.walk.mover();
        self.node.walk.note_entry(depth, view, || (None, None));
    }

    fn examine(&mut self, index: usize, depth: u32, best: Option<Score>) -> (Score, bool) {
        let floor = best.map_or(-INFINITE, |best| self.floor.below(best));
        let has_rival = best.is_some() && self.floor == Floor::Root(Root::Shared);
        let value = R::root_move(&mut self.node, index, depth, floor, has_rival);
        (value, value > floor)
    }

    fn end(&mut self, best: Option<Score>) {
        self.node.walk.note_exit(|| (best.and_then(mark), false));
    }

    fn judge(&self, score: Score) -> (f32, Option<Proof>) {
        (score::to_value(score), score::to_proof(score))
    }
}

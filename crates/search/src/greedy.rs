//! One ply of the evaluation: the move that looks best at once.

use agon_core::{Analysis, Game};

use crate::depthfirst::DepthFirst;
use crate::evaluate::Evaluate;
use crate::limit::Limit;
use crate::minimax::Minimax;
use crate::task::{Search, Task};
use crate::trace::Recorder;

/// Looks one move ahead, whatever depth it is given.
pub struct Greedy<G: Game>(DepthFirst<G, Minimax>);

impl<G: Game> Greedy<G> {
    /// A player who judges by this evaluation.
    pub fn new(evaluation: Box<dyn Evaluate<G>>) -> Greedy<G> {
        Greedy(DepthFirst::new(Minimax, evaluation))
    }
}

impl<G: Game> Search<G> for Greedy<G> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let limit = Limit { depth: Some(1), ..task.limit.clone() };
        let Task { game, line, watch, .. } = task;
        self.0.search(Task { game, line, limit: &limit, watch })
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        self.0.recorder()
    }
}

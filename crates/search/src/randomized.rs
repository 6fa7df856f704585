//! Alpha-beta that plays any of the moves within a margin of the best, all equally likely.
//!
//! After Singh, Kaur and Bhardwaj, "Comparing minimax and its variations to solve checkers". The window of every root move
//! stays open by the margin, for otherwise the value of an inferior move would be a mere bound, and a move that is far
//! worse could be taken for one that is almost as good.

use agon_core::{Analysis, Game, Random};

use crate::alphabeta::AlphaBeta;
use crate::depthfirst::DepthFirst;
use crate::evaluate::Evaluate;
use crate::score::{Score, UNIT};
use crate::task::{Search, Task};
use crate::trace::Recorder;

crate::settings! {
    /// What can be chosen about the search.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Settings {
        /// how much worse than the best a move may be, in values from -1 to 1
        pub margin: f32 as "margin" = "0.05" in Number(0.0, 2.0),
    }
}

/// Alpha-beta with a random choice at the root.
pub struct Randomized<G: Game> {
    search: DepthFirst<G, AlphaBeta>,
    margin: Score,
    random: Random,
}

impl<G: Game> Randomized<G> {
    /// A player who is content with moves within the margin of the best, in values from 0 (equals only) to 2.
    ///
    /// Values further below are upper bounds. A proven win is never given up for something less: to the margin, a win
    /// is more than a point above every guess.
    pub fn new(evaluation: Box<dyn Evaluate<G>>, settings: Settings, seed: u64) -> Randomized<G> {
        let margin = (settings.margin.clamp(0.0, 2.0) * UNIT as f32) as Score;
        let search = DepthFirst::new(AlphaBeta, evaluation).with_margin(margin);
        Randomized { search, margin, random: Random::new(seed) }
    }
}

impl<G: Game> Search<G> for Randomized<G> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let report = self.search.report(task);
        let exact = |index: usize| report.found[index].as_ref().filter(|found| found.exact);
        let indices = 0..report.found.len();
        let best = indices.clone().filter_map(|index| exact(index).map(|found| found.worth)).max();
        let good: Vec<usize> = indices
            .filter(|&index| exact(index).is_some_and(|found| best <= Some(found.worth + self.margin)))
            .collect();
        let mut analysis = report.analysis;
        if !good.is_empty() {
            let chosen = self.random.pick(&good);
            analysis.best = Some(chosen);
            analysis.line = exact(chosen).map_or_else(Vec::new, |found| found.line.clone());
        }
        analysis
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        self.search.recorder()
    }
}

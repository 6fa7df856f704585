//! Monte Carlo tree search with an evaluation in its tree policy.
//!
//! After the player `NeuralMCTS` of Rezende and Chaimowicz ("A Methodology for Creating Generic Game Playing Agents for Board
//! Games"), with any evaluation in the place of their network. From the root follow the move with the highest `S + B`:
//! `S` is its mean result, or 1 before its first visit; `B` is `(C + 1)/2 · uct · √(2 (1 + ln V) / v)`, or `(C + 1)/2` before
//! its first visit, where `C` is the evaluation of the move for the mover, `V` the visits of the node and `v` those of
//! the move. A position that is visited again gets all its moves at once, and one call of the evaluation judges them. Then
//! comes a uniformly random game. The move with the most visits is played.
//!
//! [`Settings`] adds what the authors leave to the future: the evaluation as first-play urgency, blended into the results,
//! in the place of the end of random games, and as a guide of their moves.
//!
//! Ends of games are exact. Draws by repetition, lack of progress or length end a simulation where they occur and are never
//! kept.

mod settings;
mod simulate;
mod tree;

use agon_core::analysis::best_of;
use agon_core::{Analysis, Assessed, Cost, Encode, Proof, Random};

pub use settings::{Settings, Urgency};
use simulate::Simulator;
use tree::{ROOT, Tree};

use crate::evaluate::Evaluate;
use crate::task::{Search, Task};

/// The search.
pub struct NeuralMcts<G: Encode> {
    settings: Settings,
    simulator: Option<Simulator<G>>,
    evaluation: Box<dyn Evaluate<G>>,
    seed: u64,
    random: Random,
}

impl<G: Encode> NeuralMcts<G> {
    /// A search that asks this evaluation; everything random in it depends on the seed.
    pub fn new(settings: Settings, evaluation: Box<dyn Evaluate<G>>, seed: u64) -> NeuralMcts<G> {
        NeuralMcts { settings, simulator: None, evaluation, seed, random: Random::new(seed) }
    }
}

impl<G: Encode> Search<G> for NeuralMcts<G> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let Task { game, line, limit, watch } = task;
        if line.generate(game, &mut Vec::new()).is_some() {
            return Analysis::unknown(&[]);
        }
        let simulator =
            self.simulator.get_or_insert_with(|| Simulator::new(game, self.settings, self.evaluation.fork()));
        let random = Random::new(self.random.bits());
        let cost = simulator.run(game, line, limit, random, &mut |tree, cost| watch(&analysis(tree, cost)));
        let analysis = analysis(simulator.tree(), cost);
        watch(&analysis);
        analysis
    }

    fn reset(&mut self) {
        self.simulator = None;
        self.random = Random::new(self.seed);
    }
}

/// What the tree says about the moves of the root.
fn analysis<M: Copy + PartialEq>(tree: &Tree<M>, cost: Cost) -> Analysis<M> {
    let edges = tree.edges(ROOT);
    let moves: Vec<Assessed<M>> = edges
        .iter()
        .map(|edge| Assessed {
            mv: edge.mv,
            value: edge.mean().unwrap_or(edge.guess).clamp(-1.0, 1.0),
            proof: edge.ended.then_some(Proof { gain: edge.guess as i8, distance: 1 }),
            visits: edge.visits.into(),
        })
        .collect();
    let won = moves.iter().position(|assessed| assessed.proof.is_some_and(|proof| proof.gain == 1));
    let best = won.or_else(|| most_visited(tree, ROOT)).or_else(|| best_of(&moves));
    let mut line: Vec<M> = best.map(|best| moves[best].mv).into_iter().collect();
    let mut child = best.map_or(ROOT, |best| edges[best].child);
    while child != ROOT {
        let Some(slot) = most_visited(tree, child) else { break };
        let edge = &tree.edges(child)[slot];
        line.push(edge.mv);
        child = edge.child;
    }
    Analysis { moves, best, line, cost }
}

/// The move with the most visits, the better one of equals; none if no move was tried.
fn most_visited<M: Copy>(tree: &Tree<M>, node: u32) -> Option<usize> {
    let tried = tree.edges(node).iter().enumerate().filter(|(_, edge)| edge.visits > 0);
    let rank = |visits: u32, mean: Option<f32>| (visits, mean.unwrap_or(0.0));
    let better =
        |best: (usize, (u32, f32)), next: (usize, (u32, f32))| if next.1 > best.1 { next } else { best };
    tried.map(|(slot, edge)| (slot, rank(edge.visits, edge.mean()))).reduce(better).map(|(slot, _)| slot)
}

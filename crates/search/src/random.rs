//! No search at all: every legal move is worth the same.

use agon_core::{Analysis, Game, Random};

use crate::task::{Search, Task};

/// Plays any legal move, all equally likely.
#[derive(Clone, Debug)]
pub struct Uniform {
    random: Random,
}

impl Uniform {
    /// A player whose moves depend on the seed alone.
    pub fn new(seed: u64) -> Uniform {
        Uniform { random: Random::new(seed) }
    }
}

impl<G: Game> Search<G> for Uniform {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let mut moves = Vec::new();
        task.line.generate(task.game, &mut moves);
        let mut analysis = Analysis::unknown(&moves);
        if !moves.is_empty() {
            let chosen = self.random.below(moves.len() as u32) as usize;
            analysis.best = Some(chosen);
            analysis.line = vec![moves[chosen]];
        }
        analysis
    }
}

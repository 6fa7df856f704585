//! What a search finds out: a value for every legal move. Everything that chooses, hints or explains starts here.

use std::time::Duration;

/// The result of a search, from the view of the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<M> {
    /// Every legal move, in the order of generation. Empty exactly when the game has ended.
    pub moves: Vec<Assessed<M>>,
    /// The index of the move the search would play; `None` only if there are no moves.
    pub best: Option<usize>,
    /// The line the search expects, beginning with its best move.
    pub line: Vec<M>,
    /// What it cost.
    pub cost: Cost,
}

/// One legal move and what the search thinks of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Assessed<M> {
    /// The move.
    pub mv: M,
    /// Its value in [-1, 1] for the player to move.
    pub value: f32,
    /// The result it leads to, if that is certain.
    pub proof: Option<Proof>,
    /// How much of the search went into it, in the search's own unit.
    pub visits: u64,
}

/// A certain result, whatever the opponent does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Proof {
    /// +1 if the player to move at the root wins, 0 for a draw, -1 if he loses.
    pub gain: i8,
    /// The number of plies until then, the move itself included, when both sides play for the result;
    /// 0 where the search does not know it.
    pub distance: u32,
}

/// What a search did. Counts are exact and repeatable; the time is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// The deepest finished iteration, or the longest line looked at by a search without iterations.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Calls of the evaluation.
    pub evaluations: u64,
    /// Random games played.
    pub playouts: u64,
    /// Iterations of a search that counts them.
    pub iterations: u64,
    /// Time on the wall.
    pub time: Duration,
}

impl<M: Copy> Analysis<M> {
    /// An analysis in which nothing is known yet: every move is worth 0.
    pub fn unknown(moves: &[M]) -> Analysis<M> {
        let moves: Vec<Assessed<M>> =
            moves.iter().map(|&mv| Assessed { mv, value: 0.0, proof: None, visits: 0 }).collect();
        let best = (!moves.is_empty()).then_some(0);
        let line = moves.first().map(|first| first.mv).into_iter().collect();
        Analysis { moves, best, line, cost: Cost::default() }
    }

    /// The move the search would play.
    pub fn best_move(&self) -> Option<&Assessed<M>> {
        self.best.map(|index| &self.moves[index])
    }

    /// The value of the position for the player to move: that of the best move.
    pub fn value(&self) -> Option<f32> {
        self.best_move().map(|best| best.value)
    }
}

impl<M> Assessed<M> {
    /// How good the move is, for comparing: a proven win before everything else, the sooner the better; then the
    /// value; a proven loss after everything else, the later the better.
    pub fn rank(&self) -> (f32, f32) {
        match self.proof {
            Some(Proof { gain: 1, distance }) => (2.0, -(distance as f32)),
            Some(Proof { gain: -1, distance }) => (-2.0, distance as f32),
            _ => (self.value, self.visits as f32),
        }
    }
}

/// The index of the best-ranked move; the earliest of equals.
pub fn best_of<M>(moves: &[Assessed<M>]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (index, assessed) in moves.iter().enumerate() {
        if best.is_none_or(|best| assessed.rank() > moves[best].rank()) {
            best = Some(index);
        }
    }
    best
}

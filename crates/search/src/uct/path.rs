//! The way from the root to the position a simulation looks at.

use agon_core::{Game, Limits, Line, Outcome};

/// A position that moves can be played on and taken back from. Only a game whose rules look at the past pays for one.
#[derive(Clone, Debug)]
pub(crate) enum Path<G: Game> {
    /// The game has no limits: positions are all there is.
    Free { position: G::Position, past: Vec<G::Position> },
    /// Repetition, progress or length matter. The number of plies leads to the root.
    Bound { line: Line<G>, root: usize },
}

impl<G: Game> Path<G> {
    /// The path that stands at the end of a line.
    pub(crate) fn new(line: &Line<G>) -> Path<G> {
        if line.limits() == Limits::default() {
            Path::free(line.position().clone())
        } else {
            Path::Bound { line: line.clone(), root: line.moves().len() }
        }
    }

    /// A path that knows no past.
    pub(crate) fn free(position: G::Position) -> Path<G> {
        Path::Free { position, past: Vec::new() }
    }

    /// Makes another position the root, without a past.
    pub(crate) fn restart(&mut self, root: &G::Position) {
        if let Path::Free { position, past } = self {
            position.clone_from(root);
            past.clear();
        } else {
            *self = Path::free(root.clone());
        }
    }

    #[inline]
    pub(crate) fn position(&self) -> &G::Position {
        match self {
            Path::Free { position, .. } => position,
            Path::Bound { line, .. } => line.position(),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, game: &G, mv: G::Move) {
        match self {
            Path::Free { position, past } => {
                past.push(position.clone());
                game.play(position, mv);
            }
            Path::Bound { line, .. } => line.push(game, mv),
        }
    }

    /// Goes back to where `depth` moves had been played from the root.
    #[inline]
    pub(crate) fn rewind(&mut self, depth: usize) {
        match self {
            Path::Free { position, past } => {
                if let Some(before) = past.get(depth) {
                    position.clone_from(before);
                    past.truncate(depth);
                }
            }
            Path::Bound { line, root } => {
                let played = line.moves().len();
                for _ in *root + depth..played {
                    line.pop();
                }
            }
        }
    }

    /// How many moves away the root is.
    pub(crate) fn depth(&self) -> usize {
        match self {
            Path::Free { past, .. } => past.len(),
            Path::Bound { line, root } => line.moves().len() - root,
        }
    }

    /// The outcome that the past imposes here. What the board says would take precedence.
    #[inline]
    pub(crate) fn history_outcome(&self, game: &G) -> Option<Outcome> {
        match self {
            Path::Free { .. } => None,
            Path::Bound { line, .. } => line.history_ending(game).map(|ending| ending.outcome),
        }
    }

    /// The limits that a random game from here has to keep.
    #[inline]
    pub(crate) fn limits_ahead(&self) -> Limits {
        match self {
            Path::Free { .. } => Limits::default(),
            Path::Bound { line, .. } => {
                let Limits { no_progress, ply_cap, .. } = line.limits();
                let ply_cap = ply_cap.map(|cap| cap.saturating_sub(line.clocks().plies));
                Limits { repetition: None, no_progress, ply_cap }
            }
        }
    }
}

//! Perfect numberings: what lets a table hold the value of every position of a game.

use crate::game::Game;

/// Numbers for the positions of a game.
///
/// Positions share a number only if a symmetry of the rules turns one into the other: a symmetry of the board, an
/// exchange of the players, or both. Their values for the player to move are therefore equal. The initial position must
/// look the same through every symmetry of the board, so that what can be reached from it does too.
pub trait Numbering<G: Game>: Send + Sync {
    /// Every number is below this. Not every number below it need be in use.
    fn size(&self) -> usize;

    /// The number of a position; `None` for one that cannot arise in a game.
    fn number(&self, position: &G::Position) -> Option<usize>;

    /// A position with this number; `None` if the number is not in use.
    fn position(&self, number: usize) -> Option<G::Position>;

    /// How many positions with the same player to move share this number, which is in use.
    fn alike(&self, number: usize) -> u32;

    /// Replaces the contents of `into` by the positions, not ended and perhaps not reachable, from which one move leads
    /// to `position`.
    fn predecessors(&self, position: &G::Position, into: &mut Vec<G::Position>);
}

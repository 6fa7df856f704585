//! What a single move shows: wins at once, and losses at once.

use agon_core::{Match, Outcome};

/// A player who looks at the next move of each side and no further.
pub(super) struct Care(Box<dyn Match>);

impl Care {
    pub(super) fn new(played: &dyn Match) -> Care {
        Care(played.fork())
    }

    /// A move that wins at once.
    pub(super) fn win(&mut self) -> Option<usize> {
        let mover = self.0.to_move();
        (0..self.0.move_count()).find(|&index| self.outcome(index) == Some(Outcome::Win(mover)))
    }

    /// Whether a move loses at once: by itself, or because the opponent's next move can win.
    pub(super) fn loses(&mut self, index: usize) -> bool {
        let mover = self.0.to_move();
        self.0.play(index);
        let lost = match self.0.ending() {
            Some(ending) => ending.outcome == Outcome::Win(!mover),
            // Whoever moves twice in a row still has a say.
            None => self.0.to_move() != mover && self.win().is_some(),
        };
        self.0.undo();
        lost
    }

    /// How the game ends with a move, if it does.
    fn outcome(&mut self, index: usize) -> Option<Outcome> {
        self.0.play(index);
        let ending = self.0.ending();
        self.0.undo();
        ending.map(|ending| ending.outcome)
    }
}

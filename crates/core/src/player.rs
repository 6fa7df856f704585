//! The two sides of every game.

use std::ops::Not;

/// One of the two players, named by who moves first, whatever the colours of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// The player who makes the first move of the game.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// Both players, `First` first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The other player; also written `!player`.
    #[inline]
    pub const fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for `First`, 1 for `Second`: for indexing pairs.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Player {
    type Output = Player;

    #[inline]
    fn not(self) -> Player {
        self.opponent()
    }
}

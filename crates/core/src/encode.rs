//! Positions as sparse binary features, and moves as indices: what learning sees of a game.

use crate::game::Game;
use crate::player::Player;

/// The learner's view of a game. Everything is seen by the player to move: "own" and "enemy", with the board
/// turned so that both sides look the same way.
///
/// The features of a position are, in this order: one per (own or enemy or neutral, kind, cell); one thermometer
/// bit per piece in hand, own then enemy; then whatever the game adds about its phase.
pub trait Encode: Game {
    // The defaults below are what the picture says; those that have to look at it for every answer are slow. A game that is
    // searched in earnest says the numbers itself, each in one line.

    /// The number of cells of the layout. By default it is counted, for which the layout is made anew each time.
    fn cell_count(&self) -> usize {
        self.layout().cells.len()
    }

    /// Where the second player sees a cell: the symmetry of the board that exchanges the sides.
    /// The identity for boards without an orientation.
    #[inline]
    fn turned(&self, cell: usize) -> usize {
        cell
    }

    /// How many owners pieces can have: 3 where some belong to nobody.
    #[inline]
    fn owner_count(&self) -> usize {
        2
    }

    /// The most pieces one player can have in hand.
    #[inline]
    fn max_hand(&self) -> usize {
        0
    }

    /// The number of the game's extra features.
    #[inline]
    fn extra_count(&self) -> usize {
        0
    }

    /// Reports the active extra features, numbered from 0.
    #[inline]
    fn extras(&self, position: &Self::Position, active: &mut dyn FnMut(usize)) {
        let _ = (position, active);
    }

    /// Reports the cells on which two positions differ; it may report others too. Positions are compared whenever a learned
    /// evaluation is asked: override it where sets of cells can be compared at once.
    #[inline]
    fn each_difference(&self, before: &Self::Position, after: &Self::Position, report: impl FnMut(usize)) {
        let _ = (before, after);
        (0..self.cell_count()).for_each(report);
    }

    /// The most features that can be active at once. By default as if something stood on every cell.
    fn max_active(&self) -> usize {
        self.cell_count() + self.loose_count()
    }

    /// The number of move indices. By default one for each pair of cells, and one for all that is not done on the board.
    fn action_count(&self) -> usize {
        self.cell_count().pow(2) + 1
    }

    /// The index of a move, as the mover sees the board: for policies, history tables and the like.
    /// Moves of one position may share an index (captures by different paths, say).
    /// By default the first two cells that a player points at tell moves apart; whoever places a piece points at one.
    fn action(&self, position: &Self::Position, mv: Self::Move) -> usize {
        let cells = self.cell_count();
        let is_first = self.to_move(position) == Player::First;
        let seen = |cell: usize| if is_first { cell } else { self.turned(cell) };
        match self.trace(position, mv).path[..] {
            [] => cells * cells,
            [cell] => seen(cell) * (cells + 1),
            [from, to, ..] => seen(from) * cells + seen(to),
        }
    }

    /// The most legal moves of a position that share an index, for [`actions`](crate::actions).
    fn alternatives(&self) -> usize {
        1
    }

    /// The number of features.
    fn feature_count(&self) -> usize {
        self.owner_count() * self.info().pieces.len() * self.cell_count() + self.loose_count()
    }

    /// Replaces the contents of `features` by the active features, each once, in no particular order.
    fn features(&self, position: &Self::Position, features: &mut Vec<u32>) {
        features.clear();
        let mover = self.to_move(position);
        let (kinds, cells) = (self.info().pieces.len(), self.cell_count());
        for cell in 0..cells {
            if let Some(piece) = self.piece(position, cell) {
                let whose = piece.owner.map_or(2, |owner| usize::from(owner != mover));
                let seen = if mover == Player::First { cell } else { self.turned(cell) };
                features.push(((whose * kinds + usize::from(piece.kind)) * cells + seen) as u32);
            }
        }
        self.each_loose(position, |feature| features.push(feature));
    }

    /// The number of features that are not on the board: hands and extras.
    fn loose_count(&self) -> usize {
        2 * self.max_hand() + self.extra_count()
    }

    /// Reports the active features that are not on the board.
    #[inline]
    fn each_loose(&self, position: &Self::Position, mut report: impl FnMut(u32)) {
        if self.loose_count() == 0 {
            return;
        }
        let mover = self.to_move(position);
        let mut base = self.feature_count() - self.loose_count();
        for player in [mover, !mover] {
            (0..self.hand(position, player) as usize).for_each(|held| report((base + held) as u32));
            base += self.max_hand();
        }
        self.extras(position, &mut |extra| report((base + extra) as u32));
    }
}

/// How the features of a position are numbered, without the type of the game: what learning has to know to turn them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoding {
    /// The number of cells.
    pub cells: usize,
    /// How many owners pieces can have.
    pub owners: usize,
    /// How many kinds of pieces there are.
    pub kinds: usize,
    /// The number of features; the first `owners * kinds * cells` are those of pieces on cells.
    pub features: usize,
    /// The most pieces one player can have in hand.
    pub hand: usize,
    /// Where the second player sees each cell.
    pub turned: Vec<usize>,
}

impl Encoding {
    /// The encoding of a game.
    pub fn of<G: Encode>(game: &G) -> Encoding {
        let cells = game.cell_count();
        Encoding {
            cells,
            owners: game.owner_count(),
            kinds: game.info().pieces.len(),
            features: game.feature_count(),
            hand: game.max_hand(),
            turned: (0..cells).map(|cell| game.turned(cell)).collect(),
        }
    }
}

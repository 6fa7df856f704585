//! What the draughts games share: boards of dark squares, positions of men and kings on them, and PDN.

mod heuristic;
mod pdn;

use agon_core::hash::combine;
use agon_core::{Cell, Ending, Ground, Layout, Outcome, Piece, Player, Reason, Shape};

#[cfg(test)]
pub(crate) use heuristic::tests::mirrored;
pub(crate) use pdn::{read_move, read_position, write_move, write_position};

/// The two armies. Black stands at the top of the diagram and moves down, White moves up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Dark pieces, on the squares with the low numbers at first.
    Black,
    /// Light pieces, on the squares with the high numbers at first.
    White,
}

impl Colour {
    /// The other colour.
    #[inline]
    pub(crate) const fn opposite(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// Who plays this colour when `first` begins the game.
    #[inline]
    pub(crate) const fn player(self, first: Colour) -> Player {
        if self as u8 == first as u8 { Player::First } else { Player::Second }
    }
}

/// Piece kinds, as indices into the kinds of the games.
pub(crate) const MAN: u8 = 0;
pub(crate) const KING: u8 = 1;

/// The number of diagonal directions. They are numbered down-left, down-right, up-right, up-left, so that
/// `direction ^ 2` is the opposite one.
pub(crate) const DIRECTIONS: usize = 4;

/// The members of all four sets. (Comparing the array with zeros compiles to a wide load behind four narrow
/// stores, which stalls the processor.)
#[inline]
pub(crate) const fn union(sets: [u64; DIRECTIONS]) -> u64 {
    sets[0] | sets[1] | sets[2] | sets[3]
}

/// The dark squares of a board with `N` of them in each of its `2 * N` rows.
///
/// Squares are numbered row by row from the top left, from 0 here and from 1 in notation. As bits of a word they
/// leave one gap after every second row. The gap lies beyond the right edge of the one row and the left edge of
/// the next, so that each diagonal step is one shift by the same distance from everywhere, and a step off the
/// board ends in a gap or beyond the last square: outside [`ALL`](Board::ALL) in any case.
pub(crate) struct Board<const N: usize>;

impl<const N: usize> Board<N> {
    /// The number of squares.
    pub(crate) const SQUARES: usize = 2 * N * N;

    /// The number of pieces each side begins with.
    pub(crate) const ARMY: usize = N * (N - 1);

    /// Every square.
    pub(crate) const ALL: u64 = {
        let (mut all, mut square) = (0, 0);
        while square < Self::SQUARES {
            all |= 1 << Self::bit(square);
            square += 1;
        }
        all
    };

    /// The row, for each colour, on which its men become kings.
    pub(crate) const CROWNING: [u64; 2] = {
        let row = (1 << N) - 1;
        [row << Self::bit(Self::SQUARES - N), row]
    };

    /// How far each direction turns a word to the left.
    const TURNS: [u32; DIRECTIONS] = [N as u32, N as u32 + 1, 64 - N as u32, 63 - N as u32];

    /// The place of a square in a word.
    #[inline]
    pub(crate) const fn bit(square: usize) -> usize {
        square + square / (2 * N)
    }

    /// The square at a place in a word.
    #[inline]
    pub(crate) const fn square(bit: usize) -> usize {
        bit - bit / (2 * N + 1)
    }

    /// The square opposite to this one through the middle of the board.
    #[inline]
    pub(crate) const fn turned(square: usize) -> usize {
        Self::SQUARES - 1 - square
    }

    /// Every member of a set moved one step. What leaves the board leaves `ALL`.
    #[inline]
    pub(crate) const fn step(set: u64, direction: usize) -> u64 {
        // A turn instead of a shift makes one operation of both signs; with at most N + 1 places, nothing that
        // is turned around the end of the word comes to lie on a square.
        set.rotate_left(Self::TURNS[direction])
    }

    /// The members of `pieces` that have an enemy beside them and room behind it in a direction.
    #[inline]
    pub(crate) const fn jumpers(pieces: u64, enemy: u64, empty: u64, direction: usize) -> u64 {
        pieces & Self::step(enemy & Self::step(empty, direction ^ 2), direction ^ 2)
    }

    /// Everything between the squares of `from` and the next obstacle in a direction, `from` included.
    #[inline]
    pub(crate) const fn slide(from: u64, empty: u64, direction: usize) -> u64 {
        // Doubling: `open` holds the squares before which 1, 2, 4 and 8 squares are free, and so their
        // predecessors are on the board: the longer turns come from no square around the end either.
        let turn = Self::TURNS[direction];
        let (mut reach, mut open) = (from, empty);
        reach |= open & reach.rotate_left(turn);
        open &= open.rotate_left(turn);
        reach |= open & reach.rotate_left(2 * turn);
        open &= open.rotate_left(2 * turn);
        reach |= open & reach.rotate_left(4 * turn);
        open &= open.rotate_left(4 * turn);
        reach | open & reach.rotate_left(8 * turn)
    }

    /// The board as a picture: all squares of the checkerboard are drawn, the dark ones are cells.
    pub(crate) fn layout() -> Layout {
        let cells = (0..Self::SQUARES).map(|square| {
            let (row, place) = (square / N, square % N);
            let column = 2 * place + usize::from(row % 2 == 0);
            Cell { name: (square + 1).to_string(), x: column as f32, y: row as f32 }
        });
        Layout::new(Shape::Squares, cells.collect()).with_row_spans().with_ground(Ground::Chequered)
    }
}

/// Men and kings on the dark squares, as the player to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<const N: usize> {
    /// The pieces of the side to move.
    pub(crate) own: u64,
    /// The pieces of the other side.
    pub(crate) enemy: u64,
    /// Which of all these are kings.
    pub(crate) kings: u64,
    /// Whose turn it is.
    pub(crate) mover: Colour,
}

impl<const N: usize> Position<N> {
    /// Men on the first and last rows, with two empty rows between the armies.
    pub(crate) const fn initial(mover: Colour) -> Position<N> {
        let black = Board::<N>::ALL & ((1 << Board::<N>::bit(Board::<N>::ARMY)) - 1);
        let white = Board::<N>::ALL & !((1 << Board::<N>::bit(Board::<N>::SQUARES - Board::<N>::ARMY)) - 1);
        match mover {
            Colour::Black => Position { own: black, enemy: white, kings: 0, mover },
            Colour::White => Position { own: white, enemy: black, kings: 0, mover },
        }
    }

    /// The squares on which nothing stands.
    #[inline]
    pub(crate) const fn empty(&self) -> u64 {
        Board::<N>::ALL & !(self.own | self.enemy)
    }

    /// The pieces of a colour.
    #[inline]
    pub(crate) fn pieces(&self, colour: Colour) -> u64 {
        if colour == self.mover { self.own } else { self.enemy }
    }

    /// Moves a piece, takes what it captures, crowns it if it is a man that ends on the far row, and gives the
    /// turn to the other side.
    #[inline]
    pub(crate) fn relocate(&mut self, from: u8, to: u8, captured: u64) {
        let (from, to) = (1u64 << from, 1u64 << to);
        let king = self.kings & from != 0 || to & Board::<N>::CROWNING[self.mover as usize] != 0;
        let kings = self.kings & !(from | captured) | if king { to } else { 0 };
        *self = Position {
            own: self.enemy & !captured,
            enemy: self.own & !from | to,
            kings,
            mover: self.mover.opposite(),
        };
    }

    /// Whether a move cannot be undone by later moves: a capture, or a move of a man.
    #[inline]
    pub(crate) fn is_irreversible(&self, from: u8, captured: u64) -> bool {
        captured != 0 || self.kings >> from & 1 == 0
    }

    /// The places where two positions differ.
    #[inline]
    pub(crate) fn difference(&self, other: &Position<N>) -> u64 {
        let [mine, theirs] = [self, other].map(|position| position.pieces(Colour::Black));
        let (mine_too, theirs_too) = (self.own | self.enemy, other.own | other.enemy);
        mine ^ theirs | mine_too ^ theirs_too | self.kings ^ other.kings
    }

    /// A key for tables.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        combine([self.own, self.enemy, self.kings << 1 | self.mover as u64])
    }

    /// What stands on a square, `first` being the colour that begins the game.
    pub(crate) fn piece(&self, square: usize, first: Colour) -> Option<Piece> {
        let bit = 1 << Board::<N>::bit(square);
        let colour =
            [Colour::Black, Colour::White].into_iter().find(|&colour| self.pieces(colour) & bit != 0)?;
        Some(Piece::new(colour.player(first), if self.kings & bit == 0 { MAN } else { KING }))
    }

    /// The end of the game when the side to move cannot move.
    #[inline]
    pub(crate) fn defeat(&self, first: Colour) -> Ending {
        let reason = if self.own == 0 { Reason::NoPieces } else { Reason::NoMoves };
        Ending::loss(self.mover.player(first), reason)
    }

    /// The winner's surplus of material as a share of an army of kings, from the first player's view. A man
    /// counts 1, and a surplus at least as much.
    pub(crate) fn score(&self, outcome: Outcome, king_value: f32, first: Colour) -> f32 {
        let Outcome::Win(winner) = outcome else { return 0.0 };
        let winner = if winner == Player::First { first } else { first.opposite() };
        let margin = self.material(winner, king_value).max(1.0);
        outcome.value().pov(Player::First) * margin / (Board::<N>::ARMY as f32 * king_value)
    }

    /// How much more material a colour has than the other, a man counting 1.
    pub(crate) fn material(&self, colour: Colour, king_value: f32) -> f32 {
        let worth = |colour: Colour| {
            let pieces = self.pieces(colour);
            let kings = (pieces & self.kings).count_ones() as f32;
            pieces.count_ones() as f32 + kings * (king_value - 1.0)
        };
        worth(colour) - worth(colour.opposite())
    }

    /// The index of a move for learning: its start and end as the mover sees them.
    pub(crate) fn action(&self, from: u8, to: u8, first: Colour) -> usize {
        let [from, to] = [from, to].map(|bit| {
            let square = Board::<N>::square(usize::from(bit));
            if self.mover == first { square } else { Board::<N>::turned(square) }
        });
        from * Board::<N>::SQUARES + to
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::ones;

    /// Steps and slides agree with coordinates, from every square and in every direction.
    fn steps_follow_the_diagonals<const N: usize>() {
        let layout = Board::<N>::layout();
        let place = |square: usize| (layout.cells[square].x as i32, layout.cells[square].y as i32);
        for (direction, (dx, dy)) in [(-1, 1), (1, 1), (1, -1), (-1, -1)].into_iter().enumerate() {
            for square in 0..Board::<N>::SQUARES {
                assert_eq!(Board::<N>::square(Board::<N>::bit(square)), square);
                let (x, y) = place(square);
                let ray: Vec<usize> = (1..2 * N as i32)
                    .map_while(|n| {
                        (0..Board::<N>::SQUARES).find(|&other| place(other) == (x + n * dx, y + n * dy))
                    })
                    .collect();
                let here = 1u64 << Board::<N>::bit(square);
                let squares =
                    |set: u64| ones(set & Board::<N>::ALL).map(Board::<N>::square).collect::<Vec<_>>();
                assert_eq!(squares(Board::<N>::step(here, direction)), ray.get(..1).unwrap_or(&[]));
                // An obstacle in each place of the ray, and none.
                for length in 0..=ray.len() {
                    let obstacle = ray.get(length).map_or(0, |&other| 1u64 << Board::<N>::bit(other));
                    let reach = Board::<N>::slide(here, Board::<N>::ALL & !obstacle & !here, direction);
                    let mut expected: Vec<usize> = ray[..length].to_vec();
                    expected.push(square);
                    expected.sort_unstable();
                    assert_eq!(squares(reach), expected);
                }
            }
        }
    }

    #[test]
    fn steps_follow_the_diagonals_of_both_boards() {
        steps_follow_the_diagonals::<4>();
        steps_follow_the_diagonals::<5>();
    }

    #[test]
    fn the_armies_stand_on_the_outer_rows() {
        let squares = |set: u64| ones(set).map(|bit| Board::<4>::square(bit) + 1).collect::<Vec<_>>();
        let position = Position::<4>::initial(Colour::Black);
        assert_eq!(squares(position.own), (1..=12).collect::<Vec<_>>());
        assert_eq!(squares(position.enemy), (21..=32).collect::<Vec<_>>());
        assert_eq!(Position::<5>::initial(Colour::White).own.count_ones(), 20);
        assert_eq!(squares(Board::<4>::CROWNING[0]), [29, 30, 31, 32]);
        assert_eq!(squares(Board::<4>::CROWNING[1]), [1, 2, 3, 4]);
    }
}

//! Which moves there are: flying kings, and captures that take the most.

use super::{Board, Position};
use crate::bits::{ones, select};
use crate::draughts::{Colour, DIRECTIONS, union};

/// A move of a piece and what it captures. The way between start and end does not matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) captured: u64,
}

/// The squares on the way from each place to the edge, in each direction.
static RAYS: [[u64; 64]; DIRECTIONS] = {
    let mut rays = [[0; 64]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut square = 0;
        while square < Board::SQUARES {
            let from = 1 << Board::bit(square);
            rays[direction][Board::bit(square)] = Board::slide(from, Board::ALL, direction) & !from;
            square += 1;
        }
        direction += 1;
    }
    rays
};

/// The place nearest to the start among the members of a ray in a direction, which must not be empty.
#[inline]
fn nearest(members: u64, direction: usize) -> usize {
    // The first two directions lead to higher places.
    (if direction < 2 { members.trailing_zeros() } else { members.ilog2() }) as usize
}

/// What the pieces of the side to move can reach.
pub(super) struct Reach {
    /// Where pieces can go without capturing: one set for each direction. A square and a direction tell the
    /// piece, which is the nearest one on the way back.
    pub(super) ends: [u64; DIRECTIONS],
    /// The men that can capture in each direction.
    capturing_men: [u64; DIRECTIONS],
    /// Whether any king can capture.
    king_captures: bool,
    /// Whether any piece can.
    pub(super) captures: bool,
}

impl Reach {
    #[inline(always)]
    pub(super) fn new(position: &Position) -> Reach {
        let empty = position.empty();
        let kings = position.own & position.kings;
        let men = position.own & !position.kings;
        let (down, up) = match position.mover {
            Colour::Black => (men, 0),
            Colour::White => (0, men),
        };
        let mut ends: [u64; DIRECTIONS] = std::array::from_fn(|direction| {
            Board::step(if direction < 2 { down } else { up }, direction) & empty
        });
        let capturing_men: [u64; DIRECTIONS] =
            std::array::from_fn(|direction| Board::jumpers(men, position.enemy, empty, direction));
        let mut capturing_kings = 0;
        if kings != 0 {
            for (direction, ends) in ends.iter_mut().enumerate() {
                let slides = Board::slide(kings, empty, direction);
                *ends |= slides & empty;
                capturing_kings |= Board::jumpers(slides, position.enemy, empty, direction);
            }
        }
        let captures = union(capturing_men) | capturing_kings != 0;
        Reach { ends, capturing_men, king_captures: capturing_kings != 0, captures }
    }

    /// The number of moves without capture.
    #[inline]
    pub(super) fn quiet_count(&self) -> u32 {
        self.ends.iter().map(|ends| ends.count_ones()).sum()
    }

    /// The direction and end of the move number `n` without capture, counted from 0.
    #[inline]
    pub(super) fn quiet_end(&self, n: u32) -> (usize, usize) {
        // Sums and comparisons instead of a loop: a random direction is a branch that nobody can predict.
        let [a, b, c, _] = self.ends.map(u64::count_ones);
        let before = [0, a, a + b, a + b + c];
        let direction =
            usize::from(n >= before[1]) + usize::from(n >= before[2]) + usize::from(n >= before[3]);
        (direction, select(self.ends[direction], n - before[direction]))
    }
}

/// The move without capture that ends on `to` in a direction.
#[inline]
pub(super) fn quiet(position: &Position, direction: usize, to: usize) -> Move {
    let back = direction ^ 2;
    let from = nearest(RAYS[back][to] & position.own, back);
    Move { from: from as u8, to: to as u8, captured: 0 }
}

/// Collects the captures that take the most pieces.
struct Captures<'a> {
    moves: &'a mut Vec<Move>,
    /// The most pieces taken so far.
    most: u32,
    from: u8,
    enemy: u64,
    /// The empty squares, and the one that the capturing piece has left.
    empty: u64,
}

impl Captures<'_> {
    fn add(&mut self, to: u8, captured: u64, count: u32) {
        if count > self.most {
            self.most = count;
            self.moves.clear();
        }
        if count == self.most {
            self.moves.push(Move { from: self.from, to, captured });
        }
    }

    /// A man jumps from `at` in a direction and goes on from there in every way.
    #[inline]
    fn man(&mut self, at: u64, direction: usize, captured: u64, count: u32) {
        let over = Board::step(at, direction);
        let at = Board::step(over, direction);
        let (captured, count) = (captured | over, count + 1);
        // Captured pieces stay where they are until the end and cannot be jumped again.
        let enemy = self.enemy & !captured;
        let onward = std::array::from_fn(|next| Board::jumpers(at, enemy, self.empty, next));
        // Most captures end after one jump: one test for all directions keeps them short.
        if union(onward) == 0 {
            self.add(at.trailing_zeros() as u8, captured, count);
        } else {
            self.man_goes_on(at, onward, captured, count);
        }
    }

    #[inline(never)]
    fn man_goes_on(&mut self, at: u64, onward: [u64; DIRECTIONS], captured: u64, count: u32) {
        for (direction, onward) in onward.into_iter().enumerate() {
            if onward != 0 {
                self.man(at, direction, captured, count);
            }
        }
    }

    /// A king on the place `at` captures in a direction if it can, and goes on in every way.
    fn king(&mut self, at: usize, direction: usize, captured: u64, count: u32) {
        let obstacles = RAYS[direction][at] & !self.empty;
        if obstacles == 0 {
            return;
        }
        let over = nearest(obstacles, direction);
        let bit = 1u64 << over;
        if bit & self.enemy & !captured == 0 {
            return;
        }
        let behind = RAYS[direction][over];
        let obstacles = behind & !self.empty;
        let landings = if obstacles == 0 {
            behind
        } else {
            let next = nearest(obstacles, direction);
            behind & !RAYS[direction][next] & !(1 << next)
        };
        if landings == 0 {
            return;
        }
        let (captured, count) = (captured | bit, count + 1);
        // Straight on, the square of the landing makes no difference.
        self.king(nearest(landings, direction), direction, captured, count);
        for landing in ones(landings) {
            self.king(landing, direction ^ 1, captured, count);
            self.king(landing, direction ^ 3, captured, count);
            self.add(landing as u8, captured, count);
        }
    }
}

/// Replaces `moves` by the captures that take the most pieces, each once.
pub(super) fn list_captures(position: &Position, reach: &Reach, moves: &mut Vec<Move>) {
    moves.clear();
    let mut captures = Captures { moves, most: 0, from: 0, enemy: position.enemy, empty: 0 };
    for (direction, men) in reach.capturing_men.into_iter().enumerate() {
        for from in ones(men) {
            captures.from = from as u8;
            captures.empty = position.empty() | 1 << from;
            captures.man(1 << from, direction, 0, 0);
        }
    }
    if reach.king_captures {
        for from in ones(position.own & position.kings) {
            captures.from = from as u8;
            captures.empty = position.empty() | 1 << from;
            for direction in 0..DIRECTIONS {
                captures.king(from, direction, 0, 0);
            }
        }
    }
    // The same pieces can be taken in another order only by going round a loop, which takes four.
    if captures.most >= 4 {
        moves.sort_unstable();
        moves.dedup();
    }
}

/// A way for a capture to go: the places it lands on, the last one being its end.
pub(super) fn find_way(position: &Position, mv: Move) -> Vec<usize> {
    /// Extends `way` until everything is taken; false, and `way` as it was, if that cannot be.
    fn extend(position: &Position, empty: u64, mv: Move, left: u64, way: &mut Vec<usize>) -> bool {
        let at = way[way.len() - 1];
        if left == 0 {
            return at == usize::from(mv.to);
        }
        let king = position.kings >> mv.from & 1 == 1;
        for direction in 0..DIRECTIONS {
            let reach = if king { Board::slide(1 << at, empty, direction) } else { 1 << at };
            let over = Board::step(reach, direction) & left;
            if over == 0 {
                continue;
            }
            let behind = Board::step(over, direction) & empty;
            let landings = if king { Board::slide(behind, empty, direction) } else { behind };
            for landing in ones(landings) {
                way.push(landing);
                if extend(position, empty, mv, left & !over, way) {
                    return true;
                }
                way.pop();
            }
        }
        false
    }
    let mut way = vec![usize::from(mv.from)];
    if mv.captured == 0 {
        way.push(usize::from(mv.to));
    } else {
        let found = extend(position, position.empty() | 1 << mv.from, mv, mv.captured, &mut way);
        debug_assert!(found, "a legal capture has a way");
    }
    way
}

/// What a piece takes that goes over these squares; nothing if two of them are not on one diagonal.
pub(super) fn taken_between(position: &Position, squares: &[usize]) -> Option<u64> {
    let mut taken = 0;
    for leg in squares.windows(2) {
        let (from, to) = (Board::bit(leg[0]), Board::bit(leg[1]));
        let direction = (0..DIRECTIONS).find(|&direction| RAYS[direction][from] >> to & 1 == 1)?;
        taken |= RAYS[direction][from] & RAYS[direction ^ 2][to] & position.enemy;
    }
    Some(taken)
}

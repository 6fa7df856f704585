//! Stones and their chains, kept up to date stone by stone.
//!
//! Bridges and forks follow from what a chain touches, so every chain carries a mask of the edges and corners it
//! has reached, and a disjoint-set forest says which chain a stone belongs to. Rings need no search either:
//!
//! **Which stones close a ring.** Call neighbours of the new stone `c` that follow each other around it a *run*
//! where all of them are own stones; between two runs lies at least one *gap* cell that is not own. Stones of one
//! run are neighbours of each other and hence in one chain. Suppose there was no ring before. Then `c` closes a
//! ring if and only if
//!
//! 1. two different runs belonged to the same chain already, or
//! 2. some own neighbour of `c` now has six own neighbours: a filled hexagon.
//!
//! *If.* (2) is a ring by itself. In (1) take a path without crossings through the old chain from a stone `a` of one
//! run to a stone `b` of the other and close it through `c`. The loop separates the gap on one side of `c` between
//! the two runs from the gap on the other: neither contains a cell of the loop, and the step from `c` to a gap cell
//! does not cross it. So one of the two gaps is inside. What is inside a loop of stones is on the board and, being
//! a gap, not part of the loop: an enclosed cell.
//!
//! *Only if.* Assume that (1) is false, and let a new ring enclose a cell `x`. It passes through `c`, between two
//! neighbours `a` and `b` that are connected without `c`, hence of one run (and not all six neighbours are own, or
//! there was a ring around `c`). Replace `c` in the ring by the stones of the run between `a` and `b`. The area
//! between the two ways is a fan of triangles around `c` that contains no centre of a cell but those of its corners.
//! So either the new loop, made of old stones only, still winds around `x`, and there was a ring before, or `x` is
//! one of the run's stones between `a` and `b`. The latter therefore holds for every enclosed cell; the neighbours
//! of `x` are on the ring or enclosed, so all six are own stones, which is (2).
//!
//! The tests compare this with the plain definition on thousands of games.

use std::hash::{Hash, Hasher};

use agon_core::hash::keys;
use agon_core::{Player, Random};

use crate::bits::{ones, select};
use crate::hex::{Hex, Hexagon, MAX_CELLS, MAX_ROWS};

/// What wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A chain that connects two corners.
    Bridge,
    /// A chain that connects three edges.
    Fork,
    /// A chain that encloses a cell.
    Ring,
}

/// A position of Havannah: who has stones where, and whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The stones of each player, row by row with an empty row at either end; column x is bit x + 1.
    pub(super) rows: [[u32; MAX_ROWS + 2]; 2],
    /// For each stone another stone of its chain, nearer to the root; for the root, [`ROOT`] and the border mask of
    /// the chain; for an empty cell [`EMPTY`].
    pub(super) links: [u16; MAX_CELLS],
    /// The Zobrist key of the stones.
    key: u64,
    stones: u16,
    mover: Player,
    /// What the last stone formed, if anything.
    formed: Option<Form>,
}

pub(super) const ROOT: u16 = 1 << 15;
pub(super) const EMPTY: u16 = u16::MAX;

static KEYS: [[u64; MAX_CELLS]; 2] = [keys(0x4841_5641_4e4e_4131), keys(0x4841_5641_4e4e_4132)];
const EMPTY_BOARD: u64 = keys::<1>(0x4841_5641_4e4e_4133)[0];
const SECOND_TO_MOVE: u64 = keys::<1>(0x4841_5641_4e4e_4134)[0];

/// After this many draws of an occupied cell, a random empty cell is counted out instead.
const DRAWS: u32 = 8;

/// What follows from the set of own neighbours of a cell, coded as [`around`] does.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    /// The number of runs.
    pub(super) runs: u8,
    /// The direction of the first stone of each run.
    heads: [u8; 3],
    /// The directions, as bits, whose two neighbouring directions are own stones too.
    middles: u8,
}

/// The bit of each direction in the code of [`around`].
const CODE: [u8; 6] = [0, 1, 4, 6, 5, 2];
/// The code of six own neighbours.
const SURROUNDED: usize = 0b111_0111;

pub(super) static PATTERNS: [Pattern; 128] = {
    let mut table = [Pattern { runs: 0, heads: [0; 3], middles: 0 }; 128];
    let mut code = 0;
    while code < 128 {
        let pattern = &mut table[code];
        let mut direction = 0;
        while direction < 6 {
            let before = code >> CODE[(direction + 5) % 6] & 1 == 1;
            let own = code >> CODE[direction] & 1 == 1;
            let after = code >> CODE[(direction + 1) % 6] & 1 == 1;
            if own && !before {
                pattern.heads[pattern.runs as usize] = direction as u8;
                pattern.runs += 1;
            }
            if own && before && after {
                pattern.middles |= 1 << direction;
            }
            direction += 1;
        }
        code += 1;
    }
    table
};

/// The neighbours of a cell that are in a set of stones, as a number below 128.
#[inline]
pub(super) fn around(rows: &[u32; MAX_ROWS + 2], cell: &Hex) -> usize {
    let (x, y) = (cell.x, usize::from(cell.y));
    let (above, beside, below) = (rows[y] >> x & 0b11, rows[y + 1] >> x & 0b101, rows[y + 2] >> x & 0b110);
    (above | beside << 2 | below << 4) as usize
}

/// Whether a stone just placed fills a hexagon around one of its neighbours.
#[inline]
fn fills(rows: &[u32; MAX_ROWS + 2], board: &Hexagon, cell: &Hex, pattern: &Pattern) -> bool {
    ones(u64::from(pattern.middles)).any(|direction| {
        let middle = board.cell(usize::from(cell.neighbours[direction]));
        around(rows, middle) == SURROUNDED
    })
}

/// What a chain forms that touches these edges and corners.
#[inline]
fn connects(border: u16) -> Option<Form> {
    let (edges, corners) = (border & 0x3f, border >> 6);
    if edges.count_ones() >= 3 {
        Some(Form::Fork)
    } else if corners.count_ones() >= 2 {
        Some(Form::Bridge)
    } else {
        None
    }
}

impl Position {
    /// The empty board with the first player to move.
    pub(super) const START: Position = Position {
        rows: [[0; MAX_ROWS + 2]; 2],
        links: [EMPTY; MAX_CELLS],
        key: EMPTY_BOARD,
        stones: 0,
        mover: Player::First,
        formed: None,
    };

    #[inline]
    pub(super) fn mover(&self) -> Player {
        self.mover
    }

    /// The number of stones on the board.
    #[inline]
    pub(super) fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    /// What the last stone formed, if anything.
    #[inline]
    pub(super) fn formed(&self) -> Option<Form> {
        self.formed
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key ^ if self.mover == Player::First { 0 } else { SECOND_TO_MOVE }
    }

    /// Whether the second player has taken over the first stone: the first player, who moves at even numbers of
    /// stones, does so at odd ones ever since.
    #[inline]
    pub(super) fn swapped(&self) -> bool {
        self.stones.is_multiple_of(2) != (self.mover == Player::First)
    }

    /// The same stones with this player to move.
    pub(super) fn with_mover(mut self, mover: Player) -> Position {
        self.mover = mover;
        self
    }

    /// Whose stone is on a cell.
    #[inline]
    pub(super) fn owner(&self, cell: &Hex) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|player| self.rows[player.index()][usize::from(cell.y) + 1] >> (cell.x + 1) & 1 == 1)
    }

    /// The cells on which two positions differ.
    pub(super) fn difference(&self, other: &Position, board: &Hexagon) -> impl Iterator<Item = usize> {
        let row = |position: &Position, row: usize| position.rows.each_ref().map(|rows| rows[row + 1]);
        (0..board.rows()).flat_map(move |number| {
            let ([a, b], [c, d]) = (row(self, number), row(other, number));
            let differs = (a ^ c | b ^ d) >> (board.first_column(number) + 1);
            ones(differs.into()).map(move |place| board.start(number) + place)
        })
    }

    /// The empty cells, in the order of their numbers.
    pub(super) fn empty_cells(&self, board: &Hexagon) -> impl Iterator<Item = usize> {
        (0..board.rows()).flat_map(move |row| {
            ones(u64::from(self.empty_in_row(board, row))).map(move |place| board.start(row) + place)
        })
    }

    /// The empty cells of a row as bits, its first cell being bit 0.
    #[inline]
    fn empty_in_row(&self, board: &Hexagon, row: usize) -> u32 {
        let occupied = self.rows[0][row + 1] | self.rows[1][row + 1];
        !(occupied >> (board.first_column(row) + 1)) & ((1 << board.width(row)) - 1)
    }

    /// A uniformly random empty cell of a board that has one.
    #[inline(always)]
    pub(super) fn random_empty(&self, board: &Hexagon, random: &mut Random) -> usize {
        for _ in 0..DRAWS {
            let cell = random.below(board.count() as u32) as usize;
            if self.links[cell] == EMPTY {
                return cell;
            }
        }
        let mut left = random.below(board.count() as u32 - u32::from(self.stones));
        let mut row = 0;
        loop {
            let empty = self.empty_in_row(board, row);
            if left < empty.count_ones() {
                return board.start(row) + select(u64::from(empty), left);
            }
            left -= empty.count_ones();
            row += 1;
        }
    }

    /// Puts a stone of the player to move on an empty cell.
    #[inline]
    pub(super) fn place(&mut self, board: &Hexagon, number: usize) {
        self.formed = self.join(board, number);
        self.stones += 1;
        self.key ^= KEYS[self.mover.index()][number];
        self.mover = !self.mover;
    }

    /// The second player takes over the only stone: it changes its colour, and the first player moves next.
    pub(super) fn swap(&mut self, board: &Hexagon, number: usize) {
        let row = usize::from(board.cell(number).y) + 1;
        self.rows[1][row] = std::mem::take(&mut self.rows[0][row]);
        self.key ^= KEYS[0][number] ^ KEYS[1][number];
        self.mover = Player::First;
    }

    /// Adds a stone to the chains and returns what it forms. A stone can form several things at once; a ring counts
    /// before a fork, a fork before a bridge. After a ring, when nothing will be added, the chains are not completed.
    #[inline]
    fn join(&mut self, board: &Hexagon, number: usize) -> Option<Form> {
        let cell = board.cell(number);
        let rows = &mut self.rows[self.mover.index()];
        let pattern = &PATTERNS[around(rows, cell)];
        rows[usize::from(cell.y) + 1] |= 2 << cell.x;

        if pattern.middles != 0 && fills(rows, board, cell, pattern) {
            return Some(Form::Ring);
        }
        if pattern.runs == 1 && cell.border == 0 {
            // The chain grows but reaches nothing new.
            let head = cell.neighbours[usize::from(pattern.heads[0])];
            let link = self.links[usize::from(head)];
            self.links[number] = if link & ROOT == 0 { link } else { head };
            return None;
        }
        let mut border = cell.border;
        let mut root = number;
        for &head in &pattern.heads[..usize::from(pattern.runs)] {
            let other = self.root(usize::from(cell.neighbours[usize::from(head)]));
            if other == root {
                return Some(Form::Ring);
            }
            border |= self.links[other] & !ROOT;
            self.links[root] = other as u16;
            root = other;
        }
        self.links[root] = ROOT | border;
        connects(border)
    }

    /// The empty cells where a stone of this player wins at once.
    pub(super) fn wins(&self, board: &Hexagon, player: Player) -> impl Iterator<Item = usize> {
        let rows = self.rows[player.index()];
        (0..board.rows()).flat_map(move |row| {
            let [above, beside, below] = [rows[row], rows[row + 1], rows[row + 2]];
            // Cells with a neighbour, and with two: a stone has to join chains, to take one to the border, or to fill a hexagon.
            let (mut one, mut two) = (0, 0);
            for neighbours in [above, above << 1, beside << 1, beside >> 1, below, below >> 1] {
                two |= one & neighbours;
                one |= neighbours;
            }
            let (shift, ends) = (board.first_column(row) + 1, 1 | 1 << (board.width(row) - 1));
            let border = if row == 0 || row + 1 == board.rows() { !0 } else { ends };
            let near = (two >> shift | one >> shift & border) & self.empty_in_row(board, row);
            let numbers = ones(u64::from(near)).map(move |place| board.start(row) + place);
            numbers.filter(move |&number| self.would_win(board, player, number))
        })
    }

    /// Whether a stone of this player on an empty cell wins; see [`join`](Position::join).
    fn would_win(&self, board: &Hexagon, player: Player, number: usize) -> bool {
        let cell = board.cell(number);
        let rows = &self.rows[player.index()];
        let pattern = &PATTERNS[around(rows, cell)];
        if pattern.middles != 0 {
            let mut rows = *rows;
            rows[usize::from(cell.y) + 1] |= 2 << cell.x;
            if fills(&rows, board, cell, pattern) {
                return true;
            }
        }
        if pattern.runs == 1 && cell.border == 0 {
            return false;
        }
        let mut border = cell.border;
        let mut roots = [usize::MAX; 3];
        for (place, &head) in pattern.heads[..usize::from(pattern.runs)].iter().enumerate() {
            let mut root = usize::from(cell.neighbours[usize::from(head)]);
            while self.links[root] & ROOT == 0 {
                root = usize::from(self.links[root]);
            }
            if roots.contains(&root) {
                return true;
            }
            roots[place] = root;
            border |= self.links[root] & !ROOT;
        }
        connects(border).is_some()
    }

    /// The root of a stone's chain. Halves the path to it on the way.
    #[inline]
    fn root(&mut self, mut stone: usize) -> usize {
        loop {
            let next = self.links[stone];
            if next & ROOT != 0 {
                return stone;
            }
            let further = self.links[usize::from(next)];
            if further & ROOT != 0 {
                return usize::from(next);
            }
            self.links[stone] = further;
            stone = usize::from(further);
        }
    }
}

/// Positions are the same when the stones and the side to move are, however the chains came about.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.key == other.key && self.mover == other.mover && self.rows == other.rows
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

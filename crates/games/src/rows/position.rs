//! The stones on the board, kept so that placing one and finding its rows is a matter of a few words.

use std::hint::select_unpredictable;

use agon_core::hash::combine;
use agon_core::{Player, Random};

use crate::bits::{ones, select};

/// The stones on a board of `SIZE` by `SIZE` points. A point is the number `SIZE * row + column` with a1 = 0.
///
/// All follows from `lines`; the rest is kept so that nobody has to count.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position<const SIZE: usize> {
    pub(super) key: u64,
    /// How many stones there are.
    pub(super) stones: u16,
    /// Whether the last stone made a row.
    pub(super) won: bool,
    /// The empty points.
    pub(super) empty: [u64; WORDS],
    /// The stones of each player on the lines of each direction.
    pub(super) lines: [[[u32; SIZE]; DIRECTIONS]; 2],
}

/// Enough words for a bit per point of a board of 19 by 19, the largest in use.
const WORDS: usize = 6;

/// Rows, columns, rising and falling diagonals.
pub(super) const DIRECTIONS: usize = 4;

/// How many pairs of points are guessed before the empty points are counted.
const GUESSES: usize = 8;

/// Where a point lies.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The key of a stone of the first player; the second player's is the same with its halves exchanged.
    key: u64,
    /// The line through the point in each direction.
    pub(super) lines: [u8; DIRECTIONS],
    /// The bit of the point in each of those lines.
    pub(super) bits: [u8; DIRECTIONS],
}

impl<const SIZE: usize> Position<SIZE> {
    /// The number of points.
    pub(super) const CELLS: usize = {
        assert!(SIZE * SIZE <= 64 * WORDS, "the board has more points than a position has room for");
        SIZE * SIZE
    };

    pub(super) const PLACES: &'static [[Place; SIZE]; SIZE] = &Self::places();

    /// The bits of each line that are points of the board.
    pub(super) const POINTS: &'static [[u32; SIZE]; DIRECTIONS] = &{
        let mut points = [[0; SIZE]; DIRECTIONS];
        let mut index = 0;
        while index < DIRECTIONS * Self::CELLS {
            let (cell, direction) = (index / DIRECTIONS, index % DIRECTIONS);
            let place = Self::PLACES[cell / SIZE][cell % SIZE];
            points[direction][place.lines[direction] as usize] |= 1 << place.bits[direction];
            index += 1;
        }
        points
    };

    /// The diagonals of a direction fill `SIZE` lines like the rows and columns: two diagonals that have `SIZE` points
    /// together share a line, one behind the other, and a bit that is never set keeps them apart.
    const fn places() -> [[Place; SIZE]; SIZE] {
        let mut places = [[Place { key: 0, lines: [0; DIRECTIONS], bits: [0; DIRECTIONS] }; SIZE]; SIZE];
        let mut cell = 0;
        while cell < Self::CELLS {
            let (row, column) = (cell / SIZE, cell % SIZE);
            let rising = (SIZE + column - row) % SIZE;
            let falling = (column + row) % SIZE;
            let on_rising = column + (column >= rising) as usize;
            let on_falling = column + (column > falling) as usize;
            places[row][column] = Place {
                key: combine([SIZE as u64, cell as u64]),
                lines: [row as u8, column as u8, rising as u8, falling as u8],
                bits: [column as u8, row as u8, on_rising as u8, on_falling as u8],
            };
            cell += 1;
        }
        places
    }

    /// The point at a bit of a line.
    pub(super) fn cell(direction: usize, line: usize, bit: usize) -> usize {
        let (row, column) = match direction {
            0 => (line, bit),
            1 => (bit, line),
            2 => {
                let column = bit - usize::from(bit > line);
                ((SIZE + column - line) % SIZE, column)
            }
            _ => {
                let column = bit - usize::from(bit > line);
                ((SIZE + line - column) % SIZE, column)
            }
        };
        SIZE * row + column
    }

    /// The board without stones.
    pub(super) const EMPTY: Position<SIZE> = {
        let mut empty = [0; WORDS];
        let mut cell = 0;
        while cell < Self::CELLS {
            empty[cell / 64] |= 1 << (cell % 64);
            cell += 1;
        }
        let lines = [[[0; SIZE]; DIRECTIONS]; 2];
        Position { key: combine([SIZE as u64]), stones: 0, won: false, empty, lines }
    };

    /// Whether no stone is on a point.
    #[inline]
    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.empty[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Whether a stone of this player is on a point.
    #[inline]
    pub(super) fn has(&self, player: Player, cell: usize) -> bool {
        let [rows, ..] = &self.lines[player.index()];
        rows[cell / SIZE] >> (cell % SIZE) & 1 == 1
    }

    /// The points on which two positions differ.
    #[inline]
    pub(super) fn difference(&self, other: &Position<SIZE>) -> impl Iterator<Item = usize> {
        let row =
            |position: &Position<SIZE>, row: usize| position.lines.each_ref().map(|[rows, ..]| rows[row]);
        (0..SIZE).flat_map(move |number| {
            let ([a, b], [c, d]) = (row(self, number), row(other, number));
            ones(u64::from(a ^ c | b ^ d)).map(move |column| number * SIZE + column)
        })
    }

    /// Puts a stone on an empty point and tells whether it is in a row of at least `length`, provided that there was
    /// no such row of this player before.
    #[inline(always)]
    pub(super) fn put(&mut self, player: Player, cell: usize, length: u32) -> bool {
        let place = &Self::PLACES.as_flattened()[cell];
        self.key ^= place.key.rotate_left(32 * player.index() as u32);
        self.stones += 1;
        self.empty[cell / 64] ^= 1 << (cell % 64);
        let mut starts = 0;
        for (direction, lines) in self.lines[player.index()].iter_mut().enumerate() {
            let line = &mut lines[usize::from(place.lines[direction])];
            *line |= 1 << place.bits[direction];
            starts |= row_starts(*line, length);
        }
        starts != 0
    }

    /// A uniformly random empty point; there must be one.
    #[inline]
    pub(super) fn random_empty(&self, random: &mut Random) -> usize {
        let cells = Self::CELLS as u32;
        // Lemire's multiplication, twice in one draw: the upper half of a product is the guess, and the guess is
        // uniform if products with the smallest lower halves are turned down.
        let is_fair = |product: u64| product as u32 >= cells.wrapping_neg() % cells;
        for _ in 0..GUESSES {
            let bits = random.bits();
            let products = [bits >> 32, bits & 0xffff_ffff].map(|half| half * u64::from(cells));
            let [one, other] = products.map(|product| (product >> 32) as usize);
            // Which of the two is empty cannot be foreseen: choosing costs less than branching wrongly.
            let found = self.is_empty(one);
            let cell = select_unpredictable(found, one, other);
            if (found | self.is_empty(other)) & is_fair(products[0]) & is_fair(products[1]) {
                return cell;
            }
        }
        // The board is nearly full: guessing on would take long.
        self.nth_empty(random.below(cells - u32::from(self.stones)))
    }

    /// The empty point number `n`, counted from 0.
    #[cold]
    pub(super) fn nth_empty(&self, mut n: u32) -> usize {
        for (index, &word) in self.empty.iter().enumerate() {
            let count = word.count_ones();
            if n < count {
                return 64 * index + select(word, n);
            }
            n -= count;
        }
        unreachable!("there are more than n empty points")
    }
}

/// The points of a line at which `length` stones in a row begin.
#[inline(always)]
pub(super) fn row_starts(line: u32, length: u32) -> u32 {
    // `starts` are the beginnings of rows of `covered` stones, and those at most double in each step.
    let (mut starts, mut covered) = (line, 1);
    while covered < length {
        let step = covered.min(length - covered);
        starts &= starts >> step;
        covered += step;
    }
    starts
}

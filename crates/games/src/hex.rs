//! Boards of hexagons in the shape of a hexagon: cells, neighbours, sides and corners.
//!
//! A board of size `n` has `n` cells on each side. A cell is a pair (x, y) with 0 <= x, y <= 2n - 2 and
//! |x - y| < n; its neighbours are (x ± 1, y), (x, y ± 1), (x + 1, y + 1) and (x - 1, y - 1). Rows of equal y are
//! drawn as horizontal rows, the first at the top, each half a cell further left than the one above:
//!
//! ```text
//!    a1 b1 c1
//!   a2 b2 c2 d2
//! a3 b3 c3 d3 e3
//!   b4 c4 d4 e4
//!    c5 d5 e5
//! ```
//!
//! Cells are numbered in reading order.

use agon_core::layout::grid_name;
use agon_core::{Cell, Layout, Shape};

/// The smallest and the largest size for which there are tables.
pub const SIZES: std::ops::RangeInclusive<usize> = 4..=10;
/// The rows of the largest board.
pub const MAX_ROWS: usize = 19;
/// The cells of the largest board.
pub const MAX_CELLS: usize = 271;

/// The six directions as steps in x and y, clockwise from the upper left as the board is drawn. Neighbours of a
/// cell in successive directions are neighbours of each other.
pub const DIRECTIONS: [(i8, i8); 6] = [(-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0)];

/// The number that stands for a neighbour outside the board.
pub const OUTSIDE: u16 = u16::MAX;

/// What is known about one cell. Sixteen bytes, so that a cell is never spread over two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub struct Hex {
    /// The column: its letter, counted from 0.
    pub x: u8,
    /// The row: its number, counted from 0.
    pub y: u8,
    /// The side or the corner of the board that the cell belongs to, if any: bits 0 to 5 are the sides without their
    /// corners, clockwise from the top; bits 6 to 11 the corners, each at the clockwise end of its side.
    pub border: u16,
    /// The neighbours in the order of [`DIRECTIONS`], or [`OUTSIDE`].
    pub neighbours: [u16; 6],
}

/// A board of one size.
#[derive(Debug)]
pub struct Hexagon {
    size: usize,
    count: usize,
    /// The number of the first cell of each row, and behind the last row the number of cells.
    starts: [u16; MAX_ROWS + 1],
    cells: [Hex; MAX_CELLS],
}

impl Hexagon {
    /// The board of a size in [`SIZES`].
    ///
    /// # Panics
    /// For other sizes.
    pub fn of_size(size: usize) -> &'static Hexagon {
        &BOARDS[size - SIZES.start()]
    }

    /// The number of cells on a side.
    #[inline]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The number of cells.
    #[inline]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The number of rows.
    #[inline]
    pub const fn rows(&self) -> usize {
        2 * self.size - 1
    }

    /// A cell by its number.
    #[inline]
    pub const fn cell(&self, number: usize) -> &Hex {
        &self.cells[number]
    }

    /// The number of the first cell of a row.
    #[inline]
    pub const fn start(&self, row: usize) -> usize {
        self.starts[row] as usize
    }

    /// The number of cells in a row.
    #[inline]
    pub const fn width(&self, row: usize) -> usize {
        self.start(row + 1) - self.start(row)
    }

    /// The column of the first cell of a row.
    #[inline]
    pub const fn first_column(&self, row: usize) -> usize {
        row.saturating_sub(self.size - 1)
    }

    /// The name of a cell: a letter for x and a number for y.
    pub fn name(&self, number: usize) -> String {
        let cell = self.cell(number);
        grid_name(usize::from(cell.y), usize::from(cell.x))
    }

    /// The board as it is drawn. Letters run down the slanted columns, for which there is no edge to write them on;
    /// so every row is labelled with the name of its leftmost cell.
    pub fn layout(&self) -> Layout {
        let cells = (0..self.count).map(|number| {
            let (x, y) = (f32::from(self.cell(number).x), f32::from(self.cell(number).y));
            // The leftmost cell of all is the first one of the middle row, (0, n - 1).
            Cell { name: self.name(number), x: x + (self.size as f32 - 1.0 - y) / 2.0, y }
        });
        Layout::new(Shape::Hexes, cells.collect()).with_row_spans()
    }

    const fn new(size: usize) -> Hexagon {
        const UNUSED: Hex = Hex { x: 0, y: 0, border: 0, neighbours: [OUTSIDE; 6] };
        let rows = 2 * size - 1;
        let mut board = Hexagon { size, count: 0, starts: [0; MAX_ROWS + 1], cells: [UNUSED; MAX_CELLS] };
        let mut y = 0;
        while y < rows {
            board.starts[y] = board.count as u16;
            board.count += rows - y.abs_diff(size - 1);
            y += 1;
        }
        board.starts[rows] = board.count as u16;
        let mut y = 0;
        while y < rows {
            let mut number = board.start(y);
            while number < board.start(y + 1) {
                let x = board.first_column(y) + number - board.start(y);
                board.cells[number] = Hex {
                    x: x as u8,
                    y: y as u8,
                    border: board.border(x, y),
                    neighbours: board.neighbours(x, y),
                };
                number += 1;
            }
            y += 1;
        }
        board
    }

    const fn neighbours(&self, x: usize, y: usize) -> [u16; 6] {
        let mut neighbours = [OUTSIDE; 6];
        let mut direction = 0;
        while direction < 6 {
            let (dx, dy) = DIRECTIONS[direction];
            // A step off the left or upper edge wraps to a huge number, which is outside as well.
            let (x, y) = (x.wrapping_add_signed(dx as isize), y.wrapping_add_signed(dy as isize));
            if x < self.rows() && y < self.rows() && x.abs_diff(y) < self.size {
                neighbours[direction] = (self.start(y) + x - self.first_column(y)) as u16;
            }
            direction += 1;
        }
        neighbours
    }

    const fn border(&self, x: usize, y: usize) -> u16 {
        let last = self.rows() - 1;
        let half = self.size - 1;
        // Clockwise from the top; side k meets side k + 1 in corner k.
        let on_side = [y == 0, x == y + half, x == last, y == last, y == x + half, x == 0];
        let mut side = 0;
        while side < 6 {
            let (before, after) = (on_side[(side + 5) % 6], on_side[(side + 1) % 6]);
            if on_side[side] && after {
                return 1 << (6 + side);
            }
            if on_side[side] && !before {
                return 1 << side;
            }
            side += 1;
        }
        0
    }
}

static BOARDS: [Hexagon; 7] = [
    Hexagon::new(4),
    Hexagon::new(5),
    Hexagon::new(6),
    Hexagon::new(7),
    Hexagon::new(8),
    Hexagon::new(9),
    Hexagon::new(10),
];

#[cfg(test)]
mod tests {
    use agon_core::Direction;

    use super::*;

    #[test]
    fn every_board_has_its_cells_sides_and_corners() {
        for size in SIZES {
            let board = Hexagon::of_size(size);
            assert_eq!(board.size(), size);
            assert_eq!(board.count(), 3 * size * (size - 1) + 1);
            for bit in 0..12 {
                let cells = (0..board.count()).filter(|&cell| board.cell(cell).border == 1 << bit).count();
                assert_eq!(cells, if bit < 6 { size - 2 } else { 1 }, "size {size}, border {bit}");
            }
            let inner = (0..board.count()).filter(|&cell| board.cell(cell).border == 0);
            assert!(inner.clone().all(|cell| !board.cell(cell).neighbours.contains(&OUTSIDE)));
            assert_eq!(inner.count(), 3 * (size - 1) * (size - 2) + 1);
        }
    }

    #[test]
    fn corners_lie_where_the_coordinates_say() {
        for size in SIZES {
            let board = Hexagon::of_size(size);
            let (half, last) = (size - 1, 2 * size - 2);
            // Clockwise, beginning at the clockwise end of the top side.
            let corners = [(half, 0), (last, half), (last, last), (half, last), (0, half), (0, 0)];
            for (k, (x, y)) in corners.into_iter().enumerate() {
                let cell = board.layout().find(&grid_name(y, x)).unwrap();
                assert_eq!(board.cell(cell).border, 1 << (6 + k), "size {size}, ({x}, {y})");
            }
        }
    }

    #[test]
    fn neighbours_are_mutual_and_form_a_circle() {
        for size in SIZES {
            let board = Hexagon::of_size(size);
            for number in 0..board.count() {
                let cell = board.cell(number);
                for (direction, &next) in cell.neighbours.iter().enumerate().filter(|(_, n)| **n != OUTSIDE) {
                    let other = board.cell(usize::from(next));
                    assert_eq!(usize::from(other.neighbours[(direction + 3) % 6]), number);
                    let around = cell.neighbours[(direction + 1) % 6];
                    assert_eq!(other.neighbours[(direction + 2) % 6], around);
                }
            }
        }
    }

    #[test]
    fn arrow_keys_go_to_neighbours() {
        let board = Hexagon::of_size(4);
        let layout = board.layout();
        assert_eq!(layout.rows.iter().map(Vec::len).collect::<Vec<_>>(), [4, 5, 6, 7, 6, 5, 4]);
        for number in 0..board.count() {
            for direction in [Direction::Up, Direction::Down, Direction::Left, Direction::Right] {
                if let Some(reached) = layout.neighbour(number, direction) {
                    assert!(
                        board.cell(number).neighbours.contains(&(reached as u16)),
                        "{direction:?} of {} is {}",
                        board.name(number),
                        board.name(reached)
                    );
                }
            }
        }
    }
}

//! Boards of eight by eight squares as sets of 64 bits: the square of a row and a column is `8 * row + column`.

use agon_core::layout::grid_name;

/// The first column.
pub const COLUMN: u64 = 0x0101_0101_0101_0101;

/// A direction in which pieces go, one square at a time.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// By how much the number of a square grows, modulo 64.
    turn: u32,
    /// The squares from which a step stays on the board.
    inside: u64,
}

impl Way {
    /// The direction of a step that adds this much, -1 to 1 each, to the row and the column of a square.
    pub const fn new(rows: i32, columns: i32) -> Way {
        let inside_rows = match rows {
            -1 => u64::MAX << 8,
            1 => u64::MAX >> 8,
            _ => u64::MAX,
        };
        let inside_columns = match columns {
            -1 => !COLUMN,
            1 => !(COLUMN << 7),
            _ => u64::MAX,
        };
        Way { turn: (8 * rows + columns).rem_euclid(64) as u32, inside: inside_rows & inside_columns }
    }

    /// The squares one step ahead of those of a set.
    #[inline]
    pub const fn ahead(self, set: u64) -> u64 {
        (set & self.inside).rotate_left(self.turn)
    }

    /// The squares from which one step leads into a set.
    #[inline]
    pub const fn behind(self, set: u64) -> u64 {
        set.rotate_right(self.turn) & self.inside
    }

    /// The squares two steps ahead of those of a set, from none of which the steps may lead off the board.
    #[inline]
    pub const fn two_ahead(self, set: u64) -> u64 {
        set.rotate_left(2 * self.turn % 64)
    }

    /// The squares from which two steps led into a set; the way back from [`two_ahead`](Way::two_ahead).
    #[inline]
    pub const fn two_back(self, set: u64) -> u64 {
        set.rotate_right(2 * self.turn % 64)
    }

    /// The square from which so many steps lead to `square`, if that is on the board.
    #[inline]
    pub const fn back(self, square: usize, steps: usize) -> usize {
        (square + steps * (64 - self.turn as usize)) % 64
    }

    /// The square `steps` steps ahead of `square`; steps that lead off the board come out somewhere on it.
    #[inline]
    pub const fn walk(self, square: usize, steps: usize) -> usize {
        (square + steps * self.turn as usize) % 64
    }
}

/// The squares that touch a square of the set, at a side or a corner; those of the set only if they do, too.
#[inline]
pub const fn neighbours(set: u64) -> u64 {
    let beside = (set & !(COLUMN << 7)) << 1 | (set & !COLUMN) >> 1;
    let band = set | beside;
    beside | band << 8 | band >> 8
}

/// The name of a square: its column as a letter, its row as a number from 1.
pub fn name(square: usize) -> String {
    grid_name(square / 8, square % 8)
}

/// A movement written with this between the names of its two squares.
pub fn pair(from: usize, separator: &str, to: usize) -> String {
    name(from) + separator + &name(to)
}

/// The ways in which people write a movement between two squares.
pub fn pair_spellings(from: usize, to: usize) -> Vec<String> {
    ["", " ", "-", "x", ":"].map(|separator| pair(from, separator, to)).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_and_neighbours_agree_with_coordinates() {
        for square in 0..64_i32 {
            let mut touched = 0;
            for (rows, columns) in (-1..=1).flat_map(|rows| (-1..=1).map(move |columns| (rows, columns))) {
                let (row, column) = (square / 8 + rows, square % 8 + columns);
                let on_board = (0..8).contains(&row) && (0..8).contains(&column);
                let expected = if on_board { 1_u64 << (8 * row + column) } else { 0 };
                let way = Way::new(rows, columns);
                assert_eq!(way.ahead(1 << square), expected);
                if on_board {
                    assert_eq!(way.behind(expected), 1 << square);
                    assert_eq!(1 << way.walk(square as usize, 1), expected);
                }
                touched |= if (rows, columns) == (0, 0) { 0 } else { expected };
            }
            assert_eq!(neighbours(1 << square), touched);
        }
        assert_eq!(neighbours(0b11) & 0xff, 0b111, "squares side by side touch each other");
    }
}

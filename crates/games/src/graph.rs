//! Square boards of points joined by lines. A set of points is a word, and so is a set of links: all slides of a
//! side, or all its jumps, come out of a few shifts, and a random one is a random bit.

use agon_core::{Layout, Shape};

use crate::stones::Step;

/// Which neighbouring points of a square board are joined.
#[derive(Clone, Copy)]
enum Pattern {
    /// Rows and columns everywhere, diagonals from the points whose row and column numbers add up to an even
    /// number: the board of alquerque and its relatives.
    Alquerque,
    /// All diagonals and nothing else.
    Diagonal,
}

/// The links of a board: pairs of points that a piece can travel between, each with a number below 64.
/// Point `size * row + column` is a bit of a word, row 0 at the bottom.
#[derive(Debug)]
pub struct Links {
    size: usize,
    axes: [Axis; 4],
    /// The two points of each link, lower first; twice the same point for a number that is not in use.
    ends: [[u8; 2]; 64],
}

/// The links of one direction: right, up, up right or up left.
#[derive(Clone, Copy, Debug)]
struct Axis {
    /// The difference of the two ends.
    step: u32,
    /// The lower ends.
    starts: u32,
    /// The number of a link is its lower end plus this.
    offset: u32,
}

/// The edges of the board of 3 by 3 points with its two diagonals.
pub static ALQUERQUE_3: Links = Links::new(Pattern::Alquerque, 3, 1);
/// The edges of the board of alquerque, 5 by 5 points.
pub static ALQUERQUE_5: Links = Links::new(Pattern::Alquerque, 5, 1);
/// The jumps on the board of alquerque: two edges in a straight line.
pub static ALQUERQUE_5_JUMPS: Links = Links::new(Pattern::Alquerque, 5, 2);
/// The diagonal neighbours on 5 by 5 points.
pub static DIAGONAL_5: Links = Links::new(Pattern::Diagonal, 5, 1);

/// The words that describe the board of alquerque in the rules of its games.
macro_rules! alquerque_board {
    () => {
        "The board has 25 points in five rows of five. Lines join each point to the next ones in its row and \
         column. Diagonal neighbours are joined only where the column and the row, both counted from 1, are \
         both odd or both even, such as from a1 to b2 and from b2 to c3. "
    };
}
pub(crate) use alquerque_board;

impl Links {
    /// The links that go `span` edges straight on.
    const fn new(pattern: Pattern, size: usize, span: usize) -> Links {
        const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        let mut axes = [Axis { step: 0, starts: 0, offset: 0 }; 4];
        let mut ends = [[0; 2]; 64];
        let mut used = 0u64;
        let mut number = 0;
        while number < 4 {
            let (right, up) = DIRECTIONS[number];
            let step = (span as isize * (up * size as isize + right)) as u32;
            let mut starts = 0;
            let mut point = 0;
            while point < size * size {
                let (column, row) = (point % size, point / size);
                let end_column = column as isize + span as isize * right;
                let end_row = row as isize + span as isize * up;
                let is_diagonal = right != 0 && up != 0;
                let is_joined = match pattern {
                    Pattern::Alquerque => !is_diagonal || (row + column) % 2 == 0,
                    Pattern::Diagonal => is_diagonal,
                };
                if is_joined && 0 <= end_column && end_column < size as isize && end_row < size as isize {
                    starts |= 1 << point;
                }
                point += 1;
            }
            // The first place where the links of this direction fit between those of the others: the four sets
            // of the 5 by 5 board interlock so well that one word holds them all.
            let mut offset = 0;
            while (starts as u64) << offset & used != 0 {
                offset += 1;
            }
            assert!(
                (starts as u64) << offset >> offset == starts as u64,
                "the links do not fit into one word"
            );
            used |= (starts as u64) << offset;
            let mut point = 0;
            while point < size * size {
                if starts >> point & 1 == 1 {
                    ends[point + offset] = [point as u8, (point + step as usize) as u8];
                }
                point += 1;
            }
            axes[number] = Axis { step, starts, offset: offset as u32 };
            number += 1;
        }
        Links { size, axes, ends }
    }

    /// The links with one end in `a` and the other in `b`, which have no point in common.
    #[inline]
    pub fn joining(&self, a: u32, b: u32) -> u64 {
        self.collect(|axis| (a & b >> axis.step) | (b & a >> axis.step))
    }

    /// The links with both ends in `set`.
    #[inline]
    pub fn within(&self, set: u32) -> u64 {
        self.collect(|axis| set & set >> axis.step)
    }

    /// The links that pass over a point of `set` half-way.
    #[inline]
    pub fn over(&self, set: u32) -> u64 {
        self.collect(|axis| set >> (axis.step / 2))
    }

    #[inline]
    fn collect(&self, lower_ends: impl Fn(&Axis) -> u32) -> u64 {
        self.axes
            .iter()
            .fold(0, |links, axis| links | u64::from(lower_ends(axis) & axis.starts) << axis.offset)
    }

    /// The two points of a link, lower first.
    #[inline]
    pub const fn ends(&self, link: usize) -> [u8; 2] {
        self.ends[link]
    }

    /// The point half-way along a link.
    #[inline]
    pub const fn middle(&self, link: usize) -> u8 {
        let [low, high] = self.ends[link];
        low.midpoint(high)
    }

    /// The way along a link that starts in `own`.
    #[inline]
    pub fn step(&self, link: usize, own: u32) -> Step {
        let [low, high] = self.ends[link];
        if own >> low & 1 == 1 { Step { from: low, to: high } } else { Step { from: high, to: low } }
    }

    /// The board as a picture, with these links drawn as lines.
    pub fn layout(&self) -> Layout {
        let lines = self.ends.iter().filter(|[low, high]| low != high);
        Layout::grid(Shape::Points, self.size, self.size, false)
            .with_lines(lines.map(|&[low, high]| (usize::from(low), usize::from(high))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::ones;

    /// All links, as ordered pairs of points, lower first.
    fn pairs(links: &Links, all: u32) -> Vec<[u8; 2]> {
        let mut pairs: Vec<[u8; 2]> = ones(links.within(all)).map(|link| links.ends(link)).collect();
        pairs.sort_unstable();
        pairs
    }

    /// The pairs that the definition of the board gives, point by point.
    fn expected(size: i32, span: i32, diagonals: impl Fn(i32, i32) -> bool, straight: bool) -> Vec<[u8; 2]> {
        let mut pairs = Vec::new();
        for low in 0..size * size {
            for high in low + 1..size * size {
                let (x, y) = (low % size, low / size);
                let (dx, dy) = ((high % size - x).abs(), high / size - y);
                let is_straight = straight && dx + dy == span && dx * dy == 0;
                let is_diagonal = (dx, dy) == (span, span) && diagonals(x, y);
                if is_straight || is_diagonal {
                    pairs.push([low as u8, high as u8]);
                }
            }
        }
        pairs
    }

    #[test]
    fn the_links_are_those_of_the_boards() {
        let even = |x, y| (x + y) % 2 == 0;
        let cases = [
            (&ALQUERQUE_3, expected(3, 1, even, true), 16),
            (&ALQUERQUE_5, expected(5, 1, even, true), 56),
            (&ALQUERQUE_5_JUMPS, expected(5, 2, even, true), 40),
            (&DIAGONAL_5, expected(5, 1, |_, _| true, false), 32),
        ];
        for (links, expected, count) in cases {
            let found = pairs(links, (1 << (links.size * links.size)) - 1);
            assert_eq!(found, expected);
            assert_eq!(found.len(), count);
        }
    }

    #[test]
    fn links_join_sets_in_both_directions_and_pass_over_their_middle() {
        // Point 12 is the centre of the 5 by 5 board; all its eight neighbours are joined to it.
        let ring = 1 << 6 | 1 << 7 | 1 << 8 | 1 << 11 | 1 << 13 | 1 << 16 | 1 << 17 | 1 << 18;
        let around = ALQUERQUE_5.joining(1 << 12, ring);
        assert_eq!(around.count_ones(), 8);
        assert!(ones(around).all(|link| ALQUERQUE_5.step(link, 1 << 12).from == 12));
        assert!(ones(around).all(|link| ALQUERQUE_5.step(link, ring).to == 12));
        // Four lines run through the centre; only two through its neighbour on the same row.
        assert_eq!(ALQUERQUE_5_JUMPS.over(1 << 12).count_ones(), 4);
        assert_eq!(ALQUERQUE_5_JUMPS.over(1 << 11).count_ones(), 2);
    }
}

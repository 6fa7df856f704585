//! Sets of cells as bits of a word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A word whose bits are the cells of a board: `u32`, `u64` or `u128`, whichever has enough of them.
pub trait Word:
    BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Copy
    + Debug
    + Default
    + Eq
    + Hash
    + Send
    + Sync
    + 'static
{
    /// The set of this one cell.
    fn bit(cell: usize) -> Self;

    /// Whether a cell is in the set.
    fn has(self, cell: usize) -> bool;

    /// The number of cells in the set.
    fn count(self) -> u32;

    /// The cells of the set, lowest first.
    fn cells(self) -> impl Iterator<Item = usize>;

    /// The cell number `n` of the set, counted from the lowest, from 0. `n` must be below the size of the set.
    fn nth(self, n: u32) -> usize;

    /// The set as one number, where it can be widened.
    fn wide(self) -> u128;
}

/// Implements [`Word`]; the cells of a wide word are those of its halves.
macro_rules! words {
    ($($word:ty: $cells:expr, $nth:expr;)+) => {$(
        impl Word for $word {
            #[inline]
            fn bit(cell: usize) -> $word {
                1 << cell
            }

            #[inline]
            fn has(self, cell: usize) -> bool {
                self >> cell & 1 == 1
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn cells(self) -> impl Iterator<Item = usize> {
                $cells(self)
            }

            #[inline]
            fn nth(self, n: u32) -> usize {
                $nth(self, n)
            }

            #[inline]
            fn wide(self) -> u128 {
                u128::from(self)
            }
        }
    )+};
}

words! {
    u32: |set: u32| ones(set.into()), |set: u32, n| select(set.into(), n);
    u64: ones, select;
    u128: wide_ones, wide_select;
}

fn wide_ones(set: u128) -> impl Iterator<Item = usize> {
    ones(set as u64).chain(ones((set >> 64) as u64).map(|cell| cell + 64))
}

#[inline]
fn wide_select(set: u128, n: u32) -> usize {
    let low = set as u64;
    match n.checked_sub(low.count_ones()) {
        None => select(low, n),
        Some(n) => 64 + select((set >> 64) as u64, n),
    }
}

/// The members of a set, lowest first.
#[inline]
pub fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as usize;
            set &= set - 1;
            lowest
        })
    })
}

/// `SELECT[byte][n]` is the place of the n-th one of a byte.
static SELECT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The member number `n` of a set, counted from the lowest, from 0. `n` must be below the size of the set.
///
/// Branch-free: byte-wise prefix sums find the byte, a table finds the bit in it.
#[inline]
pub fn select(set: u64, n: u32) -> usize {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    debug_assert!(n < set.count_ones(), "the set has no member number {n}");
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Byte i holds the number of ones in bytes 0..=i.
    let sums = bytes.wrapping_mul(LOW);
    // A byte's high bit survives where its sum is at most n; their number is the byte we want.
    let below = (((u64::from(n) * LOW) | HIGH) - sums) & HIGH;
    let shift = below.count_ones() * 8;
    let before = ((sums << 8) >> shift) as u32 & 0xff;
    let byte = (set >> shift) as usize & 0xff;
    shift as usize + usize::from(SELECT[byte][(n - before) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_all_widths_hold_the_same_cells() {
        fn check<W: Word>(cells: &[usize]) {
            let set = cells.iter().fold(W::default(), |set, &cell| set | W::bit(cell));
            assert_eq!(set.cells().collect::<Vec<_>>(), cells);
            assert_eq!(set.count() as usize, cells.len());
            assert!(cells.iter().enumerate().all(|(n, &cell)| set.nth(n as u32) == cell && set.has(cell)));
            assert_eq!(set.wide(), cells.iter().map(|cell| 1 << cell).sum::<u128>());
            assert_eq!((set ^ W::bit(cells[0])).cells().next(), cells.get(1).copied());
        }
        check::<u32>(&[0, 3, 31]);
        check::<u64>(&[0, 3, 31, 32, 63]);
        check::<u128>(&[0, 3, 31, 32, 63, 64, 65, 120, 127]);
        check::<u128>(&[64]);
    }

    #[test]
    fn select_agrees_with_counting() {
        let mut word = 0x0123_4567_89ab_cdef_u64;
        for _ in 0..1000 {
            word = agon_core::hash::mix(word);
            for set in [word, word & (word << 3), 1 << (word & 63), u64::MAX] {
                for (n, place) in ones(set).enumerate() {
                    assert_eq!(select(set, n as u32), place, "{set:x} {n}");
                }
            }
        }
    }
}

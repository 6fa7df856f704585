//! The moves of a tree, four bytes each whatever the game.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A growing list of moves. Moves of at most four bytes are kept as they are; a larger one is kept once, and the list
/// holds its number.
#[derive(Clone, Debug)]
pub(super) struct Moves<M> {
    plain: Vec<M>,
    numbers: Vec<u32>,
    distinct: Vec<M>,
    known: HashMap<M, u32, BuildHasherDefault<Multiplier>>,
}

impl<M: Copy + Eq + Hash> Moves<M> {
    const PLAIN: bool = size_of::<M>() <= 4;
    /// The bytes of one move in the list.
    pub(super) const BYTES: usize = if Self::PLAIN { size_of::<M>() } else { 4 };

    pub(super) fn new() -> Moves<M> {
        Moves { plain: Vec::new(), numbers: Vec::new(), distinct: Vec::new(), known: HashMap::default() }
    }

    /// Forgets the list. The distinct moves stay known: they are few, and come again.
    pub(super) fn clear(&mut self) {
        self.plain.clear();
        self.numbers.clear();
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> M {
        if Self::PLAIN { self.plain[index] } else { self.distinct[self.numbers[index] as usize] }
    }

    pub(super) fn extend(&mut self, moves: &[M]) {
        if Self::PLAIN {
            self.plain.extend_from_slice(moves);
            return;
        }
        for &mv in moves {
            let next = self.distinct.len() as u32;
            let number = *self.known.entry(mv).or_insert(next);
            if number == next {
                self.distinct.push(mv);
            }
            self.numbers.push(number);
        }
    }

    #[inline]
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        if Self::PLAIN { self.plain.swap(a, b) } else { self.numbers.swap(a, b) }
    }

    /// Moves a range of the list towards its front.
    pub(super) fn slide(&mut self, from: std::ops::Range<usize>, to: usize) {
        if Self::PLAIN { self.plain.copy_within(from, to) } else { self.numbers.copy_within(from, to) }
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.plain.truncate(len);
        self.numbers.truncate(len);
    }

    /// Makes room for more moves within an allowance of bytes; `false` if that is not enough.
    pub(super) fn grow(&mut self, extra: usize, allowance: usize) -> bool {
        if Self::PLAIN {
            grow(&mut self.plain, extra, allowance)
        } else {
            grow(&mut self.numbers, extra, allowance)
        }
    }

    /// The memory taken, in bytes.
    pub(super) fn bytes(&self) -> usize {
        // The map keeps a move, a number and a control byte, at most seven eighths full and at least half of that.
        let distinct = self.known.capacity() * (size_of::<(M, u32)>() + 1) * 8 / 7;
        (self.plain.capacity() + self.distinct.capacity()) * size_of::<M>()
            + self.numbers.capacity() * 4
            + distinct
    }
}

/// Makes room for `extra` more elements, doubling while an allowance of bytes lasts; `false` if it does not.
pub(super) fn grow<T>(list: &mut Vec<T>, extra: usize, allowance: usize) -> bool {
    let needed = list.len() + extra;
    if needed <= list.capacity() {
        return true;
    }
    let affordable = list.capacity() + allowance / size_of::<T>();
    let wanted = needed.max(2 * list.capacity()).max(256).min(affordable);
    if wanted < needed {
        return false;
    }
    // Memory may run out before the allowance does.
    list.try_reserve_exact(wanted - list.len()).is_ok()
}

/// A hash of few instructions: moves are a word or two.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Multiplier(u64);

impl Hasher for Multiplier {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_moves_come_back_and_take_four_bytes() {
        let mut moves: Moves<[u64; 2]> = Moves::new();
        moves.extend(&[[1, 2], [3, 4], [1, 2]]);
        moves.swap(0, 1);
        assert_eq!([0, 1, 2].map(|index| moves.get(index)), [[3, 4], [1, 2], [1, 2]]);
        assert_eq!(moves.distinct.len(), 2);
        assert_eq!(Moves::<[u64; 2]>::BYTES, 4);
        assert_eq!(Moves::<u16>::BYTES, 2);
    }

    #[test]
    fn lists_grow_within_their_allowance() {
        let mut list: Vec<u32> = Vec::new();
        assert!(!grow(&mut list, 10, 39));
        assert!(grow(&mut list, 10, 40));
        assert_eq!(list.capacity(), 10);
        assert!(grow(&mut list, 10, 0));
    }
}

//! A transposition table that threads share without locks.
//!
//! Each slot is two words, the data and the key XOR the data. A slot that two threads wrote at once does not give the key
//! back and reads as empty: nothing has to be locked, and nothing false is ever read (Hyatt and Mann, *A lock-less
//! transposition table implementation for parallel search chess engines*).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::score::{Score, is_proven};
use crate::settings::memory::zeros;

/// What a score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is not less.
    Lower = 1,
    /// It is not more.
    Upper = 2,
    /// It is this.
    Exact = 3,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score for the player to move; wins and losses count their plies from this position.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// How deep the search was.
    pub depth: u32,
    /// The place of the best move among the legal ones.
    pub best: Option<u16>,
    /// Whether the score holds for every greater depth too, because no line below was cut off by the horizon.
    pub closed: bool,
}

/// The largest depth that an entry can tell; deeper searches are noted with this one.
pub const MAX_DEPTH: u32 = (1 << 9) - 1;
/// Moves with a greater place are not noted.
const MAX_PLACE: u16 = (1 << 14) - 2;
const AGES: u64 = 1 << 6;
/// How many plies of depth one search of age weighs when a slot is given away.
const AGE_WEIGHT: i64 = 4;

impl Entry {
    /// From the low bits: bound 2, closed 1, depth 9, best + 1 14, score 22, age 6.
    fn pack(self, age: u64) -> u64 {
        let best = self.best.filter(|&place| place <= MAX_PLACE).map_or(0, |place| u64::from(place) + 1);
        let score = self.score as u32 as u64 & 0x3f_ffff;
        self.bound as u64
            | u64::from(self.closed) << 2
            | u64::from(self.depth.min(MAX_DEPTH)) << 3
            | best << 12
            | score << 26
            | age << 48
    }

    fn unpack(data: u64) -> Option<Entry> {
        let bound = match data & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = (data >> 12 & 0x3fff) as u16;
        Some(Entry {
            // Up to the top and down again: the sign comes along.
            score: ((data >> 26) as i32) << 10 >> 10,
            bound,
            depth: depth_of(data),
            best: best.checked_sub(1),
            closed: data >> 2 & 1 == 1,
        })
    }

    /// A copy whose wins and losses count from the root, `ply` plies above.
    #[inline]
    pub fn seen_from_root(self, ply: u32) -> Entry {
        Entry { score: shift(self.score, -(ply as Score)), ..self }
    }

    /// A copy whose wins and losses count from the position itself, `ply` plies below the root.
    #[inline]
    pub fn seen_from_here(self, ply: u32) -> Entry {
        Entry { score: shift(self.score, ply as Score), ..self }
    }
}

/// Moves a proven score `plies` closer to the end; leaves others alone.
#[inline]
fn shift(score: Score, plies: Score) -> Score {
    if is_proven(score) { score + plies * score.signum() } else { score }
}

#[inline]
fn depth_of(data: u64) -> u32 {
    (data >> 3 & 0x1ff) as u32
}

/// The key XOR the data, and the data.
type Slot = [AtomicU64; 2];

/// One cache line: large allocations begin at a page.
type Bucket = [Slot; 4];

/// A fixed number of slots; what does not fit any more replaces what is shallow and old.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    age: u64,
}

impl TranspositionTable {
    /// A table of this many KiB, at least one; smaller if there is not as much memory.
    pub fn new(kibibytes: usize) -> TranspositionTable {
        let count = kibibytes.max(1).saturating_mul(1 << 10) / size_of::<Bucket>();
        TranspositionTable { buckets: zeros(count), age: 0 }
    }

    /// Tells that a new search begins: what older ones left is replaced first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for word in self.buckets.iter().flatten().flatten() {
            word.store(0, Ordering::Relaxed);
        }
        self.age = 0;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known under a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key {
                return Entry::unpack(data);
            }
        }
        None
    }

    /// Notes what is known under a key.
    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        let mut target: Option<(&Slot, i64)> = None;
        for slot in self.bucket(key) {
            let [check, data] = slot;
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key {
                target = Some((slot, 0));
                break;
            }
            let worth = self.worth(data);
            if target.is_none_or(|(_, least)| worth < least) {
                target = Some((slot, worth));
            }
        }
        if let Some(([check, data], _)) = target {
            let packed = entry.pack(self.age);
            data.store(packed, Ordering::Relaxed);
            check.store(key ^ packed, Ordering::Relaxed);
        }
    }

    /// How much would be lost with a slot.
    #[inline]
    fn worth(&self, data: u64) -> i64 {
        if data == 0 {
            return i64::MIN;
        }
        let searches = (self.age + AGES - (data >> 48 & (AGES - 1))) % AGES;
        i64::from(depth_of(data)) - AGE_WEIGHT * searches as i64
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Random;

    use super::*;
    use crate::score::{UNIT, WIN};

    fn entry(score: Score, depth: u32) -> Entry {
        Entry { score, bound: Bound::Exact, depth, best: Some(3), closed: false }
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = TranspositionTable::new(1 << 10);
        let mut random = Random::new(3);
        for score in [0, 1, -1, UNIT, -UNIT, WIN, -WIN, WIN - 17, 17 - WIN] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                for (depth, best, closed) in
                    [(0, None, false), (MAX_DEPTH, Some(MAX_PLACE), true), (9, Some(0), false)]
                {
                    let (key, entry) = (random.bits(), Entry { score, bound, depth, best, closed });
                    table.put(key, entry);
                    assert_eq!(table.get(key), Some(entry));
                }
            }
        }
        let far = Entry { best: Some(MAX_PLACE + 1), ..entry(5, 600) };
        table.put(1, far);
        assert_eq!(table.get(1), Some(Entry { best: None, depth: MAX_DEPTH, ..far }));
    }

    #[test]
    fn torn_slots_read_as_empty() {
        let table = TranspositionTable::new(1 << 10);
        table.put(77, entry(5, 4));
        let [_, data] = &table.bucket(77)[0];
        data.store(entry(6, 4).pack(0), Ordering::Relaxed);
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn deep_and_young_entries_stay() {
        let mut table = TranspositionTable::new(1 << 10);
        // Small keys all fall into the first bucket.
        for key in 1..=4 {
            table.put(key, entry(0, 10 + key as u32));
        }
        table.put(5, entry(0, 1));
        assert_eq!((table.get(1), table.get(2)), (None, Some(entry(0, 12))), "the shallowest goes");
        for _ in 0..4 {
            table.grow_older();
        }
        table.put(6, entry(0, 2));
        for key in 7..=9 {
            table.put(key, entry(0, 3));
        }
        assert!(table.get(4).is_none(), "age outweighs depth");
        assert_eq!(table.get(9), Some(entry(0, 3)));
        table.clear();
        assert!((1..=9).all(|key| table.get(key).is_none()));
    }

    #[test]
    fn distances_count_from_where_one_stands() {
        let root = entry(WIN - 9, 4);
        assert_eq!(root.seen_from_here(5).score, WIN - 4);
        assert_eq!(root.seen_from_here(5).seen_from_root(5), root);
        assert_eq!(entry(9 - WIN, 4).seen_from_here(5).score, 4 - WIN);
        assert_eq!(entry(123, 4).seen_from_here(5).score, 123);
    }
}

//! What a proof-number search remembers.

use bytemuck::Zeroable;

use crate::settings::Memory;
use crate::settings::memory::zeros;

/// Words under keys, in buckets of four. When a bucket is full, whatever cost the least work goes.
pub(super) struct NumberTable {
    entries: Box<[Entry]>,
    mask: usize,
}

/// The key, the data, and the positions visited to find it, none for an empty entry.
type Entry = [u64; 3];

const BUCKET: usize = 4;
/// More work than this is not told apart.
const MOST_WORK: u64 = u32::MAX as u64;

impl NumberTable {
    /// A table of at most this size, and at least one bucket.
    pub(super) fn new(memory: Memory) -> NumberTable {
        let buckets = (memory.in_bytes() / (BUCKET * size_of::<Entry>())).max(1);
        // The largest power of two that fits.
        let buckets = 1 << buckets.ilog2();
        // Halved where there is not as much memory, which leaves a power of two.
        let entries: Box<[Entry]> = zeros(buckets * BUCKET);
        if entries.len() < BUCKET {
            return NumberTable { entries: vec![Entry::zeroed(); BUCKET].into(), mask: 0 };
        }
        NumberTable { mask: entries.len() / BUCKET - 1, entries }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::zeroed());
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let start = (key as usize & self.mask) * BUCKET;
        start..start + BUCKET
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<u64> {
        let bucket = &self.entries[self.bucket(key)];
        bucket.iter().find(|[other, _, work]| *other == key && *work > 0).map(|[_, data, _]| *data)
    }

    pub(super) fn put(&mut self, key: u64, data: u64, work: u64) {
        let bucket = self.bucket(key);
        let entries = &mut self.entries[bucket];
        let work = work.clamp(1, MOST_WORK);
        let found = entries.iter().position(|[other, _, work]| *other == key && *work > 0);
        let (place, work) = match found {
            Some(place) => (place, (entries[place][2] + work).min(MOST_WORK)),
            None => ((0..BUCKET).min_by_key(|&place| entries[place][2]).unwrap_or(0), work),
        };
        entries[place] = [key, data, work];
    }
}

/// What is certain about a position, for one attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts {
    /// The least room with which a win is proven; [`Facts::NEVER`] if none is.
    pub(super) proven: u16,
    /// That win takes at most this many plies.
    pub(super) bound: u16,
    /// The most room with which a win is refuted; [`Facts::NEVER`] if it is with any, 0 if nothing is.
    pub(super) refuted: u16,
    /// The horizon under which it is.
    pub(super) horizon: u16,
}

impl Facts {
    pub(super) const NEVER: u16 = u16::MAX;
    pub(super) const NOTHING: Facts = Facts { proven: Facts::NEVER, bound: 0, refuted: 0, horizon: 0 };

    pub(super) fn pack(self) -> u64 {
        [self.proven, self.bound, self.refuted, self.horizon]
            .into_iter()
            .fold(0, |word, part| word << 16 | u64::from(part))
    }

    pub(super) fn unpack(word: u64) -> Facts {
        let part = |index: u32| (word >> (16 * index)) as u16;
        Facts { proven: part(3), bound: part(2), refuted: part(1), horizon: part(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_entry_of_a_full_bucket_goes() {
        let mut table = NumberTable::new(Memory::bytes(0));
        for key in 1..=4 {
            table.put(key, key * 10, key + 5);
        }
        table.put(5, 50, 1);
        assert_eq!(table.get(1), None);
        assert_eq!([2, 3, 4, 5].map(|key| table.get(key)), [Some(20), Some(30), Some(40), Some(50)]);
        table.put(5, 51, 100);
        table.put(6, 60, 1);
        assert_eq!([table.get(2), table.get(5), table.get(6)], [None, Some(51), Some(60)]);
    }

    #[test]
    fn facts_survive_packing() {
        let facts = Facts { proven: 3, bound: 17, refuted: Facts::NEVER, horizon: 64 };
        assert_eq!(Facts::unpack(facts.pack()), facts);
        assert_eq!(Facts::unpack(Facts::NOTHING.pack()), Facts::NOTHING);
    }
}

//! The results of all random games, pooled by the position they began in.

use crate::settings::memory::zeros;

/// What random games from one position have given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pooled {
    /// Random games played.
    pub(super) games: u32,
    /// Games won by `First` less games won by `Second`.
    pub(super) sum: i32,
    /// The index of the move that was best when moves were last compared here.
    pub(super) first: u16,
    /// Tells the positions that share an index apart: half of the key. A mistake costs accuracy, never a proof.
    check: u32,
}

impl Pooled {
    /// The mean result for `First`, or what was thought before if there were no games; `weight` is the number of games
    /// that belief counts for.
    pub(super) fn mean(&self, belief: f32, weight: f32) -> f32 {
        let games = self.games as f32 + weight;
        if games > 0.0 { (self.sum as f32 + belief * weight) / games } else { belief }
    }
}

/// An entry as it is kept: games, sum, first move, check.
type Words = [u32; 4];

impl Pooled {
    fn read([games, sum, first, check]: Words) -> Pooled {
        Pooled { games, sum: sum as i32, first: first as u16, check }
    }

    fn write(self) -> Words {
        [self.games, self.sum as u32, u32::from(self.first), self.check]
    }
}

/// Entries that share an index.
const WAYS: usize = 4;

/// A table of pooled results.
pub(super) struct Pool {
    entries: Box<[Words]>,
    used: bool,
}

impl Pool {
    /// A pool of about this many bytes.
    pub(super) fn new(bytes: usize) -> Pool {
        let buckets = (bytes / (WAYS * size_of::<Pooled>())).max(1);
        // Halved where there is not as much memory, which leaves a power of two.
        let entries: Box<[Words]> = zeros(WAYS << buckets.ilog2());
        let entries = if entries.len() < WAYS { vec![Words::default(); WAYS].into() } else { entries };
        Pool { entries, used: false }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.used {
            self.entries.fill(Words::default());
            self.used = false;
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        WAYS * (key as usize & (self.entries.len() / WAYS - 1))
    }

    /// The pool of a position, empty if there is none.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Pooled {
        let start = self.bucket(key);
        let check = (key >> 32) as u32;
        let found = self.entries[start..start + WAYS].iter().find(|entry| entry[3] == check);
        found.map_or_else(Pooled::default, |&words| Pooled::read(words))
    }

    /// Changes the pool of a position. If there is none, it takes the place of the smallest that shares its index.
    #[inline]
    pub(super) fn change(&mut self, key: u64, change: impl FnOnce(&mut Pooled)) {
        self.used = true;
        let start = self.bucket(key);
        let check = (key >> 32) as u32;
        let bucket = &mut self.entries[start..start + WAYS];
        let place = (0..WAYS)
            .find(|&way| bucket[way][3] == check)
            .or_else(|| (0..WAYS).min_by_key(|&way| bucket[way][0]))
            .unwrap_or(0);
        let mut pooled = Pooled::read(bucket[place]);
        if pooled.check != check {
            pooled = Pooled { check, ..Pooled::default() };
        }
        change(&mut pooled);
        bucket[place] = pooled.write();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_grow_and_small_ones_make_room() {
        let mut pool = Pool::new(1);
        pool.change(1 << 32, |pooled| pooled.games = 10);
        pool.change(1 << 32, |pooled| pooled.sum = -5);
        for key in 2..9u64 {
            pool.change(key << 32, |pooled| pooled.games = 1);
        }
        let pooled = pool.get(1 << 32);
        assert_eq!((pooled.games, pooled.sum), (10, -5));
        assert_eq!(pooled.mean(0.0, 0.0), -0.5);
        assert_eq!(pooled.mean(0.5, 10.0), 0.0);
        assert_eq!(pool.get(2 << 32).games, 0, "the first of the small ones made room");
        assert_eq!(pool.get(2 << 32).mean(0.25, 0.0), 0.25);
    }
}

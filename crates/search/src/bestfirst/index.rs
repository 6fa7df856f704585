//! Finds the node of a position by its key.

use agon_core::hash::mix;

use super::graph::NONE;

/// A hash table of node numbers with linear probing. It grows by half when four fifths are full: at most 7.5 bytes a node.
#[derive(Debug, Default)]
pub(super) struct Index {
    slots: Vec<u32>,
    /// Room for the next growth.
    spare: Vec<u32>,
    count: usize,
}

impl Index {
    const FIRST_SIZE: usize = 1024;

    /// The size after growing.
    fn grown(&self) -> usize {
        (self.slots.len() + self.slots.len() / 2).max(Index::FIRST_SIZE)
    }

    fn is_full(&self) -> bool {
        self.count * 5 >= self.slots.len() * 4
    }

    /// The most bytes taken while one more node is put in: growing, the old and the new table exist together.
    pub(super) fn bytes_with_one(&self) -> usize {
        let grown = if self.is_full() { self.grown() } else { 0 };
        (self.slots.len() + grown) * size_of::<u32>()
    }

    /// Makes room for one more node; `false` if there is no memory for it.
    pub(super) fn prepare(&mut self) -> bool {
        let grown = self.grown();
        !self.is_full() || self.spare.try_reserve_exact(grown).is_ok()
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        ((u128::from(mix(key)) * self.slots.len() as u128) >> 64) as usize
    }

    /// The node with a key, if there is one.
    #[inline]
    pub(super) fn find(&self, key: u64, key_of: impl Fn(u32) -> u64) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mut slot = self.slot(key);
        loop {
            match self.slots[slot] {
                NONE => return None,
                node if key_of(node) == key => return Some(node),
                _ => slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 },
            }
        }
    }

    /// Puts a node in whose key is not there yet.
    pub(super) fn insert(&mut self, key: u64, node: u32, key_of: impl Fn(u32) -> u64) {
        if self.is_full() {
            let mut grown = std::mem::take(&mut self.spare);
            grown.resize(self.grown(), NONE);
            let old = std::mem::replace(&mut self.slots, grown);
            for node in old.into_iter().filter(|&node| node != NONE) {
                self.place(key_of(node), node);
            }
        }
        self.place(key, node);
        self.count += 1;
    }

    fn place(&mut self, key: u64, node: u32) {
        let mut slot = self.slot(key);
        while self.slots[slot] != NONE {
            slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 };
        }
        self.slots[slot] = node;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_put_in_and_stays_small() {
        let keys: Vec<u64> = (0..20_000u64).map(|number| number << 40 | number & 3).collect();
        let key_of = |node: u32| keys[node as usize];
        let mut index = Index::default();
        for (node, &key) in keys.iter().enumerate() {
            assert_eq!(index.find(key, key_of), None);
            index.insert(key, node as u32, key_of);
            assert!(node < 1000 || index.slots.len() * size_of::<u32>() <= 8 * (node + 1));
        }
        assert!((0..keys.len()).all(|node| index.find(keys[node], key_of) == Some(node as u32)));
        assert_eq!(index.find(5, key_of), None);
    }
}

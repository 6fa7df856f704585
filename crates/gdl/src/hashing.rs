//! Hash maps for small keys that come from our own tables: quick, and the same on every machine.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use agon_core::hash::mix;

/// A map whose order of iteration nobody may rely on, with a quick hash.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Mixes whole words, one after the other.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0.rotate_left(5) ^ word.wrapping_add(0x9e37_79b9_7f4a_7c15));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// The hash of a row of numbers.
pub(crate) fn row_hash(row: impl IntoIterator<Item = u32>) -> u64 {
    let mut mixer = Mixer::default();
    row.into_iter().for_each(|word| mixer.write_u32(word));
    mixer.finish()
}

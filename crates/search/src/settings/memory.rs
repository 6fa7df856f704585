//! An amount of memory.

use super::{Kind, Setting};

/// An amount of memory; in specs it is counted in MiB.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Memory(usize);

impl Memory {
    /// So many bytes.
    pub const fn bytes(bytes: usize) -> Memory {
        Memory(bytes)
    }

    /// So many MiB, or as many as there are addresses for.
    pub const fn mebibytes(mebibytes: usize) -> Memory {
        Memory(mebibytes.saturating_mul(1 << 20))
    }

    /// The number of bytes.
    pub const fn in_bytes(self) -> usize {
        self.0
    }
}

impl Setting for Memory {
    const KIND: Kind = Kind::Count(1, 1 << 20);

    fn read(text: &str) -> Option<Memory> {
        text.parse().ok().map(Memory::mebibytes)
    }

    fn write(&self) -> String {
        self.0.div_ceil(1 << 20).to_string()
    }
}

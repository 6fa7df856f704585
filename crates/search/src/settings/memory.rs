//! An amount of memory.

use std::fmt;
use std::hint::black_box;

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;
use thiserror::Error;

use super::{Kind, Setting};

/// Memory that cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{wanted} of memory cannot be had{}", if *there == Memory(usize::MAX) { String::new() } else { format!("; this machine has {there}") })]
pub struct NoMemory {
    /// What was wanted.
    pub wanted: Memory,
    /// What the machine has, as far as it tells.
    pub there: Memory,
}

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

    /// Whether so much can be had. Nothing is kept, and others may be faster; but what is out of the question is told.
    pub fn check(self) -> Result<(), NoMemory> {
        let there = installed().unwrap_or(Memory(usize::MAX));
        let mut room = Vec::<u8>::new();
        let is_there = room.try_reserve_exact(self.0).is_ok();
        // Memory of which nothing is used is not asked for at all by an optimising compiler.
        black_box(&room);
        let fits = self <= there && is_there;
        if fits { Ok(()) } else { Err(NoMemory { wanted: self, there }) }
    }

    /// The number of bytes.
    pub const fn in_bytes(self) -> usize {
        self.0
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} MiB", self.0.div_ceil(1 << 20))
    }
}

/// The memory of this machine, where the system tells.
fn installed() -> Option<Memory> {
    let facts = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = facts.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(Memory(kibibytes.saturating_mul(1 << 10)))
}

/// So many elements of zeros; half of them, or a half of that and so on, if there is no memory for more. The system hands out memory
/// when it is first written to, so that a large table of which little is used costs little.
pub(crate) fn zeros<T: Zeroable>(count: usize) -> Box<[T]> {
    let mut count = count;
    loop {
        match try_zeroed_slice_box(count) {
            Ok(zeros) => return zeros,
            Err(()) if count > 1 => count /= 2,
            // Not even one: what follows cannot be done without, and fails as all else would.
            Err(()) => return vec![T::zeroed()].into(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_told() {
        assert_eq!(Memory::mebibytes(1).check(), Ok(()));
        let refused = Memory::bytes(usize::MAX / 2).check().unwrap_err().to_string();
        assert!(refused.starts_with("8796093022208 MiB of memory cannot be had"), "{refused}");
    }

    #[test]
    fn a_table_is_as_large_as_it_can_be() {
        assert_eq!(zeros::<u64>(1000).len(), 1000);
        let most = black_box(zeros::<u64>(1 << 59)).len();
        assert!((1..1 << 59).contains(&most), "{most}");
    }
}

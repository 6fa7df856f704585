//! A growing array that never moves what it holds: growing costs one more chunk and no copy, so that a limit on memory
//! can be kept to.

/// Entries per chunk; a run of entries lies within one.
const CHUNK: usize = 1 << 14;

/// An array in chunks, addressed by 32-bit numbers.
#[derive(Debug)]
pub(super) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
}

impl<T: Copy> Chunks<T> {
    /// The longest run.
    pub(super) const LONGEST: usize = CHUNK;

    pub(super) fn new() -> Chunks<T> {
        Chunks { chunks: Vec::new() }
    }

    #[inline]
    pub(super) fn get(&self, place: u32) -> &T {
        &self.chunks[place as usize / CHUNK][place as usize % CHUNK]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, place: u32) -> &mut T {
        &mut self.chunks[place as usize / CHUNK][place as usize % CHUNK]
    }

    /// The `count` entries from `first` on.
    #[inline]
    pub(super) fn run(&self, first: u32, count: usize) -> &[T] {
        &self.chunks[first as usize / CHUNK][first as usize % CHUNK..][..count]
    }

    /// Appends a run and returns the place of its first entry.
    pub(super) fn push(&mut self, run: &[T]) -> u32 {
        debug_assert!(run.len() <= CHUNK, "a run fits into a chunk");
        if !self.fits(run.len()) {
            // The first chunk grows, so that small searches stay cheap.
            let size = if self.chunks.is_empty() { 0 } else { CHUNK };
            self.chunks.push(Vec::with_capacity(size));
        }
        let place = (self.chunks.len() - 1) * CHUNK + self.chunks[self.chunks.len() - 1].len();
        self.chunks.last_mut().expect("a chunk was made where there was none").extend_from_slice(run);
        place as u32
    }

    /// Makes room for a run; `false` if there is no memory for it.
    pub(super) fn prepare(&mut self, count: usize) -> bool {
        if !self.fits(count) {
            let mut chunk = Vec::new();
            let size = if self.chunks.is_empty() { count } else { CHUNK };
            if chunk.try_reserve_exact(size).is_err() || self.chunks.try_reserve(1).is_err() {
                return false;
            }
            self.chunks.push(chunk);
        }
        self.chunks.last_mut().is_some_and(|chunk| chunk.try_reserve(count).is_ok())
    }

    /// Whether a run fits into the chunk begun last.
    fn fits(&self, count: usize) -> bool {
        self.chunks.last().is_some_and(|chunk| chunk.len() + count <= CHUNK)
    }

    /// Bytes taken after a run of `count` entries has been appended.
    pub(super) fn bytes_with(&self, count: usize) -> usize {
        (self.chunks.len() + usize::from(!self.fits(count))) * CHUNK * size_of::<T>()
    }

    /// Empties the array but keeps one chunk.
    pub(super) fn clear(&mut self) {
        self.chunks.truncate(1);
        if let Some(chunk) = self.chunks.first_mut() {
            chunk.clear();
        }
    }

    /// Begins to write the array anew from its start, over itself; see [`Rewrite`].
    pub(super) fn rewrite(&mut self) -> Rewrite<'_, T> {
        Rewrite { array: self, chunk: 0, length: 0 }
    }
}

/// Moves some of the runs of an array to its front, in their order. A run never moves back: whatever was left out before
/// it can only have made room. So nothing is overwritten before it was read, and no second array is needed.
pub(super) struct Rewrite<'a, T> {
    array: &'a mut Chunks<T>,
    chunk: usize,
    length: usize,
}

impl<T: Copy> Rewrite<'_, T> {
    /// The entry at an old place that was not yet written over.
    pub(super) fn old(&self, place: u32) -> T {
        *self.array.get(place)
    }

    /// Writes the next run, entries changed by `change`, and returns its new place.
    pub(super) fn keep(&mut self, first: u32, count: usize, mut change: impl FnMut(T) -> T) -> u32 {
        if self.length + count > CHUNK {
            self.array.chunks[self.chunk].truncate(self.length);
            self.chunk += 1;
            self.length = 0;
        }
        for offset in 0..count {
            let entry = change(self.old(first + offset as u32));
            let chunk = &mut self.array.chunks[self.chunk];
            // A chunk that was left unfilled, because the next run did not fit, may be filled further now.
            match chunk.get_mut(self.length + offset) {
                Some(old) => *old = entry,
                None => chunk.push(entry),
            }
        }
        let place = self.chunk * CHUNK + self.length;
        self.length += count;
        place as u32
    }

    /// Drops what was not kept.
    pub(super) fn finish(self) {
        if let Some(chunk) = self.array.chunks.get_mut(self.chunk) {
            chunk.truncate(self.length);
        }
        self.array.chunks.truncate(self.chunk + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_stay_whole_whichever_of_them_a_rewrite_keeps() {
        let sizes = [5000, 9000, 4000, 12_000, 300, 16_384, 1, 16_383, 2];
        for kept in 0..1u32 << sizes.len() {
            let mut array = Chunks::new();
            let places: Vec<u32> =
                (0..).zip(sizes).map(|(number, size)| array.push(&vec![number; size])).collect();
            let before = array.bytes_with(0);
            let mut rewrite = array.rewrite();
            let mut runs = Vec::new();
            for number in (0..sizes.len()).filter(|number| kept >> number & 1 == 1) {
                let place = rewrite.keep(places[number], sizes[number], |entry| entry + 100);
                assert!(place <= places[number]);
                runs.push((place, number));
            }
            rewrite.finish();
            for (place, number) in runs {
                assert!(array.run(place, sizes[number]).iter().all(|&entry| entry == number + 100));
            }
            assert!(array.bytes_with(0) <= before);
        }
    }
}

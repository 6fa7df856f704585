//! Sets of numbers as bits: positions are sets of fluents.

use std::fmt;

/// How many words are kept in place.
const INLINE: usize = 6;

/// A set of small numbers. Sets of up to 384 numbers are copied without asking for memory.
#[derive(Clone)]
pub struct Bits(Words);

#[derive(Clone)]
enum Words {
    Short([u64; INLINE]),
    Long(Vec<u64>),
}

impl Bits {
    /// No numbers, of those below `size`.
    pub fn empty(size: usize) -> Bits {
        let words = size.div_ceil(64);
        Bits(if words <= INLINE { Words::Short([0; INLINE]) } else { Words::Long(vec![0; words]) })
    }

    /// The words; bit `i` of word `w` stands for `64 * w + i`.
    #[inline]
    pub fn words(&self) -> &[u64] {
        match &self.0 {
            Words::Short(words) => words,
            Words::Long(words) => words,
        }
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn contains(&self, number: u32) -> bool {
        self.words().get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds a number; the set grows if it has to.
    #[inline]
    pub fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        let words = match &mut self.0 {
            Words::Short(words) if word < INLINE => &mut words[..],
            Words::Short(words) => {
                let mut long = words.to_vec();
                long.resize(word + 1, 0);
                self.0 = Words::Long(long);
                return self.insert(number);
            }
            Words::Long(words) => {
                if word >= words.len() {
                    words.resize(word + 1, 0);
                }
                &mut words[..]
            }
        };
        words[word] |= 1 << (number % 64);
    }

    /// The numbers, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words()
            .iter()
            .enumerate()
            .flat_map(|(index, &word)| ones(word).map(move |bit| 64 * index as u32 + bit))
    }

    /// The words without zeros at the end: the same for equal sets.
    fn significant(&self) -> &[u64] {
        let words = self.words();
        let len = words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        &words[..len]
    }

    /// A key of the set.
    pub fn key(&self) -> u64 {
        use agon_core::hash::mix;
        self.significant().iter().fold(0, |hash, &word| mix(hash ^ word.wrapping_add(0x9e37_79b9_7f4a_7c15)))
    }
}

impl PartialEq for Bits {
    #[inline]
    fn eq(&self, other: &Bits) -> bool {
        match (&self.0, &other.0) {
            (Words::Short(a), Words::Short(b)) => a == b,
            _ => self.significant() == other.significant(),
        }
    }
}

impl Eq for Bits {}

impl std::hash::Hash for Bits {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.significant().hash(state);
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

/// The places of the ones of a word.
#[inline]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let lowest = word.trailing_zeros();
            word &= word - 1;
            lowest
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_sets_are_the_same_if_their_members_are() {
        let (mut short, mut long) = (Bits::empty(10), Bits::empty(1000));
        for number in [3, 7, 200] {
            short.insert(number);
            long.insert(number);
        }
        assert_eq!((&short, short.key()), (&long, long.key()));
        short.insert(700);
        assert_ne!(short, long);
        long.insert(700);
        assert_eq!(short, long);
        assert_eq!(short.iter().collect::<Vec<_>>(), [3, 7, 200, 700]);
        assert!(short.contains(700) && !short.contains(701) && !short.contains(70_000));
    }
}

//! Sets of cells as bits of a word.

/// The members of a set, lowest first.
#[inline]
pub fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as usize;
            set &= set - 1;
            lowest
        })
    })
}

/// `SELECT[byte][n]` is the place of the n-th one of a byte.
static SELECT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The member number `n` of a set, counted from the lowest, from 0. `n` must be below the size of the set.
///
/// Branch-free: byte-wise prefix sums find the byte, a table finds the bit in it.
#[inline]
pub fn select(set: u64, n: u32) -> usize {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    debug_assert!(n < set.count_ones(), "the set has no member number {n}");
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Byte i holds the number of ones in bytes 0..=i.
    let sums = bytes.wrapping_mul(LOW);
    // A byte's high bit survives where its sum is at most n; their number is the byte we want.
    let below = (((u64::from(n) * LOW) | HIGH) - sums) & HIGH;
    let shift = below.count_ones() * 8;
    let before = ((sums << 8) >> shift) as u32 & 0xff;
    let byte = (set >> shift) as usize & 0xff;
    shift as usize + usize::from(SELECT[byte][(n - before) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn select_agrees_with_counting() {
        let mut word = 0x0123_4567_89ab_cdef_u64;
        for _ in 0..1000 {
            word = agon_core::hash::mix(word);
            for set in [word, word & (word << 3), 1 << (word & 63), u64::MAX] {
                for (n, place) in ones(set).enumerate() {
                    assert_eq!(select(set, n as u32), place, "{set:x} {n}");
                }
            }
        }
    }
}

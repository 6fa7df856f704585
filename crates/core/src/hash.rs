//! Hash keys that are the same on every machine and in every build.

/// Scrambles a word: a bijection in which every input bit reaches every output bit (`SplitMix64`'s finaliser).
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Hashes a few words, such as the bitboards of a position and its side to move. Cheaper than keeping
/// an incremental key up to date when a position is a handful of words.
#[inline]
pub const fn combine<const N: usize>(words: [u64; N]) -> u64 {
    let mut hash = 0;
    let mut i = 0;
    while i < N {
        hash = mix(hash ^ words[i].wrapping_add(0x9e37_79b9_7f4a_7c15));
        i += 1;
    }
    hash
}

/// `N` independent Zobrist keys; `salt` tells the tables of one game apart.
pub const fn keys<const N: usize>(salt: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = combine([salt, i as u64 + 1]);
        i += 1;
    }
    keys
}

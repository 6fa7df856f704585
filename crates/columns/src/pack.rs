//! Small numbers in as few bits as they need.

use crate::thrift::varint;

/// The bits that numbers up to this one need, at least one.
pub(crate) fn width(greatest: usize) -> u32 {
    (usize::BITS - greatest.leading_zeros()).max(1)
}

/// Numbers side by side, the lowest bits first.
pub(crate) fn packed(bytes: &mut Vec<u8>, numbers: impl Iterator<Item = u32>, width: u32) {
    let (mut word, mut filled) = (0_u64, 0);
    for number in numbers {
        word |= u64::from(number) << filled;
        filled += width;
        while filled >= 8 {
            bytes.push(word as u8);
            word >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        bytes.push(word as u8);
    }
}

/// The same as one run of the encoding that the format calls RLE: its length in groups of eight, the last filled up.
pub(crate) fn run(bytes: &mut Vec<u8>, numbers: &[u32], width: u32) {
    let groups = numbers.len().div_ceil(8);
    varint(bytes, (groups as u64) << 1 | 1);
    let filled = numbers.iter().copied().chain(std::iter::repeat(0)).take(8 * groups);
    packed(bytes, filled, width);
}

//! Sorting that is compiled once.

use std::cmp::Ordering;

/// Sorts numbers by what they stand for; equals stay as they are. For the few moves at the root, where asking through a pointer
/// costs nothing: sorting is a lot of code, and every game and search would have its own.
pub(crate) fn arrange(numbers: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    numbers.sort_by(|&a, &b| compare(a, b));
}

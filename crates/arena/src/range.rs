//! Numbers that make no sense.

use std::ops::RangeInclusive;

use thiserror::Error;

/// A number outside of what makes sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the number of {what} is {value}; expected one from {} to {}", range.start(), range.end())]
pub struct OutOfRange {
    what: &'static str,
    value: u64,
    range: RangeInclusive<u64>,
}

/// Refuses a number outside of a range.
pub(crate) fn within(what: &'static str, value: u64, range: RangeInclusive<u64>) -> Result<(), OutOfRange> {
    if range.contains(&value) { Ok(()) } else { Err(OutOfRange { what, value, range }) }
}

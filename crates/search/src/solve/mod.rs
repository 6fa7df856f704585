//! Exact solutions.
//!
//! [`Solution`] holds the value of every position of a game small enough for that, found by retrograde analysis, and can be
//! saved. [`Perfect`] plays by one; any other search can look positions up in it. [`Dfpn`] proves single positions of
//! games of any size.

pub mod check;
pub mod dfpn;
mod file;
mod perfect;
mod retrograde;
mod solution;
mod states;
mod verdict;

pub use check::Census;
pub use dfpn::Dfpn;
pub use file::FileError;
pub use perfect::{Perfect, Source};
pub use solution::{LISTED, Solution, TooLarge};
pub use verdict::Verdict;

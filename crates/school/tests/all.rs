//! The tests of the crate.

mod lessons;
mod making;
mod shipped;
mod solving;

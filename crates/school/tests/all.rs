//! The tests of the crate.

mod making;
mod shipped;
mod solving;

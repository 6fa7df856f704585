//! Learning from the rules alone: generations of fast games of a program against itself.
//!
//! Every generation plays its games with the best network so far, the first one with no knowledge but random games; then a
//! new network is fitted to the results and to what the searches said, and has to beat the best one to take its place. Games lie
//! in one ledger, networks and verdicts beside it. A game depends on the [`Plan`] and its number, and a network on its games, so
//! a run that was killed goes on where it was and ends the same.

mod course;
mod game;
mod plan;
mod window;

pub use course::{Course, News, refit};
pub use plan::Plan;

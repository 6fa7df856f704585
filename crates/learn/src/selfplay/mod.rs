//! Learning from the rules alone: generations of fast games of a program against itself.
//!
//! Every generation plays its games with the best network so far, the first one with no knowledge but random games; then a
//! new network is fitted to the results and to what the searches said, and has to beat the best one to take its place.

mod game;
mod lesson;
mod plan;
mod refit;

pub use plan::{Drawn, Plan};
pub use refit::refit;

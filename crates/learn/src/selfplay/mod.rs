//! Learning from the rules alone: generations of fast games of a program against itself.
//!
//! Every generation plays its games with the best network so far, the first one with no knowledge but random games; then a
//! new network is fitted to the results and to what the searches said, and takes the place of the best one unless it loses to it.

mod game;
mod lesson;
mod plan;
mod refit;

pub use plan::{Drawn, Plan};
pub use refit::refit;

//! The growth of cascade networks: by one hidden unit at a time, each trained once and not changed again while the network grows.
//! In the end all weights may be polished together.
//!
//! What frozen units say about the examples is computed once; candidates go through the examples in blocks, one candidate per
//! vector lane. The same seed gives the same network on any machine and with any number of threads.

mod candidates;
mod data;
mod lanes;
mod optimiser;
mod output;
mod polish;
mod train;
mod watch;

pub use data::Data;
pub use polish::{Lore, polish};
pub use train::Growth;

//! Cascade networks (Fahlman and Lebiere, "The Cascade-Correlation Learning Architecture"): networks that grow by one
//! hidden unit at a time, each trained once and not changed again while the network grows. In the end all weights may be
//! polished together.
//!
//! Inputs are sparse and binary, so that a position costs as much as it has pieces; what frozen units say about the examples
//! is computed once; candidates go through the examples in blocks, one candidate per vector lane. The same seed gives the
//! same network on any machine and with any number of threads.

mod activation;
mod candidates;
mod data;
mod inference;
mod math;
mod network;
mod optimiser;
mod output;
mod patience;
mod polish;
mod settings;
mod train;

pub use activation::Activation;
pub use data::Data;
pub use inference::Inference;
pub use network::{Network, Unit};
pub use optimiser::Rule;
pub use patience::Patience;
pub use polish::{Lore, Polish, Shine, polish};
pub use settings::{Objective, Pool, Settings};
pub use train::{Growth, Snapshot};

//! Cascade networks (Fahlman and Lebiere, "The Cascade-Correlation Learning Architecture"): every hidden unit is connected to
//! every input and to every unit before it.
//!
//! Inputs are sparse and binary, so that a position costs as much as it has pieces.

mod activation;
mod inference;
pub mod math;
mod network;

pub use activation::Activation;
pub use inference::Inference;
pub use network::{Network, Unit};

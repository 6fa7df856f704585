//! Minimax whose leaves are judged by random games, after Vieira, Tavares and Ribas, "Hybrid Minimax-MCTS and Difficulty
//! Adjustment for General Game Playing", in two forms.
//!
//! [`Hybrid`] is the algorithm as they published and released it. [`Hybrid2`] keeps the idea and mends what makes the
//! published form lose: it proves what can be proven first, and never throws a random game away.

mod errors;
mod forecast;
mod playouts;
mod pool;
mod pooled;
mod probe;
mod proofs;
mod published;
mod second;

pub use published::{Hybrid, Published};
pub use second::{Hybrid2, Settings};

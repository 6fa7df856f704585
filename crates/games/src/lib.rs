//! Sixteen board games and their variants behind one trait, one module of rules each.
//!
//! [`catalogue`] lists them, [`find`] builds one from a spec such as `havannah:size=5`, and [`visit`] hands one
//! over with its type, for code that multiplies games by algorithms.

pub mod bits;
pub mod board;
mod catalogue;
pub mod chess;
pub mod tic_tac_toe;
pub mod xiangqi;

pub use catalogue::{Visitor, catalogue, find, visit};

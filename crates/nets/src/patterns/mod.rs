//! Networks made of patterns: what stands on a few cells, summed up over the board.
//!
//! A *pattern* is a short list of cells: one cell, a straight line, a window. Its contents are a number, and every number has a
//! row of weights; the rows of all patterns are added up, and a small head makes a value of the sum. With one cell per pattern
//! this is a table of pieces and squares, with lines it is how the best Othello and draughts programs judge, and with hidden
//! units it is the first layer of the networks that chess programs use. Which patterns there are follows from the picture of the
//! board ([`Recipe`]); places that a symmetry of the game maps onto each other share their weights ([`Scheme`]).
//!
//! A move changes few cells, so [`Patterned`] updates the sums from the position it judged last instead of adding them up anew.

mod compiled;
mod evaluate;
mod file;
mod geometry;
mod network;
mod recipe;
mod scheme;
#[cfg(test)]
mod tests;

pub use compiled::Compiled;
pub use evaluate::Patterned;
pub use file::{Origin, PatternModel};
pub use network::{Board, Network, Phase, Shape};
pub use recipe::{Figure, Ingredient, Recipe, RecipeError};
pub use scheme::{Class, Scheme, Seen};

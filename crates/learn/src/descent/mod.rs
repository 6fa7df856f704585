//! Descent, after Cohen-Solal, *Learning to play two-player perfect-information games without knowledge*.
//!
//! A program plays against itself with a search that follows its best line to the end of the game, again and again, and backs
//! up what it finds there (`descent` of the crate `agon-search`). Every position of the trees that grow meanwhile is something
//! to learn from, not only those that came on the board: its value rests on ends of games, exactly where the tree is complete.
//! Moves are chosen by their rank alone, at random in the beginning and the best ones in the end. A new network begins where the
//! one before it ended and learns from the last few generations of games, over and over (experience replay); it always plays the
//! next generation.
//!
//! What is kept of a game is its tree of moves and values, eight bytes a position, besides what any game leaves in a ledger.

mod game;

mod plan;
mod replay;
mod trees;

pub use plan::{Plan, Targets};

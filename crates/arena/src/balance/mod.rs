//! How close an agent keeps its games, whoever it plays against, and how natural it looks.
//!
//! A [`Series`] is a number of games against one opponent of a [`ladder`]; with memory, one number is carried from game to
//! game. A [`Referee`] with a multiple of the agent's budget judges some of the games move by move, [`shape`] and
//! [`natural`] say what that means, and [`Cell`] is all that is known in the end about one agent, game and opponent.
//!
//! The games are kept in a [ledger](crate::ledger), with what is remembered and what the referee says as notes, so that a
//! measurement that was interrupted goes on, and a cell is what a ledger says.
//!
//! Mean gains near zero are what the memory aims at, game by game; they alone say little. The shape of the games and the
//! naturalness of the moves are the evidence.

mod cell;
pub mod ladder;
pub mod natural;
mod referee;
mod series;
pub mod shape;

pub use cell::{Cell, Judged};
pub use referee::{Ply, Referee};
pub use series::{BalanceError, Series, Setting, cells};

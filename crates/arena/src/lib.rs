//! Fair matches between agents, and the statistics that say what they mean.
//!
//! [`tournament`] plays everything that a text asks for: [`schedule`] says who meets whom, [`standings`] adds the
//! results up and [`ratings`] explains them.
//!
//! [`ledger`] keeps every game of everything that can be interrupted, and plays what is missing; [`report`] tells what is in it.
//!
//! [`openings`] gives the positions to start from, [`bout`] plays one game, [`contest`] plays pairs of games with sides
//! exchanged, [`calibrate`] finds the levels of a game, [`balance`] measures how close an agent keeps its games, [`experiment`]
//! repeats published tables and figures, and [`stats`] says what results mean.

pub mod balance;
pub mod bout;
pub mod calibrate;
pub mod contest;
pub mod experiment;
pub mod ledger;
pub mod openings;
pub mod pairs;
mod range;
pub mod ratings;
pub mod report;
pub mod schedule;
pub mod standings;
pub mod stats;
pub mod tournament;

pub use range::OutOfRange;

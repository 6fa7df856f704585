//! Fair matches between agents, and the statistics that say what they mean.
//!
//! [`tournament`] plays everything that a text asks for: [`schedule`] says who meets whom, [`store`] keeps every game,
//! [`standings`] adds them up and [`ratings`] explains them.
//!
//! [`openings`] gives the positions to start from, [`bout`] plays one game, [`contest`] plays pairs of games with sides
//! exchanged, [`calibrate`] finds the levels of a game, [`balance`] measures how close an agent keeps its games, [`experiment`]
//! repeats published tables and figures, and [`stats`] says what results mean.

pub mod balance;
pub mod bout;
pub mod calibrate;
pub mod contest;
pub mod experiment;
pub mod openings;
pub mod ratings;
pub mod report;
pub mod schedule;
pub mod standings;
pub mod stats;
pub mod store;
pub mod tournament;

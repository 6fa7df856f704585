//! Fair matches between agents, and the statistics that say what they mean.
//!
//! [`openings`] gives the positions to start from, [`bout`] plays one game, [`contest`] plays pairs of games with sides
//! exchanged, [`balance`] measures how close an agent keeps its games, and [`stats`] says what the results mean.

pub mod balance;
pub mod bout;
pub mod contest;
pub mod openings;
pub mod stats;

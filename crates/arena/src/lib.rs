//! Fair matches between agents, and the statistics that say what they mean.
//!
//! [`openings`] gives the positions to start from, [`bout`] plays one game, [`contest`] plays pairs of games with sides
//! exchanged, [`stats`] says what the results mean, [`calibrate`] finds the levels of a game, and [`experiment`] repeats
//! published tables and figures.

pub mod bout;
pub mod calibrate;
pub mod contest;
pub mod experiment;
pub mod openings;
pub mod stats;

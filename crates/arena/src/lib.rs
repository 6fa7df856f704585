//! Fair matches between agents, and the statistics that say what they mean.
//!
//! [`openings`] gives the positions to start from, [`bout`] plays one game, [`contest`] plays pairs of games with sides
//! exchanged, [`stats`] says what the results mean, and [`calibrate`] finds the levels of a game.

pub mod bout;
pub mod calibrate;
pub mod contest;
pub mod openings;
pub mod stats;

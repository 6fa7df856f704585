//! Fair matches between agents, and the statistics that say what they mean.
//!
//! [`openings`] gives the positions to start from, [`contest`] plays pairs of games from them with sides exchanged, and
//! [`stats`] says what the results mean.

pub mod contest;
pub mod openings;
pub mod stats;

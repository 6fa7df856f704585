//! Fair matches between agents, and the statistics that say what they mean.
//!
//! [`openings`] gives the positions to start from, [`bout`] plays one game, [`contest`] plays pairs of games with sides
//! exchanged, [`store`] keeps results in a file, and [`stats`] says what they mean.

pub mod bout;
pub mod contest;
pub mod export;
pub mod openings;
pub mod stats;
pub mod store;

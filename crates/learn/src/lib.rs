//! Learning without knowledge of the game: tuning, examples, networks and training.

pub mod cascade;

//! Learning without knowledge of the game: tuning, examples and the training of networks.
//!
//! After Rezende and Chaimowicz, "A Methodology for Creating Generic Game Playing Agents for Board Games": [`tune`] finds the
//! exploration constant of UCT, [`examples`] lets tuned players play and keeps what they think of every move they consider,
//! [`cascade`] grows a network that thinks the same. Nothing here knows a game; what a game has to say about itself is in
//! `agon_core::Encode`.

pub mod cascade;
pub mod examples;
pub mod lesson;
mod play;
pub mod symmetry;
pub mod tune;

pub use play::{Run, exploration};

//! Learning without knowledge of the game: tuning, examples, networks and training.
//!
//! After Rezende and Chaimowicz, "A Methodology for Creating Generic Game Playing Agents for Board Games": [`tune`] finds the
//! exploration constant of UCT, [`examples`] lets tuned players play and keeps what they think of every move they consider,
//! [`cascade`] grows a network that thinks the same, and [`evaluate`] lets every search ask it. Nothing here knows a game;
//! what a game has to say about itself is in `agon_core::Encode`.
//!
//! What makes networks stands behind the feature `pipeline`, which is on by default; asking them needs none of it.

pub mod cascade;
pub mod evaluate;
#[cfg(feature = "pipeline")]
pub mod examples;
#[cfg(feature = "pipeline")]
pub mod lesson;
pub mod model;
#[cfg(feature = "pipeline")]
mod play;
pub mod shipped;
#[cfg(feature = "pipeline")]
pub mod symmetry;
#[cfg(feature = "pipeline")]
pub mod tune;

pub use evaluate::Learned;
pub use model::Model;
#[cfg(feature = "pipeline")]
pub use play::{Run, exploration};

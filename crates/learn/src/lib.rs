//! Learning without knowledge of the game: tuning, examples and the training of networks.
//!
//! After Rezende and Chaimowicz, "A Methodology for Creating Generic Game Playing Agents for Board Games": [`tune`] finds the
//! best values for keys of an agent, such as the exploration constant of UCT, [`examples`] lets a teacher play and keeps what it
//! thinks of every move it considers, and [`cascade`] grows a network that thinks the same; [`lesson`] does so with a safety
//! net. Nothing here knows a game, nor its type: games are played by ordinary agents in the arena and kept in ledgers, and what
//! a position looks like to a network, the game says itself.

pub mod cascade;
pub mod curve;
pub mod descent;
mod error;
pub mod examples;
pub mod generations;
pub mod lesson;
mod ordinal;
pub mod patterns;
mod play;
pub mod selfplay;
pub mod symmetry;
pub mod tune;

pub use error::{LearnError, Unfit};
pub use play::{EXPLORATION, Pace, uct};

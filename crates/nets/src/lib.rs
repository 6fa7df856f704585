//! Networks that judge positions: their files, the ones that come with the program, and the evaluation that searches ask.
//!
//! [`patterns`] adds up what stands on lines, windows and single cells; [`cascade`] computes, [`training`] says what a file tells about how its network came about, [`model`] reads and writes files,
//! [`shipped`] holds the networks of `models`, and [`Learned`] lets every search ask them. How networks are made is not here.

pub mod cascade;
pub mod evaluate;
pub mod model;
pub mod patterns;
pub mod shipped;
pub mod training;

pub use evaluate::Learned;
pub use model::Model;
pub use patterns::{PatternModel, Patterned};

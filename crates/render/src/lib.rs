//! Boards and moves as drawings, as text, and as sentences that can be read aloud.
//!
//! Everything here is made from the game's own [`Layout`](agon_core::Layout) and pieces: no game needs a line of
//! drawing code, and what a sighted and a blind player are told comes from the same description.

pub mod speech;
pub mod svg;
pub mod text;

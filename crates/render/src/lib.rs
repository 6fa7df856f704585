//! Boards and moves as drawings, as text, and as sentences that can be read aloud.
//!
//! Everything here is made from the game's own [`Layout`](agon_core::Layout) and pieces: no game needs a line of
//! drawing code, and what a sighted and a blind player are told comes from the same description. Nothing here knows of a
//! server, so that whoever holds a match can show and tell it in the same way.

pub mod board;
pub mod diagram;
pub mod heard;
pub mod score;
pub mod sheet;
pub mod speech;
pub mod spoken;
pub mod svg;
pub mod tell;
pub mod text;
pub mod words;

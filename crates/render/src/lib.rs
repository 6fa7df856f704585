//! Boards and moves as text, and as sentences that can be read aloud; tables and charts.
//!
//! Everything here is made from the game's own [`Layout`](agon_core::Layout) and pieces: no game needs a line of
//! drawing code, and what a sighted and a blind player are told comes from the same description.

pub mod markup;
pub mod plot;
pub mod speech;
pub mod table;
pub mod text;

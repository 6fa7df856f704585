//! Boards and moves as drawings, as pages, as text, and as sentences that can be read aloud.
//!
//! Everything here is made from the game's own [`Layout`](agon_core::Layout) and pieces: no game needs a line of
//! drawing code, and what a sighted and a blind player are told comes from the same description. Nothing here knows of a
//! server, so that whoever holds a match can answer with the same pages.

pub mod board;
pub mod carry;
pub mod chart;
pub mod clock;
pub mod comment;
mod controls;
pub mod diagram;
pub mod home;
pub mod lab;
pub mod ladder;
pub mod page;
pub mod playing;
pub mod pointing;
pub mod question;
pub mod setup;
pub mod speech;
pub mod study;
pub mod svg;
pub mod tell;
pub mod text;
pub mod words;

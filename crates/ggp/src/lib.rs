//! General game playing over HTTP: rules arrive as a sheet, and moves are asked for against the clock.
//!
//! A [`Player`] answers the messages of a game server: [`serve`] listens for them. [`referee`] is the other end, a small game
//! server that runs a match between players and records it. [`message`] is the language both speak, [`http`] how it travels.

pub mod http;
pub mod message;
pub mod player;
pub mod referee;
mod seat;
pub mod serve;

pub use player::Player;

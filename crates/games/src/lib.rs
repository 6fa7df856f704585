//! Sixteen board games and their variants behind one trait, one module of rules each.
//!
//! [`catalogue()`] lists them, [`find`] builds one from a spec such as `havannah:size=5`, and [`visit`] hands one
//! over with its type, for code that multiplies games by algorithms.

pub mod alquerque;
pub mod bits;
pub mod board;
mod catalogue;
pub mod checkers;
pub mod chess;
pub mod connect6;
pub mod draughts;
pub mod five_field_kono;
pub mod freckers;
pub mod graph;
pub mod grid8;
pub mod havannah;
pub mod hex;
pub mod international_draughts;
pub mod knowledge;
pub mod line_up;
pub mod lines_of_action;
pub mod nine_mens_morris;
pub mod othello;
pub mod outer_open_gomoku;
pub mod rows;
pub mod stones;
pub mod tapatan;
pub mod tic_tac_toe;
pub mod tsoro_yematatu;
pub mod xiangqi;

pub use catalogue::{Collector, Shipped, Visitor, catalogue, collect, find, visit};

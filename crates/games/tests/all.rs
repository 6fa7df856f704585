//! All tests of the games, in one program: what they share is compiled and linked once. Every file beside
//! this one is named here.

mod actions;
mod chess_oracle;
mod conformance;
mod heuristics;
mod parsers;
mod perft;
mod playthrough;

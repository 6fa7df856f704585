//! Games from text: rule sheets in the Game Description Language (Love, Hinrichs, Haley, Schkufza and Genesereth, "General Game
//! Playing: Game Description Language Specification").
//!
//! A text becomes lists ([`kif`]), lists become checked rules ([`sheet`]), and rules become gates ([`ground`], [`circuit`]): one
//! for each instance of a rule, shared and folded. The gates work out one position at a time, and then only what changes
//! ([`machine`]), or 512 random games at once ([`lanes`]). A sheet with too many instances is worked out by forward chaining
//! ([`chain`]), which is slow and also checks the gates.

pub mod bits;
mod board;
pub mod chain;
mod check;
mod circles;
pub mod circuit;
mod datalog;
pub mod error;
pub mod game;
mod graph;
pub mod ground;
mod hashing;
pub mod join;
pub mod kif;
pub mod lanes;
pub mod machine;
pub mod measure;
mod naming;
mod net;
mod probe;
pub mod rule;
pub mod sheet;
mod split;
mod study;
mod table;
pub mod term;

pub use naming::title;

//! The vocabulary of Agon and its one trait.
//!
//! A game implements [`Game`] (its rules) and [`Encode`] (what learning sees of it); everything else is built on
//! these two: [`Line`] adds the past, [`perft`](mod@perft) and [`playout`](mod@playout) walk the tree, [`erased`]
//! hides the type for those who need not know it, and [`conformance`] checks that a game keeps its promises.

pub mod actions;
pub mod analysis;
pub mod atomic;
pub mod bounded;
pub mod closest;
pub mod conformance;
pub mod cpu;
pub mod encode;
pub mod erased;
pub mod game;
pub mod hash;
pub mod heuristic;
pub mod info;
pub mod layout;
pub mod line;
pub mod notation;
pub mod numbering;
pub mod outcome;
pub mod perft;
pub mod planes;
pub mod player;
pub mod playout;
pub mod pointing;
pub mod random;
pub mod record;
pub mod spec;
pub mod spread;
pub mod value;

pub use analysis::{Analysis, Assessed, Cost, Proof};
pub use encode::{Encode, Encoding};
pub use erased::{Catalogued, LastMove, Library, Match, Rules, Ruleset, TypedMatch};
pub use game::{Clocks, Counting, Game, Step};
pub use heuristic::{Heuristic, Standing, Threats};
pub use info::{GameInfo, Limits, Text};
pub use layout::{Cell, Direction, Ground, Label, Layout, Piece, PieceKind, Shape, Trace};
pub use line::Line;
pub use notation::{MoveError, PositionError};
pub use numbering::Numbering;
pub use outcome::{Ending, Outcome, Reason};
pub use planes::Planes;
pub use player::Player;
pub use random::Random;
pub use record::{Record, ReplayError};
pub use spec::{Options, Parameter, SpecError};
pub use value::Value;

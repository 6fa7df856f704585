//! What ways of learning from games of a program against itself have in common.
//!
//! Generation after generation plays games with the best network so far, and makes a new one of them. A [`Method`] says how games
//! are played and what is learned from them; a [`Course`] is such a plan being carried out in a folder. Games lie in one ledger,
//! networks and verdicts beside it. A game depends on the plan and its number, and a network on its games and the network before
//! it, so a run that was killed goes on where it was and ends the same.

mod common;
mod course;
mod lot;
mod method;
mod study;
mod window;

pub use common::Common;
pub(crate) use common::{MOST_GAMES, MOST_MEETINGS};
pub use course::{Course, News, Verdict, Yardstick, network};
pub(crate) use course::{fit, gate_key, strength_key};
pub use lot::{Lot, LotGame, PlayLot, Venue};
pub use method::Method;
pub use study::Study;
pub use window::{Kept, Window};

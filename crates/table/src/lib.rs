//! One sitting at a board: who sits there, whose turn it is, the clock, offers, taking back, and what else may be done.
//!
//! A [`Sitting`] is the same for everybody who plays, in a browser, in a terminal or over a protocol. Its deeds say what they
//! led to ([`News`]) or why they were not done ([`Refusal`]); putting both into words is the business of its faces. A deed that
//! is refused changes nothing, and a move is found and played in one deed, because what a move means depends on the position.
//!
//! Whoever has the [`Sitting`] holds the whole table. Where people sit apart, each acts through a [`Hand`], which knows the sides
//! held and the position that was seen.

mod clock;
mod command;
mod comment;
mod control;
mod draw;
mod hand;
mod refusal;
mod saved;
mod seat;
mod sitting;
mod takeback;
mod task;

pub use clock::{Clock, Face, Time};
pub use command::{Command, Question, Switch, Vocabulary};
pub use comment::{Comment, Uncommented, Verdict};
pub use control::{Control, ControlError};
pub use draw::Offer;
pub use hand::{Hand, Sides};
pub use refusal::{News, Refusal};
pub use saved::{Saved, SavedClock, SavedError};
pub use seat::{Seat, SeatError};
pub use sitting::{Progress, Sitting, Terms};
pub use task::Task;

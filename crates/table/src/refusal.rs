//! What deeds at a table lead to, and why they are not done.

use agon_core::{MoveError, Player};
use thiserror::Error;

use crate::command::Switch;

/// What a deed led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// Moves were taken back.
    TakenBack,
    /// Moves that were taken back are played again.
    PlayedAgain,
    /// The players ended the game.
    Over,
    /// This player offers a draw.
    DrawOffered(Player),
    /// The draw that was offered is declined.
    DrawDeclined,
    /// This player asks for a move to be taken back.
    TakebackAsked(Player),
    /// The move that was asked for is not taken back.
    TakebackDeclined,
    /// A switch is on now, or off.
    Switched(Switch, bool),
    /// Others sit at the program's seats.
    LevelsChanged,
    /// The board is shown from the other side.
    Turned,
}

/// Why a deed was not done. The table is as it was.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Somebody else is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The text is not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The board has no cell of this number.
    #[error("there is no cell {cell} on this board")]
    NoSuchCell {
        /// The cell that was pointed at.
        cell: usize,
    },
    /// No legal move begins or goes on at a cell.
    #[error("no legal move begins or ends on cell {cell}")]
    NoMoveThere {
        /// The cell that was pointed at.
        cell: usize,
        /// The cells before it that still count.
        selected: Vec<usize>,
    },
    /// What was thought of belongs to another state of the table.
    #[error("the table has changed since this was thought of")]
    Late,
    /// In this game moves are not taken back.
    #[error("in this game moves are not taken back")]
    TakebackOff,
    /// There is no move of a person to take back.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// Nothing was taken back.
    #[error("there is no move to play again")]
    NothingToRedo,
    /// There is no clock.
    #[error("this game has no clock")]
    NoClock,
    /// Nobody at the table can agree to a draw.
    #[error("nobody here can agree to a draw")]
    NobodyToAgree,
    /// The program does not talk about draws yet.
    #[error("it is too early for a draw")]
    TooEarly,
    /// The program thinks that it stands better.
    #[error("the program declines: it thinks that it stands better")]
    Declined,
    /// It was asked for already, and the answer has not come.
    #[error("this was asked already; the other player has not answered yet")]
    Asked,
    /// Of two people who sit apart, one cannot do it alone.
    #[error("in a game between two people this cannot be done by one of them")]
    Apart,
    /// The table belongs to others.
    #[error("you watch this game and hold no side of it")]
    Watching,
    /// The other person has not come yet; whoever invites says so.
    #[error("the other player has not come yet")]
    Awaited,
    /// What was done was meant for another position.
    #[error("the game has gone on since this was done")]
    Stale,
    /// There is no offer to decline.
    #[error("nobody offers a draw")]
    NoOffer,
}

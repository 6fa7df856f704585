//! What people get wrong in an address or a form: each is told in the reader's language, and to programs as it is in English.

use agon_core::{MoveError, PositionError, ReplayError, SpecError};
use agon_render::tell;
use agon_render::words::Words;
use thiserror::Error;

use crate::trouble::Trouble;

/// A text that means nothing here.
#[derive(Clone, Debug, Error)]
#[cfg_attr(test, derive(PartialEq, Eq))]
pub(crate) enum Wrong {
    /// No game, or an option that it does not have.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// No position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The same, of the move with this number.
    #[error("move {0}: {1}")]
    MoveAt(usize, MoveError),
    /// No seat: neither a person nor one of these levels.
    #[error("'{text}' is not a seat; expected person or a level: {levels}")]
    Seat { text: String, levels: String },
    /// No clock.
    #[error("{problem}")]
    Clock { text: String, problem: String },
    /// No question; these are known.
    #[error("There is no question '{text}'; known: {known}")]
    Question { text: String, known: String },
    /// No result of a game, or no reason for one.
    #[error("{problem}")]
    Result { text: String, problem: String },
    /// No agent that can be asked by anybody; these are known.
    #[error("'{text}' is not an agent that can be asked here; known: {known}")]
    Analyst { text: String, known: String },
}

impl Wrong {
    pub(crate) fn sentence(&self, words: &Words) -> String {
        let with = |key: &str, given: &[(&'static str, &str)]| {
            let given: Vec<_> = given.iter().map(|&(name, text)| (name, text.into())).collect();
            words.with(key, &given)
        };
        match self {
            Wrong::Game(SpecError::UnknownGame { name, .. }) => with("wrong-game", &[("text", name)]),
            Wrong::Game(SpecError::UnknownParameter { game, key, known }) => {
                with("wrong-option", &[("game", game), ("text", key), ("known", &known.join(", "))])
            }
            Wrong::Game(SpecError::UnknownValue { game, key, value, known }) => {
                let given = [("game", &**game), ("key", key), ("text", value), ("known", &known.join(", "))];
                with("wrong-value", &given)
            }
            Wrong::Game(SpecError::Malformed { text }) => with("wrong-pair", &[("text", text)]),
            Wrong::Position(PositionError { text, game, problem }) => {
                with("wrong-position", &[("text", text), ("game", game), ("problem", problem)])
            }
            Wrong::Move(error) => tell::refusal(words, error),
            Wrong::MoveAt(number, error) => {
                let problem = tell::refusal(words, error);
                words.with("wrong-move", &[("number", (*number).into()), ("problem", problem.into())])
            }
            Wrong::Seat { text, levels } => with("wrong-seat", &[("text", text), ("known", levels)]),
            Wrong::Clock { text, .. } => with("wrong-clock", &[("text", text)]),
            Wrong::Question { text, known } => with("wrong-question", &[("text", text), ("known", known)]),
            Wrong::Result { text, .. } => with("wrong-result", &[("text", text)]),
            Wrong::Analyst { text, known } => with("wrong-analyst", &[("text", text), ("known", known)]),
        }
    }
}

/// As much of a text as is told again.
pub(crate) fn clipped(text: &str) -> String {
    text.chars().take(60).collect()
}

impl<W: Into<Wrong>> From<W> for Trouble {
    fn from(wrong: W) -> Trouble {
        Trouble::Wrong(Box::new(wrong.into()))
    }
}

impl From<ReplayError> for Wrong {
    fn from(error: ReplayError) -> Wrong {
        match error {
            ReplayError::Position(error) => Wrong::Position(error),
            ReplayError::Move { number, error } => Wrong::MoveAt(number, error),
        }
    }
}

//! Played games as they are stored.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::notation::{MoveError, PositionError};
use crate::outcome::{Ending, Outcome, Reason};

/// A played game as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// The position in which the match began, if not the initial one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
    /// `first`, `second`, `draw`, or nothing while the game goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
    /// Why the game ended, as a word that stays the same whatever sentences say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// How the game ended, as a sentence for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// After how many moves our rules ended the game for the first time, where its players did not claim that and went on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_on: Option<usize>,
}

/// What the sentence of a loss on time began with when records had no word for the reason.
const TOO_LATE: &str = "the time of ";

impl Record {
    /// The end that the record tells of, as far as players can have made it: what holds where the board does not end the
    /// game. A loser who is not said to have lost on time gave up.
    pub fn conclusion(&self) -> Option<Ending> {
        let outcome = self.result?;
        let told_late = || self.ending.as_ref().is_some_and(|ending| ending.contains(TOO_LATE));
        let late = self.reason.map_or_else(told_late, |reason| reason == Reason::Time);
        let reason = match outcome {
            Outcome::Draw if self.reason == Some(Reason::Claim) => Reason::Claim,
            Outcome::Draw => Reason::Agreement,
            Outcome::Win(_) if late => Reason::Time,
            Outcome::Win(_) => Reason::Resignation,
        };
        Some(Ending { outcome, reason })
    }
}

/// A record that cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The position in which it begins is none.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is not legal.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Player;

    fn conclusion(json: &str) -> Option<Ending> {
        serde_json::from_str::<Record>(json).unwrap().conclusion()
    }

    #[test]
    fn a_loss_on_time_is_kept_by_its_word_and_not_by_its_sentence() {
        let late = Some(Ending::loss(Player::First, Reason::Time));
        let game = r#""game": "othello", "version": 1, "moves": [], "result": "second""#;
        assert_eq!(conclusion(&format!(r#"{{{game}, "reason": "time", "ending": "Too slow."}}"#)), late);
        // Records from before there was a word.
        let old = "White wins: the time of Black is over.";
        assert_eq!(conclusion(&format!(r#"{{{game}, "ending": "{old}"}}"#)), late);
        let gave_up = Some(Ending::loss(Player::First, Reason::Resignation));
        assert_eq!(conclusion(&format!("{{{game}}}")), gave_up);
        assert_eq!(
            conclusion(&format!(r#"{{{game}, "reason": "resignation", "ending": "{old}"}}"#)),
            gave_up
        );
    }
}

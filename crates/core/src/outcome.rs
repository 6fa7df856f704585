//! How a game ends: who won, and why.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::info::GameInfo;
use crate::player::Player;
use crate::value::Value;

/// The bare result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    #[inline]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        }
    }

    /// +1, 0 or -1 as a value.
    #[inline]
    pub const fn value(self) -> Value {
        match self {
            Outcome::Win(player) => Value::from_pov(1.0, player),
            Outcome::Draw => Value::DRAW,
        }
    }
}

/// A word that names no outcome or no reason.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{word}' is not {what}; expected {expected}")]
pub struct EndingError {
    word: String,
    what: &'static str,
    expected: String,
}

impl EndingError {
    fn new(word: &str, what: &'static str, expected: impl Into<String>) -> EndingError {
        EndingError { word: word.chars().take(40).collect(), what, expected: expected.into() }
    }
}

/// `first`, `second` or `draw`.
impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Outcome::Win(Player::First) => "first",
            Outcome::Win(Player::Second) => "second",
            Outcome::Draw => "draw",
        })
    }
}

impl FromStr for Outcome {
    type Err = EndingError;

    fn from_str(word: &str) -> Result<Outcome, EndingError> {
        match word {
            "first" => Ok(Outcome::Win(Player::First)),
            "second" => Ok(Outcome::Win(Player::Second)),
            "draw" => Ok(Outcome::Draw),
            _ => Err(EndingError::new(word, "a result", "first, second or draw")),
        }
    }
}

/// Stores a type as the word that it is written as.
macro_rules! stored_as_word {
    ($($type:ty),+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )+};
}

stored_as_word!(Outcome, Reason);

/// Why a game ended. Small and `Copy`, because every playout and every leaf of a search makes one;
/// [`Ending::words`] turns it into a sentence when a person asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A line of this many own pieces.
    Line(u8),
    /// The loser is to move and cannot.
    NoMoves,
    /// The loser has no pieces left.
    NoPieces,
    /// No empty place is left.
    Full,
    /// The position occurred as often as the rules allow.
    Repetition,
    /// Too many plies without progress, as the game defines it.
    NoProgress,
    /// The longest game the rules allow.
    PlyCap,
    /// The loser gave up.
    Resignation,
    /// The loser's time is over.
    Time,
    /// Both players agreed to it.
    Agreement,
    /// A player who goes by other rules says that the game is drawn.
    Claim,
    /// The game's own reason: the index of its words in [`GameInfo::endings`].
    Rule(u8),
}

impl Reason {
    /// Whether players ended the game, and not the board: such an end can be taken back by itself.
    #[inline]
    pub const fn is_of_players(self) -> bool {
        matches!(self, Reason::Resignation | Reason::Time | Reason::Agreement | Reason::Claim)
    }
}

/// The reasons that are plain words, with their words in files.
const WORDS: [(Reason, &str); 10] = [
    (Reason::NoMoves, "no-moves"),
    (Reason::NoPieces, "no-pieces"),
    (Reason::Full, "full"),
    (Reason::Repetition, "repetition"),
    (Reason::NoProgress, "no-progress"),
    (Reason::PlyCap, "length"),
    (Reason::Resignation, "resignation"),
    (Reason::Time, "time"),
    (Reason::Agreement, "agreement"),
    (Reason::Claim, "claim"),
];

/// The word for files: `time`, `line-5`, `rule-0` for the game's own first one. It does not change when sentences do.
impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, WORDS.iter().find(|(reason, _)| reason == self)) {
            (Reason::Line(length), _) => write!(formatter, "line-{length}"),
            (Reason::Rule(index), _) => write!(formatter, "rule-{index}"),
            (_, known) => formatter.write_str(known.map_or("", |(_, word)| word)),
        }
    }
}

impl FromStr for Reason {
    type Err = EndingError;

    fn from_str(word: &str) -> Result<Reason, EndingError> {
        let numbered = |prefix: &str| word.strip_prefix(prefix)?.parse().ok();
        let known = WORDS.iter().find(|(_, known)| *known == word).map(|&(reason, _)| reason);
        known.or(numbered("line-").map(Reason::Line)).or(numbered("rule-").map(Reason::Rule)).ok_or_else(
            || {
                let words: Vec<&str> = WORDS.iter().map(|(_, word)| *word).collect();
                EndingError::new(word, "a reason", format!("{}, line-N or rule-N", words.join(", ")))
            },
        )
    }
}

/// The end of a game: who won and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

impl Ending {
    /// `player` wins for this reason.
    #[inline]
    pub const fn win(player: Player, reason: Reason) -> Ending {
        Ending { outcome: Outcome::Win(player), reason }
    }

    /// `player` loses for this reason.
    #[inline]
    pub const fn loss(player: Player, reason: Reason) -> Ending {
        Ending::win(player.opponent(), reason)
    }

    /// Nobody wins, for this reason.
    #[inline]
    pub const fn draw(reason: Reason) -> Ending {
        Ending { outcome: Outcome::Draw, reason }
    }

    /// The ending as a sentence, such as "Black wins: three in a row."
    pub fn words(self, info: &GameInfo) -> String {
        let side = |player: Player| info.sides[player.index()].as_ref();
        let reason = match self.reason {
            Reason::Line(length) => format!("{} in a row", number_word(length)),
            Reason::NoMoves => "{loser} has no legal move".to_owned(),
            Reason::NoPieces => "{loser} has no pieces left".to_owned(),
            Reason::Full => "the board is full".to_owned(),
            Reason::Repetition => "the position was repeated".to_owned(),
            Reason::NoProgress => "too many moves without progress".to_owned(),
            Reason::PlyCap => "the game reached its longest allowed length".to_owned(),
            Reason::Resignation => "{loser} resigned".to_owned(),
            Reason::Time => "the time of {loser} is over".to_owned(),
            Reason::Agreement => "the players agreed".to_owned(),
            Reason::Claim => "a player said so who goes by other rules".to_owned(),
            Reason::Rule(index) => info.endings[usize::from(index)].to_owned(),
        };
        match self.outcome {
            Outcome::Win(winner) => {
                let reason = reason.replace("{winner}", side(winner)).replace("{loser}", side(!winner));
                format!("{} wins: {reason}.", side(winner))
            }
            Outcome::Draw => format!("Draw: {}.", reason.replace("{loser} has", "neither side has")),
        }
    }
}

fn number_word(number: u8) -> String {
    const WORDS: [&str; 7] = ["zero", "one", "two", "three", "four", "five", "six"];
    WORDS.get(usize::from(number)).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_and_reasons_are_read_as_they_are_written() {
        for outcome in [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw] {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        let numbered = [Reason::Line(5), Reason::Rule(0), Reason::Rule(3)];
        for reason in WORDS.iter().map(|&(reason, _)| reason).chain(numbered) {
            assert_eq!(reason.to_string().parse(), Ok(reason));
        }
        assert_eq!(Reason::Time.to_string(), "time");
        let error = "lost".parse::<Reason>().unwrap_err().to_string();
        assert!(error.starts_with("'lost' is not a reason; expected no-moves, "), "{error}");
        assert!("white".parse::<Outcome>().is_err() && "line-x".parse::<Reason>().is_err());
    }
}

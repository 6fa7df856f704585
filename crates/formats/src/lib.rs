//! Games in the formats that their players use: written from a [`Record`], and read back into one.
//!
//! Every game has JSON, which is our own record. Beside it stands what its community has: PGN for chess, xiangqi and nine
//! men's morris, PDN for checkers and draughts, SGF and GGF for Othello, SGF for the games of stones. Readers are tolerant:
//! they take comments, variations and annotations for granted and follow the main line. Whatever the text, the answer is
//! a game or a sentence.

mod draft;
mod ggf;
mod pdn;
mod pgn;
mod properties;
mod sgf;
mod tags;

use std::fmt;
use std::str::FromStr;

use agon_core::{Record, ReplayError, Rules, SpecError};
use thiserror::Error;

use draft::{Draft, Walk};

/// A format of game records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Our own record.
    Json,
    /// Portable game notation.
    Pgn,
    /// Portable draughts notation 3.0.
    Pdn,
    /// Smart game format 4.
    Sgf,
    /// The generic game format of Othello servers.
    Ggf,
}

/// What is known about a game besides its moves; an empty text is not known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The match or tournament.
    pub event: String,
    /// The date, as `2024-05-31`.
    pub date: String,
    /// The round.
    pub round: String,
    /// The names of the first and the second player.
    pub players: [String; 2],
}

/// A game that cannot be written or read.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The game has no such format.
    #[error("{game} has no {format}; {known}")]
    NoFormat {
        /// The id of the game.
        game: &'static str,
        /// What was asked for.
        format: Format,
        /// What there is, in words.
        known: String,
    },
    /// No format has this name.
    #[error("'{0}' is not a format; expected json, pgn, pdn, sgf or ggf")]
    UnknownFormat(String),
    /// A record names a game that is not known.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A record cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The text breaks off or is not of the format.
    #[error("line {line}: {problem}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// There is no game in the text.
    #[error("there is no {0} game in the text")]
    Empty(Format),
    /// There is no game with this number.
    #[error("there is no game {number}; the text holds {count}")]
    NoGame {
        /// What was asked for.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// The text is a game of something else.
    #[error("the text is a game of {found}, not of {expected}")]
    Foreign {
        /// What the text says.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A JSON record that is none.
    #[error("this is not a saved game: {0}")]
    Json(#[from] serde_json::Error),
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 5] = [Format::Json, Format::Pgn, Format::Pdn, Format::Sgf, Format::Ggf];

    /// Its name, which is also how its files end.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Pgn => "pgn",
            Format::Pdn => "pdn",
            Format::Sgf => "sgf",
            Format::Ggf => "ggf",
        }
    }

    /// The formats that a game, given by its id, can be written in; JSON comes first.
    pub fn of_game(id: &str) -> &'static [Format] {
        match id {
            "chess" | "xiangqi" | "nine-mens-morris" => &[Format::Json, Format::Pgn],
            "checkers" | "checkers-casual" | "international-draughts" => &[Format::Json, Format::Pdn],
            "othello" => &[Format::Json, Format::Sgf, Format::Ggf],
            "lines-of-action" | "connect6" | "outer-open-gomoku" | "havannah" => &[Format::Json, Format::Sgf],
            _ => &[Format::Json],
        }
    }

    /// The format that a text looks like.
    pub fn guess(text: &str) -> Option<Format> {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let bracket = text.find("(;");
        match text.chars().next()? {
            '{' if text.contains("\"moves\"") => Some(Format::Json),
            _ if bracket.is_some() && text.contains("GM[Othello]") => Some(Format::Ggf),
            '(' if bracket.is_some() => Some(Format::Sgf),
            _ if text.contains("[GameType ") => Some(Format::Pdn),
            _ => Some(Format::Pgn),
        }
    }

    fn check(self, id: &'static str) -> Result<(), ExportError> {
        let known = Format::of_game(id);
        if known.contains(&self) {
            return Ok(());
        }
        let names: Vec<&str> = known.iter().map(|format| format.name()).collect();
        let known = match names[..] {
            ["json"] => "its players have no common format; use json".to_owned(),
            _ => format!("its formats are {}", names.join(" and ")),
        };
        Err(ExportError::NoFormat { game: id, format: self, known })
    }
}

impl FromStr for Format {
    type Err = ExportError;

    fn from_str(text: &str) -> Result<Format, ExportError> {
        let format = Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text.trim()));
        format.ok_or_else(|| ExportError::UnknownFormat(text.trim().chars().take(40).collect()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name().to_ascii_uppercase())
    }
}

/// Writes a game.
pub fn write(record: &Record, header: &Header, format: Format) -> Result<String, ExportError> {
    let rules = agon_games::find(&record.game)?;
    format.check(rules.info().id)?;
    let walk = Walk::of(rules.as_ref(), record)?;
    Ok(match format {
        Format::Json => serde_json::to_string_pretty(record)? + "\n",
        Format::Pgn => pgn::write(&walk, header),
        Format::Pdn => pdn::write(&walk, header),
        Format::Sgf => sgf::write(&walk, header),
        Format::Ggf => ggf::write(&walk, header),
    })
}

/// The games of a text, in order, not yet replayed.
pub struct Games<'a> {
    rules: &'a dyn Rules,
    drafts: Vec<Draft>,
}

impl<'a> Games<'a> {
    /// Finds the games in a text. Their moves are checked when they are asked for.
    pub fn parse(text: &str, format: Format, rules: &'a dyn Rules) -> Result<Games<'a>, ExportError> {
        format.check(rules.info().id)?;
        let drafts = match format {
            Format::Json => vec![Draft::of_json(text, rules)?],
            Format::Pgn => pgn::read(text, rules)?,
            Format::Pdn => pdn::read(text, rules)?,
            Format::Sgf => sgf::read(text, rules)?,
            Format::Ggf => ggf::read(text, rules)?,
        };
        if drafts.is_empty() {
            return Err(ExportError::Empty(format));
        }
        Ok(Games { rules, drafts })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.drafts.len()
    }

    /// Game `number`, from 1, with every move checked.
    pub fn read(&self, number: usize) -> Result<(Record, Header), ExportError> {
        let draft = number.checked_sub(1).and_then(|index| self.drafts.get(index));
        let draft = draft.ok_or(ExportError::NoGame { number, count: self.count() })?;
        Ok((draft.record(self.rules)?, draft.header.clone()))
    }
}

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
use std::sync::Arc;

use agon_core::{GameInfo, Library, MoveError, Record, ReplayError, Rules, SpecError, Text};
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
pub enum FormatError {
    /// The game has no such format.
    #[error("{game} has no {format}; {known}")]
    NoFormat {
        /// The id of the game.
        game: Text,
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
        problem: Problem,
    },
    /// A move of the text is not legal.
    #[error("line {line}, move {number}: {error}")]
    Move {
        /// The line, from 1.
        line: usize,
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The text does not say which game it is of.
    #[error("the text does not say which game it is of; name the game")]
    Nameless,
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

/// What is wrong with a line that is not of its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// PGN and PDN: brackets that are no tag.
    #[error("expected a tag such as [White \"Name\"]")]
    Tag,
    /// PGN and PDN: a comment without an end.
    #[error("a comment that is opened with {{ is not closed")]
    OpenComment,
    /// PGN and PDN: a variation without an end.
    #[error("a variation that is opened with ( is not closed")]
    OpenVariation,
    /// A closing bracket too many.
    #[error("{0} closes nothing")]
    ClosesNothing(char),
    /// SGF and GGF: a value without an end.
    #[error("a value that is opened with [ is not closed")]
    OpenValue,
    /// SGF and GGF: a value of nothing.
    #[error("a value has no name before it")]
    NamelessValue,
    /// SGF and GGF: a game without an end.
    #[error("the text ends before the game is closed with )")]
    OpenGame,
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
            // A comment of PGN would begin with a word.
            '{' if text[1..].trim_start().starts_with(['"', '}']) || text.len() == 1 => Some(Format::Json),
            _ if bracket.is_some() && text.contains("GM[Othello]") => Some(Format::Ggf),
            '(' if bracket.is_some() => Some(Format::Sgf),
            _ if text.contains("[GameType ") => Some(Format::Pdn),
            _ => Some(Format::Pgn),
        }
    }

    fn check(self, info: &GameInfo) -> Result<(), FormatError> {
        let known = Format::of_game(&info.id);
        if known.contains(&self) {
            return Ok(());
        }
        let names: Vec<&str> = known.iter().map(|format| format.name()).collect();
        let known = match names[..] {
            ["json"] => "its players have no common format; use json".to_owned(),
            _ => format!("its formats are {}", names.join(" and ")),
        };
        Err(FormatError::NoFormat { game: info.id.clone(), format: self, known })
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Format, FormatError> {
        let format = Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text.trim()));
        format.ok_or_else(|| FormatError::UnknownFormat(text.trim().chars().take(40).collect()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name().to_ascii_uppercase())
    }
}

/// Writes a game that was played by these rules.
pub fn write(
    rules: &dyn Rules,
    record: &Record,
    header: &Header,
    format: Format,
) -> Result<String, FormatError> {
    format.check(rules.info())?;
    let walk = Walk::of(rules, record)?;
    Ok(match format {
        Format::Json => serde_json::to_string_pretty(record)? + "\n",
        Format::Pgn => pgn::write(&walk, header),
        Format::Pdn => pdn::write(&walk, header),
        Format::Sgf => sgf::write(&walk, header),
        Format::Ggf => ggf::write(&walk, header),
    })
}

/// Finds out in which format a text is, and of which game; `game` is believed where the text says something else.
pub fn discover<L: Library>(
    text: &str,
    game: Option<&Arc<L::Rules>>,
    library: &L,
) -> Result<(Format, Arc<L::Rules>), FormatError> {
    let guess = Format::guess(text).unwrap_or(Format::Json);
    let told = match guess {
        Format::Json => Some(serde_json::from_str::<Record>(text)?.game),
        Format::Pgn => Some(pgn::game(text)?),
        Format::Pdn => pdn::game(text)?,
        Format::Sgf => sgf::game(text)?,
        Format::Ggf => Some("othello".to_owned()),
    };
    // The text knows the size of the board, which a bare id does not say.
    let knows_more = |told: &&str| game.is_none_or(|game| told.split(':').next() == Some(game.spec()));
    let rules = match (told.as_deref().filter(knows_more), game) {
        (Some(spec), _) => library.find(spec)?,
        (None, Some(game)) => game.clone(),
        (None, None) => return Err(FormatError::Nameless),
    };
    // Without its game type, PDN looks like PGN.
    let known = Format::of_game(&rules.info().id);
    let format = if guess == Format::Pgn && known.contains(&Format::Pdn) { Format::Pdn } else { guess };
    Ok((format, rules))
}

/// The games of a text, in order, not yet replayed.
pub struct Games<'a> {
    rules: &'a dyn Rules,
    found: Found,
}

enum Found {
    /// Our own record, which was checked at once.
    Record(Box<Record>),
    /// What other formats tell.
    Drafts(Vec<Draft>),
}

/// A record of ours, every move checked.
fn saved(text: &str, rules: &dyn Rules) -> Result<Record, FormatError> {
    let record: Record = serde_json::from_str(text)?;
    if record.game != rules.spec() {
        return Err(FormatError::Foreign { found: record.game, expected: rules.spec().to_owned() });
    }
    Ok(rules.replay(&record)?.record())
}

impl<'a> Games<'a> {
    /// Finds the games in a text. Their moves are checked when they are asked for.
    pub fn parse(text: &str, format: Format, rules: &'a dyn Rules) -> Result<Games<'a>, FormatError> {
        format.check(rules.info())?;
        let drafts = match format {
            Format::Json => return Ok(Games { rules, found: Found::Record(Box::new(saved(text, rules)?)) }),
            Format::Pgn => pgn::read(text, rules)?,
            Format::Pdn => pdn::read(text, rules)?,
            Format::Sgf => sgf::read(text, rules)?,
            Format::Ggf => ggf::read(text, rules)?,
        };
        if drafts.is_empty() {
            return Err(FormatError::Empty(format));
        }
        Ok(Games { rules, found: Found::Drafts(drafts) })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        match &self.found {
            Found::Record(_) => 1,
            Found::Drafts(drafts) => drafts.len(),
        }
    }

    /// Game `number`, from 1, with every move checked.
    pub fn read(&self, number: usize) -> Result<(Record, Header), FormatError> {
        match (&self.found, number.checked_sub(1)) {
            (Found::Record(record), Some(0)) => Ok((Record::clone(record), Header::default())),
            (Found::Drafts(drafts), Some(index)) if index < drafts.len() => {
                Ok((drafts[index].record(self.rules)?, drafts[index].header.clone()))
            }
            _ => Err(FormatError::NoGame { number, count: self.count() }),
        }
    }
}

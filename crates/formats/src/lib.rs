//! Games in the formats that their players use: written from a [`Record`], and read back into one.
//!
//! Every game has JSON, which is our own record. Beside it stands what its community has: PGN for chess, xiangqi and nine
//! men's morris, PDN for checkers and draughts, SGF and GGF for Othello, SGF for the games of stones. Readers are tolerant:
//! they take comments, variations and annotations for granted and follow the main line, also past a draw that nobody claimed.
//! Whatever the text, the answer is a game or a sentence.

mod draft;
mod ggf;
mod pdn;
mod pgn;
mod properties;
mod sgf;
mod tags;
mod transcript;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use agon_core::notation::quote;
use agon_core::{GameInfo, Library, MoveError, Record, ReplayError, Rules, SpecError, Text};
use thiserror::Error;

use draft::{Told, Walk};
use properties::Property;
use tags::Tagged;

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
    /// The generic game format of Othello servers; bare transcripts such as `f5d6c3` are read too.
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
    /// A move of the text is another player's than whose turn it is.
    #[error("line {line}, move {number}: '{text}' is a move of {found}, but it is the turn of {expected}")]
    Turn {
        /// The line, from 1.
        line: usize,
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        text: String,
        /// Whose move it is said to be.
        found: String,
        /// Whose turn it is.
        expected: String,
    },
    /// The text is of a game that is not known.
    #[error("the text is a game of {0}, which is none of the games here")]
    Unknown(String),
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
    /// A line that is no JSON, among others that are.
    #[error("line {line} is not a saved game: {error}")]
    JsonLine {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
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
            _ if transcript::looks_like_one(text) => Some(Format::Ggf),
            _ if text.contains("[GameType ") => Some(Format::Pdn),
            // Files from before there was a game type; whatever cannot be read is no such file.
            _ => {
                let games = tags::parse(text, &pdn::RESULTS).unwrap_or_default();
                let draughts = games.first().is_some_and(pdn::looks_like_one);
                Some(if draughts { Format::Pdn } else { Format::Pgn })
            }
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
        format.ok_or_else(|| FormatError::UnknownFormat(brief(text.trim())))
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

/// A game that was read.
pub struct Reading<R: ?Sized> {
    /// The rules it was played by.
    pub rules: Arc<R>,
    /// The game, every move checked.
    pub record: Record,
    /// What the text says about it besides the moves.
    pub header: Header,
    /// What whoever reads it should know: what was left out, and where it differs from our rules. Sentences without a full
    /// stop.
    pub remarks: Vec<String>,
}

/// The games of a text, in order, not yet replayed. They need not all be of one kind.
pub struct Games<'a, L: Library> {
    format: Format,
    /// What was asked for, where the text does not say more.
    game: Option<Arc<L::Rules>>,
    library: &'a L,
    found: Vec<Found>,
}

/// A game as it stands in its text.
enum Found {
    Json(serde_json::Value),
    Tagged(Tagged),
    Tree(Vec<Property>),
    Transcript(Vec<Told>),
}

impl<'a, L: Library> Games<'a, L> {
    /// Finds the games in a text. Their moves are checked when they are asked for. The format is judged by the text if none
    /// is given; of the game, the text may know more than whoever gives it, such as the size of the board.
    pub fn parse(
        text: &str,
        format: Option<Format>,
        game: Option<&Arc<L::Rules>>,
        library: &'a L,
    ) -> Result<Games<'a, L>, FormatError> {
        let known = game.map_or(&[][..], |game| Format::of_game(&game.info().id));
        let format = format.unwrap_or_else(|| match Format::guess(text).unwrap_or(Format::Json) {
            // A few moves of draughts or Othello look like nothing in particular.
            Format::Pgn if known.contains(&Format::Pdn) => Format::Pdn,
            Format::Pgn if known.contains(&Format::Ggf) => Format::Ggf,
            guess => guess,
        });
        let found: Vec<Found> = match format {
            Format::Json => json(text)?.into_iter().map(Found::Json).collect(),
            Format::Pgn => tags::parse(text, &pgn::RESULTS)?.into_iter().map(Found::Tagged).collect(),
            Format::Pdn => tags::parse(text, &pdn::RESULTS)?.into_iter().map(Found::Tagged).collect(),
            Format::Sgf => properties::parse(text)?.into_iter().map(Found::Tree).collect(),
            Format::Ggf => match text.find("(;") {
                // Files of matches have a number before each line of games.
                Some(start) => properties::parse(&text[start..])?.into_iter().map(Found::Tree).collect(),
                None => {
                    transcript::parse(text).unwrap_or_default().into_iter().map(Found::Transcript).collect()
                }
            },
        };
        if found.is_empty() {
            return Err(FormatError::Empty(format));
        }
        Ok(Games { format, game: game.cloned(), library, found })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// The format they are in.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Game `number`, from 1, with every move checked.
    pub fn read(&self, number: usize) -> Result<Reading<L::Rules>, FormatError> {
        let none = || FormatError::NoGame { number, count: self.count() };
        let found = number.checked_sub(1).and_then(|index| self.found.get(index)).ok_or_else(none)?;
        let (rules, draft) = match found {
            Found::Json(value) => return self.saved(value),
            Found::Tagged(game) if self.format == Format::Pdn => {
                let rules = self.rules(pdn::game(game))?;
                let draft = pdn::draft(game, rules.bare())?;
                (rules, draft)
            }
            Found::Tagged(game) => {
                let rules = self.rules(Some(Ok(pgn::game(game))))?;
                let draft = pgn::draft(game, rules.bare())?;
                (rules, draft)
            }
            Found::Tree(game) if ggf::is_one(game) => {
                let rules = self.rules(Some(Ok("othello".to_owned())))?;
                let draft = ggf::draft(game, rules.bare())?;
                (rules, draft)
            }
            Found::Tree(game) => {
                let rules = self.rules(sgf::game(game))?;
                let draft = sgf::draft(game, rules.bare())?;
                (rules, draft)
            }
            Found::Transcript(moves) => {
                (self.rules(Some(Ok("othello".to_owned())))?, transcript::draft(moves))
            }
        };
        let (record, remarks) = draft.record(rules.bare())?;
        Ok(Reading { rules, record, header: draft.header, remarks })
    }

    /// The rules of a game of which the text says this: a spec, or the name of a game that we do not have.
    fn rules(&self, told: Option<Result<String, String>>) -> Result<Arc<L::Rules>, FormatError> {
        // The text knows the size of the board, which a bare id does not say.
        let knows_more =
            |spec: &str| self.game.as_ref().is_none_or(|game| spec.split(':').next() == Some(game.spec()));
        let rules = match (told, &self.game) {
            (Some(Ok(spec)), _) if knows_more(&spec) => self.library.find(&spec)?,
            (_, Some(game)) => game.clone(),
            (Some(Err(found)), None) => return Err(FormatError::Unknown(found)),
            (_, None) => return Err(FormatError::Nameless),
        };
        self.format.check(rules.info())?;
        Ok(rules)
    }

    /// A record of ours, every move checked.
    fn saved(&self, value: &serde_json::Value) -> Result<Reading<L::Rules>, FormatError> {
        let record: Record = serde_json::from_value(value.get("record").unwrap_or(value).clone())?;
        let rules = self.rules(Some(Ok(record.game.clone())))?;
        if record.game != rules.spec() {
            return Err(FormatError::Foreign { found: record.game, expected: rules.spec().to_owned() });
        }
        let record = rules.replay(&record)?.record();
        Ok(Reading { rules, record, header: Header::default(), remarks: Vec::new() })
    }
}

/// The JSON objects of a text: one, or one per line.
fn json(text: &str) -> Result<Vec<serde_json::Value>, FormatError> {
    let text = text.trim_start_matches('\u{feff}');
    if let Ok(whole) = serde_json::from_str(text) {
        return Ok(match whole {
            serde_json::Value::Array(all) => all,
            one => vec![one],
        });
    }
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    match lines[..] {
        // What is written over several lines is one object, and its error says where it breaks off.
        [(_, first), ..] if serde_json::from_str::<serde_json::Value>(first).is_ok() => lines
            .into_iter()
            .map(|(index, line)| {
                serde_json::from_str(line).map_err(|error| FormatError::JsonLine { line: index + 1, error })
            })
            .collect(),
        _ => Err(serde_json::from_str::<serde_json::Value>(text)
            .err()
            .map_or(FormatError::Empty(Format::Json), Into::into)),
    }
}

/// The beginning of a text, in one line.
fn brief(text: &str) -> String {
    quote(text).chars().take(40).collect()
}

/// The moves of a text such as a person types it: words, or an Othello transcript such as `f5d6c3`.
pub fn moves(rules: &dyn Rules, text: &str) -> Vec<String> {
    let split = |word: &str| match transcript::squares(word) {
        Some(squares) if rules.info().id == "othello" => squares,
        _ => vec![word.to_owned()],
    };
    text.split_whitespace().flat_map(split).collect()
}

//! Selection: which move is played, once a search has given a value to each of them.
//!
//! A search finds out the truth as far as it can; style and difficulty begin here, and work the same for every search and
//! every game. In a spec the selection follows an `@`: `uct:playouts=5000@gaussian(0.4,0.3)`, `pvs@softmax(0.1,0.3)`,
//! `hybrid:time=1s@easy`.
//!
//! What each rule does about proofs:
//!
//! | rule | a proven win | a proven loss |
//! |---|---|---|
//! | `best` | as the search decides | as the search decides |
//! | `careful` | as `best`, and a win at once is never missed | a loss at once only if every move loses at once |
//! | `gaussian` | is worth 1, and is played when the target is nearest to that, as published | is worth 0, likewise |
//! | `margin` | the shortest is played | only if every move is one, and then the longest |
//! | `softmax` | the shortest is played | as `margin` |
//! | `sound` | as `softmax`, and a win at once is never missed | as `softmax`, and a loss at once only if every move loses at once |
//! | `slip` | as `sound` | as `sound` |
//! | `quantile` | ranks before everything else, the shorter the higher | ranks behind everything else, the longer the higher |
//! | `visible` | as far as it was proven at that depth | as far as it was proven at that depth |

mod agent;
mod care;
mod choose;
pub mod gaussian;
mod quantile;

use std::fmt;
use std::str::FromStr;

use agon_search::settings::{Key, Kind};
use thiserror::Error;

pub(crate) use agent::Choosing;

/// A rule by which a move is chosen.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Selection {
    /// The move that the search thinks best.
    #[default]
    Best,
    /// The same, but never missing a win or allowing a loss that one move shows.
    Careful,
    /// The move whose value is nearest to a target drawn from a normal distribution.
    Gaussian {
        /// The mean of the target, on the scale from 0 (lost) to 1 (won).
        mean: f64,
        /// Its standard deviation.
        deviation: f64,
    },
    /// Any move that is at most so much worse than the best.
    Margin(f64),
    /// A move by its value: the better, the likelier.
    Softmax {
        /// The loss of value that makes a move less likely by the factor e.
        temperature: f64,
        /// How much worse than the best a move may be.
        floor: f64,
    },
    /// The same, but never missing a win or allowing a loss that one move shows.
    Sound {
        /// As for `Softmax`.
        temperature: f64,
        /// As for `Softmax`.
        floor: f64,
    },
    /// Like `Careful`, but now and then like `Sound` after a look at all moves alike.
    Slip {
        /// How likely that is, at every move.
        chance: f64,
        /// As for `Softmax`.
        temperature: f64,
        /// As for `Softmax`.
        floor: f64,
    },
    /// The move that ranks among ours as the opponent's recent moves rank among his.
    Quantile {
        /// How many of his moves count.
        moves: u32,
        /// What is taken for his rank before he has moved.
        prior: f64,
    },
    /// The best move as a search of this depth sees it.
    Visible(u32),
}

// No value is ever not a number: they are checked when they are read.
impl Eq for Selection {}

/// A text that names no selection.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SelectionError {
    /// No selection has this name.
    #[error("there is no selection '@{name}'; known: {}", known.join(", "))]
    UnknownName {
        /// What was typed.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The values in brackets are too many, or the brackets are not in order.
    #[error("'@{text}' is not a selection; expected {expected}")]
    Malformed {
        /// What was typed.
        text: String,
        /// How the selection is written.
        expected: String,
    },
    /// A value does not fit.
    #[error("'{value}' is not a value of the selection {name}'s {parameter}: {expected}")]
    BadValue {
        /// The selection.
        name: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// What was typed.
        value: String,
        /// What was expected.
        expected: String,
    },
}

/// How a selection is written, and what it does.
#[derive(Debug)]
pub struct Form {
    /// Its name.
    pub name: &'static str,
    /// The values in brackets, in order.
    pub parameters: &'static [Key],
    /// What it does, in one line.
    pub summary: &'static str,
}

impl Form {
    /// The form with the names of its parameters, such as `gaussian(mean,deviation)`.
    pub fn usage(&self) -> String {
        if self.parameters.is_empty() {
            return self.name.to_owned();
        }
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name).collect();
        format!("{}({})", self.name, names.join(","))
    }
}

const fn number(name: &'static str, default: &'static str, least: f64, most: f64, help: &'static str) -> Key {
    Key { name, formerly: &[], default, kind: Kind::Number(least, most), help }
}

const fn count(name: &'static str, default: &'static str, least: u64, most: u64, help: &'static str) -> Key {
    Key { name, formerly: &[], default, kind: Kind::Count(least, most), help }
}

const TEMPERATURE: Key =
    number("temperature", "0.1", 0.0, 100.0, "the loss of value that makes a move e times less likely");
const FLOOR: Key = number("floor", "0.3", 0.0, 2.0, "how much worse than the best a move may be");

/// Every selection.
pub static SELECTIONS: &[Form] = &[
    Form {
        name: "best",
        parameters: &[],
        summary: "Plays the move the search thinks best; this is the default.",
    },
    Form {
        name: "careful",
        parameters: &[],
        summary: "Plays the best move, and never misses a win or allows a loss that a single move shows.",
    },
    Form {
        name: "gaussian",
        parameters: &[
            number("mean", "0.6", -10.0, 10.0, "the mean of the target, from 0 (lost) to 1 (won)"),
            number("deviation", "0.3", 0.0, 10.0, "its standard deviation"),
        ],
        summary: "Draws a target value and plays the move nearest to it, as Vieira, Tavares and Ribas published it.",
    },
    Form { name: "easy", parameters: &[], summary: "Means gaussian(0.4,0.3)." },
    Form { name: "medium", parameters: &[], summary: "Means gaussian(0.6,0.3)." },
    Form { name: "hard", parameters: &[], summary: "Means gaussian(1,0.3)." },
    Form {
        name: "margin",
        parameters: &[number(
            "margin",
            "0.05",
            0.0,
            2.0,
            "how much worse than the best, in values from -1 to 1",
        )],
        summary: "Plays any move within a margin of the best, all equally likely.",
    },
    Form {
        name: "softmax",
        parameters: &[TEMPERATURE, FLOOR],
        summary: "Plays better moves more often and bad ones never.",
    },
    Form {
        name: "sound",
        parameters: &[TEMPERATURE, FLOOR],
        summary: "As softmax, and never misses a win or allows a loss that a single move shows.",
    },
    Form {
        name: "slip",
        parameters: &[
            number("chance", "0.1", 0.0, 1.0, "how likely haste is, at every move"),
            TEMPERATURE,
            FLOOR,
        ],
        summary: "As careful, but now and then in haste: then it takes a short look at every move and plays as sound.",
    },
    Form {
        name: "quantile",
        parameters: &[
            count("moves", "5", 1, 100, "how many of the opponent's latest moves count"),
            number(
                "prior",
                "0.6",
                0.0,
                1.0,
                "the rank he is taken to play at before he has moved; 1 is the best",
            ),
        ],
        summary: "Plays moves that rank as the opponent's own moves do (after Dziedzic's AdaptiveMiniMax).",
    },
    Form {
        name: "visible",
        parameters: &[count("depth", "2", 1, 512, "in plies; for searches that deepen step by step")],
        summary: "Plays what a search of a given depth sees, however deep the search went.",
    },
];

/// The difficulties of Vieira, Tavares and Ribas: name and mean; the deviation is 0.3 for all.
const DIFFICULTIES: [(&str, f64); 3] = [("easy", 0.4), ("medium", 0.6), ("hard", 1.0)];
const DIFFICULTY_DEVIATION: f64 = 0.3;

impl Selection {
    /// Whether it depends on chance.
    pub fn is_random(self) -> bool {
        !matches!(self, Selection::Best | Selection::Careful | Selection::Visible(_))
    }
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Selection, SelectionError> {
        let text = text.trim();
        let (name, rest) = text.split_at(text.find('(').unwrap_or(text.len()));
        let Some(form) = SELECTIONS.iter().find(|form| form.name.eq_ignore_ascii_case(name.trim())) else {
            let known = SELECTIONS.iter().map(|form| form.name).collect();
            return Err(SelectionError::UnknownName { name: shorten(name), known });
        };
        let malformed = || SelectionError::Malformed { text: shorten(text), expected: form.usage() };
        let said: Vec<&str> = if rest.is_empty() {
            Vec::new()
        } else {
            let inner = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
            inner.ok_or_else(malformed)?.split(',').map(str::trim).collect()
        };
        if said.len() > form.parameters.len() {
            return Err(malformed());
        }
        let mut values = [0.0; 3];
        for (index, parameter) in form.parameters.iter().enumerate() {
            let value = said.get(index).copied().unwrap_or(parameter.default);
            parameter.kind.check(value).map_err(|expected| SelectionError::BadValue {
                name: form.name,
                parameter: parameter.name,
                value: shorten(value),
                expected,
            })?;
            values[index] = value.parse().expect("the value was checked to be a number");
        }
        let [a, b, c] = values;
        if let Some(&(_, mean)) = DIFFICULTIES.iter().find(|(name, _)| *name == form.name) {
            return Ok(Selection::Gaussian { mean, deviation: DIFFICULTY_DEVIATION });
        }
        Ok(match form.name {
            "best" => Selection::Best,
            "careful" => Selection::Careful,
            "gaussian" => Selection::Gaussian { mean: a, deviation: b },
            "margin" => Selection::Margin(a),
            "softmax" => Selection::Softmax { temperature: a, floor: b },
            "sound" => Selection::Sound { temperature: a, floor: b },
            "slip" => Selection::Slip { chance: a, temperature: b, floor: c },
            "quantile" => Selection::Quantile { moves: a as u32, prior: b },
            "visible" => Selection::Visible(a as u32),
            other => unreachable!("{other} is listed but not made here"),
        })
    }
}

/// The shortest text that means the same.
impl fmt::Display for Selection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Selection::Best => formatter.write_str("best"),
            Selection::Careful => formatter.write_str("careful"),
            Selection::Gaussian { mean, deviation } => {
                let named = DIFFICULTIES.iter().find(|(_, known)| *known == mean);
                match named.filter(|_| deviation == DIFFICULTY_DEVIATION) {
                    Some((name, _)) => formatter.write_str(name),
                    None => write!(formatter, "gaussian({mean},{deviation})"),
                }
            }
            Selection::Margin(margin) => write!(formatter, "margin({margin})"),
            Selection::Softmax { temperature, floor } => write!(formatter, "softmax({temperature},{floor})"),
            Selection::Sound { temperature, floor } => write!(formatter, "sound({temperature},{floor})"),
            Selection::Slip { chance, temperature, floor } => {
                write!(formatter, "slip({chance},{temperature},{floor})")
            }
            Selection::Quantile { moves, prior } => write!(formatter, "quantile({moves},{prior})"),
            Selection::Visible(depth) => write!(formatter, "visible({depth})"),
        }
    }
}

/// What was typed, as far as it fits into a sentence.
fn shorten(text: &str) -> String {
    text.trim().chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_are_written_as_they_were_meant() {
        for text in [
            "best",
            "careful",
            "easy",
            "hard",
            "gaussian(0.5,0.25)",
            "margin(0.1)",
            "softmax(0.1,0.3)",
            "slip(0.2,0.1,0.4)",
        ] {
            assert_eq!(text.parse::<Selection>().unwrap().to_string(), text);
        }
        assert_eq!("gaussian(0.4,0.3)".parse::<Selection>().unwrap().to_string(), "easy");
        assert_eq!("quantile".parse::<Selection>().unwrap().to_string(), "quantile(5,0.6)");
        assert_eq!(" softmax( 0.2 ) ".parse::<Selection>().unwrap().to_string(), "softmax(0.2,0.3)");
    }

    #[test]
    fn mistakes_are_named() {
        let said = |text: &str| text.parse::<Selection>().unwrap_err().to_string();
        assert!(
            said("esay").starts_with("there is no selection '@esay'; known: best, careful, gaussian, easy")
        );
        assert_eq!(said("margin(1,2)"), "'@margin(1,2)' is not a selection; expected margin(margin)");
        assert_eq!(said("easy("), "'@easy(' is not a selection; expected easy");
        assert!(
            said("visible(0)")
                .contains("'0' is not a value of the selection visible's depth: expected a whole")
        );
        assert!(said("softmax(nan)").contains("'nan' is not a value"), "{}", said("softmax(nan)"));
    }
}

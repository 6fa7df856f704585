//! Specs such as `havannah:size=5,swap=on`: a name with options.

use std::fmt;

use thiserror::Error;

use crate::closest::question;
use crate::info::{GameInfo, Text};

/// Something about a game that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub key: &'static str,
    /// The value it has when nothing is said.
    pub default: &'static str,
    /// The values it may have.
    pub values: &'static [&'static str],
    /// What it does, in one line.
    pub help: &'static str,
}

/// A spec that names no game or option we know.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// No game has this id.
    #[error("there is no game '{name}'; {}known: {}", question(name, known.iter().map(String::as_str)), known.join(", "))]
    UnknownGame {
        /// What was typed.
        name: String,
        /// The ids there are.
        known: Vec<String>,
    },
    /// The game has no such parameter.
    #[error("{game} has no parameter '{key}'; {}known: {}", question(key, known.iter().copied()), if known.is_empty() { "none".to_owned() } else { known.join(", ") })]
    UnknownParameter {
        /// The game.
        game: Text,
        /// What was typed.
        key: String,
        /// The parameters there are.
        known: Vec<&'static str>,
    },
    /// The parameter cannot have this value.
    #[error("'{value}' is not a value of {game}'s parameter {key}; known: {}", known.join(", "))]
    UnknownValue {
        /// The game.
        game: Text,
        /// The parameter.
        key: &'static str,
        /// What was typed.
        value: String,
        /// The values there are.
        known: Vec<&'static str>,
    },
    /// The text after the colon is not a list of `key=value`.
    #[error("'{text}' is not of the form key=value")]
    Malformed {
        /// What was typed.
        text: String,
    },
}

/// A game with the values of all its parameters: what a spec means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    game: Text,
    parameters: &'static [Parameter],
    values: Vec<&'static str>,
}

impl Options {
    /// Every parameter at its default.
    pub fn new(info: &GameInfo) -> Options {
        let values = info.parameters.iter().map(|parameter| parameter.default).collect();
        Options { game: info.id.clone(), parameters: info.parameters, values }
    }

    /// Reads `key=value,key=value`; what is not named keeps its default.
    pub fn parse(info: &GameInfo, text: &str) -> Result<Options, SpecError> {
        Options::new(info).with(text)
    }

    /// The same with some values changed, as in `key=value,key=value`.
    pub fn with(mut self, text: &str) -> Result<Options, SpecError> {
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(SpecError::Malformed { text: part.to_owned() });
            };
            let Some(index) =
                self.parameters.iter().position(|parameter| parameter.key.eq_ignore_ascii_case(key.trim()))
            else {
                let known = self.parameters.iter().map(|parameter| parameter.key).collect();
                return Err(SpecError::UnknownParameter { game: self.game, key: key.to_owned(), known });
            };
            let parameter = &self.parameters[index];
            let Some(&value) = parameter.values.iter().find(|known| known.eq_ignore_ascii_case(value.trim()))
            else {
                return Err(SpecError::UnknownValue {
                    game: self.game,
                    key: parameter.key,
                    value: value.to_owned(),
                    known: parameter.values.to_vec(),
                });
            };
            self.values[index] = value;
        }
        Ok(self)
    }

    /// The value of a parameter that the game declares.
    ///
    /// # Panics
    /// If the game's info does not declare `key`.
    pub fn value(&self, key: &str) -> &'static str {
        self.chosen(key).expect("a game only asks for parameters it declares")
    }

    /// The value of a parameter, if there is one of this name.
    pub fn chosen(&self, key: &str) -> Option<&'static str> {
        let index = self.parameters.iter().position(|parameter| parameter.key == key)?;
        Some(self.values[index])
    }

    /// The value of a numeric parameter.
    ///
    /// # Panics
    /// If the game's info does not declare `key`, or declares values that are not numbers.
    pub fn number(&self, key: &str) -> u32 {
        self.value(key).parse().expect("a numeric parameter has numeric values")
    }

    /// Whether an `on`/`off` parameter is on.
    pub fn is_on(&self, key: &str) -> bool {
        self.value(key) == "on"
    }
}

/// The shortest spec that means the same: the id, and what differs from the defaults.
impl fmt::Display for Options {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.game)?;
        let changed = self.parameters.iter().zip(&self.values).filter(|(p, value)| p.default != **value);
        for (index, (parameter, value)) in changed.enumerate() {
            write!(formatter, "{}{}={value}", if index == 0 { ':' } else { ',' }, parameter.key)?;
        }
        Ok(())
    }
}

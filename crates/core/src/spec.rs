//! Specs such as `havannah:size=5,swap=on`: a name with options.

use std::fmt;

use thiserror::Error;

use crate::game::GameInfo;

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
    #[error("there is no game '{name}'; known: {}", known.join(", "))]
    UnknownGame {
        /// What was typed.
        name: String,
        /// The ids there are.
        known: Vec<&'static str>,
    },
    /// The game has no such parameter.
    #[error("{game} has no parameter '{key}'; known: {}", if known.is_empty() { "none".to_owned() } else { known.join(", ") })]
    UnknownParameter {
        /// The game.
        game: &'static str,
        /// What was typed.
        key: String,
        /// The parameters there are.
        known: Vec<&'static str>,
    },
    /// The parameter cannot have this value.
    #[error("'{value}' is not a value of {game}'s parameter {key}; known: {}", known.join(", "))]
    UnknownValue {
        /// The game.
        game: &'static str,
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

/// The values of all parameters of a game.
#[derive(Clone, Debug)]
pub struct Options {
    info: &'static GameInfo,
    values: Vec<&'static str>,
}

impl Options {
    /// Every parameter at its default.
    pub fn new(info: &'static GameInfo) -> Options {
        Options { info, values: info.parameters.iter().map(|parameter| parameter.default).collect() }
    }

    /// Reads `key=value,key=value`; what is not named keeps its default.
    pub fn parse(info: &'static GameInfo, text: &str) -> Result<Options, SpecError> {
        let mut options = Options::new(info);
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(SpecError::Malformed { text: part.to_owned() });
            };
            let Some(index) = info.parameters.iter().position(|parameter| parameter.key == key) else {
                let known = info.parameters.iter().map(|parameter| parameter.key).collect();
                return Err(SpecError::UnknownParameter { game: info.id, key: key.to_owned(), known });
            };
            let parameter = &info.parameters[index];
            let Some(&value) = parameter.values.iter().find(|&&known| known == value) else {
                return Err(SpecError::UnknownValue {
                    game: info.id,
                    key: parameter.key,
                    value: value.to_owned(),
                    known: parameter.values.to_vec(),
                });
            };
            options.values[index] = value;
        }
        Ok(options)
    }

    /// The value of a parameter that the game declares.
    ///
    /// # Panics
    /// If the game's info does not declare `key`.
    pub fn value(&self, key: &str) -> &'static str {
        let index = self.info.parameters.iter().position(|parameter| parameter.key == key);
        self.values[index.expect("a game only asks for parameters it declares")]
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
        formatter.write_str(self.info.id)?;
        let changed = self.info.parameters.iter().zip(&self.values).filter(|(p, value)| p.default != **value);
        for (index, (parameter, value)) in changed.enumerate() {
            write!(formatter, "{}{}={value}", if index == 0 { ':' } else { ',' }, parameter.key)?;
        }
        Ok(())
    }
}

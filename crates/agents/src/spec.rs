//! Agent specs: `name:key=value,key=value@selection`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use agon_search::Limit;
use thiserror::Error;

use crate::registry::{ALGORITHMS, Algorithm, BUDGET, Key, SEED_KEY};
use crate::selection::{Selection, SelectionError};

/// A text that names no agent.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AgentError {
    /// No algorithm has this name.
    #[error("there is no agent '{name}'; known: {}", known.join(", "))]
    UnknownName {
        /// What was typed.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The algorithm has no such key.
    #[error("the agent {name} has no key '{key}'; known: {}", known.join(", "))]
    UnknownKey {
        /// The algorithm.
        name: &'static str,
        /// What was typed.
        key: String,
        /// The keys there are.
        known: Vec<&'static str>,
    },
    /// The value does not fit the key.
    #[error("'{value}' is not a value of {name}'s key {key}: {expected}")]
    BadValue {
        /// The algorithm.
        name: &'static str,
        /// The key.
        key: &'static str,
        /// What was typed.
        value: String,
        /// What was expected.
        expected: String,
    },
    /// A part of the text is not `key=value`.
    #[error("'{text}' is not of the form key=value")]
    Malformed {
        /// What was typed.
        text: String,
    },
    /// What follows the `@` is no selection.
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// The combination makes no sense for this game.
    #[error("{0}")]
    Unsuitable(String),
}

/// An algorithm, the values of its keys and a selection, valid by construction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentSpec {
    algorithm: &'static Algorithm,
    /// What was said, in the order of the algorithm's keys; what was not is at its default.
    values: Vec<(&'static Key, String)>,
    selection: Selection,
}

impl AgentSpec {
    /// The algorithm.
    pub fn algorithm(&self) -> &'static Algorithm {
        self.algorithm
    }

    /// How it chooses among the moves.
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// The seed of everything random in it.
    pub fn seed(&self) -> u64 {
        let said = self.values.iter().find(|(key, _)| key.name == SEED_KEY.name);
        let text = said.map_or(SEED_KEY.default, |(_, value)| value);
        text.parse().expect("the seed was checked to be a number")
    }

    /// The same agent with another seed, if anything in it is random.
    pub fn seeded(&self, seed: u64) -> AgentSpec {
        self.with(SEED_KEY.name, &seed.to_string()).unwrap_or_else(|_| self.clone())
    }

    /// The value of a key, as text.
    ///
    /// # Panics
    /// If the algorithm does not declare the key.
    pub fn text(&self, key: &str) -> &str {
        let said = self.values.iter().find(|(known, _)| known.name == key);
        said.map_or_else(
            || self.algorithm.key(key).expect("the algorithm declares the key").default,
            |(_, v)| v,
        )
    }

    /// The value of a key whose values are numbers.
    ///
    /// # Panics
    /// If the algorithm does not declare the key as a number.
    pub fn number<T: FromStr>(&self, key: &str) -> T {
        self.text(key).parse().unwrap_or_else(|_| panic!("{key} was checked to be a number"))
    }

    /// Whether an `on`/`off` key is on.
    pub fn is_on(&self, key: &str) -> bool {
        self.text(key) == "on"
    }

    /// The same agent with another value of a key.
    pub fn with(&self, key: &str, value: &str) -> Result<AgentSpec, AgentError> {
        let mut text = AgentSpec { selection: Selection::Best, ..self.clone() }.to_string();
        text.push(if text.contains(':') { ',' } else { ':' });
        format!("{text}{key}={value}@{}", self.selection).parse()
    }

    /// The time for a whole game, if the agent plays on a clock.
    pub fn clock(&self) -> Option<Duration> {
        read_time(self.text("clock"))
    }

    /// The budget: what the spec says, or the algorithm's own where it says nothing.
    pub fn limit(&self) -> Limit {
        let said = |name: &str| {
            self.values.iter().find(|(key, _)| key.name == name).map(|(_, value)| value.as_str())
        };
        let any = BUDGET.iter().any(|key| said(key.name).is_some());
        let value = |name: &str| {
            let default = self.algorithm.budget.iter().find(|(key, _)| *key == name).map(|&(_, value)| value);
            if any { said(name) } else { default }
        };
        let count = |name: &str| value(name).and_then(|text| text.parse().ok());
        Limit {
            time: value("time").and_then(read_time),
            nodes: count("nodes"),
            playouts: count("playouts"),
            iterations: count("iterations"),
            depth: value("depth").and_then(|text| text.parse().ok()),
            ..Limit::default()
        }
    }
}

/// Reads `1500ms`, `2s`, `1.5s`, `3m`; a plain number means seconds.
pub fn read_time(text: &str) -> Option<Duration> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.parse().ok()?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds).ok()
}

impl FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<AgentSpec, AgentError> {
        let (text, selection) = match text.rsplit_once('@') {
            Some((text, selection)) => (text, selection.parse::<Selection>()?),
            None => (text, Selection::Best),
        };
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let Some(algorithm) = ALGORITHMS.iter().find(|algorithm| algorithm.name == name.trim()) else {
            let known = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
            return Err(AgentError::UnknownName { name: name.trim().to_owned(), known });
        };
        let mut values: Vec<(&'static Key, String)> = Vec::new();
        for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(AgentError::Malformed { text: part.to_owned() });
            };
            // Whatever the algorithm does, a random selection takes a seed.
            let seed = (selection.is_random() && key == SEED_KEY.name).then_some(&SEED_KEY);
            let Some(known) = algorithm.key(key).or(seed) else {
                let known = algorithm.all_keys().map(|key| key.name).collect();
                return Err(AgentError::UnknownKey { name: algorithm.name, key: key.to_owned(), known });
            };
            known.kind.check(value).map_err(|expected| AgentError::BadValue {
                name: algorithm.name,
                key: known.name,
                value: value.to_owned(),
                expected,
            })?;
            values.retain(|(other, _)| other.name != known.name);
            values.push((known, value.to_owned()));
        }
        let place = |key: &Key| algorithm.all_keys().position(|known| known.name == key.name);
        values.sort_by_key(|(key, _)| place(key));
        Ok(AgentSpec { algorithm, values, selection })
    }
}

/// The shortest spec that means the same: what differs from the defaults, in the order of the keys.
impl fmt::Display for AgentSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.algorithm.name)?;
        let changed = self.values.iter().filter(|(key, value)| key.default != *value);
        for (index, (key, value)) in changed.enumerate() {
            write!(formatter, "{}{}={value}", if index == 0 { ':' } else { ',' }, key.name)?;
        }
        if self.selection != Selection::Best {
            write!(formatter, "@{}", self.selection)?;
        }
        Ok(())
    }
}

//! Agent specs: `name:key=value,key=value@selection`. A value with commas, spaces or an `@` in it stands between quotation
//! marks, where `\"` and `\\` mean the mark and the backslash themselves.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use agon_core::closest::question;
use agon_search::Limit;
use agon_search::settings::{Key, Keyed, Kind, Memory, SEED, Seeded, Setting};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::registry::{ALGORITHMS, Algorithm, Budget};
use crate::selection::{Selection, SelectionError};

/// A text that names no agent.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AgentError {
    /// No algorithm has this name.
    #[error("there is no agent '{name}'; {}known: {}", question(name, known.iter().copied()), known.join(", "))]
    UnknownName {
        /// What was typed.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The algorithm has no such key.
    #[error("the agent {name} has no key '{key}'; {}known: {}", question(key, known.iter().copied()), known.join(", "))]
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
    /// A quotation mark is missing, or something follows it.
    #[error("'{text}' is not key=value, with the value between two quotation marks")]
    Unquoted {
        /// What was typed.
        text: String,
    },
    /// A key without which the algorithm can do nothing was left out.
    #[error("the agent {name} needs its key {key}: {help}")]
    Missing {
        /// The algorithm.
        name: &'static str,
        /// The key.
        key: &'static str,
        /// What the key is for.
        help: &'static str,
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

    /// What was said about a key.
    fn said(&self, key: &Key) -> Option<&str> {
        self.values.iter().find(|(known, _)| known.name == key.name).map(|(_, value)| value.as_str())
    }

    /// The value of one of the algorithm's keys, as a text: what was said, or the default.
    pub fn value(&self, key: &Key) -> &str {
        self.said(key).unwrap_or(key.default)
    }

    /// A group of the algorithm's settings.
    ///
    /// # Panics
    /// If the algorithm has no such group.
    pub fn settings<S: Keyed>(&self) -> S {
        let name = self.algorithm.name;
        self.group().unwrap_or_else(|| panic!("{name} is listed with the group that is asked for"))
    }

    /// A group of settings, if it is one of the algorithm's.
    pub fn group<S: Keyed>(&self) -> Option<S> {
        self.algorithm.groups.contains(&S::KEYS).then(|| S::read(&|key| self.said(key)))
    }

    /// The seed of everything random in it.
    pub fn seed(&self) -> u64 {
        Seeded::read(&|key| self.said(key)).seed
    }

    /// The same agent with another seed, if anything in it is random.
    pub fn seeded(&self, seed: u64) -> AgentSpec {
        self.with(SEED.name, &seed.to_string()).unwrap_or_else(|_| self.clone())
    }

    /// The same agent with another value of a key.
    pub fn with(&self, key: &str, value: &str) -> Result<AgentSpec, AgentError> {
        let mut spec = self.clone();
        spec.say(key, value.to_owned())?;
        spec.arrange();
        Ok(spec)
    }

    /// Notes what is said about a key, in place of what was said before.
    fn say(&mut self, key: &str, value: String) -> Result<(), AgentError> {
        let (algorithm, name) = (self.algorithm, self.algorithm.name);
        let key = key.trim().to_ascii_lowercase();
        // Whatever the algorithm does, a random selection takes a seed.
        let seed = Seeded::KEYS.iter().find(|seed| self.selection.is_random() && key == seed.name);
        let Some(known) = algorithm.key(&key).or(seed) else {
            let known = algorithm.all_keys().map(|key| key.name).collect();
            return Err(AgentError::UnknownKey { name, key, known });
        };
        let wrong = |expected| AgentError::BadValue { name, key: known.name, value: value.clone(), expected };
        known.kind.check(&value).map_err(wrong)?;
        self.values.retain(|(other, _)| other.name != known.name);
        self.values.push((known, value));
        Ok(())
    }

    /// The same agent with another choice in a group of its settings; none if the algorithm has no such group.
    pub fn changed<S: Keyed>(&self, change: impl FnOnce(&mut S)) -> Option<AgentSpec> {
        let mut settings: S = self.group()?;
        change(&mut settings);
        let others = self.values.iter().filter(|(key, _)| !S::KEYS.contains(key)).cloned();
        let mut spec = AgentSpec { values: others.chain(settings.write()).collect(), ..self.clone() };
        spec.arrange();
        Some(spec)
    }

    /// Puts what was said into the order of the algorithm's keys.
    fn arrange(&mut self) {
        let place = |key: &Key| self.algorithm.all_keys().position(|known| known.name == key.name);
        self.values.sort_by_key(|(key, _)| place(key));
    }

    /// The same agent with nothing said about its budget: what agents have in common that differ in nothing else.
    pub fn unbudgeted(&self) -> AgentSpec {
        let values = self.values.iter().filter(|(key, _)| !Budget::KEYS.contains(key)).cloned().collect();
        AgentSpec { values, ..self.clone() }
    }

    /// The same agent with another budget.
    pub(crate) fn budgeted(&self, budget: &Budget) -> AgentSpec {
        let mut spec = self.unbudgeted();
        spec.values.extend(budget.write());
        spec
    }

    /// The budget: what the spec says, or the algorithm's own where it says nothing.
    pub fn budget(&self) -> Budget {
        let said = Budget::read(&|key| self.said(key));
        if said == Budget::NONE { self.algorithm.budget } else { said }
    }

    /// The memory that was asked for, if any was; defaults are small enough to be tried.
    pub(crate) fn memory(&self) -> Option<Memory> {
        self.values.iter().find(|(key, _)| key.name == "memory").and_then(|(_, value)| Memory::read(value))
    }

    /// Whether the agent's budget is in time, so that a clock concerns it.
    pub fn plays_by_time(&self) -> bool {
        let Budget { time, clock, .. } = self.budget();
        time.or(clock).is_some()
    }

    /// The time for a whole game, if the agent plays on a clock.
    pub fn clock(&self) -> Option<Duration> {
        self.budget().clock
    }

    /// The limits of a single move.
    pub fn limit(&self) -> Limit {
        self.budget().limit()
    }
}

impl FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<AgentSpec, AgentError> {
        let (text, selection) = match split(text, '@')[..] {
            [text, selection] => (text, selection.parse::<Selection>()?),
            [text] => (text, Selection::Best),
            _ => return Err(AgentError::Malformed { text: text.to_owned() }),
        };
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let Some(algorithm) =
            ALGORITHMS.iter().find(|algorithm| algorithm.name.eq_ignore_ascii_case(name.trim()))
        else {
            let known = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
            return Err(AgentError::UnknownName { name: name.trim().to_owned(), known });
        };
        let mut spec = AgentSpec { algorithm, values: Vec::new(), selection };
        for part in split(rest, ',').into_iter().map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(AgentError::Malformed { text: part.to_owned() });
            };
            let Some(value) = unquoted(value) else {
                return Err(AgentError::Unquoted { text: part.to_owned() });
            };
            spec.say(key, value)?;
        }
        let said = |key: &Key| spec.said(key).is_some();
        if let Some(key) = algorithm.keys().find(|key| key.kind == Kind::Command && !said(key)) {
            return Err(AgentError::Missing { name: algorithm.name, key: key.name, help: key.help });
        }
        spec.arrange();
        Ok(spec)
    }
}

impl AgentSpec {
    /// All that was said, defaults included: what ledgers keep, so that it stays the same whatever becomes of the defaults.
    pub fn as_said(&self) -> String {
        self.write(&|_, _| true)
    }

    /// The spec with those values that are wanted.
    fn write(&self, is_wanted: &dyn Fn(&Key, &str) -> bool) -> String {
        let mut text = self.algorithm.name.to_owned();
        let mut sign = ':';
        for (key, value) in self.values.iter().filter(|(key, value)| is_wanted(key, value)) {
            text.push(sign);
            text += &format!("{}={}", key.name, quoted(value));
            sign = ',';
        }
        if self.selection != Selection::Best {
            text += &format!("@{}", self.selection);
        }
        text
    }
}

/// The shortest spec that means the same: what differs from the defaults, in the order of the keys.
impl fmt::Display for AgentSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.write(&|key, value| key.default != value))
    }
}

impl Serialize for AgentSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.as_said())
    }
}

impl<'de> Deserialize<'de> for AgentSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AgentSpec, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The parts between the separators that are not between quotation marks.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut within, mut escaped) = (false, false);
    let separates = |c: char| {
        let literal = std::mem::take(&mut escaped);
        match c {
            '"' if !literal => within = !within,
            '\\' if within && !literal => escaped = true,
            _ => {}
        }
        c == separator && !within
    };
    text.split(separates).collect()
}

/// A value without its quotation marks; nothing if one is missing.
fn unquoted(value: &str) -> Option<String> {
    let Some(rest) = value.strip_prefix('"') else { return Some(value.to_owned()) };
    let mut plain = String::new();
    let mut rest = rest.chars();
    loop {
        match rest.next()? {
            '"' => return rest.next().is_none().then_some(plain),
            '\\' => plain.push(rest.next()?),
            other => plain.push(other),
        }
    }
}

/// A value as it is written: between quotation marks where it would be misread without.
fn quoted(value: &str) -> String {
    if value.contains(|c: char| matches!(c, ',' | '"' | '@') || c.is_whitespace()) {
        format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        value.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::Settings;

    #[test]
    fn quoted_values_survive_being_printed_and_read() {
        let spec: AgentSpec = r#"gtp:patience=2s,command="a 'b, c' \"d=e\" \\f""#.parse().unwrap();
        let settings = spec.settings::<Settings>();
        assert_eq!(settings.command, r#"a 'b, c' "d=e" \f"#);
        assert_eq!(settings.patience, Duration::from_secs(2));
        assert_eq!(spec.to_string().parse(), Ok(spec.clone()));
        let seeded = spec.with("seed", "7").unwrap();
        assert_eq!(seeded.settings::<Settings>(), Settings { seed: 7, ..settings });
        assert_eq!(seeded.seeded(8), spec.with("seed", "8").unwrap());
        assert_eq!(seeded.to_string().parse(), Ok(seeded));
        let value = |name: &str| spec.value(spec.algorithm().key(name).unwrap());
        assert_eq!([value("patience"), value("letters")], ["2s", "all"], "what was said, and the default");
        let other = spec.with("command", r#"say "a, b@c""#).unwrap();
        assert_eq!(other.settings::<Settings>().command, r#"say "a, b@c""#, "values need no marks");
        assert_eq!(other.to_string().parse(), Ok(other));
        assert!(spec.with("patience", "long").unwrap_err().to_string().contains("'long' is not a value"));
        let plain: AgentSpec = r#"uct:playouts="20""#.parse().unwrap();
        assert_eq!(plain.to_string(), "uct:playouts=20");
    }

    #[test]
    fn a_choice_is_changed_as_if_it_had_been_written_so() {
        use agon_search::pvs::{self, MultiPv};
        let all = |settings: &mut pvs::Settings| settings.multipv = MultiPv::ALL;
        let changed = |text: &str| text.parse::<AgentSpec>().unwrap().changed(all);
        for (before, after) in [
            ("pvs", "pvs:multipv=all"),
            (
                "pvs:multipv=3,nodes=50,memory=2@slip(0.5,0.2,1)",
                "pvs:memory=2,multipv=all,nodes=50@slip(0.5,0.2,1)",
            ),
            ("pvs:eval=ends,seed=4,multipv=all", "pvs:multipv=all,seed=4,eval=ends"),
        ] {
            assert_eq!(changed(before), after.parse().ok(), "{before}");
            assert!(changed(before).is_some(), "{before}");
        }
        assert_eq!(changed("uct:playouts=20"), None);
    }

    #[test]
    fn what_is_kept_is_all_that_was_said() {
        let text = "uct:c=1.4142135,playouts=20@easy";
        let spec: AgentSpec = toml::Value::from(text).try_into().unwrap();
        assert_eq!(spec.to_string(), "uct:playouts=20@easy", "the first is the default");
        assert_eq!(toml::Value::try_from(&spec).unwrap().as_str(), Some(text));
        let error = toml::Value::from("uct:d=1").try_into::<AgentSpec>().unwrap_err().to_string();
        assert!(error.contains("the agent uct has no key 'd'"), "{error}");
    }

    #[test]
    fn mistakes_in_quoting_are_named() {
        let error = |text: &str| text.parse::<AgentSpec>().unwrap_err().to_string();
        assert!(error(r#"gtp:command="gnugo"#).contains("two quotation marks"));
        assert!(error(r#"gtp:command="gnugo" --mode gtp"#).contains("two quotation marks"));
        assert!(error("gtp").contains("needs its key command"), "{}", error("gtp"));
        assert!(error(r#"gtp:command="""#).contains("expected a program"));
        assert!(error(r#"gtp:command="say 'it""#).contains("expected a program"));
    }
}

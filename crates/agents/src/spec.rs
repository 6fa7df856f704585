//! Agent specs: `name:key=value,key=value@selection`. A value with commas, spaces or an `@` in it stands between quotation
//! marks, where `\"` and `\\` mean the mark and the backslash themselves.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use agon_core::closest::question;
use agon_search::Limit;
use agon_search::settings::{Key, Keyed, Kind, Memory, SEED, Seeded, Setting};
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
        assert!(
            self.algorithm.groups.contains(&S::KEYS),
            "{name} is listed with the group that is asked for"
        );
        S::read(&|key| self.said(key))
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
        let mut text = AgentSpec { selection: Selection::Best, ..self.clone() }.to_string();
        text.push(if text.contains(':') { ',' } else { ':' });
        format!("{text}{key}={}@{}", quoted(value), self.selection).parse()
    }

    /// The same agent with another choice in a group of its settings; none if the algorithm has no such group.
    pub(crate) fn changed<S: Keyed>(&self, change: impl FnOnce(&mut S)) -> Option<AgentSpec> {
        if !self.algorithm.groups.contains(&S::KEYS) {
            return None;
        }
        let mut settings: S = self.settings();
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
        let mut values: Vec<(&'static Key, String)> = Vec::new();
        for part in split(rest, ',').into_iter().map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(AgentError::Malformed { text: part.to_owned() });
            };
            let Some(value) = unquoted(value) else {
                return Err(AgentError::Unquoted { text: part.to_owned() });
            };
            // Whatever the algorithm does, a random selection takes a seed.
            let key = key.trim().to_ascii_lowercase();
            let seed = Seeded::KEYS.iter().find(|seed| selection.is_random() && key == seed.name);
            let Some(known) = algorithm.key(&key).or(seed) else {
                let known = algorithm.all_keys().map(|key| key.name).collect();
                return Err(AgentError::UnknownKey { name: algorithm.name, key, known });
            };
            known.kind.check(&value).map_err(|expected| AgentError::BadValue {
                name: algorithm.name,
                key: known.name,
                value: value.clone(),
                expected,
            })?;
            values.retain(|(other, _)| other.name != known.name);
            values.push((known, value));
        }
        let said = |key: &Key| values.iter().any(|(known, _)| known.name == key.name);
        if let Some(key) = algorithm.keys().find(|key| key.kind == Kind::Command && !said(key)) {
            return Err(AgentError::Missing { name: algorithm.name, key: key.name, help: key.help });
        }
        let mut spec = AgentSpec { algorithm, values, selection };
        spec.arrange();
        Ok(spec)
    }
}

/// The shortest spec that means the same: what differs from the defaults, in the order of the keys.
impl fmt::Display for AgentSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.algorithm.name)?;
        let changed = self.values.iter().filter(|(key, value)| key.default != *value);
        for (index, (key, value)) in changed.enumerate() {
            let sign = if index == 0 { ':' } else { ',' };
            write!(formatter, "{sign}{}={}", key.name, quoted(value))?;
        }
        if self.selection != Selection::Best {
            write!(formatter, "@{}", self.selection)?;
        }
        Ok(())
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
        assert_eq!(seeded.to_string().parse(), Ok(seeded));
        let value = |name: &str| spec.value(spec.algorithm().key(name).unwrap());
        assert_eq!([value("patience"), value("letters")], ["2s", "all"], "what was said, and the default");
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
    fn mistakes_in_quoting_are_named() {
        let error = |text: &str| text.parse::<AgentSpec>().unwrap_err().to_string();
        assert!(error(r#"gtp:command="gnugo"#).contains("two quotation marks"));
        assert!(error(r#"gtp:command="gnugo" --mode gtp"#).contains("two quotation marks"));
        assert!(error("gtp").contains("needs its key command"), "{}", error("gtp"));
        assert!(error(r#"gtp:command="""#).contains("expected a program"));
        assert!(error(r#"gtp:command="say 'it""#).contains("expected a program"));
    }
}

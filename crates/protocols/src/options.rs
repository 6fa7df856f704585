//! The keys of an agent as the options of a program.

use std::sync::Arc;

use agon_agents::{AgentSpec, Playable};
use agon_search::settings::{Key, Kind};

/// Keys that every such protocol has a name for, which front ends look for.
const TITLES: [(&str, &str); 3] = [("memory", "Hash"), ("threads", "Threads"), ("multipv", "MultiPV")];

/// The largest number that front ends can be expected to read.
const MOST: u64 = i32::MAX as u64;

/// The keys of the agent's algorithm that can be set from outside.
pub(crate) fn keys(spec: &AgentSpec) -> impl Iterator<Item = &'static Key> {
    spec.algorithm().keys().filter(|key| key.kind != Kind::Command)
}

/// What a chess program calls a key.
pub(crate) fn title(key: &Key) -> &'static str {
    TITLES.iter().find(|(name, _)| *name == key.name).map_or(key.name, |&(_, title)| title)
}

/// What the values of an option are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Values {
    /// On or off.
    Switch,
    /// A whole number from the one to the other.
    Count(u64, u64),
    /// One of these words.
    Words(&'static [&'static str]),
    /// Anything else.
    Text,
}

/// What the values of a key are, given the one it has.
pub(crate) fn values(key: &Key, value: &str) -> Values {
    match key.kind {
        Kind::Word(["on", "off"]) => Values::Switch,
        Kind::Word(words) => Values::Words(words),
        Kind::Count(least, most) => Values::Count(least, most.min(MOST)),
        Kind::CountOr(_, least, most) if value.parse::<u64>().is_ok() => Values::Count(least, most.min(MOST)),
        _ => Values::Text,
    }
}

/// A switch as programs for people write it.
pub(crate) fn truth(value: &str) -> &'static str {
    if value == "on" { "true" } else { "false" }
}

/// The same agent with another value of an option, if it can be had.
pub(crate) fn set(
    rules: &Arc<dyn Playable>,
    spec: &AgentSpec,
    key: &Key,
    value: &str,
) -> Result<AgentSpec, String> {
    let value = match (values(key, spec.value(key)), value.to_ascii_lowercase().as_str()) {
        (Values::Switch, "true") => "on",
        (Values::Switch, "false") => "off",
        (Values::Text, "<empty>") => "",
        _ => value,
    };
    let changed = spec.with(key.name, value).map_err(|error| error.to_string())?;
    rules.agent(&changed).map_err(|error| error.to_string())?;
    Ok(changed)
}

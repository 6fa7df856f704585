//! Keys: what people can say about a setting, and how it is checked.

use std::time::Duration;

use super::command;

/// What the values of a key look like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number in this range.
    Count(u64, u64),
    /// This word, or a whole number in this range.
    CountOr(&'static str, u64, u64),
    /// A number in this range.
    Number(f64, f64),
    /// One of these words, or one of those with a colon and the name of a file.
    WordOrFile(&'static [&'static str], &'static [&'static str]),
    /// A time such as `200ms` or `5s`.
    Time,
    /// Any text: a file name, say.
    Text,
    /// A program with its arguments; it has to be said.
    Command,
}

impl Kind {
    /// What is wrong with a value, if anything.
    pub fn check(self, value: &str) -> Result<(), String> {
        let fits = match self {
            Kind::Word(words) => words.contains(&value),
            Kind::Count(least, most) => {
                value.parse::<u64>().is_ok_and(|count| (least..=most).contains(&count))
            }
            Kind::CountOr(word, least, most) => {
                value == word || Kind::Count(least, most).check(value).is_ok()
            }
            Kind::Number(least, most) => {
                value.parse::<f64>().is_ok_and(|number| (least..=most).contains(&number))
            }
            Kind::WordOrFile(words, kinds) => {
                words.contains(&value)
                    || value
                        .split_once(':')
                        .is_some_and(|(kind, file)| kinds.contains(&kind) && !file.is_empty())
            }
            Kind::Time => read_time(value).is_some(),
            Kind::Text => true,
            Kind::Command => command::words(value).is_some_and(|words| !words.is_empty()),
        };
        if fits { Ok(()) } else { Err(format!("expected {}", self.words())) }
    }

    /// The values in words.
    pub fn words(self) -> String {
        match self {
            Kind::Word(words) => words.join("|"),
            Kind::Count(least, u64::MAX) => format!("a whole number from {least}"),
            Kind::Count(least, most) => format!("a whole number from {least} to {most}"),
            Kind::CountOr(word, least, most) => format!("{word} or {}", Kind::Count(least, most).words()),
            Kind::Number(least, most) => format!("a number from {least} to {most}"),
            Kind::WordOrFile(words, kinds) => words
                .iter()
                .map(|word| (*word).to_owned())
                .chain(kinds.iter().map(|kind| format!("{kind}:FILE")))
                .collect::<Vec<_>>()
                .join("|"),
            Kind::Time => "a time such as 200ms, 5s or 2m".to_owned(),
            Kind::Text => "a text".to_owned(),
            Kind::Command => "a program and its arguments, between quotation marks".to_owned(),
        }
    }
}

/// One setting, as people see it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Names it had before: they are still read.
    pub formerly: &'static [&'static str],
    /// Its value when nothing is said; empty for a limit that is not set.
    pub default: &'static str,
    /// What its values look like.
    pub kind: Kind,
    /// What it does, in one line.
    pub help: &'static str,
}

// No bound is ever not a number.
impl Eq for Key {}

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

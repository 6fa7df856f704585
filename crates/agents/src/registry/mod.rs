//! Every algorithm with its keys.

mod keys;
mod list;

pub use keys::BUDGET;
pub use list::ALGORITHMS;

use crate::spec::read_time;

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
    /// One of these words, or this word with a colon and the name of a file.
    WordOrFile(&'static [&'static str], &'static str),
    /// A time such as `200ms` or `5s`.
    Time,
    /// Any text: a file name, say.
    Text,
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
            Kind::WordOrFile(words, word) => {
                words.contains(&value)
                    || value.split_once(':').is_some_and(|(kind, file)| kind == word && !file.is_empty())
            }
            Kind::Time => read_time(value).is_some(),
            Kind::Text => true,
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
            Kind::WordOrFile(words, word) => format!("{}|{word}:FILE", words.join("|")),
            Kind::Time => "a time such as 200ms, 5s or 2m".to_owned(),
            Kind::Text => "a text".to_owned(),
        }
    }
}

/// One setting of an algorithm.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Its value when nothing is said; empty for a limit that is not set.
    pub default: &'static str,
    /// What its values look like.
    pub kind: Kind,
    /// What it does, in one line.
    pub help: &'static str,
}

impl Eq for Key {}

/// An algorithm that agents can be made of.
#[derive(PartialEq, Debug)]
pub struct Algorithm {
    /// Its name in specs.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Its settings.
    pub keys: &'static [Key],
    /// The budget keys it has a use for, with the values in force when a spec names none.
    pub budget: &'static [(&'static str, &'static str)],
}

impl Eq for Algorithm {}

impl Algorithm {
    /// Its settings and the budget keys.
    pub fn all_keys(&self) -> impl Iterator<Item = &'static Key> {
        self.keys.iter().chain(BUDGET)
    }

    /// The key with this name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.all_keys().find(|key| key.name == name)
    }
}

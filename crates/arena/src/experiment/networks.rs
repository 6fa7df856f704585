//! Networks that have to be learned before an experiment can be run.

use std::path::PathBuf;

use serde::Deserialize;

/// What stands for the board in a lesson for several.
const BOARD: &str = "{board}";

/// Networks that have to be learned first, as a file has them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lessons {
    name: String,
    command: String,
    /// Where the same is learned on several boards, `{board}` stands for each of them.
    #[serde(default)]
    boards: Vec<String>,
}

/// One network that has to be learned first. Agents ask it as `{name}`, in the place of its file, and what its generation 3
/// had learned as `{name/3}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Its name.
    pub name: String,
    /// What 'agon learn' is told to make it, such as `self-play othello --games 500`.
    pub command: String,
}

impl Lessons {
    /// One by one.
    pub(super) fn each(&self) -> Vec<Lesson> {
        let Lessons { name, command, boards } = self;
        if boards.is_empty() {
            return vec![Lesson { name: name.clone(), command: command.clone() }];
        }
        let on = |board: &String| Lesson {
            name: name.replace(BOARD, board),
            command: command.replace(BOARD, board),
        };
        boards.iter().map(on).collect()
    }
}

/// Where the networks of an experiment are: the files, by the names that stand for them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Networks(Vec<(String, PathBuf)>);

impl Networks {
    /// Says where a network is.
    pub fn insert(&mut self, name: String, file: PathBuf) {
        self.0.push((name, file));
    }

    /// The text with files in the place of their names.
    pub(super) fn fill_in(&self, text: &str) -> String {
        let replace = |text: String, (name, file): &(String, PathBuf)| {
            text.replace(&format!("{{{name}}}"), &file.display().to_string())
        };
        self.0.iter().fold(text.to_owned(), replace)
    }

    /// The same in all texts of a file.
    pub(super) fn fill_in_all(&self, value: &toml::Value) -> toml::Value {
        match value {
            toml::Value::String(text) => self.fill_in(text).into(),
            toml::Value::Table(table) => {
                let filled = table.iter().map(|(key, value)| (key.clone(), self.fill_in_all(value)));
                toml::Value::Table(filled.collect())
            }
            toml::Value::Array(items) => {
                items.iter().map(|item| self.fill_in_all(item)).collect::<Vec<_>>().into()
            }
            other => other.clone(),
        }
    }
}

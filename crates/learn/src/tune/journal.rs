//! The journal of a tuning: one line of settings, then one line per finished game.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Settings;

/// Why a journal cannot be kept.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is something else.
    #[error("{path} is not a tuning journal: line {line} is not what it should be")]
    NotAJournal {
        /// The file.
        path: String,
        /// The first line that is wrong, from 1.
        line: usize,
    },
    /// It was begun with other settings.
    #[error("{path} was begun with other settings; give the same ones or another file")]
    OtherSettings {
        /// The file.
        path: String,
    },
}

/// A finished game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) iteration: usize,
    pub(super) sample: usize,
    pub(super) game: usize,
    pub(super) gain: i32,
    pub(super) seconds: f64,
}

/// A file that remembers every finished game.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    entries: Vec<Entry>,
}

impl Journal {
    /// Opens the journal of a tuning, or begins it. A last line that was cut off by a kill is dropped.
    pub fn begin(path: &Path, settings: &Settings) -> Result<Journal, JournalError> {
        let failed = |error| JournalError::Io { path: path.display().to_string(), error };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let wrong = |line: usize| JournalError::NotAJournal { path: path.display().to_string(), line };
        let text = std::str::from_utf8(&bytes[..whole]).map_err(|_| wrong(1))?;
        let header = line(settings).map_err(failed)?;
        let mut lines = text.lines();
        let mut entries = Vec::new();
        match lines.next() {
            // Nothing yet, or a first line that was cut off; anything else without a line is left alone.
            None if header.as_bytes().starts_with(&bytes) => {
                file.set_len(0).and_then(|()| file.write_all(header.as_bytes())).map_err(failed)?;
            }
            None => return Err(wrong(1)),
            Some(first) => {
                let found: Settings = serde_json::from_str(first).map_err(|_| wrong(1))?;
                if found != *settings {
                    return Err(JournalError::OtherSettings { path: path.display().to_string() });
                }
                for (index, text) in lines.enumerate() {
                    entries.push(serde_json::from_str(text).map_err(|_| wrong(index + 2))?);
                }
                file.set_len(whole as u64).map_err(failed)?;
            }
        }
        Ok(Journal { path: path.to_owned(), file, entries })
    }

    /// The number of finished games.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no game has been finished yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The finished games of an iteration, by sample and number.
    pub(super) fn entries(&self, iteration: usize) -> HashMap<(usize, usize), Entry> {
        let own = self.entries.iter().filter(|entry| entry.iteration == iteration);
        own.map(|&entry| ((entry.sample, entry.game), entry)).collect()
    }

    /// Notes a finished game.
    pub(super) fn add(&mut self, entry: Entry) -> Result<(), JournalError> {
        let failed = |error| JournalError::Io { path: self.path.display().to_string(), error };
        // In one piece, so that a kill hardly ever cuts a line.
        self.file.write_all(line(&entry).map_err(failed)?.as_bytes()).map_err(failed)?;
        self.entries.push(entry);
        Ok(())
    }
}

fn line(value: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

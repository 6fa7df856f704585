//! What can be wrong with a file of games.

use std::io;
use std::path::Path;

use rusqlite::ErrorCode;
use thiserror::Error;

use super::Kind;

/// A file of games that cannot be used.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// There is no such file, or it cannot be opened.
    #[error("cannot open '{file}': {reason}")]
    Unopened {
        /// The file.
        file: String,
        /// Why not.
        reason: String,
    },
    /// The file is something else.
    #[error("'{file}' is not a file of results: {found}")]
    Foreign {
        /// The file.
        file: String,
        /// What it is.
        found: &'static str,
    },
    /// The file is of a format yet to come.
    #[error("'{file}' was written by a newer agon: its format is {format}, the newest known here is {known}")]
    Newer {
        /// The file.
        file: String,
        /// Its format.
        format: i64,
        /// The newest format this program reads.
        known: i64,
    },
    /// The file does not hold what it promises.
    #[error("'{file}' is damaged: {reason}")]
    Damaged {
        /// The file.
        file: String,
        /// What was found.
        reason: String,
    },
    /// The file has the games of something else.
    #[error(
        "'{file}' holds something else, the {kind} '{name}': {difference}; name another file for this one"
    )]
    Other {
        /// The file.
        file: String,
        /// What is in it.
        kind: Kind,
        /// Its name.
        name: String,
        /// The first thing that is different.
        difference: String,
    },
    /// Another process writes to the file.
    #[error("'{file}' is being written by another run")]
    Busy {
        /// The file.
        file: String,
    },
    /// The game is not in the file.
    #[error("'{file}' has no game {number}; {there}")]
    NoGame {
        /// The file.
        file: String,
        /// The number asked for.
        number: u64,
        /// What is there, in words.
        there: String,
    },
    /// A game was to be played elsewhere, and was not.
    #[error("a game could not be played: {reason}")]
    Unplayed {
        /// Why not.
        reason: String,
    },
    /// Reading or writing failed.
    #[error("cannot use '{file}': {reason}")]
    Failed {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
}

impl LedgerError {
    /// What an error of the database means for the file.
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> LedgerError {
        let file = path.display().to_string();
        let reason = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => LedgerError::Foreign { file, found: "it is no SQLite database" },
            Some(ErrorCode::CannotOpen) => LedgerError::Unopened { file, reason },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LedgerError::Busy { file },
            // Without a code the database is sound, but a row is missing or a value is not what the schema promises.
            Some(ErrorCode::DatabaseCorrupt) | None => LedgerError::Damaged { file, reason },
            Some(_) => LedgerError::Failed { file, reason },
        }
    }

    pub(super) fn unopened(path: &Path, error: &io::Error) -> LedgerError {
        LedgerError::Unopened { file: path.display().to_string(), reason: error.to_string() }
    }
}

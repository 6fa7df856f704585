//! What outlives the program: tables and the wishes of readers.

#[cfg(target_family = "wasm")]
mod memory;
#[cfg(not(target_family = "wasm"))]
mod sqlite;

use agon_core::Record;
use serde::{Deserialize, Serialize};
use thiserror::Error;

#[cfg(target_family = "wasm")]
pub(crate) use memory::{Contents, Store};
#[cfg(not(target_family = "wasm"))]
pub(crate) use sqlite::Store;

use crate::clock::Stored;

/// Why nothing could be stored or found.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database.
    #[cfg(not(target_family = "wasm"))]
    #[error("the games cannot be stored: {0}")]
    Database(#[from] rusqlite::Error),
    /// The folder of the database.
    #[cfg(not(target_family = "wasm"))]
    #[error("the folder '{folder}' cannot be made: {error}")]
    Folder {
        /// The folder.
        folder: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// What was stored cannot be understood.
    #[error("a stored game cannot be read: {0}")]
    Content(#[from] serde_json::Error),
}

/// A table as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// The game so far.
    pub(crate) record: Record,
    /// Moves that were taken back, the next one to play again last.
    pub(crate) undone: Vec<String>,
    /// `person`, or the name of a level, for each side.
    pub(crate) seats: [String; 2],
    /// Whether the board is shown from the other side.
    pub(crate) turned: bool,
    #[serde(default)]
    pub(crate) clock: Stored,
    /// Whether moves may not be taken back.
    #[serde(default)]
    pub(crate) no_takeback: bool,
    /// Whether moves of people are commented on.
    #[serde(default)]
    pub(crate) comments: bool,
    /// Counts the changes of the table.
    #[serde(default)]
    pub(crate) version: u64,
}

/// The wishes of a reader.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Wishes {
    pub(crate) language: Option<String>,
    pub(crate) theme: Option<String>,
    pub(crate) sound: Option<String>,
}

/// A stored table in a list.
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) saved: Saved,
}

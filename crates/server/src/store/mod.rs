//! What outlives the program: tables and the wishes of readers.

#[cfg(target_family = "wasm")]
mod memory;
#[cfg(not(target_family = "wasm"))]
mod sqlite;

use std::collections::BTreeMap;

use agon_table::Saved;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::access::Company;

#[cfg(target_family = "wasm")]
pub(crate) use memory::{Contents, Store, reader};
#[cfg(not(target_family = "wasm"))]
pub(crate) use sqlite::Store;

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
    /// Another program uses the folder.
    #[cfg(not(target_family = "wasm"))]
    #[error("the folder '{0}' is used by another program that is running; '--data FOLDER' takes another one")]
    Taken(String),
    /// What was stored cannot be understood.
    #[error("a stored game cannot be read: {0}")]
    Content(#[from] serde_json::Error),
}

/// The wishes of a reader.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Wishes {
    pub(crate) language: Option<String>,
    pub(crate) theme: Option<String>,
    pub(crate) sound: Option<String>,
    #[serde(default)]
    pub(crate) speech: Option<String>,
}

/// What a reader did last in a game, so that it need not be chosen again.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Habit {
    pub(crate) level: Option<String>,
    pub(crate) side: Option<String>,
    /// What [`fair`](agon_agents::Level::Fair) remembers of the reader, in hundredths.
    pub(crate) memory: i32,
}

/// The habits of a reader by the id of the game.
pub(crate) type Habits = BTreeMap<String, Habit>;

/// A stored table.
pub(crate) struct Stored {
    pub(crate) id: String,
    /// Whoever opened it.
    pub(crate) session: String,
    /// When it changed last, in seconds since 1970; nothing where nobody counts.
    pub(crate) updated: Option<i64>,
    pub(crate) saved: Saved,
    pub(crate) company: Company,
}

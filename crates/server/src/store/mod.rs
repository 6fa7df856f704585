//! What outlives the program: tables and the wishes of readers.

#[cfg(target_family = "wasm")]
mod memory;
#[cfg(not(target_family = "wasm"))]
mod sqlite;

use agon_table::Saved;
use serde::{Deserialize, Serialize};
use thiserror::Error;

#[cfg(target_family = "wasm")]
pub(crate) use memory::{Contents, Store};
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
}

/// A stored table in a list.
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) saved: Saved,
}

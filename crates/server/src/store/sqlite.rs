//! The store of a server: one `SQLite` file.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use agon_table::Saved;
use rusqlite::{Connection, OptionalExtension, params};

use super::{Listed, StoreError, Wishes};

pub(crate) struct Store(Mutex<Connection>);

/// Tables that nobody touched for this long are removed: half a year.
const FORGET_AFTER_SECONDS: i64 = 180 * 24 * 3600;

const SCHEMA: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS tables (
        id TEXT PRIMARY KEY, session TEXT NOT NULL, updated INTEGER NOT NULL, over INTEGER NOT NULL, state TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS tables_by_session ON tables (session, updated);
    CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, language TEXT, theme TEXT, sound TEXT);
";

impl Store {
    /// Opens the database in a folder, or one that is forgotten with the program.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Store, StoreError> {
        let connection = match folder {
            None => Connection::open_in_memory()?,
            Some(folder) => {
                std::fs::create_dir_all(folder)
                    .map_err(|error| StoreError::Folder { folder: folder.display().to_string(), error })?;
                Connection::open(folder.join("agon.sqlite"))?
            }
        };
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.execute_batch(SCHEMA)?;
        // Databases from before there were sounds.
        if connection.prepare("SELECT sound FROM sessions").is_err() {
            connection.execute("ALTER TABLE sessions ADD COLUMN sound TEXT", [])?;
        }
        connection.execute("DELETE FROM tables WHERE updated < ?1", [now() - FORGET_AFTER_SECONDS])?;
        Ok(Store(Mutex::new(connection)))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A panic elsewhere leaves the database as it was: statements are whole or not at all.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn save(&self, id: &str, session: &str, saved: &Saved) -> Result<(), StoreError> {
        let state = serde_json::to_string(saved)?;
        self.connection()
            .prepare_cached("INSERT OR REPLACE INTO tables (id, session, updated, over, state) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![id, session, now(), saved.record.result.is_some(), state])?;
        Ok(())
    }

    /// The session that a table belongs to, and its state.
    pub(crate) fn load(&self, id: &str) -> Result<Option<(String, Saved)>, StoreError> {
        let row = self
            .connection()
            .prepare_cached("SELECT session, state FROM tables WHERE id = ?1")?
            .query_row([id], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
            .optional()?;
        row.map(|(session, state)| Ok((session, serde_json::from_str(&state)?))).transpose()
    }

    /// The tables of a session that go on, the latest first.
    pub(crate) fn going(&self, session: &str, most: u32) -> Result<Vec<Listed>, StoreError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(
            "SELECT id, state FROM tables WHERE session = ?1 AND over = 0 ORDER BY updated DESC, rowid DESC LIMIT ?2",
        )?;
        let rows =
            statement.query_map(params![session, most], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
        let mut listed = Vec::new();
        for row in rows {
            let (id, state) = row?;
            // What is not understood any more cannot be gone on with.
            if let Ok(saved) = serde_json::from_str(&state) {
                listed.push(Listed { id, saved });
            }
        }
        Ok(listed)
    }

    /// Makes room for one more table of a session: with `most` tables, the oldest finished one goes. False if none could.
    pub(crate) fn make_room(&self, session: &str, most: u32) -> Result<bool, StoreError> {
        let connection = self.connection();
        let count: u32 = connection
            .prepare_cached("SELECT COUNT(*) FROM tables WHERE session = ?1")?
            .query_row([session], |row| row.get(0))?;
        if count < most {
            return Ok(true);
        }
        let removed = connection
            .prepare_cached(
                "DELETE FROM tables WHERE id = (SELECT id FROM tables WHERE session = ?1 AND over = 1 ORDER BY updated LIMIT 1)",
            )?
            .execute([session])?;
        Ok(removed > 0)
    }

    pub(crate) fn wishes(&self, session: &str) -> Result<Wishes, StoreError> {
        let found = self
            .connection()
            .prepare_cached("SELECT language, theme, sound FROM sessions WHERE id = ?1")?
            .query_row([session], |row| {
                Ok(Wishes { language: row.get(0)?, theme: row.get(1)?, sound: row.get(2)? })
            })
            .optional()?;
        Ok(found.unwrap_or_default())
    }

    pub(crate) fn wish(&self, session: &str, wishes: &Wishes) -> Result<(), StoreError> {
        self.connection()
            .prepare_cached(
                "INSERT OR REPLACE INTO sessions (id, language, theme, sound) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![session, wishes.language, wishes.theme, wishes.sound])?;
        Ok(())
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

//! The store of a server: one `SQLite` file.

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use agon_table::Saved;
use rusqlite::{Connection, OptionalExtension, params};

use super::{Habits, StoreError, Stored, Wishes};
use crate::access::Company;

pub(crate) struct Store {
    connection: Mutex<Connection>,
    /// As long as it is open, the folder is ours.
    _lock: Option<File>,
}

/// Tables that nobody touched for this long are removed: half a year.
const FORGET_AFTER_SECONDS: i64 = 180 * 24 * 3600;

/// What is remembered of a visitor is removed when it is so old: a cookie lives a year, and what was written longer ago was written
/// for one that is no more.
const OUTLIVED_AFTER_SECONDS: i64 = 366 * 24 * 3600;

/// The tables of the database that remember something of visitors.
const OF_VISITORS: [&str; 3] = ["sessions", "solved", "habits"];

/// That no table needs a sheet. The games of all tables are looked up once, and not for each sheet.
const UNUSED: &str = "id NOT IN (SELECT json_extract(state, '$.record.game') FROM tables
                                 WHERE state LIKE '%.kif\"%' AND json_valid(state))";

const SCHEMA: &str = "
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS tables (
        id TEXT PRIMARY KEY, session TEXT NOT NULL, updated INTEGER NOT NULL, over INTEGER NOT NULL,
        state TEXT NOT NULL, company TEXT
    );
    CREATE INDEX IF NOT EXISTS tables_by_session ON tables (session, updated);
    CREATE TABLE IF NOT EXISTS sheets (
        session TEXT NOT NULL, id TEXT NOT NULL, listed INTEGER NOT NULL, text TEXT NOT NULL, written INTEGER, PRIMARY KEY (session, id)
    );
    CREATE INDEX IF NOT EXISTS sheets_by_id ON sheets (id);
    CREATE TABLE IF NOT EXISTS places (session TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (session, id)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS places_by_table ON places (id);
    CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, language TEXT, theme TEXT, sound TEXT, speech TEXT, written INTEGER);
    CREATE TABLE IF NOT EXISTS solved (session TEXT NOT NULL, puzzle TEXT NOT NULL, written INTEGER, PRIMARY KEY (session, puzzle));
    CREATE TABLE IF NOT EXISTS habits (session TEXT PRIMARY KEY, state TEXT NOT NULL, written INTEGER);
";

/// What is read of a table, in the order of [`Row::read`].
macro_rules! columns {
    () => {
        "tables.id, tables.session, updated, state, company"
    };
}

/// A table as the database has it.
struct Row {
    id: String,
    session: String,
    updated: i64,
    state: String,
    company: Option<String>,
}

impl Row {
    fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
        let (id, session, updated) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Row { id, session, updated, state: row.get(3)?, company: row.get(4)? })
    }

    fn stored(self) -> Result<Stored, StoreError> {
        let company = match &self.company {
            Some(text) => serde_json::from_str(text)?,
            None => Company::alone(&self.session),
        };
        let saved = serde_json::from_str(&self.state)?;
        Ok(Stored { id: self.id, session: self.session, updated: Some(self.updated), saved, company })
    }
}

impl Store {
    /// Opens the database in a folder, or one that is forgotten with the program.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Store, StoreError> {
        let (connection, lock) = match folder {
            None => (Connection::open_in_memory()?, None),
            Some(folder) => {
                std::fs::create_dir_all(folder)
                    .map_err(|error| StoreError::Folder { folder: folder.display().to_string(), error })?;
                let lock = lock(folder)?;
                (Connection::open(folder.join("agon.sqlite"))?, Some(lock))
            }
        };
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.execute_batch(SCHEMA)?;
        // Databases from before there were sounds, and from before moves were told in words.
        for wish in ["sound", "speech"] {
            if connection.prepare(&format!("SELECT {wish} FROM sessions")).is_err() {
                connection.execute(&format!("ALTER TABLE sessions ADD COLUMN {wish} TEXT"), [])?;
            }
        }
        // And from before there were seats: every table was its opener's.
        if connection.prepare("SELECT company FROM tables").is_err() {
            connection.execute_batch(
                "ALTER TABLE tables ADD COLUMN company TEXT;
                 INSERT OR IGNORE INTO places (session, id) SELECT session, id FROM tables;",
            )?;
        }
        // And from before anything was forgotten of visitors: for these a year begins now.
        for table in OF_VISITORS.into_iter().chain(["sheets"]) {
            if connection.prepare(&format!("SELECT written FROM {table}")).is_err() {
                connection.execute(&format!("ALTER TABLE {table} ADD COLUMN written INTEGER"), [])?;
                connection.execute(&format!("UPDATE {table} SET written = ?1"), [now()])?;
            }
        }
        let store = Store { connection: Mutex::new(connection), _lock: lock };
        store.tidy()?;
        Ok(store)
    }

    /// Removes what nobody will come back to.
    pub(crate) fn tidy(&self) -> Result<(), StoreError> {
        let connection = self.connection();
        connection.execute("DELETE FROM tables WHERE updated < ?1", [now() - FORGET_AFTER_SECONDS])?;
        connection.execute("DELETE FROM places WHERE id NOT IN (SELECT id FROM tables)", [])?;
        for table in OF_VISITORS {
            let outlived = now() - OUTLIVED_AFTER_SECONDS;
            connection.execute(&format!("DELETE FROM {table} WHERE written < ?1"), [outlived])?;
        }
        // Sheets stay as long as there are tables at which they are played.
        connection.execute(
            &format!("DELETE FROM sheets WHERE (listed = 0 OR written < ?1) AND {UNUSED}"),
            [now() - OUTLIVED_AFTER_SECONDS],
        )?;
        Ok(())
    }

    /// Whether the database answers.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        Ok(self.connection().query_row("SELECT COUNT(*) FROM sqlite_schema", [], |_| Ok(()))?)
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A panic elsewhere leaves the database as it was: statements are whole or not at all.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn save(
        &self,
        id: &str,
        session: &str,
        saved: &Saved,
        company: &Company,
    ) -> Result<(), StoreError> {
        let (state, company) = (serde_json::to_string(saved)?, serde_json::to_string(company)?);
        self.connection()
            .prepare_cached(
                "INSERT OR REPLACE INTO tables (id, session, updated, over, state, company) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![id, session, now(), saved.record.result.is_some(), state, company])?;
        Ok(())
    }

    /// The table with this id.
    pub(crate) fn load(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        let row = self
            .connection()
            .prepare_cached(concat!("SELECT ", columns!(), " FROM tables WHERE id = ?1"))?
            .query_row([id], Row::read)
            .optional()?;
        row.map(Row::stored).transpose()
    }

    /// Lists a table among those of a visitor.
    pub(crate) fn seat(&self, id: &str, session: &str) -> Result<(), StoreError> {
        self.connection()
            .prepare_cached("INSERT OR IGNORE INTO places (session, id) VALUES (?1, ?2)")?
            .execute([session, id])?;
        Ok(())
    }

    /// The tables of a visitor, the one that changed last first.
    pub(crate) fn of(&self, session: &str, most: u32) -> Result<Vec<Stored>, StoreError> {
        const ALL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM tables JOIN places USING (id) WHERE places.session = ?1
             ORDER BY updated DESC, tables.rowid DESC LIMIT ?2"
        );
        self.list(ALL, session, most)
    }

    /// Those of them that go on.
    pub(crate) fn going(&self, session: &str, most: u32) -> Result<Vec<Stored>, StoreError> {
        const GOING: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM tables JOIN places USING (id) WHERE places.session = ?1 AND over = 0
             ORDER BY updated DESC, tables.rowid DESC LIMIT ?2"
        );
        self.list(GOING, session, most)
    }

    fn list(&self, query: &str, session: &str, most: u32) -> Result<Vec<Stored>, StoreError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(query)?;
        let rows = statement.query_map(params![session, most], Row::read)?;
        let rows = rows.collect::<Result<Vec<Row>, _>>()?;
        // What is not understood any more cannot be gone on with.
        Ok(rows.into_iter().filter_map(|row| row.stored().ok()).collect())
    }

    /// The tables of a visitor that have to go for one more, where there may be `most`: those that nobody touched for longest.
    pub(crate) fn oldest(&self, session: &str, most: u32) -> Result<Vec<String>, StoreError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(
            "SELECT id FROM tables JOIN places USING (id) WHERE places.session = ?1
             ORDER BY updated DESC, tables.rowid DESC LIMIT -1 OFFSET ?2",
        )?;
        let ids = statement.query_map(params![session, most.saturating_sub(1)], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Takes a table from the list of a visitor, and away if it is on nobody's any more, which is then true.
    pub(crate) fn leave(&self, id: &str, session: &str) -> Result<bool, StoreError> {
        let mut connection = self.connection();
        let whole = connection.transaction()?;
        whole.execute("DELETE FROM places WHERE session = ?1 AND id = ?2", [session, id])?;
        let gone =
            whole.execute("DELETE FROM tables WHERE id = ?1 AND id NOT IN (SELECT id FROM places)", [id])?;
        whole.commit()?;
        Ok(gone > 0)
    }

    /// Puts a sheet into the list of a session; false if that has `most` of them already. Those that are only kept for tables count.
    pub(crate) fn keep_sheet(
        &self,
        session: &str,
        id: &str,
        text: &str,
        most: u32,
    ) -> Result<bool, StoreError> {
        let connection = self.connection();
        let count: u32 = connection
            .prepare_cached("SELECT COUNT(*) FROM sheets WHERE session = ?1 AND id <> ?2")?
            .query_row([session, id], |row| row.get(0))?;
        if count >= most {
            return Ok(false);
        }
        connection
            .prepare_cached(
                "INSERT OR REPLACE INTO sheets (session, id, listed, text, written) VALUES (?1, ?2, 1, ?3, ?4)",
            )?
            .execute(params![session, id, text, now()])?;
        Ok(true)
    }

    /// Takes a sheet off the list of a session. The text goes too, unless a table still needs it.
    pub(crate) fn forget_sheet(&self, session: &str, id: &str) -> Result<(), StoreError> {
        let connection = self.connection();
        let key = [session, id];
        connection
            .prepare_cached("UPDATE sheets SET listed = 0 WHERE session = ?1 AND id = ?2")?
            .execute(key)?;
        connection
            .prepare_cached(&format!("DELETE FROM sheets WHERE session = ?1 AND id = ?2 AND {UNUSED}"))?
            .execute(key)?;
        Ok(())
    }

    /// The sheets in the list of a session, the newest first.
    pub(crate) fn sheets(&self, session: &str) -> Result<Vec<String>, StoreError> {
        let connection = self.connection();
        let mut statement = connection
            .prepare_cached("SELECT id FROM sheets WHERE session = ?1 AND listed = 1 ORDER BY rowid DESC")?;
        let ids = statement.query_map([session], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// The text of a sheet, whoever brought it.
    pub(crate) fn sheet(&self, id: &str) -> Result<Option<String>, StoreError> {
        let text = self
            .connection()
            .prepare_cached("SELECT text FROM sheets WHERE id = ?1 LIMIT 1")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        Ok(text)
    }

    /// Remembers that a puzzle was solved.
    pub(crate) fn solve(&self, session: &str, puzzle: &str) -> Result<(), StoreError> {
        self.connection()
            .prepare_cached("INSERT OR IGNORE INTO solved (session, puzzle, written) VALUES (?1, ?2, ?3)")?
            .execute(params![session, puzzle, now()])?;
        Ok(())
    }

    /// The puzzles that were solved.
    pub(crate) fn solved(&self, session: &str) -> Result<HashSet<String>, StoreError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached("SELECT puzzle FROM solved WHERE session = ?1")?;
        let rows = statement.query_map([session], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub(crate) fn wishes(&self, session: &str) -> Result<Wishes, StoreError> {
        let found = self
            .connection()
            .prepare_cached("SELECT language, theme, sound, speech FROM sessions WHERE id = ?1")?
            .query_row([session], |row| {
                Ok(Wishes {
                    language: row.get(0)?,
                    theme: row.get(1)?,
                    sound: row.get(2)?,
                    speech: row.get(3)?,
                })
            })
            .optional()?;
        Ok(found.unwrap_or_default())
    }

    pub(crate) fn wish(&self, session: &str, wishes: &Wishes) -> Result<(), StoreError> {
        self.connection()
            .prepare_cached(
                "INSERT OR REPLACE INTO sessions (id, language, theme, sound, speech, written)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![session, wishes.language, wishes.theme, wishes.sound, wishes.speech, now()])?;
        Ok(())
    }

    pub(crate) fn habits(&self, session: &str) -> Result<Habits, StoreError> {
        let state = self
            .connection()
            .prepare_cached("SELECT state FROM habits WHERE session = ?1")?
            .query_row([session], |row| row.get::<_, String>(0))
            .optional()?;
        // Habits that are not understood any more are given up.
        Ok(state.and_then(|state| serde_json::from_str(&state).ok()).unwrap_or_default())
    }

    pub(crate) fn keep_habits(&self, session: &str, habits: &Habits) -> Result<(), StoreError> {
        let state = serde_json::to_string(habits)?;
        self.connection()
            .prepare_cached("INSERT OR REPLACE INTO habits (session, state, written) VALUES (?1, ?2, ?3)")?
            .execute(params![session, state, now()])?;
        Ok(())
    }
}

/// Takes a folder for this program alone. Each program holds tables in memory, and would store its own over those of another.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let name = || folder.display().to_string();
    let file = File::create(folder.join("agon.lock"))
        .map_err(|error| StoreError::Folder { folder: name(), error })?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(StoreError::Taken(name())),
        // Some file systems know no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_of_visitors_goes_with_their_cookies() {
        let folder = std::env::temp_dir().join(format!("agon-store-test-{}", std::process::id()));
        {
            let store = Store::open(Some(&folder)).unwrap();
            for session in ["old", "new"] {
                store
                    .wish(session, &Wishes { language: Some("de".to_owned()), ..Wishes::default() })
                    .unwrap();
                store.solve(session, "chess 1").unwrap();
                store
                    .keep_habits(
                        session,
                        &Habits::from([("chess".to_owned(), super::super::Habit::default())]),
                    )
                    .unwrap();
            }
            for (table, key) in OF_VISITORS.into_iter().zip(["id", "session", "session"]) {
                let sql = format!("UPDATE {table} SET written = written - ?1 WHERE {key} = 'old'");
                assert_eq!(
                    store.connection().execute(&sql, [OUTLIVED_AFTER_SECONDS + 1]).unwrap(),
                    1,
                    "{table}"
                );
            }
        }
        let store = Store::open(Some(&folder)).unwrap();
        let known = ["old", "new"].map(|session| {
            let wishes = store.wishes(session).unwrap().language.is_some();
            (wishes, !store.solved(session).unwrap().is_empty(), !store.habits(session).unwrap().is_empty())
        });
        assert_eq!(known, [(false, false, false), (true, true, true)]);
        drop(store);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn sheets_go_when_nobody_needs_them() {
        let store = Store::open(None).unwrap();
        let keep = |session: &str, number: u32| {
            store.keep_sheet(session, &format!("{session}-{number}.kif"), "(role a)", 2).unwrap()
        };
        assert!(keep("me", 1) && keep("me", 2) && keep("old", 1) && keep("you", 1));
        let game = |id: &str| {
            let record = serde_json::json!({ "game": id, "version": 1, "moves": [] });
            let seats = ["person", "person"];
            let saved =
                serde_json::json!({ "record": record, "undone": [], "seats": seats, "turned": false });
            serde_json::from_value::<Saved>(saved).unwrap()
        };
        store.save("table", "me", &game("me-1.kif"), &Company::alone("me")).unwrap();
        store.seat("table", "me").unwrap();
        for number in [1, 2] {
            store.forget_sheet("me", &format!("me-{number}.kif")).unwrap();
        }
        // The first one is needed by a table, and counts; the second one is gone.
        assert_eq!(store.sheets("me").unwrap(), [""; 0]);
        let is_kept = |id: &str| store.sheet(id).unwrap().is_some();
        assert_eq!(["me-1.kif", "me-2.kif"].map(is_kept), [true, false]);
        assert_eq!([3, 4].map(|number| keep("me", number)), [true, false]);
        let outlive = "UPDATE sheets SET written = written - ?1 WHERE session IN ('me', 'old')";
        assert_eq!(store.connection().execute(outlive, [OUTLIVED_AFTER_SECONDS + 1]).unwrap(), 3);
        store.tidy().unwrap();
        let all = ["me-1.kif", "me-3.kif", "old-1.kif", "you-1.kif"];
        assert_eq!(all.map(is_kept), [true, false, false, true]);
        // With its table goes what was kept for it.
        store.leave("table", "me").unwrap();
        store.tidy().unwrap();
        assert_eq!(all.map(is_kept), [false, false, false, true]);
    }
}

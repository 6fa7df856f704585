//! Results in one `SQLite` file.
//!
//! A store knows what is played (the [`Roster`]), who meets whom (its [`Pairing`]s) and every [`Finished`] game. A game is
//! committed whole as soon as it ends, so whatever ends the program, at most the games in flight are lost. Rows are
//! narrow and the moves lie in a table of their own: a million games are added up within seconds.

mod error;
mod read;
mod write;

pub use error::StoreError;

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};
use serde::Serialize;

use crate::bout::Spent;

/// Marks our files among all `SQLite` databases: the letters "AGON".
const APPLICATION: i64 = 0x4147_4f4e;

/// The format of files written here; older ones are read, newer ones are refused. Records of the first one have no word for the
/// reason of an ending.
const FORMAT: i64 = 2;

/// A file of results.
pub struct Store {
    // Dropped in this order: the database is closed before the lock is given up.
    connection: Connection,
    path: PathBuf,
    format: i64,
    roster: Roster,
    lock: Option<Lock>,
}

/// What is played, by whom, and from where: all that stays the same while games are added.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// The name of the tournament.
    pub name: String,
    /// The text that says everything results depend on; a file is continued only by the same text.
    pub text: String,
    /// Who plays.
    pub agents: Vec<Named>,
    /// What is played.
    pub rules: Vec<RuleSet>,
}

/// An agent with its name in the tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its spec.
    pub spec: String,
}

/// A set of rules that is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// The spec of the game.
    pub spec: String,
    /// The version of its rules.
    pub version: u32,
    /// Where its games begin.
    pub openings: Vec<Start>,
}

/// Where a game begins, in the game's notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// The position, if not the initial one.
    pub position: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
}

/// Two agents that meet at a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pairing {
    /// The round, from 0; always 0 where there are no rounds.
    pub round: u32,
    /// The index of the rules in the roster.
    pub rules: usize,
    /// The indices of agents a and b in the roster.
    pub agents: [usize; 2],
}

/// A finished game without its moves. Results are agent a's.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// Its number in the schedule, from 1.
    pub number: u64,
    /// The index of its pairing.
    pub pairing: usize,
    /// Which pair of games of that pairing it belongs to, from 0.
    pub pair: u32,
    /// Whether agent a had the first move.
    pub a_first: bool,
    /// +1, 0 or -1 for agent a.
    pub gain: i8,
    /// The graded result in [-1, 1] for agent a.
    pub score: f32,
    /// The length of the game in plies.
    pub plies: u32,
    /// What each agent spent, a's first.
    pub spent: [Spent; 2],
    /// What went wrong, if an agent failed and lost by it.
    pub fault: Option<String>,
}

impl Store {
    /// Opens a file of results for reading. It may grow meanwhile; every call sees the games finished by then.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        // SQLite's own sentence for a missing file does not say that it is missing.
        File::open(path).map_err(|error| StoreError::unopened(path, &error))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(path, flags).map_err(|error| StoreError::of(path, &error))?;
        let Some(format) = recognise(&connection, path)? else {
            return Err(StoreError::Foreign { file: path.display().to_string(), found: "it is empty" });
        };
        let roster = read::roster(&connection).map_err(|error| StoreError::of(path, &error))?;
        Ok(Store { connection, path: path.to_owned(), format, roster, lock: None })
    }

    /// Whether somebody is adding games to a file of results at the moment.
    pub fn is_growing(path: &Path) -> bool {
        // Whoever writes holds the lock exclusively; sharing it for an instant tells, and keeps nobody away for longer.
        File::open(Lock::place(path)).is_ok_and(|file| file.try_lock_shared().is_err())
    }

    /// What is played.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    fn explain(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::of(&self.path, error)
    }
}

/// The format of a database of ours; none if it is empty, an error if it is something else.
fn recognise(connection: &Connection, path: &Path) -> Result<Option<i64>, StoreError> {
    let number = |query: &str| {
        connection.query_row(query, [], |row| row.get(0)).map_err(|error| StoreError::of(path, &error))
    };
    let file = path.display().to_string();
    let tables: i64 = number("SELECT count(*) FROM sqlite_schema")?;
    match (number("PRAGMA application_id")?, number("PRAGMA user_version")?) {
        (0, 0) if tables == 0 => Ok(None),
        (APPLICATION, format) if format > FORMAT => Err(StoreError::Newer { file, format, known: FORMAT }),
        (APPLICATION, format) => Ok(Some(format)),
        _ => Err(StoreError::Foreign { file, found: "it is a SQLite database of another program" }),
    }
}

/// The right to write: held by one process at a time, and given back by the system however that process ends.
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// The file that is locked, beside the results.
    fn place(store: &Path) -> PathBuf {
        let mut path = store.as_os_str().to_owned();
        path.push("-lock");
        PathBuf::from(path)
    }

    fn take(store: &Path) -> Result<Lock, StoreError> {
        let path = Lock::place(store);
        let file = File::create(&path).map_err(|error| StoreError::unopened(store, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { path, _file: file }),
            Err(_) => Err(StoreError::Busy { file: store.display().to_string() }),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is only a place for the lock; one that stays behind does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

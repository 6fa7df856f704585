//! One file for everything that can be interrupted: games with their results, moves and costs, whatever they are played for.
//!
//! A [`Ledger`] is a `SQLite` file. It knows what is played (the [`Run`] with its text), who meets whom (its [`Pairing`]s) and
//! every finished game (an [`Entry`], its moves, and an [`Extra`] that depends on the kind of run). A run is its text, and a
//! game is its number: a file is continued only by the same text, every random choice follows from the text and the game's
//! [`Slot`], and [`Ledger::play`] plays what is missing. So a run that was cut off goes on and comes out the same.
//!
//! A game is committed whole as soon as it ends, so whatever ends the program, at most the games in flight are lost. Rows are
//! narrow and the moves lie in a table of their own: a million games are added up within seconds.
//!
//! Agents, rules and pairings are identified by what they are, and may be added while the run goes on: who asks again for the
//! same one gets the same index.

mod desk;
mod error;
mod lock;
mod read;
mod run;
mod write;

pub use desk::{Desk, NotedGame, PlayLot};
pub use error::LedgerError;
pub use run::{Entry, Extra, Kept, Kind, Named, Pairing, Roster, RuleSet, Run, Slot, Start};
pub use write::other_line;

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use lock::Lock;

/// Marks our files among all `SQLite` databases: the letters "AGON".
const APPLICATION: i64 = 0x4147_4f4e;

/// The format of files written here; older ones are read and continued, newer ones are refused. The first two hold tournaments
/// alone, and the first has no word for the reason of an ending.
const FORMAT: i64 = 3;

/// A file of games.
pub struct Ledger {
    // Dropped in this order: the database is closed before the lock is given up.
    connection: Connection,
    path: PathBuf,
    format: i64,
    run: Run,
    pairings: Vec<Pairing>,
    places: HashMap<Pairing, usize>,
    lock: Option<Lock>,
}

impl Ledger {
    /// Opens a file for reading, as it is at this moment; it may grow meanwhile.
    pub fn open(path: &Path) -> Result<Ledger, LedgerError> {
        // SQLite's own sentence for a missing file does not say that it is missing.
        File::open(path).map_err(|error| LedgerError::unopened(path, &error))?;
        let explain = |error: rusqlite::Error| LedgerError::of(path, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(explain)?;
        // All reading is one transaction: agents and pairings that are added later belong to games that are not seen.
        connection.execute_batch("BEGIN").map_err(explain)?;
        let Some(format) = recognise(&connection, path)? else {
            return Err(LedgerError::Foreign { file: path.display().to_string(), found: "it is empty" });
        };
        Ledger::new(connection, path, format, None)
    }

    /// What is known of a file whose database is open.
    fn new(
        connection: Connection,
        path: &Path,
        format: i64,
        lock: Option<Lock>,
    ) -> Result<Ledger, LedgerError> {
        let run = read::run(&connection, format).map_err(|error| LedgerError::of(path, &error))?;
        let pairings = read::pairings(&connection).map_err(|error| LedgerError::of(path, &error))?;
        let places = pairings.iter().enumerate().map(|(index, pairing)| (*pairing, index)).collect();
        let ledger = Ledger { connection, path: path.to_owned(), format, run, pairings, places, lock };
        let Roster { agents, rules } = ledger.roster();
        let known = |pairing: &Pairing| {
            pairing.rules < rules.len() && pairing.agents.iter().all(|&agent| agent < agents.len())
        };
        if ledger.pairings.iter().all(known) {
            Ok(ledger)
        } else {
            Err(ledger.damaged("a pairing names an agent or a game that is not there"))
        }
    }

    /// Whether somebody is adding games to a file at the moment.
    pub fn is_growing(path: &Path) -> bool {
        Lock::is_held(path)
    }

    /// What the games are of.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Who plays what, as far as it is known.
    pub fn roster(&self) -> &Roster {
        &self.run.roster
    }

    /// Who meets whom, by index.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// The index of the agent that is rated zero.
    pub fn anchor(&self) -> Option<usize> {
        self.run.anchor.as_ref().and_then(|name| self.roster().find(name))
    }

    fn explain(&self, error: &rusqlite::Error) -> LedgerError {
        LedgerError::of(&self.path, error)
    }

    fn damaged(&self, reason: &str) -> LedgerError {
        LedgerError::Damaged { file: self.path.display().to_string(), reason: reason.to_owned() }
    }
}

/// The format of a database of ours; none if it is empty, an error if it is something else.
fn recognise(connection: &Connection, path: &Path) -> Result<Option<i64>, LedgerError> {
    let number = |query: &str| {
        connection.query_row(query, [], |row| row.get(0)).map_err(|error| LedgerError::of(path, &error))
    };
    let file = path.display().to_string();
    let tables: i64 = number("SELECT count(*) FROM sqlite_schema")?;
    match (number("PRAGMA application_id")?, number("PRAGMA user_version")?) {
        (0, 0) if tables == 0 => Ok(None),
        (APPLICATION, format) if format > FORMAT => Err(LedgerError::Newer { file, format, known: FORMAT }),
        (APPLICATION, format) => Ok(Some(format)),
        _ => Err(LedgerError::Foreign { file, found: "it is a SQLite database of another program" }),
    }
}

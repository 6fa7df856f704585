//! Examples in an `SQLite` file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use agon_core::Player;
use rusqlite::{Connection, OpenFlags, params};
use thiserror::Error;

use super::Plan;

/// Why a file does not hold the examples that were asked for.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database cannot be read or written.
    #[error("{path}: {error}")]
    Database {
        /// The file.
        path: String,
        /// What `SQLite` says.
        error: rusqlite::Error,
    },
    /// There is no such file.
    #[error("there is no file {path}; 'agon examples' makes one")]
    Missing {
        /// The file.
        path: String,
    },
    /// It is something else.
    #[error("{path} is not a file of examples")]
    NotAStore {
        /// The file.
        path: String,
    },
    /// It was begun with other settings.
    #[error("{path} holds examples made with other settings: {key} is {found} there, not {wanted}")]
    OtherPlan {
        /// The file.
        path: String,
        /// The first setting that differs.
        key: String,
        /// Its value in the file.
        found: String,
        /// The value that was asked for.
        wanted: String,
    },
    /// The export cannot be written.
    #[error("cannot write '{path}': {why}")]
    Export {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
}

/// One position that a player considered moving to.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The number of the game.
    pub game: usize,
    /// The plies played before.
    pub ply: u32,
    /// The number of the move that leads here.
    pub child: usize,
    /// Who would make that move.
    pub mover: Player,
    /// Whose turn it would be then.
    pub to_move: Player,
    /// Simulations through it.
    pub visits: u64,
    /// Their mean result for the player to move.
    pub utility: f32,
    /// Whether the game would be over.
    pub ended: bool,
    /// The features as bits, the first in the lowest bit of the first byte.
    pub state: Vec<u8>,
}

/// A game that was played.
pub(super) struct Finished {
    pub(super) number: usize,
    pub(super) opening: Option<usize>,
    pub(super) result: i32,
    pub(super) plies: u32,
    pub(super) seconds: f64,
    pub(super) examples: Vec<Example>,
}

/// What a store holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Totals {
    /// Games.
    pub games: u64,
    /// Games won by the first player, drawn, and won by the second.
    pub results: [u64; 3],
    /// Examples.
    pub examples: u64,
    /// The mean length of a game in plies.
    pub mean_plies: f64,
    /// Processor seconds.
    pub seconds: f64,
}

/// A file of examples. Every game is one transaction: a process that is killed leaves whole games behind, and nothing else.
pub struct Store {
    path: PathBuf,
    plan: Plan,
    connection: Mutex<Connection>,
}

const SCHEMA: &str = "
    CREATE TABLE plan (json TEXT NOT NULL);
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        opening INTEGER,
        result INTEGER NOT NULL,
        plies INTEGER NOT NULL,
        seconds REAL NOT NULL
    );
    CREATE TABLE examples (
        game INTEGER NOT NULL REFERENCES games (number),
        ply INTEGER NOT NULL,
        child INTEGER NOT NULL,
        mover INTEGER NOT NULL,
        to_move INTEGER NOT NULL,
        visits INTEGER NOT NULL,
        utility REAL NOT NULL,
        ended INTEGER NOT NULL,
        state BLOB NOT NULL,
        PRIMARY KEY (game, ply, child)
    ) WITHOUT ROWID;
";

impl Store {
    /// Opens the file of a plan, or begins it.
    pub fn begin(path: &Path, plan: &Plan) -> Result<Store, StoreError> {
        let mut connection = connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
        let failed = |error| StoreError::Database { path: path.display().to_string(), error };
        if is_empty(&connection, path)? {
            // A kill before the end of this leaves an empty file, which is begun again.
            let json = serde_json::to_string(plan).expect("a plan is made of texts and numbers");
            let begin = |connection: &mut Connection| {
                let transaction = connection.transaction()?;
                transaction.execute_batch(SCHEMA)?;
                transaction.execute("INSERT INTO plan VALUES (?1)", [&json])?;
                transaction.commit()
            };
            begin(&mut connection).map_err(failed)?;
        }
        let store = Store::new(connection, path)?;
        match difference(&store.plan, plan) {
            None => Ok(store),
            Some((key, found, wanted)) => {
                Err(StoreError::OtherPlan { path: path.display().to_string(), key, found, wanted })
            }
        }
    }

    /// Opens a file that exists.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing { path: path.display().to_string() });
        }
        Store::new(connect(path, OpenFlags::empty())?, path)
    }

    fn new(connection: Connection, path: &Path) -> Result<Store, StoreError> {
        let strange = || StoreError::NotAStore { path: path.display().to_string() };
        let json: String =
            connection.query_row("SELECT json FROM plan", [], |row| row.get(0)).map_err(|_| strange())?;
        let plan = serde_json::from_str(&json).map_err(|_| strange())?;
        Ok(Store { path: path.to_owned(), plan, connection: Mutex::new(connection) })
    }

    /// The plan of the games.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().expect("no thread panics while it writes")
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        StoreError::Database { path: self.path.display().to_string(), error }
    }

    /// The numbers of the games that are stored.
    pub(super) fn finished(&self) -> Result<HashSet<usize>, StoreError> {
        let connection = self.connection();
        let numbers = || {
            let mut statement = connection.prepare("SELECT number FROM games")?;
            let rows = statement.query_map([], |row| row.get::<_, i64>(0))?;
            rows.map(|number| Ok(number? as usize)).collect::<rusqlite::Result<_>>()
        };
        numbers().map_err(|error| self.failed(error))
    }

    /// Stores a game.
    pub(super) fn add(&self, game: &Finished) -> Result<(), StoreError> {
        let mut connection = self.connection();
        let mut write = || {
            let transaction = connection.transaction()?;
            transaction.execute(
                "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5)",
                params![
                    game.number as i64,
                    game.opening.map(|opening| opening as i64),
                    game.result,
                    game.plies,
                    game.seconds
                ],
            )?;
            {
                let mut insert = transaction
                    .prepare_cached("INSERT INTO examples VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?;
                for example in &game.examples {
                    insert.execute(params![
                        example.game as i64,
                        example.ply,
                        example.child as i64,
                        example.mover.index() as i64,
                        example.to_move.index() as i64,
                        example.visits as i64,
                        f64::from(example.utility),
                        example.ended,
                        example.state,
                    ])?;
                }
            }
            transaction.commit()
        };
        write().map_err(|error| self.failed(error))
    }

    /// What the store holds.
    pub fn totals(&self) -> Result<Totals, StoreError> {
        let connection = self.connection();
        let read = || {
            let examples: i64 =
                connection.query_row("SELECT count(*) FROM examples", [], |row| row.get(0))?;
            connection.query_row(
                "SELECT count(*), total(result = 1), total(result = 0), total(result = -1), total(plies), total(seconds)
                 FROM games",
                [],
                |row| {
                    let games: i64 = row.get(0)?;
                    let results = [row.get::<_, f64>(1)?, row.get(2)?, row.get(3)?].map(|count| count as u64);
                    let plies: f64 = row.get(4)?;
                    Ok(Totals {
                        games: games as u64,
                        results,
                        examples: examples as u64,
                        mean_plies: plies / games.max(1) as f64,
                        seconds: row.get(5)?,
                    })
                },
            )
        };
        read().map_err(|error| self.failed(error))
    }

    /// Hands every example to `visit` in the order of games and plies, with the result of its game for the first player.
    pub fn each(&self, mut visit: impl FnMut(Example, i32)) -> Result<(), StoreError> {
        let connection = self.connection();
        let mut read = || {
            let mut statement = connection.prepare(
                "SELECT game, ply, child, mover, to_move, visits, utility, ended, state, result
                 FROM examples JOIN games ON number = game ORDER BY game, ply, child",
            )?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let player = |column| {
                    Ok::<_, rusqlite::Error>(Player::BOTH[usize::from(row.get::<_, i64>(column)? != 0)])
                };
                let example = Example {
                    game: row.get::<_, i64>(0)? as usize,
                    ply: row.get(1)?,
                    child: row.get::<_, i64>(2)? as usize,
                    mover: player(3)?,
                    to_move: player(4)?,
                    visits: row.get::<_, i64>(5)? as u64,
                    utility: row.get::<_, f64>(6)? as f32,
                    ended: row.get(7)?,
                    state: row.get(8)?,
                };
                visit(example, row.get(9)?);
            }
            Ok(())
        };
        read().map_err(|error| self.failed(error))
    }
}

fn connect(path: &Path, more: OpenFlags) -> Result<Connection, StoreError> {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | more)
        .map_err(|error| StoreError::Database { path: path.display().to_string(), error })
}

/// Whether nothing has been written to a database yet.
fn is_empty(connection: &Connection, path: &Path) -> Result<bool, StoreError> {
    let tables = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0));
    Ok(tables.map_err(|_| StoreError::NotAStore { path: path.display().to_string() })? == 0)
}

/// The first setting in which two plans differ: its name and both values.
fn difference(found: &Plan, wanted: &Plan) -> Option<(String, String, String)> {
    let [found, wanted] = [found, wanted].map(|plan| serde_json::to_value(plan).unwrap_or_default());
    let differs = |(key, value): (&String, &serde_json::Value)| {
        let other = &wanted[key.as_str()];
        (value != other).then(|| (key.clone(), value.to_string(), other.to_string()))
    };
    found.as_object()?.iter().find_map(differs)
}

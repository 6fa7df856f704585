//! Writing results.

use std::path::Path;

use agon_agents::AgentSpec;
use agon_core::Record;
use rusqlite::{Connection, Transaction, params};

use super::{APPLICATION, FORMAT, Finished, Lock, Pairing, Roster, Store, StoreError, read, recognise};
use crate::bout::Spent;

impl Store {
    /// Opens a file of results for writing: makes it if there is none, continues it if it holds the same text.
    pub fn resume(path: &Path, roster: &Roster) -> Result<Store, StoreError> {
        let explain = |error: rusqlite::Error| StoreError::of(path, &error);
        let lock = Lock::take(path)?;
        let mut connection = Connection::open(path).map_err(explain)?;
        let known = recognise(&connection, path)?;
        // The log survives the end of this process without a sync for every game. A power failure may cost the last
        // few games, never the file.
        connection
            .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")
            .map_err(explain)?;
        match known {
            None => create(&mut connection, roster),
            Some(1) => connection.execute_batch(FROM_1),
            Some(_) => Ok(()),
        }
        .map_err(explain)?;
        let stored = read::roster(&connection).map_err(explain)?;
        if let Some(difference) = difference(&renewed(&stored), &renewed(roster)) {
            let file = path.display().to_string();
            return Err(StoreError::Other { file, name: stored.name, difference });
        }
        Ok(Store { connection, path: path.to_owned(), format: FORMAT, roster: stored, lock: Some(lock) })
    }

    /// Adds pairings; their indices continue those there are.
    pub fn pair(&mut self, pairings: &[Pairing]) -> Result<(), StoreError> {
        self.commit(|transaction| {
            let mut insert = transaction.prepare(
                "INSERT INTO pairings VALUES ((SELECT coalesce(max(id) + 1, 0) FROM pairings), ?1, ?2, ?3, ?4)",
            )?;
            for Pairing { round, rules, agents: [a, b] } in pairings {
                insert.execute(params![round, *rules as i64, *a as i64, *b as i64])?;
            }
            Ok(())
        })
    }

    /// Adds a finished game: all of it or, if that fails, nothing.
    pub fn add(&mut self, game: &Finished, record: &Record) -> Result<(), StoreError> {
        self.add_all([(game, record)])
    }

    /// Adds many games at once, all or none.
    pub fn add_all<'a>(
        &mut self,
        games: impl IntoIterator<Item = (&'a Finished, &'a Record)>,
    ) -> Result<(), StoreError> {
        self.commit(|transaction| {
            for (game, record) in games {
                insert(transaction, game, record)?;
            }
            Ok(())
        })
    }

    /// Leaves one plain file behind, without the log beside it.
    pub fn close(self) -> Result<(), StoreError> {
        if self.lock.is_some() {
            let folded = self.connection.execute_batch("PRAGMA journal_mode = DELETE");
            match folded.map_err(|error| self.explain(&error)) {
                // Somebody is reading the file; the log stays and is as good.
                Ok(()) | Err(StoreError::Busy { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn commit(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        let done = self.connection.transaction().and_then(|transaction| {
            work(&transaction)?;
            transaction.commit()
        });
        done.map_err(|error| self.explain(&error))
    }
}

/// A tournament in today's words: keys of agents that were renamed since, and names of agents that are their specs.
fn renewed(roster: &Roster) -> Roster {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let mut roster = roster.clone();
    for agent in &mut roster.agents {
        let Ok(spec) = agent.spec.parse::<AgentSpec>().map(|spec| spec.to_string()) else { continue };
        roster.text = roster.text.replace(&quoted(&agent.spec), &quoted(&spec));
        if agent.name == agent.spec {
            agent.name.clone_from(&spec);
        }
        agent.spec = spec;
    }
    roster
}

/// The first thing in which a stored tournament differs from another one, in words.
fn difference(stored: &Roster, other: &Roster) -> Option<String> {
    if stored == other {
        return None;
    }
    // A line more than either text has, so that a text which only goes on longer differs in a line.
    let lines = |text: &str| text.lines().map(str::to_owned).chain([String::new()]).collect::<Vec<_>>();
    let (stored, other) = (lines(&stored.text), lines(&other.text));
    let pair = stored.iter().zip(&other).find(|(stored, other)| stored != other);
    Some(match pair {
        Some((stored, other)) if stored.is_empty() => format!("it goes without '{other}'"),
        Some((stored, other)) if other.is_empty() => format!("it has '{stored}' in addition"),
        Some((stored, other)) => format!("it has '{stored}' instead of '{other}'"),
        None => "its openings or the version of its rules are different".to_owned(),
    })
}

/// Makes a file of the first format one of the second.
const FROM_1: &str = "BEGIN; ALTER TABLE records ADD COLUMN reason TEXT; PRAGMA user_version = 2; COMMIT;";

/// Makes the tables and fills in what stays the same, all in one transaction.
fn create(connection: &mut Connection, roster: &Roster) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(include_str!("schema.sql"))?;
    transaction.execute("INSERT INTO tournament VALUES (0, ?1, ?2)", params![roster.name, roster.text])?;
    for (id, agent) in (0i64..).zip(&roster.agents) {
        transaction.execute("INSERT INTO agents VALUES (?1, ?2, ?3)", params![id, agent.name, agent.spec])?;
    }
    for (id, rules) in (0i64..).zip(&roster.rules) {
        transaction
            .execute("INSERT INTO rules VALUES (?1, ?2, ?3)", params![id, rules.spec, rules.version])?;
        for (number, start) in (0i64..).zip(&rules.openings) {
            transaction.execute(
                "INSERT INTO openings VALUES (?1, ?2, ?3, ?4)",
                params![id, number, start.position, start.moves.join(" ")],
            )?;
        }
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", FORMAT)?;
    transaction.commit()
}

fn insert(transaction: &Transaction<'_>, game: &Finished, record: &Record) -> rusqlite::Result<()> {
    let [a, b] = game.spent.map(columns);
    transaction
        .prepare_cached(
            "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, \
             ?18, ?19, ?20, ?21, ?22)",
        )?
        .execute(params![
            game.number as i64,
            game.pairing as i64,
            game.pair,
            game.a_first,
            game.gain,
            f64::from(game.score),
            game.plies,
            a[0],
            a[1],
            a[2],
            a[3],
            a[4],
            a[5],
            a[6],
            b[0],
            b[1],
            b[2],
            b[3],
            b[4],
            b[5],
            b[6],
            game.fault
        ])?;
    transaction.prepare_cached("INSERT INTO records VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(params![
        game.number as i64,
        record.position,
        record.moves.join(" "),
        record.ending.as_deref().unwrap_or_default(),
        record.reason.map(|reason| reason.to_string())
    ])?;
    Ok(())
}

fn columns(spent: Spent) -> [i64; 7] {
    let micros = (spent.seconds * 1e6).round();
    [spent.moves, micros as u64, spent.nodes, spent.evaluations, spent.playouts, spent.depth, spent.late]
        .map(|count| count as i64)
}

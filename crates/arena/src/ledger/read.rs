//! Reading games.

use std::time::Duration;

use agon_core::{Outcome, Player, Reason, Record};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Entry, Kept, Kind, Ledger, LedgerError, Named, Pairing, Roster, RuleSet, Run, Start};
use crate::bout::Spent;

macro_rules! columns {
    () => {
        "SELECT number, pairing, pair, a_first, gain, score, plies,
    a_moves, a_time, a_nodes, a_evaluations, a_playouts, a_depth, a_late,
    b_moves, b_time, b_nodes, b_evaluations, b_playouts, b_depth, b_late, fault
    FROM games"
    };
}

impl Ledger {
    /// The number of finished games.
    pub fn count(&self) -> Result<u64, LedgerError> {
        let count = self.connection.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0));
        count.map(|count| count as u64).map_err(|error| self.explain(&error))
    }

    /// The numbers of the finished games, in order.
    pub fn numbers(&self) -> Result<Vec<u64>, LedgerError> {
        let numbers = list(&self.connection, "SELECT number FROM games ORDER BY number", |row| {
            row.get::<_, i64>(0).map(|number| number as u64)
        });
        numbers.map_err(|error| self.explain(&error))
    }

    /// Visits every finished game in the order of their numbers, with its pairing. Memory does not grow with them.
    pub fn each(&self, mut visit: impl FnMut(&Pairing, &Entry)) -> Result<(), LedgerError> {
        let explain = |error: rusqlite::Error| self.explain(&error);
        let mut statement = self.connection.prepare_cached(GAMES).map_err(explain)?;
        let mut rows = statement.query([]).map_err(explain)?;
        while let Some(row) = rows.next().map_err(explain)? {
            let game = entry(row).map_err(explain)?;
            visit(&self.pairing_of(&game)?, &game);
        }
        Ok(())
    }

    /// One game with its pairing, its moves and its note.
    pub fn game(&self, number: u64) -> Result<Kept, LedgerError> {
        match self.find(number)? {
            Some(kept) => Ok(kept),
            None => Err(self.missing(number)?),
        }
    }

    /// The same, if it is there.
    pub fn find(&self, number: u64) -> Result<Option<Kept>, LedgerError> {
        let explain = |error: rusqlite::Error| self.explain(&error);
        let Ok(key) = i64::try_from(number) else { return Ok(None) };
        let one = |query: &str| self.connection.prepare_cached(query);
        let found = one(GAME).and_then(|mut query| query.query_row(params![key], entry).optional());
        let Some(entry) = found.map_err(explain)? else { return Ok(None) };
        let pairing = self.pairing_of(&entry)?;
        let columns = match self.format {
            1 => "NULL, NULL",
            2 => "reason, NULL",
            _ => "reason, note",
        };
        let query = format!("SELECT position, moves, ending, {columns} FROM records WHERE number = ?1");
        let read = |row: &Row<'_>| {
            let RuleSet { spec, version, .. } = &self.roster().rules[pairing.rules];
            let record = Record {
                game: spec.clone(),
                version: *version,
                position: row.get(0)?,
                moves: words(&row.get::<_, String>(1)?),
                result: Some(outcome(&entry)),
                reason: row.get::<_, Option<String>>(3)?.and_then(|word| word.parse().ok()),
                ending: row.get(2)?,
                played_on: None,
            };
            Ok((record, row.get(4)?))
        };
        let (record, note) =
            one(&query).and_then(|mut query| query.query_row(params![key], read)).map_err(explain)?;
        Ok(Some(Kept { pairing, entry, record, note }))
    }

    /// The numbers of the games that ended for this reason; all records are read for it.
    pub fn ended_by(&self, reason: Reason) -> Result<Vec<u64>, LedgerError> {
        if self.format < 2 {
            return Ok(Vec::new());
        }
        let explain = |error: rusqlite::Error| self.explain(&error);
        let mut query = self
            .connection
            .prepare_cached("SELECT number FROM records WHERE reason = ?1 ORDER BY number")
            .map_err(explain)?;
        let rows =
            query.query_map(params![reason.to_string()], |row| row.get::<_, i64>(0)).map_err(explain)?;
        rows.map(|number| number.map(|number| number as u64).map_err(explain)).collect()
    }

    /// What is attached to a game, if anything is.
    pub fn attachment(&self, number: u64) -> Result<Option<Vec<u8>>, LedgerError> {
        if self.format < 3 {
            return Ok(None);
        }
        let query = self.connection.prepare_cached("SELECT bytes FROM attachments WHERE number = ?1");
        let found =
            query.and_then(|mut query| query.query_row(params![number as i64], |row| row.get(0)).optional());
        found.map_err(|error| self.explain(&error))
    }

    /// What was measured under a name, if it was.
    pub fn measurement(&self, key: &str) -> Result<Option<String>, LedgerError> {
        let query = "SELECT value FROM measurements WHERE key = ?1";
        let found = self.connection.query_row(query, params![key], |row| row.get(0)).optional();
        found.map_err(|error| self.explain(&error))
    }

    pub(super) fn pairing_of(&self, entry: &Entry) -> Result<Pairing, LedgerError> {
        let pairing = self.pairings.get(entry.pairing).copied();
        pairing.ok_or_else(|| self.damaged(&format!("game {} belongs to no pairing", entry.number)))
    }

    /// Why a game is not in the file.
    fn missing(&self, number: u64) -> Result<LedgerError, LedgerError> {
        let there = match (self.count()?, self.numbers()?.last()) {
            (1, Some(only)) => format!("its only finished game is {only}"),
            (count, Some(last)) if *last == count => format!("its games are 1 to {count}"),
            (count, Some(last)) => format!("{count} games up to {last} are finished"),
            (_, None) => "none is finished".to_owned(),
        };
        Ok(LedgerError::NoGame { file: self.path.display().to_string(), number, there })
    }
}

/// Everything about the games but their moves, in the order that [`entry`] reads.
const GAMES: &str = concat!(columns!(), " ORDER BY number");
const GAME: &str = concat!(columns!(), " WHERE number = ?1");

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        number: count(row, 0)?,
        pairing: index(row, 1)?,
        pair: row.get(2)?,
        a_first: row.get(3)?,
        gain: row.get(4)?,
        score: row.get::<_, f64>(5)? as f32,
        plies: row.get(6)?,
        spent: [spent(row, 7)?, spent(row, 14)?],
        fault: row.get(21)?,
    })
}

fn spent(row: &Row<'_>, from: usize) -> rusqlite::Result<Spent> {
    Ok(Spent {
        moves: count(row, from)?,
        seconds: Duration::from_micros(count(row, from + 1)?).as_secs_f64(),
        nodes: count(row, from + 2)?,
        evaluations: count(row, from + 3)?,
        playouts: count(row, from + 4)?,
        depth: count(row, from + 5)?,
        late: count(row, from + 6)?,
    })
}

fn count(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(|count| count as u64)
}

fn index(row: &Row<'_>, column: usize) -> rusqlite::Result<usize> {
    count(row, column).map(|count| count as usize)
}

/// Who won.
fn outcome(game: &Entry) -> Outcome {
    match (game.gain, game.a_first) {
        (0, _) => Outcome::Draw,
        (1, true) | (-1, false) => Outcome::Win(Player::First),
        _ => Outcome::Win(Player::Second),
    }
}

/// What the games of a file are of. The formats before the third hold tournaments alone.
pub(super) fn run(connection: &Connection, format: i64) -> rusqlite::Result<Run> {
    let mut rules = list(connection, "SELECT spec, version FROM rules ORDER BY id", |row| {
        Ok(RuleSet { spec: row.get(0)?, version: row.get(1)?, openings: Vec::new() })
    })?;
    for (index, rules) in rules.iter_mut().enumerate() {
        let query = format!("SELECT position, moves FROM openings WHERE rules = {index} ORDER BY number");
        rules.openings = list(connection, &query, |row| {
            Ok(Start { position: row.get(0)?, moves: words(&row.get::<_, String>(1)?) })
        })?;
    }
    let agents = list(connection, "SELECT name, spec FROM agents ORDER BY id", |row| {
        Ok(Named { name: row.get(0)?, spec: row.get(1)? })
    })?;
    let query = match format {
        1 | 2 => "SELECT name, text, 'tournament', NULL FROM tournament",
        _ => "SELECT name, text, kind, anchor FROM run",
    };
    connection.query_row(query, [], |row| {
        let kind: Kind = row.get::<_, String>(2)?.parse().map_err(|error: String| {
            rusqlite::Error::FromSqlConversionFailure(2, rusqlite::types::Type::Text, error.into())
        })?;
        let roster = Roster { agents, rules };
        Ok(Run { name: row.get(0)?, text: row.get(1)?, kind, anchor: row.get(3)?, roster })
    })
}

/// Who meets whom, by index.
pub(super) fn pairings(connection: &Connection) -> rusqlite::Result<Vec<Pairing>> {
    list(connection, "SELECT round, rules, a, b FROM pairings ORDER BY id", |row| {
        Ok(Pairing { round: row.get(0)?, rules: index(row, 1)?, agents: [index(row, 2)?, index(row, 3)?] })
    })
}

fn list<T>(
    connection: &Connection,
    query: &str,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    connection.prepare(query)?.query_map([], read)?.collect()
}

/// No game writes a move with a space in it, so moves are stored with spaces between them.
fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

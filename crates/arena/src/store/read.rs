//! Reading results.

use std::time::Duration;

use agon_core::{Outcome, Player, Record};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Finished, Named, Pairing, Roster, RuleSet, Start, Store, StoreError};
use crate::bout::Spent;

impl Store {
    /// The number of finished games.
    pub fn count(&self) -> Result<u64, StoreError> {
        let count = self.connection.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0));
        count.map(|count| count as u64).map_err(|error| self.explain(&error))
    }

    /// The numbers of the finished games, in order.
    pub fn numbers(&self) -> Result<Vec<u64>, StoreError> {
        let numbers = list(&self.connection, "SELECT number FROM games ORDER BY number", |row| {
            row.get::<_, i64>(0).map(|number| number as u64)
        });
        numbers.map_err(|error| self.explain(&error))
    }

    /// Who meets whom, by index.
    pub fn pairings(&self) -> Result<Vec<Pairing>, StoreError> {
        let pairings = list(&self.connection, "SELECT round, rules, a, b FROM pairings ORDER BY id", |row| {
            Ok(Pairing {
                round: row.get(0)?,
                rules: index(row, 1)?,
                agents: [index(row, 2)?, index(row, 3)?],
            })
        });
        let pairings = pairings.map_err(|error| self.explain(&error))?;
        let (rules, agents) = (self.roster.rules.len(), self.roster.agents.len());
        let known =
            |pairing: &Pairing| pairing.rules < rules && pairing.agents.iter().all(|&agent| agent < agents);
        if pairings.iter().all(known) {
            Ok(pairings)
        } else {
            Err(self.damaged("a pairing names an agent or a game that is not there"))
        }
    }

    /// Visits every finished game in the order of their numbers, with its pairing. Memory does not grow with them.
    pub fn each(&self, mut visit: impl FnMut(&Pairing, &Finished)) -> Result<(), StoreError> {
        let pairings = self.pairings()?;
        let explain = |error: rusqlite::Error| self.explain(&error);
        let mut statement = self.connection.prepare_cached(GAMES).map_err(explain)?;
        let mut rows = statement.query([]).map_err(explain)?;
        while let Some(row) = rows.next().map_err(explain)? {
            let game = finished(row).map_err(explain)?;
            let Some(pairing) = pairings.get(game.pairing) else {
                return Err(self.damaged(&format!("game {} belongs to no pairing", game.number)));
            };
            visit(pairing, &game);
        }
        Ok(())
    }

    /// One game with its pairing and its moves.
    pub fn game(&self, number: u64) -> Result<(Pairing, Finished, Record), StoreError> {
        let explain = |error: rusqlite::Error| self.explain(&error);
        let query = GAMES.replace("ORDER BY number", "WHERE number = ?1");
        let found = i64::try_from(number)
            .ok()
            .map(|number| self.connection.query_row(&query, params![number], finished).optional());
        let Some(game) = found.transpose().map_err(explain)?.flatten() else {
            return Err(self.missing(number)?);
        };
        let pairings = self.pairings()?;
        let Some(&pairing) = pairings.get(game.pairing) else {
            return Err(self.damaged(&format!("game {number} belongs to no pairing")));
        };
        let reason = if self.format < 2 { "NULL" } else { "reason" };
        let query = format!("SELECT position, moves, ending, {reason} FROM records WHERE number = ?1");
        let record = self.connection.query_row(&query, params![number as i64], |row| {
            let RuleSet { spec, version, .. } = &self.roster.rules[pairing.rules];
            Ok(Record {
                game: spec.clone(),
                version: *version,
                position: row.get(0)?,
                moves: words(&row.get::<_, String>(1)?),
                result: Some(outcome(&game)),
                reason: row.get::<_, Option<String>>(3)?.and_then(|word| word.parse().ok()),
                ending: row.get(2)?,
            })
        });
        record.map(|record| (pairing, game, record)).map_err(explain)
    }

    /// Why a game is not in the file.
    fn missing(&self, number: u64) -> Result<StoreError, StoreError> {
        let there = match (self.count()?, self.numbers()?.last()) {
            (1, Some(only)) => format!("its only finished game is {only}"),
            (count, Some(last)) if *last == count => format!("its games are 1 to {count}"),
            (count, Some(last)) => format!("{count} games up to {last} are finished"),
            (_, None) => "none is finished".to_owned(),
        };
        Ok(StoreError::NoGame { file: self.path.display().to_string(), number, there })
    }

    fn damaged(&self, reason: &str) -> StoreError {
        StoreError::Damaged { file: self.path.display().to_string(), reason: reason.to_owned() }
    }
}

/// Everything about the games but their moves, in the order that [`finished`] reads.
const GAMES: &str = "SELECT number, pairing, pair, a_first, gain, score, plies,
    a_moves, a_time, a_nodes, a_evaluations, a_playouts, a_depth, a_late,
    b_moves, b_time, b_nodes, b_evaluations, b_playouts, b_depth, b_late, fault
    FROM games ORDER BY number";

fn finished(row: &Row<'_>) -> rusqlite::Result<Finished> {
    Ok(Finished {
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
fn outcome(game: &Finished) -> Outcome {
    match (game.gain, game.a_first) {
        (0, _) => Outcome::Draw,
        (1, true) | (-1, false) => Outcome::Win(Player::First),
        _ => Outcome::Win(Player::Second),
    }
}

/// Everything that stays the same while games are added.
pub(super) fn roster(connection: &Connection) -> rusqlite::Result<Roster> {
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
    connection.query_row("SELECT name, text FROM tournament", [], |row| {
        Ok(Roster { name: row.get(0)?, text: row.get(1)?, agents, rules })
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

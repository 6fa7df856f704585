//! Writing games.

use std::path::Path;

use agon_agents::AgentSpec;
use agon_core::Record;
use rusqlite::{Connection, Transaction, params};

use super::{
    APPLICATION, Entry, Extra, FORMAT, Ledger, LedgerError, Lock, Named, Pairing, RuleSet, Run, recognise,
};
use crate::bout::Spent;

impl Ledger {
    /// Opens a file for writing: makes it if there is none, continues it if it holds the same text. Agents and rules of the run
    /// are added where they are missing.
    pub fn resume(path: &Path, run: &Run) -> Result<Ledger, LedgerError> {
        let explain = |error: rusqlite::Error| LedgerError::of(path, &error);
        let run = &renewed(run);
        let lock = Lock::take(path)?;
        let mut connection = Connection::open(path).map_err(explain)?;
        let known = recognise(&connection, path)?;
        // The log survives the end of this process without a sync for every game. A power failure may cost the last
        // few games, never the file.
        connection
            .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")
            .map_err(explain)?;
        if known.is_none() {
            create(&mut connection, run).map_err(explain)?;
        }
        let mut ledger = Ledger::new(connection, path, known.unwrap_or(FORMAT), Some(lock))?;
        let renewed = renewed(&ledger.run);
        if let Some(difference) = difference(&renewed, run) {
            return Err(ledger.other(difference));
        }
        // Only a file that is continued is changed.
        for step in UPGRADES.iter().skip(ledger.format.max(1) as usize - 1) {
            ledger.commit(|transaction| transaction.execute_batch(step))?;
        }
        ledger.format = FORMAT;
        if ledger.run != renewed {
            ledger.rewrite(renewed)?;
        }
        ledger.enter(run)?;
        Ok(ledger)
    }

    /// Says the same of the run in other words.
    fn rewrite(&mut self, run: Run) -> Result<(), LedgerError> {
        self.commit(|transaction| {
            transaction.execute("UPDATE run SET text = ?1", params![run.text])?;
            for (id, agent) in (0i64..).zip(&run.roster.agents) {
                let row = params![id, agent.name, agent.spec];
                transaction.execute("UPDATE agents SET name = ?2, spec = ?3 WHERE id = ?1", row)?;
            }
            Ok(())
        })?;
        self.run = run;
        Ok(())
    }

    /// A ledger that is gone with the program, for those who do not want to keep one.
    pub fn in_memory(run: &Run) -> Result<Ledger, LedgerError> {
        let path = Path::new("memory");
        let explain = |error: rusqlite::Error| LedgerError::of(path, &error);
        let mut connection = Connection::open_in_memory().map_err(explain)?;
        create(&mut connection, run).map_err(explain)?;
        let mut ledger = Ledger::new(connection, path, FORMAT, None)?;
        ledger.enter(run)?;
        Ok(ledger)
    }

    fn enter(&mut self, run: &Run) -> Result<(), LedgerError> {
        for agent in &run.roster.agents {
            self.agent(agent)?;
        }
        for rules in &run.roster.rules {
            self.rules(rules)?;
        }
        if self.run.anchor != run.anchor {
            self.commit(|transaction| {
                transaction.execute("UPDATE run SET anchor = ?1", params![run.anchor]).map(drop)
            })?;
            self.run.anchor.clone_from(&run.anchor);
        }
        Ok(())
    }

    /// The index of an agent, which is added if it is not there.
    pub fn agent(&mut self, agent: &Named) -> Result<usize, LedgerError> {
        let known = &self.run.roster.agents;
        let index = known.iter().position(|known| known.name == agent.name).unwrap_or(known.len());
        match known.get(index) {
            Some(known) if known == agent => {}
            Some(Named { name, spec }) => {
                return Err(self.other(format!("its agent {name} is {spec} and not {}", agent.spec)));
            }
            None => {
                let Named { name, spec } = agent;
                self.commit(|transaction| {
                    let row = params![index as i64, name, spec];
                    transaction.execute("INSERT INTO agents VALUES (?1, ?2, ?3)", row).map(drop)
                })?;
                self.run.roster.agents.push(agent.clone());
            }
        }
        Ok(index)
    }

    /// The index of a set of rules, which is added if it is not there. Those of the same game must be of the same version and
    /// have the same openings.
    pub fn rules(&mut self, rules: &RuleSet) -> Result<usize, LedgerError> {
        let known = &self.run.roster.rules;
        let index = known.iter().position(|known| known.spec == rules.spec).unwrap_or(known.len());
        match known.get(index) {
            Some(known) if known == rules => {}
            Some(RuleSet { spec, .. }) => {
                return Err(
                    self.other(format!("its openings of {spec} or the version of its rules are different"))
                );
            }
            None => {
                self.commit(|transaction| insert_rules(transaction, index, rules))?;
                self.run.roster.rules.push(rules.clone());
            }
        }
        Ok(index)
    }

    /// The indices of pairings; those that are not there are added, all or none.
    pub fn pair(&mut self, pairings: &[Pairing]) -> Result<Vec<usize>, LedgerError> {
        let mut fresh: Vec<Pairing> = Vec::new();
        let mut indices = Vec::new();
        for pairing in pairings {
            let next = self.pairings.len() + fresh.len();
            let index = *self.places.entry(*pairing).or_insert(next);
            if index == next {
                fresh.push(*pairing);
            }
            indices.push(index);
        }
        if fresh.is_empty() {
            return Ok(indices);
        }
        let first = self.pairings.len();
        let written = self.commit(|transaction| {
            let mut insert = transaction.prepare("INSERT INTO pairings VALUES (?1, ?2, ?3, ?4, ?5)")?;
            for (id, Pairing { round, rules, agents: [a, b] }) in (first as i64..).zip(&fresh) {
                insert.execute(params![id, round, *rules as i64, *a as i64, *b as i64])?;
            }
            Ok(())
        });
        match written {
            Ok(()) => self.pairings.extend(fresh),
            Err(error) => {
                self.places.retain(|_, index| *index < first);
                return Err(error);
            }
        }
        Ok(indices)
    }

    /// Adds a finished game: all of it or, if that fails, nothing.
    pub fn add(&mut self, entry: &Entry, record: &Record) -> Result<(), LedgerError> {
        self.add_with(entry, record, &Extra::default())
    }

    /// The same with what else is kept of it.
    pub fn add_with(&mut self, entry: &Entry, record: &Record, extra: &Extra) -> Result<(), LedgerError> {
        self.commit(|transaction| insert(transaction, entry, record, extra))
    }

    /// Adds many games at once, all or none.
    pub fn add_all<'a>(
        &mut self,
        games: impl IntoIterator<Item = (&'a Entry, &'a Record)>,
    ) -> Result<(), LedgerError> {
        self.commit(|transaction| {
            let extra = Extra::default();
            games.into_iter().try_for_each(|(entry, record)| insert(transaction, entry, record, &extra))
        })
    }

    /// Keeps what was measured without playing a game, under a name.
    pub fn measure(&mut self, key: &str, value: &str) -> Result<(), LedgerError> {
        self.commit(|transaction| {
            transaction.execute("INSERT INTO measurements VALUES (?1, ?2)", params![key, value]).map(drop)
        })
    }

    /// Leaves one plain file behind, without the log beside it.
    pub fn close(self) -> Result<(), LedgerError> {
        if self.lock.is_some() {
            let folded = self.connection.execute_batch("PRAGMA journal_mode = DELETE");
            match folded.map_err(|error| self.explain(&error)) {
                // Somebody is reading the file; the log stays and is as good.
                Ok(()) | Err(LedgerError::Busy { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn other(&self, difference: String) -> LedgerError {
        let file = self.path.display().to_string();
        LedgerError::Other { file, kind: self.run.kind, name: self.run.name.clone(), difference }
    }

    fn commit(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), LedgerError> {
        let done = self.connection.transaction().and_then(|transaction| {
            work(&transaction)?;
            transaction.commit()
        });
        done.map_err(|error| self.explain(&error))
    }
}

/// A run with its agents as they are written today: with keys that were renamed since, without what is said for nothing.
fn renewed(run: &Run) -> Run {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let mut run = run.clone();
    for agent in &mut run.roster.agents {
        let Ok(spec) = agent.spec.parse::<AgentSpec>().map(|spec| spec.to_string()) else { continue };
        run.text = run.text.replace(&quoted(&agent.spec), &quoted(&spec));
        if agent.name == agent.spec {
            agent.name.clone_from(&spec);
        }
        agent.spec = spec;
    }
    run
}

/// The first thing in which a stored run differs from another one, in words.
fn difference(stored: &Run, other: &Run) -> Option<String> {
    if stored.kind != other.kind {
        return Some(format!("it is of the kind {} and not {}", stored.kind, other.kind));
    }
    other_line(&stored.text, &other.text)
}

/// The first line in which a stored text differs from another one, in words: settings that are not the same.
pub fn other_line(stored: &str, other: &str) -> Option<String> {
    // A line more than either text has, so that a text which only goes on longer differs in a line.
    let lines = |text: &str| text.lines().map(str::to_owned).chain([String::new()]).collect::<Vec<_>>();
    let (stored, other) = (lines(stored), lines(other));
    let (stored, other) = stored.iter().zip(&other).find(|(stored, other)| stored != other)?;
    Some(match (stored.as_str(), other.as_str()) {
        ("", other) => format!("it goes without '{other}'"),
        (stored, "") => format!("it has '{stored}' in addition"),
        (stored, other) => format!("it has '{stored}' instead of '{other}'"),
    })
}

/// What makes a file of one format one of the next, from the first on.
const UPGRADES: [&str; FORMAT as usize - 1] = [
    "ALTER TABLE records ADD COLUMN reason TEXT;
     PRAGMA user_version = 2;",
    "ALTER TABLE tournament RENAME TO run;
     ALTER TABLE run ADD COLUMN kind TEXT NOT NULL DEFAULT 'tournament';
     ALTER TABLE run ADD COLUMN anchor TEXT;
     ALTER TABLE records ADD COLUMN note TEXT;
     CREATE TABLE attachments (number INTEGER PRIMARY KEY REFERENCES games, bytes BLOB NOT NULL) STRICT;
     CREATE TABLE measurements (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
     PRAGMA user_version = 3;",
];

/// Makes the tables and says what they are of, all in one transaction.
fn create(connection: &mut Connection, run: &Run) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(include_str!("schema.sql"))?;
    let row = params![run.name, run.text, run.kind.to_string(), run.anchor];
    transaction.execute("INSERT INTO run VALUES (0, ?1, ?2, ?3, ?4)", row)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", FORMAT)?;
    transaction.commit()
}

fn insert_rules(transaction: &Transaction<'_>, index: usize, rules: &RuleSet) -> rusqlite::Result<()> {
    let id = index as i64;
    transaction.execute("INSERT INTO rules VALUES (?1, ?2, ?3)", params![id, rules.spec, rules.version])?;
    let mut insert = transaction.prepare("INSERT INTO openings VALUES (?1, ?2, ?3, ?4)")?;
    for (number, start) in (0i64..).zip(&rules.openings) {
        insert.execute(params![id, number, start.position, start.moves.join(" ")])?;
    }
    Ok(())
}

fn insert(
    transaction: &Transaction<'_>,
    entry: &Entry,
    record: &Record,
    extra: &Extra,
) -> rusqlite::Result<()> {
    let [a, b] = entry.spent.map(columns);
    let number = entry.number as i64;
    transaction
        .prepare_cached(
            "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, \
             ?18, ?19, ?20, ?21, ?22)",
        )?
        .execute(params![
            number,
            entry.pairing as i64,
            entry.pair,
            entry.a_first,
            entry.gain,
            f64::from(entry.score),
            entry.plies,
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
            entry.fault
        ])?;
    transaction.prepare_cached("INSERT INTO records VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?.execute(params![
        number,
        record.position,
        record.moves.join(" "),
        record.ending.as_deref().unwrap_or_default(),
        record.reason.map(|reason| reason.to_string()),
        extra.note
    ])?;
    if let Some(bytes) = &extra.attachment {
        transaction
            .prepare_cached("INSERT INTO attachments VALUES (?1, ?2)")?
            .execute(params![number, bytes])?;
    }
    Ok(())
}

fn columns(spent: Spent) -> [i64; 7] {
    let micros = (spent.seconds * 1e6).round();
    [spent.moves, micros as u64, spent.nodes, spent.evaluations, spent.playouts, spent.depth, spent.late]
        .map(|count| count as i64)
}

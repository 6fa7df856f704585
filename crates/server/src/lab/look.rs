//! Reading tournaments and their results. What was read is kept until the files change.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use agon_agents::Catalogue;
use agon_arena::ledger::{Entry, Ledger, Pairing};
use agon_arena::report::Report;
use agon_arena::tournament::Tournament;

use super::shelf::Shelf;
use crate::trouble::Trouble;

/// A tournament as it was found.
pub(crate) struct Found {
    pub(crate) title: String,
    pub(crate) text: String,
    /// The number of all games, if the text could be read.
    pub(crate) total: Option<u64>,
    /// The agent that is rated zero.
    pub(crate) anchor: Option<String>,
    /// The results, if there are any.
    pub(crate) report: Option<Report>,
    /// The games finished last, the latest first.
    pub(crate) latest: Vec<(Pairing, Entry)>,
    /// Why something could not be read.
    pub(crate) problem: Option<String>,
}

/// The games that are listed one by one.
const LATEST: usize = 20;

impl Found {
    /// The number of finished games.
    pub(crate) fn done(&self) -> u64 {
        self.report.as_ref().map_or(0, Report::games)
    }

    fn read(shelf: &Shelf, catalogue: &Catalogue, name: &str) -> Result<Found, Trouble> {
        let mut found = Found {
            title: name.to_owned(),
            text: String::new(),
            total: None,
            anchor: None,
            report: None,
            latest: Vec::new(),
            problem: None,
        };
        let ledger = match shelf
            .results(name)
            .filter(|file| file.exists())
            .map(|file| Ledger::open(&file))
            .transpose()
        {
            Ok(ledger) => ledger,
            Err(error) => {
                found.problem = Some(format!("{error}."));
                None
            }
        };
        let stored = ledger.as_ref().map(|ledger| ledger.run().text.clone());
        let own = shelf.text(name)?;
        let has_text = own.is_some();
        let Some(text) = own.or(stored) else { return Ok(found) };
        found.text = text;
        let folder = shelf.folder().unwrap_or(Path::new(""));
        match Tournament::read(&found.text, catalogue, folder) {
            Ok(tournament) => {
                found.total = Some(tournament.games());
                found.anchor = tournament.describe().anchor;
                found.title = tournament.name;
            }
            Err(error) => found.problem = Some(format!("{name}.toml: {error}.")),
        }
        if let Some(ledger) = ledger {
            if !has_text {
                // Results without their text say themselves who is rated zero.
                found.anchor.clone_from(&ledger.run().anchor);
            }
            // The agents of results may be others than those of a text that was changed since.
            let anchor = found.anchor.as_ref().and_then(|name| ledger.roster().find(name));
            let latest = &mut found.latest;
            let report = Report::of(&ledger, anchor, |row| {
                if latest.len() == LATEST {
                    latest.remove(0);
                }
                latest.push((*row.pairing, row.game.clone()));
            });
            match report {
                Ok(report) => found.report = Some(report).filter(|report| report.games() > 0),
                Err(error) => found.problem = Some(format!("{error}.")),
            }
            found.latest.reverse();
        }
        Ok(found)
    }
}

/// What tells that files changed: when and how large they were.
type Stamp = Vec<Option<(SystemTime, u64)>>;

fn stamp(shelf: &Shelf, name: &str) -> Stamp {
    let results = shelf.results(name);
    // New games are in the log beside the file first.
    let log = results.as_ref().map(|file| file.with_extension("db-wal"));
    [shelf.file(name), results, log]
        .into_iter()
        .map(|file| {
            let about = std::fs::metadata(file?).ok()?;
            Some((about.modified().ok()?, about.len()))
        })
        .collect()
}

/// What was read, when, from which files, and how long it took.
struct Kept {
    stamp: Stamp,
    at: Instant,
    took: Duration,
    found: Arc<Found>,
}

/// Tournaments that were read before.
#[derive(Default)]
pub(crate) struct Shown(Mutex<HashMap<String, Kept>>);

/// Adding up a million games takes seconds: results that grow are added up again only after this many times as long.
const PAUSE: u32 = 10;

impl Shown {
    /// The tournament with this name.
    pub(crate) fn look(
        &self,
        shelf: &Shelf,
        catalogue: &Catalogue,
        name: &str,
    ) -> Result<Arc<Found>, Trouble> {
        let stamp = stamp(shelf, name);
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = lock().get(name)
            && (kept.stamp == stamp || kept.at.elapsed() < kept.took * PAUSE)
        {
            return Ok(kept.found.clone());
        }
        let at = Instant::now();
        let found = Arc::new(Found::read(shelf, catalogue, name)?);
        let kept = Kept { stamp, at, took: at.elapsed(), found: found.clone() };
        lock().insert(name.to_owned(), kept);
        Ok(found)
    }
}

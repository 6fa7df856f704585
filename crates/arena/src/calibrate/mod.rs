//! Calibration: finding, by playing, ten players of a game whose strengths are evenly spread.
//!
//! Players come from the strength [`Dial`]. A survey says how strength grows along it; the rungs are placed where steps should be
//! even, neighbours play, and what comes out corrects the estimate of strengths and the places of the rungs, until they stay.
//!
//! The search for a ladder is a function of the results so far: it either finishes or says which games it misses. So it can be
//! interrupted at any time and goes on where it was; and it does not matter in which order, or on how many threads, games are
//! played. [`Journal`] keeps the results, one line per pair of games.

mod confirm;
mod curve;
mod evidence;
mod journal;
mod ladder;
mod notches;
mod placing;
mod pool;
mod steps;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agon_agents::Playable;
use agon_agents::level::{Dial, Table};
use agon_core::Rules;
use agon_core::hash::combine;
use thiserror::Error;

use crate::openings::{self, Opening};
use evidence::Wanted;
pub use journal::Journal;
use ladder::Ladder;

/// What is to be calibrated, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Pairs of games with which a step is verified before it counts as found, and those with which it is confirmed.
    pub pairs: usize,
    /// What everything random depends on.
    pub seed: u64,
    /// Games at the same time; results do not depend on it.
    pub jobs: usize,
}

/// What went wrong with the files of a calibration.
#[derive(Debug, Error)]
#[error("cannot {action} '{file}': {error}")]
pub struct FileError {
    action: &'static str,
    file: String,
    error: std::io::Error,
}

impl FileError {
    fn new(action: &'static str, file: &Path, error: std::io::Error) -> FileError {
        FileError { action, file: file.display().to_string(), error }
    }
}

/// A game that is being calibrated.
pub struct Subject {
    rules: Arc<dyn Playable>,
    task: Task,
    seed: u64,
    openings: Vec<Opening>,
    journal: Journal,
    seconds: f64,
}

/// What is to be found out about a game.
enum Task {
    /// Its ladder.
    Climb(Dial),
    /// Whether a ladder is as it says.
    Confirm(Box<Table>),
}

/// What makes the games of a confirmation others than those of the search with the same seed.
const CONFIRMATION: u64 = 0xc0f1;

/// Openings are as short as is possible with this many different ones.
const OPENINGS: usize = 200;
const LONGEST_OPENING: u32 = 6;

impl Subject {
    /// A game with the results that its journal holds.
    pub fn new(rules: Arc<dyn Playable>, seed: u64, folder: &Path) -> Result<Subject, FileError> {
        let task = Task::Climb(Dial::new(rules.as_ref()));
        Subject::with_task(rules, task, seed, folder, "games")
    }

    /// A game whose ladder is to be confirmed, in games that had no part in finding it.
    pub fn confirming(
        rules: Arc<dyn Playable>,
        table: Table,
        seed: u64,
        folder: &Path,
    ) -> Result<Subject, FileError> {
        // Journals and tables hold seeds as people write them.
        let seed = combine([seed, CONFIRMATION]) >> 32;
        Subject::with_task(rules, Task::Confirm(Box::new(table)), seed, folder, "confirmation")
    }

    fn with_task(
        rules: Arc<dyn Playable>,
        task: Task,
        seed: u64,
        folder: &Path,
        kind: &str,
    ) -> Result<Subject, FileError> {
        let name = format!("{}.{kind}.tsv", file_stem(rules.spec()));
        let journal = Journal::open(&folder.join(name), seed)?;
        let supply = |plies| openings::random(rules.as_ref(), OPENINGS, plies, seed);
        let openings = (2..=LONGEST_OPENING)
            .map(supply)
            .find(|openings| openings.len() == OPENINGS)
            .unwrap_or_else(|| supply(2));
        Ok(Subject { rules, task, seed, openings, journal, seconds: 0.0 })
    }

    /// The ladder, or the games without which it cannot be told.
    fn ask(&self, settings: Settings) -> Result<Table, Vec<Wanted>> {
        let evidence = &self.journal.evidence;
        match &self.task {
            Task::Climb(dial) => Ladder::new(*dial, evidence, settings)
                .climb(self.rules.spec().to_owned(), self.rules.info().version),
            Task::Confirm(table) => confirm::confirm(table, evidence, settings.pairs, self.seed),
        }
    }

    /// The game.
    pub fn rules(&self) -> &dyn Rules {
        self.rules.as_ref()
    }

    /// Processor time, roughly: seconds on the wall summed over the games that were played in this run.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }
}

/// Calibrates games, all at the same time, and returns their ladders in the same order. `done` is told each ladder as soon
/// as it is finished.
pub fn calibrate(
    subjects: Vec<Subject>,
    settings: Settings,
    done: &(dyn Fn(&Subject, &Table) -> Result<(), FileError> + Sync),
) -> Result<Vec<Table>, FileError> {
    pool::run(subjects, settings, done)
}

/// The ladder that a folder holds of a game, given by its spec, if there is one.
pub fn load(game: &str, folder: &Path) -> Result<Option<Table>, FileError> {
    let file = folder.join(format!("{}.toml", file_stem(game)));
    match std::fs::read_to_string(&file) {
        Ok(text) => toml::from_str(&text).map(Some).map_err(|error| {
            FileError::new("read", &file, std::io::Error::other(error.message().to_owned()))
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::new("read", &file, error)),
    }
}

/// Writes a ladder into a folder, whole or not at all, and returns the file.
pub fn save(table: &Table, folder: &Path) -> Result<PathBuf, FileError> {
    let text = toml::to_string(table).expect("a table can be written as one");
    let text = format!("# The levels of {0}, as 'agon calibrate {0}' found them.\n{text}", table.game);
    let file = folder.join(format!("{}.toml", file_stem(&table.game)));
    agon_core::atomic::write(&file, text).map_err(|error| FileError::new("write", &file, error))?;
    Ok(file)
}

/// The spec of a game as part of a file name.
fn file_stem(game: &str) -> String {
    game.replace(':', "_")
}

#[cfg(test)]
mod tests {
    use agon_agents::Catalogue;

    use super::*;

    /// A folder of its own for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("agon-calibrate-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn ladder(game: &str, jobs: usize, folder: &Path) -> (Table, f64) {
        let subject = Subject::new(Catalogue::shipped().find(game).unwrap(), 3, folder).unwrap();
        let played = std::sync::Mutex::new(0.0);
        let done = |subject: &Subject, _: &Table| {
            *played.lock().unwrap() = subject.seconds();
            Ok(())
        };
        let tables = calibrate(vec![subject], Settings { pairs: 2, seed: 3, jobs }, &done).unwrap();
        let seconds = *played.lock().unwrap();
        (tables.into_iter().next().unwrap(), seconds)
    }

    #[test]
    fn a_ladder_does_not_depend_on_jobs_nor_on_interruptions() {
        let [one, two, three] = ["one", "two", "three"].map(folder);
        let (table, _) = ladder("tapatan-ludii", 1, &one);
        assert_eq!(ladder("tapatan-ludii", 2, &two).0, table);
        // A run that was killed left half of the results, the last of them cut off.
        let name = "tapatan-ludii.games.tsv";
        let text = std::fs::read_to_string(one.join(name)).unwrap();
        std::fs::write(three.join(name), &text[..text.len() / 2]).unwrap();
        assert_eq!(ladder("tapatan-ludii", 2, &three).0, table);
        // Whoever has all results has nothing to play.
        assert_eq!(ladder("tapatan-ludii", 2, &three), (table.clone(), 0.0));

        let file = save(&table, &one).unwrap();
        let read: Table = toml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        assert_eq!(read, table);
        assert_eq!(table.rungs.len(), 10);
        assert!(table.rungs.is_sorted_by_key(|rung| rung.rating));
        assert!(table.greedy.is_some() && table.span.is_some());
        for folder in [one, two, three] {
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
}

//! Calibration: finding, by playing, ten players of a game whose strengths are evenly spread.
//!
//! Players come from a strength [`Dial`]: of those that the game has, the one whose players win. A survey says how strength grows along it; the rungs are placed where steps should be
//! even, neighbours play, and what comes out corrects the estimate of strengths and the places of the rungs, until they stay.
//!
//! The search for a ladder is a function of the results so far: it either finishes or says which games it misses. So it can be
//! interrupted at any time and goes on where it was; and it does not matter in which order, or on how many threads, games are
//! played. A [ledger](crate::ledger) of its own keeps the games of each [`Subject`].

mod confirm;
mod curve;
mod evidence;
mod family;
mod ladder;
mod notches;
mod placing;
mod pool;
mod steps;

use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agon_agents::Playable;
use agon_agents::level::{Dial, Ladder};
use agon_core::Rules;
use agon_core::hash::combine;
use serde::Serialize;
use thiserror::Error;

use crate::bout::{Venue, here};
use crate::ledger::{Kind, Ledger, LedgerError, Named, Pairing, Roster, RuleSet, Run};
use crate::openings::{self, Opening};
use crate::pairs::Couples;
use crate::range::{OutOfRange, within};
use evidence::{Evidence, Wanted};
use ladder::LadderSearch;

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

impl Settings {
    /// How many games a step may be verified with.
    pub const GAMES: RangeInclusive<u64> = 2..=1_000_000;

    /// What is wrong with them, if anything.
    pub fn check(&self) -> Result<(), OutOfRange> {
        within("games", (self.pairs as u64).saturating_mul(2), Settings::GAMES)
    }
}

/// What went wrong with the files of a calibration.
#[derive(Debug, Error)]
pub enum FileError {
    /// A ladder cannot be read or written.
    #[error("cannot {action} '{file}': {error}")]
    Ladder {
        /// What was to be done with it.
        action: &'static str,
        /// The file.
        file: String,
        /// Why it cannot.
        error: std::io::Error,
    },
    /// Tables are TOML, which knows no greater seeds.
    #[error("the seed is {seed}; expected a number from 0 to {}", i64::MAX)]
    Seed {
        /// The seed.
        seed: u64,
    },
    /// The games cannot be kept.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A number makes no sense.
    #[error(transparent)]
    Range(#[from] OutOfRange),
}

impl FileError {
    fn new(action: &'static str, file: &Path, error: std::io::Error) -> FileError {
        FileError::Ladder { action, file: file.display().to_string(), error }
    }
}

/// A game that is being calibrated.
pub struct Subject {
    rules: Arc<dyn Playable>,
    task: Task,
    seed: u64,
    openings: Vec<Opening>,
    ledger: Ledger,
    evidence: Evidence,
    seconds: f64,
}

/// What the games of a calibration depend on, as its ledger tells it. How many are played does not matter to any of them.
#[derive(Serialize)]
struct Text<'a> {
    game: &'a str,
    max_plies: u32,
    /// TOML knows no greater numbers.
    seed: i64,
}

/// What is to be found out about a game.
enum Task {
    /// Its ladder, from players of one of these dials.
    Climb(Vec<Dial>),
    /// Whether a ladder is as it says.
    Confirm(Box<Ladder>),
}

/// What makes the games of a confirmation others than those of the search with the same seed.
const CONFIRMATION: u64 = 0xc0f1;

/// Families meet in this share of the games that a step is verified with.
const FAMILY_SHARE: usize = 4;

/// Openings are as short as is possible with this many different ones.
const OPENINGS: usize = 200;
const LONGEST_OPENING: u32 = 6;

impl Subject {
    /// A game with the results that its ledger in the folder holds.
    pub fn new(rules: Arc<dyn Playable>, seed: u64, folder: &Path) -> Result<Subject, FileError> {
        let task = Task::Climb(Dial::all(rules.as_ref()));
        let file = folder.join(format!("{}.games.db", file_stem(rules.spec())));
        Subject::with_task(rules, task, seed, &file)
    }

    /// A game whose ladder is to be confirmed, in games that had no part in finding it.
    pub fn confirming(
        rules: Arc<dyn Playable>,
        ladder: Ladder,
        seed: u64,
        folder: &Path,
    ) -> Result<Subject, FileError> {
        // Ledgers and ladders hold seeds as people write them.
        let seed = combine([seed, CONFIRMATION]) >> 32;
        let file = folder.join(format!("{}.confirmation.db", file_stem(rules.spec())));
        Subject::with_task(rules, Task::Confirm(Box::new(ladder)), seed, &file)
    }

    fn with_task(rules: Arc<dyn Playable>, task: Task, seed: u64, file: &Path) -> Result<Subject, FileError> {
        if i64::try_from(seed).is_err() {
            return Err(FileError::Seed { seed });
        }
        let supply = |plies| openings::random(rules.as_ref(), OPENINGS, plies, seed);
        let openings = (2..=LONGEST_OPENING)
            .map(supply)
            .find(|openings| openings.len() == OPENINGS)
            .unwrap_or_else(|| supply(2));
        let (kind, name) = match &task {
            Task::Climb(_) => (Kind::Calibration, "The search for the levels of"),
            Task::Confirm(_) => (Kind::Confirmation, "The levels of"),
        };
        let text = Text { game: rules.spec(), max_plies: pool::MAX_PLIES, seed: seed.cast_signed() };
        let run = Run {
            kind,
            name: format!("{name} {}", rules.info().name),
            text: toml::to_string(&text).expect("texts and numbers can be written as TOML"),
            anchor: None,
            roster: Roster { agents: Vec::new(), rules: vec![RuleSet::new(rules.as_ref(), &openings)] },
        };
        let ledger = Ledger::resume(file, &run)?;
        let mut evidence = Evidence::default();
        let mut couples = Couples::default();
        ledger.each(|pairing, entry| {
            if let Some(half_points) = couples.add(entry) {
                let [a, b] = pairing.agents.map(|agent| ledger.roster().agents[agent].spec.as_str());
                evidence.add(a, b, entry.pair, half_points);
            }
        })?;
        Ok(Subject { rules, task, seed, openings, ledger, evidence, seconds: 0.0 })
    }

    /// The index of the meeting of two players in the ledger.
    fn pairing(&mut self, wanted: &Wanted) -> Result<usize, LedgerError> {
        let agents =
            [self.ledger.agent(&Named::plain(&wanted.a))?, self.ledger.agent(&Named::plain(&wanted.b))?];
        Ok(self.ledger.pair(&[Pairing { round: 0, rules: 0, agents }])?[0])
    }

    /// The ladder, or the games without which it cannot be told.
    fn ask(&self, settings: Settings) -> Result<Ladder, Vec<Wanted>> {
        let evidence = &self.evidence;
        match &self.task {
            Task::Climb(dials) => {
                let dial = family::choose(dials, evidence, settings.pairs.div_ceil(FAMILY_SHARE))?;
                LadderSearch::new(dial, evidence, settings)
                    .climb(self.rules.spec().to_owned(), self.rules.info().version)
            }
            Task::Confirm(ladder) => confirm::confirm(ladder, evidence, settings.pairs, self.seed),
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
    done: &(dyn Fn(&Subject, &Ladder) -> Result<(), FileError> + Sync),
) -> Result<Vec<Ladder>, FileError> {
    calibrate_at(&here, subjects, settings, done)
}

/// The same with games played elsewhere. A game that cannot be played ends it all.
pub fn calibrate_at(
    venue: Venue<'_>,
    subjects: Vec<Subject>,
    settings: Settings,
    done: &(dyn Fn(&Subject, &Ladder) -> Result<(), FileError> + Sync),
) -> Result<Vec<Ladder>, FileError> {
    settings.check()?;
    pool::run(subjects, settings, venue, done)
}

/// The ladder that a folder holds of a game, given by its spec, if there is one.
pub fn load(game: &str, folder: &Path) -> Result<Option<Ladder>, FileError> {
    let file = folder.join(format!("{}.toml", file_stem(game)));
    match agon_core::bounded::read_to_string(&file) {
        Ok(text) => toml::from_str(&text).map(Some).map_err(|error| {
            FileError::new("read", &file, std::io::Error::other(error.message().to_owned()))
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::new("read", &file, error)),
    }
}

/// Writes a ladder into a folder, whole or not at all, and returns the file.
pub fn save(ladder: &Ladder, folder: &Path) -> Result<PathBuf, FileError> {
    let text = toml::to_string(ladder).expect("a ladder can be written as a table");
    let text = format!("# The levels of {0}, as 'agon calibrate {0}' found them.\n{text}", ladder.game);
    let file = folder.join(format!("{}.toml", file_stem(&ladder.game)));
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

    fn found(game: &str, jobs: usize, folder: &Path) -> (Ladder, f64) {
        let subject = Subject::new(Catalogue::shipped().find(game).unwrap(), 3, folder).unwrap();
        let played = std::sync::Mutex::new(0.0);
        let done = |subject: &Subject, _: &Ladder| {
            *played.lock().unwrap() = subject.seconds();
            Ok(())
        };
        let ladders = calibrate(vec![subject], Settings { pairs: 2, seed: 3, jobs }, &done).unwrap();
        let seconds = *played.lock().unwrap();
        (ladders.into_iter().next().unwrap(), seconds)
    }

    #[test]
    fn numbers_that_nobody_means_are_refused() {
        let told = |pairs: usize| {
            let settings = Settings { pairs, seed: 3, jobs: 1 };
            calibrate(Vec::new(), settings, &|_, _| Ok(())).unwrap_err().to_string()
        };
        assert_eq!(told(0), "the number of games is 0; expected one from 2 to 1000000");
        assert!(told(usize::MAX).ends_with("expected one from 2 to 1000000"));
    }

    #[test]
    fn a_ladder_does_not_depend_on_jobs_nor_on_interruptions() {
        let [one, two, three] = ["one", "two", "three"].map(folder);
        let (ladder, _) = found("tapatan-ludii", 1, &one);
        assert_eq!(found("tapatan-ludii", 2, &two).0, ladder);
        // A run that was killed left some of the results, and half of a pair.
        let name = "tapatan-ludii.games.db";
        std::fs::copy(one.join(name), three.join(name)).unwrap();
        let database = rusqlite::Connection::open(three.join(name)).unwrap();
        let lost = "number > 100 OR number % 5 = 0";
        database
            .execute_batch(&format!("DELETE FROM records WHERE {lost}; DELETE FROM games WHERE {lost}"))
            .unwrap();
        drop(database);
        assert_eq!(found("tapatan-ludii", 2, &three).0, ladder);
        // Whoever has all results has nothing to play.
        assert_eq!(found("tapatan-ludii", 2, &three), (ladder.clone(), 0.0));
        // Not even if the results are from before a key was renamed.
        let database = rusqlite::Connection::open(three.join(name)).unwrap();
        let former =
            ["name", "spec"].map(|column| format!("{column} = replace({column}, 'memory=', 'hash=')"));
        let changed = database.execute(&format!("UPDATE agents SET {}", former.join(", ")), []).unwrap();
        assert!(changed > 1);
        drop(database);
        assert_eq!(found("tapatan-ludii", 2, &three), (ladder.clone(), 0.0));

        let file = save(&ladder, &one).unwrap();
        let read: Ladder = toml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        assert_eq!(read, ladder);
        assert_eq!(ladder.rungs.len(), 10);
        assert!(ladder.rungs.is_sorted_by_key(|rung| rung.rating));
        assert!(ladder.greedy.is_some() && ladder.span.is_some());
        for folder in [one, two, three] {
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
}

//! Playing a tournament from the page: one at a time, after everybody who plays a game himself.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use agon_agents::Catalogue;
use agon_arena::ledger::Ledger;
use agon_arena::tournament::{Tournament, TournamentError};

use super::shelf::Shelf;
use crate::think::{Pool, step_aside};
use crate::trouble::Trouble;

/// The tournament that is being played, and why the last one ended.
#[derive(Default)]
pub(crate) struct Runs(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    run: Option<Run>,
    failure: Option<(String, String)>,
}

struct Run {
    name: String,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<(), TournamentError>>,
}

/// How long a tournament waits before it looks again whether somebody is thinking about a move.
const PATIENCE: Duration = Duration::from_millis(20);

impl Runs {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(run) = inner.run.take_if(|run| run.thread.is_finished()) {
            inner.failure = match run.thread.join() {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some((run.name, format!("{error}."))),
                Err(_) => Some((run.name, "An agent failed in a way that it should not.".to_owned())),
            };
        }
        inner
    }

    /// The name of the tournament that is being played.
    pub(crate) fn running(&self) -> Option<String> {
        self.lock().run.as_ref().map(|run| run.name.clone())
    }

    /// Why the last run of a tournament ended before its time.
    pub(crate) fn failure(&self, name: &str) -> Option<String> {
        self.lock()
            .failure
            .as_ref()
            .filter(|(failed, _)| failed == name)
            .map(|(_, sentence)| sentence.clone())
    }

    /// Ends the run of a tournament after the game that is being played.
    pub(crate) fn stop(&self, name: &str) {
        if let Some(run) = self.lock().run.as_ref().filter(|run| run.name == name) {
            run.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Begins or continues a tournament.
    pub(crate) fn start(
        &self,
        shelf: &Shelf,
        catalogue: &Catalogue,
        pool: &Arc<Pool>,
        name: &str,
    ) -> Result<(), Trouble> {
        let mut inner = self.lock();
        match &inner.run {
            Some(run) if run.name == name => return Ok(()),
            Some(run) => return Err(Trouble::OtherRun(run.name.clone())),
            None => {}
        }
        let (Some(text), Some(results)) = (shelf.text(name)?, shelf.results(name)) else {
            return Err(Trouble::NoRuns);
        };
        let folder = shelf.folder().unwrap_or(Path::new(""));
        let senseless = |error: TournamentError| Trouble::Senseless(format!("{name}.toml: {error}."));
        let tournament = Tournament::read(&text, catalogue, folder).map_err(senseless)?;
        shelf
            .keep(name, &text)
            .map_err(|error| Trouble::Failed(format!("{name}.toml cannot be kept: {error}.")))?;
        let ledger =
            Ledger::resume(&results, &tournament.describe()).map_err(|error| senseless(error.into()))?;
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, pool) = (stop.clone(), pool.clone());
        let thread = std::thread::Builder::new()
            .name("tournament".to_owned())
            .spawn(move || play(&tournament, ledger, &pool, &stopped))
            .map_err(|error| Trouble::Failed(format!("The tournament cannot be started: {error}.")))?;
        inner.failure = None;
        inner.run = Some(Run { name: name.to_owned(), stop, thread });
        Ok(())
    }
}

fn play(
    tournament: &Tournament,
    mut ledger: Ledger,
    pool: &Pool,
    stopped: &AtomicBool,
) -> Result<(), TournamentError> {
    step_aside();
    let goes_on = || {
        while pool.is_busy() && !stopped.load(Ordering::Relaxed) {
            std::thread::sleep(PATIENCE);
        }
        !stopped.load(Ordering::Relaxed)
    };
    tournament.run_while(&mut ledger, 1, &goes_on, &|_| {})?;
    Ok(ledger.close()?)
}

//! What all runs have in common whose games are played elsewhere.

use std::fmt::Display;
use std::sync::{Mutex, PoisonError};

use agon_arena::bout::{Bout, FinishedGame};
use agon_search::Stop;
use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::agent::{Raised, keep, raise};
use crate::{interruptibly, sentence};

/// A Python function that has games played elsewhere: it takes a text and returns one.
pub(super) struct Elsewhere {
    play: Py<PyAny>,
    raised: Raised,
    stop: Stop,
}

impl Elsewhere {
    pub(super) fn new(play: Py<PyAny>) -> Elsewhere {
        Elsewhere { play, raised: Raised::default(), stop: Stop::new() }
    }

    /// What comes back for what is wanted.
    pub(super) fn ask<T: DeserializeOwned>(&self, wanted: &impl Serialize) -> Result<T, String> {
        if self.stop.is_pressed() {
            return Err("interrupted".to_owned());
        }
        let wanted = serde_json::to_string(wanted).map_err(|error| error.to_string())?;
        let answer = Python::attach(|py| self.play.call1(py, (wanted,))?.extract::<String>(py));
        let answer = answer.map_err(|error| {
            let text = error.to_string();
            self.end(error);
            text
        })?;
        serde_json::from_str(&answer).map_err(|error| error.to_string())
    }

    pub(super) fn play(&self, bout: &Bout<'_>) -> Result<FinishedGame, String> {
        self.ask(&bout.order()).map(Sent::whole)
    }

    /// Carries out a run. What Python has raised meanwhile is raised again.
    pub(super) fn run<T: Send, E: Display>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> Result<T, E> + Send,
    ) -> PyResult<T> {
        let result = interruptibly(py, &self.stop, || work().map_err(|error| error.to_string()));
        raise(&self.raised)?;
        result?.map_err(sentence)
    }

    /// Lets no further game begin.
    fn end(&self, error: PyErr) {
        keep(&self.raised, error);
        self.stop.press();
    }
}

/// A Python function that is told how many games are finished, and of how many.
pub(super) struct Progress<'a> {
    elsewhere: &'a Elsewhere,
    tell: Py<PyAny>,
    count: Mutex<(u64, u64)>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(elsewhere: &'a Elsewhere, tell: Py<PyAny>) -> Progress<'a> {
        Progress { elsewhere, tell, count: Mutex::default() }
    }

    /// So many games are there, of so many.
    pub(super) fn begin(&self, done: u64, all: u64) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) = (done, all);
    }

    /// One more is wanted.
    pub(super) fn extend(&self) {
        self.count.lock().unwrap_or_else(PoisonError::into_inner).1 += 1;
    }

    /// One more is finished.
    pub(super) fn advance(&self) {
        // Held while the number is told, so that nobody hears a smaller one after a larger one. Whoever waits for it waits without
        // the interpreter: threads that play games have it only while they ask for one.
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        count.0 += 1;
        if let Err(error) = Python::attach(|py| self.tell.call1(py, *count)) {
            self.elsewhere.end(error);
        }
    }
}

/// A finished game on its way; seconds, which reports leave out, are sent apart.
#[derive(Serialize, Deserialize)]
pub(super) struct Sent {
    game: FinishedGame,
    seconds: [f64; 2],
}

impl Sent {
    pub(super) fn of(game: FinishedGame) -> Sent {
        Sent { seconds: game.spent.map(|spent| spent.seconds), game }
    }

    pub(super) fn whole(self) -> FinishedGame {
        let mut game = self.game;
        for (spent, seconds) in game.spent.iter_mut().zip(self.seconds) {
            spent.seconds = seconds;
        }
        game
    }
}

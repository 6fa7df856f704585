//! Tournaments.

use std::path::{Path, PathBuf};

use agon_arena::bout::{Bout, Order};
use agon_arena::ledger::Ledger;
use agon_arena::tournament::Tournament;
use agon_search::Stop;
use pyo3::prelude::*;

use super::elsewhere::{Elsewhere, Progress, Sent};
use crate::{catalogue, given, interruptibly, sentence};

/// Plays the game of an order, and returns it as text. `sheets` are the games of text that it may need: names and texts.
#[pyfunction]
#[pyo3(name = "_play_order")]
pub(crate) fn play_order(py: Python<'_>, order: &str, sheets: Vec<(String, String)>) -> PyResult<String> {
    let order: Order = serde_json::from_str(order).map_err(sentence)?;
    super::known(&order.game, &sheets)?;
    let catalogue = catalogue::all();
    let game = interruptibly(py, &Stop::new(), || order.play(&catalogue))?.map_err(sentence)?;
    serde_json::to_string(&Sent::of(game)).map_err(sentence)
}

/// Plays a tournament, `jobs` games at a time, each by `play`, and keeps every finished game. Returns how many there are.
#[pyfunction]
#[pyo3(name = "_tournament")]
pub(crate) fn run_tournament(
    py: Python<'_>,
    file: PathBuf,
    out: PathBuf,
    #[pyo3(from_py_with = given::jobs)] jobs: usize,
    play: Py<PyAny>,
    progress: Py<PyAny>,
) -> PyResult<u64> {
    let named = file.display().to_string();
    let text = std::fs::read_to_string(&file)
        .map_err(|error| sentence(format!("cannot read '{named}': {error}")))?;
    if file == out {
        return Err(sentence(format!("'{named}' is the tournament; name another file for its games")));
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    let tournament = Tournament::read(&text, &catalogue::all(), folder)
        .map_err(|error| sentence(format!("'{named}', {error}")))?;
    let mut ledger = Ledger::resume(&out, &tournament.describe()).map_err(sentence)?;
    let elsewhere = Elsewhere::new(play);
    let progress = Progress::new(&elsewhere, progress);
    progress.begin(ledger.count().map_err(sentence)?, tournament.games());
    let result = elsewhere.run(py, || {
        let venue = |bout: &Bout<'_>| elsewhere.play(bout);
        tournament.run_at(&venue, &mut ledger, jobs, &|_| progress.advance())
    });
    let count = ledger.count().map_err(sentence)?;
    ledger.close().map_err(sentence)?;
    result.map(|()| count)
}

//! Calibrations.

use std::path::PathBuf;

use agon_agents::level::Ladder;
use agon_arena::bout::Bout;
use agon_arena::calibrate::{Settings, Subject, calibrate_at, save};
use pyo3::prelude::*;

use super::elsewhere::{Elsewhere, Progress};
use crate::{catalogue, given, sentence};

/// Finds the levels of games, each game being played by `play`; the tables as JSON. `progress` is called with the number of games that
/// are finished in this run, and that of those which were wanted so far: nobody knows how many it will take.
#[pyfunction]
#[pyo3(name = "_calibrate")]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn calibrate(
    py: Python<'_>,
    games: Vec<String>,
    out: PathBuf,
    #[pyo3(from_py_with = given::count)] pairs: usize,
    #[pyo3(from_py_with = given::seed)] seed: u64,
    #[pyo3(from_py_with = given::jobs)] jobs: usize,
    play: Py<PyAny>,
    progress: Py<PyAny>,
) -> PyResult<String> {
    std::fs::create_dir_all(&out)
        .map_err(|error| sentence(format!("cannot make the folder '{}': {error}", out.display())))?;
    let mut subjects = Vec::new();
    for game in games {
        let known = catalogue::find(&game)?;
        subjects.push(Subject::new(known.rules.clone(), seed, &out).map_err(sentence)?);
    }
    let elsewhere = Elsewhere::new(play);
    let progress = Progress::new(&elsewhere, progress);
    let venue = |bout: &Bout<'_>| {
        progress.extend();
        let game = elsewhere.play(bout)?;
        progress.advance();
        Ok(game)
    };
    let settings = Settings { pairs, seed, jobs };
    let ladders = elsewhere.run(py, || {
        let done = |_: &Subject, ladder: &Ladder| save(ladder, &out).map(drop);
        calibrate_at(&venue, subjects, settings, &done)
    })?;
    serde_json::to_string(&ladders).map_err(sentence)
}

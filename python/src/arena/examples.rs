//! Examples.

use std::path::PathBuf;

use agon_agents::AgentSpec;
use agon_learn::Pace;
use agon_learn::examples::{Collection, Plan};
use agon_search::Stop;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use super::elsewhere::{Elsewhere, Progress, Sent};
use crate::catalogue::{self, Known};
use crate::{given, interruptibly, sentence};

/// What says which examples are wanted, on its way.
#[derive(Serialize, Deserialize)]
struct Wanted {
    game: String,
    teacher: String,
    starts: usize,
    openings: usize,
    repeats: usize,
    seed: u64,
    number: usize,
}

impl Wanted {
    fn plan(&self, known: &Known) -> PyResult<Plan> {
        let rules = known.rules.as_ref();
        let teacher: AgentSpec = self.teacher.parse().map_err(sentence)?;
        Ok(Plan {
            game: rules.spec().to_owned(),
            version: rules.info().version,
            features: rules.encoding().features,
            teacher,
            starts: self.starts,
            openings: self.openings,
            repeats: self.repeats,
            seed: self.seed,
        })
    }
}

/// Plays one game of examples, and returns it as text.
#[pyfunction]
#[pyo3(name = "_play_example")]
pub(crate) fn play_example(py: Python<'_>, wanted: &str, sheets: Vec<(String, String)>) -> PyResult<String> {
    let wanted: Wanted = serde_json::from_str(wanted).map_err(sentence)?;
    let known = super::known(&wanted.game, &sheets)?;
    let plan = wanted.plan(&known)?;
    let played = interruptibly(py, &Stop::new(), || plan.game(known.rules.as_ref(), wanted.number))?;
    let (game, examples) = played.map_err(sentence)?;
    serde_json::to_string(&(Sent::of(game), examples)).map_err(sentence)
}

/// Lets an agent play against itself and keeps what it thinks, each game being played by `play`. Returns the number of games.
#[pyfunction]
#[pyo3(name = "_examples")]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn examples(
    py: Python<'_>,
    game: &str,
    teacher: String,
    out: PathBuf,
    #[pyo3(from_py_with = given::count)] starts: usize,
    #[pyo3(from_py_with = given::count)] openings: usize,
    #[pyo3(from_py_with = given::count)] repeats: usize,
    #[pyo3(from_py_with = given::seed)] seed: u64,
    #[pyo3(from_py_with = given::jobs)] jobs: usize,
    play: Py<PyAny>,
    progress: Py<PyAny>,
) -> PyResult<u64> {
    let known = catalogue::find(game)?;
    let wanted = |number: usize| Wanted {
        game: known.rules.spec().to_owned(),
        teacher: teacher.clone(),
        starts,
        openings,
        repeats,
        seed,
        number,
    };
    let plan = wanted(0).plan(&known)?;
    let elsewhere = Elsewhere::new(play);
    let mut collection = Collection::begin(&out, &plan, known.rules.as_ref()).map_err(sentence)?;
    let progress = Progress::new(&elsewhere, progress);
    progress.begin(collection.count().map_err(sentence)?, plan.games() as u64);
    let result = elsewhere.run(py, || {
        let venue = |number: usize| {
            let (game, examples): (Sent, Vec<u8>) = elsewhere.ask(&wanted(number))?;
            Ok((game.whole(), examples))
        };
        let pace = Pace { jobs, goes_on: &|| true, tell: &|| progress.advance() };
        plan.run_at(&venue, known.rules.as_ref(), &mut collection, &pace)
    });
    let count = collection.count().map_err(sentence)?;
    collection.close().map_err(sentence)?;
    result.map(|_| count)
}

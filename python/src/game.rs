//! Sets of rules.

use std::sync::Arc;

use agon_agents::Level;
use agon_search::Stop;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::catalogue::{self, Known, Source};
use crate::state::State;
use crate::{given, interruptibly, sentence};

/// A set of rules with its parameters chosen.
#[pyclass(module = "agon", frozen)]
pub(crate) struct Game(pub(crate) Arc<Known>);

/// The specs of all games that are known.
#[pyfunction]
pub(crate) fn games() -> Vec<String> {
    catalogue::all().games().map(|game| game.spec().to_owned()).collect()
}

/// The game that a spec names, with parameters as keywords; the path of a sheet ('.kif') names a game too.
#[pyfunction]
#[pyo3(signature = (spec, **parameters))]
pub(crate) fn load_game(spec: &str, parameters: Option<&Bound<'_, PyDict>>) -> PyResult<Game> {
    let mut whole = spec.to_owned();
    for (key, value) in parameters.into_iter().flatten() {
        whole.push(if whole.contains(':') { ',' } else { ':' });
        let value = match value.extract::<bool>() {
            Ok(is_on) => (if is_on { "on" } else { "off" }).to_owned(),
            Err(_) => value.str()?.to_string(),
        };
        whole += &format!("{}={value}", key.str()?);
    }
    Ok(Game(catalogue::find(&whole)?))
}

/// Adds a game whose rules are the methods of a Python object, and returns it.
#[pyfunction]
pub(crate) fn register(py: Python<'_>, teller: Py<PyAny>) -> PyResult<Game> {
    Ok(Game(catalogue::add_own(py, teller)?))
}

/// What a pickled game becomes.
#[pyfunction]
#[pyo3(name = "_restore_game")]
pub(crate) fn restore_game(
    py: Python<'_>,
    spec: &str,
    sheet: Option<(String, String)>,
    own: Option<Py<PyAny>>,
) -> PyResult<Game> {
    if let Some((name, text)) = sheet {
        catalogue::add_sheet(&name, &text)?;
    }
    if let Some(teller) = own {
        catalogue::add_own(py, teller)?;
    }
    Ok(Game(catalogue::find(spec)?))
}

/// What `_restore_game` takes.
type Restoring<'py> = (Bound<'py, PyAny>, (String, Option<(String, String)>, Option<Py<PyAny>>));

#[pymethods]
impl Game {
    /// The shortest text that names the game with its parameters.
    #[getter]
    fn spec(&self) -> &str {
        self.0.rules.spec()
    }

    /// The name of the game in sentences.
    #[getter]
    fn name(&self) -> &str {
        &self.0.rules.info().name
    }

    /// What the two players are called.
    #[getter]
    fn sides(&self) -> (String, String) {
        let [first, second] = &self.0.rules.info().sides;
        (first.to_string(), second.to_string())
    }

    /// One line about the game.
    #[getter]
    fn summary(&self) -> &str {
        &self.0.rules.info().summary
    }

    /// The rules in plain words.
    #[getter]
    fn rules(&self) -> &str {
        &self.0.rules.info().rules
    }

    /// The version of the rules and of what learners see of them.
    #[getter]
    fn version(&self) -> u32 {
        self.0.rules.info().version
    }

    /// The parameters and their values.
    #[getter]
    fn parameters(&self) -> Vec<(String, String)> {
        let options = self.0.rules.options();
        let parameters = self.0.rules.info().parameters;
        parameters.iter().map(|known| (known.key.to_owned(), options.value(known.key).to_owned())).collect()
    }

    /// The number of actions: every legal action is below it.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.rules.action_space()
    }

    /// The shape of an observation: planes, rows and columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let [planes, rows, columns] = self.0.planes.shape();
        (planes, rows, columns)
    }

    /// The number of sparse features.
    #[getter]
    fn num_features(&self) -> usize {
        self.0.rules.encoding().features
    }

    /// The longest game in plies, where the rules know one.
    #[getter]
    fn max_plies(&self) -> Option<u32> {
        self.0.rules.limits().ply_cap
    }

    /// The names of the cells.
    #[getter]
    fn cells(&self) -> Vec<String> {
        self.0.rules.layout().cells.into_iter().map(|cell| cell.name).collect()
    }

    /// The state in which a game begins.
    fn new_initial_state(&self) -> PyResult<State> {
        State::start(&self.0, None)
    }

    /// The state of a position in the game's own notation.
    fn from_position(&self, position: &str) -> PyResult<State> {
        State::start(&self.0, Some(position))
    }

    /// The spec of the agent that plays this game at a level: a number from 1 to 10, 'easy', 'medium', 'hard' or 'fair'.
    fn level(&self, level: &Bound<'_, PyAny>) -> PyResult<String> {
        let level: Level = level
            .str()?
            .to_string()
            .parse()
            .map_err(|error: agon_agents::level::LevelError| sentence(error))?;
        Ok(level.spec(self.0.rules.as_ref()).to_string())
    }

    /// The number of move sequences of exactly this length from the initial state. Ctrl-C ends it.
    fn perft(&self, py: Python<'_>, #[pyo3(from_py_with = given::depth)] depth: u8) -> PyResult<u64> {
        let (rules, stop) = (&self.0.rules, Stop::new());
        let count = interruptibly(py, &stop, || rules.perft_while(None, depth, &|| !stop.is_pressed()))?;
        self.0.settled(())?;
        // Nobody presses the switch but Ctrl-C, which was raised above.
        Ok(count.map_err(sentence)?.unwrap_or_default())
    }

    /// Checks every promise of the rules in random games; the error says which one was broken. Ctrl-C ends it.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        let (rules, stop) = (&self.0.rules, Stop::new());
        let checked = interruptibly(py, &stop, || rules.check_while(&|| !stop.is_pressed()))?;
        self.0.settled(())?;
        checked.map(drop).map_err(sentence)
    }

    fn __repr__(&self) -> String {
        format!("agon.load_game('{}')", self.spec())
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.0.is(&other.0)
    }

    fn __hash__(&self) -> u64 {
        self.spec().bytes().fold(7, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)))
    }

    pub(crate) fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Restoring<'py>> {
        let restore = py.import("agon._agon")?.getattr("_restore_game")?;
        let (sheet, own) = match self.0.source.as_ref() {
            Source::Shipped => (None, None),
            Source::Sheet(name, text) => (Some((name.clone(), text.clone())), None),
            Source::Own(teller) => (None, Some(teller.clone_ref(py))),
        };
        Ok((restore, (self.spec().to_owned(), sheet, own)))
    }
}

//! Agents: searches of this program, and choosers of Python.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_agents::batched::{Batched, Settings};
use agon_agents::{Agent as Thinker, AgentSpec, Assessment, Playable};
use agon_core::{Cost, Match};
use agon_search::trace::Recorder;
use agon_search::{Looked, Stop};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::catalogue::{Known, Source};
use crate::oracle::Asked;
use crate::state::{Action, State};
use crate::{given, interruptibly, sentence};

/// Something that plays: a search with its budget, described by a spec, or a tree search that asks a Python function about
/// positions.
#[pyclass(module = "agon", frozen)]
pub(crate) struct Agent {
    kind: Kind,
    memory: Mutex<Memory>,
}

/// What an agent remembers between two calls.
#[derive(Default)]
struct Memory {
    /// What its random choices follow from, instead of the seed of its spec.
    seed: Option<u64>,
    /// For each game, by its spec, the agent with what it knows by now, and where the rules are from that it knows.
    seats: HashMap<String, (Arc<Source>, Box<dyn Thinker>)>,
}

pub(crate) enum Kind {
    Spec(AgentSpec),
    /// A function, how it is asked, and the first exception it has raised.
    Asking(Py<PyAny>, Settings, Raised),
}

impl Agent {
    /// A new agent that plays a game, with a seed of its own if there is one.
    pub(crate) fn seat(&self, known: &Arc<Known>, seed: Option<u64>) -> PyResult<Box<dyn Thinker>> {
        match &self.kind {
            Kind::Spec(spec) => {
                let seeded = seed.map(|seed| spec.seeded(seed));
                let rules: &dyn Playable = known.rules.as_ref();
                rules.agent(seeded.as_ref().unwrap_or(spec)).map_err(sentence)
            }
            Kind::Asking(oracle, settings, raised) => {
                let oracle = Python::attach(|py| oracle.clone_ref(py));
                Ok(Box::new(Batched::new(
                    Box::new(Asked::new(known.clone(), oracle, raised.clone())),
                    *settings,
                )))
            }
        }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Raises what its function has raised, if it has.
    pub(crate) fn settle(&self) -> PyResult<()> {
        match &self.kind {
            Kind::Spec(_) => Ok(()),
            Kind::Asking(_, _, raised) => raise(raised),
        }
    }

    pub(crate) fn spec_if_any(&self) -> Option<&AgentSpec> {
        match &self.kind {
            Kind::Spec(spec) => Some(spec),
            Kind::Asking(..) => None,
        }
    }
}

#[pymethods]
impl Agent {
    /// The agent of a spec such as 'pvs:time=100ms'; with `eval`, a tree search that asks this function about batches of positions.
    #[new]
    #[pyo3(signature = (spec, eval=None, *, simulations=400, batch=32, flights=2, exploration=1.5))]
    fn new(
        spec: &str,
        eval: Option<Py<PyAny>>,
        #[pyo3(from_py_with = given::count)] simulations: u64,
        #[pyo3(from_py_with = given::count)] batch: usize,
        #[pyo3(from_py_with = given::count)] flights: usize,
        #[pyo3(from_py_with = given::number)] exploration: f64,
    ) -> PyResult<Agent> {
        let exploration = exploration as f32;
        let kind = match eval {
            None => Kind::Spec(spec.parse().map_err(|error: agon_agents::AgentError| sentence(error))?),
            Some(_) if spec != "puct" => {
                return Err(sentence(format!(
                    "only the agent 'puct' takes a function as eval, not '{spec}'"
                )));
            }
            Some(oracle) => {
                let is_callable = Python::attach(|py| oracle.bind(py).is_callable());
                if !is_callable {
                    return Err(sentence("eval must be a function of a batch of positions"));
                }
                if simulations == 0
                    || batch == 0
                    || flights == 0
                    || !exploration.is_finite()
                    || exploration < 0.0
                {
                    return Err(sentence(
                        "simulations, batch and flights must be at least 1, and exploration a number from 0",
                    ));
                }
                Kind::Asking(oracle, Settings { simulations, batch, flights, exploration }, Raised::default())
            }
        };
        Ok(Agent { kind, memory: Mutex::default() })
    }

    /// The spec.
    #[getter]
    pub(crate) fn spec(&self) -> String {
        match &self.kind {
            Kind::Spec(spec) => spec.to_string(),
            Kind::Asking(_, Settings { simulations, batch, flights, exploration }, _) => format!(
                "puct:simulations={simulations},batch={batch},flights={flights},exploration={exploration},eval=python"
            ),
        }
    }

    /// Gives a value to every legal action. `seconds` limits the time, besides what the spec says. Ctrl-C ends it.
    #[pyo3(signature = (state, seconds=None))]
    fn analyse(
        &self,
        py: Python<'_>,
        state: &State,
        #[pyo3(from_py_with = given::number_if_any)] seconds: Option<f64>,
    ) -> PyResult<Analysis> {
        let time = match seconds {
            Some(seconds) => Some(
                Duration::try_from_secs_f64(seconds)
                    .map_err(|_| sentence(format!("{seconds} is no number of seconds")))?,
            ),
            None => None,
        };
        let key = state.known.rules.spec().to_owned();
        let source = state.known.source.clone();
        let (seed, remembered) = {
            let mut memory = self.memory();
            (memory.seed, memory.seats.remove(&key))
        };
        // Another sheet may have come under the same name.
        let remembered = remembered.filter(|(known, _)| known.agrees(&source));
        let mut seat = remembered.map_or_else(|| self.seat(&state.known, seed), |(_, seat)| Ok(seat))?;
        seat.hurry(time);
        let stop = seat.stop();
        let played = state.played.fork();
        let thought = interruptibly(py, &stop, || {
            let assessment = seat.analyse(played.as_ref(), &mut |_| {});
            (assessment, seat)
        });
        // An exception of a Python game or of a Python function says more than what came of it.
        state.known.settled(())?;
        let (assessment, mut seat) = thought?;
        self.settle()?;
        seat.hurry(None);
        self.memory().seats.insert(key, (source, seat));
        if let Some(fault) = &assessment.fault {
            return Err(sentence(format!("{} {fault}", self.spec())));
        }
        Analysis::of(state, &assessment)
    }

    /// The action that the agent plays.
    #[pyo3(signature = (state, seconds=None))]
    fn select(
        &self,
        py: Python<'_>,
        state: &State,
        #[pyo3(from_py_with = given::number_if_any)] seconds: Option<f64>,
    ) -> PyResult<u32> {
        if state.played.ending().is_some() {
            return Err(sentence("the game has ended; there is nothing to select"));
        }
        let analysis = self.analyse(py, state, seconds)?;
        analysis.choice.ok_or_else(|| sentence(format!("{} gives the game up", self.spec())))
    }

    /// Forgets the game played so far. With a seed, random choices follow from that instead of the seed of the spec.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, #[pyo3(from_py_with = given::seed_if_any)] seed: Option<u64>) {
        *self.memory() = Memory { seed, seats: HashMap::new() };
    }

    fn __repr__(&self) -> String {
        format!("agon.agent('{}')", self.spec())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Option<Py<PyAny>>, Chosen))> {
        let restore = py.import("agon._agon")?.getattr("_restore_agent")?;
        let (spec, eval, settings) = match &self.kind {
            Kind::Spec(spec) => (spec.to_string(), None, Settings::default()),
            Kind::Asking(eval, settings, _) => ("puct".to_owned(), Some(eval.clone_ref(py)), *settings),
        };
        let Settings { simulations, batch, flights, exploration } = settings;
        Ok((restore, (spec, eval, (simulations, batch, flights, exploration))))
    }
}

/// Settings as a tuple.
type Chosen = (u64, usize, usize, f32);

/// What a pickled agent becomes.
#[pyfunction]
#[pyo3(name = "_restore_agent")]
pub(crate) fn restore_agent(spec: &str, eval: Option<Py<PyAny>>, chosen: Chosen) -> PyResult<Agent> {
    let (simulations, batch, flights, exploration) = chosen;
    Agent::new(spec, eval, simulations, batch, flights, f64::from(exploration))
}

/// What an agent thinks of a position.
#[pyclass(module = "agon", frozen, get_all)]
pub(crate) struct Analysis {
    /// The legal actions.
    actions: Vec<u32>,
    /// The same in the game's notation.
    texts: Vec<String>,
    /// The value of each for the player to move, from -1 to 1.
    values: Vec<f32>,
    /// For each the certain result and the number of plies until then, where it is known.
    proofs: Vec<Option<(i8, u32)>>,
    /// How much of the search went into each.
    visits: Vec<u64>,
    /// The action that is thought best.
    best: Option<u32>,
    /// The action that the agent plays.
    choice: Option<u32>,
    /// The value of the position for the player to move.
    value: Option<f32>,
    /// The moves that are expected, in the game's notation.
    pv: Vec<String>,
    /// What it cost: depth, nodes, evaluations, playouts, iterations and seconds.
    cost: Py<PyDict>,
}

impl Analysis {
    fn of(state: &State, assessment: &Assessment) -> PyResult<Analysis> {
        let moves = &assessment.moves;
        let best = assessment.best;
        let Cost { depth, nodes, evaluations, playouts, iterations, time } = assessment.cost;
        let cost = Python::attach(|py| -> PyResult<Py<PyDict>> {
            let cost = PyDict::new(py);
            cost.set_item("depth", depth)?;
            cost.set_item("nodes", nodes)?;
            cost.set_item("evaluations", evaluations)?;
            cost.set_item("playouts", playouts)?;
            cost.set_item("iterations", iterations)?;
            cost.set_item("seconds", time.as_secs_f64())?;
            Ok(cost.unbind())
        })?;
        Ok(Analysis {
            actions: moves.iter().map(|assessed| state.number(assessed.mv)).collect(),
            texts: moves.iter().map(|assessed| state.played.move_text(assessed.mv)).collect(),
            values: moves.iter().map(|assessed| assessed.value).collect(),
            proofs: moves
                .iter()
                .map(|assessed| assessed.proof.map(|proof| (proof.gain, proof.distance)))
                .collect(),
            visits: moves.iter().map(|assessed| assessed.visits).collect(),
            best: best.map(|index| state.number(index)),
            choice: assessment.choice.map(|index| state.number(index)),
            value: best.map(|index| moves[index].value),
            pv: assessment.line.clone(),
            cost,
        })
    }
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let mut order: Vec<usize> = (0..self.actions.len()).collect();
        order.sort_by(|&a, &b| self.values[b].total_cmp(&self.values[a]));
        let line = |index: usize| format!("{:>8} {:+.3}", self.texts[index], self.values[index]);
        let best: Vec<String> = order.into_iter().take(10).map(line).collect();
        format!("{}\nexpects {}", best.join("\n"), self.pv.join(" "))
    }
}

/// The first exception of a chooser or of a function of Python.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// Keeps an exception, unless there was one before.
pub(crate) fn keep(raised: &Raised, error: PyErr) {
    raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}

/// Raises the exception that was kept, if there is one, and forgets it.
pub(crate) fn raise(raised: &Raised) -> PyResult<()> {
    match raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// A chooser of Python as an agent of ours: anything with a method `select(state)`, or a function of a state. It gives an action.
pub(crate) struct Outside {
    pub(crate) known: Arc<Known>,
    pub(crate) chooser: Py<PyAny>,
    pub(crate) raised: Raised,
    pub(crate) stop: Stop,
}

impl Outside {
    fn choose(&self, played: &dyn Match) -> PyResult<usize> {
        Python::attach(|py| {
            let here = State::retraced(&self.known, played)?;
            let state = Bound::new(py, here.clone())?;
            let chooser = self.chooser.bind(py);
            let action = match chooser.getattr_opt("select")? {
                Some(select) => select.call1((&state,))?,
                None => chooser.call1((&state,))?,
            };
            let action: Action = action
                .extract()
                .map_err(|_| sentence(format!("{chooser} gave {action}, which is no action")))?;
            here.index(&action)
        })
    }
}

impl Thinker for Outside {
    fn analyse(&mut self, played: &dyn Match, _: &mut dyn FnMut(&Assessment)) -> Assessment {
        let mut assessment = Assessment {
            moves: Vec::new(),
            best: None,
            choice: None,
            fault: None,
            drawn: false,
            line: Vec::new(),
            cost: Cost::default(),
        };
        let begun = std::time::Instant::now();
        match self.choose(played) {
            Ok(index) => assessment.choice = Some(index),
            Err(error) => {
                assessment.fault = Some(format!("raised {error}"));
                keep(&self.raised, error);
            }
        }
        assessment.cost.time = begun.elapsed();
        assessment
    }

    fn hurry(&mut self, _: Option<Duration>) {}

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn reset(&mut self) {}

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        None
    }

    fn tree(&self) -> Vec<Looked> {
        Vec::new()
    }

    fn conclude(&mut self, _: f32) {}

    fn memory(&self) -> Option<f32> {
        None
    }
}

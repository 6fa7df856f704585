//! Evaluations that are Python functions of many positions: they run in a thread of their own while the tree grows on.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use agon_agents::batched::{Judgement, Oracle};
use agon_core::Match;
use numpy::{IntoPyArray, PyArray2, PyArray4, PyArrayLike1, PyArrayLike2, PyArrayMethods, TypeMustMatch};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::agent::{Raised, keep};
use crate::catalogue::Known;
use crate::sentence;
use crate::state::State;

type Question = Vec<Box<dyn Match>>;
type Answer = Result<Vec<Judgement>, String>;

/// A Python function as an oracle.
pub(crate) struct Asked {
    questions: Option<Sender<Question>>,
    answers: Receiver<Answer>,
}

impl Asked {
    /// Asks `judge` about positions of a game; what it raises first is kept in `raised`.
    pub(crate) fn new(known: Arc<Known>, judge: Py<PyAny>, raised: Raised) -> Asked {
        let (questions, asked) = mpsc::channel::<Question>();
        let (answer, answers) = mpsc::channel();
        // It ends when nobody asks any more.
        std::thread::spawn(move || {
            for positions in asked {
                let judged =
                    Python::attach(|py| judge_all(py, &known, judge.bind(py), positions)).map_err(|error| {
                        let text = format!("raised {error}");
                        keep(&raised, error);
                        text
                    });
                if answer.send(judged).is_err() {
                    break;
                }
            }
        });
        Asked { questions: Some(questions), answers }
    }
}

impl Oracle for Asked {
    fn ask(&mut self, positions: Question) {
        if let Some(questions) = &self.questions {
            // If nobody listens any more, the answer will say so.
            let _ = questions.send(positions);
        }
    }

    fn answer(&mut self) -> Answer {
        self.answers.recv().unwrap_or_else(|_| Err("does not answer any more".to_owned()))
    }
}

fn judge_all(
    py: Python<'_>,
    known: &Arc<Known>,
    judge: &Bound<'_, PyAny>,
    positions: Question,
) -> PyResult<Vec<Judgement>> {
    let count = positions.len();
    let numbers: Vec<Vec<u32>> = positions
        .iter()
        .map(|played| {
            let mut numbers = Vec::new();
            played.actions(&mut numbers);
            numbers
        })
        .collect();
    let batch = Py::new(py, Positions { known: known.clone(), positions })?;
    let answer = judge.call1((batch,))?;
    let wrong = |what: &str| sentence(format!("the evaluation must give {what}"));
    let (values, logits) = match answer.cast::<PyTuple>() {
        Ok(pair) if pair.len() == 2 => (pair.get_item(0)?, Some(pair.get_item(1)?)),
        _ => (answer, None),
    };
    let values: PyArrayLike1<'_, f32, TypeMustMatch> = values
        .extract()
        .map_err(|_| wrong("an array of float32 values, one per position, or that and an array of logits"))?;
    let values = values.as_slice().map_err(|_| wrong("contiguous arrays"))?;
    if values.len() != count {
        return Err(wrong(&format!("{count} values, one for each position, not {}", values.len())));
    }
    let space = known.rules.action_space();
    let logits: Option<PyArrayLike2<'_, f32, TypeMustMatch>> = match logits {
        Some(logits) => {
            Some(logits.extract().map_err(|_| wrong("logits as a float32 array of two dimensions"))?)
        }
        None => None,
    };
    let logits = logits
        .as_ref()
        .map(|logits| logits.as_slice().map_err(|_| wrong("contiguous arrays")))
        .transpose()?;
    if logits.is_some_and(|logits| logits.len() != count * space) {
        return Err(wrong(&format!("logits of the shape ({count}, {space})")));
    }
    let judged = numbers.iter().enumerate().map(|(index, numbers)| Judgement {
        value: values[index],
        priors: logits.map(|logits| softmax(&logits[index * space..(index + 1) * space], numbers)),
    });
    Ok(judged.collect())
}

fn softmax(logits: &[f32], numbers: &[u32]) -> Vec<f32> {
    let chosen = || numbers.iter().map(|&number| logits[number as usize]);
    let most = chosen().fold(f32::NEG_INFINITY, f32::max);
    chosen().map(|logit| (logit - most).exp()).collect()
}

/// Positions that are to be judged together, each as the player to move in it sees it.
#[pyclass(module = "agon", frozen)]
pub(crate) struct Positions {
    known: Arc<Known>,
    positions: Vec<Box<dyn Match>>,
}

#[pymethods]
impl Positions {
    fn __len__(&self) -> usize {
        self.positions.len()
    }

    /// What the players to move see: an array of the shape (positions, planes, rows, columns).
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<f32>>> {
        let planes = &self.known.planes;
        let (size, [depth, rows, columns]) = (planes.size(), planes.shape());
        let mut values = vec![0.0f32; self.positions.len() * size];
        let mut scratch = Vec::new();
        for (index, played) in self.positions.iter().enumerate() {
            let mine = &mut values[index * size..(index + 1) * size];
            planes.write(played.as_ref(), played.to_move(), &mut scratch, mine);
        }
        values.into_pyarray(py).reshape([self.positions.len(), depth, rows, columns])
    }

    /// Which actions are legal: an array of the shape (positions, actions).
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let space = self.known.rules.action_space();
        let mut values = vec![false; self.positions.len() * space];
        let mut numbers = Vec::new();
        for (index, played) in self.positions.iter().enumerate() {
            played.actions(&mut numbers);
            for &number in &numbers {
                values[index * space + number as usize] = true;
            }
        }
        values.into_pyarray(py).reshape([self.positions.len(), space])
    }

    /// The positions as states, with the past that the search gave them.
    fn states(&self) -> PyResult<Vec<State>> {
        self.positions.iter().map(|played| State::retraced(&self.known, played.as_ref())).collect()
    }
}

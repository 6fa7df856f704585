//! The package `agon` for Python: what is compiled of it. What Python itself can say better is in `python/agon`.

mod agent;
mod arena;
mod batch;
mod catalogue;
mod game;
mod given;
mod ledger;
mod oracle;
mod own;
mod picture;
mod state;

use std::fmt::Display;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use agon_search::Stop;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    agon,
    AgonError,
    PyValueError,
    "What Agon has to say about something that makes no sense, in a sentence."
);

/// An error that is a sentence.
pub(crate) fn sentence(text: impl Display) -> PyErr {
    AgonError::new_err(text.to_string())
}

/// How long Ctrl-C may have to wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does work that takes its time without holding the interpreter. Ctrl-C presses the switch, waits for the work and is raised.
pub(crate) fn interruptibly<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, finished) = mpsc::channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped when the work has ended, however it has.
                let _done = done;
                work()
            });
            let mut interrupted = None;
            while finished.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if interrupted.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    stop.press();
                    interrupted = Some(error);
                }
            }
            let result = worker.join().map_err(|_| sentence("the work crashed; this is a fault of Agon"));
            interrupted.map_or(result, |error| {
                stop.release();
                Err(error)
            })
        })
    })
}

/// The compiled part of the package.
#[pymodule]
mod _agon {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::AgonError;
    #[pymodule_export]
    use super::agent::{Agent, Analysis, restore_agent};
    #[pymodule_export]
    use super::arena::calibration::calibrate;
    #[pymodule_export]
    use super::arena::examples::{examples, play_example};
    #[pymodule_export]
    use super::arena::matches::play_match;
    #[pymodule_export]
    use super::arena::selfplay::{play_lot, self_play};
    #[pymodule_export]
    use super::arena::sheets;
    #[pymodule_export]
    use super::arena::tournament::{play_order, run_tournament};
    #[pymodule_export]
    use super::batch::{Batch, random_playouts};
    #[pymodule_export]
    use super::game::{Game, games, load_game, register, restore_game};
    #[pymodule_export]
    use super::ledger::read;
    #[pymodule_export]
    use super::oracle::Positions;
    #[pymodule_export]
    use super::state::{State, restore_state};

    /// What a command line of `agon` does, with all games that are known here; the exit code.
    #[pyfunction]
    fn command(py: Python<'_>, words: Vec<String>) -> u8 {
        let catalogue = super::catalogue::all();
        let words = std::iter::once("agon".to_owned()).chain(words).map(Into::into).collect::<Vec<_>>();
        let code = py.detach(|| agon::run_words(&catalogue, words.into_iter()));
        u8::from(code != std::process::ExitCode::SUCCESS) * 2
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("TERMINAL", super::state::TERMINAL)
    }
}

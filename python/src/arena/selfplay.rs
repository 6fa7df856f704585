//! Self-play.

use std::path::PathBuf;

use agon::SelfPlay;
use agon_learn::Pace;
use agon_learn::generations::{Lot, News, Venue};
use agon_learn::selfplay::Plan;
use agon_search::Stop;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use super::elsewhere::{Elsewhere, Progress, Sent};
use crate::{catalogue, given, interruptibly, sentence};

/// What says which games of which generation are wanted, on its way.
#[derive(Serialize, Deserialize)]
struct Wanted {
    plan: Plan,
    generation: u64,
    /// The file of the network that plays. Whoever plays elsewhere has to bring it there, and to say where it is.
    network: Option<PathBuf>,
    numbers: Vec<u64>,
}

/// Plays games of self-play one after another, and returns them as text.
#[pyfunction]
#[pyo3(name = "_play_lot")]
pub(crate) fn play_lot(py: Python<'_>, wanted: &str, sheets: Vec<(String, String)>) -> PyResult<String> {
    let wanted: Wanted = serde_json::from_str(wanted).map_err(sentence)?;
    let known = super::known(&wanted.plan.common.game, &sheets)?;
    let lot = Lot {
        plan: &wanted.plan,
        rules: known.rules.as_ref(),
        generation: wanted.generation,
        network: wanted.network.as_deref(),
        numbers: &wanted.numbers,
    };
    lot.check().map_err(sentence)?;
    let games = interruptibly(py, &Stop::new(), || lot.play())?.map_err(sentence)?;
    let sent: Vec<(Sent, Vec<u8>)> = games.into_iter().map(|(game, kept)| (Sent::of(game), kept)).collect();
    serde_json::to_string(&sent).map_err(sentence)
}

/// Does what `agon learn self-play` does when these words follow the game, with up to `size` games at a time played by `play`, and
/// with `jobs` such lots at the same time. Returns the file of the best network, if there is one.
#[pyfunction]
#[pyo3(name = "_self_play")]
pub(crate) fn self_play(
    py: Python<'_>,
    game: &str,
    words: Vec<String>,
    #[pyo3(from_py_with = given::games)] size: usize,
    #[pyo3(from_py_with = given::jobs)] jobs: usize,
    play: Py<PyAny>,
    progress: Py<PyAny>,
) -> PyResult<Option<PathBuf>> {
    // A sheet that was only named is known from here on.
    let game = catalogue::find(game)?.rules.spec().to_owned();
    let words = words.into_iter().chain(["--".to_owned(), game]);
    let mut learning = SelfPlay::begin(words, &catalogue::all()).map_err(sentence)?;
    let elsewhere = Elsewhere::new(play);
    let progress = Progress::new(&elsewhere, progress);
    let result = elsewhere.run(py, || {
        let play = |lot: &Lot<'_, Plan>| {
            let wanted = Wanted {
                plan: lot.plan.clone(),
                generation: lot.generation,
                network: lot.network.map(Into::into),
                numbers: lot.numbers.to_vec(),
            };
            let games: Vec<(Sent, Vec<u8>)> = elsewhere.ask(&wanted)?;
            Ok(games.into_iter().map(|(game, kept)| (game.whole(), kept)).collect())
        };
        let venue = Venue { play: &play, size, jobs };
        let pace = Pace { jobs: learning.jobs, goes_on: &|| true, tell: &|| progress.advance() };
        learning.each(|course| {
            course.advance_at(&venue, &pace, &mut |news| {
                if let News::Playing { there, games, .. } = news {
                    progress.begin(there, games);
                }
            })
        })
    });
    let best = learning.course.best().map(|best| learning.course.network(best));
    learning.course.close().map_err(sentence)?;
    result.map(|()| best)
}

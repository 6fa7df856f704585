//! Matches, tournaments, calibrations and examples, played here or wherever a Python function has them played.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use agon_agents::level::Ladder;
use agon_agents::{Agent as Thinker, AgentSpec};
use agon_arena::bout::{Bout, FinishedGame, Order};
use agon_arena::calibrate::{Settings, Subject, calibrate_at, save};
use agon_arena::contest::{Contest, Summary, summarise};
use agon_arena::ledger::{Entry, Extra, Kind, Ledger, Named, Pairing, Roster, RuleSet, Run, Slot};
use agon_arena::openings::{self, Source};
use agon_arena::schedule::slots;
use agon_arena::tournament::Tournament;
use agon_core::hash::combine;
use agon_learn::Pace;
use agon_learn::examples::{Collection, Plan};
use agon_search::Stop;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::agent::{Agent, Outside, Raised, keep, raise};
use crate::catalogue::{self, Known};
use crate::game::Game;
use crate::{interruptibly, sentence};

/// A player of a match: an agent of ours, or a chooser of Python.
enum Seat {
    Ours(Py<Agent>),
    Outside(Py<PyAny>),
}

impl Seat {
    fn of(py: Python<'_>, player: Py<PyAny>) -> PyResult<Seat> {
        let bound = player.bind(py);
        if let Ok(agent) = bound.cast::<Agent>() {
            return Ok(Seat::Ours(agent.clone().unbind()));
        }
        if bound.is_callable() || bound.hasattr("select")? {
            return Ok(Seat::Outside(player));
        }
        Err(sentence(format!(
            "{} is no player; expected an agent, a function of a state, or something with a method select(state)",
            bound.repr()?
        )))
    }

    fn spec(&self) -> Option<AgentSpec> {
        match self {
            Seat::Ours(agent) => agent.get().spec_if_any().cloned(),
            Seat::Outside(_) => None,
        }
    }

    /// Raises what a player has raised inside, if it has.
    fn settle(&self) -> PyResult<()> {
        match self {
            Seat::Ours(agent) => agent.get().settle(),
            Seat::Outside(_) => Ok(()),
        }
    }

    fn thinker(
        &self,
        known: &Arc<Known>,
        seed: u64,
        stop: &Stop,
        raised: &Raised,
    ) -> PyResult<Box<dyn Thinker>> {
        match self {
            Seat::Ours(agent) => agent.get().seat(known, Some(seed)),
            Seat::Outside(chooser) => Ok(Box::new(Outside {
                known: known.clone(),
                chooser: Python::attach(|py| chooser.clone_ref(py)),
                raised: raised.clone(),
                stop: stop.clone(),
            })),
        }
    }
}

/// What is kept of a match.
#[derive(Serialize)]
struct Played<'a> {
    summary: Summary,
    games: Vec<(&'a Told, &'a agon_core::Record)>,
}

/// A game without its moves, as it is told.
#[derive(Serialize)]
struct Told {
    number: u64,
    a_first: bool,
    gain: i8,
    score: f32,
    plies: u32,
    seconds: [f64; 2],
    fault: Option<String>,
}

/// Plays a match; what came of it as JSON.
#[pyfunction]
#[pyo3(name = "_match")]
#[pyo3(signature = (game, players, names, games, openings, seed, jobs, max_plies, out, progress))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn play_match(
    py: Python<'_>,
    game: Py<Game>,
    players: (Py<PyAny>, Py<PyAny>),
    names: (String, String),
    games: u32,
    openings: u32,
    seed: u32,
    jobs: usize,
    max_plies: Option<u32>,
    out: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    if games == 0 || !games.is_multiple_of(2) {
        return Err(sentence(format!(
            "a match is made of pairs of games with sides exchanged: {games} is not an even number of games"
        )));
    }
    let known = game.get().0.clone();
    let seats = [Seat::of(py, players.0)?, Seat::of(py, players.1)?];
    let pairs = games / 2;
    let rules = known.rules.clone();
    let (starts, seed) = py.detach(|| {
        let starts = openings::random(rules.as_ref(), pairs as usize, openings, u64::from(seed));
        (starts, u64::from(seed))
    });
    known.settled(())?;
    let source = Source::Plies(openings);
    // Whoever is no agent of ours plays under a name.
    let stand_in: AgentSpec = "random".parse().map_err(|error: agon_agents::AgentError| sentence(error))?;
    let specs = seats.each_ref().map(Seat::spec);
    let are_ours = specs.iter().all(Option::is_some);
    let agents = specs.map(|spec| spec.unwrap_or_else(|| stand_in.clone()));
    let contest = Contest {
        rules: known.rules.clone(),
        agents,
        openings: starts,
        pairs,
        seed,
        jobs: jobs.max(1),
        max_plies,
    };
    contest.check().map_err(sentence)?;
    let mut run = contest.describe(&source, None);
    if !are_ours {
        run = named(&known, &contest, &names, &source);
    }
    let ledger = match &out {
        Some(path) => Ledger::resume(path, &run),
        None => Ledger::in_memory(&run),
    };
    let mut ledger = ledger.map_err(sentence)?;
    let (stop, raised) = (Stop::new(), Raised::default());
    let failed = AtomicBool::new(false);
    let played = interruptibly(py, &stop, || -> Result<Vec<agon_arena::ledger::Kept>, String> {
        let roster = ledger.roster().agents.clone();
        let agents: Vec<usize> = roster
            .iter()
            .map(|named| ledger.agent(named))
            .collect::<Result<_, _>>()
            .map_err(|e| e.to_string())?;
        let rules = ledger
            .rules(&RuleSet::new(contest.rules.as_ref(), &contest.openings))
            .map_err(|error| error.to_string())?;
        let pairing = Pairing { round: 0, rules, agents: [agents[0], agents[1]] };
        let pairing = ledger.pair(&[pairing]).map_err(|error| error.to_string())?[0];
        let wanted: Vec<Slot> = slots(pairing..pairing + 1, pairs).collect();
        let play = |slot: Slot| -> Result<(FinishedGame, Extra), String> {
            let bout = contest.bout(slot.pair, slot.a_first);
            let seat = |index: usize| {
                let seed = combine([bout.seed, index as u64]) >> 1;
                seats[index].thinker(&known, seed, &stop, &raised).map_err(|error| error.to_string())
            };
            let (mut a, mut b) = (seat(0)?, seat(1)?);
            let game = bout.play_with(&mut [a.as_mut(), b.as_mut()]);
            if stop.is_pressed() {
                return Err("interrupted".to_owned());
            }
            let settled = known.settled(()).and_then(|()| seats.iter().try_for_each(Seat::settle));
            settled.unwrap_or_else(|error| keep(&raised, error));
            if raised.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                failed.store(true, Ordering::Relaxed);
                return Err("a player has raised an exception".to_owned());
            }
            Ok((game, Extra::default()))
        };
        let done = |_: &Entry| tell(progress.as_ref(), &raised, &failed);
        ledger
            .play_at(
                wanted.iter().copied(),
                contest.jobs,
                &|| !stop.is_pressed() && !failed.load(Ordering::Relaxed),
                &play,
                &done,
            )
            .map_err(|error| error.to_string())?;
        let kept = wanted.iter().filter_map(|slot| ledger.find(slot.number).transpose());
        kept.collect::<Result<_, _>>().map_err(|error| error.to_string())
    });
    raise(&raised)?;
    let games = played?.map_err(sentence)?;
    ledger.close().map_err(sentence)?;
    let summary = summarise(games.iter().map(|kept| &kept.entry));
    let told: Vec<(Told, &agon_core::Record)> = games
        .iter()
        .map(|kept| {
            let Entry { number, a_first, gain, score, plies, spent, fault, .. } = kept.entry.clone();
            let seconds = spent.map(|spent| spent.seconds);
            (Told { number, a_first, gain, score, plies, seconds, fault }, &kept.record)
        })
        .collect();
    let games = told.iter().map(|(entry, record)| (entry, *record)).collect();
    serde_json::to_string(&Played { summary, games }).map_err(sentence)
}

/// Tells Python that a game is done.
fn tell(progress: Option<&Py<PyAny>>, raised: &Raised, failed: &AtomicBool) {
    if let Some(progress) = progress
        && let Err(error) = Python::attach(|py| progress.call0(py))
    {
        keep(raised, error);
        failed.store(true, Ordering::Relaxed);
    }
}

/// What the ledger of a match is of in which somebody plays who is no agent of ours.
fn named(known: &Known, contest: &Contest, (a, b): &(String, String), source: &Source) -> Run {
    let rules = known.rules.as_ref();
    let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let openings = match source {
        Source::Plies(plies) => plies.to_string(),
        Source::File(file) => quoted(file),
    };
    let mut text = format!(
        "game = {}\nagents = [{}, {}]\nopenings = {openings}\ngames = {}\nseed = {}\n",
        quoted(rules.spec()),
        quoted(a),
        quoted(b),
        2 * contest.pairs,
        contest.seed
    );
    if let Some(plies) = contest.max_plies {
        text += &format!("max_plies = {plies}\n");
    }
    let (first, second) =
        if a == b { (format!("{a} (a)"), format!("{b} (b)")) } else { (a.clone(), b.clone()) };
    Run {
        kind: Kind::Match,
        name: format!("{}: {a} against {b}", rules.info().name),
        text,
        anchor: None,
        roster: Roster {
            agents: vec![Named { name: first, spec: a.clone() }, Named { name: second, spec: b.clone() }],
            rules: vec![RuleSet::new(rules, &contest.openings)],
        },
    }
}

/// A Python function that has games played elsewhere: it takes a text and returns one.
struct Elsewhere {
    play: Py<PyAny>,
    raised: Raised,
    stop: Stop,
}

impl Elsewhere {
    fn new(play: Py<PyAny>) -> Elsewhere {
        Elsewhere { play, raised: Raised::default(), stop: Stop::new() }
    }

    fn ask(&self, text: &str) -> Result<String, String> {
        if self.stop.is_pressed() {
            return Err("interrupted".to_owned());
        }
        Python::attach(|py| self.play.call1(py, (text,))?.extract::<String>(py)).map_err(|error| {
            let text = error.to_string();
            keep(&self.raised, error);
            text
        })
    }

    fn play(&self, bout: &Bout<'_>) -> Result<FinishedGame, String> {
        let order = serde_json::to_string(&bout.order()).map_err(|error| error.to_string())?;
        serde_json::from_str::<Sent>(&self.ask(&order)?).map_err(|error| error.to_string()).map(Sent::whole)
    }

    fn finish<T>(&self, result: PyResult<Result<T, String>>) -> PyResult<T> {
        raise(&self.raised)?;
        result?.map_err(sentence)
    }
}

/// A finished game on its way; seconds, which reports leave out, are sent apart.
#[derive(Serialize, Deserialize)]
struct Sent {
    game: FinishedGame,
    seconds: [f64; 2],
}

impl Sent {
    fn of(game: FinishedGame) -> Sent {
        Sent { seconds: game.spent.map(|spent| spent.seconds), game }
    }

    fn whole(self) -> FinishedGame {
        let mut game = self.game;
        for (spent, seconds) in game.spent.iter_mut().zip(self.seconds) {
            spent.seconds = seconds;
        }
        game
    }
}

/// Plays the game of an order, and returns it as text. `sheets` are the games of text that it may need: names and texts.
#[pyfunction]
#[pyo3(name = "_play_order")]
pub(crate) fn play_order(py: Python<'_>, order: &str, sheets: Vec<(String, String)>) -> PyResult<String> {
    let order: Order = serde_json::from_str(order).map_err(sentence)?;
    learn_sheets(&order.game, &sheets)?;
    let catalogue = catalogue::all();
    let game = interruptibly(py, &Stop::new(), || order.play(&catalogue))?.map_err(sentence)?;
    serde_json::to_string(&Sent::of(game)).map_err(sentence)
}

fn learn_sheets(game: &str, sheets: &[(String, String)]) -> PyResult<()> {
    let wanted = sheets.iter().filter(|(name, _)| game.starts_with(name.as_str()));
    for (name, text) in wanted {
        if catalogue::all().find(name).is_err() {
            catalogue::add_sheet(name, text)?;
        }
    }
    Ok(())
}

/// Plays a tournament, `jobs` games at a time, each by `play`, and keeps every finished game. Returns how many there are.
#[pyfunction]
#[pyo3(name = "_tournament")]
pub(crate) fn run_tournament(
    py: Python<'_>,
    file: PathBuf,
    out: PathBuf,
    jobs: usize,
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
    let elsewhere = Elsewhere::new(play);
    let mut ledger = Ledger::resume(&out, &tournament.describe()).map_err(sentence)?;
    let (done, all) = (ledger.count().map_err(sentence)?, tournament.games());
    let count = Mutex::new(done);
    let result = interruptibly(py, &elsewhere.stop, || {
        let tell = |_: &Entry| {
            // Held while the number is told, so that nobody hears a smaller one after a larger one.
            let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
            *count += 1;
            if let Err(error) = Python::attach(|py| progress.call1(py, (*count, all))) {
                keep(&elsewhere.raised, error);
                elsewhere.stop.press();
            }
        };
        tournament
            .run_at(&|bout| elsewhere.play(bout), &mut ledger, jobs.max(1), &tell)
            .map_err(|error| error.to_string())
    });
    let count = ledger.count().map_err(sentence)?;
    ledger.close().map_err(sentence)?;
    elsewhere.finish(result)?;
    Ok(count)
}

/// Finds the levels of games, each game being played by `play`; the tables as JSON.
#[pyfunction]
#[pyo3(name = "_calibrate")]
pub(crate) fn calibrate(
    py: Python<'_>,
    games: Vec<String>,
    out: PathBuf,
    pairs: usize,
    seed: u64,
    jobs: usize,
    play: Py<PyAny>,
) -> PyResult<String> {
    std::fs::create_dir_all(&out)
        .map_err(|error| sentence(format!("cannot make the folder '{}': {error}", out.display())))?;
    let mut subjects = Vec::new();
    for game in games {
        let known = catalogue::find(&game)?;
        subjects.push(Subject::new(known.rules.clone(), seed, &out).map_err(sentence)?);
    }
    let elsewhere = Elsewhere::new(play);
    let settings = Settings { pairs, seed, jobs: jobs.max(1) };
    let result = interruptibly(py, &elsewhere.stop, || {
        let done = |_: &Subject, ladder: &Ladder| save(ladder, &out).map(drop);
        calibrate_at(&|bout| elsewhere.play(bout), subjects, settings, &done)
            .map_err(|error| error.to_string())
    });
    let ladders = elsewhere.finish(result)?;
    serde_json::to_string(&ladders).map_err(sentence)
}

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
        let teacher = self.teacher.parse::<AgentSpec>().map_err(sentence)?.to_string();
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
    learn_sheets(&wanted.game, &sheets)?;
    let known = catalogue::find(&wanted.game)?;
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
    starts: usize,
    openings: usize,
    repeats: usize,
    seed: u64,
    jobs: usize,
    play: Py<PyAny>,
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
    plan.check(known.rules.as_ref()).map_err(sentence)?;
    let mut collection = Collection::begin(&out, &plan, known.rules.as_ref()).map_err(sentence)?;
    let result = interruptibly(py, &elsewhere.stop, || {
        let venue = |number: usize| -> Result<(FinishedGame, Vec<u8>), String> {
            let order = serde_json::to_string(&wanted(number)).map_err(|error| error.to_string())?;
            let answer = elsewhere.ask(&order)?;
            let (game, examples): (Sent, Vec<u8>) =
                serde_json::from_str(&answer).map_err(|error| error.to_string())?;
            Ok((game.whole(), examples))
        };
        let pace = Pace { jobs: jobs.max(1), goes_on: &|| true, tell: &|| () };
        plan.run_at(&venue, known.rules.as_ref(), &mut collection, &pace).map_err(|error| error.to_string())
    });
    let count = collection.count().map_err(sentence)?;
    collection.close().map_err(sentence)?;
    elsewhere.finish(result)?;
    Ok(count)
}

/// The sheets that this process knows, for those who play its games elsewhere.
#[pyfunction]
#[pyo3(name = "_sheets")]
pub(crate) fn sheets() -> Vec<(String, String)> {
    catalogue::sheets()
}

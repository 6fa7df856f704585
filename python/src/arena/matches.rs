//! Matches: games of agents and of choosers of Python, played here.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};

use agon_agents::{Agent as Thinker, AgentSpec};
use agon_arena::bout::FinishedGame;
use agon_arena::contest::{Contest, Summary, summarise};
use agon_arena::ledger::{Entry, Extra, Kind, Ledger, Named, Pairing, Roster, RuleSet, Run, Slot};
use agon_arena::openings::{self, Source};
use agon_arena::schedule::slots;
use agon_core::hash::combine;
use agon_search::Stop;
use pyo3::prelude::*;
use serde::Serialize;

use crate::agent::{Agent, Outside, Raised, keep, raise};
use crate::catalogue::Known;
use crate::game::Game;
use crate::{given, interruptibly, sentence};

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
struct MatchFacts<'a> {
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
    #[pyo3(from_py_with = given::games)] games: u32,
    #[pyo3(from_py_with = given::plies)] openings: u32,
    #[pyo3(from_py_with = given::seed)] seed: u32,
    #[pyo3(from_py_with = given::jobs)] jobs: usize,
    #[pyo3(from_py_with = given::plies_if_any)] max_plies: Option<u32>,
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
    let contest =
        Contest { rules: known.rules.clone(), agents, openings: starts, pairs, seed, jobs, max_plies };
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
    serde_json::to_string(&MatchFacts { summary, games }).map_err(sentence)
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

//! A small game server: a match between players elsewhere, with its clocks kept and its moves recorded.

use std::time::{Duration, Instant};

use agon_core::Random;
use agon_gdl::bits::Bits;
use agon_gdl::join::Budget;
use agon_gdl::kif;
use agon_gdl::machine::Machine;
use agon_gdl::sheet::Sheet;
use serde::Serialize;

use crate::http::post;
use crate::message::write_moves;
use crate::player::LONGEST_CLOCK;

/// How a match is run.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The name of the match.
    pub id: String,
    /// Seconds to prepare.
    pub start_clock: u64,
    /// Seconds for each move.
    pub play_clock: u64,
    /// For moves in place of those that do not come.
    pub seed: u64,
    /// After so many steps the match is over.
    pub longest: u32,
}

/// A match as it went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// The name of the match.
    pub id: String,
    /// The roles.
    pub roles: Vec<String>,
    /// The players, by their addresses.
    pub players: Vec<String>,
    /// The moves of all roles, step by step.
    pub moves: Vec<Vec<String>>,
    /// How long each player took to answer, in milliseconds: to START, then step by step. Who did not answer took all the time there was.
    pub milliseconds: Vec<Vec<u64>>,
    /// What went wrong: in which step, with which role, and what.
    pub faults: Vec<(u32, String, String)>,
    /// What the end is worth to each role; nothing if the match was too long.
    pub goals: Vec<Option<i32>>,
}

/// The server waits so much longer than the clock for a move.
const GRACE: Duration = Duration::from_secs(1);

/// Runs a match; `tell` is shown the moves of every step.
pub fn run(
    sheet: &str,
    players: &[String],
    terms: &Terms,
    tell: &mut dyn FnMut(u32, &[String]),
) -> Result<Report, String> {
    let nodes = kif::read(sheet).map_err(|error| error.to_string())?;
    let rules = Sheet::from_nodes(&nodes).map_err(|error| error.to_string())?;
    for (what, clock) in [("start", terms.start_clock), ("play", terms.play_clock)] {
        if clock > LONGEST_CLOCK {
            return Err(format!("{clock} seconds on the {what} clock; expected at most {LONGEST_CLOCK}"));
        }
    }
    let machine = Machine::new(&rules, Budget::default()).map_err(|error| error.to_string())?;
    let roles = machine.roles();
    if players.len() != roles.len() {
        let (count, names) = (players.len(), roles.join(", "));
        return Err(format!("{count} players for {} roles, {names}; expected one for each", roles.len()));
    }
    let mut report = Report {
        id: terms.id.clone(),
        roles: roles.clone(),
        players: players.to_vec(),
        moves: Vec::new(),
        milliseconds: Vec::new(),
        faults: Vec::new(),
        goals: vec![None; roles.len()],
    };
    let body: Vec<String> = nodes.iter().map(ToString::to_string).collect();
    let greetings: Vec<String> = roles
        .iter()
        .map(|role| {
            let (id, text) = (&terms.id, body.join(" "));
            format!("( START {id} {role} ( {text} ) {} {} )", terms.start_clock, terms.play_clock)
        })
        .collect();
    // Nobody answers in no time.
    let patience = Duration::from_secs(terms.start_clock.max(1));
    for (role, answer) in ask_all(players, &greetings, patience, &mut report).into_iter().enumerate() {
        match answer {
            Ok(answer) if answer.eq_ignore_ascii_case("ready") => {}
            Ok(answer) => report.faults.push((0, roles[role].clone(), format!("'{answer}' to START"))),
            Err(problem) => report.faults.push((0, roles[role].clone(), problem)),
        }
    }
    play(&machine, players, terms, &mut report, tell)?;
    let last = write_moves(report.moves.last().map(Vec::as_slice));
    let farewells = vec![format!("( STOP {} {last} )", terms.id); players.len()];
    ask(players, &farewells, Duration::from_secs(terms.play_clock) + GRACE);
    Ok(report)
}

fn play(
    machine: &Machine,
    players: &[String],
    terms: &Terms,
    report: &mut Report,
    tell: &mut dyn FnMut(u32, &[String]),
) -> Result<(), String> {
    let mut random = Random::new(terms.seed);
    let mut state: Bits = machine.initial();
    let patience = Duration::from_secs(terms.play_clock) + GRACE;
    for step in 1..=terms.longest {
        if machine.is_terminal(&state).map_err(|error| error.to_string())? {
            for (role, goal) in report.goals.iter_mut().enumerate() {
                *goal = machine.goal(&state, role).map_err(|error| error.to_string())?;
            }
            break;
        }
        let last = write_moves(report.moves.last().map(Vec::as_slice));
        let questions = vec![format!("( PLAY {} {last} )", terms.id); players.len()];
        let (mut chosen, mut texts, mut legal) = (Vec::new(), Vec::new(), Vec::new());
        for (role, answer) in ask_all(players, &questions, patience, report).into_iter().enumerate() {
            machine.legal(&state, role, &mut legal).map_err(|error| error.to_string())?;
            if legal.is_empty() {
                return Err(format!(
                    "{} has no legal move, and the sheet does not end the game",
                    report.roles[role]
                ));
            }
            let found = answer.and_then(|text| find(machine, role, &legal, &text));
            let mv = found.unwrap_or_else(|problem| {
                report.faults.push((step, report.roles[role].clone(), problem));
                random.pick(&legal)
            });
            texts.push(machine.write_move(role, mv));
            chosen.push(mv);
        }
        tell(step, &texts);
        report.moves.push(texts);
        state = machine.next(&state, &chosen).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The legal move that an answer is.
fn find(machine: &Machine, role: usize, legal: &[u32], text: &str) -> Result<u32, String> {
    let wrong = || format!("'{}' is not a legal move", agon_core::notation::quote(text));
    let nodes = kif::read(text).map_err(|_| wrong())?;
    nodes.first().and_then(|node| machine.find_move(role, legal, node)).ok_or_else(wrong)
}

/// Asks all players at once, and notes how long they took.
fn ask_all(
    players: &[String],
    messages: &[String],
    patience: Duration,
    report: &mut Report,
) -> Vec<Result<String, String>> {
    let (times, answers) = ask(players, messages, patience).into_iter().unzip();
    report.milliseconds.push(times);
    answers
}

/// Asks all players at once: how many milliseconds each took, and what he answered.
fn ask(players: &[String], messages: &[String], patience: Duration) -> Vec<(u64, Result<String, String>)> {
    let ask = |player: &str, message: &str| {
        let begun = Instant::now();
        let answer = post(player, message, patience).map_err(|error| error.to_string());
        (begun.elapsed().as_millis() as u64, answer)
    };
    std::thread::scope(|scope| {
        let asked: Vec<_> = players
            .iter()
            .zip(messages)
            .map(|(player, message)| scope.spawn(move || ask(player, message)))
            .collect();
        let failed = || (0, Err("asking failed".to_owned()));
        asked.into_iter().map(|thread| thread.join().unwrap_or_else(|_| failed())).collect()
    })
}

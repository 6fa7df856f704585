//! Other programs as agents: whatever speaks one of the protocols here.
//!
//! A program is told the game and asked for a move. It gets no second chance: one that refuses what the rules allow, answers
//! what they do not, ends or keeps silent has failed, and says so in [`Assessment::fault`]. A program with other rules may say
//! that the game is drawn: [`Assessment::drawn`].
//!
//! What all protocols share is here: starting, waiting, keeping and ending programs, and the time. A protocol itself is a `Talk`.

mod gomocup;
mod gtp;
mod hub;
mod idle;
mod process;
mod uci;

use std::env;
use std::path::Path;
use std::time::{Duration, Instant};

use agon_core::{Analysis, Assessed, Cost, Match, Player, Proof, Rules};
use agon_search::settings::{SEED, command};
use agon_search::trace::Recorder;
use agon_search::{Looked, Stop};

use crate::agent::{Agent, Assessment};
use crate::spec::{AgentError, AgentSpec};
pub(crate) use gtp::Settings as GtpSettings;
pub use idle::end_idle;
pub use process::end_all;
use process::{Program, brief};
pub(crate) use uci::Settings as UciSettings;

agon_search::words! {
    /// What becomes of the program when a game is over.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum Restart {
        /// It ends, and is started again for the next game: nothing it remembers can matter.
        On = "on",
        /// It stays, and is told that there is a new game.
        Off = "off",
    }
}

agon_search::settings! {
    /// What can be chosen about another program.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(crate) struct Settings {
        /// the program that plays, as in command="gtp-rhino --level 3"; {seed} stands for the seed
        pub(crate) command: String as "command" = "" in Command,
        /// how long to wait for any answer, beyond the time to think, before the program is killed and loses
        pub(crate) patience: Duration as "patience" = "60s",
        /// whether the program is started again for every game, or kept and told to begin anew
        pub(crate) restart: Restart as "restart" = "on",
        /// the seed of everything random
        pub(crate) seed: u64 as SEED,
    }
}

agon_search::settings! {
    /// What the program itself can be told to choose.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(crate) struct Choices {
        /// what the program is told to set, as in options="Hash=64; Threads=2"
        pub(crate) options: String as "options" = "" in Text,
    }
}

impl Choices {
    /// The names and values of a spec that has them.
    fn of(spec: &AgentSpec) -> Result<Vec<(String, String)>, AgentError> {
        let Choices { options } = spec.settings();
        let parts = options.split(';').map(str::trim).filter(|part| !part.is_empty());
        let pair = |part: &str| match part.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(AgentError::Unsuitable(format!(
                "'{part}' is not an option; expected options=\"NAME=VALUE; NAME=VALUE\""
            ))),
        };
        parts.map(pair).collect()
    }
}

/// A protocol, as spoken with one program.
trait Talk: Send {
    /// What ends the program.
    fn farewell(&self) -> &'static str;

    /// Begins to talk with a program that was just started, or has just ended a game.
    fn greet(&mut self, program: &mut Program, pace: &Pace) -> Result<(), String>;

    /// What the program wants to play.
    fn ask(&mut self, program: &mut Program, played: &dyn Match, pace: &Pace) -> Result<Answer, Halt>;
}

/// The time a program has, and how long anybody waits for it.
struct Pace {
    patience: Duration,
    /// The time per move.
    time: Option<Duration>,
    /// What each player has left, where the game is played on a clock.
    left: Option<[Duration; 2]>,
}

impl Pace {
    /// How long a move may take until nobody waits any more.
    fn patience_for(&self, player: Player) -> Duration {
        let thinking = self.time.or(self.left.map(|left| left[player.index()]));
        self.patience.saturating_add(thinking.unwrap_or_default())
    }

    /// What is left to a player, where the game is played on a clock; whoever has nothing left still has to move.
    fn left(&self, player: Player) -> Option<Duration> {
        self.left.map(|left| left[player.index()].max(Duration::from_millis(1)))
    }
}

/// What a program says to the question for a move.
struct Answer {
    wish: Wish,
    /// What it thinks of its move, if it says so: its value, and a proof if it saw the end.
    value: Option<(f32, Option<Proof>)>,
    /// The line it expects, beginning with its move.
    line: Vec<String>,
    /// What it counted. The time is measured here.
    cost: Cost,
}

/// What a program wants to play.
enum Wish {
    Move(usize),
    Resignation,
}

/// Why a program does not go on.
enum Halt {
    /// It failed; the rest of a sentence about it.
    Fault(String),
    /// By its own rules, the game is drawn.
    Draw,
}

impl From<String> for Halt {
    fn from(fault: String) -> Halt {
        Halt::Fault(fault)
    }
}

/// The fault of a program that wants to play what it must not. Which moves are legal, the position says that every fault is told
/// with.
fn illegal(answer: &str, command: &str) -> String {
    format!("answered '{}' to '{command}', which is not a legal move", brief(answer, 40))
}

/// An agent that is another program. The program is started when it is first needed.
pub(crate) struct External {
    talk: Box<dyn Talk>,
    words: Vec<String>,
    /// The spec that a program must have been started for to be ours, if it is kept for the next game.
    kept_for: Option<String>,
    /// The time per move that the spec allows.
    time: Option<Duration>,
    clock: Option<Duration>,
    pace: Pace,
    stop: Stop,
    program: Option<Program>,
}

impl External {
    /// The agent that a spec describes; none if its algorithm is no protocol.
    pub(crate) fn new(
        spec: &AgentSpec,
        rules: &dyn Rules,
        stop: &Stop,
    ) -> Result<Option<External>, AgentError> {
        let talk: Box<dyn Talk> = match spec.algorithm().name {
            "gtp" => Box::new(gtp::Gtp::new(spec, rules)?),
            "uci" => Box::new(uci::Uci::new(spec, rules)?),
            "hub" => Box::new(hub::Hub::new(spec, rules)?),
            "gomocup" => Box::new(gomocup::Gomocup::new(spec, rules)?),
            _ => return Ok(None),
        };
        let settings: Settings = spec.settings();
        let words = command::words(&settings.command).expect("the spec was checked");
        let keeps = settings.restart == Restart::Off;
        if keeps && words.iter().any(|word| word.contains("{seed}")) {
            return Err(AgentError::Unsuitable(format!(
                "{spec} keeps the program for all games, and its command wants the {{seed}} of each; leave out one of them"
            )));
        }
        let seed = settings.seed.to_string();
        let words: Vec<String> = words.iter().map(|word| word.replace("{seed}", &seed)).collect();
        if !can_be_found(&words[0]) {
            return Err(AgentError::Unsuitable(format!("there is no program '{}' to run", words[0])));
        }
        let limit = spec.limit();
        let pace = Pace { patience: settings.patience, time: limit.time, left: None };
        Ok(Some(External {
            talk,
            words,
            kept_for: keeps.then(|| format!("{} {}", spec.seeded(0), rules.spec())),
            time: limit.time,
            clock: spec.clock(),
            pace,
            stop: stop.clone(),
            program: None,
        }))
    }

    /// What the program says, or what went wrong.
    fn ask(&mut self, played: &dyn Match) -> Result<Answer, Halt> {
        let mut program = match self.program.take() {
            Some(program) => program,
            None => self.start()?,
        };
        let asked = Instant::now();
        let mut answer = self.talk.ask(&mut program, played, &self.pace);
        let time = asked.elapsed();
        if let Some(left) = &mut self.pace.left {
            let left = &mut left[played.to_move().index()];
            *left = left.saturating_sub(time);
        }
        if let Ok(answer) = &mut answer {
            answer.cost.time = time;
        }
        // Whoever has failed is not talked to again.
        if !matches!(answer, Err(Halt::Fault(_))) {
            self.program = Some(program);
        }
        answer
    }

    fn start(&mut self) -> Result<Program, String> {
        self.pace.left = self.clock.map(|total| [total; 2]);
        let mut program = match self.kept_for.as_deref().and_then(idle::take) {
            Some(program) => program.with_stop(self.stop.clone()),
            None => Program::start(&self.words, self.talk.farewell(), self.stop.clone())
                .map_err(|error| format!("could not be started: {error}"))?,
        };
        self.talk.greet(&mut program, &self.pace)?;
        Ok(program)
    }

    /// Ends the program, or lets it wait for another game.
    fn dismiss(&mut self) {
        if let (Some(program), Some(spec)) = (self.program.take(), &self.kept_for) {
            idle::keep(spec, program);
        }
    }
}

impl Agent for External {
    fn analyse(&mut self, played: &dyn Match, _watch: &mut dyn FnMut(&Assessment)) -> Assessment {
        let indices: Vec<usize> = (0..played.move_count()).collect();
        let unknown = Analysis::unknown(&indices);
        let silent = Assessment {
            moves: unknown.moves,
            best: None,
            choice: None,
            fault: None,
            drawn: false,
            line: Vec::new(),
            cost: Cost::default(),
        };
        if indices.is_empty() {
            return silent;
        }
        match self.ask(played) {
            Ok(Answer { wish: Wish::Move(index), value, line, cost }) => {
                let mut moves = silent.moves;
                let (value, proof) = value.unwrap_or_default();
                moves[index] = Assessed { visits: 1, value, proof, mv: index };
                let line = if line.is_empty() { vec![played.move_text(index)] } else { line };
                Assessment { moves, best: Some(index), choice: Some(index), line, cost, ..silent }
            }
            Ok(Answer { wish: Wish::Resignation, cost, .. }) => Assessment { cost, ..silent },
            Err(Halt::Fault(fault)) => Assessment { fault: Some(fault), ..silent },
            Err(Halt::Draw) => Assessment { drawn: true, ..silent },
        }
    }

    fn hurry(&mut self, time: Option<Duration>) {
        self.pace.time = self.time.into_iter().chain(time).min();
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn reset(&mut self) {
        // Whether a program forgets what must be forgotten when it is told of a new game, only whoever keeps it can know.
        self.dismiss();
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        None
    }

    fn tree(&self) -> Vec<Looked> {
        Vec::new()
    }

    fn conclude(&mut self, _gain: f32) {}

    fn memory(&self) -> Option<f32> {
        None
    }
}

impl Drop for External {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// The error about a limit that the protocol has no words for.
fn untellable(spec: &AgentSpec) -> AgentError {
    AgentError::Unsuitable(format!(
        "{spec} sets a limit that the protocol cannot tell a program; set it in the command or among its options"
    ))
}

/// The error about a game that is not played over the protocol.
fn foreign<'a>(spec: &AgentSpec, rules: &dyn Rules, games: impl IntoIterator<Item = &'a str>) -> AgentError {
    let (name, games) = (spec.algorithm().name, games.into_iter().collect::<Vec<_>>().join(", "));
    AgentError::Unsuitable(format!("{} is not played over {name}; known: {games}", rules.info().id))
}

/// The match as it began, and its moves as a protocol writes them.
fn retold(played: &dyn Match, write: impl Fn(&dyn Match, usize) -> String) -> (Box<dyn Match>, Vec<String>) {
    let record = played.record();
    let start = played.rules().start(record.position.as_deref()).expect("the position is one of a match");
    let mut replayed = start.fork();
    let moves = record.moves.iter().map(|text| {
        // A match that was read from a record may have gone on where a draw could have been claimed.
        replayed.play_on();
        let index = replayed.find_move(text).expect("the moves of a match are legal");
        let written = write(replayed.as_ref(), index);
        replayed.play(index);
        written
    });
    let moves = moves.collect();
    (start, moves)
}

/// The moves that a program expects, in the game's notation, as far as they are legal.
fn expected<'a>(
    played: &dyn Match,
    moves: impl IntoIterator<Item = &'a str>,
    find: impl Fn(&dyn Match, &str) -> Option<usize>,
) -> Vec<String> {
    let mut ahead = played.fork();
    let mut line = Vec::new();
    for text in moves {
        let Some(index) = find(ahead.as_ref(), text) else { break };
        line.push(ahead.move_text(index));
        ahead.play(index);
    }
    line
}

/// Whether there is a program of this name, here or on the search path.
fn can_be_found(program: &str) -> bool {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return path.is_file();
    }
    env::var_os("PATH")
        .is_some_and(|paths| env::split_paths(&paths).any(|folder| folder.join(program).is_file()))
}

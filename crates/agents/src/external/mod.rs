//! Other programs as agents: whatever speaks the Go Text Protocol, version 2.
//!
//! A program is told the moves that it does not know yet and asked for one (`genmove`). It gets no second chance: one that
//! refuses what the rules allow, answers what they do not, ends or keeps silent has failed, and says so in
//! [`Assessment::fault`]. A program with other rules may answer `draw`, or refuse to go on because the game is drawn:
//! [`Assessment::drawn`].
//!
//! Dialects that are understood without being asked for: moves in capitals; forced passes that the program does not want
//! to hear of, because it passes by itself (`GRhino`).

mod idle;
mod process;

use std::collections::HashSet;
use std::env;
use std::path::Path;
use std::time::{Duration, Instant};

use agon_core::{Analysis, Assessed, Cost, Match, Player, Rules};
use agon_search::Stop;
use agon_search::settings::{SEED, command};
use agon_search::trace::Recorder;

use crate::agent::{Agent, Assessment};
use crate::gtp;
use crate::spec::{AgentError, AgentSpec};
pub use idle::end_idle;
pub use process::end_all;
use process::{Program, Reply, excerpt};

agon_search::words! {
    /// How the program calls the columns of a board.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum Letters {
        /// By all letters in turn.
        All = "all",
        /// As Go players do: the ninth column is j.
        SkipI = "skip-i",
    }
}

agon_search::words! {
    /// What becomes of the program when a game is over.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum Restart {
        /// It ends, and is started again for the next game: nothing it remembers can matter.
        On = "on",
        /// It stays, and is told to clear the board.
        Off = "off",
    }
}

agon_search::settings! {
    /// What can be chosen about another program.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(crate) struct Settings {
        /// the program that plays, as in command="gtp-rhino --level 3"; {seed} stands for the seed
        pub(crate) command: String as "command" = "" in Command,
        /// how long to wait for any answer before the program is killed and loses
        pub(crate) patience: Duration as "patience" = "60s",
        /// whether the program calls the ninth column of a board i, or j as Go players do
        pub(crate) letters: Letters as "letters" = "all",
        /// whether the program is started again for every game, or kept and told to clear the board
        pub(crate) restart: Restart as "restart" = "on",
        /// the seed of everything random
        pub(crate) seed: u64 as SEED,
    }
}

/// An agent that is another program. The program is started when it is first needed.
pub(crate) struct External {
    /// The size of the board, where it has one.
    size: Option<u32>,
    words: Vec<String>,
    patience: Duration,
    skips_i: bool,
    /// Whether the program is kept for the next game.
    keeps: bool,
    /// The time per move and for the game that the program is told about.
    time: Option<Duration>,
    clock: Option<Duration>,
    stop: Stop,
    talk: Option<Talk>,
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

impl Halt {
    /// What a refusal of a legal move, or to make one, means.
    fn refusal(command: &str, reason: &str) -> Halt {
        let mut words = reason.split(|c: char| !c.is_alphabetic()).map(str::to_ascii_lowercase);
        if words.any(|word| word == "draw" || word == "drawn") {
            Halt::Draw
        } else {
            Halt::Fault(format!("refused '{command}': {}", excerpt(reason)))
        }
    }
}

impl External {
    /// The agent that a spec of the algorithm `gtp` describes.
    pub(crate) fn new(spec: &AgentSpec, rules: &dyn Rules) -> Result<External, AgentError> {
        let unsuitable = |sentence: String| AgentError::Unsuitable(sentence);
        let limit = spec.limit();
        if limit.nodes.or(limit.playouts).or(limit.iterations).is_some() || limit.depth.is_some() {
            return Err(unsuitable(format!(
                "{spec} sets a limit that the protocol cannot tell a program; set it in the command"
            )));
        }
        for (key, time) in [("time", limit.time), ("clock", spec.clock())] {
            if let Some(time) = time.filter(|time| time.subsec_nanos() > 0 || time.is_zero()) {
                return Err(unsuitable(format!(
                    "{spec} sets {key}={time:?}, and the protocol tells programs whole seconds; set it in the command"
                )));
            }
        }
        let settings: Settings = spec.settings();
        let words = command::words(&settings.command).expect("the spec was checked");
        let keeps = settings.restart == Restart::Off;
        if keeps && words.iter().any(|word| word.contains("{seed}")) {
            return Err(unsuitable(format!(
                "{spec} keeps the program for all games, and its command wants the {{seed}} of each; leave out one of them"
            )));
        }
        let seed = settings.seed.to_string();
        let words: Vec<String> = words.iter().map(|word| word.replace("{seed}", &seed)).collect();
        if !can_be_found(&words[0]) {
            return Err(unsuitable(format!("there is no program '{}' to run", words[0])));
        }
        Ok(External {
            size: gtp::board_size(rules),
            words,
            patience: settings.patience,
            skips_i: settings.letters == Letters::SkipI,
            keeps,
            time: limit.time,
            clock: spec.clock(),
            stop: limit.stop,
            talk: None,
        })
    }

    /// The move that the program wants to play and what it cost, or what went wrong.
    fn ask(&mut self, played: &dyn Match) -> Result<(Wish, Cost), Halt> {
        let mut talk = match self.talk.take() {
            Some(talk) => talk,
            None => self.start()?,
        };
        let answer = talk.catch_up(played).and_then(|()| talk.wish(played));
        // Whoever has failed is not talked to again.
        if !matches!(answer, Err(Halt::Fault(_))) {
            self.talk = Some(talk);
        }
        answer
    }

    fn start(&self) -> Result<Talk, String> {
        let kept = if self.keeps { idle::take(&self.words) } else { None };
        let program = match kept {
            Some(program) => program.with_stop(self.stop.clone()),
            None => Program::start(&self.words, self.stop.clone())
                .map_err(|error| format!("could not be started: {error}"))?,
        };
        let mut talk = Talk {
            program,
            patience: self.patience,
            skips_i: self.skips_i,
            clock: self.clock.map(|total| [total; 2]),
            known: HashSet::new(),
            told: None,
        };
        if let Reply::Done(list) = talk.program.ask("list_commands", self.patience)? {
            talk.known = list.split_whitespace().map(str::to_owned).collect();
        }
        if let Some(size) = self.size.filter(|_| talk.knows("boardsize")) {
            talk.tell(&format!("boardsize {size}"))?;
        }
        if talk.knows("time_settings") {
            // A whole game's time, or so much for every single move.
            if let Some(total) = self.clock {
                talk.tell(&format!("time_settings {} 0 0", seconds(total)))?;
            } else if let Some(time) = self.time {
                talk.tell(&format!("time_settings 0 {} 1", seconds(time)))?;
            }
        }
        Ok(talk)
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
            Ok((Wish::Move(index), cost)) => {
                let mut moves = silent.moves;
                moves[index] = Assessed { visits: 1, ..moves[index] };
                let line = vec![played.move_text(index)];
                Assessment { moves, best: Some(index), choice: Some(index), line, cost, ..silent }
            }
            Ok((Wish::Resignation, cost)) => Assessment { cost, ..silent },
            Err(Halt::Fault(fault)) => Assessment { fault: Some(fault), ..silent },
            Err(Halt::Draw) => Assessment { drawn: true, ..silent },
        }
    }

    /// A program is told about time when it is started, and nothing more.
    fn hurry(&mut self, _time: Option<Duration>) {}

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn reset(&mut self) {
        // Whether a program forgets on `clear_board` what must be forgotten, only whoever keeps it can know.
        self.dismiss();
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        None
    }

    fn conclude(&mut self, _gain: f32) {}

    fn memory(&self) -> Option<f32> {
        None
    }
}

impl External {
    /// Ends the program, or lets it wait for another game.
    fn dismiss(&mut self) {
        if let Some(talk) = self.talk.take().filter(|_| self.keeps) {
            idle::keep(&self.words, talk.program);
        }
    }
}

impl Drop for External {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// A program and what it has been told.
struct Talk {
    program: Program,
    patience: Duration,
    skips_i: bool,
    /// What each player has left, where the game is played on a clock.
    clock: Option<[Duration; 2]>,
    /// The commands that the program says it knows.
    known: HashSet<String>,
    told: Option<Told>,
}

/// The match as the program knows it.
struct Told {
    start: Option<String>,
    moves: Vec<String>,
    played: Box<dyn Match>,
}

impl Talk {
    fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// Asks for something that may be refused because the game is drawn.
    fn demand(&mut self, command: &str) -> Result<String, Halt> {
        match self.program.ask(command, self.patience)? {
            Reply::Done(text) => Ok(text),
            Reply::Refused(reason) => Err(Halt::refusal(command, &reason)),
        }
    }

    /// Sends a command that must not be refused, and returns the answer.
    fn tell(&mut self, command: &str) -> Result<String, String> {
        match self.program.ask(command, self.patience)? {
            Reply::Done(text) => Ok(text),
            Reply::Refused(reason) => Err(format!("refused '{command}': {}", excerpt(&reason))),
        }
    }

    /// Tells the program what it does not know yet: the new moves, or everything if it knows another game.
    fn catch_up(&mut self, played: &dyn Match) -> Result<(), Halt> {
        let record = played.record();
        let follows =
            |told: &Told| told.start == record.position && record.moves.starts_with(told.moves.as_slice());
        let mut told = match self.told.take().filter(follows) {
            Some(told) => told,
            None => self.begin(played.rules(), record.position)?,
        };
        for text in record.moves.into_iter().skip(told.moves.len()) {
            // A match that was read from a record may have gone on where a draw could have been claimed.
            told.played.play_on();
            let index = told.played.find_move(&text).expect("the moves of a match are legal");
            self.send_move(told.played.as_ref(), index)?;
            told.played.play(index);
            told.moves.push(text);
        }
        self.told = Some(told);
        Ok(())
    }

    fn begin(&mut self, rules: &dyn Rules, start: Option<String>) -> Result<Told, String> {
        self.tell("clear_board")?;
        if let Some(position) = &start {
            if !self.knows("agon-set_position") {
                return Err(
                    "cannot be given a position, only moves: it does not know agon-set_position".to_owned()
                );
            }
            self.tell(&format!("agon-set_position {position}"))?;
        }
        let played = rules.start(start.as_deref()).expect("the position is one of a match");
        Ok(Told { start, moves: Vec::new(), played })
    }

    fn send_move(&mut self, played: &dyn Match, index: usize) -> Result<(), Halt> {
        let colour = gtp::colour(played.info(), played.to_move());
        let text = self.write_dialect(&gtp::write_move(played, index));
        let command = format!("play {colour} {text}");
        let forced = played.is_pass(index) && played.move_count() == 1;
        match self.program.ask(&command, self.patience)? {
            Reply::Refused(reason) if !forced => Err(Halt::refusal(&command, &reason)),
            // A program that does not want to hear of a forced pass has passed by itself.
            Reply::Refused(_) | Reply::Done(_) => Ok(()),
        }
    }

    /// Asks for a move.
    fn wish(&mut self, played: &dyn Match) -> Result<(Wish, Cost), Halt> {
        let player = played.to_move();
        let colour = gtp::colour(played.info(), player);
        if let Some(left) = self.clock.filter(|_| self.knows("time_left")) {
            self.tell(&format!("time_left {colour} {} 0", seconds(left[player.index()])))?;
        }
        let command = format!("genmove {colour}");
        let asked = Instant::now();
        let answer = self.demand(&command)?;
        let time = asked.elapsed();
        if let Some(left) = &mut self.clock {
            left[player.index()] = left[player.index()].saturating_sub(time);
        }
        if answer.eq_ignore_ascii_case("resign") {
            return Ok((Wish::Resignation, Cost { time, ..Cost::default() }));
        }
        if answer.eq_ignore_ascii_case("draw") {
            return Err(Halt::Draw);
        }
        // Which moves are legal, the position says that every fault is told with.
        let index = gtp::find_move(played, &self.read_dialect(&answer)).map_err(|_| {
            format!("answered '{}' to '{command}', which is not a legal move", process::brief(&answer, 40))
        })?;
        let cost = Cost { time, ..self.cost()? };
        self.note(played, index, player);
        Ok((Wish::Move(index), cost))
    }

    /// The program has played its move on its own board already.
    fn note(&mut self, played: &dyn Match, index: usize, player: Player) {
        let told = self.told.as_mut().expect("the program was told the game");
        debug_assert_eq!(told.played.to_move(), player);
        told.moves.push(played.move_text(index));
        told.played.play(index);
    }

    /// What the last move cost, from a program that can say it.
    fn cost(&mut self) -> Result<Cost, String> {
        if !self.knows("agon-cost") {
            return Ok(Cost::default());
        }
        let answer = self.tell("agon-cost")?;
        let counts: Vec<u64> = answer.split_whitespace().filter_map(|count| count.parse().ok()).collect();
        let &[depth, nodes, evaluations, playouts, iterations] = counts.as_slice() else {
            return Err(format!("answered '{}' to 'agon-cost', which is not five numbers", excerpt(&answer)));
        };
        Ok(Cost { depth: depth as u32, nodes, evaluations, playouts, iterations, time: Duration::ZERO })
    }

    /// A move as the program wants to read it.
    fn write_dialect(&self, text: &str) -> String {
        shift_columns(text, self.skips_i, |column| if column >= b'i' { column + 1 } else { column })
    }

    /// A move that the program wrote, as we want to read it.
    fn read_dialect(&self, text: &str) -> String {
        shift_columns(text, self.skips_i, |column| if column > b'i' { column - 1 } else { column })
    }
}

/// A place such as `k10` with its column renamed; anything else stays as it is.
fn shift_columns(text: &str, needed: bool, rename: impl Fn(u8) -> u8) -> String {
    let lower = text.to_ascii_lowercase();
    match lower.as_bytes() {
        [column @ b'a'..=b'z', row @ ..]
            if needed && !row.is_empty() && row.iter().all(u8::is_ascii_digit) =>
        {
            format!("{}{}", char::from(rename(*column)), &lower[1..])
        }
        _ => text.to_owned(),
    }
}

/// A time in the whole seconds of the protocol, rounded down but for the last one of a clock.
fn seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
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

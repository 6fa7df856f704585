//! Other programs as agents: whatever speaks the Go Text Protocol, version 2.
//!
//! A program is told the moves that it does not know yet and asked for one (`genmove`). It gets no second chance: one that
//! refuses what the rules allow, answers what they do not, ends or keeps silent has failed, and says so in
//! [`Assessment::fault`].
//!
//! Dialects that are understood without being asked for: moves in capitals; forced passes that the program does not want
//! to hear of, because it passes by itself (`GRhino`).

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
        let settings: Settings = spec.settings();
        let words = command::words(&settings.command).expect("the spec was checked");
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
            time: limit.time,
            clock: spec.clock(),
            stop: limit.stop,
            talk: None,
        })
    }

    /// The move that the program wants to play and what it cost, or what went wrong.
    fn ask(&mut self, played: &dyn Match) -> Result<(Wish, Cost), String> {
        let mut talk = match self.talk.take() {
            Some(talk) => talk,
            None => self.start()?,
        };
        talk.catch_up(played)?;
        let answer = talk.wish(played)?;
        // Whoever has failed is not talked to again.
        self.talk = Some(talk);
        Ok(answer)
    }

    fn start(&self) -> Result<Talk, String> {
        let program = Program::start(&self.words, self.stop.clone())
            .map_err(|error| format!("could not be started: {error}"))?;
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
            Err(fault) => Assessment { fault: Some(fault), ..silent },
        }
    }

    /// A program is told about time when it is started, and nothing more.
    fn hurry(&mut self, _time: Option<Duration>) {}

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn reset(&mut self) {
        // Whether a program forgets on `clear_board` what must be forgotten, we cannot know.
        self.talk = None;
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        None
    }

    fn conclude(&mut self, _gain: f32) {}

    fn memory(&self) -> Option<f32> {
        None
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

    /// Sends a command that must not be refused, and returns the answer.
    fn tell(&mut self, command: &str) -> Result<String, String> {
        match self.program.ask(command, self.patience)? {
            Reply::Done(text) => Ok(text),
            Reply::Refused(reason) => Err(format!("refused '{command}': {}", excerpt(&reason))),
        }
    }

    /// Tells the program what it does not know yet: the new moves, or everything if it knows another game.
    fn catch_up(&mut self, played: &dyn Match) -> Result<(), String> {
        let record = played.record();
        let follows =
            |told: &Told| told.start == record.position && record.moves.starts_with(told.moves.as_slice());
        let mut told = match self.told.take().filter(follows) {
            Some(told) => told,
            None => self.begin(played.rules(), record.position)?,
        };
        for text in record.moves.into_iter().skip(told.moves.len()) {
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

    fn send_move(&mut self, played: &dyn Match, index: usize) -> Result<(), String> {
        let colour = gtp::colour(played.info(), played.to_move());
        let text = self.write_dialect(&gtp::write_move(played, index));
        let command = format!("play {colour} {text}");
        let forced = played.is_pass(index) && played.move_count() == 1;
        match self.program.ask(&command, self.patience)? {
            Reply::Refused(reason) if !forced => Err(format!("refused '{command}': {}", excerpt(&reason))),
            // A program that does not want to hear of a forced pass has passed by itself.
            Reply::Refused(_) | Reply::Done(_) => Ok(()),
        }
    }

    /// Asks for a move.
    fn wish(&mut self, played: &dyn Match) -> Result<(Wish, Cost), String> {
        let player = played.to_move();
        let colour = gtp::colour(played.info(), player);
        if let Some(left) = self.clock.filter(|_| self.knows("time_left")) {
            self.tell(&format!("time_left {colour} {} 0", seconds(left[player.index()])))?;
        }
        let command = format!("genmove {colour}");
        let asked = Instant::now();
        let answer = self.tell(&command)?;
        let time = asked.elapsed();
        if let Some(left) = &mut self.clock {
            left[player.index()] = left[player.index()].saturating_sub(time);
        }
        if answer.eq_ignore_ascii_case("resign") {
            return Ok((Wish::Resignation, Cost { time, ..Cost::default() }));
        }
        let index = gtp::find_move(played, &self.read_dialect(&answer))
            .map_err(|error| format!("answered '{command}' with a move that is none: {error}"))?;
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

/// A time in the whole seconds of the protocol, rounded down but for the last one.
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

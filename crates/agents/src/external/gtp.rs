//! The Go Text Protocol, version 2, for every game. A program is told the moves that it does not know yet.
//!
//! Dialects that are understood without being asked for: moves in capitals; forced passes that the program does not want
//! to hear of, because it passes by itself (`GRhino`).

use std::collections::HashSet;
use std::time::Duration;

use agon_core::{Cost, Match, Rules};

use super::process::{Program, Wait, excerpt};
use super::{Answer, Halt, Pace, Talk, Wish, illegal, untellable};
use crate::dialect::gtp;
use crate::spec::{AgentError, AgentSpec};

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
    /// What can be chosen about the protocol.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) struct Settings {
        /// whether the program calls the ninth column of a board i, or j as Go players do
        pub(crate) letters: Letters as "letters" = "all",
    }
}

/// The protocol, and what a program has been told.
pub(super) struct Gtp {
    /// The size of the board, where it has one.
    size: Option<u32>,
    skips_i: bool,
    /// The time per move that the program is told about.
    time: Option<Duration>,
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

/// What a program says to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Reply {
    /// `=`, with the text that follows.
    Done(String),
    /// `?`, with the reason.
    Refused(String),
}

impl Gtp {
    /// The protocol as a spec wants it to be spoken.
    pub(super) fn new(spec: &AgentSpec, rules: &dyn Rules) -> Result<Gtp, AgentError> {
        let limit = spec.limit();
        if limit.nodes.or(limit.playouts).or(limit.iterations).is_some() || limit.depth.is_some() {
            return Err(untellable(spec));
        }
        for (key, time) in [("time", limit.time), ("clock", spec.clock())] {
            if let Some(time) = time.filter(|time| time.subsec_nanos() > 0 || time.is_zero()) {
                return Err(AgentError::Unsuitable(format!(
                    "{spec} sets {key}={time:?}, and the protocol tells programs whole seconds; set it in the command"
                )));
            }
        }
        let Settings { letters } = spec.settings();
        Ok(Gtp {
            size: gtp::board_size(rules),
            skips_i: letters == Letters::SkipI,
            time: limit.time,
            known: HashSet::new(),
            told: None,
        })
    }
}

impl Talk for Gtp {
    fn farewell(&self) -> &'static str {
        "quit"
    }

    fn greet(&mut self, program: &mut Program, pace: &Pace) -> Result<(), String> {
        (self.told, self.known) = (None, HashSet::new());
        let mut dialogue = Dialogue { gtp: self, program, pace };
        if let Reply::Done(list) = dialogue.exchange("list_commands", pace.patience)? {
            dialogue.gtp.known = list.split_whitespace().map(str::to_owned).collect();
        }
        if let Some(size) = dialogue.gtp.size.filter(|_| dialogue.knows("boardsize")) {
            dialogue.tell(&format!("boardsize {size}"))?;
        }
        if dialogue.knows("time_settings") {
            // A whole game's time, or so much for every single move.
            if let Some([total, _]) = pace.left {
                dialogue.tell(&format!("time_settings {} 0 0", seconds(total)))?;
            } else if let Some(time) = dialogue.gtp.time {
                dialogue.tell(&format!("time_settings 0 {} 1", seconds(time)))?;
            }
        }
        Ok(())
    }

    fn ask(&mut self, program: &mut Program, played: &dyn Match, pace: &Pace) -> Result<Answer, Halt> {
        let mut dialogue = Dialogue { gtp: self, program, pace };
        dialogue.catch_up(played)?;
        dialogue.wish(played)
    }
}

/// The protocol at work.
struct Dialogue<'a> {
    gtp: &'a mut Gtp,
    program: &'a mut Program,
    pace: &'a Pace,
}

impl Dialogue<'_> {
    fn knows(&self, command: &str) -> bool {
        self.gtp.known.contains(command)
    }

    /// Sends a command and waits for the whole answer.
    fn exchange(&mut self, command: &str, patience: Duration) -> Result<Reply, String> {
        self.program.say(command)?;
        let wait = Wait::new(command, patience);
        let mut answer: Option<(bool, String)> = None;
        loop {
            let line = self.program.hear(&wait)?;
            match &mut answer {
                None if line.trim().is_empty() => {}
                None => answer = Some(opening(&line).ok_or_else(|| garbage(&line, command))?),
                Some((done, text)) if line.trim().is_empty() => {
                    let text = text.trim().to_owned();
                    return Ok(if *done { Reply::Done(text) } else { Reply::Refused(text) });
                }
                Some((_, text)) => {
                    text.push('\n');
                    text.push_str(&line);
                }
            }
        }
    }

    /// Sends a command that must not be refused, and returns the answer.
    fn tell(&mut self, command: &str) -> Result<String, String> {
        match self.exchange(command, self.pace.patience)? {
            Reply::Done(text) => Ok(text),
            Reply::Refused(reason) => Err(refused(command, &reason)),
        }
    }

    /// Tells the program what it does not know yet: the new moves, or everything if it knows another game.
    fn catch_up(&mut self, played: &dyn Match) -> Result<(), Halt> {
        let record = played.record();
        let follows =
            |told: &Told| told.start == record.position && record.moves.starts_with(told.moves.as_slice());
        let mut told = match self.gtp.told.take().filter(follows) {
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
        self.gtp.told = Some(told);
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
        let text = self.gtp.write_dialect(&gtp::write_move(played, index));
        let command = format!("play {colour} {text}");
        let forced = played.is_pass(index) && played.move_count() == 1;
        match self.exchange(&command, self.pace.patience)? {
            Reply::Refused(reason) if !forced => Err(refusal(&command, &reason)),
            // A program that does not want to hear of a forced pass has passed by itself.
            Reply::Refused(_) | Reply::Done(_) => Ok(()),
        }
    }

    /// Asks for a move.
    fn wish(&mut self, played: &dyn Match) -> Result<Answer, Halt> {
        let player = played.to_move();
        let colour = gtp::colour(played.info(), player);
        if let Some(left) = self.pace.left(player).filter(|_| self.knows("time_left")) {
            self.tell(&format!("time_left {colour} {} 0", seconds(left)))?;
        }
        let command = format!("genmove {colour}");
        let answer = match self.exchange(&command, self.pace.patience_for(player))? {
            Reply::Done(answer) => answer,
            Reply::Refused(reason) => return Err(refusal(&command, &reason)),
        };
        let says = |wish: Wish, cost: Cost| Answer { wish, value: None, line: Vec::new(), cost };
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(says(Wish::Resignation, Cost::default()));
        }
        if answer.eq_ignore_ascii_case("draw") {
            return Err(Halt::Draw);
        }
        let index = gtp::find_move(played, &self.gtp.read_dialect(&answer))
            .map_err(|_| illegal(&answer, &command))?;
        let cost = self.cost()?;
        // The program has played its move on its own board already.
        let told = self.gtp.told.as_mut().expect("the program was told the game");
        told.moves.push(played.move_text(index));
        told.played.play(index);
        Ok(says(Wish::Move(index), cost))
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
}

impl Gtp {
    /// A move as the program wants to read it.
    fn write_dialect(&self, text: &str) -> String {
        shift_columns(text, self.skips_i, |column| if column >= b'i' { column + 1 } else { column })
    }

    /// A move that the program wrote, as we want to read it.
    fn read_dialect(&self, text: &str) -> String {
        shift_columns(text, self.skips_i, |column| if column > b'i' { column - 1 } else { column })
    }
}

/// Whether an answer's first line says yes or no, and what follows the id.
fn opening(line: &str) -> Option<(bool, String)> {
    let done = match line.chars().next()? {
        '=' => true,
        '?' => false,
        _ => return None,
    };
    let rest = line[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    Some((done, rest.to_owned()))
}

fn garbage(line: &str, command: &str) -> String {
    format!("answered '{}' to '{command}', which is not an answer of the protocol", excerpt(line))
}

fn refused(command: &str, reason: &str) -> String {
    format!("refused '{command}': {}", excerpt(reason))
}

/// What a refusal of a legal move, or to make one, means.
fn refusal(command: &str, reason: &str) -> Halt {
    let mut words = reason.split(|c: char| !c.is_alphabetic()).map(str::to_ascii_lowercase);
    if words.any(|word| word == "draw" || word == "drawn") {
        Halt::Draw
    } else {
        Halt::Fault(refused(command, reason))
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

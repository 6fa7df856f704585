//! The protocol of Chris Welty's `NBoard`, for Othello.

use std::io::{self, Write};
use std::sync::Arc;

use agon_agents::dialect::gtp;
use agon_agents::{AgentSpec, Assessment, Catalogue, Playable};
use agon_core::notation::repeatable;
use agon_core::{Assessed, Match};
use agon_formats::{Format, Games};

use crate::ProtocolError;
use crate::desk::{Desk, Flow, Order, Protocol};
use crate::thought;

/// The game that is played over the protocol.
const GAME: &str = "othello";
/// A value of 1 in discs: all of them.
const DISCS: f32 = 64.0;

/// A program that plays Othello.
pub(crate) struct NBoard {
    catalogue: Catalogue,
    rules: Arc<dyn Playable>,
    spec: AgentSpec,
    played: Box<dyn Match>,
    depth: Option<u32>,
    /// For how many moves a hint is wanted; none if a move is.
    hints: Option<usize>,
    /// What is to be answered when the thought that goes on has ended.
    pings: Vec<String>,
}

impl NBoard {
    pub(crate) fn new(
        catalogue: &Catalogue,
        rules: &Arc<dyn Playable>,
        spec: &AgentSpec,
    ) -> Result<NBoard, ProtocolError> {
        if rules.info().id != GAME {
            return Err(ProtocolError::foreign(rules.as_ref(), [GAME]));
        }
        // A spec that cannot be played is told at once.
        rules.agent(spec)?;
        Ok(NBoard {
            catalogue: catalogue.clone(),
            rules: rules.clone(),
            spec: spec.clone(),
            played: rules.start(None)?,
            depth: None,
            hints: None,
            pings: Vec::new(),
        })
    }

    /// Sets up the game that a text in GGF tells, to its end.
    fn place(&mut self, text: &str) -> Result<(), String> {
        let games = Games::parse(text, Some(Format::Ggf), Some(&self.rules), &self.catalogue);
        let reading = games.and_then(|games| games.read(1)).map_err(|error| error.to_string())?;
        // Whoever asks what to play does not want to hear that somebody gave up.
        let record = agon_core::Record { result: None, reason: None, ..reading.record };
        self.played = self.rules.replay(&record).map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Plays a move such as `F5/1.2/3`.
    fn play(&mut self, text: &str) -> Result<(), String> {
        let text = text.split('/').next().unwrap_or_default().trim();
        let text = if text.eq_ignore_ascii_case("pa") { "pass" } else { text };
        let index = gtp::find_move(self.played.as_ref(), text).map_err(|error| error.to_string())?;
        self.played.play(index);
        Ok(())
    }

    fn think(&mut self, hints: Option<usize>, desk: &mut Desk, out: &mut dyn Write) -> io::Result<()> {
        self.hints = hints;
        let order = Order { depth: self.depth, ..Order::default() };
        let begun = match self.played.ending() {
            Some(ending) => Err(format!("the game is over: {}", ending.words(self.rules.info()))),
            None => desk.think(&self.spec, self.played.as_ref(), &order),
        };
        match begun {
            Ok(()) => writeln!(out, "status Agon is thinking"),
            Err(sentence) => complain(out, &sentence),
        }
    }

    fn name(&self, out: &mut dyn Write) -> io::Result<()> {
        let depth = self.depth.map_or(String::new(), |depth| depth.to_string());
        writeln!(out, "set myname Agon{depth}")
    }

    /// The line that begins with a move, without separators.
    fn line(&self, thought: &Assessment, index: usize) -> String {
        if thought.best != Some(index) {
            return square(self.played.as_ref(), index);
        }
        thought::line(self.played.as_ref(), thought, square).concat()
    }

    /// Tells what is thought of the best moves.
    fn hint(&self, thought: &Assessment, count: usize, out: &mut dyn Write) -> io::Result<()> {
        for index in thought::ranked(thought).into_iter().take(count) {
            let (line, discs) = (self.line(thought, index), discs(&thought.moves[index]));
            writeln!(out, "search {line} {discs:.2} 0 {}", thought.cost.depth)?;
        }
        Ok(())
    }
}

/// A legal move as the protocol writes it.
fn square(played: &dyn Match, index: usize) -> String {
    if played.is_pass(index) { "PA".to_owned() } else { played.move_text(index).to_ascii_uppercase() }
}

/// What a search thinks of a move, in discs.
fn discs<M>(assessed: &Assessed<M>) -> f32 {
    assessed.value * DISCS
}

fn complain(out: &mut dyn Write, sentence: &str) -> io::Result<()> {
    writeln!(out, "status {}", repeatable(sentence))
}

impl Protocol for NBoard {
    fn is_urgent(&self, line: &str) -> bool {
        matches!(line.split_whitespace().next(), Some("ping" | "quit"))
    }

    fn hear(&mut self, line: &str, desk: &mut Desk, out: &mut dyn Write) -> io::Result<Flow> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let (second, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let done = match (word, second) {
            ("nboard", _) => {
                self.name(out)?;
                Ok(())
            }
            ("quit", _) => return Ok(Flow::End),
            ("ping", number) => {
                // Whatever is thought about another position is over before the answer.
                desk.stop();
                if desk.is_busy() {
                    self.pings.push(number.to_owned());
                } else {
                    writeln!(out, "pong {number}")?;
                }
                Ok(())
            }
            ("set", "game") => self.place(value),
            ("set", "depth") => match value.trim().parse() {
                Ok(depth) => {
                    self.depth = Some(depth);
                    self.name(out)?;
                    Ok(())
                }
                Err(_) => Err(format!("'{value}' is not a depth")),
            },
            ("move", _) => self.play(rest),
            ("hint", count) => {
                self.think(Some(count.parse().unwrap_or(1)), desk, out)?;
                Ok(())
            }
            ("go", _) => {
                self.think(None, desk, out)?;
                Ok(())
            }
            // What is not understood is passed over, as the protocol has it.
            _ => Ok(()),
        };
        if let Err(sentence) = done {
            complain(out, &sentence)?;
        }
        Ok(Flow::Continue)
    }

    fn follow(&mut self, so_far: &Assessment, _: &mut Desk, out: &mut dyn Write) -> io::Result<()> {
        match self.hints {
            Some(count) => self.hint(so_far, count, out),
            None => Ok(()),
        }
    }

    fn conclude(&mut self, thought: &Assessment, out: &mut dyn Write) -> io::Result<()> {
        let seconds = thought.cost.time.as_secs_f64();
        if let Some(fault) = &thought.fault {
            complain(out, &format!("the agent {fault}"))?;
        } else if let Some(count) = self.hints {
            self.hint(thought, count, out)?;
        } else if let Some(choice) = thought::choice(thought) {
            let value = discs(&thought.moves[choice]);
            writeln!(out, "=== {}/{value:.2}/{seconds:.2}", square(self.played.as_ref(), choice))?;
        }
        let nodes = thought::nodes(thought.cost);
        writeln!(out, "nodestats {nodes} {seconds:.2}")?;
        writeln!(out, "status")?;
        for number in self.pings.drain(..) {
            writeln!(out, "pong {number}")?;
        }
        Ok(())
    }
}

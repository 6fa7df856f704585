//! The Hub protocol for draughts, version 2, after Fabien Letouzey's description.

use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use agon_agents::dialect::hub::{
    GAMES, Message, find_move, quoted, read_position, variant, write_move, write_position,
};
use agon_agents::{AgentSpec, Assessment, Playable};
use agon_core::notation::repeatable;
use agon_core::{Match, Proof};
use agon_games::knowledge::hundredths;

use crate::ProtocolError;
use crate::desk::{Desk, Flow, Order, Protocol};
use crate::options::{self, Values};
use crate::pace::{Pace, less};
use crate::thought;

/// What is lost on the way between two programs.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A program that plays draughts.
pub(crate) struct Hub {
    rules: Arc<dyn Playable>,
    spec: AgentSpec,
    played: Box<dyn Match>,
    level: Level,
    /// The time that is there once the opponent has played the expected move.
    time: Option<Duration>,
}

/// The limits of the moves to come.
#[derive(Clone, Default)]
struct Level {
    order: Order,
    pace: Option<Pace>,
}

impl Level {
    fn read(message: &Message) -> Result<Level, String> {
        let seconds = |name: &str| -> Result<Option<Duration>, String> {
            let time: Option<f64> = value(message, name)?;
            Ok(time.and_then(|time| Duration::try_from_secs_f64(time.clamp(0.0, 1e9)).ok()))
        };
        let order = Order {
            time: seconds("move-time")?.map(|time| less(time, OVERHEAD)),
            nodes: value(message, "nodes")?,
            depth: value(message, "depth")?,
            until_told: message.value("infinite").is_some(),
        };
        let increment = seconds("inc")?.unwrap_or_default();
        let moves = value(message, "moves")?.filter(|&moves: &u32| moves > 0);
        // The time is what was left before the increment of this move.
        let pace = seconds("time")?.map(|left| Pace { left: left + increment, increment, moves });
        Ok(Level { order, pace })
    }
}

fn value<T: FromStr>(message: &Message, name: &str) -> Result<Option<T>, String> {
    let Some(text) = message.value(name) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| format!("'{text}' is not a value of {name}"))
}

impl Hub {
    pub(crate) fn new(rules: &Arc<dyn Playable>, spec: &AgentSpec) -> Result<Hub, ProtocolError> {
        if variant(rules.as_ref()).is_none() {
            return Err(ProtocolError::foreign(rules.as_ref(), GAMES.iter().map(|&(game, _)| game)));
        }
        // A spec that cannot be played is told at once.
        rules.agent(spec)?;
        Ok(Hub {
            rules: rules.clone(),
            spec: spec.clone(),
            played: rules.start(None)?,
            level: Level::default(),
            time: None,
        })
    }

    /// Who this is and what can be set.
    fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        writeln!(out, "id name=Agon version={version} author=\"the authors of Agon\"")?;
        let variant = variant(self.rules.as_ref()).expect("the game is one of the protocol's");
        writeln!(out, "param name=variant value={variant} type=enum values={variant}")?;
        for key in options::keys(&self.spec) {
            let value = self.spec.value(key);
            let facts = match options::values(key, value) {
                Values::Switch => format!("value={} type=bool", options::truth(value)),
                Values::Count(least, most) => format!("value={value} type=int min={least} max={most}"),
                Values::Words(words) => {
                    format!("value={value} type=enum values={}", quoted(&words.join(" ")))
                }
                Values::Text => format!("value={} type=string", quoted(value)),
            };
            writeln!(out, "param name={} {facts}", key.name)?;
        }
        writeln!(out, "wait")
    }

    fn set(&mut self, message: &Message) -> Result<(), String> {
        let name = message.value("name").unwrap_or_default();
        let value = message.value("value").unwrap_or_default();
        if name == "variant" {
            return match variant(self.rules.as_ref()) {
                Some(own) if own == value => Ok(()),
                own => Err(format!("'{value}' is not a variant here; expected {}", own.unwrap_or_default())),
            };
        }
        let Some(key) = options::keys(&self.spec).find(|key| key.name == name) else {
            return Err(format!("there is no parameter '{name}'"));
        };
        self.spec = options::set(&self.rules, &self.spec, key, value)?;
        Ok(())
    }

    fn place(&mut self, message: &Message) -> Result<(), String> {
        let position = message.value("pos").map(read_position);
        let mut played = self.rules.start(position.as_deref()).map_err(|error| error.to_string())?;
        for text in message.value("moves").unwrap_or_default().split_whitespace() {
            // Who else plays may go on where a draw could be claimed.
            played.play_on();
            let index = find_move(played.as_ref(), text).map_err(|error| error.to_string())?;
            played.play(index);
        }
        self.played = played;
        Ok(())
    }

    fn go(&mut self, message: &Message, desk: &mut Desk) -> Result<(), String> {
        if self.played.ending().is_some() {
            // Without what led to it, the position may not be an end.
            let position = read_position(&write_position(self.played.as_ref()));
            let resumed = self.rules.start(Some(&position)).map_err(|error| error.to_string())?;
            if resumed.ending().is_some() {
                return Err("there is no legal move".to_owned());
            }
            self.played = resumed;
        }
        let Level { order, pace } = self.level.clone();
        self.time = pace.map(|pace| pace.allot(self.played.as_ref(), OVERHEAD)).or(order.time);
        let [ponders, analyses] = ["ponder", "analyze"].map(|word| message.value(word).is_some());
        let order = Order {
            time: if ponders || analyses { None } else { self.time },
            until_told: order.until_told || ponders || analyses,
            ..order
        };
        desk.think(&self.spec, self.played.as_ref(), &order)
    }
}

/// What a search thinks of a move, in men; where the end is certain, a hundred less a hundredth per ply.
fn score(value: f32, proof: Option<Proof>) -> f64 {
    match proof {
        Some(Proof { gain: 0, .. }) => 0.0,
        Some(Proof { gain, distance }) => f64::from(gain) * (100.0 - f64::from(distance) / 100.0),
        None => (f64::from(hundredths(value)) / 100.0).clamp(-89.0, 89.0),
    }
}

fn complain(out: &mut dyn Write, sentence: &str) -> io::Result<()> {
    writeln!(out, "error message={}", quoted(&repeatable(sentence)))
}

impl Protocol for Hub {
    fn is_urgent(&self, line: &str) -> bool {
        matches!(line.split_whitespace().next(), Some("stop" | "ponder-hit" | "ping" | "quit"))
    }

    fn hear(&mut self, line: &str, desk: &mut Desk, out: &mut dyn Write) -> io::Result<Flow> {
        let Some(message) = Message::read(line) else { return Ok(Flow::Continue) };
        let done = match message.command.as_str() {
            "hub" => return self.introduce(out).map(|()| Flow::Continue),
            "init" => return writeln!(out, "ready").map(|()| Flow::Continue),
            "ping" => return writeln!(out, "pong").map(|()| Flow::Continue),
            "quit" => return Ok(Flow::End),
            "set-param" => self.set(&message),
            "new-game" => {
                desk.forget();
                Ok(())
            }
            "pos" => self.place(&message),
            "level" => Level::read(&message).map(|level| self.level = level),
            "go" => self.go(&message, desk),
            "stop" => {
                desk.stop();
                Ok(())
            }
            "ponder-hit" => {
                desk.hurry(self.time);
                Ok(())
            }
            other => Err(format!("'{other}' is not a command of the protocol")),
        };
        if let Err(sentence) = done {
            complain(out, &sentence)?;
        }
        Ok(Flow::Continue)
    }

    fn follow(&mut self, so_far: &Assessment, _: &mut Desk, out: &mut dyn Write) -> io::Result<()> {
        let Some(best) = so_far.best.map(|best| &so_far.moves[best]) else { return Ok(()) };
        let (cost, seconds) = (so_far.cost, so_far.cost.time.as_secs_f64());
        let nodes = thought::nodes(cost);
        writeln!(
            out,
            "info depth={} score={:.2} nodes={nodes} time={seconds:.2} nps={:.2} pv=\"{}\"",
            cost.depth,
            score(best.value, best.proof),
            // In millions, as the protocol has it.
            nodes as f64 / seconds.max(1e-6) / 1e6,
            thought::line(self.played.as_ref(), so_far, write_move).join(" ")
        )
    }

    fn conclude(&mut self, thought: &Assessment, out: &mut dyn Write) -> io::Result<()> {
        if let Some(fault) = &thought.fault {
            return complain(out, &format!("the agent {fault}"));
        }
        let Some(choice) = thought::choice(thought) else {
            return complain(out, "there is no legal move");
        };
        let line = thought::line(self.played.as_ref(), thought, write_move);
        let ponder = line
            .get(1)
            .filter(|_| thought.best == Some(choice))
            .map_or(String::new(), |reply| format!(" ponder={reply}"));
        writeln!(out, "done move={}{ponder}", write_move(self.played.as_ref(), choice))
    }
}

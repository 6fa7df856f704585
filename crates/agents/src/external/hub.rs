//! The Hub protocol for draughts, version 2. A program is told the whole game before every move.

use agon_core::{Cost, Match, Proof, Rules};
use agon_games::knowledge::worth;

use super::process::{Program, excerpt};
use super::{Answer, Choices, Halt, Pace, Talk, Wish, expected, foreign, illegal, retold, untellable};
use crate::dialect::hub::{GAMES, Message, find_move, quoted, variant, write_move, write_position};
use crate::spec::{AgentError, AgentSpec};

/// A score beyond this, in men, means that the program sees the end: a hundred less a hundredth per ply.
const END: f64 = 90.0;

/// The protocol, as a spec wants it to be spoken.
pub(super) struct Hub {
    variant: &'static str,
    /// The parameters that the program is told, in order.
    options: Vec<(String, String)>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl Hub {
    pub(super) fn new(spec: &AgentSpec, rules: &dyn Rules) -> Result<Hub, AgentError> {
        let limit = spec.limit();
        if limit.playouts.or(limit.iterations).is_some() {
            return Err(untellable(spec));
        }
        let variant =
            variant(rules).ok_or_else(|| foreign(spec, rules, GAMES.iter().map(|&(game, _)| game)))?;
        Ok(Hub { variant, options: Choices::of(spec)?, nodes: limit.nodes, depth: limit.depth })
    }

    /// The limits of the next move.
    fn level(&self, played: &dyn Match, pace: &Pace) -> String {
        let mut level = "level".to_owned();
        if let Some(left) = pace.left(played.to_move()) {
            level += &format!(" time={:.3}", left.as_secs_f64());
        } else if let Some(time) = pace.time {
            level += &format!(" move-time={:.3}", time.as_secs_f64());
        }
        if let Some(nodes) = self.nodes {
            level += &format!(" nodes={nodes}");
        }
        if let Some(depth) = self.depth {
            level += &format!(" depth={depth}");
        }
        level
    }
}

/// The game so far.
fn position(played: &dyn Match) -> String {
    let (start, moves) = retold(played, write_move);
    let moves = if moves.is_empty() { String::new() } else { format!(" moves=\"{}\"", moves.join(" ")) };
    format!("pos pos={}{moves}", write_position(start.as_ref()))
}

impl Talk for Hub {
    fn farewell(&self) -> &'static str {
        "quit"
    }

    fn greet(&mut self, program: &mut Program, pace: &Pace) -> Result<(), String> {
        let mut offered: Vec<String> = Vec::new();
        program.ask("hub", pace.patience, |line| {
            let message = Message::read(line)?;
            if message.command == "param" {
                offered.extend(message.value("name").map(str::to_owned));
            }
            (message.command == "wait").then_some(())
        })?;
        let set = |program: &mut Program, name: &str, value: &str| {
            program.say(&format!("set-param name={} value={}", quoted(name), quoted(value)))
        };
        if offered.iter().any(|name| name == "variant") {
            set(program, "variant", self.variant)?;
        }
        for (name, value) in &self.options {
            if !offered.contains(name) {
                return Err(format!("has no parameter '{name}'; it has {}", offered.join(", ")));
            }
            set(program, name, value)?;
        }
        program.ask("init", pace.patience, |line| (line == "ready").then_some(()))?;
        program.say("new-game")
    }

    fn ask(&mut self, program: &mut Program, played: &dyn Match, pace: &Pace) -> Result<Answer, Halt> {
        program.say(&position(played))?;
        program.say(&self.level(played, pace))?;
        let question = "go think";
        let (mut value, mut line, mut cost) = (None, String::new(), Cost::default());
        let answer = program.ask(question, pace.patience_for(played.to_move()), |text| {
            let message = Message::read(text)?;
            let number = |name: &str| message.value(name).and_then(|number| number.parse::<u64>().ok());
            match message.command.as_str() {
                "info" => {
                    cost.depth = number("depth").map_or(cost.depth, |depth| depth as u32);
                    cost.nodes = number("nodes").unwrap_or(cost.nodes);
                    value = message.value("score").and_then(read_score).or(value);
                    line = message.value("pv").map_or_else(|| std::mem::take(&mut line), str::to_owned);
                    None
                }
                "done" => Some(Ok(message.value("move").unwrap_or_default().to_owned())),
                "error" => {
                    let reason = message.value("message").unwrap_or_default();
                    Some(Err(format!("refused '{question}': {}", excerpt(reason))))
                }
                _ => None,
            }
        })??;
        let find = |played: &dyn Match, text: &str| find_move(played, text).ok();
        let index = find(played, &answer).ok_or_else(|| illegal(&answer, question))?;
        let line = expected(played, line.split_whitespace(), find);
        Ok(Answer { wish: Wish::Move(index), value, line, cost })
    }
}

/// What a program thinks, in men: a value, and a proof if it sees the end.
fn read_score(text: &str) -> Option<(f32, Option<Proof>)> {
    let men: f64 = text.parse().ok()?;
    if men.abs() <= END {
        return Some((worth((men * 100.0).round() as i32), None));
    }
    let gain = if men > 0.0 { 1 } else { -1 };
    let distance = ((100.0 - men.abs()) * 100.0).round().max(0.0) as u32;
    Some((f32::from(gain), Some(Proof { gain, distance })))
}

//! The protocol of the Gomocup, in which managers such as Piskvork talk to brains. A brain is shown the whole board before every
//! move.

use agon_core::{Cost, Match, Rules};

use super::process::{Program, excerpt};
use super::{Answer, Choices, Halt, Pace, Talk, Wish, foreign, illegal, untellable};
use crate::dialect::gomocup::{GAMES, Point, find_move, points, read_point, rule};
use crate::dialect::gtp::board_size;
use crate::spec::{AgentError, AgentSpec};

/// The protocol, as a spec wants it to be spoken.
pub(super) struct Gomocup {
    size: u32,
    rule: u32,
    points: Vec<Point>,
    /// What the brain is told beside the time, in order.
    options: Vec<(String, String)>,
}

impl Gomocup {
    pub(super) fn new(spec: &AgentSpec, rules: &dyn Rules) -> Result<Gomocup, AgentError> {
        let limit = spec.limit();
        if limit.nodes.or(limit.playouts).or(limit.iterations).is_some() || limit.depth.is_some() {
            return Err(untellable(spec));
        }
        let games = || GAMES.iter().map(|&(game, _)| game);
        let (Some(rule), Some(size)) = (rule(rules), board_size(rules)) else {
            return Err(foreign(spec, rules, games()));
        };
        Ok(Gomocup { size, rule, points: points(rules), options: Choices::of(spec)? })
    }
}

/// What a line of a brain means, if it is no remark.
fn answer(line: &str) -> Option<&str> {
    let word = line.split_whitespace().next()?;
    (!["MESSAGE", "DEBUG", "SUGGEST"].contains(&word.to_ascii_uppercase().as_str())).then_some(line)
}

impl Talk for Gomocup {
    fn farewell(&self) -> &'static str {
        "END"
    }

    fn greet(&mut self, program: &mut Program, pace: &Pace) -> Result<(), String> {
        let start = format!("START {}", self.size);
        let reply = program.ask(&start, pace.patience, |line| answer(line).map(str::to_owned))?;
        if !reply.eq_ignore_ascii_case("ok") {
            return Err(format!("answered '{}' to '{start}', which is not 'OK'", excerpt(&reply)));
        }
        program.say(&format!("INFO rule {}", self.rule))?;
        // A single game against a program.
        program.say("INFO game_type 1")?;
        if let Some([total, _]) = pace.left {
            program.say(&format!("INFO timeout_match {}", total.as_millis()))?;
        }
        for (name, value) in &self.options {
            program.say(&format!("INFO {name} {value}"))?;
        }
        Ok(())
    }

    fn ask(&mut self, program: &mut Program, played: &dyn Match, pace: &Pace) -> Result<Answer, Halt> {
        let mover = played.to_move();
        if let Some(time) = pace.time {
            program.say(&format!("INFO timeout_turn {}", time.as_millis().max(1)))?;
        }
        if let Some(left) = pace.left(mover) {
            program.say(&format!("INFO time_left {}", left.as_millis()))?;
        }
        let stones: Vec<(usize, usize)> = (0..self.points.len())
            .filter_map(|cell| Some((cell, played.piece(cell)?.owner?)))
            .map(|(cell, owner)| (cell, if owner == mover { 1 } else { 2 }))
            .collect();
        let question = if stones.is_empty() { "BEGIN" } else { "BOARD" };
        if !stones.is_empty() {
            program.say(question)?;
            for (cell, whose) in stones {
                let (column, row) = self.points[cell];
                program.say(&format!("{column},{row},{whose}"))?;
            }
        }
        let last = if question == "BOARD" { "DONE" } else { question };
        let reply = program.ask(last, pace.patience_for(mover), |line| answer(line).map(str::to_owned))?;
        let point = read_point(&reply);
        let index = point.and_then(|point| find_move(played, &self.points, point));
        let index = index.ok_or_else(|| illegal(&reply, question))?;
        Ok(Answer { wish: Wish::Move(index), value: None, line: Vec::new(), cost: Cost::default() })
    }
}

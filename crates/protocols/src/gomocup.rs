//! The protocol of the Gomocup: an agent as a brain, for managers such as Piskvork.
//!
//! The protocol has no word for the rules of an opening; both sides have to keep those of the game. Positions in which somebody
//! did not are refused.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use agon_agents::dialect::gomocup::{GAMES, Point, points, read_point, rule};
use agon_agents::dialect::gtp::board_size;
use agon_agents::{AgentSpec, Assessment, Playable};
use agon_core::notation::repeatable;
use agon_core::{Match, Player};
use agon_games::board::write_rows;

use crate::ProtocolError;
use crate::desk::{Desk, Flow, Order, Protocol};
use crate::pace::{Pace, less};
use crate::thought;

/// What is lost on the way between two programs.
const OVERHEAD: Duration = Duration::from_millis(20);

/// A brain.
pub(crate) struct Gomocup {
    rules: Arc<dyn Playable>,
    spec: AgentSpec,
    size: u32,
    points: Vec<Point>,
    /// The stones in the order in which they were told, and whether they are the brain's own.
    stones: Vec<(Point, bool)>,
    /// Whether the lines of a board are being told.
    is_shown: bool,
    time: Time,
    /// What is thought about.
    played: Box<dyn Match>,
}

/// What the manager says about the time, in milliseconds.
#[derive(Clone, Copy, Default)]
struct Time {
    turn: Option<u64>,
    /// For the whole game; none at all is nought.
    game: Option<u64>,
    left: Option<u64>,
}

impl Time {
    /// The time for the next move, if anything is said about it.
    fn allot(self, played: &dyn Match) -> Option<Duration> {
        let turn = self.turn.map(|turn| less(Duration::from_millis(turn), OVERHEAD));
        // Without a limit for the game, the time left is as much as anything can be.
        let game = self.left.filter(|_| self.game.is_some_and(|game| game > 0)).map(|left| {
            let left = Duration::from_millis(left);
            Pace { left, increment: Duration::ZERO, moves: None }.allot(played, OVERHEAD)
        });
        turn.into_iter().chain(game).min()
    }
}

impl Gomocup {
    pub(crate) fn new(rules: &Arc<dyn Playable>, spec: &AgentSpec) -> Result<Gomocup, ProtocolError> {
        let (Some(_), Some(size)) = (rule(rules.as_ref()), board_size(rules.as_ref())) else {
            return Err(ProtocolError::foreign(rules.as_ref(), GAMES.iter().map(|&(game, _)| game)));
        };
        // A spec that cannot be played is told at once.
        rules.agent(spec)?;
        Ok(Gomocup {
            rules: rules.clone(),
            spec: spec.clone(),
            size,
            points: points(rules.as_ref()),
            stones: Vec::new(),
            is_shown: false,
            time: Time::default(),
            played: rules.start(None)?,
        })
    }

    fn begin(&mut self, desk: &mut Desk) {
        self.stones.clear();
        desk.forget();
    }

    fn start(&mut self, sizes: &[&str], desk: &mut Desk) -> Result<String, String> {
        if sizes.iter().any(|size| size.trim().parse() != Ok(self.size)) {
            return Err(format!("a board has {0} by {0} points here", self.size));
        }
        self.begin(desk);
        Ok("OK".to_owned())
    }

    /// Takes a stone such as `3,4` into account.
    fn add(&mut self, text: &str, own: bool) -> Result<(), String> {
        let point = read_point(text).filter(|point| self.points.contains(point));
        let point = point.ok_or_else(|| format!("'{text}' is not a point of the board"))?;
        if self.stones.iter().any(|&(taken, _)| taken == point) {
            return Err(format!("there is a stone on {text} already"));
        }
        self.stones.push((point, own));
        Ok(())
    }

    /// The position with the stones told so far, in which the brain is to move.
    fn position(&self) -> Result<Box<dyn Match>, String> {
        if self.stones.is_empty() {
            return self.rules.start(None).map_err(|error| error.to_string());
        }
        let own = self.stones.iter().filter(|&&(_, own)| own).count();
        let others = self.stones.len() - own;
        let brain = match others.checked_sub(own) {
            Some(0) => Player::First,
            Some(1) => Player::Second,
            _ => return Err(format!("{own} stones against {others}, and it is not our turn")),
        };
        let info = self.rules.info();
        let letter = |player: Player| info.pieces[0].letters[player.index()];
        let at = |row: usize, column: usize| {
            let &(_, own) = self.stones.iter().find(|(taken, _)| *taken == (column, row))?;
            Some(letter(if own { brain } else { !brain }))
        };
        let rows = write_rows(self.size as usize, self.size as usize, at);
        let text = format!("{rows} {}", letter(brain).to_ascii_lowercase());
        self.rules.start(Some(&text)).map_err(|error| error.to_string())
    }

    fn think(&mut self, desk: &mut Desk) -> Result<(), String> {
        self.played = self.position()?;
        if let Some(ending) = self.played.ending() {
            return Err(format!("the game is over: {}", ending.words(self.rules.info())));
        }
        let order = Order { time: self.time.allot(self.played.as_ref()), ..Order::default() };
        desk.think(&self.spec, self.played.as_ref(), &order)
    }

    fn inform(&mut self, text: &str) {
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim().parse().ok();
        match name.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.time.turn = value,
            "timeout_match" => self.time.game = value,
            "time_left" => self.time.left = value,
            // Managers tell more than a brain has to know.
            _ => {}
        }
    }

    /// A line of a board: `3,4,1` with 1 for the brain's own stones and 2 for the others.
    fn show(&mut self, line: &str) -> Result<(), String> {
        let Some((point, whose)) = line.rsplit_once(',') else {
            return Err(format!("'{line}' is not a stone; expected column,row,whose or DONE"));
        };
        match whose.trim() {
            "1" => self.add(point, true),
            "2" => self.add(point, false),
            other => Err(format!("'{other}' is nobody's number; expected 1 or 2")),
        }
    }
}

impl Protocol for Gomocup {
    fn is_urgent(&self, line: &str) -> bool {
        line.trim().eq_ignore_ascii_case("end")
    }

    fn hear(&mut self, line: &str, desk: &mut Desk, out: &mut dyn Write) -> io::Result<Flow> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_uppercase(), rest.trim());
        let silent = |done: Result<(), String>| done.map(|()| String::new());
        let answer = match word.as_str() {
            "" => return Ok(Flow::Continue),
            "END" => return Ok(Flow::End),
            "DONE" if self.is_shown => {
                self.is_shown = false;
                silent(self.think(desk))
            }
            _ if self.is_shown => silent(self.show(line)),
            "START" => self.start(&[rest], desk),
            "RECTSTART" => self.start(&rest.split(',').collect::<Vec<_>>(), desk),
            "RESTART" => {
                self.begin(desk);
                Ok("OK".to_owned())
            }
            "BEGIN" => silent(self.think(desk)),
            "TURN" => silent(self.add(rest, false).and_then(|()| self.think(desk))),
            "BOARD" => {
                self.stones.clear();
                self.is_shown = true;
                Ok(String::new())
            }
            "TAKEBACK" => {
                let before = self.stones.len();
                self.stones.retain(|&(point, _)| Some(point) != read_point(rest));
                if self.stones.len() < before {
                    Ok("OK".to_owned())
                } else {
                    Err(format!("there is no stone on {rest}"))
                }
            }
            "INFO" => {
                self.inform(rest);
                Ok(String::new())
            }
            "ABOUT" => Ok(format!(
                "name=\"Agon\", version=\"{}\", author=\"the authors of Agon\"",
                env!("CARGO_PKG_VERSION")
            )),
            other => {
                writeln!(out, "UNKNOWN '{}' is not a command here", repeatable(other))?;
                return Ok(Flow::Continue);
            }
        };
        match answer {
            Ok(text) if text.is_empty() => {}
            Ok(text) => writeln!(out, "{text}")?,
            Err(sentence) => writeln!(out, "ERROR {}", repeatable(&sentence))?,
        }
        Ok(Flow::Continue)
    }

    fn follow(&mut self, _: &Assessment, _: &mut Desk, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn conclude(&mut self, thought: &Assessment, out: &mut dyn Write) -> io::Result<()> {
        if let Some(fault) = &thought.fault {
            return writeln!(out, "ERROR the agent {fault}");
        }
        let Some(choice) = thought::choice(thought) else {
            return writeln!(out, "ERROR there is no legal move");
        };
        let point = self.points[self.played.move_trace(choice).path[0]];
        self.stones.push((point, true));
        writeln!(out, "{},{}", point.0, point.1)
    }
}

//! The Universal Chess Interface for chess and xiangqi, after Stefan Meyer-Kahlen's description, and UCCI, its sister for xiangqi.
//! Whoever says `ucci` first speaks that.

use std::fmt::Display;
use std::io::{self, Write};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use agon_agents::dialect::uci::{GAMES, Notation, write_score};
use agon_agents::{AgentSpec, Assessment, Playable};
use agon_core::notation::repeatable;
use agon_core::{Match, Player, Proof};
use agon_search::pvs::{self, MultiPv};

use crate::ProtocolError;
use crate::desk::{Desk, Flow, Order, Protocol};
use crate::options::{self, Values};
use crate::pace::{Pace, less};
use crate::thought;

/// The option for the time that is lost between two programs, in milliseconds.
const OVERHEAD: &str = "Move Overhead";
/// What is lost unless somebody knows better.
const USUAL_OVERHEAD: Duration = Duration::from_millis(10);
/// The most that can be said to be lost.
const MOST_OVERHEAD: u64 = 5000;

/// The little that the dialects differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dialect {
    Uci,
    Ucci,
}

/// A program that plays chess or xiangqi.
pub(crate) struct Uci {
    rules: Arc<dyn Playable>,
    spec: AgentSpec,
    dialect: Dialect,
    /// Whether UCCI's times are told in milliseconds, not in seconds.
    in_milliseconds: bool,
    notation: Notation,
    overhead: Duration,
    /// The position that is talked about.
    played: Box<dyn Match>,
    /// Moves that are not to be played, as UCCI has it.
    banned: Vec<String>,
    search: Search,
}

/// What was asked for last.
#[derive(Default)]
struct Search {
    /// The only moves that may be played, if not all may.
    allowed: Option<Vec<usize>>,
    /// Whether a win in so many moves is enough.
    mate: Option<u32>,
    /// The time that is there once the opponent has played the expected move.
    time: Option<Duration>,
}

impl Uci {
    pub(crate) fn new(rules: &Arc<dyn Playable>, spec: &AgentSpec) -> Result<Uci, ProtocolError> {
        let notation = Notation::new(rules.as_ref(), false)
            .ok_or_else(|| ProtocolError::foreign(rules.as_ref(), GAMES))?;
        // A spec that cannot be played is told at once.
        rules.agent(spec)?;
        Ok(Uci {
            rules: rules.clone(),
            spec: spec.clone(),
            dialect: Dialect::Uci,
            in_milliseconds: false,
            notation,
            overhead: USUAL_OVERHEAD,
            played: rules.start(None)?,
            banned: Vec::new(),
            search: Search::default(),
        })
    }

    /// Who this is and what can be set.
    fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "id name Agon {} ({})", env!("CARGO_PKG_VERSION"), self.spec)?;
        writeln!(out, "id author the authors of Agon")?;
        let mut list = |name: &str, facts: &str| match self.dialect {
            Dialect::Uci => writeln!(out, "option name {name} type {facts}"),
            Dialect::Ucci => writeln!(out, "option {} type {facts}", joined(name)),
        };
        for key in options::keys(&self.spec) {
            let value = self.spec.value(key);
            let facts = match options::values(key, value) {
                Values::Switch => format!("check default {}", options::truth(value)),
                Values::Count(least, most) => format!("spin default {value} min {least} max {most}"),
                Values::Words(words) => {
                    format!("combo default {value} var {}", words.join(" var "))
                }
                Values::Text => {
                    format!("string default {}", if value.is_empty() { "<empty>" } else { value })
                }
            };
            list(options::title(key), &facts)?;
        }
        let usual = USUAL_OVERHEAD.as_millis();
        list(OVERHEAD, &format!("spin default {usual} min 0 max {MOST_OVERHEAD}"))?;
        list("Ponder", "check default false")?;
        match self.dialect {
            Dialect::Uci => {
                list("Clear Hash", "button")?;
                if self.rules.info().id == "xiangqi" {
                    list("UCI_Variant", "combo default xiangqi var xiangqi")?;
                }
                writeln!(out, "uciok")
            }
            Dialect::Ucci => {
                list("usemillisec", "check default false")?;
                writeln!(out, "ucciok")
            }
        }
    }

    /// Sets an option, from what follows `setoption`.
    fn set(&mut self, text: &str, desk: &mut Desk) -> Result<(), String> {
        let (name, value) = match self.dialect {
            Dialect::Uci => {
                let text = text.strip_prefix("name").unwrap_or(text).trim();
                text.split_once(" value").map_or((text, ""), |(name, value)| (name.trim(), value.trim()))
            }
            Dialect::Ucci => text.split_once(char::is_whitespace).unwrap_or((text, "")),
        };
        let is_named =
            |title: &str| name.eq_ignore_ascii_case(title) || name.eq_ignore_ascii_case(&joined(title));
        if is_named("Ponder") {
            return Ok(());
        }
        if is_named("Clear Hash") {
            desk.forget();
            return Ok(());
        }
        if is_named("usemillisec") {
            self.in_milliseconds = value.eq_ignore_ascii_case("true");
            return Ok(());
        }
        if is_named("UCI_Variant") && value.eq_ignore_ascii_case(&self.rules.info().id) {
            // Whoever knows this option counts ranks as its inventor does.
            self.notation =
                Notation::new(self.rules.as_ref(), true).expect("the game is one of the protocol's");
            return Ok(());
        }
        if is_named(OVERHEAD) {
            let milliseconds: u64 = number(value, "a time in milliseconds")?;
            self.overhead = Duration::from_millis(milliseconds.min(MOST_OVERHEAD));
            return Ok(());
        }
        let Some(key) = options::keys(&self.spec).find(|key| is_named(options::title(key))) else {
            return Err(format!("there is no option '{name}' with the value '{value}'"));
        };
        self.spec = options::set(&self.rules, &self.spec, key, value)?;
        Ok(())
    }

    /// Sets up a position and plays moves, from what follows `position`.
    fn place(&mut self, text: &str) -> Result<(), String> {
        let (start, moves) = match text.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (text.trim(), ""),
        };
        let position = match start.strip_prefix("fen") {
            Some(fen) => Some(fen.trim()),
            None if start == "startpos" => None,
            None => return Err(format!("'{start}' is not a position; expected startpos or fen FEN")),
        };
        let mut played = self.rules.start(position).map_err(|error| error.to_string())?;
        for text in moves.split_whitespace() {
            // Who else plays may go on where a draw could be claimed.
            played.play_on();
            let Some(index) = self.notation.find(played.as_ref(), text) else {
                return Err(format!("'{text}' is not a legal move in {}", played.position()));
            };
            played.play(index);
        }
        self.played = played;
        self.banned.clear();
        Ok(())
    }

    /// Begins to think, from what follows `go`.
    fn go(&mut self, text: &str, desk: &mut Desk) -> Result<(), String> {
        let GoLimits { order, pace, allowed, mate, ponder } = GoLimits::read(text, self)?;
        if self.played.ending().is_some() {
            self.played = self.resumed().ok_or("there is no legal move")?;
        }
        let find = |text: &String| {
            let index = self.notation.find(self.played.as_ref(), text);
            index.ok_or_else(|| format!("'{text}' is not a legal move here"))
        };
        let banned = self.banned.iter().map(find).collect::<Result<Vec<usize>, String>>()?;
        let allowed = match allowed {
            Some(texts) => Some(texts.iter().map(find).collect::<Result<Vec<usize>, String>>()?),
            None if banned.is_empty() => None,
            None => Some((0..self.played.move_count()).collect()),
        };
        let allowed: Option<Vec<usize>> =
            allowed.map(|moves| moves.into_iter().filter(|index| !banned.contains(index)).collect());
        let time = pace.map(|pace| pace.allot(self.played.as_ref(), self.overhead)).or(order.time);
        self.search = Search { allowed, mate, time };
        let order =
            Order { time: if ponder { None } else { time }, until_told: order.until_told || ponder, ..order };
        // Of a move that is not among the best, only that is known; so all have to be looked at alike.
        let wide = |settings: &mut pvs::Settings| settings.multipv = MultiPv::ALL;
        let spec = self.search.allowed.as_ref().and_then(|_| self.spec.changed(wide));
        let spec = spec.unwrap_or_else(|| self.spec.clone());
        desk.think(&spec, self.played.as_ref(), &order)
    }

    /// The position without what led to it, where that ended the game by our rules but others play on.
    fn resumed(&self) -> Option<Box<dyn Match>> {
        let text = self.played.position();
        // Both games write the moves without progress in the fifth field.
        let fields = text.split(' ').enumerate().map(|(index, field)| if index == 4 { "0" } else { field });
        let text = fields.collect::<Vec<_>>().join(" ");
        self.rules.start(Some(&text)).ok().filter(|played| played.ending().is_none())
    }

    /// The moves that may be played, the best one first.
    fn ranked(&self, thought: &Assessment) -> Vec<usize> {
        let allowed =
            |index: &usize| self.search.allowed.as_ref().is_none_or(|allowed| allowed.contains(index));
        thought::ranked(thought).into_iter().filter(allowed).collect()
    }

    /// The line that is expected after a move, as far as it is known.
    fn line(&self, thought: &Assessment, index: usize) -> Vec<String> {
        let write = |played: &dyn Match, index: usize| self.notation.write(played, index);
        if thought.best == Some(index) {
            thought::line(self.played.as_ref(), thought, write)
        } else {
            vec![write(self.played.as_ref(), index)]
        }
    }

    /// Tells how far the agent has come: a line for each of the best moves that are wanted.
    fn inform(&self, thought: &Assessment, out: &mut dyn Write) -> io::Result<()> {
        let wanted = self.spec.group::<pvs::Settings>().map_or(1, |settings| settings.multipv.0);
        let cost = thought.cost;
        let nodes = thought::nodes(cost);
        let milliseconds = cost.time.as_millis();
        let speed = (nodes as f64 / cost.time.as_secs_f64().max(1e-6)) as u64;
        for (place, index) in self.ranked(thought).into_iter().take(wanted).enumerate() {
            let score = write_score(&thought.moves[index]);
            let line = self.line(thought, index).join(" ");
            match self.dialect {
                Dialect::Uci => {
                    let number = if wanted > 1 { format!(" multipv {}", place + 1) } else { String::new() };
                    writeln!(
                        out,
                        "info depth {}{number} score {score} nodes {nodes} nps {speed} time {milliseconds} pv {line}",
                        cost.depth
                    )?;
                }
                Dialect::Ucci => {
                    let score = score.replace("cp ", "");
                    writeln!(out, "info time {milliseconds} nodes {nodes}")?;
                    writeln!(out, "info depth {} score {} pv {line}", cost.depth, mate_as_number(&score))?;
                    break;
                }
            }
        }
        Ok(())
    }

    fn complain(&self, out: &mut dyn Write, sentence: impl Display) -> io::Result<()> {
        let word = if self.dialect == Dialect::Uci { "info string" } else { "info message" };
        writeln!(out, "{word} {}", repeatable(&sentence.to_string()))
    }

    fn tell_no_move(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", if self.dialect == Dialect::Uci { "bestmove (none)" } else { "nobestmove" })
    }
}

/// UCCI has one number for everything: mates are as much as anything can be.
fn mate_as_number(score: &str) -> String {
    const CERTAIN: i32 = 30_000;
    match score.strip_prefix("mate ").and_then(|moves| moves.parse::<i32>().ok()) {
        Some(moves) => (moves.signum() * (CERTAIN - moves.abs())).to_string(),
        None => score.to_owned(),
    }
}

/// The name of an option without spaces.
fn joined(name: &str) -> String {
    name.replace(' ', "_")
}

fn number<T: FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is not {what}"))
}

/// What `go` asks for.
struct GoLimits {
    order: Order,
    pace: Option<Pace>,
    allowed: Option<Vec<String>>,
    mate: Option<u32>,
    ponder: bool,
}

impl GoLimits {
    /// Reads what follows `go`.
    fn read(text: &str, uci: &Uci) -> Result<GoLimits, String> {
        let unit = if uci.dialect == Dialect::Uci || uci.in_milliseconds { 1 } else { 1000 };
        let mut limits =
            GoLimits { order: Order::default(), pace: None, allowed: None, mate: None, ponder: false };
        let (mut left, mut increment, mut moves) = ([None; 2], [Duration::ZERO; 2], None);
        let mover = uci.played.to_move().index();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let mut value = || words.next().unwrap_or_default();
            // A clock that has run down is told as a time below nought.
            let time = |text: &str| -> Result<Duration, String> {
                let time: i64 = number(text, "a time")?;
                Ok(Duration::from_millis(u64::try_from(time).unwrap_or_default().saturating_mul(unit)))
            };
            match word {
                "ponder" => limits.ponder = true,
                "infinite" => limits.order.until_told = true,
                "depth" => match value() {
                    // UCCI's way to say that there is no limit.
                    "infinite" => limits.order.until_told = true,
                    depth => limits.order.depth = Some(number(depth, "a depth in plies")?),
                },
                "nodes" => limits.order.nodes = Some(number(value(), "a number of nodes")?),
                "mate" => limits.mate = Some(number(value(), "a number of moves")?),
                "movetime" => limits.order.time = Some(less(time(value())?, uci.overhead)),
                "wtime" => left[Player::First.index()] = Some(time(value())?),
                "btime" => left[Player::Second.index()] = Some(time(value())?),
                "winc" => increment[Player::First.index()] = time(value())?,
                "binc" => increment[Player::Second.index()] = time(value())?,
                // UCCI tells the times of whoever moves and of the other one.
                "time" => left[mover] = Some(time(value())?),
                "increment" => increment[mover] = time(value())?,
                "opptime" | "oppmovestogo" | "oppincrement" => {
                    value();
                }
                "movestogo" => moves = Some(number(value(), "a number of moves")?),
                "searchmoves" => {
                    let moves = words
                        .clone()
                        .take_while(|word| word.as_bytes().get(1).is_some_and(u8::is_ascii_digit));
                    let moves: Vec<String> = moves.map(str::to_owned).collect();
                    words.by_ref().take(moves.len()).for_each(drop);
                    limits.allowed = Some(moves);
                }
                "draw" => {}
                other => return Err(format!("'{other}' is not a limit of go")),
            }
        }
        // A mate is searched for until it is found, or until another limit is reached.
        limits.order.until_told |= limits.mate.is_some() && limits.order == Order::default();
        limits.pace = left[mover].map(|left| Pace { left, increment: increment[mover], moves });
        Ok(limits)
    }
}

impl Protocol for Uci {
    fn is_urgent(&self, line: &str) -> bool {
        matches!(line.split_whitespace().next(), Some("stop" | "ponderhit" | "isready" | "quit"))
    }

    fn hear(&mut self, line: &str, desk: &mut Desk, out: &mut dyn Write) -> io::Result<Flow> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let done = match word {
            "uci" => {
                self.dialect = Dialect::Uci;
                return self.introduce(out).map(|()| Flow::Continue);
            }
            "ucci" if self.rules.info().id == "xiangqi" => {
                self.dialect = Dialect::Ucci;
                return self.introduce(out).map(|()| Flow::Continue);
            }
            "isready" => return writeln!(out, "readyok").map(|()| Flow::Continue),
            "quit" => {
                if self.dialect == Dialect::Ucci {
                    writeln!(out, "bye")?;
                }
                return Ok(Flow::End);
            }
            "setoption" => self.set(rest, desk),
            "ucinewgame" => {
                desk.forget();
                Ok(())
            }
            "position" => self.place(rest),
            "banmoves" => {
                self.banned = rest.split_whitespace().map(str::to_owned).collect();
                Ok(())
            }
            "go" => {
                if let Err(sentence) = self.go(rest, desk) {
                    self.complain(out, sentence)?;
                    self.tell_no_move(out)?;
                }
                Ok(())
            }
            "stop" => {
                desk.stop();
                Ok(())
            }
            "ponderhit" => {
                desk.hurry(self.search.time);
                Ok(())
            }
            // What is not understood is passed over, as the protocol has it; so is what nobody needs to know.
            _ => Ok(()),
        };
        if let Err(sentence) = done {
            self.complain(out, sentence)?;
        }
        Ok(Flow::Continue)
    }

    fn follow(&mut self, so_far: &Assessment, desk: &mut Desk, out: &mut dyn Write) -> io::Result<()> {
        self.inform(so_far, out)?;
        let best = so_far.best.and_then(|best| so_far.moves[best].proof);
        if let (Some(wanted), Some(Proof { gain: 1, distance: distance @ 1.. })) = (self.search.mate, best)
            && distance.div_ceil(2) <= wanted
        {
            desk.stop();
        }
        Ok(())
    }

    fn conclude(&mut self, thought: &Assessment, out: &mut dyn Write) -> io::Result<()> {
        if let Some(fault) = &thought.fault {
            self.complain(out, format!("the agent {fault}"))?;
        }
        self.inform(thought, out)?;
        let ranked = self.ranked(thought);
        // There is no word for giving up; whoever would plays on.
        let choice = thought.choice.filter(|choice| ranked.contains(choice)).or(ranked.first().copied());
        let Some(choice) = choice.filter(|_| thought.fault.is_none()) else { return self.tell_no_move(out) };
        let ponder = self.line(thought, choice);
        let ponder = ponder.get(1).map_or(String::new(), |reply| format!(" ponder {reply}"));
        writeln!(out, "bestmove {}{ponder}", self.notation.write(self.played.as_ref(), choice))
    }
}

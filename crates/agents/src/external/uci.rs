//! The Universal Chess Interface, and its sister for xiangqi, UCCI. A program is told the whole game before every move.

use std::time::Duration;

use agon_core::{Cost, Match, Player, Proof, Rules};
use agon_search::settings::{Kind, Setting};

use super::process::Program;
use super::{Answer, Choices, Halt, Pace, Talk, Wish, expected, foreign, illegal, retold, untellable};
use crate::dialect::uci::{GAMES, Notation, read_score};
use crate::spec::{AgentError, AgentSpec};

agon_search::words! {
    /// The protocol's dialect.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum Dialect {
        /// The one that chess programs speak, and many xiangqi programs too.
        Uci = "uci",
        /// The one that only xiangqi programs speak.
        Ucci = "ucci",
    }
}

/// The strength that a program is asked to play at; none is all it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Elo(Option<u32>);

impl Setting for Elo {
    const KIND: Kind = Kind::CountOr("full", 1, 5000);

    fn read(text: &str) -> Option<Elo> {
        if text == "full" { Some(Elo(None)) } else { text.parse().ok().map(|elo| Elo(Some(elo))) }
    }

    fn write(&self) -> String {
        self.0.map_or_else(|| "full".to_owned(), |elo| elo.to_string())
    }
}

agon_search::settings! {
    /// What can be chosen about the protocol.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) struct Settings {
        /// uci, or ucci as some programs for xiangqi speak
        pub(crate) dialect: Dialect as "dialect" = "uci",
        /// the rating that a program limits itself to, by its options UCI_LimitStrength and UCI_Elo
        pub(crate) elo: Elo as "elo" = "full",
    }
}

/// The protocol, as a spec wants it to be spoken.
pub(super) struct Uci {
    dialect: Dialect,
    game: String,
    /// The options that the program is told, in order.
    options: Vec<(String, String)>,
    nodes: Option<u64>,
    depth: Option<u32>,
    notation: Notation,
    /// The notation of a program that counts the ranks of xiangqi from 1, and whether this one does.
    from_one: (Notation, bool),
}

impl Uci {
    pub(super) fn new(spec: &AgentSpec, rules: &dyn Rules) -> Result<Uci, AgentError> {
        let limit = spec.limit();
        if limit.playouts.or(limit.iterations).is_some() {
            return Err(untellable(spec));
        }
        let Settings { dialect, elo } = spec.settings();
        let known = |from_one| Notation::new(rules, from_one).ok_or_else(|| foreign(spec, rules, GAMES));
        let game = rules.info().id.to_string();
        if dialect == Dialect::Ucci && game != "xiangqi" {
            return Err(foreign(spec, rules, ["xiangqi in the dialect ucci"]));
        }
        let mut options = Vec::new();
        if let Elo(Some(elo)) = elo {
            options.push(("UCI_LimitStrength".to_owned(), "true".to_owned()));
            options.push(("UCI_Elo".to_owned(), elo.to_string()));
        }
        options.extend(Choices::of(spec)?);
        Ok(Uci {
            dialect,
            game,
            options,
            nodes: limit.nodes,
            depth: limit.depth,
            notation: known(false)?,
            from_one: (known(true)?, false),
        })
    }

    fn notation(&self) -> &Notation {
        if self.from_one.1 { &self.from_one.0 } else { &self.notation }
    }

    /// The command that sets an option; the dialects differ in little words.
    fn setting(&self, name: &str, value: &str) -> String {
        match self.dialect {
            Dialect::Uci => format!("setoption name {name} value {value}"),
            Dialect::Ucci => format!("setoption {name} {value}"),
        }
    }

    /// The game so far.
    fn position(&self, played: &dyn Match) -> String {
        let (start, moves) = retold(played, |played, index| self.notation().write(played, index));
        let is_initial = played.record().position.is_none();
        let start = match self.dialect {
            Dialect::Uci if is_initial => "startpos".to_owned(),
            Dialect::Uci | Dialect::Ucci => format!("fen {}", start.position()),
        };
        let separator = if moves.is_empty() { "" } else { " moves " };
        format!("position {start}{separator}{}", moves.join(" "))
    }

    /// The question for a move, with all limits.
    fn question(&self, played: &dyn Match, pace: &Pace) -> String {
        let mut question = "go".to_owned();
        let milliseconds = |time: Duration| time.as_millis().max(1);
        let left = |player: Player| pace.left(player).map(milliseconds);
        let mover = played.to_move();
        match self.dialect {
            Dialect::Uci => {
                // White moves first in chess, and Red is white.
                if let (Some(first), Some(second)) = (left(Player::First), left(Player::Second)) {
                    question += &format!(" wtime {first} btime {second}");
                }
                if let Some(time) = pace.time {
                    question += &format!(" movetime {}", milliseconds(time));
                }
            }
            Dialect::Ucci => {
                if let (Some(own), Some(other)) = (left(mover), left(!mover)) {
                    question += &format!(" time {own} opptime {other}");
                } else if let Some(time) = pace.time {
                    // There is no other word for the time of a single move.
                    question += &format!(" time {} movestogo 1", milliseconds(time));
                }
            }
        }
        if let Some(nodes) = self.nodes {
            question += &format!(" nodes {nodes}");
        }
        if let Some(depth) = self.depth {
            question += &format!(" depth {depth}");
        }
        question
    }
}

impl Talk for Uci {
    fn farewell(&self) -> &'static str {
        "quit"
    }

    fn greet(&mut self, program: &mut Program, pace: &Pace) -> Result<(), String> {
        let (hello, ready) = match self.dialect {
            Dialect::Uci => ("uci", "uciok"),
            Dialect::Ucci => ("ucci", "ucciok"),
        };
        let mut offered: Vec<String> = Vec::new();
        program.ask(hello, pace.patience, |line| {
            offered.extend(option_name(line, self.dialect));
            (line == ready).then_some(())
        })?;
        let offers = |name: &str| offered.iter().any(|known| known.eq_ignore_ascii_case(name));
        // UCCI counts from 0 whatever the program does elsewhere.
        self.from_one.1 = self.dialect == Dialect::Uci && offers("UCI_Variant");
        if self.from_one.1 {
            program.say(&self.setting("UCI_Variant", &self.game))?;
        }
        if self.dialect == Dialect::Ucci && offers("usemillisec") {
            program.say(&self.setting("usemillisec", "true"))?;
        }
        for (name, value) in &self.options {
            if !offers(name) {
                return Err(format!("has no option '{name}'; it has {}", offered.join(", ")));
            }
            program.say(&self.setting(name, value))?;
        }
        if self.dialect == Dialect::Uci {
            program.say("ucinewgame")?;
        }
        program.ask("isready", pace.patience, |line| (line == "readyok").then_some(()))
    }

    fn ask(&mut self, program: &mut Program, played: &dyn Match, pace: &Pace) -> Result<Answer, Halt> {
        program.say(&self.position(played))?;
        let question = self.question(played, pace);
        let mut news = News::default();
        let answer = program.ask(&question, pace.patience_for(played.to_move()), |line| {
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match word {
                "info" => news.read(rest),
                "bestmove" | "nobestmove" => return Some(rest.trim().to_owned()),
                _ => {}
            }
            None
        })?;
        let find = |played: &dyn Match, text: &str| self.notation().find(played, text);
        let mut words = answer.split_whitespace();
        let text = words.next();
        let words: Vec<&str> = words.collect();
        // UCCI's way to give up, or to say that there is nothing to be done.
        if (text.is_none() || words.contains(&"resign")) && self.dialect == Dialect::Ucci {
            return Ok(Answer { wish: Wish::Resignation, value: None, line: Vec::new(), cost: news.cost });
        }
        let text = text.unwrap_or_default();
        let index = find(played, text).ok_or_else(|| illegal(text, &question))?;
        let line = expected(played, news.line.split_whitespace(), find);
        let fits = line.first().is_some_and(|first| *first == played.move_text(index));
        // What a program says of another move than it plays says nothing of this one.
        let (value, line) = if fits { (news.value, line) } else { (None, Vec::new()) };
        Ok(Answer { wish: Wish::Move(index), value, line, cost: news.cost })
    }
}

/// The name in a line such as `option name Skill Level type spin default 20`; UCCI leaves a word out.
fn option_name(line: &str, dialect: Dialect) -> Option<String> {
    let rest = line.strip_prefix("option ")?;
    let rest = if dialect == Dialect::Uci { rest.trim_start().strip_prefix("name ")? } else { rest };
    let (name, _) = rest.split_once(" type ")?;
    Some(name.trim().to_owned())
}

/// What a program says while it thinks.
#[derive(Default)]
struct News {
    value: Option<(f32, Option<Proof>)>,
    line: String,
    cost: Cost,
}

impl News {
    /// Takes from an `info` line what concerns the best move.
    fn read(&mut self, text: &str) {
        let mut words = text.split_whitespace();
        let (mut value, mut line, mut cost) = (None, None, self.cost);
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|count| count.parse::<u64>().ok());
            match word {
                "depth" => cost.depth = number().unwrap_or_default() as u32,
                "nodes" => cost.nodes = number().unwrap_or_default(),
                "multipv" if number() != Some(1) => return,
                // A program that cannot do better gives a bound, which is no value.
                "lowerbound" | "upperbound" => value = None,
                "score" => {
                    let rest = words.clone().collect::<Vec<_>>();
                    value = match rest[..] {
                        [kind @ ("cp" | "mate"), number, ..] => read_score(kind, number),
                        // UCCI has no word for the unit.
                        [number, ..] => read_score("cp", number),
                        [] => None,
                    };
                }
                "pv" => line = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
                "string" => break,
                _ => {}
            }
        }
        self.cost = cost;
        self.value = value.or(self.value);
        self.line = line.unwrap_or_else(|| std::mem::take(&mut self.line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_tells_is_read() {
        let mut news = News::default();
        news.read("depth 12 seldepth 20 multipv 1 score cp 31 nodes 4096 nps 100 time 40 pv e2e4 e7e5");
        news.read("depth 12 multipv 2 score cp -10 nodes 5000 pv d2d4");
        assert_eq!((news.cost.depth, news.cost.nodes, news.line.as_str()), (12, 4096, "e2e4 e7e5"));
        assert_eq!(news.value, read_score("cp", "31"));
        news.read("depth 13 score mate -2 nodes 6000 pv f2f3 e7e5");
        assert_eq!(news.value, Some((-1.0, Some(Proof { gain: -1, distance: 4 }))));
        news.read("string depth 99 is nothing");
        news.read("currmove e2e4 currmovenumber 1");
        assert_eq!((news.cost.depth, news.line.as_str()), (13, "f2f3 e7e5"));
        let mut news = News::default();
        news.read("depth 6 score 4 pv b2e2");
        assert_eq!(news.value, read_score("cp", "4"), "UCCI");
    }

    #[test]
    fn options_are_known_by_name() {
        let name = |line, dialect| option_name(line, dialect);
        assert_eq!(
            name("option name Skill Level type spin default 20", Dialect::Uci).as_deref(),
            Some("Skill Level")
        );
        assert_eq!(
            name("option usemillisec type check default false", Dialect::Ucci).as_deref(),
            Some("usemillisec")
        );
        assert_eq!(name("id name Stockfish", Dialect::Uci), None);
    }
}

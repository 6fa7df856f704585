//! The Go Text Protocol, version 2.
//!
//! The protocol was made for Go; here it serves every game. Moves are in the game's notation, and a pass is `pass`. Colours
//! are those of the sides; where no side is black or white, black moves first.

use std::io::{self, BufRead, Write};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use agon_agents::dialect::gtp::{board_size, colour, find_move, read_colour, write_move};
use agon_agents::{Agent, AgentSpec, Catalogue, Playable};
use agon_core::bounded::{self, Line};
use agon_core::notation::repeatable;
use agon_core::{Cost, Outcome, Player, PositionError, Reason};
use agon_render::{speech, text};
use agon_search::clock::Clock;
use agon_table::{Refusal, Seat, Sitting, Terms, Time};

use crate::ProtocolError;
use crate::facts::facts;
use crate::pace::LEAST;

/// Speaks GTP for a game of the catalogue: commands come in, answers go out, and `list_commands` names them all.
pub fn serve(
    catalogue: &Catalogue,
    rules: &Arc<dyn Playable>,
    spec: &AgentSpec,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), ProtocolError> {
    let mut engine = Engine::new(catalogue, rules, spec.clone())?;
    loop {
        let text = match bounded::line(input, LONGEST_LINE)? {
            Line::End => return Ok(()),
            Line::TooLong => {
                writeln!(out, "? syntax error: a line has at most {LONGEST_LINE} bytes\n")?;
                out.flush()?;
                continue;
            }
            Line::Text(text) => text,
        };
        if let Some(request) = Request::read(&text) {
            engine.respond(&request, out)?;
            if request.command == "quit" {
                return Ok(());
            }
        }
    }
}

/// No command is longer; whoever goes on and on says nothing.
const LONGEST_LINE: usize = 1 << 16;

/// One line of input with something in it.
struct Request {
    /// The number that the answer repeats, if there was one.
    id: String,
    command: String,
    rest: String,
}

impl Request {
    /// Reads a line as the specification has it: without control characters and comments.
    fn read(line: &str) -> Option<Request> {
        let line = line.replace('\t', " ");
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        let line = line.split('#').next().unwrap_or_default().trim();
        let (first, rest) = cut(line);
        let numbered = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, (command, rest)) = if numbered { (first, cut(rest)) } else { ("", (first, rest)) };
        let request = Request { id: id.to_owned(), command: command.to_owned(), rest: rest.to_owned() };
        (!line.is_empty()).then_some(request)
    }
}

/// The first word of a text, and what comes after.
fn cut(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first, rest.trim())
}

/// What the other side gets to read, and whether it is an answer or a refusal.
type Answer = Result<String, String>;

/// A table at which another program moves for both sides, and asks the agent for moves.
struct Engine {
    catalogue: Catalogue,
    sitting: Sitting,
    spec: AgentSpec,
    agent: Box<dyn Agent>,
    /// The time there is, if it was said and the agent plays by time.
    times: Option<Times>,
    /// What the last move cost.
    cost: Cost,
}

type Handler = fn(&mut Engine, &str) -> Answer;

/// Every command.
const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Agon".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, name| Ok(COMMANDS.iter().any(|(known, _)| *known == name).to_string())),
    ("list_commands", |_, _| Ok(COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))),
    ("quit", |_, _| Ok(String::new())),
    ("boardsize", Engine::resize),
    ("clear_board", |engine, _| engine.begin(None)),
    ("play", Engine::play),
    ("genmove", Engine::generate),
    ("undo", |engine, _| engine.sitting.undo().map_or_else(|_| Err("cannot undo".to_owned()), |_| DONE)),
    ("showboard", |engine, _| Ok(engine.show())),
    ("time_settings", Engine::set_times),
    ("time_left", Engine::set_left),
    ("final_score", |engine, _| engine.score()),
    ("agon-legal_moves", |engine, _| Ok(engine.moves().join(" "))),
    ("agon-position", |engine, _| Ok(engine.sitting.played().position())),
    ("agon-set_position", Engine::set_position),
    ("agon-analyse", |engine, _| engine.analyse()),
    ("agon-cost", |engine, _| Ok(engine.cost())),
];

/// The answer where there is nothing to say.
const DONE: Answer = Ok(String::new());

/// A new table. Whoever sends moves sits on both sides of it, a person or not.
fn sit(rules: &Arc<dyn Playable>, position: Option<&str>) -> Result<Sitting, PositionError> {
    let played = rules.start(position)?;
    let seats = [Seat::Person, Seat::Person];
    // The agent's spec says what its luck is, and the other program has the clock.
    Ok(Sitting::new(rules.clone(), played, seats, Terms::default(), 0, Time::SYSTEM))
}

impl Engine {
    fn new(
        catalogue: &Catalogue,
        rules: &Arc<dyn Playable>,
        spec: AgentSpec,
    ) -> Result<Engine, ProtocolError> {
        let (sitting, agent) = (sit(rules, None)?, rules.agent(&spec)?);
        Ok(Engine { catalogue: catalogue.clone(), sitting, spec, agent, times: None, cost: Cost::default() })
    }

    fn respond(&mut self, request: &Request, out: &mut dyn Write) -> io::Result<()> {
        let answer = match COMMANDS.iter().find(|(name, _)| *name == request.command) {
            Some((_, handler)) => handler(self, &request.rest),
            None if request.command.is_empty() => Err("syntax error: a command is missing".to_owned()),
            None => Err(format!("unknown command '{}'; list_commands names them all", request.command)),
        };
        let (sign, text) = match answer {
            Ok(text) => ('=', text),
            Err(reason) => ('?', repeatable(&reason)),
        };
        // An empty line ends an answer, so there is none within; an answer that begins with a line break is a picture.
        let lines = text.lines().enumerate().filter(|(index, line)| *index == 0 || !line.trim().is_empty());
        let text = lines.map(|(_, line)| line.trim_end()).collect::<Vec<_>>().join("\n");
        let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
        writeln!(out, "{sign}{}{space}{text}\n", request.id)?;
        out.flush()?;
        Ok(())
    }

    fn begin(&mut self, position: Option<&str>) -> Answer {
        self.sitting = sit(self.sitting.rules(), position).map_err(|error| error.to_string())?;
        self.agent.reset();
        self.cost = Cost::default();
        if let Some(times) = &mut self.times {
            times.clocks.iter_mut().flatten().for_each(Clock::reset);
        }
        DONE
    }

    fn set_position(&mut self, text: &str) -> Answer {
        if text.is_empty() {
            Err("syntax error: a position is missing".to_owned())
        } else {
            self.begin(Some(text))
        }
    }

    fn resize(&mut self, text: &str) -> Answer {
        let size: u32 = number(text, "the size of the board")?;
        let rules = self.sitting.rules();
        if board_size(rules.as_ref()) != Some(size) {
            let varied = self.catalogue.vary(rules.as_ref(), &format!("size={size}")).map_err(|_| {
                let own =
                    board_size(rules.as_ref()).map_or("no size".to_owned(), |own| format!("size {own}"));
                format!("unacceptable size: the board of {} has {own}", rules.spec())
            })?;
            self.agent = varied.agent(&self.spec).map_err(|error| error.to_string())?;
            self.sitting = sit(&varied, None).map_err(|error| error.to_string())?;
        }
        self.begin(None)
    }

    fn play(&mut self, text: &str) -> Answer {
        let (colour, text) = cut(text);
        self.sitting.attempt(|sitting| {
            give_turn(sitting, colour)?;
            if text.is_empty() {
                return Err("syntax error: a move is missing".to_owned());
            }
            let played = sitting.play_found(|played| find_move(played, text));
            played.map_err(|refusal| format!("illegal move: {refusal}"))
        })?;
        DONE
    }

    fn generate(&mut self, text: &str) -> Answer {
        self.sitting.attempt(|sitting| {
            let player = give_turn(sitting, text)?;
            self.agent.hurry(self.times.as_ref().map(|times| times.allot(player)));
            let asked = Instant::now();
            let assessment = self.agent.analyse(sitting.played(), &mut |_| {});
            if let Some(times) = &mut self.times {
                times.spend(player, asked.elapsed());
            }
            if let Some(fault) = assessment.fault {
                return Err(format!("the agent {fault}"));
            }
            self.cost = assessment.cost;
            if assessment.drawn {
                return Ok("draw".to_owned());
            }
            let refused = |refusal: Refusal| refusal.to_string();
            let Some(choice) = assessment.choice else {
                sitting.give_up().map_err(refused)?;
                return Ok("resign".to_owned());
            };
            let text = write_move(sitting.played(), choice);
            sitting.reply(sitting.version(), choice).map_err(refused)?;
            Ok(text)
        })
    }

    fn analyse(&mut self) -> Answer {
        let played = self.sitting.played();
        if played.ending().is_some() {
            return Err("the game is over".to_owned());
        }
        let assessment = self.agent.analyse(played, &mut |_| {});
        match &assessment.fault {
            Some(fault) => Err(format!("the agent {fault}")),
            None => Ok(facts(played, &assessment).to_string()),
        }
    }

    fn show(&self) -> String {
        let played = self.sitting.played();
        format!("\n{}{}", text::board(played, &played.rules().layout()), speech::status(played))
    }

    fn moves(&self) -> Vec<String> {
        let played = self.sitting.played();
        (0..played.move_count()).map(|index| write_move(played, index)).collect()
    }

    /// The winner's letter and the points of the win: those that the game is played for, or one.
    fn score(&self) -> Answer {
        let played = self.sitting.played();
        let Some(ending) = played.ending() else {
            return Err("cannot score: the game goes on".to_owned());
        };
        let Outcome::Win(winner) = ending.outcome else { return Ok("0".to_owned()) };
        let letter = colour(played.info(), winner)[..1].to_uppercase();
        let margin = match ending.reason {
            Reason::Resignation => "Resign".to_owned(),
            Reason::Time => "Time".to_owned(),
            _ => played.points().map_or(1, i32::abs).max(1).to_string(),
        };
        Ok(format!("{letter}+{margin}"))
    }

    /// Depth, nodes, evaluations, playouts and iterations of the last move.
    fn cost(&self) -> String {
        let Cost { depth, nodes, evaluations, playouts, iterations, .. } = self.cost;
        format!("{depth} {nodes} {evaluations} {playouts} {iterations}")
    }

    fn set_times(&mut self, text: &str) -> Answer {
        let [main, extra, stones] = three(text, "main time, extra time and stones")?;
        let (main, extra) = (duration(main)?, duration(extra)?);
        // The protocol's way to say that there is no limit.
        let endless = extra > Duration::ZERO && stones == 0.0;
        self.times = (self.spec.plays_by_time() && !endless).then(|| Times {
            clocks: (main > Duration::ZERO)
                .then(|| [0, 1].map(|_| Clock::for_rules(self.sitting.rules().as_ref(), main))),
            per_move: if stones >= 1.0 { extra.div_f64(stones) } else { Duration::ZERO },
        });
        DONE
    }

    fn set_left(&mut self, text: &str) -> Answer {
        let (colour, rest) = cut(text);
        let Some(player) = read_colour(self.sitting.played().info(), colour) else {
            return Err(format!("syntax error: '{colour}' is not a colour; expected black or white"));
        };
        let (time, stones) = cut(rest);
        let time = duration(number(time, "the time left")?)?;
        let stones: u32 = number(stones, "the stones left")?;
        if let Some(times) = &mut self.times {
            let clock = times.clocks.as_mut().map(|clocks| &mut clocks[player.index()]);
            if stones > 0 {
                times.per_move = time / stones;
            }
            if let Some(clock) = clock {
                clock.set_left(if stones == 0 { time } else { Duration::ZERO });
            }
        }
        DONE
    }
}

/// Gives the turn to the player whom a colour names, if it is his. One who has to pass and did not say so passes.
fn give_turn(sitting: &mut Sitting, text: &str) -> Result<Player, String> {
    let Some(player) = read_colour(sitting.played().info(), text) else {
        return Err(format!("syntax error: '{text}' is not a colour; expected black or white"));
    };
    if player != sitting.played().to_move() && sitting.played().must_pass() {
        sitting.play_found(|_| Ok(0)).map_err(|refusal| refusal.to_string())?;
    }
    let (info, turn) = (sitting.played().info(), sitting.played().to_move());
    if let Some(ending) = sitting.played().ending() {
        return Err(format!("the game is over: {}", ending.words(info)));
    }
    if player == turn {
        Ok(player)
    } else {
        Err(format!("illegal move: it is the turn of {}", colour(info, turn)))
    }
}

/// What the other program says about the time of both players: for the whole game, and for every move once that is used up. The
/// clock of the sitting is no help here: it measures time and ends games, and both are the other program's business.
struct Times {
    clocks: Option<[Clock; 2]>,
    per_move: Duration,
}

/// The part of a move's time that is used for thinking; the rest is for the way.
const USED: f64 = 0.9;

impl Times {
    fn allot(&self, player: Player) -> Duration {
        let main = self.clocks.as_ref().map(|clocks| clocks[player.index()].allot()).unwrap_or_default();
        main.max(self.per_move.mul_f64(USED)).max(LEAST)
    }

    fn spend(&mut self, player: Player, time: Duration) {
        if let Some(clocks) = &mut self.clocks {
            clocks[player.index()].spend(time);
        }
    }
}

fn number<T: FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("syntax error: '{text}' is not a number; expected {what}"))
}

fn three(text: &str, what: &str) -> Result<[f64; 3], String> {
    let numbers: Result<Vec<f64>, String> = text.split_whitespace().map(|word| number(word, what)).collect();
    numbers?.try_into().map_err(|_| format!("syntax error: expected three numbers: {what}"))
}

/// No game takes longer than this many seconds; clocks can add and subtract below it.
const ETERNITY: f64 = 1e9;

fn duration(seconds: f64) -> Result<Duration, String> {
    Duration::try_from_secs_f64(seconds.min(ETERNITY))
        .map_err(|_| format!("syntax error: {seconds} is not a time in seconds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(agent: &str) -> Engine {
        let catalogue = Catalogue::shipped();
        let rules = catalogue.find("othello").unwrap();
        Engine::new(&catalogue, &rules, agent.parse().unwrap()).unwrap()
    }

    /// What is answered to a command.
    fn asked(engine: &mut Engine, command: &str) -> String {
        let mut out = Vec::new();
        engine.respond(&Request::read(command).unwrap(), &mut out).unwrap();
        String::from_utf8(out).unwrap().trim().to_owned()
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut engine = engine("random");
        for command in ["b f5", "w f6", "b f7", "w g7", "b d3", "w f8", "b h8", "w h6"] {
            assert_eq!(asked(&mut engine, &format!("play {command}")), "=");
        }
        for refused in ["play w a1", "play w", "play green c3"] {
            let before = asked(&mut engine, "agon-position");
            assert!(asked(&mut engine, refused).starts_with('?'), "{refused}");
            assert_eq!(asked(&mut engine, "agon-position"), before, "{refused}");
            assert_eq!(asked(&mut engine, "agon-legal_moves"), "= pass", "Black has not passed yet");
        }
        assert_eq!(asked(&mut engine, "play w c3"), "=", "a forced pass may be left unsaid");
    }

    /// What the engine would take for its next move as black, after some commands about time.
    fn allotted(agent: &str, commands: &[&str]) -> Option<Duration> {
        let mut engine = engine(agent);
        for command in commands {
            engine.respond(&Request::read(command).unwrap(), &mut std::io::sink()).unwrap();
        }
        engine.times.map(|times| times.allot(Player::First))
    }

    #[test]
    fn the_clock_concerns_whoever_plays_by_time() {
        assert_eq!(allotted("pvs:nodes=100", &["time_settings 60 0 0"]), None);
        let planned = allotted("pvs:time=5s", &["time_settings 60 0 0"]).unwrap();
        assert!(planned > LEAST && planned < Duration::from_secs(6), "{planned:?}");
        let rest = allotted("pvs:clock=5s", &["time_settings 60 0 0", "time_left b 1 0"]).unwrap();
        assert!(rest <= Duration::from_millis(100), "{rest:?} of the last second");
        let other = allotted("pvs:clock=5s", &["time_settings 60 0 0", "time_left w 1 0"]).unwrap();
        assert_eq!(other, planned, "the other side's clock is not ours");
    }

    #[test]
    fn a_careful_agent_obeys_the_clock() {
        for agent in ["pvs:time=20s", "pvs:time=20s@careful"] {
            let mut engine = engine(agent);
            for command in ["time_settings 60 0 0", "time_left b 0.1 0", "genmove b"] {
                engine.respond(&Request::read(command).unwrap(), &mut std::io::sink()).unwrap();
            }
            // It thought about it, for as long as a busy machine gives it.
            assert!(engine.cost.time > Duration::ZERO, "{:?}", engine.cost);
            assert!(engine.cost.time < Duration::from_secs(10), "{:?}", engine.cost);
        }
    }

    #[test]
    fn extra_time_is_for_so_many_moves() {
        assert_eq!(allotted("pvs:time=5s", &["time_settings 0 20 2"]), Some(Duration::from_secs(9)));
        let late = ["time_settings 60 20 2", "time_left b 5 1"];
        assert_eq!(allotted("pvs:time=5s", &late), Some(Duration::from_millis(4_500)));
        assert_eq!(allotted("pvs:time=5s", &["time_settings 0 20 0"]), None, "no limit at all");
        assert_eq!(allotted("pvs:time=5s", &["time_settings 0 0 0"]), Some(LEAST));
        assert_eq!(
            allotted("pvs:time=5s", &["time_settings 1e300 inf 1"]).map(|time| time > LEAST),
            Some(true)
        );
    }
}

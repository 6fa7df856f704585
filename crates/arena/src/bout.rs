//! One game between two agents.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use agon_agents::{Agent, AgentError, AgentSpec, Catalogue, Playable};
use agon_core::hash::combine;
use agon_core::{Cost, Ending, Match, Outcome, Player, Reason, Record};
use serde::{Deserialize, Serialize};

use crate::openings::Opening;

/// A game to be played. Results are told from the first agent's view, whichever side it plays.
pub struct Bout<'a> {
    /// The game.
    pub rules: &'a dyn Playable,
    /// The two agents, both known to suit the game.
    pub agents: [&'a AgentSpec; 2],
    /// Where the game begins, if not in the initial position.
    pub opening: Option<&'a Opening>,
    /// Whether the first agent has the first move.
    pub a_first: bool,
    /// What every random choice of the agents depends on.
    pub seed: u64,
    /// Ends the game after this many plies. Only the referee knows it: the agents think as if the game went on, and no random
    /// game is shortened.
    pub max_plies: Option<u32>,
}

/// Where games are played: somebody who plays a game and says what came of it, or why it could not be played.
pub type Venue<'a> = &'a (dyn Fn(&Bout<'_>) -> Result<FinishedGame, String> + Sync);

/// The venue that most games are played at: the thread that asks.
pub fn here(bout: &Bout<'_>) -> Result<FinishedGame, String> {
    Ok(bout.play())
}

/// A game to be played, in words that mean the same to every process: what a [`Venue`] elsewhere is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// The specs of the two agents.
    pub agents: [String; 2],
    /// Where the game begins, if not in the initial position.
    pub opening: Option<Opening>,
    /// Whether the first agent has the first move.
    pub a_first: bool,
    /// What every random choice of the agents depends on.
    pub seed: u64,
    /// Ends the game after this many plies.
    pub max_plies: Option<u32>,
}

impl Order {
    /// Plays the game with what a catalogue knows.
    pub fn play(&self, catalogue: &Catalogue) -> Result<FinishedGame, String> {
        let rules = catalogue.find(&self.game).map_err(|error| error.to_string())?;
        let version = rules.info().version;
        if version != self.version {
            return Err(format!("{} is here of version {version}, not {}", self.game, self.version));
        }
        let spec = |text: &String| text.parse().map_err(|error: AgentError| error.to_string());
        let agents: [AgentSpec; 2] = [spec(&self.agents[0])?, spec(&self.agents[1])?];
        for agent in &agents {
            rules.agent(agent).map_err(|error| error.to_string())?;
        }
        let opening = self.opening.as_ref();
        opening.map_or(Ok(()), |opening| opening.check(rules.as_ref()))?;
        let bout = Bout {
            rules: rules.as_ref(),
            agents: agents.each_ref(),
            opening,
            a_first: self.a_first,
            seed: self.seed,
            max_plies: self.max_plies,
        };
        Ok(bout.play())
    }
}

/// What came of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FinishedGame {
    /// +1, 0 or -1 for the first agent.
    pub gain: i8,
    /// The graded result in [-1, 1] for the first agent.
    pub score: f32,
    /// The length of the game in plies.
    pub plies: u32,
    /// What went wrong, if an agent failed and lost by it.
    pub fault: Option<String>,
    /// What each agent spent, the first one's first.
    pub spent: [Spent; 2],
    /// The game itself.
    pub record: Record,
}

/// What an agent spent on its moves of a game, in total.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// Moves it chose.
    pub moves: u64,
    /// Seconds it thought; not repeatable, and left out of what is compared.
    #[serde(skip)]
    pub seconds: f64,
    /// Positions it visited.
    pub nodes: u64,
    /// Evaluations it made.
    pub evaluations: u64,
    /// Random games it played.
    pub playouts: u64,
    /// The sum of the depths it reached.
    pub depth: u64,
    /// Moves that took far longer than the agent's time for a move (see [`is_late`]), or were made on a clock that had run
    /// out. Nothing without such a limit.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub late: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// An agent inside this program cannot be killed, only found out: a move counts as late when it took more than twice the
/// time for it and a tenth of a second. What a busy machine does to honest agents is less.
pub fn is_late(taken: Duration, allowed: Duration) -> bool {
    taken > 2 * allowed + Duration::from_millis(100)
}

impl Spent {
    /// The time of a move on average.
    pub fn mean_milliseconds(&self) -> f64 {
        1000.0 * self.seconds / self.moves.max(1) as f64
    }

    /// Adds what one move cost.
    pub fn add(&mut self, cost: Cost) {
        self.moves += 1;
        self.seconds += cost.time.as_secs_f64();
        self.nodes += cost.nodes;
        self.evaluations += cost.evaluations;
        self.playouts += cost.playouts;
        self.depth += u64::from(cost.depth);
    }
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.moves += other.moves;
        self.seconds += other.seconds;
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.playouts += other.playouts;
        self.depth += other.depth;
        self.late += other.late;
    }
}

impl Bout<'_> {
    /// Plays the game to its end. An agent that fails loses.
    ///
    /// # Panics
    /// If an agent does not suit the game.
    pub fn play(&self) -> FinishedGame {
        let [mut a, mut b] = [0, 1].map(|index| self.seat(index));
        self.play_with(&mut [a.as_mut(), b.as_mut()])
    }

    /// The same game in words.
    pub fn order(&self) -> Order {
        Order {
            game: self.rules.spec().to_owned(),
            version: self.rules.info().version,
            agents: self.agents.map(ToString::to_string),
            opening: self.opening.cloned(),
            a_first: self.a_first,
            seed: self.seed,
            max_plies: self.max_plies,
        }
    }

    /// One of the agents, ready to play. Each of each game has a seed of its own, whichever thread plays it.
    ///
    /// # Panics
    /// If the agent does not suit the game.
    pub fn seat(&self, index: usize) -> Box<dyn Agent> {
        let seed = combine([self.seed, index as u64]) >> 1;
        self.rules.agent(&self.agents[index].seeded(seed)).expect("the agents suit the game")
    }

    /// Plays the game with agents that are already there.
    pub fn play_with(&self, agents: &mut [&mut dyn Agent; 2]) -> FinishedGame {
        let mut game = match self.opening {
            Some(opening) => opening.start(self.rules),
            None => self.rules.start(None).expect("every game has an initial position"),
        };
        let mut spent = [Spent::default(); 2];
        let mut fault = None;
        let allowed = self.agents.map(|spec| spec.limit().time);
        let clocks = self.agents.map(AgentSpec::clock);
        loop {
            if let Some(plies) = self.max_plies.filter(|&plies| game.plies() >= plies) {
                game.cap_plies(plies);
            }
            if game.ending().is_some() || fault.is_some() {
                break;
            }
            let player = game.to_move();
            let index = usize::from((player == Player::First) != self.a_first);
            let asked = Instant::now();
            let choice = choose(agents[index], game.as_ref(), &mut spent[index]);
            let late = allowed[index].is_some_and(|allowed| is_late(asked.elapsed(), allowed))
                || clocks[index].is_some_and(|total| spent[index].seconds > total.as_secs_f64());
            spent[index].late += u64::from(late);
            match choice {
                Ok(Decision::Move(choice)) => game.play(choice),
                Ok(Decision::GiveUp) => game.resign(player),
                Ok(Decision::CallDrawn) => game.conclude(Ending::draw(Reason::Claim)),
                Err(sentence) => {
                    // The whole spec is in the roster, and the whole position in the record.
                    let agent = brief(&self.agents[index].to_string(), 60);
                    fault = Some(format!("{agent} {sentence} in '{}'", brief(&game.position(), 80)));
                    game.resign(player);
                }
            }
        }
        let ending = game.ending().expect("the game was played to its end");
        let view = if self.a_first { Player::First } else { Player::Second };
        let gain = match ending.outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == view => 1,
            Outcome::Win(_) => -1,
        };
        let score = game.score().unwrap_or(0.0) * if self.a_first { 1.0 } else { -1.0 };
        let plies = game.plies();
        FinishedGame { gain, score, plies, fault, spent, record: game.record() }
    }
}

/// What an agent does when it is its turn.
enum Decision {
    Move(usize),
    GiveUp,
    /// By its own rules, the game is drawn.
    CallDrawn,
}

/// The beginning of a text.
fn brief(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What an agent decides, or what it did wrong.
fn choose(agent: &mut dyn Agent, game: &dyn Match, spent: &mut Spent) -> Result<Decision, String> {
    let assessment = catch_unwind(AssertUnwindSafe(|| agent.analyse(game, &mut |_| {})))
        .map_err(|_| "crashed".to_owned())?;
    spent.add(assessment.cost);
    if let Some(fault) = assessment.fault {
        return Err(fault);
    }
    match assessment.choice {
        Some(choice) if choice >= game.move_count() => Err("gave no legal move".to_owned()),
        Some(choice) => Ok(Decision::Move(choice)),
        None if assessment.drawn => Ok(Decision::CallDrawn),
        None => Ok(Decision::GiveUp),
    }
}

#[cfg(test)]
mod tests {
    use agon_agents::{Assessment, Catalogue, Watched};
    use agon_core::Reason;

    use super::*;

    #[test]
    fn a_move_is_late_after_twice_its_time_and_a_little() {
        let [second, little] = [Duration::from_secs(1), Duration::from_millis(1)];
        assert!(!is_late(Duration::from_millis(2_100), second));
        assert!(is_late(Duration::from_millis(2_101), second));
        assert!(!is_late(Duration::from_millis(50), little), "a busy machine is no fault of the agent");
    }

    #[test]
    fn only_the_referee_knows_the_longest_game() {
        let rules = Catalogue::shipped().find("othello").unwrap();
        let play = |spec: &str, max_plies: Option<u32>| {
            let spec: AgentSpec = spec.parse().unwrap();
            let bout = Bout {
                rules: rules.as_ref(),
                agents: [&spec; 2],
                opening: None,
                a_first: true,
                seed: 1,
                max_plies,
            };
            let mut counts = Vec::new();
            let [a, mut b] = [0, 1].map(|index| bout.seat(index));
            let mut a = Watched::new(a, |_: &dyn Match, seen: &Assessment| {
                let values: Vec<u32> = seen.moves.iter().map(|mv| mv.value.to_bits()).collect();
                counts.push((seen.cost.nodes, seen.cost.evaluations, values));
            });
            let game = bout.play_with(&mut [&mut a, b.as_mut()]);
            drop(a);
            (game, counts)
        };
        // Who knew of the end would look at fewer positions just before it, or play shorter random games with other results.
        for spec in ["minimax:depth=3", "uct:playouts=50,cap=200"] {
            let ((short, seen), (_, unlimited)) = (play(spec, Some(6)), play(spec, None));
            assert_eq!((short.plies, short.record.reason), (6, Some(Reason::PlyCap)));
            assert_eq!(seen.len(), 3);
            assert_eq!(seen, unlimited[..3]);
        }
    }

    #[test]
    fn who_plays_on_after_his_clock_has_run_out_is_late() {
        let rules = Catalogue::shipped().find("tic-tac-toe").unwrap();
        let agents: [AgentSpec; 2] = ["minimax:depth=9,clock=0s", "random"].map(|spec| spec.parse().unwrap());
        let bout = Bout {
            rules: rules.as_ref(),
            agents: [&agents[0], &agents[1]],
            opening: None,
            a_first: true,
            seed: 1,
            max_plies: None,
        };
        let [hasty, calm] = bout.play().spent.map(|spent| (spent.late, spent.moves));
        assert!(hasty.0 == hasty.1 && calm.0 == 0, "{hasty:?} {calm:?}");
    }
}

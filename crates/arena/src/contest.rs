//! Matches: pairs of games between two agents from the same opening with sides exchanged.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use agon_agents::{AgentError, AgentSpec};
use agon_core::hash::combine;
use agon_core::{Cost, Match, Outcome, Player, Record, Rules};
use serde::Serialize;

use crate::openings::Opening;
use crate::stats::{Interval, Mean, Pentanomial, clopper_pearson, mean};

/// What is to be played.
pub struct Contest {
    /// The game.
    pub rules: Arc<dyn Rules>,
    /// The two agents; results are told from the first one's view.
    pub agents: [AgentSpec; 2],
    /// The openings, one per pair of games.
    pub openings: Vec<Opening>,
    /// The number of pairs; openings are used again when there are fewer.
    pub pairs: usize,
    /// What every random choice of every agent depends on.
    pub seed: u64,
    /// Games at the same time. Results do not depend on it unless budgets are in time.
    pub jobs: usize,
    /// Ends games after this many plies.
    pub max_plies: Option<u32>,
}

/// One finished game.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// Which pair it belongs to, from 0.
    pub pair: usize,
    /// Whether the first agent had the first move.
    pub a_first: bool,
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
#[derive(Clone, Copy, Debug, Default, Serialize)]
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
}

impl Spent {
    fn add(&mut self, cost: Cost) {
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
    }
}

impl Contest {
    /// Plays all games. `done` is told about each as it finishes, in no particular order; the result is in order.
    pub fn run(&self, done: &(dyn Fn(&Played) + Sync)) -> Result<Vec<Played>, AgentError> {
        // An agent that does not suit the game is a mistake of whoever asked, and is told at once.
        for agent in &self.agents {
            agent.agent(&self.rules.spec())?;
        }
        let games = 2 * self.pairs;
        let next = AtomicUsize::new(0);
        let finished: Mutex<Vec<Option<Played>>> = Mutex::new(vec![None; games]);
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, games.max(1)) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            break;
                        }
                        let played = self.play(number);
                        done(&played);
                        finished.lock().expect("no thread panics while it holds the lock")[number] =
                            Some(played);
                    }
                });
            }
        });
        let finished = finished.into_inner().expect("all threads have ended");
        Ok(finished.into_iter().map(|played| played.expect("every game was played")).collect())
    }

    /// Plays game `number`: of each pair, the first agent moves first in the even game.
    fn play(&self, number: usize) -> Played {
        let (pair, a_first) = (number / 2, number.is_multiple_of(2));
        let mut game = self.rules.start(None).expect("every game has an initial position");
        if let Some(plies) = self.max_plies {
            game.cap_plies(plies);
        }
        if !self.openings.is_empty() {
            for &index in &self.openings[pair % self.openings.len()] {
                game.play(index);
            }
        }
        let mut spent = [Spent::default(); 2];
        let side = |player: Player| usize::from((player == Player::First) != a_first);
        let fault = self.play_out(game.as_mut(), number, &side, &mut spent);
        let a = if a_first { Player::First } else { Player::Second };
        let ending = game.ending().expect("the game was played to its end");
        let gain = match ending.outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) => {
                if winner == a {
                    1
                } else {
                    -1
                }
            }
        };
        let score = game.score().unwrap_or(0.0) * if a_first { 1.0 } else { -1.0 };
        Played { pair, a_first, gain, score, plies: game.plies(), fault, spent, record: game.record() }
    }

    /// Lets the agents play to the end. An agent that fails loses, and what it did is returned.
    fn play_out(
        &self,
        game: &mut dyn Match,
        number: usize,
        side: &dyn Fn(Player) -> usize,
        spent: &mut [Spent; 2],
    ) -> Option<String> {
        let mut agents = [0, 1].map(|index| {
            // Each agent of each game has a seed of its own, whichever thread plays it.
            let seed = combine([self.seed, number as u64, index as u64]) >> 1;
            let spec = self.agents[index].with("seed", &seed.to_string());
            let spec = spec.unwrap_or_else(|_| self.agents[index].clone());
            spec.agent(&self.rules.spec()).expect("the agents were built before")
        });
        while game.ending().is_none() {
            let player = game.to_move();
            let index = side(player);
            let choice = catch_unwind(AssertUnwindSafe(|| agents[index].analyse(&*game, &mut |_| {})));
            let fault = match choice {
                Ok(assessment) => {
                    spent[index].add(assessment.cost);
                    match assessment.best {
                        Some(best) if best < game.move_count() => {
                            game.play(best);
                            continue;
                        }
                        _ => "gave no legal move",
                    }
                }
                Err(_) => "crashed",
            };
            let fault = format!("{} {fault} in '{}'", self.agents[index], game.position());
            game.resign(player);
            return Some(fault);
        }
        None
    }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Won by the first agent.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by the first agent.
    pub losses: u64,
}

impl Tally {
    fn of<'a>(games: impl Iterator<Item = &'a Played>) -> Tally {
        let mut tally = Tally::default();
        for played in games {
            match played.gain {
                1 => tally.wins += 1,
                0 => tally.draws += 1,
                _ => tally.losses += 1,
            }
        }
        tally
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// What a match says, from the first agent's view.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// All games.
    pub total: Tally,
    /// The games in which the first agent had the first move.
    pub as_first: Tally,
    /// The other ones.
    pub as_second: Tally,
    /// The share of games won, with the exact 95 % interval.
    pub win_rate: f64,
    /// The ends of that interval.
    pub win_interval: Interval,
    /// The mean of +1, 0 and -1.
    pub gain: Mean,
    /// The mean graded result.
    pub score: Mean,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: Pentanomial,
    /// The Elo difference; none if every game went the same way.
    pub elo: Option<f64>,
    /// Its 95 % interval; an end is none where it is infinite.
    pub elo_interval: [Option<f64>; 2],
    /// The likelihood that the first agent is the stronger one.
    pub superiority: f64,
    /// The mean length of a game in plies.
    pub mean_plies: f64,
    /// Games lost by a fault.
    pub faults: u64,
    /// What each agent spent in all games.
    pub spent: [Spent; 2],
}

/// Adds up the games of a match.
pub fn summarise(games: &[Played]) -> Summary {
    let mut pairs = Pentanomial::default();
    for pair in games.chunks_exact(2) {
        pairs.add(pair.iter().map(|played| (i16::from(played.gain) + 1) as usize).sum());
    }
    let mut spent = [Spent::default(); 2];
    for played in games {
        spent[0] += played.spent[0];
        spent[1] += played.spent[1];
    }
    let total = Tally::of(games.iter());
    let (elo, interval) = pairs.elo();
    let finite = |value: f64| value.is_finite().then_some(value);
    Summary {
        total,
        as_first: Tally::of(games.iter().filter(|played| played.a_first)),
        as_second: Tally::of(games.iter().filter(|played| !played.a_first)),
        win_rate: total.wins as f64 / total.games().max(1) as f64,
        win_interval: clopper_pearson(total.wins, total.games().max(1), 0.95),
        gain: mean(games.iter().map(|played| f64::from(played.gain))),
        score: mean(games.iter().map(|played| f64::from(played.score))),
        pairs,
        elo: finite(elo),
        elo_interval: [finite(interval.low), finite(interval.high)],
        superiority: pairs.superiority(),
        mean_plies: games.iter().map(|played| f64::from(played.plies)).sum::<f64>()
            / games.len().max(1) as f64,
        faults: games.iter().filter(|played| played.fault.is_some()).count() as u64,
        spent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings;

    fn contest(jobs: usize) -> Contest {
        let rules = agon_games::find("tapatan-ludii").unwrap();
        let openings = openings::random(rules.as_ref(), 10, 2, 5);
        let agents = ["alphabeta:depth=3", "random"].map(|spec| spec.parse().unwrap());
        Contest { rules, agents, openings, pairs: 20, seed: 9, jobs, max_plies: Some(60) }
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_jobs() {
        let games = [1, 3].map(|jobs| contest(jobs).run(&|_| {}).unwrap());
        let texts =
            games.map(|games| format!("{:?}", games.iter().map(|g| (&g.record, g.gain)).collect::<Vec<_>>()));
        assert_eq!(texts[0], texts[1]);
    }

    #[test]
    fn a_searcher_beats_a_random_player_and_the_books_balance() {
        let games = contest(2).run(&|_| {}).unwrap();
        let summary = summarise(&games);
        assert_eq!(summary.total.games(), 40);
        assert_eq!(summary.as_first.games(), 20);
        assert_eq!(summary.pairs.pairs(), 20);
        assert!(summary.win_rate > 0.8, "{summary:?}");
        assert!(games.iter().all(|played| played.plies <= 60));
        // Both games of a pair begin with the same moves.
        assert!(games.chunks(2).all(|pair| pair[0].record.moves[..2] == pair[1].record.moves[..2]));
        assert!(summary.spent[0].nodes > 0 && summary.spent[1].nodes == 0);
    }
}

//! A number of games against one opponent.

use std::sync::Arc;

use agon_agents::balanced::win_in_one;
use agon_agents::{AgentError, AgentSpec, Playable};
use agon_core::Player;
use agon_core::hash::combine;
use serde::{Deserialize, Serialize};

use super::cell::{Cell, Judged};
use super::ladder::{honest, referee};
use super::referee::{Referee, replay};
use crate::bout::{Bout, Played, Spent};
use crate::openings::{self, Opening};

/// What is the same for all opponents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// The agent's spec.
    pub agent: String,
    /// Whether one number is carried from game to game.
    pub memory: bool,
    /// Games per opponent.
    pub games: usize,
    /// Random plies at the beginning of every pair of games.
    pub opening_plies: u32,
    /// What everything random depends on.
    pub seed: u64,
    /// Every so many games one is judged by the referee; 0 for none.
    pub judged_every: usize,
}

/// The games of an agent against one opponent.
pub struct Series {
    rules: Arc<dyn Playable>,
    setting: Setting,
    agent: AgentSpec,
    opponent: AgentSpec,
    openings: Vec<Opening>,
}

impl Series {
    /// A series to be played. Fails if an agent does not suit the game, or has nothing to remember.
    pub fn new(
        rules: Arc<dyn Playable>,
        setting: Setting,
        opponent: AgentSpec,
    ) -> Result<Series, AgentError> {
        let agent: AgentSpec = setting.agent.parse()?;
        for spec in [&agent, &opponent] {
            rules.agent(spec)?;
        }
        if setting.memory {
            agent.with("u", "0")?;
        }
        let pairs = setting.games.div_ceil(2);
        let mut openings = openings::random(rules.as_ref(), pairs, setting.opening_plies, setting.seed);
        if openings.is_empty() {
            openings.push(Opening::default());
        }
        Ok(Series { rules, setting, agent, opponent, openings })
    }

    /// Plays all games, and as many by somebody who plays to win, and has them judged.
    pub fn run(&self) -> Cell {
        let mut u = None;
        let mut games = Vec::new();
        let mut memory = Vec::new();
        for number in 0..self.setting.games {
            let played = self.play(&self.agent, number, &mut u);
            memory.extend(u);
            games.push(played);
        }
        let honest = honest(&self.agent);
        let honest: Vec<Played> =
            (0..self.setting.games).map(|number| self.play(&honest, number, &mut None)).collect();
        let spent = games.iter().fold(Spent::default(), |mut sum, played: &Played| {
            sum += played.spent[0];
            sum
        });
        let refused: u64 = games.iter().map(|played| self.wins_in_one_refused(played)).sum();
        Cell::new(self.rules.spec().to_owned(), self.opponent.to_string(), &games, &honest, spent)
            .with_memory(memory)
            .with_refusals(refused)
            .with_judgement(self.judge(&games))
    }

    /// Plays one game. What is remembered goes in and comes out.
    fn play(&self, agent: &AgentSpec, number: usize, u: &mut Option<f32>) -> Played {
        let remembers = self.setting.memory && *agent == self.agent;
        let spec = match *u {
            Some(u) if remembers => agent.with("u", &u.to_string()).expect("the agent remembers"),
            _ => agent.clone(),
        };
        let bout = Bout {
            rules: self.rules.as_ref(),
            agents: [&spec, &self.opponent],
            opening: self.openings.get(number / 2 % self.openings.len()),
            pair: number / 2,
            a_first: number.is_multiple_of(2),
            seed: combine([self.setting.seed, number as u64]),
            max_plies: None,
        };
        let (mut a, mut b) = (bout.seat(0), bout.seat(1));
        let played = bout.play_with(&mut [a.as_mut(), b.as_mut()]);
        if remembers {
            a.conclude(f32::from(played.gain));
            *u = a.memory();
        }
        played
    }

    /// How many of the first moves nobody chose.
    fn skipped(&self, played: &Played) -> usize {
        self.openings[played.pair % self.openings.len()].moves.len()
    }

    /// How often the agent could have won at once, and did not.
    fn wins_in_one_refused(&self, played: &Played) -> u64 {
        let agent = if played.a_first { Player::First } else { Player::Second };
        let (skipped, length) = (self.skipped(played), played.record.moves.len());
        let mut refused = 0;
        replay(self.rules.as_ref(), played, |game, _, number| {
            // A win at once ends the game, so only the last move of a game that was won can be one.
            let took = number + 1 == length && played.gain == 1;
            if number >= skipped && !took && game.to_move() == agent {
                refused += u64::from(win_in_one(game).is_some());
            }
        });
        refused
    }

    /// The judgement of every so many games.
    fn judge(&self, games: &[Played]) -> Option<Judged> {
        let every = self.setting.judged_every;
        if every == 0 {
            return None;
        }
        let spec = referee(&self.agent);
        let mut referee = Referee::new(self.rules.as_ref(), &spec).expect("the referee plays every game");
        // Both sides in turn: the first game of the first pair, the second of a later one.
        let chosen =
            games.iter().enumerate().filter(|(number, _)| number % every == (number / every) % 2 % every);
        let judged: Vec<_> = chosen
            .map(|(_, played)| {
                (played.gain, referee.judge(self.rules.as_ref(), played, self.skipped(played)))
            })
            .collect();
        Some(Judged::new(spec.to_string(), &judged))
    }
}

#[cfg(test)]
mod tests {
    use agon_agents::Catalogue;

    use super::*;
    use agon_core::spread::spread;

    fn setting(agent: &str, memory: bool) -> Setting {
        let agent = agent.to_owned();
        Setting { agent, memory, games: 12, opening_plies: 1, seed: 3, judged_every: 4 }
    }

    fn series(agent: &str, memory: bool, opponent: &str) -> Result<Series, AgentError> {
        let rules = Catalogue::shipped().find("tic-tac-toe").unwrap();
        Series::new(rules, setting(agent, memory), opponent.parse().unwrap())
    }

    #[test]
    fn cells_do_not_depend_on_the_number_of_jobs() {
        let opponents = ["random", "greedy", "uct:playouts=20"];
        let texts = [1, 3].map(|jobs| {
            let cells = spread(opponents.len(), jobs, |number| {
                series("fair:nodes=60", true, opponents[number]).unwrap().run().without_time()
            });
            format!("{cells:?}")
        });
        assert_eq!(texts[0], texts[1]);
    }

    #[test]
    fn memory_adds_up_and_no_win_in_one_is_refused() {
        let cell = series("fair:nodes=60", true, "random").unwrap().run();
        let gain = cell.tally.wins as f32 - cell.tally.losses as f32;
        assert_eq!(cell.memory.len(), 12);
        let inside = cell.memory.iter().all(|u| u.abs() < 3.9);
        assert!(!inside || (cell.memory[11] + 0.5 * gain).abs() < 1e-4, "{cell:?}");
        assert_eq!(cell.wins_in_one_refused, 0);
        assert_eq!(cell.judged.unwrap().games, 3);
    }

    #[test]
    fn an_agent_without_memory_cannot_be_asked_to_remember() {
        let error = series("greedy", true, "random").map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("no key 'u'"), "{error}");
    }

    #[test]
    fn a_random_player_refuses_wins_and_is_seen_to() {
        let cell = series("random", false, "random").unwrap().run();
        assert!(cell.wins_in_one_refused > 0, "{cell:?}");
        assert!(cell.memory.is_empty());
    }
}

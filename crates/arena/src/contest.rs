//! Matches: pairs of games between two agents from the same opening with sides exchanged.

use std::ops::Range;
use std::sync::Arc;

use agon_agents::{AgentError, AgentSpec, Playable};
use agon_core::hash::combine;
use agon_core::spread::spread;
use serde::{Deserialize, Serialize};

use crate::bout::{Bout, Played, Spent};
use crate::openings::Opening;
use crate::stats::{Interval, Mean, Pentanomial, SequentialTest, Verdict, clopper_pearson, mean};

/// What is to be played.
pub struct Contest {
    /// The game.
    pub rules: Arc<dyn Playable>,
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

/// Pairs between two looks at a sequential test.
pub const BATCH: usize = 16;

impl Contest {
    /// Plays all games. `done` is told about each as it finishes, in no particular order; the result is in order.
    pub fn run(&self, done: &(dyn Fn(&Played) + Sync)) -> Result<Vec<Played>, AgentError> {
        self.check()?;
        Ok(self.play(0..self.pairs, done))
    }

    /// Plays games until a sequential test is decided, and no more than all of them. It is looked at after every
    /// [`BATCH`] pairs, never within, so that the number of jobs makes no difference.
    pub fn run_test(
        &self,
        test: SequentialTest,
        done: &(dyn Fn(&Played) + Sync),
    ) -> Result<Vec<Played>, AgentError> {
        self.check()?;
        let mut games = Vec::new();
        for first in (0..self.pairs).step_by(BATCH) {
            games.extend(self.play(first..self.pairs.min(first + BATCH), done));
            if test.verdict(&pentanomial(&games)) != Verdict::Undecided {
                break;
            }
        }
        Ok(games)
    }

    fn play(&self, pairs: Range<usize>, done: &(dyn Fn(&Played) + Sync)) -> Vec<Played> {
        spread(2 * pairs.len(), self.jobs, |number| {
            let played = self.bout(2 * pairs.start + number).play();
            done(&played);
            played
        })
    }

    /// An agent that does not suit the game is a mistake of whoever asked, and is told before anything is played.
    pub fn check(&self) -> Result<(), AgentError> {
        self.agents.iter().try_for_each(|agent| self.rules.agent(agent).map(drop))
    }

    /// Game `number`: of each pair, the first agent moves first in the even game.
    pub fn bout(&self, number: usize) -> Bout<'_> {
        let pair = number / 2;
        Bout {
            rules: self.rules.as_ref(),
            agents: [&self.agents[0], &self.agents[1]],
            opening: self.openings.get(pair % self.openings.len().max(1)),
            pair,
            a_first: number.is_multiple_of(2),
            seed: combine([self.seed, number as u64]),
            max_plies: self.max_plies,
        }
    }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Won by the first agent.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by the first agent.
    pub losses: u64,
}

impl Tally {
    /// Counts games.
    pub fn of<'a>(games: impl Iterator<Item = &'a Played>) -> Tally {
        let mut tally = Tally::default();
        for played in games {
            tally.count(played.gain);
        }
        tally
    }

    /// Counts a game by its gain for the first agent.
    pub fn count(&mut self, gain: i8) {
        match gain {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The points of the first agent times two.
    pub fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// The same games as the second agent sees them.
    pub fn reversed(self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
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

/// The results of the pairs of a match.
fn pentanomial(games: &[Played]) -> Pentanomial {
    let mut pairs = Pentanomial::default();
    for pair in games.chunks_exact(2) {
        pairs.add(pair.iter().map(|played| (i16::from(played.gain) + 1) as usize).sum());
    }
    pairs
}

/// Adds up the games of a match.
pub fn summarise(games: &[Played]) -> Summary {
    let pairs = pentanomial(games);
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
    use agon_agents::Catalogue;

    use super::*;
    use crate::openings;

    fn contest(jobs: usize) -> Contest {
        let rules = Catalogue::shipped().find("tapatan-ludii").unwrap();
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
    fn a_sequential_test_stops_when_it_is_decided_whatever_the_number_of_jobs() {
        let test = SequentialTest::new(0.0, 100.0).unwrap();
        let mut long = contest(1);
        long.pairs = 40;
        let games = [1, 3].map(|jobs| Contest { jobs, ..contest(1) }).map(|mut contest| {
            contest.pairs = 40;
            contest.run_test(test, &|_| {}).unwrap()
        });
        assert_eq!(
            games[0].len(),
            2 * BATCH,
            "a searcher is found to be better than chance at the first look"
        );
        assert_eq!(test.verdict(&pentanomial(&games[0])), Verdict::Upper);
        let records = games.map(|games| games.into_iter().map(|played| played.record).collect::<Vec<_>>());
        assert_eq!(records[0], records[1]);
        let all = long.run(&|_| {}).unwrap();
        assert!(all[..2 * BATCH].iter().map(|played| &played.record).eq(records[0].iter()));
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

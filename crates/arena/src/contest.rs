//! Matches: pairs of games between two agents from the same opening with sides exchanged.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use agon_agents::{AgentError, AgentSpec, Playable};
use agon_core::hash::combine;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::bout::{Bout, Spent};
use crate::ledger::{
    Entry, Extra, Kept, Kind, Ledger, LedgerError, Named, Pairing, Roster, RuleSet, Run, Slot,
};
use crate::openings::{Opening, Source};
use crate::pairs::Couples;
use crate::range::{OutOfRange, within};
use crate::schedule::slots;
use crate::stats::{Interval, Mean, Pentanomial, SequentialTest, Verdict, clopper_pearson, mean_result};

/// What is to be played.
pub struct Contest {
    /// The game.
    pub rules: Arc<dyn Playable>,
    /// The two agents; results are told from the first one's view.
    pub agents: [AgentSpec; 2],
    /// The openings, one per pair of games.
    pub openings: Vec<Opening>,
    /// The number of pairs; openings are used again when there are fewer.
    pub pairs: u32,
    /// What every random choice of every agent depends on.
    pub seed: u64,
    /// Games at the same time. Results do not depend on it unless budgets are in time.
    pub jobs: usize,
    /// Ends games after this many plies; see [`Bout::max_plies`].
    pub max_plies: Option<u32>,
}

/// A match that cannot be played.
#[derive(Debug, Error)]
pub enum ContestError {
    /// An agent does not suit the game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The games cannot be kept.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A number makes no sense.
    #[error(transparent)]
    Range(#[from] OutOfRange),
}

/// Pairs between two looks at a sequential test.
pub const BATCH: u32 = 16;

/// What the games of a match depend on, as its ledger tells it.
#[derive(Serialize)]
struct Text<'a> {
    game: &'a str,
    agents: [String; 2],
    openings: &'a Source,
    games: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_plies: Option<u32>,
    /// The two hypotheses of a sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<[f64; 2]>,
    /// TOML knows no greater numbers.
    seed: i64,
}

impl Contest {
    /// How many games a match may have; none at all is no match, but does no harm.
    pub const GAMES: RangeInclusive<u64> = 2..=2_000_000;
    /// After how many plies games may be ended.
    pub const MAX_PLIES: RangeInclusive<u64> = 1..=1_000_000;

    /// What the ledger of the match is of, given where the openings come from and the test that may end it.
    pub fn describe(&self, source: &Source, test: Option<SequentialTest>) -> Run {
        let agents = self.agents.each_ref().map(ToString::to_string);
        let text = Text {
            game: self.rules.spec(),
            agents: agents.clone(),
            openings: source,
            games: self.pairs.saturating_mul(2),
            max_plies: self.max_plies,
            sprt: test.map(|test| [test.elo0, test.elo1]),
            seed: self.seed.cast_signed(),
        };
        let [a, b] = &agents;
        Run {
            kind: Kind::Match,
            name: format!("{}: {a} against {b}", self.rules.info().name),
            text: toml::to_string(&text).expect("texts and numbers can be written as TOML"),
            anchor: None,
            roster: Roster {
                agents: self.seats().into(),
                rules: vec![RuleSet::new(self.rules.as_ref(), &self.openings)],
            },
        }
    }

    /// The two agents, told apart where both are the same.
    fn seats(&self) -> [Named; 2] {
        let mut seats = self.agents.each_ref().map(Named::plain);
        if seats[0] == seats[1] {
            seats[0].name += " (a)";
            seats[1].name += " (b)";
        }
        seats
    }

    /// Plays the games that the ledger, which [describes](Contest::describe) this match, does not have yet. `done` is told about
    /// each as it finishes, in no particular order; the result is in order.
    pub fn run(
        &self,
        ledger: &mut Ledger,
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<Vec<Kept>, ContestError> {
        self.check()?;
        self.play(ledger, 0..self.pairs, done)
    }

    /// Plays games until a sequential test is decided, and no more than all of them. It is looked at after every
    /// [`BATCH`] pairs, never within, so that the number of jobs makes no difference.
    pub fn run_test(
        &self,
        ledger: &mut Ledger,
        test: SequentialTest,
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<Vec<Kept>, ContestError> {
        self.check()?;
        let mut games = Vec::new();
        for first in (0..self.pairs).step_by(BATCH as usize) {
            games.extend(self.play(ledger, first..self.pairs.min(first + BATCH), done)?);
            if test.verdict(&Couples::results(games.iter().map(|kept| &kept.entry))) != Verdict::Undecided {
                break;
            }
        }
        Ok(games)
    }

    fn play(
        &self,
        ledger: &mut Ledger,
        pairs: Range<u32>,
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<Vec<Kept>, ContestError> {
        let [a, b] = self.seats();
        let agents = [ledger.agent(&a)?, ledger.agent(&b)?];
        let rules = ledger.rules(&RuleSet::new(self.rules.as_ref(), &self.openings))?;
        let pairing = ledger.pair(&[Pairing { round: 0, rules, agents }])?[0];
        let all = slots(pairing..pairing + 1, self.pairs);
        let wanted: Vec<Slot> = all.filter(|slot| pairs.contains(&slot.pair)).collect();
        let play = |slot: Slot| (self.bout(slot.pair, slot.a_first).play(), Extra::default());
        ledger.play(wanted.iter().copied(), self.jobs, &|| true, &play, done)?;
        Ok(wanted.iter().map(|slot| ledger.game(slot.number)).collect::<Result<_, _>>()?)
    }

    /// An agent that does not suit the game, or a number that nobody means, is a mistake of whoever asked, and is told before
    /// anything is played.
    pub fn check(&self) -> Result<(), ContestError> {
        within("games", 2 * u64::from(self.pairs), 0..=*Contest::GAMES.end())?;
        if let Some(plies) = self.max_plies {
            within("plies of a game", plies.into(), Contest::MAX_PLIES)?;
        }
        Ok(self.agents.iter().try_for_each(|agent| self.rules.agent(agent).map(drop))?)
    }

    /// One of the games of a pair.
    pub fn bout(&self, pair: u32, a_first: bool) -> Bout<'_> {
        let number = 2 * u64::from(pair) + u64::from(!a_first);
        Bout {
            rules: self.rules.as_ref(),
            agents: [&self.agents[0], &self.agents[1]],
            opening: self.openings.get(pair as usize % self.openings.len().max(1)),
            a_first,
            seed: combine([self.seed, number]),
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
    pub fn of<'a>(games: impl Iterator<Item = &'a Entry>) -> Tally {
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
    /// The mean of +1, 0 and -1; pairs are what is independent.
    pub gain: Mean,
    /// The ends of its 95 % interval.
    pub gain_interval: Interval,
    /// The mean graded result.
    pub score: Mean,
    /// The ends of its 95 % interval.
    pub score_interval: Interval,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: Pentanomial,
    /// The Elo difference that is expected.
    pub elo: f64,
    /// The ends of its 95 % interval.
    pub elo_interval: [f64; 2],
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
pub fn summarise<'a>(games: impl IntoIterator<Item = &'a Entry>) -> Summary {
    let games: Vec<&Entry> = games.into_iter().collect();
    let pairs = Couples::results(games.iter().copied());
    let mut spent = [Spent::default(); 2];
    for played in &games {
        spent[0] += played.spent[0];
        spent[1] += played.spent[1];
    }
    let total = Tally::of(games.iter().copied());
    let (elo, interval) = pairs.elo();
    let (gain, gain_interval) = mean_of_pairs(&games, |played| f64::from(played.gain));
    let (score, score_interval) = mean_of_pairs(&games, |played| f64::from(played.score));
    Summary {
        total,
        as_first: Tally::of(games.iter().copied().filter(|played| played.a_first)),
        as_second: Tally::of(games.iter().copied().filter(|played| !played.a_first)),
        win_rate: total.wins as f64 / total.games().max(1) as f64,
        win_interval: clopper_pearson(total.wins, total.games().max(1), 0.95),
        gain,
        gain_interval,
        score,
        score_interval,
        pairs,
        elo,
        elo_interval: [interval.low, interval.high],
        superiority: pairs.superiority(),
        mean_plies: games.iter().map(|played| f64::from(played.plies)).sum::<f64>()
            / games.len().max(1) as f64,
        faults: games.iter().filter(|played| played.fault.is_some()).count() as u64,
        spent,
    }
}

/// The mean of what games are worth, and its interval over pairs.
fn mean_of_pairs(games: &[&Entry], worth: impl Fn(&Entry) -> f64) -> (Mean, Interval) {
    let mut pairs: BTreeMap<(usize, u32), (f64, f64)> = BTreeMap::new();
    for played in games {
        let (sum, count) = pairs.entry((played.pairing, played.pair)).or_default();
        (*sum, *count) = (*sum + worth(played), *count + 1.0);
    }
    mean_result(pairs.into_values().map(|(sum, count)| sum / count))
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

    fn ledger(contest: &Contest) -> Ledger {
        Ledger::in_memory(&contest.describe(&Source::Plies(2), None)).unwrap()
    }

    fn run(contest: &Contest) -> Vec<Kept> {
        contest.run(&mut ledger(contest), &|_| {}).unwrap()
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_jobs() {
        let games = [1, 3].map(|jobs| run(&contest(jobs)));
        let texts = games.map(|games| {
            format!("{:?}", games.iter().map(|g| (&g.record, g.entry.gain)).collect::<Vec<_>>())
        });
        assert_eq!(texts[0], texts[1]);
    }

    #[test]
    fn numbers_that_nobody_means_are_refused() {
        let told = |contest: Contest| contest.check().unwrap_err().to_string();
        let many = told(Contest { pairs: u32::MAX, ..contest(1) });
        assert_eq!(many, "the number of games is 8589934590; expected one from 0 to 2000000");
        let endless = told(Contest { max_plies: Some(u32::MAX), ..contest(1) });
        assert!(
            endless.contains("plies of a game is 4294967295; expected one from 1 to 1000000"),
            "{endless}"
        );
        let empty = Contest { pairs: 0, ..contest(1) };
        assert!(empty.check().is_ok() && run(&empty).is_empty());
    }

    #[test]
    fn a_sequential_test_stops_when_it_is_decided_whatever_the_number_of_jobs() {
        let test = SequentialTest::new(0.0, 100.0).unwrap();
        let long = Contest { pairs: 40, ..contest(1) };
        let games = [1, 3].map(|jobs| {
            let contest = Contest { pairs: 40, ..contest(jobs) };
            contest.run_test(&mut ledger(&contest), test, &|_| {}).unwrap()
        });
        assert_eq!(
            games[0].len() as u32,
            2 * BATCH,
            "a searcher is found to be better than chance at the first look"
        );
        let pairs = Couples::results(games[0].iter().map(|kept| &kept.entry));
        assert_eq!(test.verdict(&pairs), Verdict::Upper);
        let records = games.map(|games| games.into_iter().map(|kept| kept.record).collect::<Vec<_>>());
        assert_eq!(records[0], records[1]);
        let all = run(&long);
        assert!(all.iter().take(records[0].len()).map(|kept| &kept.record).eq(records[0].iter()));
    }

    #[test]
    fn a_searcher_beats_a_random_player_and_the_books_balance() {
        let games = run(&contest(2));
        let summary = summarise(games.iter().map(|kept| &kept.entry));
        assert_eq!(summary.total.games(), 40);
        assert_eq!(summary.as_first.games(), 20);
        assert_eq!(summary.pairs.pairs(), 20);
        assert!(summary.win_rate > 0.8, "{summary:?}");
        assert!(games.iter().all(|kept| kept.entry.plies <= 60));
        // Both games of a pair begin with the same moves.
        assert!(games.chunks(2).all(|pair| pair[0].record.moves[..2] == pair[1].record.moves[..2]));
        assert!(summary.spent[0].nodes > 0 && summary.spent[1].nodes == 0);
    }

    #[test]
    fn what_is_in_the_ledger_is_not_played_again() {
        let contest = contest(2);
        let mut ledger = ledger(&contest);
        let half = Contest { pairs: 20, ..contest };
        half.play(&mut ledger, 0..7, &|_| {}).unwrap();
        let played = std::sync::atomic::AtomicU32::new(0);
        let count = |_: &Entry| {
            played.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        let games = half.run(&mut ledger, &count).unwrap();
        assert_eq!((games.len(), played.into_inner()), (40, 26));
        let whole = run(&half);
        assert!(games.iter().map(|kept| &kept.record).eq(whole.iter().map(|kept| &kept.record)));
    }
}

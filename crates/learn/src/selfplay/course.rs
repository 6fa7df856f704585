//! Generation after generation.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agon_agents::{AgentSpec, Playable};
use agon_arena::contest::{Contest, Tally};
use agon_arena::ledger::{self, Desk, Entry, Extra, Ledger, Named, Pairing, Roster, RuleSet, Slot};
use agon_arena::openings;
use agon_nets::PatternModel;
use agon_nets::patterns::{Network, Origin};
use serde::{Deserialize, Serialize};

use super::game;
use super::plan::Plan;
use super::window::Window;
use crate::error::LearnError;
use crate::patterns::{Epoch, Fit, Settings, scheme};
use crate::play::Pace;

/// Random moves before games in which networks are compared.
const OPENING: u32 = 4;

/// Games that show how a young generation does: they decide nothing.
const YOUNG_GATE: u32 = 40;

/// What happens on the way.
pub enum News<'a> {
    /// A generation begins to play; so many of its games are there already.
    Playing {
        /// Its number, from 0.
        generation: u64,
        /// Games that were there before.
        there: u64,
        /// All its games.
        games: u64,
        /// Who plays.
        player: &'a AgentSpec,
    },
    /// An epoch of learning is over.
    Epoch(Epoch),
    /// A network has learned from so many positions of so many games.
    Learned {
        /// Games.
        games: u64,
        /// Positions.
        positions: u64,
        /// How well, on games that were kept apart.
        epoch: Epoch,
    },
    /// A network has met the best one so far.
    Gate(&'a Verdict),
}

/// What came of the games between a new network and the best one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The generation of the new network.
    pub generation: u64,
    /// The generation it had to beat; none if there was only who played first.
    pub against: Option<u64>,
    /// Its games.
    pub tally: Tally,
    /// Whether it takes the place of the best one.
    pub accepted: bool,
}

/// A folder in which a program learns a game.
pub struct Course {
    rules: Arc<dyn Playable>,
    plan: Plan,
    dir: PathBuf,
    ledger: Ledger,
    verdicts: Vec<Verdict>,
}

impl Course {
    /// Goes on with what is in a folder, or begins.
    pub fn begin(dir: &Path, plan: &Plan, rules: Arc<dyn Playable>) -> Result<Course, LearnError> {
        plan.check(rules.as_ref())?;
        let set = RuleSet { spec: plan.game.clone(), version: plan.version, openings: Vec::new() };
        let run = ledger::Run {
            kind: ledger::Kind::SelfPlay,
            name: format!("Self-play of {}", plan.game),
            text: toml::to_string(plan).expect("a plan is made of texts and numbers"),
            anchor: None,
            roster: Roster { agents: Vec::new(), rules: vec![set] },
        };
        let ledger = Ledger::resume(&dir.join("games.sqlite"), &run)?;
        Ok(Course { rules, plan: plan.clone(), dir: dir.to_owned(), ledger, verdicts: Vec::new() })
    }

    /// The file of the network of a generation.
    pub fn network(&self, generation: u64) -> PathBuf {
        self.dir.join(format!("generation-{generation}.net.safetensors"))
    }

    /// The generation of the best network so far, if there is any.
    pub fn best(&self) -> Option<u64> {
        self.verdicts.iter().rev().find(|verdict| verdict.accepted).map(|verdict| verdict.generation)
    }

    /// What came of every generation so far.
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    /// Who plays with the network of a generation.
    fn player(&self, generation: u64) -> Result<AgentSpec, LearnError> {
        self.plan.player(&self.network(generation).display().to_string())
    }

    /// Who plays best so far.
    fn incumbent(&self) -> Result<AgentSpec, LearnError> {
        self.best().map_or_else(|| Ok(self.plan.first.parse()?), |best| self.player(best))
    }

    /// Plays and learns the next generation; false if it was stopped before the end.
    pub fn advance(&mut self, pace: &Pace<'_>, tell: &mut dyn FnMut(News<'_>)) -> Result<bool, LearnError> {
        let generation = self.verdicts.len() as u64;
        let player = self.incumbent()?;
        if !self.play(generation, &player, pace, tell)? {
            return Ok(false);
        }
        let file = self.network(generation);
        if !file.exists() {
            self.learn(generation, pace.jobs, tell)?.save(&file)?;
        }
        let verdict = self.judge(generation, pace.jobs)?;
        tell(News::Gate(&verdict));
        self.verdicts.push(verdict);
        Ok(true)
    }

    /// Leaves one plain file of games behind.
    pub fn close(self) -> Result<(), LearnError> {
        Ok(self.ledger.close()?)
    }

    fn play(
        &mut self,
        generation: u64,
        player: &AgentSpec,
        pace: &Pace<'_>,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<bool, LearnError> {
        let Course { rules, plan, ledger, .. } = self;
        // A name that does not depend on where the folder is.
        let named = Named { name: format!("generation {generation}"), spec: player.to_string() };
        let agent = ledger.agent(&named)?;
        let pairing = ledger.pair(&[Pairing { round: generation as u32, rules: 0, agents: [agent; 2] }])?[0];
        let (first, games) = (plan.games_before(generation), plan.games_of(generation));
        let share = plan.random_of(generation);
        let there =
            ledger.numbers()?.iter().filter(|&&number| number > first && number <= first + games).count();
        tell(News::Playing { generation, there: there as u64, games, player });
        let slots = (0..games).map(|number| Slot {
            number: first + number + 1,
            pairing,
            pair: number as u32,
            a_first: true,
        });
        let play = |slot: Slot| {
            let (game, plies) = game::play(plan, rules.as_ref(), player, share, slot.number);
            (game, Extra { note: None, attachment: Some(plies) })
        };
        let told = |_: &Entry| (pace.tell)();
        Ok(ledger.play(slots, pace.jobs, pace.goes_on, &play, &told)?)
    }

    fn learn(
        &self,
        generation: u64,
        threads: usize,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<PatternModel, LearnError> {
        // What was played without any knowledge is soon left behind.
        let oldest = (generation + 1).saturating_sub(self.plan.window);
        let numbers = self.plan.games_before(oldest) + 1..=self.plan.games_before(generation + 1);
        fit(&self.plan, self.rules.as_ref(), &self.ledger, numbers, threads, tell)
    }

    /// Sets a new network against the best one.
    fn judge(&mut self, generation: u64, jobs: usize) -> Result<Verdict, LearnError> {
        let against = self.best();
        let old = self.incumbent()?;
        let new = self.player(generation)?;
        let pairs =
            if Plan::is_young(generation) { YOUNG_GATE.min(self.plan.gate) } else { self.plan.gate } / 2;
        let seed = self.plan.seed.wrapping_add(generation) & (i64::MAX as u64);
        let openings = openings::random(self.rules.as_ref(), pairs as usize, OPENING, seed);
        let contest = Contest {
            rules: self.rules.clone(),
            agents: [new, old],
            openings,
            pairs,
            seed,
            jobs,
            max_plies: Some(self.plan.longest),
        };
        let key = format!("gate {generation}");
        let mut failure = None;
        let desk = Desk::new(&mut self.ledger);
        let text = desk.measurement(&key, || match meet(&contest) {
            Ok(tally) => {
                let accepted = Plan::is_young(generation) || pairs == 0 || tally.wins >= tally.losses;
                let verdict = Verdict { generation, against, tally, accepted };
                serde_json::to_string(&verdict).expect("a verdict is made of numbers")
            }
            Err(error) => {
                failure = Some(error);
                String::new()
            }
        })?;
        match failure {
            Some(error) => Err(error),
            None => Ok(serde_json::from_str(&text).expect("a verdict was written before")),
        }
    }
}

/// Fits a network to the games with these numbers.
fn fit(
    plan: &Plan,
    rules: &dyn Playable,
    ledger: &Ledger,
    numbers: RangeInclusive<u64>,
    threads: usize,
    tell: &mut dyn FnMut(News<'_>),
) -> Result<PatternModel, LearnError> {
    let Plan { epochs, rate, caution, seed, .. } = *plan;
    let scheme = Arc::new(scheme(rules, &plan.patterns));
    let window = Window::open(plan, rules, ledger, &scheme, numbers, threads)?;
    let begun = Network::new(scheme, plan.shape(), window.train.middles(plan.phases), seed);
    let settings = Settings { epochs, rate, caution, seed, threads, ..Settings::default() };
    let fit = Fit::new(&window.train, &window.test, settings)?;
    let (network, epoch) = fit.learn(&begun, &mut |epoch| tell(News::Epoch(epoch)));
    let positions = window.train.len() as u64;
    tell(News::Learned { games: window.games, positions, epoch });
    Ok(PatternModel {
        game: plan.game.clone(),
        version: plan.version,
        recipe: plan.patterns.clone(),
        network,
        origin: Origin {
            made_by: toml::to_string(plan).expect("a plan is made of texts and numbers"),
            games: window.games,
            positions,
            loss: epoch.test,
        },
    })
}

/// Fits a network to all games of a ledger of self-play, with settings that may differ from those they were played for.
/// `change` makes the settings from those of the ledger.
pub fn refit(
    path: &Path,
    rules: &dyn Playable,
    change: impl FnOnce(Plan) -> Plan,
    threads: usize,
    tell: &mut dyn FnMut(News<'_>),
) -> Result<PatternModel, LearnError> {
    let ledger = Ledger::open(path)?;
    let strange = |why: String| LearnError::NotSelfPlay { path: path.display().to_string(), why };
    if ledger.run().kind != ledger::Kind::SelfPlay {
        return Err(strange(format!("it holds the games of another kind of run ({})", ledger.run().kind)));
    }
    let played: Plan =
        toml::from_str(&ledger.run().text).map_err(|error| strange(error.message().to_owned()))?;
    if (played.game.as_str(), played.version) != (rules.spec(), rules.info().version) {
        return Err(strange(format!("its games are those of {}, version {}", played.game, played.version)));
    }
    let plan = change(played);
    plan.check(rules)?;
    fit(&plan, rules, &ledger, 1..=u64::MAX, threads, tell)
}

fn meet(contest: &Contest) -> Result<Tally, LearnError> {
    let mut ledger = Ledger::in_memory(&contest.describe(&openings::Source::Plies(OPENING), None))?;
    let games = contest.run(&mut ledger, &|_| {})?;
    Ok(Tally::of(games.iter().map(|kept| &kept.entry)))
}

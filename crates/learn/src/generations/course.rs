//! A plan that is carried out.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agon_agents::{AgentSpec, Playable};
use agon_arena::contest::{Contest, Tally};
use agon_arena::ledger::{self, Entry, Extra, Ledger, Named, Pairing, Roster, RuleSet, Slot};
use agon_arena::openings;
use agon_nets::PatternModel;
use agon_nets::patterns::{Network, Origin, Shape};
use serde::{Deserialize, Serialize};

use super::common::{Common, MOST_MEETINGS};
use super::lot::{Lot, Venue};
use super::method::Method;
use super::window::Lore;
use crate::error::{LearnError, Unfit};
use crate::patterns::{Epoch, Findings, Fit, inspect, scheme};
use crate::play::Pace;

/// Random moves before games in which networks are compared.
const OPENING: u32 = 4;

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
        /// What the network is like on them.
        findings: Findings,
    },
    /// A network has met the best one so far.
    Gate(&'a Verdict),
    /// A network has met somebody whose strength does not change.
    Strength(&'a Yardstick),
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

/// What came of the games between a network and somebody whose strength does not change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Yardstick {
    /// The spec of that agent.
    pub against: String,
    /// The games of the network.
    pub tally: Tally,
}

/// The file of the network of a generation, in the folder of a course.
pub fn network(dir: &Path, generation: u64) -> PathBuf {
    dir.join(file_name(generation))
}

fn file_name(generation: u64) -> String {
    format!("generation-{generation}.net.safetensors")
}

/// A folder in which a program learns a game.
pub struct Course<M> {
    rules: Arc<dyn Playable>,
    plan: M,
    dir: PathBuf,
    ledger: Ledger,
    verdicts: Vec<Verdict>,
    yardsticks: (Vec<AgentSpec>, u32),
}

impl<M: Method> Course<M> {
    /// Goes on with what is in a folder, or begins.
    pub fn begin(dir: &Path, plan: &M, rules: Arc<dyn Playable>) -> Result<Course<M>, LearnError> {
        plan.check(rules.as_ref())?;
        let Common { game, version, .. } = plan.common();
        let run = ledger::Run {
            kind: M::KIND,
            name: format!("{} of {game}", M::NAME),
            text: written(plan),
            anchor: None,
            roster: Roster {
                agents: Vec::new(),
                rules: vec![RuleSet { spec: game.clone(), version: *version, openings: Vec::new() }],
            },
        };
        let ledger = Ledger::resume(&dir.join("games.sqlite"), &run)?;
        let (plan, dir) = (plan.clone(), dir.to_owned());
        Ok(Course { rules, plan, dir, ledger, verdicts: Vec::new(), yardsticks: (Vec::new(), 0) })
    }

    /// The same, in which every network plays so many games against each of these agents. They decide nothing.
    pub fn measured_by(self, agents: Vec<AgentSpec>, games: u32) -> Result<Course<M>, LearnError> {
        Unfit::unless_at_most(MOST_MEETINGS, "strength", games.into())?;
        Ok(Course { yardsticks: (agents, games), ..self })
    }

    /// The file of the network of a generation.
    pub fn network(&self, generation: u64) -> PathBuf {
        network(&self.dir, generation)
    }

    /// The generation of the best network so far, if there is any.
    pub fn best(&self) -> Option<u64> {
        self.verdicts.iter().rev().find(|verdict| verdict.accepted).map(|verdict| verdict.generation)
    }

    /// What came of every generation so far.
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    /// The file of the network of a generation, as specs name it.
    fn named(&self, generation: Option<u64>) -> Option<String> {
        generation.map(|generation| self.network(generation).display().to_string())
    }

    /// Plays and learns the next generation; false if it was stopped before the end.
    pub fn advance(&mut self, pace: &Pace<'_>, tell: &mut dyn FnMut(News<'_>)) -> Result<bool, LearnError> {
        let play = |lot: &Lot<'_, M>| lot.play().map_err(|error| error.to_string());
        self.advance_at(&Venue { play: &play, size: 1, jobs: pace.jobs }, pace, tell)
    }

    /// The same with the games that are learned from played elsewhere. Learning stays here, and so do the games that show what a
    /// network is worth: so many threads and games at the same time the pace is of. A lot that cannot be played ends it all.
    pub fn advance_at(
        &mut self,
        venue: &Venue<'_, M>,
        pace: &Pace<'_>,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<bool, LearnError> {
        let generation = self.verdicts.len() as u64;
        if !self.play(generation, venue, pace, tell)? {
            return Ok(false);
        }
        let file = self.network(generation);
        if !file.exists() {
            self.learn(generation, pace.jobs, tell)?.save(&file)?;
        }
        let verdict = self.judge(generation, pace.jobs)?;
        tell(News::Gate(&verdict));
        for yardstick in self.measure(generation, pace.jobs)? {
            tell(News::Strength(&yardstick));
        }
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
        venue: &Venue<'_, M>,
        pace: &Pace<'_>,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<bool, LearnError> {
        let network = self.best().map(|best| self.network(best));
        // In the ledger who plays does not depend on where the folder is.
        let spec = self.plan.player(self.best().map(file_name).as_deref())?.to_string();
        let Course { rules, plan, ledger, .. } = self;
        let none = Lot { plan, rules: rules.as_ref(), generation, network: network.as_deref(), numbers: &[] };
        let agent = ledger.agent(&Named { name: format!("generation {generation}"), spec })?;
        let pairing = ledger.pair(&[Pairing { round: generation as u32, rules: 0, agents: [agent; 2] }])?[0];
        let numbers = plan.games_of(generation);
        let there = ledger.numbers()?.iter().filter(|number| numbers.contains(number)).count() as u64;
        let games = numbers.end() + 1 - numbers.start();
        tell(News::Playing { generation, there, games, player: &none.player()? });
        let slots = numbers.zip(0..).map(|(number, pair)| Slot { number, pairing, pair, a_first: true });
        let play = |slots: &[Slot]| {
            let numbers: Vec<u64> = slots.iter().map(|slot| slot.number).collect();
            let kept = |attachment| Extra { note: None, attachment: Some(attachment) };
            let games = (venue.play)(&Lot { numbers: &numbers, ..none })?;
            Ok(games.into_iter().map(|(game, attachment)| (game, kept(attachment))).collect())
        };
        let told = |_: &Entry| (pace.tell)();
        Ok(ledger.play_lots(slots, venue.size, venue.jobs, pace.goes_on, &play, &told)?)
    }

    fn learn(
        &self,
        generation: u64,
        threads: usize,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<PatternModel, LearnError> {
        // What was played with less knowledge is soon left behind.
        let oldest = (generation + 1).saturating_sub(self.plan.common().window);
        let numbers = *self.plan.games_of(oldest).start()..=*self.plan.games_of(generation).end();
        let before = match self.best() {
            // As it was written, rounded: a run that was interrupted knows no other.
            Some(best) if M::CONTINUES => Some(PatternModel::load(&self.network(best))?.network),
            _ => None,
        };
        fit(&self.plan, self.rules.as_ref(), &self.ledger, &numbers, before, threads, tell)
    }

    /// Sets a new network against the best one.
    fn judge(&mut self, generation: u64, jobs: usize) -> Result<Verdict, LearnError> {
        let key = gate_key(generation);
        if let Some(text) = self.ledger.measurement(&key)? {
            return Ok(serde_json::from_str(&text).expect("a verdict was written before"));
        }
        let against = self.best();
        let old = self.plan.witness(self.named(against).as_deref())?;
        let tally = self.meet(generation, old, self.plan.gate(generation), jobs)?;
        let accepted = self.plan.accepts(generation, tally);
        let verdict = Verdict { generation, against, tally, accepted };
        let text = serde_json::to_string(&verdict).expect("a verdict is made of numbers");
        self.ledger.measure(&key, &text)?;
        Ok(verdict)
    }

    /// Sets a new network against those whose strength does not change.
    fn measure(&mut self, generation: u64, jobs: usize) -> Result<Vec<Yardstick>, LearnError> {
        let key = strength_key(generation);
        if let Some(text) = self.ledger.measurement(&key)? {
            return Ok(serde_json::from_str(&text).expect("tallies were written before"));
        }
        let (agents, games) = &self.yardsticks;
        let yardsticks = agents.iter().map(|agent| {
            let tally = self.meet(generation, agent.clone(), *games, jobs)?;
            Ok(Yardstick { against: agent.to_string(), tally })
        });
        let yardsticks = yardsticks.collect::<Result<Vec<Yardstick>, LearnError>>()?;
        let text = serde_json::to_string(&yardsticks).expect("tallies are made of numbers");
        self.ledger.measure(&key, &text)?;
        Ok(yardsticks)
    }

    /// Plays games of the network of a generation against an agent, which are not kept.
    fn meet(&self, generation: u64, agent: AgentSpec, games: u32, jobs: usize) -> Result<Tally, LearnError> {
        let (rules, pairs) = (self.rules.clone(), games / 2);
        let Common { seed, longest, .. } = *self.plan.common();
        let seed = seed.wrapping_add(generation) & (i64::MAX as u64);
        let contest = Contest {
            agents: [self.plan.witness(self.named(Some(generation)).as_deref())?, agent],
            openings: openings::random(rules.as_ref(), pairs as usize, OPENING, seed),
            rules,
            pairs,
            seed,
            jobs,
            max_plies: Some(longest),
        };
        let mut ledger = Ledger::in_memory(&contest.describe(&openings::Source::Plies(OPENING), None))?;
        let games = contest.run(&mut ledger, &|_| {})?;
        Ok(Tally::of(games.iter().map(|kept| &kept.entry)))
    }
}

/// Under which name a ledger keeps how the network of a generation did against the best one.
pub(crate) fn gate_key(generation: u64) -> String {
    format!("gate {generation}")
}

/// The same against those whose strength does not change.
pub(crate) fn strength_key(generation: u64) -> String {
    format!("strength {generation}")
}

/// A plan as ledgers and networks tell it.
fn written<M: Method>(plan: &M) -> String {
    toml::to_string(plan).expect("a plan is made of texts and numbers")
}

/// Fits a network to the games with these numbers; it begins with the weights of an earlier one, if there is one.
pub(crate) fn fit<M: Method>(
    plan: &M,
    rules: &dyn Playable,
    ledger: &Ledger,
    numbers: &RangeInclusive<u64>,
    before: Option<Network>,
    threads: usize,
    tell: &mut dyn FnMut(News<'_>),
) -> Result<PatternModel, LearnError> {
    let Common { game, version, seed, study, .. } = plan.common();
    let scheme = Arc::new(scheme(rules, &study.patterns));
    let lore = Lore::gather(plan, rules, ledger, &scheme, numbers, threads)?;
    let begun = before.unwrap_or_else(|| {
        let middles = lore.train.middles(study.phases);
        let shape = Shape { phases: middles.len(), hidden: study.hidden };
        Network::new(scheme, shape, middles, *seed)
    });
    let fit = Fit::new(&lore.train, &lore.test, study.settings(*seed, threads))?;
    let (network, epoch) = fit.learn(&begun, &mut |epoch| tell(News::Epoch(epoch)));
    let (games, positions) = (lore.games, lore.train.len() as u64);
    let findings = inspect(&network, &lore.test);
    tell(News::Learned { games, positions, epoch, findings });
    Ok(PatternModel {
        game: game.clone(),
        version: *version,
        recipe: study.patterns.clone(),
        network,
        origin: Origin { made_by: written(plan), games, positions, loss: epoch.test },
    })
}

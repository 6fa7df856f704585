//! The tables and figures of published papers, repeated.
//!
//! An experiment is a file in `experiments/`: the paper, its printed numbers, and parts of a few kinds that say what is
//! played or computed, at each [`Scale`]. Running one gives a [`Report`]: the paper's numbers beside ours, figures, and
//! sentences that say where both agree. Some begin with [`Lesson`]s: networks that have to be learned before anybody can play with
//! them, which is the business of whoever runs them ([`Experiment::taught`]).

mod claim;
mod clock;
mod contender;
mod cost;
mod curves;
mod depths;
mod matches;
mod networks;
mod phases;
mod play;
mod ranking;
mod report;
mod robin;
mod scale;
mod selection;
mod training;
mod words;

pub use networks::{Lesson, Networks};
pub use report::{Item, Report, Section};
pub use scale::Scale;

use std::sync::atomic::AtomicU32;

use agon_agents::{AgentError, Catalogue};
use agon_core::hash::combine;
use agon_nets::model::ModelError;
use serde::Deserialize;
use thiserror::Error;

use crate::contest::ContestError;
use crate::ledger::{Desk, Kind, Ledger, LedgerError, Run};

/// The experiments that come with the program, by name.
const SHIPPED: &[(&str, &str)] = &[
    ("hybrid-table3", include_str!("../../../../experiments/hybrid-table3.toml")),
    ("gaussian-table2", include_str!("../../../../experiments/gaussian-table2.toml")),
    ("freckers", include_str!("../../../../experiments/freckers.toml")),
    ("checkers-figures", include_str!("../../../../experiments/checkers-figures.toml")),
    ("minibal-table2", include_str!("../../../../experiments/minibal-table2.toml")),
    ("minibal-figure1", include_str!("../../../../experiments/minibal-figure1.toml")),
    ("minibal-table4", include_str!("../../../../experiments/minibal-table4.toml")),
    ("descent-vs-selfplay", include_str!("../../../../experiments/descent-vs-selfplay.toml")),
    ("ccnn-cost", include_str!("../../../../experiments/ccnn-cost.toml")),
    ("ccnn-figures6-7", include_str!("../../../../experiments/ccnn-figures6-7.toml")),
    ("ccnn-tables2-5", include_str!("../../../../experiments/ccnn-tables2-5.toml")),
    ("ccnn-table6", include_str!("../../../../experiments/ccnn-table6.toml")),
];

/// Why an experiment cannot be run.
#[derive(Debug, Error)]
pub enum ExperimentError {
    /// No experiment has this name.
    #[error("there is no experiment '{name}'; known: {}", Experiment::names().collect::<Vec<_>>().join(", "))]
    Unknown {
        /// What was typed.
        name: String,
    },
    /// The text is not an experiment.
    #[error("'{name}' is not an experiment: {error}")]
    Unreadable {
        /// The name or file.
        name: String,
        /// What is wrong with it.
        error: String,
    },
    /// An agent does not exist or does not suit its game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A game does not exist.
    #[error(transparent)]
    Game(#[from] agon_core::SpecError),
    /// A network cannot be read.
    #[error(transparent)]
    Network(#[from] ModelError),
    /// The games cannot be kept.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Two agents cannot meet.
    #[error(transparent)]
    Contest(#[from] ContestError),
}

/// A published experiment at a scale.
#[derive(Debug)]
pub struct Experiment {
    name: String,
    scale: Scale,
    plan: Plan,
    /// Everything the file says at this scale.
    said: toml::Value,
    /// What is played, without the words and the paper's numbers.
    played: toml::Table,
    /// What was learned for it.
    networks: Networks,
}

/// What a file says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    title: String,
    paper: Paper,
    #[serde(default)]
    learn: Vec<networks::Lessons>,
    part: Vec<Part>,
}

/// Where the numbers were published.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Who wrote it.
    pub authors: String,
    /// What it is called.
    pub title: String,
    /// Which table or figure is repeated.
    pub place: String,
}

/// One part of an experiment, by kind.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Part {
    Matches(matches::Matches),
    RoundRobin(robin::RoundRobin),
    Curves(curves::Curves),
    Depths(depths::CostByDepth),
    Clock(clock::ClockUse),
    Cost(cost::Costs),
    Selection(selection::Selections),
    Training(training::Growth),
}

impl Part {
    /// What a part lacks that nothing can be run without.
    fn missing(&self) -> Option<&'static str> {
        let (complete, words) = match self {
            Part::Matches(part) => (part.is_complete(), "no rows or no games"),
            Part::RoundRobin(part) => (part.is_complete(), "fewer than two agents or no games"),
            Part::Curves(part) => (
                part.is_complete(),
                "no boards, agents, budgets or games, fewer evaluations than it calls strong or weak, or compares a budget that it has not",
            ),
            Part::Depths(part) => (part.is_complete(), "no games, or not one list of depths for each agent"),
            Part::Clock(part) => (part.is_complete(), "no games, or an agent without a clock"),
            Part::Training(part) => (part.is_complete(), "no networks"),
            Part::Cost(_) | Part::Selection(_) => (true, ""),
        };
        (!complete).then_some(words)
    }
}

/// How a run goes about it.
pub struct Setting<'a> {
    /// The games there are.
    pub catalogue: &'a Catalogue,
    /// What everything random depends on.
    pub seed: u64,
    /// Games played at the same time. Results do not depend on it unless budgets are in time.
    pub jobs: usize,
    /// Told how many pieces of work of the current part are done, and of how many; from any thread.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// A run of an experiment on its way.
struct Course<'a> {
    catalogue: &'a Catalogue,
    /// The number of the part that is run, and what everything random in it depends on.
    part: usize,
    seed: u64,
    jobs: usize,
    progress: &'a (dyn Fn(usize, usize) + Sync),
    desk: Desk<'a>,
    networks: &'a Networks,
    /// How many contests there were before.
    contests: AtomicU32,
}

/// Keys that say how results are told, and not what they are.
const WORDS: [&str; 11] = [
    "title",
    "paper",
    "heading",
    "text",
    "label",
    "remark",
    "published",
    "claim",
    "order",
    "turns",
    "phases",
];

/// What is played: a plan without its words.
fn without_words(table: &toml::Table) -> toml::Table {
    fn plain(value: &toml::Value) -> toml::Value {
        match value {
            toml::Value::Table(table) => without_words(table).into(),
            toml::Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().into(),
            other => other.clone(),
        }
    }
    let kept = table.iter().filter(|(key, _)| !WORDS.contains(&key.as_str()));
    kept.map(|(key, value)| (key.clone(), plain(value))).collect()
}

/// What is wrong with a file.
fn unreadable(name: &str, error: &toml::de::Error) -> ExperimentError {
    ExperimentError::Unreadable { name: name.to_owned(), error: error.message().to_owned() }
}

impl Experiment {
    /// The names of the experiments that come with the program.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|&(name, _)| name)
    }

    /// The shipped experiment with this name.
    pub fn find(name: &str, scale: Scale) -> Result<Experiment, ExperimentError> {
        let shipped = SHIPPED.iter().find(|(known, _)| *known == name);
        let &(name, text) = shipped.ok_or_else(|| ExperimentError::Unknown { name: name.to_owned() })?;
        Experiment::read(name, text, scale)
    }

    /// Reads an experiment.
    pub fn read(name: &str, text: &str, scale: Scale) -> Result<Experiment, ExperimentError> {
        let said: toml::Value = toml::from_str(text).map_err(|error| unreadable(name, &error))?;
        let said = scale.resolve(said);
        let played = said.as_table().map(without_words).unwrap_or_default();
        let plan: Plan = said.clone().try_into().map_err(|error| unreadable(name, &error))?;
        for (index, part) in plan.part.iter().enumerate() {
            if let Some(missing) = part.missing() {
                let error = format!("part {} has {missing}", index + 1);
                return Err(ExperimentError::Unreadable { name: name.to_owned(), error });
            }
        }
        Ok(Experiment { name: name.to_owned(), scale, plan, said, played, networks: Networks::default() })
    }

    /// What has to be learned before it can be run.
    pub fn lessons(&self) -> Vec<Lesson> {
        self.plan.learn.iter().flat_map(networks::Lessons::each).collect()
    }

    /// The same experiment with these networks. What it is about does not depend on where they are.
    pub fn taught(self, networks: Networks) -> Result<Experiment, ExperimentError> {
        let said = networks.fill_in_all(&self.said);
        let plan = said.clone().try_into().map_err(|error| unreadable(&self.name, &error))?;
        Ok(Experiment { plan, said, networks, ..self })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is about, in a few words.
    pub fn title(&self) -> &str {
        &self.plan.title
    }

    /// Where the numbers were published.
    pub fn paper(&self) -> &Paper {
        &self.plan.paper
    }

    /// What the ledger of the experiment is of.
    pub fn describe(&self, seed: u64) -> Run {
        let mut text = self.played.clone();
        text.insert("experiment".to_owned(), self.name.as_str().into());
        text.insert("scale".to_owned(), self.scale.to_string().into());
        // TOML knows no greater numbers.
        text.insert("seed".to_owned(), seed.cast_signed().into());
        Run {
            kind: Kind::Experiment,
            name: self.plan.title.clone(),
            text: toml::to_string(&text).expect("what was read as TOML can be written as such"),
            ..Run::default()
        }
    }

    /// Runs it. What the ledger, which is [of this experiment](Experiment::describe), holds already is not played again.
    pub fn run(&self, setting: &Setting<'_>, ledger: &mut Ledger) -> Result<Report, ExperimentError> {
        let mut sections = Vec::new();
        let mut course = Course {
            catalogue: setting.catalogue,
            part: 0,
            seed: 0,
            jobs: setting.jobs,
            progress: setting.progress,
            desk: Desk::new(ledger),
            networks: &self.networks,
            contests: AtomicU32::new(0),
        };
        for (index, part) in self.plan.part.iter().enumerate() {
            course.part = index;
            course.seed = combine([setting.seed, index as u64]);
            sections.extend(match part {
                Part::Matches(part) => part.run(&course)?,
                Part::RoundRobin(part) => part.run(&course)?,
                Part::Curves(part) => part.run(&course)?,
                Part::Depths(part) => part.run(&course)?,
                Part::Clock(part) => part.run(&course)?,
                Part::Cost(part) => part.run(),
                Part::Selection(part) => part.run(&course),
                Part::Training(part) => part.run()?,
            });
        }
        Ok(Report {
            name: self.name.clone(),
            title: self.plan.title.clone(),
            paper: self.plan.paper.clone(),
            scale: self.scale,
            seed: setting.seed,
            sections,
        })
    }
}

#[cfg(test)]
mod tests;

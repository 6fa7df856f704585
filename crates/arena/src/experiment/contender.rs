//! Agents and games as experiment files name them.

use std::sync::Arc;

use agon_agents::{AgentError, AgentSpec, Playable};
use agon_core::hash::combine;
use serde::{Deserialize, Deserializer, de};

use super::{Course, ExperimentError};
use crate::contest::Contest;
use crate::openings;

/// An agent and what the paper calls it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Contender {
    /// What tables and figures call it.
    pub(super) name: String,
    /// What it is.
    #[serde(deserialize_with = "read_spec")]
    pub(super) spec: AgentSpec,
    /// What the paper says about it, if a table has room for that.
    #[serde(default)]
    pub(super) published: String,
}

/// Reads an agent's spec.
pub(super) fn read_spec<'de, D: Deserializer<'de>>(deserializer: D) -> Result<AgentSpec, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

/// Reads an agent's spec where there may be none.
pub(super) fn read_some_spec<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<AgentSpec>, D::Error> {
    read_spec(deserializer).map(Some)
}

/// The same agent with further keys, as in `playouts=2000,c=1`.
pub(super) fn extend(spec: &AgentSpec, keys: &str) -> Result<AgentSpec, AgentError> {
    keys.split(',').map(str::trim).filter(|part| !part.is_empty()).try_fold(spec.clone(), |spec, part| {
        let malformed = || AgentError::Malformed { text: part.to_owned() };
        let (key, value) = part.split_once('=').ok_or_else(malformed)?;
        spec.with(key, value)
    })
}

/// Under which conditions the contests of a part are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditions {
    /// Games per contest; one more if the number is odd.
    pub(super) games: usize,
    /// Random plies at the beginning of each pair of games.
    pub(super) openings: u32,
    /// Ends games after this many plies, which only the referee knows.
    pub(super) max_plies: Option<u32>,
}

impl Conditions {
    /// The contest number `index` of a part. All contests of a part on the same game begin in the same openings.
    pub(super) fn contest(
        &self,
        game: &str,
        agents: [AgentSpec; 2],
        index: usize,
        course: &Course<'_>,
    ) -> Result<Contest, ExperimentError> {
        Ok(self.contest_at(course.catalogue.find(game)?, agents, index, course))
    }

    /// The same for a game that was found.
    pub(super) fn contest_at(
        &self,
        rules: Arc<dyn Playable>,
        agents: [AgentSpec; 2],
        index: usize,
        course: &Course<'_>,
    ) -> Contest {
        let pairs = self.games.div_ceil(2) as u32;
        let openings = match self.openings {
            0 => Vec::new(),
            plies => openings::random(rules.as_ref(), pairs as usize, plies, course.seed),
        };
        let seed = combine([course.seed, index as u64]);
        Contest { rules, agents, openings, pairs, seed, jobs: course.jobs, max_plies: self.max_plies }
    }

    /// The conditions in words.
    pub(super) fn words(&self) -> String {
        let mut words = match self.openings {
            0 => "sides exchanged, from the initial position".to_owned(),
            plies => format!("in pairs with sides exchanged, after {plies} random plies"),
        };
        if let Some(plies) = self.max_plies {
            words += &format!("; a draw after {plies} plies, which the agents do not see coming");
        }
        words
    }
}

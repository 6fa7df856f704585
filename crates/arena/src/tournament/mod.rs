//! Tournaments: many agents, many games, every finished game stored at once.
//!
//! What is played depends on the tournament's text alone, and each game on its number; the store knows which numbers are
//! done. So a tournament that was cut off, however it was, goes on where it stopped and comes out the same.

mod read;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use agon_agents::{AgentSpec, Catalogue, Playable};
use agon_core::hash::combine;
use agon_core::spread::spread;
use thiserror::Error;

use crate::bout::Bout;
use crate::openings::Opening;
use crate::schedule::{Format, Past, Slot, slots};
use crate::store::{Finished, Named, Pairing, Roster, RuleSet, Start, Store, StoreError};

/// A tournament, checked: every agent suits every game.
pub struct Tournament {
    /// Its name.
    pub name: String,
    /// What every random choice depends on.
    pub seed: u64,
    /// Who meets whom.
    pub format: Format,
    /// Pairs of games per pairing.
    pub pairs: u32,
    /// What is played.
    pub events: Vec<Event>,
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// The index of the agent that is rated zero, if it is not the mean of all.
    pub anchor: Option<usize>,
    /// Games at the same time, if the text says; results do not depend on it.
    pub jobs: Option<usize>,
}

/// A game that is played.
pub struct Event {
    /// Its rules.
    pub rules: Arc<dyn Playable>,
    /// How the text asks for openings: a number of random plies, or a file.
    pub source: Source,
    /// Where its games begin.
    pub openings: Vec<Opening>,
    /// Ends games after this many plies.
    pub max_plies: Option<u32>,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// This many random plies.
    Plies(u32),
    /// A file with one opening per line.
    File(String),
}

/// An agent that plays.
pub struct Entrant {
    /// Its name in the tables.
    pub name: String,
    /// What it is.
    pub spec: AgentSpec,
}

/// A tournament that cannot be played.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The text is no TOML.
    #[error("line {line}: {reason}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Something in the text makes no sense.
    #[error("{key}: {reason}")]
    Key {
        /// Which key.
        key: String,
        /// What is wrong with its value.
        reason: String,
    },
    /// The file of results is no use.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Tournament {
    /// Reads a tournament from TOML. Games are looked for in the catalogue, files that it names in `folder`.
    pub fn read(text: &str, catalogue: &Catalogue, folder: &Path) -> Result<Tournament, TournamentError> {
        read::tournament(text, catalogue, folder)
    }

    /// Everything that results depend on, written in one way only; it is itself a tournament's text.
    pub fn canonical(&self) -> String {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let mut text = format!("name = {}\nseed = {}\n", quoted(&self.name), self.seed);
        text += &match self.format {
            Format::RoundRobin => "format = \"round-robin\"\n".to_owned(),
            Format::Gauntlet => "format = \"gauntlet\"\n".to_owned(),
            Format::Swiss { rounds } => format!("format = \"swiss\"\nrounds = {rounds}\n"),
        };
        text += &format!("pairs = {}\n", self.pairs);
        for event in &self.events {
            text += &format!("\n[[games]]\nspec = {}\n", quoted(event.rules.spec()));
            text += &match &event.source {
                Source::Plies(plies) => format!("openings = {plies}\n"),
                Source::File(file) => format!("openings = {}\n", quoted(file)),
            };
            if let Some(plies) = event.max_plies {
                text += &format!("max_plies = {plies}\n");
            }
        }
        for Entrant { name, spec } in &self.entrants {
            text += &format!("\n[[agents]]\nname = {}\nspec = {}\n", quoted(name), quoted(&spec.to_string()));
        }
        text
    }

    /// What a store has to know before the first game.
    pub fn roster(&self) -> Roster {
        let agents = self
            .entrants
            .iter()
            .map(|Entrant { name, spec }| Named { name: name.clone(), spec: spec.to_string() });
        let rules = self.events.iter().map(|event| RuleSet {
            spec: event.rules.spec().to_owned(),
            version: event.rules.info().version,
            openings: event.openings.iter().map(|opening| event.start(opening)).collect(),
        });
        Roster {
            name: self.name.clone(),
            text: self.canonical(),
            agents: agents.collect(),
            rules: rules.collect(),
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        let meetings = self.format.meetings(self.entrants.len()) * self.events.len();
        u64::from(self.format.rounds()) * meetings as u64 * u64::from(self.pairs) * 2
    }

    /// Plays what the store does not have yet, `jobs` games at a time. `done` is told about each game once it is stored.
    pub fn run(
        &self,
        store: &mut Store,
        jobs: usize,
        done: &(dyn Fn(&Finished) + Sync),
    ) -> Result<(), TournamentError> {
        self.run_while(store, jobs, &|| true, done)
    }

    /// The same, but asks before each game whether to go on, and ends once the answer is no; it must stay no then. The question may
    /// take its time.
    pub fn run_while(
        &self,
        store: &mut Store,
        jobs: usize,
        goes_on: &(dyn Fn() -> bool + Sync),
        done: &(dyn Fn(&Finished) + Sync),
    ) -> Result<(), TournamentError> {
        for round in 0..self.format.rounds() {
            let pairings = self.round(store, round)?;
            let finished = store.numbers()?;
            let first = pairings.first().map_or(0, |(index, _)| *index);
            let open: Vec<Slot> = slots(first..first + pairings.len(), self.pairs)
                .filter(|slot| finished.binary_search(&slot.number).is_err())
                .collect();
            // Once a game could not be stored, there is no use in playing more.
            let shared = Mutex::new((&mut *store, None));
            spread(open.len(), jobs, |index| {
                let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
                if lock().1.is_some() || !goes_on() {
                    return;
                }
                let slot = open[index];
                let played = self.bout(slot, &pairings[slot.pairing - first].1).play();
                let game = Finished {
                    number: slot.number,
                    pairing: slot.pairing,
                    pair: slot.pair,
                    a_first: slot.a_first,
                    gain: played.gain,
                    score: played.score,
                    plies: played.plies,
                    spent: played.spent,
                    fault: played.fault,
                };
                let (store, failure) = &mut *lock();
                match store.add(&game, &played.record) {
                    Ok(()) => done(&game),
                    Err(error) => *failure = Some(error),
                }
            });
            let (_, failure) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
            failure.map_or(Ok(()), Err)?;
            // The next round is paired by the results of this one, so it must be complete.
            if !goes_on() {
                break;
            }
        }
        Ok(())
    }

    /// The pairings of a round with their indices: those in the store, or new ones, which are stored.
    fn round(&self, store: &mut Store, round: u32) -> Result<Vec<(usize, Pairing)>, StoreError> {
        let known = store.pairings()?;
        if known.iter().all(|pairing| pairing.round < round) {
            let past = self.past(store, &known, round)?;
            store.pair(&self.format.pair(self.entrants.len(), self.events.len(), &past))?;
        }
        let all = store.pairings()?.into_iter().enumerate();
        Ok(all.filter(|(_, pairing)| pairing.round == round).collect())
    }

    /// What the pairing of a round depends on.
    fn past(&self, store: &Store, pairings: &[Pairing], round: u32) -> Result<Past, StoreError> {
        let most = 4 * u64::from(self.pairs) * self.events.len() as u64;
        let mut past = Past { rounds: vec![Vec::new(); round as usize], most, ..Past::default() };
        for pairing in pairings.iter().filter(|pairing| pairing.rules == 0) {
            past.rounds[pairing.round as usize].push(pairing.agents);
        }
        store.each(|pairing, game| {
            let half_points = (game.gain + 1) as u64;
            for (agent, half_points) in pairing.agents.into_iter().zip([half_points, 2 - half_points]) {
                *past.half_points.entry(agent).or_default() += half_points;
            }
        })?;
        Ok(past)
    }

    fn bout(&self, slot: Slot, pairing: &Pairing) -> Bout<'_> {
        let Event { rules, openings, max_plies, .. } = &self.events[pairing.rules];
        // Each round has openings of its own, as far as there are enough.
        let opening = (pairing.round * self.pairs + slot.pair) as usize % openings.len();
        Bout {
            rules: rules.as_ref(),
            agents: pairing.agents.map(|agent| &self.entrants[agent].spec),
            opening: Some(&openings[opening]),
            pair: slot.pair as usize,
            a_first: slot.a_first,
            seed: combine([self.seed, slot.number]),
            max_plies: *max_plies,
        }
    }
}

impl Event {
    fn start(&self, opening: &Opening) -> Start {
        Start { position: opening.position.clone(), moves: opening.start(self.rules.as_ref()).history() }
    }
}

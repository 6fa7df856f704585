//! Tournaments: many agents, many games, every finished game stored at once.
//!
//! What is played depends on the tournament's text alone, and each game on its number; the [ledger](crate::ledger) knows which
//! numbers are done. So a tournament that was cut off, however it was, goes on where it stopped and comes out the same.

mod read;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use agon_agents::{AgentSpec, Catalogue, Playable};
use agon_core::hash::combine;
use thiserror::Error;

use crate::bout::{Bout, Venue, here};
use crate::ledger::{Entry, Extra, Kind, Ledger, LedgerError, Named, Pairing, Roster, RuleSet, Run, Slot};
use crate::openings::{Opening, Source};
use crate::schedule::{Format, Past, slots};

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
    /// The games cannot be kept.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
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

    /// What the ledger of the tournament is of.
    pub fn describe(&self) -> Run {
        let agents = self
            .entrants
            .iter()
            .map(|Entrant { name, spec }| Named { name: name.clone(), spec: spec.to_string() });
        let rules = self.events.iter().map(|event| RuleSet::new(event.rules.as_ref(), &event.openings));
        Run {
            kind: Kind::Tournament,
            name: self.name.clone(),
            text: self.canonical(),
            anchor: self.anchor.map(|agent| self.entrants[agent].name.clone()),
            roster: Roster { agents: agents.collect(), rules: rules.collect() },
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        let meetings = self.format.meetings(self.entrants.len()) * self.events.len();
        u64::from(self.format.rounds()) * meetings as u64 * u64::from(self.pairs) * 2
    }

    /// Plays what the ledger, which [describes](Tournament::describe) this tournament, does not have yet, `jobs` games at a time.
    /// `done` is told about each game once it is stored.
    pub fn run(
        &self,
        ledger: &mut Ledger,
        jobs: usize,
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<(), TournamentError> {
        self.run_while(ledger, jobs, &|| true, done)
    }

    /// The same with games played elsewhere, `jobs` of them at a time. A game that cannot be played ends it.
    pub fn run_at(
        &self,
        venue: Venue<'_>,
        ledger: &mut Ledger,
        jobs: usize,
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<(), TournamentError> {
        self.run_rounds(venue, ledger, jobs, &|| true, done)
    }

    /// The same, but asks before each game whether to go on, and ends once the answer is no; it must stay no then. The question may
    /// take its time.
    pub fn run_while(
        &self,
        ledger: &mut Ledger,
        jobs: usize,
        goes_on: &(dyn Fn() -> bool + Sync),
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<(), TournamentError> {
        self.run_rounds(&here, ledger, jobs, goes_on, done)
    }

    fn run_rounds(
        &self,
        venue: Venue<'_>,
        ledger: &mut Ledger,
        jobs: usize,
        goes_on: &(dyn Fn() -> bool + Sync),
        done: &(dyn Fn(&Entry) + Sync),
    ) -> Result<(), TournamentError> {
        for round in 0..self.format.rounds() {
            let indices = self.round(ledger, round)?;
            let pairings = ledger.pairings().to_vec();
            let play = |slot: Slot| {
                let game = venue(&self.bout(slot, &pairings[slot.pairing]))?;
                Ok((game, Extra::default()))
            };
            // The next round is paired by the results of this one, so it must be complete.
            if !ledger.play_at(slots(indices, self.pairs), jobs, goes_on, &play, done)? {
                break;
            }
        }
        Ok(())
    }

    /// The indices of the pairings of a round: those in the ledger, or new ones, which are added.
    fn round(&self, ledger: &mut Ledger, round: u32) -> Result<Range<usize>, LedgerError> {
        if ledger.pairings().iter().all(|pairing| pairing.round < round) {
            let past = self.past(ledger, round)?;
            ledger.pair(&self.format.pair(self.entrants.len(), self.events.len(), &past))?;
        }
        let rounds = || ledger.pairings().iter().map(|pairing| pairing.round);
        Ok(rounds().take_while(|&other| other < round).count()
            ..rounds().take_while(|&other| other <= round).count())
    }

    /// What the pairing of a round depends on.
    fn past(&self, ledger: &Ledger, round: u32) -> Result<Past, LedgerError> {
        let most = 4 * u64::from(self.pairs) * self.events.len() as u64;
        let mut past = Past { rounds: vec![Vec::new(); round as usize], most, ..Past::default() };
        for pairing in ledger.pairings().iter().filter(|pairing| pairing.rules == 0) {
            past.rounds[pairing.round as usize].push(pairing.agents);
        }
        ledger.each(|pairing, game| {
            let half_points = u64::from(game.half_points());
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
            a_first: slot.a_first,
            seed: combine([self.seed, slot.number]),
            max_plies: *max_plies,
        }
    }
}

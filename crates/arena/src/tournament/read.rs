//! Tournaments as people write them: TOML, read key by key, so that every mistake is answered with its key.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use agon_agents::{AgentSpec, Catalogue, Playable};
use toml::{Table, Value};

use super::{Entrant, Event, Tournament, TournamentError};
use crate::openings::{self, Source};
use crate::schedule::Format;

/// Random plies where nothing is said about openings.
const PLIES: u32 = 4;

/// Pairs of games where nothing is said about them.
const PAIRS: u32 = 10;

/// The greatest number that TOML knows.
const HUGE: u64 = i64::MAX as u64;

/// More than anybody plays, and few enough for all products to fit.
const MANY: u64 = 1_000_000;

type Reading<T> = Result<T, TournamentError>;

pub(super) fn tournament(text: &str, catalogue: &Catalogue, folder: &Path) -> Reading<Tournament> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| TournamentError::Syntax {
        line: 1 + text[..error.span().map_or(0, |span| span.start).min(text.len())].matches('\n').count(),
        reason: error.message().replace('\n', "; "),
    })?;
    let section = Section { table, path: String::new() };
    section.allow(&[
        "name",
        "seed",
        "format",
        "rounds",
        "pairs",
        "openings",
        "max_plies",
        "jobs",
        "anchor",
        "games",
        "agents",
    ])?;
    let entrants = entrants(&section)?;
    let format = format(&section, entrants.len())?;
    let seed = section.count("seed", 0..=HUGE)?.unwrap_or(1);
    let pairs = section.count("pairs", 1..=MANY)?.map_or(PAIRS, |pairs| pairs as u32);
    let wanted = pairs as usize * format.rounds() as usize;
    let events = events(&section, catalogue, folder, wanted, seed)?;
    for event in &events {
        for (index, entrant) in entrants.iter().enumerate() {
            event.rules.agent(&entrant.spec).map_err(|error| {
                let reason = format!("'{}' cannot play {}: {error}", entrant.name, event.rules.spec());
                wrong(&format!("agents, entry {}", index + 1), &reason)
            })?;
        }
    }
    let anchor = section.text("anchor")?.map(|name| {
        let known = || entrants.iter().map(|entrant| entrant.name.as_str()).collect::<Vec<_>>().join(", ");
        let found = entrants.iter().position(|entrant| entrant.name == name);
        found.ok_or_else(|| wrong("anchor", &format!("no agent has the name '{name}'; known: {}", known())))
    });
    Ok(Tournament {
        name: section.text("name")?.unwrap_or("Tournament").to_owned(),
        seed,
        format,
        pairs,
        events,
        anchor: anchor.transpose()?,
        jobs: section.count("jobs", 1..=MANY)?.map(|jobs| jobs as usize),
        entrants,
    })
}

fn format(section: &Section, agents: usize) -> Reading<Format> {
    // With an odd number of agents somebody is free in every round.
    let most = (agents - 1 + agents % 2) as u64;
    let has_rounds = section.table.contains_key("rounds");
    match (section.text("format")?.unwrap_or("round-robin"), has_rounds) {
        ("swiss", true) => {
            let rounds = section.count("rounds", 1..=most)?.unwrap_or(1);
            Ok(Format::Swiss { rounds: rounds as u32 })
        }
        ("swiss", false) => {
            Err(wrong("rounds", &format!("a swiss tournament needs a number from 1 to {most}")))
        }
        (name @ ("round-robin" | "gauntlet"), true) => {
            let who = if name == "gauntlet" {
                "the first agent meets every other one"
            } else {
                "everybody meets everybody"
            };
            let reason = format!(
                "only a swiss tournament is played in rounds; in a {name} {who}, and the key pairs says how often"
            );
            Err(wrong("rounds", &reason))
        }
        ("round-robin", false) => Ok(Format::RoundRobin),
        ("gauntlet", false) => Ok(Format::Gauntlet),
        (other, _) => {
            Err(wrong("format", &format!("'{other}' is none; expected round-robin, gauntlet or swiss")))
        }
    }
}

fn entrants(section: &Section) -> Reading<Vec<Entrant>> {
    let mut names = HashSet::new();
    let mut entrants = Vec::new();
    for entry in section.entries("agents", 2, &["spec", "name"])? {
        let spec =
            entry.spec()?.parse::<AgentSpec>().map_err(|error| wrong(&entry.path, &error.to_string()))?;
        let name = entry.text("name")?.map_or_else(|| spec.to_string(), str::to_owned);
        if name.trim().is_empty() || name.contains(char::is_control) {
            return Err(wrong(&entry.key("name"), "a name is a text of one line that is not empty"));
        }
        if !names.insert(name.clone()) {
            return Err(wrong(
                &entry.path,
                &format!("'{name}' is there already; give each agent its own name"),
            ));
        }
        entrants.push(Entrant { name, spec });
    }
    Ok(entrants)
}

fn events(
    section: &Section,
    catalogue: &Catalogue,
    folder: &Path,
    wanted: usize,
    seed: u64,
) -> Reading<Vec<Event>> {
    let mut specs = HashSet::new();
    let mut events = Vec::new();
    for entry in section.entries("games", 1, &["spec", "openings", "max_plies"])? {
        let rules = catalogue.find(entry.spec()?).map_err(|error| wrong(&entry.path, &error.to_string()))?;
        if !specs.insert(rules.spec().to_owned()) {
            return Err(wrong(&entry.path, &format!("{} is there already", rules.spec())));
        }
        let mut max_plies = None;
        let mut source = (Source::Plies(PLIES), "openings".to_owned());
        // What a game says about itself counts more than what is said for all.
        for section in [section, &entry] {
            max_plies = section.count("max_plies", 1..=MANY)?.map(|plies| plies as u32).or(max_plies);
            source = section.source()?.map_or(source, |found| (found, section.key("openings")));
        }
        let (source, key) = source;
        let openings = match &source {
            Source::Plies(plies) => openings::random(rules.as_ref(), wanted, *plies, seed),
            Source::File(file) => read_openings(&folder.join(file), &rules, &key)?,
        };
        if openings.is_empty() {
            return Err(wrong(&key, &format!("{} has no such openings", rules.spec())));
        }
        let ends = |plies: u32| openings.iter().any(|opening| opening.start(rules.as_ref()).plies() >= plies);
        if max_plies.is_some_and(ends) {
            return Err(wrong("max_plies", &format!("an opening of {} is as long as that", rules.spec())));
        }
        events.push(Event { rules, source, openings, max_plies });
    }
    Ok(events)
}

fn read_openings(path: &Path, rules: &Arc<dyn Playable>, key: &str) -> Reading<Vec<openings::Opening>> {
    let text = agon_core::bounded::read_to_string(path)
        .map_err(|error| wrong(key, &format!("cannot read '{}': {error}", path.display())))?;
    openings::read(rules.as_ref(), &text)
        .map_err(|error| wrong(key, &format!("'{}', {error}", path.display())))
}

fn wrong(key: &str, reason: &str) -> TournamentError {
    TournamentError::Key { key: key.to_owned(), reason: reason.to_owned() }
}

/// A table of the text, and where it stands.
struct Section {
    table: Table,
    path: String,
}

impl Section {
    /// How a key of this section is called in a sentence.
    fn key(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}, {key}", self.path) }
    }

    fn allow(&self, known: &[&str]) -> Reading<()> {
        match self.table.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => {
                Err(wrong(&self.key(key), &format!("there is no such key; known: {}", known.join(", "))))
            }
        }
    }

    fn text(&self, key: &str) -> Reading<Option<&str>> {
        match self.table.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong(&self.key(key), &format!("expected a text, not {other}"))),
        }
    }

    /// The text without which an entry of a list says nothing.
    fn spec(&self) -> Reading<&str> {
        self.text("spec")?.ok_or_else(|| wrong(&self.path, "the key spec is missing"))
    }

    fn count(&self, key: &str, range: RangeInclusive<u64>) -> Reading<Option<u64>> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
        if let Some(number) = number.filter(|number| range.contains(number)) {
            return Ok(Some(number));
        }
        let expected = match range.into_inner() {
            (least, HUGE) => format!("from {least}"),
            (least, most) => format!("from {least} to {most}"),
        };
        Err(wrong(&self.key(key), &format!("expected a whole number {expected}, not {value}")))
    }

    fn source(&self) -> Reading<Option<Source>> {
        match self.table.get("openings") {
            None => Ok(None),
            Some(Value::String(file)) => Ok(Some(Source::File(file.clone()))),
            Some(Value::Integer(plies @ 0..=1000)) => Ok(Some(Source::Plies(*plies as u32))),
            Some(other) => {
                let expected = "expected a number of random plies from 0 to 1000, or the name of a file";
                Err(wrong(&self.key("openings"), &format!("{expected}, not {other}")))
            }
        }
    }

    /// The tables of a list, in which a plain text stands for a table with nothing but a spec.
    fn entries(&self, key: &str, least: usize, known: &[&str]) -> Reading<Vec<Section>> {
        let list = match self.table.get(key) {
            Some(Value::Array(list)) => list.as_slice(),
            Some(other) => return Err(wrong(key, &format!("expected a list, not {other}"))),
            None => &[],
        };
        if list.len() < least {
            return Err(wrong(key, &format!("expected a list of at least {least}, found {}", list.len())));
        }
        let entries = list.iter().enumerate().map(|(index, value)| {
            let path = format!("{key}, entry {}", index + 1);
            let table = match value {
                Value::String(_) => Table::from_iter([("spec".to_owned(), value.clone())]),
                Value::Table(table) => table.clone(),
                other => return Err(wrong(&path, &format!("expected a spec or a table, not {other}"))),
            };
            let section = Section { table, path };
            section.allow(known)?;
            Ok(section)
        });
        entries.collect()
    }
}

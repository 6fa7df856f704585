//! What a ledger says, as a page, as JSON, and as rows for other people's tools.
//!
//! Everything is added up while the games stream by, so that a million of them need no more memory than a thousand.

mod facts;
mod figures;
mod page;
mod points;
mod rows;
pub mod tables;

pub use facts::facts;
pub use rows::{CsvRows, ParquetRows, Row};

use std::collections::BTreeMap;

use agon_core::Reason;
use serde_json::{Value, json};

use crate::ledger::{Kind, Ledger, LedgerError, Roster, Run};
use crate::standings::Standings;
use points::Pairs;

/// The games of a ledger, added up.
pub struct Report {
    run: Run,
    standings: Standings,
    /// The numbers of the games that are drawn because an agent with other rules said so.
    claims: Vec<u64>,
    /// The agent that is rated zero.
    anchor: Option<usize>,
    /// How many games were how long, for each set of rules.
    lengths: Vec<BTreeMap<u32, u64>>,
    pairs: Pairs,
}

impl Report {
    /// Adds up the games of a ledger, and shows each to `visit`. The ratings are anchored at an agent of the roster, or at
    /// their mean.
    pub fn of(
        ledger: &Ledger,
        anchor: Option<usize>,
        mut visit: impl FnMut(&Row<'_>),
    ) -> Result<Report, LedgerError> {
        let run = ledger.run().clone();
        let mut lengths = vec![BTreeMap::new(); run.roster.rules.len()];
        let mut pairs = Pairs::default();
        let standings = Standings::watched(ledger, anchor, |pairing, game| {
            *lengths[pairing.rules].entry(game.plies).or_default() += 1;
            pairs.add(pairing, game);
            visit(&Row { roster: &run.roster, pairing, game });
        })?;
        let claims = ledger.ended_by(Reason::Claim)?;
        Ok(Report { run, standings, claims, anchor, lengths, pairs })
    }

    /// A page that needs nothing around it.
    pub fn html(&self) -> String {
        page::write(self)
    }

    /// What the tables say.
    pub fn json(&self) -> Value {
        let mut facts = facts(&self.run, &self.standings);
        facts["anchor"] = self.anchor.map(|agent| self.run.roster.agents[agent].name.as_str()).into();
        if self.run.kind != Kind::Tournament {
            facts["kind"] = self.run.kind.to_string().into();
            facts["text"] = self.run.text.as_str().into();
        }
        facts["claims"] = json!(self.claims);
        facts["times"] = self.times();
        facts
    }

    /// How long each agent thought about a move, at each game. Not part of the other tables, which are the same however fast
    /// the machine is.
    fn times(&self) -> Value {
        let names = self.names();
        let games = self.run.roster.rules.iter().zip(&self.standings.by_rules).map(|(rules, table)| {
            let played = table.order().into_iter().filter(|&agent| table.lines[agent].spent.moves > 0);
            let agents = played.map(|agent| {
                let spent = table.lines[agent].spent;
                json!({"agent": names[agent], "ms_per_move": spent.mean_milliseconds(), "late": spent.late})
            });
            json!({"game": rules.spec, "agents": agents.collect::<Vec<_>>()})
        });
        games.collect()
    }

    /// The tables of the page as plain text.
    pub fn text(&self) -> String {
        let names = self.names();
        let total = &self.standings.total;
        let [ratings, cross, times] =
            [tables::ratings(total, &names), tables::cross(total, &names), tables::times(total, &names)]
                .map(|table| table.text());
        format!("{ratings}Elo points; {} is at 0.\n\n{cross}\n{times}", self.zero())
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.standings.total.games
    }

    /// What the games are of.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Who plays what.
    pub fn roster(&self) -> &Roster {
        &self.run.roster
    }

    /// How everybody stands.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The names of the agents, in the order of the roster.
    pub fn names(&self) -> Vec<&str> {
        self.run.roster.agents.iter().map(|agent| agent.name.as_str()).collect()
    }

    /// What is rated zero.
    fn zero(&self) -> &str {
        self.anchor.map_or("the mean of all", |agent| &self.run.roster.agents[agent].name)
    }
}

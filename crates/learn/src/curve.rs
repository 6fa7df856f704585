//! Learning curves: how far every generation of a folder has come.

use std::path::Path;

use agon_arena::contest::Tally;
use agon_arena::ledger::{Kind, Ledger};
use agon_arena::stats::mean_result;
use agon_nets::PatternModel;
use agon_plot::table::Table;
use agon_plot::{Axis, Chart, Point, Series};
use serde::Serialize;

use crate::error::LearnError;
use crate::generations::{Verdict, Yardstick, gate_key, network, strength_key};

/// What a generation has come to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rung {
    /// Its number, from 0.
    pub generation: u64,
    /// Games that were played for it and all before it.
    pub games: u64,
    /// Positions that the searches of these games looked at.
    pub nodes: u64,
    /// The error of its network on positions it did not learn from.
    pub loss: f64,
    /// How its network did against an earlier one.
    pub gate: Option<Tally>,
    /// Whether it took the place of that one.
    pub accepted: bool,
    /// How it did against agents whose strength does not change.
    pub strength: Vec<Yardstick>,
}

/// The curve of a folder of self-play or descent.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// What was learned, and how.
    pub name: String,
    /// The generations that have a network.
    pub rungs: Vec<Rung>,
}

impl Curve {
    /// Reads the curve of a folder; somebody may still be learning there.
    pub fn read(dir: &Path) -> Result<Curve, LearnError> {
        let path = dir.join("games.sqlite");
        let ledger = Ledger::open(&path)?;
        let run = ledger.run();
        if !matches!(run.kind, Kind::SelfPlay | Kind::Descent) {
            let why = format!("it holds the games of another kind of run ({})", run.kind);
            return Err(LearnError::NoCurve { path: path.display().to_string(), why });
        }
        // Games and positions by generation.
        let mut played: Vec<(u64, u64)> = Vec::new();
        ledger.each(|pairing, entry| {
            let generation = pairing.round as usize;
            played.resize(played.len().max(generation + 1), (0, 0));
            let (games, nodes) = &mut played[generation];
            *games += 1;
            *nodes += entry.spent.iter().map(|spent| spent.nodes).sum::<u64>();
        })?;
        let (mut games, mut nodes, mut rungs) = (0, 0, Vec::new());
        for (generation, own) in (0..).zip(played) {
            (games, nodes) = (games + own.0, nodes + own.1);
            let file = network(dir, generation);
            if !file.exists() {
                break;
            }
            let gate = ledger.measurement(&gate_key(generation))?;
            let gate = gate.and_then(|text| serde_json::from_str::<Verdict>(&text).ok());
            let loss = PatternModel::load(&file)?.origin.loss;
            let accepted = gate.as_ref().is_some_and(|verdict| verdict.accepted);
            let gate = gate.map(|verdict| verdict.tally);
            let strength = ledger.measurement(&strength_key(generation))?;
            let strength = strength.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
            rungs.push(Rung { generation, games, nodes, loss, gate, accepted, strength });
        }
        Ok(Curve { name: run.name.clone(), rungs })
    }

    /// The generation whose network is the best so far.
    pub fn best(&self) -> Option<&Rung> {
        self.rungs.iter().rev().find(|rung| rung.accepted)
    }

    /// How the error fell with the games that were played.
    pub fn loss(&self) -> Chart {
        let points: Vec<Point> =
            self.rungs.iter().map(|rung| Point::new(rung.games as f64, rung.loss)).collect();
        Chart::new(format!("{}: error on games kept apart", self.name))
            .x(Axis::new("games played"))
            .y(Axis::new("mean squared error"))
            .with(Series::line("networks", points))
    }

    /// How each network did against the one it had to beat, with 95 % intervals.
    pub fn gate(&self) -> Chart {
        let points: Vec<Point> = self.rungs.iter().filter_map(|rung| share(rung, rung.gate?)).collect();
        scores(format!("{}: score against the network before", self.name))
            .with(Series::line("networks", points))
    }

    /// How each network did against agents whose strength does not change, with 95 % intervals; nothing if there were none.
    pub fn strength(&self) -> Option<Chart> {
        let agents = self.yardsticks();
        let line = |agent: &&str| {
            let points: Vec<Point> =
                self.rungs.iter().filter_map(|rung| share(rung, rung.against(agent)?)).collect();
            Series::line(*agent, points)
        };
        let chart = scores(format!("{}: score against others", self.name));
        (!agents.is_empty()).then(|| agents.iter().map(line).fold(chart, Chart::with))
    }

    /// The agents whose strength does not change.
    fn yardsticks(&self) -> Vec<&str> {
        let mut agents: Vec<&str> = Vec::new();
        for yardstick in self.rungs.iter().flat_map(|rung| &rung.strength) {
            if !agents.contains(&yardstick.against.as_str()) {
                agents.push(&yardstick.against);
            }
        }
        agents
    }

    /// The same in numbers.
    pub fn table(&self) -> Table {
        let mut table = Table::new(self.name.clone())
            .numbers("generation")
            .numbers("games")
            .numbers("positions searched")
            .numbers("error")
            .words("won, drawn, lost");
        let agents = self.yardsticks();
        for agent in &agents {
            table = table.words(format!("against {agent}"));
        }
        let told = |tally: Option<Tally>| {
            tally.map_or_else(String::new, |Tally { wins, draws, losses }| {
                format!("{wins}, {draws}, {losses}")
            })
        };
        for rung in &self.rungs {
            let Rung { generation, games, nodes, loss, gate, .. } = rung;
            let numbers =
                [generation.to_string(), games.to_string(), nodes.to_string(), format!("{loss:.5}")];
            let tallies = agents.iter().map(|agent| told(rung.against(agent)));
            table.row(numbers.into_iter().chain([told(*gate)]).chain(tallies));
        }
        table
    }
}

impl Rung {
    /// How it did against an agent whose strength does not change.
    fn against(&self, agent: &str) -> Option<Tally> {
        let yardstick = self.strength.iter().find(|yardstick| yardstick.against == agent)?;
        Some(yardstick.tally)
    }
}

/// A chart of shares of the points.
fn scores(title: String) -> Chart {
    Chart::new(title).x(Axis::new("games played")).y(Axis::new("share of the points").from_to(0.0, 1.0))
}

/// The share of the points that the network of a generation got, if it played at all.
fn share(rung: &Rung, Tally { wins, draws, losses }: Tally) -> Option<Point> {
    let results = [(1.0, wins), (0.0, draws), (-1.0, losses)];
    let results = results.into_iter().flat_map(|(gain, count)| (0..count).map(move |_| gain));
    let (mean, interval) = mean_result(results);
    let share = |gain: f64| f64::midpoint(gain, 1.0);
    let point = Point::new(rung.games as f64, share(mean.mean));
    (wins + draws + losses > 0).then(|| point.within(share(interval.low), share(interval.high)))
}

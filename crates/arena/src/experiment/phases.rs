//! How deep agents look in the parts of a game.

use std::collections::BTreeMap;

use agon_plot::table::Table;
use agon_plot::{Axis, Chart, Point, Series};
use serde::Deserialize;

use super::contender::Contender;
use super::report::{Item, Section};
use super::robin::Pairing;
use super::words::{percent, plain};
use crate::stats::{Mean, mean};

/// The parts of a game, and whose depths are told.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Phases {
    heading: String,
    /// The agents, by name.
    agents: Vec<String>,
    /// Depths whose share is told.
    at_least: Vec<u32>,
    phase: Vec<Phase>,
    /// What the paper says of an agent's depth in the phase named, by agent.
    published: BTreeMap<String, String>,
    /// The phase that the paper speaks of.
    middle: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Phase {
    name: String,
    /// The first and the last ply of it.
    from: u32,
    to: u32,
}

/// Plies per point of the chart.
const STEP: u32 = 10;

impl Phases {
    /// A table and a chart; what they say is repeatable if the budgets are.
    pub(super) fn section(&self, agents: &[Contender], pairings: &[Pairing]) -> Section {
        let mut table = Table::new("Depth of finished iterations, with 95 % radius over moves")
            .words("agent")
            .words("phase");
        table = table.numbers("moves").numbers("mean depth");
        for depth in &self.at_least {
            table = table.numbers(format!("at least {depth}"));
        }
        table = table.words(format!("the paper, {}", self.middle));
        let mut chart = Chart::new("Depth reached in the course of the game")
            .x(Axis::new("ply"))
            .y(Axis::new("mean depth of finished iterations"));
        let mut middle = Vec::new();
        for name in &self.agents {
            let Some(index) = agents.iter().position(|agent| agent.name == *name) else { continue };
            let depths = depths(pairings, index);
            for phase in &self.phase {
                let inside = depths.iter().filter(|(ply, _)| (phase.from..=phase.to).contains(ply));
                let inside: Vec<f64> = inside.map(|&(_, depth)| depth).collect();
                let found = mean(inside.iter().copied());
                let is_middle = phase.name == self.middle;
                let paper = self.published.get(name).filter(|_| is_middle).cloned().unwrap_or_default();
                if is_middle {
                    middle.push(format!("{name} {:.1} (the paper: {paper})", found.mean));
                }
                let mut cells =
                    vec![name.clone(), phase.name.clone(), inside.len().to_string(), plain(found, 2)];
                cells.extend(self.at_least.iter().map(|&least| {
                    let reached = inside.iter().filter(|&&depth| depth >= f64::from(least)).count();
                    percent(reached as f64 / inside.len().max(1) as f64)
                }));
                cells.push(paper);
                table.row(cells);
            }
            chart = chart.with(Series::line(name.clone(), course(&depths)).band());
        }
        let finding = format!("Mean depth in the {} phase: {}.", self.middle, middle.join("; "));
        let items = vec![Item::Table(table), Item::Chart(chart), Item::Finding(finding)];
        Section { heading: self.heading.clone(), items, repeatable: true }
    }
}

/// The ply, from 1, and the depth of every move of an agent in games against others and itself.
fn depths(pairings: &[Pairing], agent: usize) -> Vec<(u32, f64)> {
    let mut depths = Vec::new();
    for pairing in pairings {
        for moment in pairing.games.iter().flat_map(|game| &game.moments) {
            if [pairing.a, pairing.b][moment.by] == agent {
                depths.push((moment.ply + 1, f64::from(moment.cost.depth)));
            }
        }
    }
    depths
}

/// The mean depth in the course of the game.
fn course(depths: &[(u32, f64)]) -> Vec<Point> {
    let last = depths.iter().map(|&(ply, _)| ply).max().unwrap_or(0);
    let mut points = Vec::new();
    for start in (1..=last).step_by(STEP as usize) {
        let inside = depths.iter().filter(|(ply, _)| (start..start + STEP).contains(ply));
        let inside: Vec<f64> = inside.map(|&(_, depth)| depth).collect();
        if inside.len() >= 5 {
            let Mean { mean, radius } = mean(inside);
            let middle = f64::from(start) + f64::from(STEP - 1) / 2.0;
            points.push(Point::new(middle, mean).within(mean - radius, mean + radius));
        }
    }
    points
}

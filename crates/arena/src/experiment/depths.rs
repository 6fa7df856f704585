//! What a move costs at a depth, on the same positions for all agents.

use std::sync::Arc;

use agon_agents::{AgentSpec, Playable};
use agon_core::Cost;
use agon_plot::table::Table;
use agon_plot::{Axis, Chart, Point, Series};
use serde::Deserialize;

use super::claim::Claim;
use super::contender::{Conditions, Contender, read_spec};
use super::play::play;
use super::report::{Item, Section};
use super::words::{count, plain};
use super::{Course, ExperimentError};
use crate::stats::{Mean, mean};

/// Agents at several depths.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CostByDepth {
    heading: String,
    #[serde(default)]
    text: String,
    game: String,
    agents: Vec<Contender>,
    /// The depths of each agent, in the order of the agents.
    depths: Vec<Vec<u32>>,
    /// Who plays the games from which the positions are taken, against itself.
    #[serde(deserialize_with = "read_spec")]
    player: AgentSpec,
    /// How many of these games are played.
    games: usize,
    openings: u32,
    /// Every how many plies a position is taken.
    every: usize,
    #[serde(default)]
    claim: Vec<Claim>,
    #[serde(default)]
    remark: Vec<String>,
}

/// How much more is more, in evaluations: a sixth, either way, is similar.
const MARGIN: f64 = 1.0 / 6.0;

/// What an agent spent at a depth, by position.
struct Measured {
    agent: usize,
    depth: u32,
    costs: Vec<Cost>,
}

impl Measured {
    fn evaluations(&self) -> Mean {
        mean(self.costs.iter().map(|cost| cost.evaluations as f64))
    }

    fn seconds(&self) -> Mean {
        mean(self.costs.iter().map(|cost| cost.time.as_secs_f64()))
    }
}

impl CostByDepth {
    pub(super) fn is_complete(&self) -> bool {
        !self.agents.is_empty() && self.depths.len() == self.agents.len() && self.games > 0
    }

    pub(super) fn run(&self, course: &Course<'_>) -> Result<Vec<Section>, ExperimentError> {
        let rules = course.catalogue.find(&self.game)?;
        let positions = self.positions(&rules, course)?;
        let mut measured = Vec::new();
        for (agent, depths) in self.depths.iter().enumerate().take(self.agents.len()) {
            for &depth in depths {
                measured.push((agent, depth, self.agents[agent].spec.with("depth", &depth.to_string())?));
            }
        }
        for (_, _, spec) in &measured {
            rules.agent(spec)?;
        }
        // The costly depths first, so that no worker is left alone with one at the end.
        let mut tasks: Vec<(usize, usize)> =
            (0..measured.len()).flat_map(|m| (0..positions.len()).map(move |p| (m, p))).collect();
        tasks.sort_by_key(|&(m, _)| std::cmp::Reverse(measured[m].1));
        let costs = course.spread(tasks.len(), |task| {
            let (m, p) = tasks[task];
            let spec = &measured[m].2;
            course.measure(&format!("{spec} in position {p}"), || {
                let mut agent = rules.agent(spec).expect("it was checked");
                let played = rules.replay(&positions[p]).expect("a record can be replayed");
                agent.analyse(played.as_ref(), &mut |_| {}).cost
            })
        });
        let mut found: Vec<Measured> = (measured.iter())
            .map(|&(agent, depth, _)| Measured { agent, depth, costs: Vec::new() })
            .collect();
        for ((m, _), cost) in tasks.into_iter().zip(costs) {
            found[m].costs.push(cost?);
        }
        Ok(self.sections(&found, positions.len()))
    }

    /// Positions from games of the player against itself, as records that end in them.
    fn positions(
        &self,
        rules: &Arc<dyn Playable>,
        course: &Course<'_>,
    ) -> Result<Vec<agon_core::Record>, ExperimentError> {
        let conditions = Conditions { games: self.games, openings: self.openings, max_plies: Some(200) };
        let contest =
            conditions.contest_at(rules.clone(), [self.player.clone(), self.player.clone()], 0, course);
        let mut positions = Vec::new();
        for game in play(&[contest], course)?.remove(0) {
            let record = game.record;
            for plies in (0..record.moves.len()).step_by(self.every.max(1)) {
                let moves = record.moves[..plies].to_vec();
                positions.push(agon_core::Record {
                    moves,
                    result: None,
                    reason: None,
                    ending: None,
                    played_on: None,
                    ..record.clone()
                });
            }
        }
        Ok(positions)
    }

    fn sections(&self, found: &[Measured], positions: usize) -> Vec<Section> {
        let mut items = Vec::new();
        if !self.text.is_empty() {
            items.push(Item::Text(self.text.clone()));
        }
        items.push(Item::Text(format!(
            "{} from {} of {} against itself, every {} plies; the same for all.",
            count(positions, "position"),
            count(self.games.next_multiple_of(2), "game"),
            self.player,
            self.every,
        )));
        items.push(Item::Table(self.table(
            "Evaluations per move, with 95 % radius over positions",
            found,
            &|measured| plain(measured.evaluations(), 0),
        )));
        items.push(Item::Chart(self.chart(
            "Evaluations per move",
            "evaluations",
            found,
            &Measured::evaluations,
        )));
        items.extend(self.claim.iter().filter_map(|claim| self.check(claim, found)).map(Item::Finding));
        items.extend(self.remark.iter().cloned().map(Item::Finding));
        let counted = Section { heading: self.heading.clone(), items, repeatable: true };
        let milliseconds = |measured: &Measured| {
            let Mean { mean, radius } = measured.seconds();
            plain(Mean { mean: 1000.0 * mean, radius: 1000.0 * radius }, 3)
        };
        let items = vec![
            Item::Text("Times vary from run to run, and from machine to machine.".to_owned()),
            Item::Table(self.table(
                "Milliseconds per move, with 95 % radius over positions",
                found,
                &milliseconds,
            )),
            Item::Chart(self.chart("Time per move", "seconds", found, &Measured::seconds)),
        ];
        vec![counted, Section { heading: "Time per move".to_owned(), items, repeatable: false }]
    }

    fn table(&self, caption: &str, found: &[Measured], cell: &dyn Fn(&Measured) -> String) -> Table {
        let mut table = Table::new(caption).numbers("depth");
        for agent in &self.agents {
            table = table.numbers(agent.name.clone());
        }
        let deepest = found.iter().map(|measured| measured.depth).max().unwrap_or(0);
        for depth in 1..=deepest {
            let at = |agent: usize| found.iter().find(|m| (m.agent, m.depth) == (agent, depth));
            let cells = (0..self.agents.len()).map(|agent| at(agent).map_or_else(String::new, cell));
            table.row(std::iter::once(depth.to_string()).chain(cells));
        }
        table
    }

    fn chart(
        &self,
        title: &str,
        unit: &str,
        found: &[Measured],
        measure: &dyn Fn(&Measured) -> Mean,
    ) -> Chart {
        let mut chart =
            Chart::new(title).x(Axis::new("depth")).y(Axis::new(format!("{unit} per move")).logarithmic());
        for (index, agent) in self.agents.iter().enumerate() {
            let points = found.iter().filter(|measured| measured.agent == index).map(|measured| {
                let Mean { mean, radius } = measure(measured);
                let point = Point::new(f64::from(measured.depth), mean);
                // A logarithmic axis has no room for zero.
                if mean > radius { point.within(mean - radius, mean + radius) } else { point }
            });
            chart = chart.with(Series::line(agent.name.clone(), points));
        }
        chart
    }

    /// Compares two agents at the greatest depth that both reached.
    fn check(&self, claim: &Claim, found: &[Measured]) -> Option<String> {
        let index = |name: &str| self.agents.iter().position(|agent| agent.name == name);
        let (a, b) = (index(&claim.a)?, index(&claim.b)?);
        let at = |agent: usize, depth: u32| found.iter().find(|m| (m.agent, m.depth) == (agent, depth));
        let depth = found
            .iter()
            .map(|m| m.depth)
            .filter(|&depth| at(a, depth).is_some() && at(b, depth).is_some())
            .max()?;
        let evaluations = |agent| at(agent, depth).map_or(f64::NAN, |measured| measured.evaluations().mean);
        let (of_a, of_b) = (evaluations(a), evaluations(b));
        let found = format!(
            "at depth {depth} {} makes {of_a:.0} evaluations per move and {} {of_b:.0}, {:.2} times as many",
            claim.a,
            claim.b,
            of_a / of_b,
        );
        Some(claim.tell(&found, claim.judge((of_a / of_b).ln(), (1.0 + MARGIN).ln())))
    }
}

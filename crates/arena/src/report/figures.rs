//! The charts of a report.

use agon_agents::AgentSpec;
use agon_plot::{Axis, Chart, Point, RatingChart, Rung, Series, histogram};

use super::Report;
use crate::bout::Spent;

/// About how many bars a histogram has.
const BARS: u32 = 40;

/// Agents that differ in their budget alone.
struct Family {
    name: String,
    /// The agents by index in the roster, with their budgets.
    members: Vec<(usize, Budget)>,
}

impl Family {
    fn unit(&self) -> &'static str {
        self.members[0].1.unit
    }
}

/// How much an agent may do for a move.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Budget {
    /// In what, as an axis calls it.
    unit: &'static str,
    amount: f64,
}

impl Budget {
    /// The budget of an agent that has exactly one limit.
    fn of(spec: &AgentSpec) -> Option<Budget> {
        let limit = spec.limit();
        let count = |value: Option<u64>| value.map(|value| value as f64);
        let limits = [
            ("seconds per move", limit.time.map(|time| time.as_secs_f64())),
            ("nodes per move", count(limit.nodes)),
            ("playouts per move", count(limit.playouts)),
            ("iterations per move", count(limit.iterations)),
            ("depth in plies", limit.depth.map(f64::from)),
        ];
        let mut there =
            limits.into_iter().filter_map(|(unit, amount)| Some(Budget { unit, amount: amount? }));
        let only = there.next().filter(|_| spec.clock().is_none())?;
        there.next().is_none().then_some(only)
    }
}

/// What is counted per move in the charts over depth.
#[derive(Clone, Copy)]
enum Cost {
    Seconds,
    Evaluations,
    Nodes,
}

impl Cost {
    const ALL: [Cost; 3] = [Cost::Seconds, Cost::Evaluations, Cost::Nodes];

    fn name(self) -> &'static str {
        match self {
            Cost::Seconds => "Seconds",
            Cost::Evaluations => "Evaluations",
            Cost::Nodes => "Nodes",
        }
    }

    fn of(self, spent: &Spent) -> f64 {
        match self {
            Cost::Seconds => spent.seconds,
            Cost::Evaluations => spent.evaluations as f64,
            Cost::Nodes => spent.nodes as f64,
        }
    }
}

impl Report {
    pub(super) fn ladder(&self) -> RatingChart {
        let axis = format!("Elo points with 95 % intervals; {} is at 0", self.zero());
        RatingChart::new("Rating ladder", axis, self.rungs())
    }

    /// The ratings of all agents with their intervals, from the top.
    pub fn rungs(&self) -> Vec<Rung> {
        let table = &self.standings.total;
        let rung = |agent: usize| {
            let rating = table.rating(agent);
            let interval = Some((rating.elo - rating.radius, rating.elo + rating.radius));
            Rung { name: self.run.roster.agents[agent].name.clone(), value: rating.elo, interval }
        };
        table.order().into_iter().map(rung).collect()
    }

    /// Points against the search budget at some rules, or at all: a chart for every unit in which some agents differ.
    pub fn budget_charts(&self, rules: Option<usize>) -> Vec<Chart> {
        let families = self.families();
        let several: Vec<(usize, &Family)> =
            families.iter().enumerate().filter(|(_, family)| family.members.len() > 1).collect();
        let mut units: Vec<&str> = several.iter().map(|(_, family)| family.unit()).collect();
        units.sort_unstable();
        units.dedup();
        let charts = units.into_iter().map(|unit| {
            let axis = Axis::new(unit);
            let axis = if unit.starts_with("depth") { axis } else { axis.logarithmic() };
            let mut chart = Chart::new(format!("Points against {unit}, {}", self.place(rules)))
                .x(axis)
                .y(Axis::new("points per game").from_to(0.0, 1.0));
            for (look, family) in several.iter().filter(|(_, family)| family.unit() == unit) {
                let points = family.members.iter().filter_map(|(agent, budget)| {
                    let points = self.pairs.of(*agent, rules)?;
                    let point = Point::new(budget.amount, points.mean);
                    Some(point.within(points.interval.low, points.interval.high))
                });
                chart = chart.with(Series::line(&family.name, points).band().look(*look));
            }
            chart
        });
        charts.filter(|chart| !chart.is_empty()).collect()
    }

    /// What a move costs against the depth that was reached, where families have more than one member.
    pub(super) fn depth_charts(&self, rules: usize) -> Vec<Chart> {
        let lines = &self.standings.by_rules[rules].lines;
        let families = self.families();
        let charts = Cost::ALL.into_iter().map(|cost| {
            let what = cost.name();
            let mut chart = Chart::new(format!("{what} per move against depth, {}", self.place(Some(rules))))
                .x(Axis::new("mean depth reached, in plies"))
                .y(Axis::new(format!("{} per move", what.to_lowercase())).logarithmic());
            for (look, family) in families.iter().enumerate() {
                let points = family.members.iter().filter_map(|(agent, _)| {
                    let spent = &lines[*agent].spent;
                    let moves = spent.moves as f64;
                    let (depth, cost) = (spent.depth as f64 / moves, cost.of(spent) / moves);
                    (depth > 0.0 && cost > 0.0).then(|| Point::new(depth, cost))
                });
                let mut points: Vec<Point> = points.collect();
                points.sort_by(|a, b| a.x.total_cmp(&b.x));
                // A single point is no curve.
                if points.len() > 1 {
                    chart = chart.with(Series::line(&family.name, points).look(look));
                }
            }
            chart
        });
        charts.filter(|chart| !chart.is_empty()).collect()
    }

    /// How many games at some rules were how long.
    pub fn length_chart(&self, rules: usize) -> Chart {
        let counts = self.lengths[rules].iter().map(|(&plies, &count)| (plies, count));
        let table = &self.standings.by_rules[rules];
        let ends = (self.lengths[rules].keys().next(), self.lengths[rules].keys().next_back());
        let range = match ends {
            (Some(shortest), Some(longest)) => format!(" from {shortest} to {longest} plies"),
            _ => String::new(),
        };
        Chart::new(format!("Game lengths, {}", self.place(Some(rules))))
            .x(Axis::new("plies"))
            .y(Axis::new("games"))
            .with(histogram("games", counts, BARS))
            .describe(format!("{} games{range}, {:.1} on average.", table.games, table.mean_plies))
            .size(720.0, 320.0)
    }

    fn place(&self, rules: Option<usize>) -> String {
        rules.map_or_else(|| "all games".to_owned(), |rules| self.run.roster.rules[rules].spec.clone())
    }

    /// The agents with a budget, grouped by what they are besides, each family from the smallest budget to the largest.
    fn families(&self) -> Vec<Family> {
        let mut families: Vec<Family> = Vec::new();
        for (agent, named) in self.run.roster.agents.iter().enumerate() {
            let Ok(spec) = named.spec.parse::<AgentSpec>() else { continue };
            let Some(budget) = Budget::of(&spec) else { continue };
            let name = spec.unbudgeted().to_string();
            let same = |family: &&mut Family| family.name == name && family.unit() == budget.unit;
            match families.iter_mut().find(same) {
                Some(family) => family.members.push((agent, budget)),
                None => families.push(Family { name, members: vec![(agent, budget)] }),
            }
        }
        for family in &mut families {
            family.members.sort_by(|a, b| a.1.amount.total_cmp(&b.1.amount));
        }
        families
    }
}

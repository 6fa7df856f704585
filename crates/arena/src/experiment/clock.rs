//! How an agent on a clock uses its time, beside the plan that the clock has.

use agon_agents::AgentSpec;
use agon_plot::table::Table;
use agon_plot::{Axis, Chart, Point, Series};
use agon_search::clock::Clock;
use serde::Deserialize;

use super::contender::{Conditions, read_spec};
use super::play::{Observed, play};
use super::report::{Item, Section};
use super::words::count;
use super::{Course, ExperimentError};
use crate::stats::{Mean, mean};

/// Games of an agent against itself on a clock.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockUse {
    heading: String,
    #[serde(default)]
    text: String,
    game: String,
    /// The agent, with its `clock=`.
    #[serde(deserialize_with = "read_spec")]
    agent: AgentSpec,
    games: usize,
    openings: u32,
    /// The turns at which the table tells how far the plan was followed.
    turns: Vec<u32>,
    #[serde(default)]
    remark: Vec<String>,
}

impl ClockUse {
    pub(super) fn is_complete(&self) -> bool {
        self.agent.clock().is_some() && self.games > 0
    }

    pub(super) fn run(&self, course: &Course<'_>) -> Result<Vec<Section>, ExperimentError> {
        let conditions = Conditions { games: self.games, openings: self.openings, max_plies: None };
        let agents = [self.agent.clone(), self.agent.clone()];
        let contest = conditions.contest(&self.game, agents, 0, course)?;
        let total = self.agent.clock().unwrap_or_default();
        let plan = Clock::for_rules(contest.rules.as_ref(), total);
        let used = used(&play(&[contest], course)?.remove(0));
        let turns = used.len() as u32;
        let at = |turn: u32| mean(used[turn as usize - 1].iter().copied());
        let mut table =
            Table::new("Seconds used up to a player's own turn, mean of all players still playing")
                .numbers("turn")
                .numbers("planned")
                .numbers("used")
                .numbers("used / planned");
        let mut worst: f64 = 0.0;
        for &turn in self.turns.iter().filter(|&&turn| turn <= turns) {
            let (planned, used) = (plan.planned_until(turn), at(turn).mean);
            worst = worst.max((used / planned - 1.0).abs());
            table.row([
                turn.to_string(),
                format!("{planned:.2}"),
                format!("{used:.2}"),
                format!("{:.2}", used / planned),
            ]);
        }
        let point = |turn: u32, Mean { mean, radius }: Mean| {
            Point::new(f64::from(turn), mean).within(mean - radius, mean + radius)
        };
        let chart = Chart::new("Time used against the cubic plan")
            .x(Axis::new("own turn"))
            .y(Axis::new("seconds used so far"))
            .with(Series::line(
                "planned",
                (1..=turns).map(|turn| Point::new(f64::from(turn), plan.planned_until(turn))),
            ))
            .with(Series::line("used", (1..=turns).map(|turn| point(turn, at(turn)))).band());
        let horizon = self.turns.iter().copied().chain([turns, plan.horizon()]).max().unwrap_or(turns);
        let all = |seconds: &dyn Fn(u32) -> f64| -> Vec<Point> {
            (0..=horizon).map(|turn| Point::new(f64::from(turn), seconds(turn))).collect()
        };
        let figure = |title: &str, unit: &str, name: &str, points: Vec<Point>| {
            Chart::new(title)
                .x(Axis::new("own turn"))
                .y(Axis::new(unit))
                .with(Series::line(name.to_owned(), points))
        };
        let mut items = Vec::new();
        if !self.text.is_empty() {
            items.push(Item::Text(self.text.clone()));
        }
        items.push(Item::Text(format!(
            "{} against itself, {}; times vary from run to run, and from machine to machine.",
            self.agent,
            count(self.games.next_multiple_of(2), "game"),
        )));
        items.push(Item::Chart(figure(
            "The time of a turn, f(x)",
            "seconds for the turn",
            "f(x) = a·x·(x - T)²",
            all(&|turn| plan.planned(turn)),
        )));
        items.push(Item::Chart(figure(
            "The time up to a turn, the integral of f",
            "seconds so far",
            "F(x)",
            all(&|turn| plan.planned_until(turn)),
        )));
        items.push(Item::Table(table));
        items.push(Item::Chart(chart));
        items.push(Item::Finding(format!(
            "At the turns of the table the time used is at most {:.0} % away from the plan; the paper says that it stays very \
             close to it.",
            100.0 * worst,
        )));
        items.extend(self.remark.iter().cloned().map(Item::Finding));
        Ok(vec![Section { heading: self.heading.clone(), items, repeatable: false }])
    }
}

/// By own turn, the seconds that every player who came so far had used.
fn used(games: &[Observed]) -> Vec<Vec<f64>> {
    let mut used: Vec<Vec<f64>> = Vec::new();
    for (game, by) in games.iter().flat_map(|game| [(game, 0), (game, 1)]) {
        let mut sum = 0.0;
        for (turn, moment) in game.moments.iter().filter(|moment| moment.by == by).enumerate() {
            sum += moment.cost.time.as_secs_f64();
            if used.len() <= turn {
                used.push(Vec::new());
            }
            used[turn].push(sum);
        }
    }
    used
}

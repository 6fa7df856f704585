//! Several agents against one opponent, as a function of the budget: gain and score with their confidence radius.

use agon_agents::AgentSpec;
use agon_plot::table::Table;
use agon_plot::{Axis, Chart, Point, Series};
use agon_search::settings::read_time;
use serde::Deserialize;

use super::contender::{Conditions, Contender, extend, read_spec};
use super::play::{faults, play};
use super::ranking::Ranking;
use super::report::{Item, Section};
use super::words::{cautious, count, list, percent, plain, signed};
use super::{Course, ExperimentError};
use crate::contest::{Summary, summarise};
use crate::ledger::Entry;
use crate::stats::Mean;

/// Agents with strong evaluations, budget by budget, against an opponent with weak ones.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Curves {
    heading: String,
    #[serde(default)]
    text: String,
    /// The games over which results are averaged.
    boards: Vec<String>,
    agents: Vec<Contender>,
    /// The agents' budgets, from the smallest to the largest.
    budgets: Vec<String>,
    #[serde(deserialize_with = "read_spec")]
    opponent: AgentSpec,
    opponent_budget: String,
    /// The evaluations: agents have the strong ones, the opponent has the weak ones, and each agent meets each pair of them.
    ranking: Ranking,
    /// Games per game, agent, budget and pair of evaluations.
    games: usize,
    openings: u32,
    max_plies: Option<u32>,
    /// What the paper printed.
    #[serde(default)]
    published: Vec<Published>,
    /// The agents from the highest to the lowest gain, as the paper found them.
    #[serde(default)]
    order: Vec<String>,
    #[serde(default)]
    remark: Vec<String>,
}

/// Printed averages, in percent except for the score; a paper may print some of them only.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    agent: String,
    /// The one of the budgets that stands for the paper's; the largest if none is named.
    budget: Option<String>,
    gain: f64,
    gain_radius: Option<f64>,
    wins: Option<f64>,
    draws: Option<f64>,
    losses: Option<f64>,
    score: Option<f64>,
    score_radius: Option<f64>,
}

impl Published {
    /// The gain as printed.
    fn gain(&self) -> String {
        match self.gain_radius {
            Some(radius) => format!("{:+.1} ± {radius:.1} %", self.gain),
            None => format!("{:+.1} %", self.gain),
        }
    }
}

/// All games of one agent with one budget on one board.
struct Cell {
    board: usize,
    agent: usize,
    budget: usize,
    games: Vec<Entry>,
}

/// What is drawn of a summary.
type Measure = fn(&Summary) -> Mean;

impl Curves {
    pub(super) fn is_complete(&self) -> bool {
        !self.boards.is_empty()
            && !self.budgets.is_empty()
            && !self.agents.is_empty()
            && self.ranking.is_complete()
            && self.games > 0
            && self.published.iter().all(|paper| self.budget_of(paper).is_some())
    }

    /// The index of the budget that stands for the paper's.
    fn budget_of(&self, paper: &Published) -> Option<usize> {
        match &paper.budget {
            None => self.budgets.len().checked_sub(1),
            Some(wanted) => self.budgets.iter().position(|budget| budget == wanted),
        }
    }

    pub(super) fn run(&self, course: &Course<'_>) -> Result<Vec<Section>, ExperimentError> {
        let conditions = Conditions { games: self.games, openings: self.openings, max_plies: self.max_plies };
        let orders = self.ranking.run(&self.boards, &conditions, course)?;
        let opponent = extend(&self.opponent, &self.opponent_budget)?;
        let mut cells = Vec::new();
        let mut contests = Vec::new();
        for (board, (game, order)) in self.boards.iter().zip(&orders).enumerate() {
            for (agent, contender) in self.agents.iter().enumerate() {
                for (budget, keys) in self.budgets.iter().enumerate() {
                    cells.push(Cell { board, agent, budget, games: Vec::new() });
                    for agents in order.meetings(&extend(&contender.spec, keys)?, &opponent)? {
                        contests.push(conditions.contest(game, agents, contests.len(), course)?);
                    }
                }
            }
        }
        let pairs = self.ranking.pairs();
        for (index, games) in play(&contests, course)?.into_iter().enumerate() {
            cells[index / pairs].games.extend(games.into_iter().map(|game| game.entry));
        }
        Ok(self.sections(&cells, &conditions, self.ranking.items(&self.boards, &orders)))
    }

    fn sections(&self, cells: &[Cell], conditions: &Conditions, ranking: [Item; 2]) -> Vec<Section> {
        let last = self.budgets.len() - 1;
        let timed = self.budgets.iter().any(|budget| budget.contains("time"))
            || self.opponent_budget.contains("time");
        let mut items = Vec::new();
        if !self.text.is_empty() {
            items.push(Item::Text(self.text.clone()));
        }
        items.push(Item::Text(format!(
            "{} The opponent is {} with {} per move. {} per game, agent and budget, {}.",
            self.agents
                .iter()
                .map(|agent| format!("{} is {}.", agent.name, agent.spec))
                .collect::<Vec<_>>()
                .join(" "),
            self.opponent,
            self.opponent_budget,
            count(self.games.next_multiple_of(2) * self.ranking.pairs(), "game"),
            conditions.words(),
        )));
        items.extend(ranking);
        items.extend(faults(cells.iter().flat_map(|cell| &cell.games)));
        items.push(Item::Table(self.averages(cells)));
        items.extend(self.charts("all games", &|agent, budget| over_all(cells, agent, budget)));
        if !self.published.is_empty() {
            items.push(Item::Table(self.comparison(cells)));
        }
        items.extend(self.findings(cells, last).into_iter().map(Item::Finding));
        items.extend(self.remark.iter().cloned().map(Item::Finding));
        let mut sections = vec![Section { heading: self.heading.clone(), items, repeatable: !timed }];
        let mut items = vec![Item::Table(self.by_board(cells, last))];
        for (index, board) in self.boards.iter().enumerate() {
            let of_board = |agent, budget| {
                let cell = cells.iter().find(|c| (c.board, c.agent, c.budget) == (index, agent, budget));
                summarise(&cell.expect("every combination was played").games)
            };
            items.extend(self.charts(board, &of_board));
        }
        sections.push(Section { heading: "Game by game".to_owned(), items, repeatable: !timed });
        sections
    }

    fn averages(&self, cells: &[Cell]) -> Table {
        let caption = format!("Averages over {}, with 95 % radius", count(self.boards.len(), "game"));
        let mut table = columns(Table::new(caption).words("agent").words("budget per move"));
        for (agent, contender) in self.agents.iter().enumerate() {
            for (budget, keys) in self.budgets.iter().enumerate() {
                let mut row = vec![contender.name.clone(), keys.clone()];
                row.extend(cells_of(&over_all(cells, agent, budget)));
                table.row(row);
            }
        }
        table
    }

    fn by_board(&self, cells: &[Cell], budget: usize) -> Table {
        let caption = format!("Game by game, with {} per move", self.budgets[budget]);
        let mut table = columns(Table::new(caption).words("game").words("agent"));
        for cell in cells.iter().filter(|cell| cell.budget == budget) {
            let mut row = vec![self.boards[cell.board].clone(), self.agents[cell.agent].name.clone()];
            row.extend(cells_of(&summarise(&cell.games)));
            table.row(row);
        }
        table
    }

    fn comparison(&self, cells: &[Cell]) -> Table {
        let mut table = columns(
            Table::new("The paper's numbers, and ours with the budget that stands for the paper's")
                .words("agent")
                .words(""),
        );
        for paper in &self.published {
            let share = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{share:.1} %"));
            let score = match (paper.score, paper.score_radius) {
                (Some(score), Some(radius)) => format!("{score:.3} ± {radius:.3}"),
                (Some(score), None) => format!("{score:.3}"),
                (None, _) => String::new(),
            };
            table.row([
                paper.agent.clone(),
                "paper".to_owned(),
                paper.gain(),
                share(paper.wins),
                share(paper.draws),
                share(paper.losses),
                score,
            ]);
            let agent = self.agents.iter().position(|contender| contender.name == paper.agent);
            if let (Some(agent), Some(budget)) = (agent, self.budget_of(paper)) {
                let mut row = vec![paper.agent.clone(), self.budgets[budget].clone()];
                row.extend(cells_of(&over_all(cells, agent, budget)));
                table.row(row);
            }
        }
        table
    }

    /// Gain and score against the budget; nothing where there is but one budget.
    fn charts(&self, place: &str, found: &dyn Fn(usize, usize) -> Summary) -> Vec<Item> {
        if self.budgets.len() < 2 {
            return Vec::new();
        }
        let unit = self.budgets[0].split('=').next().unwrap_or_default();
        let unit = if unit == "time" { "seconds" } else { unit };
        let kinds: [(&str, Measure); 2] =
            [("gain", |summary| summary.gain), ("score", |summary| summary.score)];
        let chart = |(name, measure): (&str, Measure)| {
            let mut chart = Chart::new(format!("Mean {name}, {place}"))
                .x(Axis::new(format!("{unit} per move")).logarithmic())
                .y(Axis::new(format!("mean {name}, %")).from_to(-100.0, 100.0));
            for (agent, contender) in self.agents.iter().enumerate() {
                let points = self.budgets.iter().enumerate().map(|(budget, keys)| {
                    let Mean { mean, radius } = measure(&found(agent, budget));
                    let (mean, radius) = (100.0 * mean, 100.0 * radius);
                    Point::new(amount(keys), mean).within(mean - radius, mean + radius)
                });
                chart = chart.with(Series::line(contender.name.clone(), points).band());
            }
            Item::Chart(chart)
        };
        kinds.map(chart).into()
    }

    fn findings(&self, cells: &[Cell], budget: usize) -> Vec<String> {
        let found = |name: &str, budget: usize| {
            let agent = self.agents.iter().position(|contender| contender.name == name)?;
            Some(over_all(cells, agent, budget))
        };
        let mut sentences = Vec::new();
        for paper in &self.published {
            let Some(budget) = self.budget_of(paper) else { continue };
            let Some(ours) = found(&paper.agent, budget) else { continue };
            let apart = 100.0 * ours.gain.mean - paper.gain;
            let radius =
                100.0 * cautious(ours.gain, ours.total.games()) + paper.gain_radius.unwrap_or_default();
            sentences.push(format!(
                "{}: the paper's gain is {}, ours {} with {} per move: {}.",
                paper.agent,
                paper.gain(),
                signed(ours.gain),
                self.budgets[budget],
                match apart {
                    apart if apart.abs() <= radius => "compatible",
                    apart if apart > 0.0 => "higher",
                    _ => "lower",
                },
            ));
        }
        let ordered: Vec<(&String, Mean)> =
            self.order.iter().filter_map(|name| Some((name, found(name, budget)?.gain))).collect();
        if ordered.len() > 1 {
            let steps = || ordered.windows(2).map(|pair| (pair[0].1, pair[1].1));
            let falls = steps().all(|(a, b)| a.mean > b.mean);
            let is_sure = steps().all(|(a, b)| a.mean - b.mean > a.radius.hypot(b.radius));
            let nearest = ordered.iter().min_by(|a, b| a.1.mean.abs().total_cmp(&b.1.mean.abs()));
            sentences.push(format!(
                "The paper's order, {} from the most to the least gain, {}; nearest to zero is {}.",
                list(&self.order),
                match (falls, is_sure) {
                    (true, true) => "holds, and every step is larger than its 95 % radius",
                    (true, false) => "holds, but not every step is larger than its 95 % radius",
                    (false, _) => "does not hold",
                },
                nearest.map_or("none", |(name, _)| name),
            ));
        }
        sentences
    }
}

/// What all games of an agent with a budget say.
fn over_all(cells: &[Cell], agent: usize, budget: usize) -> Summary {
    let chosen = cells.iter().filter(|cell| (cell.agent, cell.budget) == (agent, budget));
    summarise(chosen.flat_map(|cell| &cell.games))
}

/// The columns that every table of this kind ends with.
fn columns(table: Table) -> Table {
    table.numbers("gain").numbers("won").numbers("drawn").numbers("lost").numbers("score")
}

fn cells_of(summary: &Summary) -> [String; 5] {
    let games = summary.total.games().max(1) as f64;
    let of = |number: u64| percent(number as f64 / games);
    let total = summary.total;
    [signed(summary.gain), of(total.wins), of(total.draws), of(total.losses), plain(summary.score, 3)]
}

/// The number in `iterations=100`, or the seconds in `time=500ms`.
fn amount(keys: &str) -> f64 {
    let value = keys.split(',').next().and_then(|pair| pair.split_once('=')).map_or("", |(_, value)| value);
    value.parse().ok().or_else(|| read_time(value).map(|time| time.as_secs_f64())).unwrap_or(f64::NAN)
}

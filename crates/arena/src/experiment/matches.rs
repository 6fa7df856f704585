//! Two agents against each other, row by row of a published table.

use std::cmp::Ordering;

use agon_agents::AgentSpec;
use agon_plot::table::Table;
use agon_plot::{Axis, Chart, Point, Series};
use serde::Deserialize;

use super::contender::{Conditions, extend, read_some_spec, read_spec};
use super::play::{Observed, faults, play};
use super::report::{Item, Section};
use super::words::{count, list, results, share, signed};
use super::{Course, ExperimentError};
use crate::contest::{Summary, Tally, summarise};
use crate::ledger::Entry;
use crate::stats::{Interval, clopper_pearson, fisher};

/// Rows of matches between two agents.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Matches {
    heading: String,
    /// What is to be known beforehand.
    #[serde(default)]
    text: String,
    /// Whose wins are counted, and against whom, unless a row says otherwise.
    #[serde(deserialize_with = "read_spec")]
    agent: AgentSpec,
    #[serde(deserialize_with = "read_spec")]
    opponent: AgentSpec,
    /// Keys added to both.
    #[serde(default)]
    budget: String,
    /// Games per row.
    games: usize,
    #[serde(default)]
    openings: u32,
    max_plies: Option<u32>,
    row: Vec<Row>,
    /// Why results may differ from the paper's.
    #[serde(default)]
    remark: Vec<String>,
}

/// One match, and what the paper printed about it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    label: String,
    game: String,
    #[serde(default, deserialize_with = "read_some_spec")]
    agent: Option<AgentSpec>,
    #[serde(default, deserialize_with = "read_some_spec")]
    opponent: Option<AgentSpec>,
    /// Keys added to the agent and to the opponent, in place of those of the part.
    budgets: Option<[String; 2]>,
    #[serde(default)]
    published: Vec<Published>,
}

/// Printed results.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    #[serde(default)]
    seat: Seat,
    wins: u64,
    draws: u64,
    losses: u64,
}

/// Which games are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Seat {
    /// All of them.
    #[default]
    Both,
    /// Those in which the agent moves first.
    First,
    /// The other ones.
    Second,
}

impl Seat {
    fn holds(self, played: &Entry) -> bool {
        match self {
            Seat::Both => true,
            Seat::First => played.a_first,
            Seat::Second => !played.a_first,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Seat::Both => "",
            Seat::First => ", moving first",
            Seat::Second => ", moving second",
        }
    }

    /// The same for a chart, where room is short.
    fn mark(self) -> &'static str {
        match self {
            Seat::Both => "",
            Seat::First => ", 1st",
            Seat::Second => ", 2nd",
        }
    }
}

/// A line of the table: what the paper printed, if anything, and what was found.
struct Line {
    label: String,
    /// The same in short.
    mark: String,
    published: Option<Tally>,
    summary: Summary,
}

impl Matches {
    pub(super) fn is_complete(&self) -> bool {
        !self.row.is_empty() && self.games > 0
    }

    pub(super) fn run(&self, course: &Course<'_>) -> Result<Vec<Section>, ExperimentError> {
        let conditions = Conditions { games: self.games, openings: self.openings, max_plies: self.max_plies };
        let mut contests = Vec::new();
        for (index, row) in self.row.iter().enumerate() {
            let agents =
                [row.agent.as_ref().unwrap_or(&self.agent), row.opponent.as_ref().unwrap_or(&self.opponent)];
            let [of_agent, of_opponent] = self.budgets(row);
            let agents = [extend(agents[0], of_agent)?, extend(agents[1], of_opponent)?];
            contests.push(conditions.contest(&row.game, agents, index, course)?);
        }
        let played = play(&contests, course)?;
        let lines = self.lines(&played);
        let mut items = Vec::new();
        if !self.text.is_empty() {
            items.push(Item::Text(self.text.clone()));
        }
        items.push(Item::Text(format!(
            "{} against {}{}; {} per row, {}.",
            self.agent,
            self.opponent,
            if self.budget.is_empty() {
                String::new()
            } else {
                format!(", both with {} per move", self.budget)
            },
            count(self.games.next_multiple_of(2), "game"),
            conditions.words(),
        )));
        items.extend(self.exceptions().map(Item::Text));
        items.extend(faults(played.iter().flatten().map(|game| &game.entry)));
        items.push(Item::Table(table(&lines)));
        items.push(Item::Chart(chart(&self.heading, &lines)));
        items.extend(findings(&self.heading, &lines).into_iter().map(Item::Finding));
        items.extend(self.remark.iter().cloned().map(Item::Finding));
        Ok(vec![Section { heading: self.heading.clone(), items, repeatable: !self.is_timed() }])
    }

    /// What is added to the agent and to the opponent of a row.
    fn budgets<'a>(&'a self, row: &'a Row) -> [&'a str; 2] {
        row.budgets.as_ref().map_or([&self.budget; 2], |budgets| budgets.each_ref().map(String::as_str))
    }

    /// The rows with budgets of their own, in a sentence.
    fn exceptions(&self) -> Option<String> {
        let told: Vec<String> = (self.row.iter())
            .filter_map(|row| {
                let [agent, opponent] = row.budgets.as_ref()?;
                Some(format!("{} with {agent} against {opponent}", row.label))
            })
            .collect();
        (!told.is_empty()).then(|| format!("Rows with budgets of their own: {}.", list(&told)))
    }

    /// Whether a budget is in time, so that results vary from run to run.
    fn is_timed(&self) -> bool {
        ["time=", "clock="].iter().any(|key| {
            self.row.iter().any(|row| self.budgets(row).iter().any(|budget| budget.contains(key)))
                || [&self.agent, &self.opponent].iter().any(|spec| spec.to_string().contains(key))
        })
    }

    fn lines(&self, played: &[Vec<Observed>]) -> Vec<Line> {
        let mut lines = Vec::new();
        for (row, games) in self.row.iter().zip(played) {
            let mut add = |seat: Seat, published: Option<Tally>| {
                let games = games.iter().map(|game| &game.entry).filter(|entry| seat.holds(entry));
                let summary = summarise(games);
                lines.push(Line {
                    label: format!("{}{}", row.label, seat.words()),
                    mark: format!("{}{}", row.label, seat.mark()),
                    published,
                    summary,
                });
            };
            if row.published.is_empty() {
                add(Seat::Both, None);
            }
            for &Published { seat, wins, draws, losses } in &row.published {
                add(seat, Some(Tally { wins, draws, losses }));
            }
        }
        lines
    }
}

/// How likely a difference from the paper may be by chance alone and still be called one.
const SIGNIFICANCE: f64 = 0.05;

/// What a comparison with the paper says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Compatible,
    /// Different, with more points than in the paper.
    Better,
    /// Different, with fewer points than in the paper.
    Worse,
    /// Different, with as many points: more draws or fewer.
    Different,
}

impl Verdict {
    /// For the column "agrees".
    fn cell(self) -> &'static str {
        match self {
            Verdict::Compatible => "yes",
            Verdict::Better => "no, better",
            Verdict::Worse => "no, worse",
            Verdict::Different => "no",
        }
    }

    /// For a sentence.
    fn words(self) -> &'static str {
        match self {
            Verdict::Compatible => "compatible",
            Verdict::Better => "better than in the paper",
            Verdict::Worse => "worse than in the paper",
            Verdict::Different => "different, with as many points",
        }
    }
}

impl Line {
    /// How the shares of wins and of losses compare: compatible if Fisher's exact test, at 5 %, finds neither of them different.
    fn verdict(&self) -> Option<Verdict> {
        let (ours, paper) = (self.summary.total, self.published?);
        let is_alike =
            |here: u64, theirs: u64| fisher([here, theirs], [ours.games(), paper.games()]) >= SIGNIFICANCE;
        if is_alike(ours.wins, paper.wins) && is_alike(ours.losses, paper.losses) {
            return Some(Verdict::Compatible);
        }
        let gain = |tally: Tally| (tally.wins as f64 - tally.losses as f64) / tally.games().max(1) as f64;
        Some(match gain(ours).total_cmp(&gain(paper)) {
            Ordering::Greater => Verdict::Better,
            Ordering::Less => Verdict::Worse,
            Ordering::Equal => Verdict::Different,
        })
    }

    /// The comparison as a sentence.
    fn tell(&self) -> String {
        let paper = self.published.unwrap_or_default();
        format!(
            "{}: won {} in the paper, here {}; lost {}, here {}{}.",
            self.label,
            share(paper.wins, paper.games()),
            share(self.summary.total.wins, self.summary.total.games()),
            share(paper.losses, paper.games()),
            share(self.summary.total.losses, self.summary.total.games()),
            self.verdict().map_or_else(String::new, |verdict| format!(": {}", verdict.words())),
        )
    }
}

fn table(lines: &[Line]) -> Table {
    let compares = lines.iter().any(|line| line.published.is_some());
    let mut table = Table::new("Won-drawn-lost, and the share won with its exact 95 % interval").words("");
    if compares {
        table = table.numbers("paper").numbers("won, paper");
    }
    table = table.numbers("here").numbers("won, here").numbers("gain here").numbers("plies");
    if compares {
        table = table.words("agrees");
    }
    for line in lines {
        let mut cells = vec![line.label.clone()];
        if compares {
            cells.push(line.published.map_or_else(String::new, results));
            cells.push(line.published.map_or_else(String::new, |tally| share(tally.wins, tally.games())));
        }
        cells.push(results(line.summary.total));
        cells.push(share(line.summary.total.wins, line.summary.total.games()));
        cells.push(signed(line.summary.gain));
        cells.push(format!("{:.1}", line.summary.mean_plies));
        if compares {
            cells.push(line.verdict().map_or("", Verdict::cell).to_owned());
        }
        table.row(cells);
    }
    table
}

/// The room for a row in the chart: as much as its name takes.
const COLUMN: f64 = 110.0;

fn chart(heading: &str, lines: &[Line]) -> Chart {
    let point = |index: usize, tally: Tally| {
        let Interval { low, high } = clopper_pearson(tally.wins, tally.games().max(1), 0.95);
        Point::new(index as f64, 100.0 * tally.wins as f64 / tally.games().max(1) as f64)
            .within(100.0 * low, 100.0 * high)
    };
    let published = lines.iter().enumerate().filter_map(|(index, line)| Some(point(index, line.published?)));
    let published: Vec<Point> = published.collect();
    let found = lines.iter().enumerate().map(|(index, line)| point(index, line.summary.total));
    let mut chart = Chart::new(heading)
        .x(Axis::categories("", lines.iter().map(|line| line.mark.clone())))
        .y(Axis::new("games won, %").from_to(0.0, 100.0))
        .size((COLUMN * lines.len() as f64).max(720.0), 420.0);
    if !published.is_empty() {
        chart = chart.with(Series::bars("the paper", 0.7, published));
    }
    chart.with(Series::bars("here", 0.7, found))
}

/// Rows up to this number are told one by one; of more, only those that differ from the paper are named.
const TOLD_ONE_BY_ONE: usize = 6;

/// Sentences that compare with the paper, or tell the results where it has none.
fn findings(heading: &str, lines: &[Line]) -> Vec<String> {
    let compared: Vec<&Line> = lines.iter().filter(|line| line.verdict().is_some()).collect();
    if compared.is_empty() {
        let won = |line: &Line| {
            format!("{} {}", line.label, share(line.summary.total.wins, line.summary.total.games()))
        };
        return vec![format!("{heading}, games won: {}.", list(&lines.iter().map(won).collect::<Vec<_>>()))];
    }
    if compared.len() <= TOLD_ONE_BY_ONE {
        return compared.into_iter().map(Line::tell).collect();
    }
    let different: Vec<String> = compared
        .iter()
        .filter_map(|line| Some((line, line.verdict()?)))
        .filter(|&(_, verdict)| verdict != Verdict::Compatible)
        .map(|(line, verdict)| format!("{} ({})", line.label, verdict.words()))
        .collect();
    let same = compared.len() - different.len();
    let mut sentence = format!(
        "{heading}: {same} of {} rows are compatible with the paper (Fisher's exact tests of games won and of games lost, at 5 %)",
        compared.len()
    );
    if !different.is_empty() {
        sentence += &format!("; not so {}", different.join("; "));
    }
    vec![sentence + "."]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(ours: [u64; 3], paper: [u64; 3]) -> Line {
        let tally = |[wins, draws, losses]: [u64; 3]| Tally { wins, draws, losses };
        let summary = Summary { total: tally(ours), ..summarise(&[]) };
        Line { label: "row".to_owned(), mark: String::new(), published: Some(tally(paper)), summary }
    }

    #[test]
    fn what_does_not_agree_is_better_or_worse() {
        let paper = [60, 61, 79];
        let cell = |ours| line(ours, paper).verdict().unwrap().cell();
        assert_eq!(cell([58, 60, 82]), "yes");
        // Neither share is within the interval of the other, yet two samples of one player differ as much as this one time in ten.
        assert_eq!(cell([76, 60, 64]), "yes");
        assert_eq!(cell([82, 60, 58]), "no, better");
        assert_eq!(cell([180, 10, 10]), "no, better");
        assert_eq!(cell([5, 5, 190]), "no, worse");
        assert_eq!(line([100, 0, 100], [0, 200, 0]).verdict(), Some(Verdict::Different));
        assert!(line([5, 5, 190], paper).tell().ends_with(": worse than in the paper."));
        let lines: Vec<Line> = (0..8).map(|_| line([180, 10, 10], paper)).collect();
        let sentence = findings("Table", &lines).remove(0);
        assert!(
            sentence.contains("0 of 8") && sentence.contains("row (better than in the paper)"),
            "{sentence}"
        );
    }
}

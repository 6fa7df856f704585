//! Every agent against every other in one game.

use agon_plot::table::Table;
use agon_plot::{Axis, Chart, Point, Series};
use serde::Deserialize;

use super::claim::Claim;
use super::contender::{Conditions, Contender, extend};
use super::phases::Phases;
use super::play::{Observed, faults, play};
use super::report::{Item, Section};
use super::words::{cautious, count, percent, plain, results, signed};
use super::{Course, ExperimentError};
use crate::contest::{Summary, Tally, summarise};
use crate::stats::{Mean, mean, mean_result};

/// A round robin.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoundRobin {
    heading: String,
    #[serde(default)]
    text: String,
    game: String,
    agents: Vec<Contender>,
    /// Keys added to all.
    #[serde(default)]
    budget: String,
    /// Games per pair of agents.
    games: usize,
    openings: u32,
    max_plies: Option<u32>,
    /// Whether each also plays against itself, for the length of such games.
    #[serde(default)]
    itself: bool,
    /// Parts of the game for which the depth reached is told.
    phases: Option<Phases>,
    #[serde(default)]
    claim: Vec<Claim>,
    #[serde(default)]
    remark: Vec<String>,
}

/// The games of two agents; `a` and `b` are the same where one played against itself.
pub(super) struct Pairing {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) games: Vec<Observed>,
    summary: Summary,
}

impl RoundRobin {
    pub(super) fn is_complete(&self) -> bool {
        self.agents.len() > 1 && self.games > 0
    }

    pub(super) fn run(&self, course: &Course<'_>) -> Result<Vec<Section>, ExperimentError> {
        let conditions = Conditions { games: self.games, openings: self.openings, max_plies: self.max_plies };
        let mut contests = Vec::new();
        let mut seats = Vec::new();
        for a in 0..self.agents.len() {
            for b in a..self.agents.len() {
                if a != b || self.itself {
                    let [first, second] = [a, b].map(|index| extend(&self.agents[index].spec, &self.budget));
                    contests.push(conditions.contest(
                        &self.game,
                        [first?, second?],
                        contests.len(),
                        course,
                    )?);
                    seats.push((a, b));
                }
            }
        }
        let pairings: Vec<Pairing> = (play(&contests, course)?.into_iter().zip(seats))
            .map(|(games, (a, b))| {
                let summary = summarise(games.iter().map(|game| &game.entry));
                Pairing { a, b, games, summary }
            })
            .collect();
        let mut items = Vec::new();
        if !self.text.is_empty() {
            items.push(Item::Text(self.text.clone()));
        }
        items.push(Item::Text(format!(
            "{}; {} per pair of agents, {}.",
            self.agents
                .iter()
                .map(|agent| format!("{} is {}", agent.name, agent.spec))
                .collect::<Vec<_>>()
                .join(", "),
            count(self.games.next_multiple_of(2), "game"),
            conditions.words(),
        )));
        if !self.budget.is_empty() {
            items.push(Item::Text(format!("All have {} per move.", self.budget)));
        }
        let games = pairings.iter().flat_map(|pairing| &pairing.games);
        items.extend(faults(games.map(|game| &game.entry)));
        items.push(Item::Table(self.matrix(&pairings)));
        items.push(Item::Chart(self.points_chart(&pairings)));
        items.push(Item::Table(self.lengths(&pairings)));
        items.extend(self.claim.iter().filter_map(|claim| self.check(claim, &pairings)).map(Item::Finding));
        items.extend(self.remark.iter().cloned().map(Item::Finding));
        let repeatable = !self.budget.contains("time") && !self.budget.contains("clock");
        let mut sections = vec![Section { heading: self.heading.clone(), items, repeatable }];
        if let Some(phases) = &self.phases {
            sections.push(Section { repeatable, ..phases.section(&self.agents, &pairings) });
        }
        sections.push(self.times(&pairings));
        Ok(sections)
    }

    /// The results of `a` against `b`.
    fn between(pairings: &[Pairing], a: usize, b: usize) -> Option<Tally> {
        let pairing = pairings.iter().find(|pairing| (pairing.a, pairing.b) == (a.min(b), a.max(b)))?;
        let Tally { wins, draws, losses } = pairing.summary.total;
        Some(if a <= b { Tally { wins, draws, losses } } else { Tally { wins: losses, draws, losses: wins } })
    }

    /// The gains of an agent in all games against others.
    fn gain(&self, pairings: &[Pairing], agent: usize) -> Mean {
        let others = (0..self.agents.len()).filter(|&other| other != agent);
        let tallies = others.filter_map(|other| Self::between(pairings, agent, other));
        let gains = tallies.flat_map(|tally| {
            let times = |gain: f64, number: u64| std::iter::repeat_n(gain, number as usize);
            times(1.0, tally.wins).chain(times(0.0, tally.draws)).chain(times(-1.0, tally.losses))
        });
        mean_result(gains).0
    }

    fn matrix(&self, pairings: &[Pairing]) -> Table {
        let caption = "Won-drawn-lost by the agent of the row, and its gain over all others with 95 % radius";
        let mut table = Table::new(caption).words("agent");
        for agent in &self.agents {
            table = table.numbers(agent.name.clone());
        }
        table = table.numbers("points").numbers("gain");
        for (a, agent) in self.agents.iter().enumerate() {
            let mut cells = vec![agent.name.clone()];
            cells.extend((0..self.agents.len()).map(|b| {
                if a == b {
                    "·".to_owned()
                } else {
                    Self::between(pairings, a, b).map_or_else(String::new, results)
                }
            }));
            let gain = self.gain(pairings, a);
            cells.push(percent(f64::midpoint(gain.mean, 1.0)));
            cells.push(signed(gain));
            table.row(cells);
        }
        table
    }

    fn points_chart(&self, pairings: &[Pairing]) -> Chart {
        let points = (0..self.agents.len()).map(|agent| {
            let Mean { mean, radius } = self.gain(pairings, agent);
            let points = |gain: f64| 100.0 * f64::midpoint(gain, 1.0).clamp(0.0, 1.0);
            Point::new(agent as f64, points(mean)).within(points(mean - radius), points(mean + radius))
        });
        Chart::new(format!("{}: points against all others", self.heading))
            .x(Axis::categories("", self.agents.iter().map(|agent| agent.name.clone())))
            .y(Axis::new("points, %").from_to(0.0, 100.0))
            .with(Series::bars("points", 0.6, points))
    }

    fn lengths(&self, pairings: &[Pairing]) -> Table {
        let mut table =
            Table::new("Length of games in plies, with 95 % radius").words("agent").numbers("games it won");
        if self.itself {
            table = table.numbers("against itself").numbers("it won as first player");
        }
        let told = self.agents.iter().any(|agent| !agent.published.is_empty());
        if told {
            table = table.words("the paper");
        }
        for (index, agent) in self.agents.iter().enumerate() {
            let won = pairings.iter().filter(|pairing| pairing.a != pairing.b).flat_map(|pairing| {
                let gain = i8::from(pairing.a == index) - i8::from(pairing.b == index);
                let games = pairing.games.iter().map(|game| &game.entry);
                games
                    .filter(move |played| gain != 0 && played.gain == gain)
                    .map(|played| f64::from(played.plies))
            });
            let won: Vec<f64> = won.collect();
            let told_mean = |values: &[f64]| {
                if values.is_empty() { "none".to_owned() } else { plain(mean(values.iter().copied()), 1) }
            };
            let mut cells = vec![agent.name.clone(), told_mean(&won)];
            if self.itself {
                let own = pairings.iter().filter(|pairing| pairing.a == index && pairing.b == index);
                // With sides exchanged, twins without any randomness only play the same game again.
                let games = own.flat_map(|pairing| &pairing.games).map(|game| &game.entry);
                let games: Vec<_> = games.filter(|played| played.a_first).collect();
                cells
                    .push(told_mean(&games.iter().map(|played| f64::from(played.plies)).collect::<Vec<_>>()));
                let first = games.iter().filter(|played| played.gain == 1);
                cells.push(format!("{} of {}", first.count(), games.len()));
            }
            if told {
                cells.push(agent.published.clone());
            }
            table.row(cells);
        }
        table
    }

    fn check(&self, claim: &Claim, pairings: &[Pairing]) -> Option<String> {
        let index = |name: &str| self.agents.iter().position(|agent| agent.name == name);
        let (a, b) = (index(&claim.a)?, index(&claim.b)?);
        let tally = Self::between(pairings, a, b)?;
        let pairing = pairings.iter().find(|pairing| (pairing.a, pairing.b) == (a.min(b), a.max(b)))?;
        let Mean { mean, radius } = pairing.summary.gain;
        let mean = if a <= b { mean } else { -mean };
        let found = format!(
            "{} against {} {}, gain {}",
            claim.a,
            claim.b,
            results(tally),
            signed(Mean { mean, radius })
        );
        Some(claim.tell(&found, claim.judge(mean, cautious(pairing.summary.gain, tally.games()))))
    }

    fn times(&self, pairings: &[Pairing]) -> Section {
        let mut table = Table::new("What a move cost on average")
            .words("agent")
            .numbers("ms")
            .numbers("nodes")
            .numbers("evaluations")
            .numbers("playouts")
            .numbers("depth");
        for (index, agent) in self.agents.iter().enumerate() {
            let mut spent = crate::bout::Spent::default();
            for pairing in pairings {
                for (seat, player) in [pairing.a, pairing.b].into_iter().enumerate() {
                    if player == index {
                        spent += pairing.summary.spent[seat];
                    }
                }
            }
            let per_move = |total: f64| total / spent.moves.max(1) as f64;
            table.row([
                agent.name.clone(),
                format!("{:.2}", 1000.0 * per_move(spent.seconds)),
                format!("{:.0}", per_move(spent.nodes as f64)),
                format!("{:.0}", per_move(spent.evaluations as f64)),
                format!("{:.0}", per_move(spent.playouts as f64)),
                format!("{:.2}", per_move(spent.depth as f64)),
            ]);
        }
        let items = vec![Item::Table(table)];
        Section { heading: format!("{}: costs", self.heading), items, repeatable: false }
    }
}

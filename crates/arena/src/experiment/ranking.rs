//! Evaluations ranked by a round robin, board by board: the best of them are called strong, the worst weak.

use agon_agents::AgentSpec;
use agon_plot::table::Table;
use serde::Deserialize;

use super::contender::{Conditions, extend, read_spec};
use super::play::play;
use super::report::Item;
use super::words::{count, percent};
use super::{Course, ExperimentError};

/// What stands for the board in an evaluation.
const BOARD: &str = "board";

/// Which evaluations there are, and who finds out how good they are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ranking {
    /// Values of the key `eval`; of equally good ones, the first is the better. `net:{board/3}` is what generation 3
    /// had learned of the board.
    evaluations: Vec<String>,
    /// Who plays with each of them.
    #[serde(deserialize_with = "read_spec")]
    agent: AgentSpec,
    #[serde(default)]
    budget: String,
    /// Games per pair of evaluations.
    games: usize,
    /// So many of the best are strong.
    strong: usize,
    /// So many of the worst are weak; none where the opponent asks no evaluation.
    weak: usize,
}

/// An evaluation and how it did.
#[derive(Clone, Debug)]
struct Ranked {
    /// What a spec says.
    value: String,
    /// What tables say: whatever folder it lies in, it is the same.
    name: String,
    /// Its share of the points against all others.
    points: f64,
}

/// The evaluations of one board, the best first.
#[derive(Debug)]
pub(super) struct Order {
    ranked: Vec<Ranked>,
    strong: usize,
    weak: usize,
}

impl Ranking {
    pub(super) fn is_complete(&self) -> bool {
        self.strong > 0 && self.strong + self.weak <= self.evaluations.len() && self.games > 0
    }

    /// How many pairs of a strong and a weak evaluation there are.
    pub(super) fn pairs(&self) -> usize {
        self.strong * self.weak.max(1)
    }

    /// Lets every evaluation play against every other, on all boards at once.
    pub(super) fn run(
        &self,
        boards: &[String],
        conditions: &Conditions,
        course: &Course<'_>,
    ) -> Result<Vec<Order>, ExperimentError> {
        let conditions = Conditions { games: self.games, ..*conditions };
        let agent = extend(&self.agent, &self.budget)?;
        let (mut orders, mut contests, mut seats) = (Vec::new(), Vec::new(), Vec::new());
        for (number, board) in boards.iter().enumerate() {
            let ranked: Vec<Ranked> =
                self.evaluations.iter().map(|text| Ranked::new(text, board, course)).collect();
            for a in 0..ranked.len() {
                for b in a + 1..ranked.len() {
                    let of = |index: usize| ranked[index].used_by(&agent);
                    contests.push(conditions.contest(board, [of(a)?, of(b)?], contests.len(), course)?);
                    seats.push((number, [a, b]));
                }
            }
            orders.push(Order { ranked, strong: self.strong, weak: self.weak });
        }
        for ((number, [a, b]), games) in seats.into_iter().zip(play(&contests, course)?) {
            let gains: f64 = games.iter().map(|game| f64::from(game.entry.gain)).sum();
            let others = (self.evaluations.len() - 1) as f64;
            let share = gains / games.len() as f64 / others / 2.0;
            orders[number].ranked[a].points += share;
            orders[number].ranked[b].points -= share;
        }
        for order in &mut orders {
            order.ranked.sort_by(|a, b| b.points.total_cmp(&a.points));
        }
        Ok(orders)
    }

    /// How the evaluations were found out about, and what came of it.
    pub(super) fn items(&self, boards: &[String], orders: &[Order]) -> [Item; 2] {
        let text = format!(
            "On every board {} with {} per move played a round robin of {} per pair with {} evaluations; the best {} are strong{}.",
            self.agent,
            self.budget,
            count(self.games.next_multiple_of(2), "game"),
            self.evaluations.len(),
            self.strong,
            match self.weak {
                0 => String::new(),
                weak => format!(", the worst {weak} weak"),
            },
        );
        let mut table = Table::new("Evaluations with their share of the points in the round robin")
            .words("game")
            .words("strong");
        if self.weak > 0 {
            table = table.words("weak");
        }
        for (board, order) in boards.iter().zip(orders) {
            let mut row = vec![board.clone(), told(order.strong())];
            row.extend((self.weak > 0).then(|| told(order.weak())));
            table.row(row);
        }
        [Item::Text(text), Item::Table(table)]
    }
}

impl Ranked {
    fn new(text: &str, board: &str, course: &Course<'_>) -> Ranked {
        let text = text.replace(&format!("{{{BOARD}"), &format!("{{{board}"));
        let name = text.replace(['{', '}'], "");
        Ranked { value: course.networks.fill_in(&text), name, points: 0.5 }
    }

    fn used_by(&self, agent: &AgentSpec) -> Result<AgentSpec, ExperimentError> {
        Ok(agent.with("eval", &self.value)?)
    }
}

impl Order {
    fn strong(&self) -> &[Ranked] {
        &self.ranked[..self.strong]
    }

    fn weak(&self) -> &[Ranked] {
        &self.ranked[self.ranked.len() - self.weak..]
    }

    /// The agent with every strong evaluation against the opponent with every weak one, or as it is where there is none.
    pub(super) fn meetings(
        &self,
        agent: &AgentSpec,
        opponent: &AgentSpec,
    ) -> Result<Vec<[AgentSpec; 2]>, ExperimentError> {
        let mut meetings = Vec::new();
        for strong in self.strong() {
            let agent = strong.used_by(agent)?;
            if self.weak == 0 {
                meetings.push([agent.clone(), opponent.clone()]);
            }
            for weak in self.weak() {
                meetings.push([agent.clone(), weak.used_by(opponent)?]);
            }
        }
        Ok(meetings)
    }
}

/// Some evaluations in words.
fn told(ranked: &[Ranked]) -> String {
    let one = |ranked: &Ranked| format!("{} {}", ranked.name, percent(ranked.points));
    ranked.iter().map(one).collect::<Vec<_>>().join(", ")
}

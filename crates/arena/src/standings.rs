//! How everybody stands: the games of a ledger added up.

use std::collections::HashMap;

use serde::Serialize;

use crate::bout::Spent;
use crate::contest::Tally;
use crate::ledger::{Entry, Ledger, LedgerError, Pairing};
use crate::ratings::{Rating, Ratings};

/// The results of a run so far.
#[derive(Clone, Debug)]
pub struct Standings {
    /// All games.
    pub total: Standing,
    /// The games of each set of rules, in the order of the roster.
    pub by_rules: Vec<Standing>,
    /// The games that an agent lost by a fault: their numbers, and what happened.
    pub faults: Vec<(u64, String)>,
}

/// The results of some games.
#[derive(Clone, Debug)]
pub struct Standing {
    /// What each agent achieved, in the order of the roster.
    pub lines: Vec<Line>,
    /// The results of each agent against each, as the first one sees them.
    pub cross: Vec<Vec<Tally>>,
    /// The ratings that explain these results, around a mean of zero or the anchor.
    pub ratings: Ratings,
    /// The number of games.
    pub games: u64,
    /// The mean length of a game in plies.
    pub mean_plies: f64,
}

/// What an agent achieved in some games.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Line {
    /// Its games.
    pub tally: Tally,
    /// Its mean graded result.
    pub mean_score: f64,
    /// What it spent.
    pub spent: Spent,
    /// Games lost by a fault of its own.
    pub faults: u64,
}

impl Standings {
    /// Adds up the games of a ledger. The ratings are anchored at an agent of the roster, or at their mean.
    pub fn of(ledger: &Ledger, anchor: Option<usize>) -> Result<Standings, LedgerError> {
        Standings::watched(ledger, anchor, |_, _| {})
    }

    /// The same, and shows every game to `watch` as it passes.
    pub fn watched(
        ledger: &Ledger,
        anchor: Option<usize>,
        mut watch: impl FnMut(&Pairing, &Entry),
    ) -> Result<Standings, LedgerError> {
        let agents = ledger.roster().agents.len();
        // One sum per pairing rather than per agent and game: less to look up, and nothing is added twice.
        let mut sums: HashMap<(usize, [usize; 2]), Sum> = HashMap::new();
        let mut faults = Vec::new();
        ledger.each(|pairing: &Pairing, game: &Entry| {
            sums.entry((pairing.rules, pairing.agents)).or_default().add(game);
            if let Some(fault) = &game.fault {
                faults.push((game.number, fault.clone()));
            }
            watch(pairing, game);
        })?;
        let mut sums: Vec<_> = sums.into_iter().collect();
        sums.sort_by_key(|(key, _)| *key);
        let table = |rules: Option<usize>| {
            let chosen = sums.iter().filter(|((played, _), _)| rules.is_none_or(|rules| rules == *played));
            Standing::of(agents, chosen.map(|((_, agents), sum)| (*agents, sum)), anchor)
        };
        let by_rules = (0..ledger.roster().rules.len()).map(|rules| table(Some(rules))).collect();
        Ok(Standings { total: table(None), by_rules, faults })
    }
}

impl Standing {
    fn of<'a>(
        agents: usize,
        sums: impl Iterator<Item = ([usize; 2], &'a Sum)>,
        anchor: Option<usize>,
    ) -> Standing {
        let mut lines = vec![Line::default(); agents];
        let mut cross = vec![vec![Tally::default(); agents]; agents];
        let (mut games, mut plies) = (0, 0);
        for ([a, b], sum) in sums {
            cross[a][b] += sum.tally;
            cross[b][a] += sum.tally.reversed();
            for (side, agent, tally, sign) in [(0, a, sum.tally, 1.0), (1, b, sum.tally.reversed(), -1.0)] {
                let line = &mut lines[agent];
                line.tally += tally;
                line.mean_score += sign * sum.score;
                line.spent += sum.spent[side];
                line.faults += sum.faults[side];
            }
            games += sum.tally.games();
            plies += sum.plies;
        }
        for line in &mut lines {
            line.mean_score /= line.tally.games().max(1) as f64;
        }
        // Whoever did not play has no rating, and does not make those of the others uncertain; the anchor is at zero anyway.
        let rated: Vec<usize> =
            (0..agents).filter(|&agent| lines[agent].tally.games() > 0 || anchor == Some(agent)).collect();
        let among: Vec<Vec<Tally>> =
            rated.iter().map(|&a| rated.iter().map(|&b| cross[a][b]).collect()).collect();
        let anchor = anchor.and_then(|anchor| rated.iter().position(|&agent| agent == anchor));
        let ratings = Ratings::fit(&among, anchor).placed(&rated, agents);
        Standing { lines, cross, ratings, games, mean_plies: plies as f64 / games.max(1) as f64 }
    }

    /// Whether an agent had a part in these games.
    pub fn has(&self, agent: usize) -> bool {
        self.lines[agent].tally.games() > 0
    }

    /// The agents that played, best first: by rating, then by points, then as they are listed.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.lines.len()).filter(|&agent| self.has(agent)).collect();
        let rating = |agent: usize| self.ratings.agents[agent].elo;
        // Equal results may differ in the last digit of the rating, which is nothing to order by.
        let rounded = |agent: usize| (rating(agent) * 1e6).round();
        order.sort_by(|&a, &b| {
            let points = |agent: usize| self.lines[agent].tally.half_points();
            rounded(b).total_cmp(&rounded(a)).then(points(b).cmp(&points(a)))
        });
        order
    }

    /// The rating of an agent.
    pub fn rating(&self, agent: usize) -> Rating {
        self.ratings.agents[agent]
    }
}

/// The games of two agents at one game, as agent a sees them.
#[derive(Clone, Default)]
struct Sum {
    tally: Tally,
    score: f64,
    plies: u64,
    spent: [Spent; 2],
    faults: [u64; 2],
}

impl Sum {
    fn add(&mut self, game: &Entry) {
        self.tally.count(game.gain);
        self.score += f64::from(game.score);
        self.plies += u64::from(game.plies);
        self.spent[0] += game.spent[0];
        self.spent[1] += game.spent[1];
        if game.fault.is_some() {
            // Who fails loses.
            self.faults[usize::from(game.gain > 0)] += 1;
        }
    }
}

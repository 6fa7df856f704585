//! Who meets whom, and in which order games are played.

use std::collections::HashMap;

use crate::ledger::{Pairing, Slot};

/// How a tournament brings agents together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first agent meets all others.
    Gauntlet,
    /// In each round, agents with about as many points meet, and nobody meets the same one twice if that can be helped.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
}

impl Format {
    /// The number of rounds: one, unless who meets whom depends on earlier results.
    pub fn rounds(self) -> u32 {
        match self {
            Format::RoundRobin | Format::Gauntlet => 1,
            Format::Swiss { rounds } => rounds,
        }
    }

    /// The number of meetings per round.
    pub fn meetings(self, agents: usize) -> usize {
        match self {
            Format::RoundRobin => agents * (agents - 1) / 2,
            Format::Gauntlet => agents - 1,
            Format::Swiss { .. } => agents / 2,
        }
    }

    /// Who meets in the next round of `agents` agents, given the earlier rounds; each meets at all of `games` games.
    pub fn pair(self, agents: usize, games: usize, past: &Past) -> Vec<Pairing> {
        let meetings: Vec<[usize; 2]> = match self {
            Format::RoundRobin => (0..agents).flat_map(|a| (a + 1..agents).map(move |b| [a, b])).collect(),
            Format::Gauntlet => (1..agents).map(|b| [0, b]).collect(),
            Format::Swiss { .. } => swiss(agents, past),
        };
        let round = past.rounds.len() as u32;
        let all = (0..games).flat_map(|rules| meetings.iter().map(move |&agents| (rules, agents)));
        all.map(|(rules, agents)| Pairing { round, rules, agents }).collect()
    }
}

/// The rounds played so far.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// Who met in each round.
    pub rounds: Vec<Vec<[usize; 2]>>,
    /// Half points scored by each agent in games.
    pub half_points: HashMap<usize, u64>,
    /// Half points that a round gives at most; a free round counts as much for the next pairing.
    pub most: u64,
}

impl Past {
    fn meetings(&self, a: usize, b: usize) -> usize {
        self.rounds.iter().flatten().filter(|met| **met == [a, b] || **met == [b, a]).count()
    }

    fn free_rounds(&self, agent: usize) -> u64 {
        self.rounds.iter().filter(|round| !round.iter().flatten().any(|&met| met == agent)).count() as u64
    }

    fn points(&self, agent: usize) -> u64 {
        self.half_points.get(&agent).copied().unwrap_or(0) + self.most * self.free_rounds(agent)
    }
}

/// Pairs neighbours in the order of points. With an odd number, the last of those who had the fewest free rounds is free.
fn swiss(agents: usize, past: &Past) -> Vec<[usize; 2]> {
    let mut order: Vec<usize> = (0..agents).collect();
    order.sort_by_key(|&agent| (std::cmp::Reverse(past.points(agent)), agent));
    if !agents.is_multiple_of(2) {
        let fewest = order.iter().map(|&agent| past.free_rounds(agent)).min();
        let free = order.iter().rposition(|&agent| Some(past.free_rounds(agent)) == fewest);
        order.remove(free.expect("there are agents"));
    }
    // As few repeated meetings of the same two as possible.
    let allowed = 0..=past.rounds.len();
    let mut attempts = allowed.filter_map(|allowed| {
        let may_meet = |a: usize, b: usize| past.meetings(a, b) <= allowed;
        pair_off(&order, &may_meet, &mut STEPS.clone())
    });
    attempts.next().expect("everybody may meet everybody in the end")
}

/// Steps after which the search for a round without a repeated meeting is given up.
const STEPS: u32 = 100_000;

/// Pairs everybody, the first with the nearest possible neighbour first.
fn pair_off(
    order: &[usize],
    may_meet: &dyn Fn(usize, usize) -> bool,
    steps: &mut u32,
) -> Option<Vec<[usize; 2]>> {
    let Some((&first, rest)) = order.split_first() else { return Some(Vec::new()) };
    *steps = steps.checked_sub(1)?;
    (0..rest.len()).filter(|&index| may_meet(first, rest[index])).find_map(|index| {
        let mut others = rest.to_vec();
        let second = others.remove(index);
        let mut meetings = pair_off(&others, may_meet, steps)?;
        meetings.insert(0, [first, second]);
        Some(meetings)
    })
}

/// The games of a round, of which the pairings are `pairings`, all rounds having as many. Every pairing plays its first
/// pair before any plays its second, so that what there is of an unfinished round is spread evenly.
pub fn slots(pairings: std::ops::Range<usize>, pairs: u32) -> impl Iterator<Item = Slot> {
    let numbers = pairings.start as u64 * u64::from(pairs) * 2 + 1..;
    let games = (0..pairs).flat_map(move |pair| {
        pairings.clone().flat_map(move |pairing| [true, false].map(|a_first| (pairing, pair, a_first)))
    });
    numbers.zip(games).map(|(number, (pairing, pair, a_first))| Slot { number, pairing, pair, a_first })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn meetings(pairings: &[Pairing]) -> Vec<[usize; 2]> {
        pairings.iter().map(|pairing| pairing.agents).collect()
    }

    #[test]
    fn a_round_robin_brings_all_together_at_every_game() {
        let pairings = Format::RoundRobin.pair(4, 2, &Past::default());
        let distinct: HashSet<_> = pairings.iter().map(|pairing| (pairing.rules, pairing.agents)).collect();
        assert_eq!((pairings.len(), distinct.len()), (12, 12));
        assert_eq!(Format::RoundRobin.meetings(4), 6);
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let format = Format::Gauntlet;
        assert_eq!(meetings(&format.pair(4, 1, &Past::default())), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(format.meetings(4), 3);
    }

    #[test]
    fn a_swiss_round_pairs_equals_who_have_not_met() {
        let format = Format::Swiss { rounds: 3 };
        let mut past = Past { most: 4, ..Past::default() };
        assert_eq!(meetings(&format.pair(4, 1, &past)), [[0, 1], [2, 3]]);
        past.rounds.push(vec![[0, 1], [2, 3]]);
        past.half_points = HashMap::from([(0, 0), (1, 4), (2, 1), (3, 3)]);
        // The winners 1 and 3 meet, and so do the losers.
        assert_eq!(meetings(&format.pair(4, 1, &past)), [[1, 3], [2, 0]]);
        past.rounds.push(vec![[1, 3], [2, 0]]);
        past.half_points = HashMap::from([(0, 0), (1, 8), (2, 5), (3, 3)]);
        // The leader has met 0 and 3, so 2 is left, and 3 has to take 0.
        assert_eq!(meetings(&format.pair(4, 1, &past)), [[1, 2], [3, 0]]);
        // After that everybody has met everybody, and a fourth round repeats what cannot be helped.
        past.rounds.push(vec![[1, 2], [3, 0]]);
        assert_eq!(format.pair(4, 1, &past).len(), 2);
    }

    #[test]
    fn an_odd_one_is_free_once_and_loses_nothing_by_it() {
        let format = Format::Swiss { rounds: 5 };
        let mut past = Past { most: 2, ..Past::default() };
        let mut free = Vec::new();
        for _ in 0..5 {
            let met = meetings(&format.pair(5, 1, &past));
            assert_eq!(met.len(), 2);
            free.extend((0..5).filter(|agent| !met.iter().flatten().any(|met| met == agent)));
            for [a, _] in &met {
                *past.half_points.entry(*a).or_default() += 2;
            }
            past.rounds.push(met);
        }
        free.sort_unstable();
        assert_eq!(free, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn slots_number_every_game_of_every_round_once() {
        let (first, second) = (slots(0..3, 2).collect::<Vec<_>>(), slots(3..6, 2).collect::<Vec<_>>());
        let numbers: Vec<u64> = first.iter().chain(&second).map(|slot| slot.number).collect();
        assert_eq!(numbers, (1..=24).collect::<Vec<_>>());
        assert_eq!(first[6], Slot { number: 7, pairing: 0, pair: 1, a_first: true });
        assert_eq!(second[11], Slot { number: 24, pairing: 5, pair: 1, a_first: false });
    }
}

//! The games of an experiment, all contests at once, with what every move cost.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use agon_agents::{Assessment, Watched};
use agon_core::spread::spread;
use agon_core::{Cost, Match, Record};
use serde::{Deserialize, Serialize};

use super::report::Item;
use super::words::count;
use super::{Course, ExperimentError};
use crate::bout::FinishedGame;
use crate::contest::Contest;
use crate::ledger::{Entry, Extra, LedgerError, Named, Pairing, RuleSet, Slot};

/// A game that was played, move by move.
pub(super) struct Observed {
    /// What came of it.
    pub(super) entry: Entry,
    /// Its moves.
    pub(super) record: Record,
    /// What every move cost, in the order of play; the opening is not among them.
    pub(super) moments: Vec<Moment>,
}

/// What one move cost.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    /// Plies played before it.
    pub(super) ply: u32,
    /// Who chose it: 0 for the first agent of the contest.
    pub(super) by: usize,
    /// What the choice cost.
    pub(super) cost: Cost,
}

/// A moment as a note has it.
#[derive(Serialize, Deserialize)]
struct Noted(u32, usize, Counts);

/// What a search cost: depth, nodes, evaluations, playouts, iterations and nanoseconds.
#[derive(Serialize, Deserialize)]
struct Counts(u32, u64, u64, u64, u64, u64);

impl From<Cost> for Counts {
    fn from(cost: Cost) -> Counts {
        let Cost { depth, nodes, evaluations, playouts, iterations, time } = cost;
        Counts(depth, nodes, evaluations, playouts, iterations, time.as_nanos() as u64)
    }
}

impl From<Counts> for Cost {
    fn from(Counts(depth, nodes, evaluations, playouts, iterations, time): Counts) -> Cost {
        Cost { depth, nodes, evaluations, playouts, iterations, time: Duration::from_nanos(time) }
    }
}

/// Plays all games of all contests that the ledger does not have, spread over all workers, and returns them contest by contest.
pub(super) fn play(contests: &[Contest], course: &Course<'_>) -> Result<Vec<Vec<Observed>>, ExperimentError> {
    contests.iter().try_for_each(Contest::check)?;
    let pairings = contests.iter().map(|contest| course.enter(contest)).collect::<Result<Vec<_>, _>>()?;
    let games =
        |contest: &Contest| (0..contest.pairs).flat_map(|pair| [true, false].map(|a_first| (pair, a_first)));
    let tasks: Vec<(usize, u32, bool)> = contests
        .iter()
        .enumerate()
        .flat_map(|(index, contest)| games(contest).map(move |(pair, a_first)| (index, pair, a_first)))
        .collect();
    let games = course.spread(tasks.len(), |task| {
        let (index, pair, a_first) = tasks[task];
        let slot = Slot::open_ended(pairings[index], pair, a_first);
        course.desk.game(slot, || observe(&contests[index], slot))
    });
    let mut sorted: Vec<Vec<Observed>> = contests.iter().map(|_| Vec::new()).collect();
    for ((index, ..), game) in tasks.into_iter().zip(games) {
        let game = game?;
        let noted: Vec<Noted> =
            game.note.and_then(|note| serde_json::from_str(&note).ok()).unwrap_or_default();
        let moments = noted.into_iter().map(|Noted(ply, by, cost)| Moment { ply, by, cost: cost.into() });
        sorted[index].push(Observed { entry: game.entry, record: game.record, moments: moments.collect() });
    }
    Ok(sorted)
}

fn observe(contest: &Contest, slot: Slot) -> (FinishedGame, Extra) {
    let bout = contest.bout(slot.pair, slot.a_first);
    let [a, b] = [0, 1].map(|index| bout.seat(index));
    let mut logs = [Vec::new(), Vec::new()];
    let [of_a, of_b] = logs
        .each_mut()
        .map(|log| |played: &dyn Match, assessment: &Assessment| log.push((played.plies(), assessment.cost)));
    let game = bout.play_with(&mut [&mut Watched::new(a, of_a), &mut Watched::new(b, of_b)]);
    let [a, b] = logs;
    let tell =
        |log: Vec<(u32, Cost)>, by| log.into_iter().map(move |(ply, cost)| Noted(ply, by, cost.into()));
    let mut noted: Vec<Noted> = tell(a, 0).chain(tell(b, 1)).collect();
    noted.sort_by_key(|noted| noted.0);
    let note = serde_json::to_string(&noted).expect("numbers can be written as JSON");
    (game, Extra { note: Some(note), attachment: None })
}

/// What is to be said about games that were lost because an agent failed.
pub(super) fn faults<'a>(games: impl IntoIterator<Item = &'a Entry>) -> Option<Item> {
    let faults: Vec<&str> = games.into_iter().filter_map(|played| played.fault.as_deref()).collect();
    let first = faults.first()?;
    Some(Item::Text(format!("Lost by a fault: {}; the first: {first}.", count(faults.len(), "game"))))
}

impl Course<'_> {
    /// The index of a contest's meeting in the ledger. No two contests share one, even if the same agents meet at the same game.
    fn enter(&self, contest: &Contest) -> Result<usize, LedgerError> {
        let mut ledger = self.desk.ledger();
        let [a, b] = contest.agents.each_ref().map(Named::plain);
        let agents = [ledger.agent(&a)?, ledger.agent(&b)?];
        let rules = ledger.rules(&RuleSet::new(contest.rules.as_ref(), &[]))?;
        let round = self.contests.fetch_add(1, Ordering::Relaxed);
        Ok(ledger.pair(&[Pairing { round, rules, agents }])?[0])
    }

    /// What a search costs, as the ledger has it or as it is measured now.
    pub(super) fn measure(&self, what: &str, measure: impl FnOnce() -> Cost) -> Result<Cost, LedgerError> {
        let write =
            |cost: Cost| serde_json::to_string(&Counts::from(cost)).expect("numbers can be written as JSON");
        let text = self.desk.measurement(&format!("part {}: {what}", self.part), || write(measure()))?;
        Ok(serde_json::from_str::<Counts>(&text).map(Cost::from).unwrap_or_default())
    }

    /// Spreads work over the workers, and says how far it has come.
    pub(super) fn spread<T: Send>(&self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        (self.progress)(0, count);
        let done = AtomicUsize::new(0);
        spread(count, self.jobs, |number| {
            let result = work(number);
            let before = done.fetch_add(1, Ordering::Relaxed);
            (self.progress)(before + 1, count);
            result
        })
    }
}

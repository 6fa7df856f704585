//! Confirmation: every step of a ladder once more, in games that had no part in finding it.
//!
//! The search for a ladder keeps what came out as wanted, and luck helps with that; the numbers here were not chosen.

use agon_agents::AgentSpec;
use agon_agents::level::{Ends, Ladder};

use super::evidence::{Evidence, Wanted};
use super::steps::{lead, step};

/// The greedy player loses less than 60 % of the points to the lowest level.
const GREEDY: f64 = 0.4;
/// The highest level takes as much from the lowest.
const SPAN: f64 = 0.95;

/// The ladder with what a number of pairs say about each of its steps, or the games that have to be played for that.
pub(super) fn confirm(
    ladder: &Ladder,
    evidence: &Evidence,
    pairs: usize,
    seed: u64,
) -> Result<Ladder, Vec<Wanted>> {
    let read = |spec: &str| spec.parse::<AgentSpec>().expect("ladders hold specs that exist");
    let players: Vec<AgentSpec> = ladder.rungs.iter().map(|rung| read(&rung.spec)).collect();
    let (lowest, highest) = (&players[0], &players[players.len() - 1]);
    let mut missing = Vec::new();
    let mut ask = |upper: &AgentSpec, lower: &AgentSpec| {
        evidence.ask(upper, lower, pairs).map_err(|games| missing.extend(games)).unwrap_or_default()
    };
    let greedy = lead(ask(&read("greedy"), lowest), GREEDY);
    let span = lead(ask(highest, lowest), SPAN);
    // A level that is the same player as the one below needs no games.
    let steps: Vec<_> = players
        .windows(2)
        .map(|pair| (pair[0] != pair[1]).then(|| step(ask(&pair[1], &pair[0]), 1)))
        .collect();
    if !missing.is_empty() {
        return Err(missing);
    }
    let mut confirmed = ladder.clone();
    confirmed.confirmed = Some(Ends { seed, greedy, span });
    for (rung, step) in confirmed.rungs[1..].iter_mut().zip(steps) {
        rung.confirmed = step;
    }
    Ok(confirmed)
}

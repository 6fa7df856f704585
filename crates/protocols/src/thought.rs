//! What an agent thinks, as every protocol tells it.

use std::cmp::Ordering;

use agon_agents::Assessment;
use agon_core::{Cost, Match};

/// The line that is expected, in a protocol's notation, as far as it can be followed.
pub(crate) fn line(
    played: &dyn Match,
    thought: &Assessment,
    write: impl Fn(&dyn Match, usize) -> String,
) -> Vec<String> {
    let mut ahead = played.fork();
    let mut line = Vec::new();
    for text in &thought.line {
        let Ok(index) = ahead.find_move(text) else { break };
        line.push(write(ahead.as_ref(), index));
        ahead.play(index);
    }
    line
}

/// All moves, the best one first.
pub(crate) fn ranked(thought: &Assessment) -> Vec<usize> {
    let mut order: Vec<usize> = (0..thought.moves.len()).collect();
    let rank = |&index: &usize| (thought.best == Some(index), thought.moves[index].rank());
    order.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(Ordering::Equal));
    order
}

/// The move that is played where there is no word for giving up: whoever would plays on. None only if there are no moves.
pub(crate) fn choice(thought: &Assessment) -> Option<usize> {
    thought.choice.or_else(|| ranked(thought).first().copied())
}

/// What the agent counted, whatever it counts.
pub(crate) fn nodes(cost: Cost) -> u64 {
    cost.nodes.max(cost.playouts).max(cost.iterations)
}

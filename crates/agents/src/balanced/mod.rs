//! Agents that play for a close game and need more than one search: what happened before in the game, or in earlier ones.

mod adaptive;
mod control;
mod fair;

pub(crate) use adaptive::Adaptive;
pub use control::{GREATEST, LEAST, next_u};
pub(crate) use fair::Fair;

use agon_core::{Match, Outcome};
use agon_search::Stop;

use crate::agent::Agent;
use crate::spec::{AgentError, AgentSpec, read_time};

/// A move that wins at once, if there is one.
pub fn win_in_one(played: &dyn Match) -> Option<usize> {
    let mover = played.to_move();
    let mut ahead = played.fork();
    (0..played.move_count()).find(|&index| {
        ahead.play(index);
        let wins = ahead.ending().is_some_and(|ending| ending.outcome == Outcome::Win(mover));
        ahead.undo();
        wins
    })
}

/// An agent inside an agent: it thinks for a share of the budget of the whole.
fn part(
    whole: &AgentSpec,
    base: &str,
    share: f64,
    game: &str,
    stop: &Stop,
) -> Result<Box<dyn Agent>, AgentError> {
    let mut spec: AgentSpec = base.parse()?;
    let limit = whole.limit();
    if let Some(nodes) = limit.nodes {
        spec = spec.with("nodes", &((nodes as f64 * share).ceil() as u64).max(1).to_string())?;
    }
    if let Some(depth) = limit.depth {
        spec = spec.with("depth", &depth.to_string())?;
    }
    for key in ["time", "clock"] {
        if let Some(time) = read_time(whole.text(key)) {
            spec = spec.with(key, &format!("{}ms", 1000.0 * time.as_secs_f64() * share))?;
        }
    }
    spec.agent_stopped_by(game, stop)
}

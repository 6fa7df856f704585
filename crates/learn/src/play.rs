//! What tuning and examples have in common: many games, each by two agents whose luck is settled beforehand.

use agon_agents::{Agent, AgentError, AgentSpec};
use agon_arena::bout::Bout;
use agon_core::hash::combine;

/// How a run of many games goes on, as whoever asked for it wants.
pub struct Pace<'a> {
    /// Games at the same time; the result does not depend on it.
    pub jobs: usize,
    /// Whether a further game shall be begun; once it is no, it must stay no.
    pub goes_on: &'a (dyn Fn() -> bool + Sync),
    /// Is told whenever a game is finished.
    pub tell: &'a (dyn Fn() + Sync),
}

/// The `c` of `X + c·√(ln n / n_j)` for the constant of papers that write `X + 2·Cp·√(2 ln n / n_j)`.
pub const EXPLORATION: f64 = 2.0 * std::f64::consts::SQRT_2;

/// Plain UCT with an exploration constant Cp and so many playouts per move.
pub fn uct(constant: f64, playouts: u64) -> Result<AgentSpec, AgentError> {
    // The digits that the search works with.
    format!("uct:c={},playouts={playouts}", (EXPLORATION * constant) as f32).parse()
}

/// The agents of a game. Seeds go with the sides, so that all who are tried out in a game have the same luck.
///
/// # Panics
/// If an agent does not suit the game.
pub(crate) fn seat(bout: &Bout<'_>) -> [Box<dyn Agent>; 2] {
    let seeded = |index: usize| -> AgentSpec {
        let side = usize::from((index == 0) != bout.a_first);
        bout.agents[index].seeded(combine([bout.seed, side as u64]))
    };
    [0, 1].map(|index| bout.rules.agent(&seeded(index)).expect("the agents suit the game"))
}

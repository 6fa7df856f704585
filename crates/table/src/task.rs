//! What an agent at the table has to think about.

use std::sync::Arc;
use std::time::Duration;

use agon_agents::{AgentSpec, Playable};
use agon_core::{Match, Player};

use crate::refusal::Refusal;
use crate::sitting::Sitting;

/// Something to think about: everything that is needed for it, away from the table.
pub struct Task {
    /// The agent, with its luck.
    pub spec: AgentSpec,
    /// The rules.
    pub rules: Arc<dyn Playable>,
    /// The position.
    pub played: Box<dyn Match>,
    /// The state of the table that the thought is about.
    pub version: u64,
    /// How long it may take, where there is a clock.
    pub allowance: Option<Duration>,
}

impl Sitting {
    /// The agent that plays a side, with the luck of this table: what is taken back is answered the same way.
    pub fn agent(&self, player: Player) -> Option<AgentSpec> {
        Some(self.seats[player.index()].spec(self.rules.as_ref())?.seeded(self.seed))
    }

    /// What the program has to think about now: its move, if it is to move.
    pub fn task(&self) -> Option<Task> {
        if self.is_over() {
            return None;
        }
        let spec = self.agent(self.played.to_move())?;
        Some(Task { allowance: self.clock.allowance(), ..self.task_of(spec) })
    }

    pub(crate) fn task_of(&self, spec: AgentSpec) -> Task {
        Task {
            spec,
            rules: self.rules.clone(),
            played: self.played.fork(),
            version: self.version,
            allowance: None,
        }
    }

    /// Plays the move with this index that somebody thought of when the table was at `version`.
    pub fn reply(&mut self, version: u64, index: usize) -> Result<(), Refusal> {
        if version != self.version || index >= self.played.move_count() {
            return Err(Refusal::Late);
        }
        self.advance(index);
        Ok(())
    }

    /// Notes that a thought about `version` came to nothing, so that it can be begun again.
    pub fn forget(&mut self, version: u64) -> Result<(), Refusal> {
        if version != self.version {
            return Err(Refusal::Late);
        }
        self.version += 1;
        Ok(())
    }
}

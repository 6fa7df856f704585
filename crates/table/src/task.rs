//! What an agent at the table has to think about.

use std::sync::Arc;
use std::time::Duration;

use agon_agents::balanced::next_u;
use agon_agents::{AgentSpec, Level, Playable};
use agon_core::{Match, Player};

use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::sitting::Sitting;

/// By how much a game won or lost changes what a fair player remembers, as the agent itself has it.
const STEP: f32 = 0.5;

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
        let seat = &self.seats[player.index()];
        let spec = seat.spec(self.rules.as_ref())?.seeded(self.seed);
        let remembers = *seat == Seat::Level(Level::Fair) && self.memory != 0;
        let memory = (f64::from(self.memory) / 100.0).to_string();
        Some(if remembers { spec.with("u", &memory).expect("who is fair remembers") } else { spec })
    }

    /// Tells a fair player at the table what is remembered of the opponent, in hundredths; see [`next_u`].
    pub fn remember(&mut self, memory: i32) {
        self.memory = memory;
    }

    /// What a fair player remembers after this game, once: when it is over, and a person was the opponent.
    pub fn lesson(&mut self) -> Option<i32> {
        let ending = self.played.ending().filter(|_| !self.learned)?;
        let fair = !self.only_person()?;
        if self.seats[fair.index()] != Seat::Level(Level::Fair) {
            return None;
        }
        self.learned = true;
        let u = next_u(self.memory as f32 / 100.0, ending.outcome.value().pov(fair), STEP);
        Some((u * 100.0).round() as i32)
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

//! Rules that agents can play: where games meet algorithms.

use agon_core::{Encode, Heuristic, Rules, Ruleset};
use agon_search::clock::{Clock, Clocked};
use agon_search::{Limit, Stop};

use crate::agent::{Agent, Typed};
use crate::solving::{self, Order, Solved};
use crate::spec::{AgentError, AgentSpec};

/// Rules whose type is known inside, so that they can be searched: what a catalogue holds. This is the one place where games
/// are multiplied by algorithms.
pub trait Playable: Rules {
    /// The search that a spec names, as an agent without a selection; [`agent`](trait.Playable.html#method.agent) is what
    /// most want.
    fn searcher(&self, spec: &AgentSpec, stop: &Stop) -> Result<Box<dyn Agent>, AgentError>;

    /// Finds the value of every position.
    fn solve(&self, order: &mut Order<'_>) -> Result<Solved, solving::SolveError>;
}

impl<G: Encode + Heuristic> Playable for Ruleset<G> {
    fn searcher(&self, spec: &AgentSpec, stop: &Stop) -> Result<Box<dyn Agent>, AgentError> {
        let game = self.game();
        let mut search = crate::build::search(game, self.spec(), spec)?;
        if let Some(total) = spec.clock() {
            search = Box::new(Clocked::new(search, Clock::for_game(game, total)));
        }
        let limit = Limit { stop: stop.clone(), ..spec.limit() };
        Ok(Box::new(Typed::new(search, limit)))
    }

    fn solve(&self, order: &mut Order<'_>) -> Result<Solved, solving::SolveError> {
        solving::solve(self.game(), self.spec(), order)
    }
}

//! Agents that play for a close game and need more than one search: what happened before in the game, or in earlier ones.

mod control;
mod fair;
mod yielding;

pub(crate) use control::Control;
pub use control::{GREATEST, LEAST, next_u};
pub(crate) use fair::{Fair, Natural};

use agon_core::{Match, Outcome};
use agon_search::Stop;
use agon_search::evaluate::{self, Judge};
use agon_search::settings::SEED;

use crate::agent::{Agent, Assessment};
use crate::basis::Basis;
use crate::playable::Playable;
use crate::registry::Budget;
use crate::spec::{AgentError, AgentSpec};

agon_search::settings! {
    /// What can be chosen about an agent that plays as well as its opponent did.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub(crate) struct Adaptive {
        /// how many of the opponent's last moves are looked at
        pub(crate) window: u32 as "window" = "5" in Count(1, 1000),
        /// the rank assumed before the first of them, from 0, the worst, to 1, the best
        pub(crate) prior: f64 as "prior" = "0.6" in Number(0.0, 1.0),
    }
}

agon_search::settings! {
    /// What the searches inside an agent ask.
    #[derive(Clone, PartialEq, Debug)]
    pub(crate) struct Judged {
        /// how positions are judged, as in pvs; where there is no hand-made evaluation, random games stand for it
        pub(crate) judge: Judge as "eval" = "heuristic",
        /// the seed of everything random
        pub(crate) seed: u64 as SEED,
    }
}

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

/// The analysis of the last depth that was finished, so that all moves were looked at equally deeply.
pub fn finished(agent: &mut dyn Agent, played: &dyn Match) -> Assessment {
    let mut last: Option<Assessment> = None;
    let end = agent.analyse(played, &mut |assessment| {
        // Between two depths the clock decides what is shown; only what comes after a depth is the same everywhere.
        let before = last.as_ref().map_or(0, |last| last.cost.depth);
        if assessment.cost.depth > before {
            last = Some(assessment.clone());
        }
    });
    last.unwrap_or(end)
}

/// A look of two plies: what anybody sees.
pub struct Glance(Box<dyn Agent>);

impl Glance {
    /// Somebody who looks at positions of a game.
    pub fn new(game: &dyn Playable) -> Result<Glance, AgentError> {
        Ok(Glance(game.agent(&"greedy".parse()?)?))
    }

    /// All moves at a glance, after the move alone.
    fn compare(&mut self, played: &dyn Match) -> Assessment {
        self.0.analyse(played, &mut |_| {})
    }

    /// What a move looks like after the answer that looks best, for the player who makes it.
    pub fn look(&mut self, played: &dyn Match, index: usize) -> f32 {
        let mover = played.to_move();
        let mut ahead = played.fork();
        ahead.play(index);
        if let Some(ending) = ahead.ending() {
            return ending.outcome.value().pov(mover);
        }
        let glance = self.0.analyse(ahead.as_ref(), &mut |_| {});
        let value = glance.best.map_or(0.0, |best| glance.moves[best].value);
        if ahead.to_move() == mover { value } else { -value }
    }
}

/// Makes the agents inside an agent, each of which thinks for a share of the budget of the whole.
pub(crate) struct Parts<'a> {
    basis: Basis,
    judge: Judge,
    budget: Budget,
    game: &'a dyn Playable,
    stop: &'a Stop,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(whole: &AgentSpec, game: &'a dyn Playable, stop: &'a Stop) -> Parts<'a> {
        // Balanced play was measured with the evaluations made by hand, so a learned one has to be asked for.
        let Judged { judge, .. } = whole.settings();
        let is_plain = matches!(judge, Judge::Heuristic | Judge::Best);
        let basis = if is_plain && !game.is_judged() { Basis::of(game.bare()) } else { Basis::HandMade };
        Parts { basis, judge, budget: whole.budget(), game, stop }
    }

    /// Finds the best move.
    pub(crate) fn deep(&self, share: f64) -> Result<Box<dyn Agent>, AgentError> {
        self.part(share, false)
    }

    /// Compares all moves.
    pub(crate) fn wide(&self, share: f64) -> Result<Box<dyn Agent>, AgentError> {
        self.part(share, true)
    }

    /// Sees what anybody sees.
    pub(crate) fn glance(&self) -> Result<Glance, AgentError> {
        Ok(Glance(self.agent(&"greedy".parse()?)?))
    }

    fn part(&self, share: f64, wide: bool) -> Result<Box<dyn Agent>, AgentError> {
        let Budget { time, nodes, depth, clock, .. } = self.budget;
        let budget = Budget {
            time: time.map(|time| time.mul_f64(share)),
            nodes: nodes.map(|nodes| ((nodes as f64 * share).ceil() as u64).max(1)),
            depth,
            clock: clock.map(|clock| clock.mul_f64(share)),
            ..Budget::NONE
        };
        self.agent(&self.basis.part(budget, wide))
    }

    /// An agent with the evaluation of the whole, if it asks any.
    fn agent(&self, spec: &AgentSpec) -> Result<Box<dyn Agent>, AgentError> {
        let judged =
            spec.changed(|settings: &mut evaluate::Settings| settings.judge.clone_from(&self.judge)).or_else(
                || spec.changed(|settings: &mut evaluate::Strongest| settings.judge.clone_from(&self.judge)),
            );
        self.game.agent_stopped_by(judged.as_ref().unwrap_or(spec), self.stop)
    }
}

//! Agents without their game type: what matches, pages and commands hold.

use std::time::Duration;

use agon_core::{Analysis, Assessed, Cost, Game, Heuristic, Line, Match, TypedMatch};
use agon_search::pvs::{self, MultiPv};
use agon_search::settings::Memory;
use agon_search::trace::Recorder;
use agon_search::{Limit, Looked, Search, Stop, Task};

use crate::balanced::{Adaptive, Fair, Parts};
use crate::external::External;
use crate::playable::Playable;
use crate::selection::{Choosing, Selection};
use crate::spec::{AgentError, AgentSpec};

/// An analysis without the game type: moves are indices into the legal moves of the match.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// Every legal move, in the order of the match.
    pub moves: Vec<Assessed<usize>>,
    /// The index of the move the search thinks best.
    pub best: Option<usize>,
    /// The index of the move the agent plays: the best one, unless the agent is asked to choose otherwise. None if it
    /// failed or calls the game drawn, or if there are moves and neither: then it gives the game up.
    pub choice: Option<usize>,
    /// What went wrong, if an agent outside this program failed; it has no choice then.
    pub fault: Option<String>,
    /// Whether an agent outside this program says that the game is drawn by its own rules; it has no choice then.
    pub drawn: bool,
    /// The line it expects, in the game's notation.
    pub line: Vec<String>,
    /// What it cost.
    pub cost: Cost,
}

/// Something that plays one game.
///
/// Nothing here has a body, so that an agent around another one cannot forget to pass anything on.
pub trait Agent: Send {
    /// Gives a value to every legal move, and says now and then how far it has come.
    ///
    /// # Panics
    /// If the match is of another game than the agent was made for.
    fn analyse(&mut self, played: &dyn Match, watch: &mut dyn FnMut(&Assessment)) -> Assessment;

    /// Asks for analyses that take no longer than this, besides the limits the agent has anyway; none lifts it again. An
    /// agent that cannot hurry need not; one that is made of others shares the time out among them as it does its budget.
    fn hurry(&mut self, time: Option<Duration>);

    /// The switch that ends an analysis early.
    fn stop(&self) -> Stop;

    /// Forgets the game played so far.
    fn reset(&mut self);

    /// The place for a recorder of the trees to come; see [`Search::recorder`].
    fn recorder(&mut self) -> Option<&mut Option<Recorder>>;

    /// The positions below the one that was analysed last into which its search has looked; see [`Search::tree`].
    fn tree(&self) -> Vec<Looked>;

    /// Is told how a game ended: 1 if the agent won it, 0 for a draw, -1 if it lost. An agent that remembers its
    /// opponents learns from it; forgetting the game itself is [`reset`](Agent::reset)'s business.
    fn conclude(&mut self, gain: f32);

    /// The one number that is remembered of the opponent, by an agent that does: the key `u` of its spec.
    fn memory(&self) -> Option<f32>;
}

/// An agent whose game type is known.
pub(crate) struct Typed<G: Game> {
    search: Box<dyn Search<G>>,
    limit: Limit,
    /// The time that the spec itself allows.
    time: Option<Duration>,
}

impl<G: Heuristic> Agent for Typed<G> {
    fn analyse(&mut self, played: &dyn Match, watch: &mut dyn FnMut(&Assessment)) -> Assessment {
        let played: &TypedMatch<G> =
            played.as_any().downcast_ref().expect("an agent sees matches of its own game");
        let (game, line) = (played.game(), played.line());
        if played.ending().is_some() {
            return erase(game, line, &Analysis::unknown(&[]));
        }
        let mut watch = |analysis: &Analysis<G::Move>| watch(&erase(game, line, analysis));
        let analysis = self.search.search(Task { game, line, limit: &self.limit, watch: &mut watch });
        erase(game, line, &analysis)
    }

    fn hurry(&mut self, time: Option<Duration>) {
        self.limit.time = self.time.into_iter().chain(time).min();
    }

    fn stop(&self) -> Stop {
        self.limit.stop.clone()
    }

    fn reset(&mut self) {
        self.search.reset();
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        self.search.recorder()
    }

    fn tree(&self) -> Vec<Looked> {
        self.search.tree()
    }

    fn conclude(&mut self, _gain: f32) {}

    fn memory(&self) -> Option<f32> {
        None
    }
}

/// An agent that lets somebody see what it thinks before every move; everything else goes through to it.
pub struct Watched<S> {
    agent: Box<dyn Agent>,
    see: S,
}

impl<S: FnMut(&dyn Match, &Assessment) + Send> Watched<S> {
    /// Shows `see` every position that the agent is asked about, and what it says in the end.
    pub fn new(agent: Box<dyn Agent>, see: S) -> Watched<S> {
        Watched { agent, see }
    }
}

impl<S: FnMut(&dyn Match, &Assessment) + Send> Agent for Watched<S> {
    fn analyse(&mut self, played: &dyn Match, watch: &mut dyn FnMut(&Assessment)) -> Assessment {
        let assessment = self.agent.analyse(played, watch);
        (self.see)(played, &assessment);
        assessment
    }

    fn hurry(&mut self, time: Option<Duration>) {
        self.agent.hurry(time);
    }

    fn stop(&self) -> Stop {
        self.agent.stop()
    }

    fn reset(&mut self) {
        self.agent.reset();
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        self.agent.recorder()
    }

    fn tree(&self) -> Vec<Looked> {
        self.agent.tree()
    }

    fn conclude(&mut self, gain: f32) {
        self.agent.conclude(gain);
    }

    fn memory(&self) -> Option<f32> {
        self.agent.memory()
    }
}

impl<G: Game> Typed<G> {
    pub(crate) fn new(search: Box<dyn Search<G>>, limit: Limit) -> Typed<G> {
        Typed { search, time: limit.time, limit }
    }
}

impl dyn Playable + '_ {
    /// The agent that a spec describes.
    pub fn agent(&self, spec: &AgentSpec) -> Result<Box<dyn Agent>, AgentError> {
        self.agent_stopped_by(spec, &Stop::new())
    }

    /// The same with a switch that is already there: agents inside an agent share one.
    pub(crate) fn agent_stopped_by(
        &self,
        spec: &AgentSpec,
        stop: &Stop,
    ) -> Result<Box<dyn Agent>, AgentError> {
        spec.memory()
            .map_or(Ok(()), Memory::check)
            .map_err(|error| AgentError::Unsuitable(format!("{spec} cannot be had: {error}")))?;
        let agent = self.thinker(spec, stop)?;
        let selection = spec.selection();
        let hasty = match selection {
            Selection::Best => return Ok(agent),
            // Whoever chooses in haste looks at all moves alike, where a search has to be told to.
            Selection::Slip { .. } => {
                spec.changed(|settings: &mut pvs::Settings| settings.multipv = MultiPv::ALL)
            }
            _ => None,
        };
        let hasty = hasty.map(|spec| self.thinker(&spec, stop)).transpose()?;
        Ok(Box::new(Choosing::new(agent, hasty, selection, spec.seed())))
    }

    /// The agent without its selection.
    fn thinker(&self, spec: &AgentSpec, stop: &Stop) -> Result<Box<dyn Agent>, AgentError> {
        if let Some(program) = External::new(spec, self, stop)? {
            return Ok(Box::new(program));
        }
        Ok(match spec.algorithm().name {
            "fair" => Box::new(Fair::new(spec, self, stop)?),
            "adaptive" => {
                let search = Parts::new(spec, self, stop).wide(1.0)?;
                let Adaptive { window, prior } = spec.settings();
                let selection = Selection::Quantile { moves: window, prior };
                Box::new(Choosing::new(search, None, selection, spec.seed()))
            }
            _ => self.searcher(spec, stop)?,
        })
    }
}

/// The legal moves of a match and of an analysis are in the same order: that of generation.
fn erase<G: Game>(game: &G, line: &Line<G>, analysis: &Analysis<G::Move>) -> Assessment {
    let moves = analysis.moves.iter().enumerate().map(|(index, assessed)| Assessed {
        mv: index,
        value: assessed.value,
        proof: assessed.proof,
        visits: assessed.visits,
    });
    let mut ahead = line.clone();
    let mut texts = Vec::new();
    for &mv in &analysis.line {
        texts.push(game.write_move(ahead.position(), mv));
        ahead.push(game, mv);
    }
    Assessment {
        moves: moves.collect(),
        best: analysis.best,
        choice: analysis.best,
        fault: None,
        drawn: false,
        line: texts,
        cost: analysis.cost,
    }
}

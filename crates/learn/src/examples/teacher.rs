//! Who teaches: any agent that says what it thinks of the moves it does not play.

use std::time::Duration;

use agon_agents::{Agent, AgentSpec, Assessment, Playable};
use agon_core::{Assessed, Match, Value};
use agon_search::Stop;
use agon_search::trace::Recorder;

use super::{Example, pack};
use crate::error::LearnError;

/// An agent as a teacher: where it would give mere bounds for moves that are not the best, it is told to value them all.
pub fn teacher(spec: &AgentSpec) -> AgentSpec {
    [("multipv", "all"), ("root", "full")]
        .into_iter()
        .fold(spec.clone(), |spec, (key, value)| spec.with(key, value).unwrap_or(spec))
}

/// The moves that an agent gave a value, and how much went into each. An agent that does not search counts as having seen
/// every move once, if it found any difference; one that valued nothing but its own choice has said nothing.
fn valued(assessment: &Assessment) -> impl Iterator<Item = (usize, &Assessed<usize>, u64)> {
    let moves = &assessment.moves;
    let has_searched = moves.iter().any(|assessed| assessed.visits > 0);
    let differs = |assessed: &Assessed<usize>| assessed.value != 0.0 || assessed.proof.is_some();
    let has_judged = !has_searched && moves.iter().any(differs);
    moves
        .iter()
        .enumerate()
        .map(move |(child, assessed)| (child, assessed, if has_judged { 1 } else { assessed.visits }))
        .filter(|&(_, _, visits)| visits > 0)
}

/// Refuses an agent that does not suit the game, or that has nothing to say about more than the move it plays.
pub(super) fn check(rules: &dyn Playable, spec: &AgentSpec) -> Result<(), LearnError> {
    let mut agent = rules.agent(spec)?;
    let start = rules.start(None).expect("every game has an initial position");
    let moves = start.move_count();
    let valued = valued(&agent.analyse(start.as_ref(), &mut |_| {})).count();
    if valued < moves.min(2) {
        let (agent, game) = (spec.to_string(), rules.spec().to_owned());
        return Err(LearnError::Mute { agent, game, valued, moves });
    }
    Ok(())
}

/// An agent that somebody listens to while it plays.
pub(super) struct Witness {
    agent: Box<dyn Agent>,
    /// The number of the game.
    game: usize,
    /// The number of features of a position.
    features: usize,
    /// What was heard.
    pub(super) examples: Vec<Example>,
}

impl Witness {
    pub(super) fn new(agent: Box<dyn Agent>, game: usize, features: usize) -> Witness {
        Witness { agent, game, features, examples: Vec::new() }
    }
}

impl Agent for Witness {
    fn analyse(&mut self, played: &dyn Match, watch: &mut dyn FnMut(&Assessment)) -> Assessment {
        let assessment = self.agent.analyse(played, watch);
        let (mover, ply) = (played.to_move(), played.plies());
        let mut ahead = played.fork();
        let mut features = Vec::new();
        for (child, assessed, visits) in valued(&assessment) {
            ahead.play(child);
            ahead.features(&mut features);
            let to_move = ahead.to_move();
            self.examples.push(Example {
                game: self.game,
                ply,
                child,
                mover,
                to_move,
                visits,
                utility: Value::from_pov(assessed.value, mover).pov(to_move),
                ended: ahead.is_terminal(),
                state: pack(&features, self.features),
            });
            ahead.undo();
        }
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

    fn conclude(&mut self, gain: f32) {
        self.agent.conclude(gain);
    }

    fn memory(&self) -> Option<f32> {
        self.agent.memory()
    }
}

#[cfg(test)]
mod tests {
    use agon_agents::Catalogue;

    use super::*;

    #[test]
    fn agents_that_value_their_moves_can_teach() {
        let rules = Catalogue::shipped().find("tic-tac-toe").unwrap();
        let told =
            |spec: &str| check(rules.as_ref(), &spec.parse().unwrap()).err().map(|error| error.to_string());
        for spec in
            ["uct:playouts=20", "minimax:depth=2", "pvs:nodes=200", "unbounded:iterations=50", "solution"]
        {
            assert_eq!(told(spec), None);
        }
        let random = told("random").unwrap();
        assert!(
            random.contains("random cannot teach: it gives a value to 0 of the 9 first moves"),
            "{random}"
        );
    }

    #[test]
    fn a_teacher_gives_no_mere_bounds() {
        let as_teacher = |spec: &str| teacher(&spec.parse().unwrap()).to_string();
        assert_eq!(as_teacher("pvs:nodes=200"), "pvs:multipv=all,nodes=200");
        assert_eq!(as_teacher("alphabeta:root=shared,depth=3"), "alphabeta:depth=3");
        assert_eq!(as_teacher("uct:playouts=20"), "uct:playouts=20");
    }
}

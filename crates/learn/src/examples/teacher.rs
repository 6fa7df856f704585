//! Who teaches: any agent that says what it thinks of the moves it does not play.

use agon_agents::{AgentSpec, Assessment, Playable};
use agon_core::{Assessed, Match, Value};

use super::{Example, pack};
use crate::error::LearnError;

/// An agent as a teacher: where it would give mere bounds for moves that are not the best, it is told to value them all.
pub fn teacher(spec: &AgentSpec) -> AgentSpec {
    let differs = |spec: &AgentSpec, key: &str, value: &str| {
        spec.algorithm().key(key).is_some_and(|known| spec.value(known) != value)
    };
    [("multipv", "all"), ("root", "full")].into_iter().fold(spec.clone(), |spec, (key, value)| {
        if differs(&spec, key, value) { spec.with(key, value).unwrap_or(spec) } else { spec }
    })
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

/// What an agent thinks of the moves it considers, as examples of game `game`; `features` is the number of features of a position.
pub(super) fn examples(
    played: &dyn Match,
    assessment: &Assessment,
    game: usize,
    features: usize,
) -> Vec<Example> {
    let (mover, ply) = (played.to_move(), played.plies());
    let (mut ahead, mut active) = (played.fork(), Vec::new());
    let example = |(child, assessed, visits): (usize, &Assessed<usize>, u64)| {
        ahead.play(child);
        ahead.features(&mut active);
        let to_move = ahead.to_move();
        let example = Example {
            game,
            ply,
            child,
            mover,
            to_move,
            visits,
            utility: Value::from_pov(assessed.value, mover).pov(to_move),
            ended: ahead.is_terminal(),
            state: pack(&active, features),
        };
        ahead.undo();
        example
    };
    valued(assessment).map(example).collect()
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

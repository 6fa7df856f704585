//! One game of a program against itself.

use agon_agents::{AgentSpec, Assessment, Playable};
use agon_arena::bout::{FinishedGame, Spent};
use agon_core::hash::combine;
use agon_core::{Ending, Match, Outcome, Player, Proof, Random, Reason, Value};
use agon_search::bestfirst::Ends;

use super::plan::Plan;
use super::trees::Trees;
use crate::ordinal;

/// Plays the game with this number; returns it and its trees as they are kept.
pub(super) fn play(
    plan: &Plan,
    rules: &dyn Playable,
    player: &AgentSpec,
    number: u64,
) -> (FinishedGame, Vec<u8>) {
    let seed = combine([plan.common.seed, number]);
    let mut random = Random::stream(seed, 0xde5c);
    let mut agent = rules.agent(&player.seeded(seed >> 1)).expect("the agent was tried before");
    let mut game = rules.start(None).expect("every game has an initial position");
    let (mut trees, mut before) = (Trees::default(), None);
    let mut spent = [Spent::default(); 2];
    let mut worth = 0.0;
    while game.ending().is_none() && game.plies() < plan.common.longest {
        let assessment = agent.analyse(game.as_ref(), &mut |_| {});
        spent[game.to_move().index()].add(assessment.cost);
        let root = trees.add(&agent.tree(), before);
        // What is certain need not be played out.
        if let Some((gain, value)) = certain(&assessment) {
            worth = Value::from_pov(value, game.to_move()).pov(Player::First);
            conclude(game.as_mut(), gain);
            break;
        }
        let Some(choice) = ordinal::choose(&assessment.moves, plan.greed(number), &mut random) else { break };
        before = root.map(|root| (root, choice));
        game.play(choice);
        worth = game.score().unwrap_or(0.0);
    }
    let gain = match game.ending().map(|ending| ending.outcome) {
        Some(Outcome::Win(Player::First)) => 1,
        Some(Outcome::Win(Player::Second)) => -1,
        _ => 0,
    };
    let score = match plan.ends {
        Ends::Score => worth,
        Ends::Gain => f32::from(gain),
    };
    let plies = game.plies();
    (FinishedGame { gain, score, plies, fault: None, spent, record: game.record() }, trees.bytes())
}

/// What the game is certain to come to for the player to move, if it is: who wins, and what that is worth.
fn certain(assessment: &Assessment) -> Option<(i8, f32)> {
    let best = &assessment.moves[assessment.best?];
    let Proof { gain, .. } = best.proof?;
    let settled = gain == 1 || assessment.moves.iter().all(|assessed| assessed.proof.is_some());
    settled.then_some((gain, best.value))
}

/// Ends a game in which the result is certain for the player to move.
fn conclude(game: &mut dyn Match, gain: i8) {
    let mover = game.to_move();
    match gain {
        1 => game.resign(!mover),
        -1 => game.resign(mover),
        _ => game.conclude(Ending::draw(Reason::Agreement)),
    }
}

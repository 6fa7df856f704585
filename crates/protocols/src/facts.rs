//! What an agent thinks of a position, as data.

use agon_agents::Assessment;
use agon_core::Match;
use serde_json::{Value, json};

/// The documented JSON. Times are left out, so that the same seed and counts give the same bytes.
pub fn facts(played: &dyn Match, assessment: &Assessment) -> Value {
    let moves: Vec<Value> = assessment
        .moves
        .iter()
        .enumerate()
        .map(|(index, assessed)| {
            let proven = assessed.proof.map(|proof| json!({"gain": proof.gain, "distance": proof.distance}));
            json!({
                "move": played.move_text(index),
                "value": assessed.value,
                "proven": proven,
                "visits": assessed.visits,
            })
        })
        .collect();
    let best = assessment.best;
    json!({
        "best": best.map(|index| played.move_text(index)),
        "value": best.map(|index| assessment.moves[index].value),
        "moves": moves,
        "line": assessment.line,
        "depth": assessment.cost.depth,
        "nodes": assessment.cost.nodes,
        "evaluations": assessment.cost.evaluations,
        "playouts": assessment.cost.playouts,
    })
}

//! Whole numbers for depth-first searches: heuristic values, and wins by distance, on one scale.

use agon_core::{Ending, Outcome, Player, Proof, Value};

/// A score for the player to move.
pub type Score = i32;

/// The score of a value of 1 that is not a proven win.
pub const UNIT: Score = 1_000_000;
/// A win on the spot; a win in `n` plies is `WIN - n`.
pub const WIN: Score = 2_000_000;
/// More than any score.
pub const INFINITE: Score = 2_100_000;
/// Proven wins are above this: no line is longer.
const PROVEN: Score = WIN - 100_000;

/// A heuristic value as `player` scores it.
#[inline]
pub fn from_value(value: Value, player: Player) -> Score {
    (value.pov(player).clamp(-1.0, 1.0) * (UNIT - 1) as f32) as Score
}

/// An ending `ply` plies below the root, as `player` scores it.
#[inline]
pub fn from_ending(ending: Ending, player: Player, ply: u32) -> Score {
    match ending.outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == player => WIN - ply as Score,
        Outcome::Win(_) => ply as Score - WIN,
    }
}

/// Whether the score is that of a proven win or loss.
#[inline]
pub fn is_proven(score: Score) -> bool {
    score.abs() > PROVEN
}

/// The value of a score in [-1, 1], from the same view.
pub fn to_value(score: Score) -> f32 {
    if is_proven(score) { score.signum() as f32 } else { score as f32 / UNIT as f32 }
}

/// What a score proves.
pub fn to_proof(score: Score) -> Option<Proof> {
    is_proven(score).then(|| Proof { gain: score.signum() as i8, distance: (WIN - score.abs()) as u32 })
}

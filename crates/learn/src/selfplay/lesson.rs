//! What the positions of a game are said to be worth.

use agon_core::{Player, Rules, Value};
use agon_nets::patterns::Board;

use super::game::read;
use crate::generations::Window;
use crate::patterns::Positions;

/// Adds positions of a game. They are said to be worth what the game came to by a share, and what the search said for the rest.
pub(super) fn replay(
    rules: &dyn Rules,
    window: &Window<'_>,
    kept: &[u8],
    phase: u64,
    (share, outcome): (f32, Value),
    positions: &mut Positions,
) {
    let mut game = rules.start(None).expect("every game has an initial position");
    let (mut features, mut board) = (Vec::new(), Board::default());
    let mut thoughts = Vec::new();
    for (number, ply) in read(kept).enumerate() {
        let place = (ply.value.is_some() && ply.quiet && number as u64 % window.stride == phase).then(|| {
            game.features(&mut features);
            board.read(window.scheme, &features);
            positions.push(&board)
        });
        thoughts.push(Thought { mover: game.to_move(), value: ply.value, place });
        if ply.choice < game.move_count() {
            game.play(ply.choice);
        }
    }
    teach(share, outcome, &thoughts, positions);
}

/// What was thought at a ply of a game.
struct Thought {
    mover: Player,
    /// What the position was said to be worth to the mover; nothing if the move was drawn.
    value: Option<f32>,
    /// Its place among the positions to learn from.
    place: Option<usize>,
}

/// Says what the positions of a game are worth. A drawn move says nothing about those before it: for them the game ends with what
/// was thought there. So games may hold many blunders, and show what comes of each, and no position is blamed for what happened
/// later by chance.
fn teach(share: f32, mut outcome: Value, thoughts: &[Thought], positions: &mut Positions) {
    let mut drawn = false;
    for &Thought { mover, value, place } in thoughts.iter().rev() {
        let Some(value) = value else {
            drawn = true;
            continue;
        };
        if std::mem::take(&mut drawn) {
            outcome = Value::from_pov(value, mover);
        }
        if let Some(place) = place {
            positions.teach(place, share * outcome.pov(mover) + (1.0 - share) * value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_move_is_not_held_against_the_positions_before_it() {
        use Player::{First, Second};
        let mut positions = Positions::new(0);
        let mut thought = |mover, value: Option<f32>| {
            let place = value.map(|_| positions.push(&Board::default()));
            Thought { mover, value, place }
        };
        let thoughts = [
            thought(First, Some(0.1)),
            thought(Second, Some(-0.3)),
            thought(First, None),
            thought(Second, Some(0.8)),
            thought(First, Some(-0.9)),
        ];
        teach(0.5, Value::from_pov(-1.0, First), &thoughts, &mut positions);
        let targets: Vec<f32> = (0..positions.len()).map(|index| positions.target(index)).collect();
        for (target, expected) in targets.iter().zip([0.2, -0.3, 0.9, -0.95]) {
            assert!((target - expected).abs() < 1e-6, "{targets:?}");
        }
    }
}

//! What the positions of a game are said to be worth.

use agon_core::{Player, Rules, Value};
use agon_nets::patterns::Board;

use super::game::read;
use crate::generations::{Kept, Window};
use crate::patterns::Positions;

/// How positions are judged in hindsight.
#[derive(Clone, Copy)]
pub(super) struct Hindsight {
    /// The share of what the game came to in what a position is worth; the rest is what the search said.
    pub share: f32,
    /// The share of what the game came to that is left after each ply on the way back; the rest is what the search said there.
    pub lambda: f32,
}

/// Adds positions of a game and says what they are worth.
pub(super) fn replay(
    rules: &dyn Rules,
    window: &Window<'_>,
    kept: &Kept,
    phase: u64,
    hindsight: Hindsight,
    positions: &mut Positions,
) {
    let mut game = rules.start(None).expect("every game has an initial position");
    let (mut features, mut board) = (Vec::new(), Board::default());
    let mut thoughts = Vec::new();
    for (number, ply) in read(&kept.attachment).enumerate() {
        let choice = Some(ply.choice).filter(|&choice| choice < game.move_count());
        // Searches judge quiet positions alone. Where a move was drawn, it is not known what the best one does.
        let quiet = !ply.drawn && choice.is_some_and(|choice| game.is_quiet(choice));
        let wanted = ply.value.is_some() && quiet && number as u64 % window.stride == phase;
        let place = wanted.then(|| {
            game.features(&mut features);
            board.read(window.scheme, &features);
            positions.push(&board)
        });
        thoughts.push(Thought { mover: game.to_move(), value: ply.value, drawn: ply.drawn, place });
        if let Some(choice) = choice {
            game.play(choice);
        }
    }
    let proven = thoughts.last().and_then(|thought| thought.value).is_some_and(|value| value.abs() == 1.0);
    let outcome =
        (proven || game.ending().is_some()).then(|| Value::from_pov(f32::from(kept.gain), Player::First));
    teach(hindsight, outcome, &thoughts, positions);
}

/// What was thought at a ply of a game.
struct Thought {
    mover: Player,
    /// What the position was said to be worth to the mover, if it was searched.
    value: Option<f32>,
    /// Whether the move was drawn by lot.
    drawn: bool,
    /// Its place among the positions to learn from.
    place: Option<usize>,
}

/// Says what the positions of a game are worth. A drawn move says nothing about those before it: for them the game ends with what
/// was thought there. So games may hold many blunders, and show what comes of each, and no position is blamed for what happened
/// later by chance. A game that broke off came to what was thought last.
fn teach(
    Hindsight { share, lambda }: Hindsight,
    outcome: Option<Value>,
    thoughts: &[Thought],
    positions: &mut Positions,
) {
    // What the game comes to, as long as that is known.
    let mut future = outcome;
    for &Thought { mover, value, drawn, place } in thoughts.iter().rev() {
        if drawn {
            future = None;
        }
        let Some(value) = value else { continue };
        let result = future.map_or(value, |future| future.pov(mover));
        if let Some(place) = place {
            positions.teach(place, share * result + (1.0 - share) * value);
        }
        future = Some(Value::from_pov(lambda * result + (1.0 - lambda) * value, mover));
    }
}

#[cfg(test)]
mod tests {
    use Player::{First, Second};

    use super::*;

    /// What positions are said to be worth to their movers, who thought this of them and drew these moves.
    fn taught(hindsight: Hindsight, outcome: Option<f32>, game: &[(Player, Option<f32>, bool)]) -> Vec<f32> {
        let mut positions = Positions::new(0);
        let mut thought = |&(mover, value, drawn): &(Player, Option<f32>, bool)| {
            let place = value.map(|_| positions.push(&Board::default()));
            Thought { mover, value, drawn, place }
        };
        let thoughts: Vec<Thought> = game.iter().map(&mut thought).collect();
        let outcome = outcome.map(|outcome| Value::from_pov(outcome, First));
        teach(hindsight, outcome, &thoughts, &mut positions);
        (0..positions.len()).map(|index| positions.target(index)).collect()
    }

    fn assert_near(found: &[f32], expected: &[f32]) {
        let near = |(found, expected): (&f32, &f32)| (found - expected).abs() < 1e-6;
        assert!(found.len() == expected.len() && found.iter().zip(expected).all(near), "{found:?}");
    }

    const PLAIN: Hindsight = Hindsight { share: 0.5, lambda: 1.0 };

    #[test]
    fn a_drawn_move_is_not_held_against_the_positions_before_it() {
        let game = [
            (First, Some(0.1), false),
            (Second, Some(-0.3), false),
            (First, None, true),
            (Second, Some(0.8), false),
            (First, Some(-0.9), false),
        ];
        assert_near(&taught(PLAIN, Some(-1.0), &game), &[0.2, -0.3, 0.9, -0.95]);
    }

    #[test]
    fn a_position_that_was_searched_before_a_move_was_drawn_is_worth_what_was_found() {
        let game = [(First, Some(0.1), false), (Second, Some(-0.3), true), (First, Some(-0.9), false)];
        assert_near(&taught(PLAIN, Some(-1.0), &game), &[0.2, -0.3, -0.95]);
    }

    #[test]
    fn a_game_that_broke_off_came_to_what_was_thought_last() {
        let game = [(First, Some(0.2), false), (Second, Some(-0.6), false)];
        assert_near(&taught(PLAIN, None, &game), &[0.4, -0.6]);
    }

    #[test]
    fn what_lies_far_ahead_counts_less() {
        let game = [(First, Some(0.5), false), (First, Some(-0.5), false), (Second, Some(0.25), false)];
        let hindsight = Hindsight { share: 1.0, lambda: 0.5 };
        // 1 for the last; then half of it and half of the first player's -0.25, and so on.
        assert_near(&taught(hindsight, Some(-1.0), &game), &[-0.5625, -0.625, 1.0]);
    }
}

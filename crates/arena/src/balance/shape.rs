//! The shape of a game: was it close, did the lead change, when was it decided?

use serde::Serialize;

/// A game is close while nobody is ahead by this much.
pub const CLOSE: f32 = 0.25;
/// Somebody leads who is ahead by more than this; less is nobody's lead.
const LEAD: f32 = 0.1;

/// The shape of one game, from the values of its positions for one player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Shape {
    /// The share of positions in which nobody was ahead by much.
    pub close: f64,
    /// How often the lead changed hands.
    pub lead_changes: u32,
    /// When the winner pulled ahead for good, as a share of the game; none if nobody won.
    pub swing: Option<f64>,
}

impl Shape {
    /// The shape of a game with these values, which ended with this gain for the same player; none without positions.
    pub fn of(values: &[f32], gain: i8) -> Option<Shape> {
        if values.is_empty() {
            return None;
        }
        let length = values.len() as f64;
        let leads = values.iter().filter(|value| value.abs() > LEAD).map(|value| value.signum());
        let mut last = None;
        let mut lead_changes = 0;
        for lead in leads {
            lead_changes += u32::from(last.is_some_and(|last| last != lead));
            last = Some(lead);
        }
        let ahead = |value: f32| value * f32::from(gain) >= CLOSE;
        let swing = (gain != 0).then(|| {
            let before = values.iter().rposition(|&value| !ahead(value)).map_or(0, |last| last + 1);
            before as f64 / length
        });
        let close = values.iter().filter(|value| value.abs() < CLOSE).count() as f64 / length;
        Some(Shape { close, lead_changes, swing })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_turns_late() {
        let shape = Shape::of(&[0.0, 0.2, -0.2, -0.4, 0.05, -0.3, 0.1, 0.3, 0.9, 1.0], 1).unwrap();
        assert_eq!(shape.close, 0.5);
        // To the loser after the second position, and back before the eighth; what is nearly even is nobody's.
        assert_eq!(shape.lead_changes, 2);
        assert_eq!(shape.swing, Some(0.7));
    }

    #[test]
    fn one_sided_even_and_empty_games() {
        let one_sided = Shape::of(&[-0.5, -0.6], -1).unwrap();
        assert_eq!((one_sided.close, one_sided.lead_changes, one_sided.swing), (0.0, 0, Some(0.0)));
        let even = Shape::of(&[0.0, 0.1], 0).unwrap();
        assert_eq!((even.close, even.lead_changes, even.swing), (1.0, 0, None));
        assert_eq!(Shape::of(&[], 0), None);
    }
}

//! What the hand-made evaluations of all games have in common: one unit, and one way from there into (-1, 1).

use agon_core::{Player, Value};

/// What being a man ahead is worth. Values are not chances to win, but a man more should be seen, and a queen more
/// should be seen to be nearly enough: 0.12 and 0.73.
const MAN: f32 = 0.12;

/// Beyond this nothing is added: 32-bit numbers would round the value to 1.
const MOST: i32 = 20_000;

/// What a lead in hundredths of a man is worth, for whoever has it.
///
/// The curve is straight where the game is open and flat where it is decided; unlike the hyperbolic tangent, which
/// it resembles, it is made of operations that every processor rounds in the same way.
#[inline]
pub fn worth(ahead: i32) -> f32 {
    let x = ahead.clamp(-MOST, MOST) as f32 * (MAN / 100.0);
    x / (1.0 + x * x).sqrt()
}

/// The lead in hundredths of a man that a value speaks of, for programs that count so.
pub fn hundredths(value: f32) -> i32 {
    let value = f64::from(value);
    let x = value / (1.0 - value * value).max(0.0).sqrt();
    ((x * 100.0 / f64::from(MAN)).round() as i32).clamp(-MOST, MOST)
}

/// What `player` is ahead by, in hundredths of a man, as a value from `First`'s view.
#[inline]
pub(crate) fn verdict(ahead: i32, player: Player) -> f32 {
    Value::from_pov(worth(ahead), player).pov(Player::First)
}

/// A lead in material with the weight that it has when so many pieces are left of both sides: exchanges favour
/// whoever is ahead. Of 24 pieces, a man counts a quarter more than alone, of six pieces twice as much.
#[inline]
pub(crate) fn lead(hundredths: i32, pieces: u32) -> i32 {
    hundredths + 6 * hundredths / (pieces as i32).max(1)
}

#[cfg(test)]
pub(crate) mod tests {
    use agon_core::{Heuristic, Random};

    use super::*;

    /// Plays random games and checks every position in them: the value is inside the range, and exactly the opposite
    /// when the players change places. `mirror` is what changes them.
    pub(crate) fn assert_fair<G: Heuristic>(
        game: &G,
        games: u64,
        mirror: impl Fn(&G::Position) -> G::Position,
    ) {
        let (mut moves, mut mirrored_moves) = (Vec::new(), Vec::new());
        let (mut lowest, mut highest) = (0.0_f32, 0.0_f32);
        for number in 0..games {
            let mut random = Random::stream(16, number);
            let mut position = game.initial();
            for _ in 0..150 {
                if game.generate(&position, &mut moves).is_some() {
                    break;
                }
                let value = game.heuristic(&position);
                assert!(value.abs() < 1.0, "{value} in {position:?}");
                (lowest, highest) = (lowest.min(value), highest.max(value));
                let mirrored = mirror(&position);
                assert_eq!(game.to_move(&mirrored), !game.to_move(&position));
                game.generate(&mirrored, &mut mirrored_moves);
                assert_eq!(
                    moves.len(),
                    mirrored_moves.len(),
                    "no mirror image of {position:?}: {mirrored:?}"
                );
                assert_eq!(game.heuristic(&mirrored), -value, "{position:?}");
                game.play(&mut position, random.pick(&moves));
            }
        }
        assert!(lowest < 0.0 && highest > 0.0, "all values are between {lowest} and {highest}");
    }

    /// The value of a position text.
    pub(crate) fn value<G: Heuristic>(game: &G, text: &str) -> f32 {
        game.heuristic(&game.read_position(text).expect("a position of the game").0)
    }

    #[test]
    fn the_unit_is_a_man() {
        assert!((worth(100) - 0.12).abs() < 0.001);
        assert_eq!(verdict(100, Player::Second), -verdict(100, Player::First));
        assert!((0.7..0.9).contains(&worth(900)));
        assert!(worth(i32::MAX) < 1.0);
        assert!(worth(MOST - 100) < worth(MOST));
    }

    #[test]
    fn a_lead_can_be_read_from_its_value() {
        for lead in [-1200, -31, 0, 1, 31, 900] {
            assert_eq!(hundredths(worth(lead)), lead);
        }
        assert_eq!([hundredths(1.0), hundredths(-1.0)], [MOST, -MOST]);
    }

    #[test]
    fn a_lead_counts_more_when_less_is_left() {
        assert_eq!(lead(100, 24), 125);
        assert_eq!(lead(-100, 6), -200);
        assert_eq!(lead(0, 0), 0);
    }
}

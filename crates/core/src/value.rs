//! Values with a point of view.

use crate::player::Player;

/// How good a position is, from -1 (`Second` wins) to +1 (`First` wins).
///
/// The number inside is always `First`'s, and the only ways in and out name a player: a forgotten sign
/// becomes a type error instead of a weak engine.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Value(f32);

impl Value {
    /// Neither side is better.
    pub const DRAW: Value = Value(0.0);

    /// A value as `player` sees it.
    #[inline]
    pub const fn from_pov(value: f32, player: Player) -> Value {
        match player {
            Player::First => Value(value),
            Player::Second => Value(-value),
        }
    }

    /// This value as `player` sees it.
    #[inline]
    pub const fn pov(self, player: Player) -> f32 {
        match player {
            Player::First => self.0,
            Player::Second => -self.0,
        }
    }
}

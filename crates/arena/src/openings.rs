//! Where the games of a match begin.
//!
//! Two deterministic players play one game from one position, however often they are asked; so openings vary, and each
//! is played twice with sides exchanged.

use std::collections::HashSet;

use agon_core::{Match, Random, Rules};

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// A position in the game's notation; the initial one if there is none.
    pub position: Option<String>,
    /// The moves played from there, as indices into the legal moves.
    pub moves: Vec<usize>,
}

impl Opening {
    /// A match at the end of the opening.
    ///
    /// # Panics
    /// If the opening is not one of this game.
    pub fn start(&self, rules: &dyn Rules) -> Box<dyn Match> {
        let mut played =
            rules.start(self.position.as_deref()).expect("an opening begins in a position of its game");
        for &index in &self.moves {
            played.play(index);
        }
        played
    }
}

/// Attempts per opening before the supply is taken to be exhausted.
const ATTEMPTS: usize = 200;

/// Up to `count` openings of `plies` uniformly random plies, all leading to different positions in which the game goes on.
/// Fewer where a game does not have as many.
pub fn random(rules: &dyn Rules, count: usize, plies: u32, seed: u64) -> Vec<Opening> {
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let mut random = Random::stream(seed, 0x0be9);
    for _ in 0..count.saturating_mul(ATTEMPTS) {
        if openings.len() == count {
            break;
        }
        let mut played = rules.start(None).expect("every game has an initial position");
        let mut moves = Vec::new();
        while moves.len() < plies as usize && played.ending().is_none() {
            let index = random.below(played.move_count() as u32) as usize;
            moves.push(index);
            played.play(index);
        }
        if played.ending().is_none() && seen.insert(played.position()) {
            openings.push(Opening { position: None, moves });
        }
    }
    openings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_distinct_and_repeatable() {
        let rules = agon_games::find("tic-tac-toe").unwrap();
        let openings = random(rules.as_ref(), 500, 2, 7);
        // Nine places for the first mark, eight for the second.
        assert_eq!(openings.len(), 72);
        assert_eq!(openings, random(rules.as_ref(), 500, 2, 7));
        assert_ne!(openings, random(rules.as_ref(), 500, 2, 8));
    }
}

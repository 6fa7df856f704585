//! What may be said of a level: what was measured, and held in games that had no part in finding the levels.

use agon_core::Rules;

use super::{Ladder, Level};

/// A fact about a level of a game, to be put into words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It is not a rung of the ladder: what it aims at is all there is to say.
    Aim,
    /// Nobody has measured the levels of this very game: they are guesses at equal steps.
    Provisional,
    /// The game has a ladder, and nothing was confirmed about this level of it.
    Unknown,
    /// Nobody is below it: a player who looks one move ahead wins this share against it.
    Easiest(Share),
    /// It wins this share against the level below.
    Stronger(Share),
    /// It is hardly stronger than the level below: the game leaves no room for more.
    Level,
}

/// A share as people say it: 3 in 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// So many,
    pub part: u32,
    /// of so many.
    pub whole: u32,
}

impl Share {
    /// The spoken share that is nearest.
    pub fn nearest(share: f64) -> Share {
        const SPOKEN: [(u32, u32); 15] = [
            (1, 10),
            (1, 5),
            (1, 4),
            (1, 3),
            (2, 5),
            (1, 2),
            (5, 9),
            (3, 5),
            (2, 3),
            (7, 10),
            (3, 4),
            (4, 5),
            (5, 6),
            (9, 10),
            (19, 20),
        ];
        let distance = |&(part, whole): &(u32, u32)| (f64::from(part) / f64::from(whole) - share).abs();
        let nearest = SPOKEN.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let (part, whole) = nearest.expect("the list is not empty");
        Share { part, whole }
    }
}

impl Level {
    /// What may be said of this level of a game.
    pub fn claim(self, game: &dyn Rules) -> Claim {
        let Level::Rung(rung) = self else { return Claim::Aim };
        let Some(ladder) = Ladder::of(game) else { return Claim::Provisional };
        let confirmed = match rung {
            1 => ladder.confirmed.as_ref().map(|ends| Claim::Easiest(Share::nearest(ends.greedy.score))),
            _ => ladder.rungs[usize::from(rung) - 1].confirmed.map(|step| {
                // A step may also be larger than was wanted.
                let certain = step.low > 0.5 && step.p < 0.01;
                if certain { Claim::Stronger(Share::nearest(step.score)) } else { Claim::Level }
            }),
        };
        confirmed.unwrap_or(Claim::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_told_as_people_say_them() {
        let told = [0.72, 0.756, 0.66, 0.61, 0.83].map(Share::nearest).map(|share| (share.part, share.whole));
        assert_eq!(told, [(7, 10), (3, 4), (2, 3), (3, 5), (5, 6)]);
    }

    #[test]
    fn nothing_is_claimed_that_was_not_confirmed_for_this_very_game() {
        let claim = |level: Level, game: &str| level.claim(agon_games::find(game).unwrap().as_ref());
        assert_eq!(claim(Level::Easy, "othello"), Claim::Aim);
        // 88 % of the points: more than a step should be, and anything but nothing.
        assert!(matches!(claim(Level::Rung(2), "othello"), Claim::Stronger(_)));
        for variant in ["checkers-casual", "havannah:size=4"] {
            assert_eq!(claim(Level::Rung(4), variant), Claim::Provisional);
            assert_eq!(Ladder::of(agon_games::find(variant).unwrap().as_ref()), None, "{variant}");
        }
    }
}

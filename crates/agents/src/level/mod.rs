//! Levels: how strong an opponent shall be, in words that mean the same in every game.

mod claim;
mod dial;
mod ladder;

use std::fmt;
use std::str::FromStr;

use agon_core::Rules;
use thiserror::Error;

pub use claim::{Claim, Share};
pub use dial::Dial;
pub use ladder::{Ends, Ladder, Meeting, Rung, Step};

use crate::registry::ALGORITHMS;
use crate::spec::AgentSpec;

/// What a player chooses from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// A rung of the ladder, from 1 to [`Level::TOP`].
    Rung(u8),
    /// The easy difficulty of Vieira, Tavares and Ribas.
    Easy,
    /// Their medium one.
    Medium,
    /// Their hard one.
    Hard,
    /// An opponent who aims at a close game.
    Fair,
}

/// A text that names no level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{text}' is not a level; expected a number from 1 to {top} or one of {words}", top = Level::TOP)]
pub struct LevelError {
    /// What was typed.
    text: String,
    /// The levels that are words.
    words: String,
}

/// The agent of [`Level::Fair`].
const FAIR: &str = "fair";
/// The search below the published difficulties.
const PUBLISHED: &str = "hybrid:playouts=5000";

impl Level {
    /// The highest rung: as strong as nine steps that can be felt, and our searches, reach.
    pub const TOP: u8 = 10;

    /// Every level, as they are offered.
    pub fn all() -> impl Iterator<Item = Level> {
        let fair = ALGORITHMS.iter().any(|algorithm| algorithm.name == FAIR);
        let words = [Level::Easy, Level::Medium, Level::Hard];
        (1..=Level::TOP).map(Level::Rung).chain(words).chain(fair.then_some(Level::Fair))
    }

    /// The agent that plays a game at this level.
    ///
    /// # Panics
    /// If the level is not one of [`all`](Level::all).
    pub fn spec(self, game: &dyn Rules) -> AgentSpec {
        let text = match self {
            Level::Rung(rung) => match Ladder::of(game) {
                Some(ladder) => ladder.rungs[usize::from(rung) - 1].spec.clone(),
                None => return provisional(rung, game),
            },
            Level::Easy | Level::Medium | Level::Hard => format!("{PUBLISHED}@{self}"),
            Level::Fair => FAIR.to_owned(),
        };
        text.parse().expect("levels are written as specs that exist")
    }

    /// A sentence to the player about this level of a game.
    pub fn sentence(self, game: &dyn Rules) -> String {
        let rung = match self {
            Level::Rung(rung) => rung,
            Level::Easy => return "Easy aims at moves that are a little worse than even.".to_owned(),
            Level::Medium => return "Medium aims at moves that are a little better than even.".to_owned(),
            Level::Hard => return "Hard aims at the best moves, and misses them now and then.".to_owned(),
            Level::Fair => return "Fair aims at a close game, whoever you are.".to_owned(),
        };
        let mut sentence = format!("Level {rung} of {}", Level::TOP);
        let said = |Share { part, whole }: Share| format!("{part} in {whole}");
        match self.claim(game) {
            Claim::Easiest(share) => {
                let share = said(share);
                sentence += &format!(
                    " is the easiest: a player who looks one move ahead wins about {share} against it."
                );
            }
            Claim::Stronger(share) => {
                sentence += &format!(" wins about {} against level {}.", said(share), rung - 1);
            }
            Claim::Level => {
                sentence += &format!(
                    " is hardly stronger than level {}: this game leaves no room for more.",
                    rung - 1
                );
            }
            Claim::Provisional if rung == 1 => {
                sentence += " is the easiest; it is provisional: not measured."
            }
            Claim::Provisional => sentence += " is provisional: not measured.",
            Claim::Unknown | Claim::Aim if rung == 1 => sentence += " is the easiest.",
            Claim::Unknown | Claim::Aim => {
                sentence += &format!("; what it wins against level {} is not confirmed yet.", rung - 1);
            }
        }
        if rung == Level::TOP {
            sentence += " It is the strongest.";
        }
        sentence
    }
}

/// A rung of a game that nobody has calibrated: the dial in equal steps, the lowest notches left out.
fn provisional(rung: u8, game: &dyn Rules) -> AgentSpec {
    const LOWEST: f64 = 2.0;
    let dial = Dial::new(game);
    let share = f64::from(rung - 1) / f64::from(Level::TOP - 1);
    dial.spec(LOWEST + share * (dial.top() - LOWEST))
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let text = text.trim();
        Level::all().find(|level| level.to_string().eq_ignore_ascii_case(text)).ok_or_else(|| {
            let words: Vec<String> = Level::all()
                .filter(|level| !matches!(level, Level::Rung(_)))
                .map(|level| level.to_string())
                .collect();
            LevelError { text: text.chars().take(40).collect(), words: words.join(", ") }
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Rung(rung) => write!(formatter, "{rung}"),
            Level::Easy => formatter.write_str("easy"),
            Level::Medium => formatter.write_str("medium"),
            Level::Hard => formatter.write_str("hard"),
            Level::Fair => formatter.write_str("fair"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_that_nobody_measured_say_so() {
        let sentence =
            |rung: u8, game: &str| Level::Rung(rung).sentence(agon_games::find(game).unwrap().as_ref());
        let provisional = "checkers-casual";
        assert_eq!(
            sentence(1, provisional),
            "Level 1 of 10 is the easiest; it is provisional: not measured."
        );
        assert_eq!(sentence(4, provisional), "Level 4 of 10 is provisional: not measured.");
        assert_eq!(
            sentence(10, provisional),
            "Level 10 of 10 is provisional: not measured. It is the strongest."
        );
        for rung in 1..=Level::TOP {
            assert!(!sentence(rung, "othello").contains("provisional"));
        }
    }

    #[test]
    fn levels_are_read_as_they_are_written() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("EASY".parse(), Ok(Level::Easy));
        for wrong in ["0", "11", "04", "", "expert"] {
            let said = wrong.parse::<Level>().unwrap_err().to_string();
            let expected = format!(
                "'{wrong}' is not a level; expected a number from 1 to 10 or one of easy, medium, hard"
            );
            assert!(said.starts_with(&expected), "{said}");
        }
    }
}

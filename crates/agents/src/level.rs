//! Levels: how strong an opponent shall be, in words that mean the same in every game.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::spec::AgentSpec;

/// What a player chooses from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// A rung of the ladder, from 1 to [`Level::TOP`].
    Rung(u8),
}

/// A text that names no level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a level; expected a number from 1 to {top}", top = Level::TOP)]
pub struct LevelError(String);

impl Level {
    /// The highest rung: the strongest play there is.
    pub const TOP: u8 = 10;

    /// Every level, as they are offered.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::TOP).map(Level::Rung)
    }

    /// The agent that plays a game, given by its spec, at this level.
    pub fn spec(self, _game: &str) -> AgentSpec {
        let Level::Rung(rung) = self;
        let nodes = 4_u64 << (2 * u32::from(rung) / 2 + u32::from(rung) / 2);
        format!("pvs:nodes={nodes}").parse().expect("levels are written as specs that exist")
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let rung = text.trim().parse().ok().filter(|rung| (1..=Level::TOP).contains(rung));
        rung.map(Level::Rung).ok_or_else(|| LevelError(text.trim().chars().take(40).collect()))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Rung(rung) => write!(formatter, "{rung}"),
        }
    }
}

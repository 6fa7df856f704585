//! What every plan says.

use agon_arena::contest::Contest;
use serde::{Deserialize, Serialize};

use super::study::Study;
use crate::error::Unfit;

/// The most games of a plan.
pub(crate) const MOST_GAMES: u64 = 100_000_000;
/// The most games that show what one network is worth.
pub(crate) const MOST_MEETINGS: u64 = 1_000_000;

/// What every plan says: which game, how it is played, and how a network learns from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Common {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules and encoding.
    pub version: u32,
    /// Positions that are looked at per move.
    pub nodes: u64,
    /// A game that is longer breaks off.
    pub longest: u32,
    /// Generations whose games a network learns from.
    pub window: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// What networks look like, and how they learn.
    pub study: Study,
}

impl Common {
    /// What is wrong with it, if anything.
    pub(crate) fn check(&self) -> Result<(), Unfit> {
        Unfit::unless_within(1_000_000_000_000, "nodes", self.nodes)?;
        Unfit::unless_within(MOST_GAMES, "window", self.window)?;
        Unfit::unless_within(*Contest::MAX_PLIES.end(), "longest", self.longest.into())?;
        Unfit::unless_kept(self.seed)?;
        self.study.check()
    }
}

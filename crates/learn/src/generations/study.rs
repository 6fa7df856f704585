//! What a network looks like, and how it learns.

use agon_nets::patterns::Recipe;
use serde::{Deserialize, Serialize};

use crate::error::Unfit;
use crate::patterns::Settings;

/// What a network looks like, and how it learns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Study {
    /// The most positions it learns from.
    pub positions: usize,
    /// Which patterns.
    pub patterns: Recipe,
    /// Phases of the game with weights of their own, at most.
    pub phases: usize,
    /// Hidden units.
    pub hidden: usize,
    /// How often all positions are looked at.
    pub epochs: usize,
    /// Positions per step.
    pub batch: usize,
    /// How far weights move at first.
    pub rate: f32,
    /// What a weight must have heard before it moves freely.
    pub caution: f32,
}

impl Study {
    /// What is wrong with it, if anything.
    pub(crate) fn check(&self) -> Result<(), Unfit> {
        Unfit::unless_within(1_000_000_000, "positions", self.positions as u64)?;
        Unfit::unless_within(1_000_000, "epochs", self.epochs as u64)?;
        Unfit::unless_within(1_000_000_000, "batch", self.batch as u64)?;
        Unfit::unless((1..=16).contains(&self.phases), "phases", &self.phases, "a number from 1 to 16")?;
        Unfit::unless(self.hidden <= 256, "hidden", &self.hidden, "at most 256")?;
        let sane = self.rate > 0.0 && self.rate <= 10.0;
        Unfit::unless(sane, "rate", &self.rate, "a number above 0 and up to 10")?;
        let sane = self.caution > 0.0 && self.caution <= 1.0;
        Unfit::unless(sane, "caution", &self.caution, "a number above 0 and up to 1")
    }

    /// How a network learns.
    pub(crate) fn settings(&self, seed: u64, threads: usize) -> Settings {
        let Study { epochs, batch, rate, caution, .. } = *self;
        Settings { epochs, batch, rate, caution, seed, threads }
    }
}

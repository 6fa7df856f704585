//! A way of learning.

use std::ops::RangeInclusive;

use agon_agents::{AgentSpec, Playable};
use agon_arena::bout::FinishedGame;
use agon_arena::contest::Tally;
use agon_arena::ledger::Kind;
use agon_core::Rules;
use serde::Serialize;

use super::common::Common;
use super::window::{Kept, Window};
use crate::error::LearnError;
use crate::patterns::Positions;

/// A plan: everything that games and networks depend on.
pub trait Method: Clone + Serialize + Sync {
    /// What its runs are called in ledgers.
    const KIND: Kind;
    /// What people call it.
    const NAME: &'static str;
    /// Whether a network begins with the weights of the one before it.
    const CONTINUES: bool;

    /// What it has in common with all plans.
    fn common(&self) -> &Common;
    /// What is wrong with the plan, if anything.
    fn check(&self, rules: &dyn Playable) -> Result<(), LearnError>;

    /// The numbers of the games of a generation.
    fn games_of(&self, generation: u64) -> RangeInclusive<u64>;
    /// Who plays the games that are learned from, with the network of a file if there is one.
    fn player(&self, network: Option<&str>) -> Result<AgentSpec, LearnError>;
    /// Plays the game with this number; returns it and what is kept of it.
    fn play(
        &self,
        rules: &dyn Playable,
        player: &AgentSpec,
        generation: u64,
        number: u64,
    ) -> (FinishedGame, Vec<u8>);

    /// How many positions can be learned from a game, about.
    fn yields(&self, game: &Kept) -> u64;
    /// Adds one in `stride` positions of a game, from the `phase`th on.
    fn replay(
        &self,
        rules: &dyn Rules,
        window: &Window<'_>,
        game: &Kept,
        phase: u64,
        positions: &mut Positions,
    );

    /// Who shows what a network is worth.
    fn witness(&self, network: Option<&str>) -> Result<AgentSpec, LearnError>;
    /// Games that a new network plays against the best one so far.
    fn gate(&self, generation: u64) -> u32;
    /// Whether it takes the place of the best one.
    fn accepts(&self, generation: u64, tally: Tally) -> bool;
}

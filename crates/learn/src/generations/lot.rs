//! Games of a generation that are played one after another, here or elsewhere.

use std::path::Path;

use agon_agents::{AgentSpec, Playable};
use agon_arena::bout::FinishedGame;

use super::method::Method;
use crate::error::{LearnError, Unfit};

/// A game that was played, and what is kept of it besides.
pub type LotGame = (FinishedGame, Vec<u8>);

/// Games of a generation that are played one after another.
pub struct Lot<'a, M> {
    /// The plan of the course.
    pub plan: &'a M,
    /// Its game.
    pub rules: &'a dyn Playable,
    /// The generation.
    pub generation: u64,
    /// The file of the network that plays; without it plays who plays first.
    pub network: Option<&'a Path>,
    /// The numbers of the games.
    pub numbers: &'a [u64],
}

impl<M: Method> Lot<'_, M> {
    /// What is wrong with it, if anything: whoever gets it from elsewhere asks before playing.
    pub fn check(&self) -> Result<(), LearnError> {
        let (wanted, known) = (self.plan.common().version, self.rules.info().version);
        Unfit::unless(
            wanted == known,
            "the version of the rules",
            &wanted,
            &format!("{known}, which is known here"),
        )?;
        self.plan.check(self.rules)?;
        self.rules.agent(&self.player()?)?;
        Ok(())
    }

    /// Plays the games.
    pub fn play(&self) -> Result<Vec<LotGame>, LearnError> {
        let player = self.player()?;
        let play = |&number| self.plan.play(self.rules, &player, self.generation, number);
        Ok(self.numbers.iter().map(play).collect())
    }

    pub(super) fn player(&self) -> Result<AgentSpec, LearnError> {
        self.plan.player(self.network.map(|file| file.display().to_string()).as_deref())
    }
}

/// Plays the games of a lot and gives them back in their order, or says why they could not be played.
pub type PlayLot<'a, M> = dyn Fn(&Lot<'_, M>) -> Result<Vec<LotGame>, String> + Sync + 'a;

/// Where the games of a course are played.
pub struct Venue<'a, M> {
    /// Who plays them.
    pub play: &'a PlayLot<'a, M>,
    /// The most games of a lot.
    pub size: usize,
    /// Lots at the same time.
    pub jobs: usize,
}

//! A table as it is stored.

use agon_agents::Playable;
use agon_core::{Library, Player, Record, ReplayError, SpecError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::clock::{Clock, Time};
use crate::control::Control;
use crate::seat::Seat;
use crate::sitting::{Sitting, Terms};

/// A table as it is stored.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact of the table")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// The game so far.
    pub record: Record,
    /// Moves that were taken back, the next one to play again last.
    pub undone: Vec<String>,
    /// Who sits at each side.
    pub seats: [Seat; 2],
    /// Whether the board is shown from the other side.
    pub turned: bool,
    /// The clock.
    #[serde(default)]
    pub clock: SavedClock,
    /// Whether moves may not be taken back.
    #[serde(default)]
    pub no_takeback: bool,
    /// Whether moves of people are commented on.
    #[serde(default)]
    pub comments: bool,
    /// Counts the changes of the table.
    #[serde(default)]
    pub version: u64,
    /// Who offers a draw: 0 for the first player, 1 for the second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<usize>,
    /// Who asks for a move to be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks: Option<usize>,
    /// What everything drawn by lot follows from; tables from before there was one are given theirs when they are restored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What a fair player remembers of the opponent, in hundredths.
    #[serde(default)]
    pub memory: i32,
    /// Whether this game has been added to it.
    #[serde(default)]
    pub learned: bool,
}

/// A clock as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedClock {
    /// How much time there was, as forms write it.
    pub control: String,
    /// The milliseconds that each side has left.
    pub left: [u64; 2],
    /// Whether somebody stopped it.
    pub paused: bool,
    /// Whose time runs, and since when; only noted where time passes between requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<(usize, u64)>,
}

/// Why a stored table cannot be played on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SavedError {
    /// Its game is not known.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// Its moves are not legal.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl Saved {
    /// The sitting that was stored. Its luck is `seed`, unless it had one of its own.
    pub fn restore(
        &self,
        catalogue: &impl Library<Rules = dyn Playable>,
        time: Time,
        seed: u64,
    ) -> Result<Sitting, SavedError> {
        let rules = catalogue.find(&self.record.game)?;
        let played = rules.replay(&self.record)?;
        let terms = Terms { control: Control::None, takeback: !self.no_takeback, comments: self.comments };
        let mut sitting =
            Sitting::new(rules, played, self.seats.clone(), terms, self.seed.unwrap_or(seed), time);
        sitting.undone.clone_from(&self.undone);
        sitting.version = self.version.max(sitting.version);
        sitting.since = sitting.version;
        let player = |index: Option<usize>| Player::BOTH.get(index?).copied();
        (sitting.offer, sitting.asks) = (player(self.offer), player(self.asks));
        sitting.turned = self.turned;
        (sitting.memory, sitting.learned) = (self.memory, self.learned);
        sitting.clock = Clock::restore(&self.clock, time);
        // Time stands while nobody is there: it goes on when the first one comes back.
        if sitting.clock.running().is_none() {
            sitting.clock.run(sitting.runner());
        }
        Ok(sitting)
    }
}

impl Sitting {
    /// Everything that is needed to go on later.
    pub fn saved(&self) -> Saved {
        Saved {
            record: self.played.record(),
            undone: self.undone.clone(),
            seats: self.seats.clone(),
            turned: self.turned,
            clock: self.clock.saved(),
            no_takeback: !self.takeback,
            comments: self.comments,
            version: self.version,
            offer: self.offer.map(Player::index),
            asks: self.asks.map(Player::index),
            seed: Some(self.seed),
            memory: self.memory,
            learned: self.learned,
        }
    }
}

//! The solution of a whole game.

use agon_core::{Game, Numbering};
use thiserror::Error;

use super::check::{self, Census};
use super::retrograde;
use super::states::{Listed, Numbered};
use super::verdict::Verdict;

/// The most positions that are listed one by one, for games that do not number them.
pub const LISTED: usize = 4_000_000;

/// A game with too many positions.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TooLarge {
    /// There are more than were allowed.
    #[error("{game} has more than {most} positions")]
    Positions {
        /// The game.
        game: agon_core::Text,
        /// The most that was allowed.
        most: usize,
    },
    /// There is no memory for so many.
    #[error("there is no memory for the {positions} positions of {game}")]
    Memory {
        /// The game.
        game: agon_core::Text,
        /// How many there are.
        positions: usize,
    },
}

/// The value of every position of a game, rules about the past left out of account.
///
/// It does not change any more: share one between searches and threads in an `Arc` and ask
/// [`verdict`](Solution::verdict).
pub struct Solution<G: Game> {
    pub(super) start: G::Position,
    pub(super) places: Places<G>,
    pub(super) verdicts: Vec<Verdict>,
}

/// Where the value of a position is.
pub(super) enum Places<G: Game> {
    Numbered(Box<dyn Numbering<G>>),
    Listed(Box<Listed<G>>),
}

impl<G: Game> Places<G> {
    /// The places of a game with at most this many; numbers that are not in use count.
    pub(super) fn new(game: &G, most: usize) -> Result<Places<G>, TooLarge> {
        match game.numbering() {
            Some(numbering) if numbering.size() <= most => Ok(Places::Numbered(numbering)),
            Some(_) => Err(TooLarge::Positions { game: game.info().id.clone(), most }),
            None => Places::list(game, game.initial(), most),
        }
    }

    fn list(game: &G, start: G::Position, most: usize) -> Result<Places<G>, TooLarge> {
        let most = most.min(LISTED);
        let listed = Listed::new(game, start, most)
            .ok_or_else(|| TooLarge::Positions { game: game.info().id.clone(), most })?;
        Ok(Places::Listed(Box::new(listed)))
    }

    pub(super) fn size(&self) -> usize {
        match self {
            Places::Numbered(numbering) => numbering.size(),
            Places::Listed(listed) => listed.positions.len(),
        }
    }

    fn solve(
        self,
        game: &G,
        start: G::Position,
        threads: usize,
        watch: &mut dyn FnMut(u32, usize),
    ) -> Result<Solution<G>, TooLarge> {
        let verdicts = match &self {
            Places::Numbered(numbering) => {
                retrograde::solve(&Numbered { game, numbering: numbering.as_ref() }, threads, watch)
            }
            Places::Listed(listed) => retrograde::solve(listed.as_ref(), threads, watch),
        };
        let verdicts = verdicts
            .ok_or_else(|| TooLarge::Memory { game: game.info().id.clone(), positions: self.size() })?;
        Ok(Solution { start, places: self, verdicts })
    }
}

impl<G: Game> Solution<G> {
    /// Solves a game with at most `most` positions; a game that does not number its positions is limited to [`LISTED`].
    pub fn solve(game: &G, most: usize, threads: usize) -> Result<Solution<G>, TooLarge> {
        Solution::solve_watched(game, most, threads, &mut |_, _| {})
    }

    /// The same, telling `watch` round by round how many plies it was about and how many positions are decided in as many.
    pub fn solve_watched(
        game: &G,
        most: usize,
        threads: usize,
        watch: &mut dyn FnMut(u32, usize),
    ) -> Result<Solution<G>, TooLarge> {
        Places::new(game, most)?.solve(game, game.initial(), threads, watch)
    }

    /// Solves what can be reached from one position by listing it, even if the game could number its positions.
    pub fn solve_from(
        game: &G,
        start: G::Position,
        most: usize,
        threads: usize,
    ) -> Result<Solution<G>, TooLarge> {
        Places::list(game, start.clone(), most)?.solve(game, start, threads, &mut |_, _| {})
    }

    /// The value of a position; `None` if it cannot arise.
    pub fn verdict(&self, position: &G::Position) -> Option<Verdict> {
        self.number(position).map(|number| self.verdicts[number])
    }

    pub(super) fn number(&self, position: &G::Position) -> Option<usize> {
        match &self.places {
            Places::Numbered(numbering) => numbering.number(position),
            Places::Listed(listed) => listed.number(position),
        }
    }

    /// How many values are stored.
    pub fn size(&self) -> usize {
        self.places.size()
    }

    /// The position with this number, if it is in use.
    pub(super) fn position(&self, number: usize) -> Option<G::Position> {
        match &self.places {
            Places::Numbered(numbering) => numbering.position(number),
            Places::Listed(listed) => listed.positions.get(number).cloned(),
        }
    }

    /// Counts the positions that can be reached from the first one.
    pub fn census(&self, game: &G) -> Census<G> {
        match &self.places {
            Places::Numbered(numbering) => {
                let states = Numbered { game, numbering: numbering.as_ref() };
                check::census(self, game, &states, |number| numbering.alike(number))
            }
            Places::Listed(listed) => check::census(self, game, listed.as_ref(), |_| 1),
        }
    }
}

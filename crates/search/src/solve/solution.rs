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
#[error("{game} has more than {most} positions")]
pub struct TooLarge {
    /// The game.
    pub game: agon_core::Text,
    /// The most that was allowed.
    pub most: usize,
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
            Some(_) => Err(TooLarge { game: game.info().id.clone(), most }),
            None => Places::list(game, game.initial(), most),
        }
    }

    fn list(game: &G, start: G::Position, most: usize) -> Result<Places<G>, TooLarge> {
        let most = most.min(LISTED);
        let listed =
            Listed::new(game, start, most).ok_or_else(|| TooLarge { game: game.info().id.clone(), most })?;
        Ok(Places::Listed(Box::new(listed)))
    }

    pub(super) fn size(&self) -> usize {
        match self {
            Places::Numbered(numbering) => numbering.size(),
            Places::Listed(listed) => listed.positions.len(),
        }
    }

    fn solve(self, game: &G, start: G::Position, threads: usize) -> Solution<G> {
        let verdicts = match &self {
            Places::Numbered(numbering) => {
                retrograde::solve(&Numbered { game, numbering: numbering.as_ref() }, threads)
            }
            Places::Listed(listed) => retrograde::solve(listed.as_ref(), threads),
        };
        Solution { start, places: self, verdicts }
    }
}

impl<G: Game> Solution<G> {
    /// Solves a game with at most `most` positions; a game that does not number its positions is limited to [`LISTED`].
    pub fn solve(game: &G, most: usize, threads: usize) -> Result<Solution<G>, TooLarge> {
        Ok(Places::new(game, most)?.solve(game, game.initial(), threads))
    }

    /// Solves what can be reached from one position by listing it, even if the game could number its positions.
    pub fn solve_from(
        game: &G,
        start: G::Position,
        most: usize,
        threads: usize,
    ) -> Result<Solution<G>, TooLarge> {
        Ok(Places::list(game, start.clone(), most)?.solve(game, start, threads))
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

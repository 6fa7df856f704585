//! The one interface of all searches.

use agon_core::{Analysis, Game, Line};

use crate::limit::Limit;
use crate::trace::Recorder;

/// A search algorithm with its settings and whatever it remembers from move to move.
pub trait Search<G: Game>: Send {
    /// Gives a value to every legal move of the current position of the line. Always returns all of them, however
    /// little time there was; with none, the analysis is empty.
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move>;

    /// Forgets what was remembered, before a new game.
    fn reset(&mut self) {}

    /// The place for a recorder of the trees to come, in a search that can show its nodes: put one in, search, and take
    /// it out again.
    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        None
    }

    /// The positions below the one that was searched last into which the search has looked, in one that keeps them: that one
    /// first, and every other one after one that leads to it.
    fn tree(&self) -> Vec<Looked> {
        Vec::new()
    }
}

/// A position into which a search has looked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Looked {
    /// The hash of the position.
    pub key: u64,
    /// A position before it, as its place in the list, and the legal move that leads on; none for the first of the list.
    pub from: Option<(usize, usize)>,
    /// What the position is worth to the player to move, in [-1, 1].
    pub value: f32,
}

impl<G: Game, S: Search<G> + ?Sized> Search<G> for Box<S> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        (**self).search(task)
    }

    fn reset(&mut self) {
        (**self).reset();
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        (**self).recorder()
    }

    fn tree(&self) -> Vec<Looked> {
        (**self).tree()
    }
}

/// What to search, for how long, and who is watching.
pub struct Task<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position and its past.
    pub line: &'a Line<G>,
    /// When to stop.
    pub limit: &'a Limit,
    /// Is shown the state of the search now and then.
    pub watch: &'a mut dyn FnMut(&Analysis<G::Move>),
}

/// Searches unwatched: for matches, tests and everything in a hurry.
pub fn search<G: Game>(
    search: &mut dyn Search<G>,
    game: &G,
    line: &Line<G>,
    limit: &Limit,
) -> Analysis<G::Move> {
    search.search(Task { game, line, limit, watch: &mut |_| {} })
}

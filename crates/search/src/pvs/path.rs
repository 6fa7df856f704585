//! What belongs to the path from the root to a node, and how far a value depends on it.

use agon_core::hash::mix;
use agon_core::{Clocks, Encode, Line, Player};

use super::order::Candidate;
use crate::score::Score;

/// A value, and how far it is true.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    pub score: Score,
    /// The ply of the oldest node of the path that the value refers to: that node and those above it may remember the
    /// value, those below may not.
    pub anchor: i32,
    /// Whether the horizon had no part in it.
    pub closed: bool,
}

/// The value refers to no node of the path.
pub(super) const FREE: i32 = i32::MAX;
/// The value refers to the clocks: nobody may remember it.
pub(super) const CLOCKED: i32 = -1;

impl Reply {
    /// What a search that was stopped returns; nobody looks at it.
    pub(super) const STOPPED: Reply = Reply { score: 0, anchor: CLOCKED, closed: false };

    pub(super) fn guess(score: Score) -> Reply {
        Reply { score, anchor: FREE, closed: false }
    }

    pub(super) fn fact(score: Score, anchor: i32) -> Reply {
        Reply { score, anchor, closed: true }
    }
}

/// What belongs to one ply of the path. The vectors are reused: in the long run nothing is allocated.
pub(super) struct Frame<M> {
    pub moves: Vec<M>,
    /// The moves that threats leave.
    pub forcing: Vec<M>,
    pub candidates: Vec<Candidate>,
    pub killers: [Option<M>; 2],
    pub last: Option<(Player, u32)>,
    /// Sets the position apart in the table from the same one with another past.
    pub salt: u64,
    /// The expected continuation.
    pub line: Vec<M>,
    /// What the evaluation says of the position, for the first player, where it was asked.
    pub judged: Option<Score>,
}

impl<M> Default for Frame<M> {
    fn default() -> Frame<M> {
        Frame {
            moves: Vec::new(),
            forcing: Vec::new(),
            candidates: Vec::new(),
            killers: [None, None],
            last: None,
            salt: 0,
            line: Vec::new(),
            judged: None,
        }
    }
}

/// The salt of a path: no two reversible pasts share one.
pub(super) fn salt_of_path<G: Encode>(game: &G, line: &Line<G>) -> u64 {
    let reversible = line.steps().len().saturating_sub(line.clocks().quiet as usize);
    line.steps().skip(reversible).fold(0, |salt, step| mix(salt ^ game.hash(&step.position)) | 1)
}

/// The salt of a path one move longer.
pub(super) fn extend_path(salt: u64, before: u64, clocks: Clocks) -> u64 {
    if clocks.quiet == 0 { 0 } else { mix(salt ^ before) | 1 }
}

/// The salt of the positions that would end the game if they came again: values with other such positions are of no use.
pub(super) fn salt_of_dead<G: Encode>(game: &G, line: &Line<G>) -> u64 {
    let Some(limit) = line.limits().repetition else { return 0 };
    let reversible = line.steps().len().saturating_sub(line.clocks().quiet as usize);
    let mut keys: Vec<u64> = line.steps().skip(reversible).map(|step| game.hash(&step.position)).collect();
    keys.sort_unstable();
    let dead = keys.chunk_by(|a, b| a == b).filter(|same| same.len() + 1 >= usize::from(limit));
    dead.fold(0, |salt, same| mix(salt ^ same[0]) | 1)
}

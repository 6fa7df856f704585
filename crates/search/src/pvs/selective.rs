//! What need not be looked at, going by what the evaluation says of a position before any of its moves is tried.
//!
//! Nobody knows beforehand what a value means in a game. So the measure of everything here is learned while searching: by how much the
//! evaluation changes, on average, from one turn of a player to the next.

use agon_core::{Encode, Heuristic, Player};

use super::node::Worker;
use super::path::Reply;
use crate::score::{Score, is_proven};

/// Futility pruning: quiet moves are left out up to this depth.
const FUTILITY_DEPTH: i32 = 5;
/// Reverse futility pruning: positions are left out up to this depth.
const REVERSE_DEPTH: i32 = 7;
/// Late move pruning (LMP): where the evaluation has no say, twice this number of moves are looked at at depth 1, and twice as many again
/// with each ply of depth more. Where hundreds are possible, looking at all of them would leave no time to look ahead.
const WIDTH: usize = 16;
/// Where more moves than this are possible, as many times more are looked at.
const USUAL_MOVES: usize = 32;
/// An evaluation that changes less than this knows nothing of the game.
const LEAST_CHANGE: Score = 1_000;

/// What the evaluation promises of a position, for its mover.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    /// The evaluation, by how much it may be off for each ply of depth, and whether it is better than at the mover's last turn.
    judged: Option<(Score, Score, bool)>,
}

impl Outlook {
    /// The value of the position, if it was asked for.
    pub(super) fn value(self) -> Option<Score> {
        self.judged.map(|(value, ..)| value)
    }

    /// Whether the mover stands better than at the last turn.
    pub(super) fn is_improving(self) -> bool {
        self.judged.is_some_and(|(.., improving)| improving)
    }

    /// Reverse futility pruning: whether the position is so good that a few plies can hardly spoil it.
    pub(super) fn is_safe(self, depth: i32, beta: Score) -> Option<Reply> {
        let (value, margin, improving) = self.judged?;
        let safe = depth <= REVERSE_DEPTH
            && !is_proven(beta)
            && value - margin * (depth - i32::from(improving)) >= beta;
        safe.then(|| Reply::guess(value))
    }

    /// Futility pruning: whether the position is so bad that quiet moves can hardly help.
    pub(super) fn is_hopeless(self, depth: i32, alpha: Score) -> bool {
        self.judged.is_some_and(|(value, margin, _)| {
            depth <= FUTILITY_DEPTH && value + margin * (depth + 1) <= alpha
        })
    }

    /// Null move pruning: how many plies less the position is looked at once the turn is given away.
    pub(super) fn null_reduction(self, depth: i32, beta: Score) -> i32 {
        match self.judged {
            Some((value, margin, _)) => 3 + depth / 3 + ((value - beta) / (3 * margin).max(1)).min(2),
            None => 2 + depth / 4,
        }
    }
}

impl<G: Encode + Heuristic> Worker<'_, G> {
    /// Whether anything is left out for what the evaluation says, and exchanges are weighed.
    pub(super) fn is_selective(&self) -> bool {
        self.settings.pruning && self.settings.selective && G::FORESEES
    }

    /// Asks the evaluation about the current position, where anybody wants to know and a quiet move is possible.
    pub(super) fn outlook(&mut self, ply: usize, mover: Player) -> Outlook {
        self.frames[ply].judged = None;
        if !self.is_selective() || !self.game.may_stand(self.line.position()) {
            return Outlook { judged: None };
        }
        let value = self.judge(mover);
        let seen = |score: Score| if mover == Player::First { score } else { -score };
        self.frames[ply].judged = Some(seen(value));
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].judged).map(seen);
        if let Some(before) = before {
            self.experience.note_change((value - before).abs());
        }
        let change = self.experience.change();
        if change < LEAST_CHANGE {
            return Outlook { judged: None };
        }
        let margin = (i64::from(change) * i64::from(self.settings.margin) / 100) as Score;
        Outlook { judged: Some((value, margin, before.is_some_and(|before| value > before))) }
    }

    /// Late move pruning (LMP): how many moves of a position are looked at; further ones only as long as all before them lose.
    pub(super) fn width(&self, moves: usize, depth: i32, is_principal: bool, outlook: Outlook) -> usize {
        if !self.settings.pruning {
            return usize::MAX;
        }
        if outlook.judged.is_none() || self.settings.late == 0 {
            return WIDTH << depth.min(16);
        }
        if is_principal {
            return usize::MAX;
        }
        let (late, depth) = (self.settings.late as usize, depth.min(64) as usize);
        let width = late * moves.max(USUAL_MOVES) * (3 + depth * depth) / (3 * USUAL_MOVES);
        if outlook.is_improving() { width } else { width / 2 + 1 }
    }
}

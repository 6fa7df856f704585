//! Threats: what the game knows of them at a glance leaves out moves that lose at once, settles positions before they are looked at, and
//! carries the search on below the horizon, through moves that make threats and their answers.

use agon_core::{Encode, Heuristic, Player, Threats};

use super::node::{MAX_PLY, Worker};
use super::path::{FREE, Reply};
use crate::score::{INFINITE, Score, WIN, is_proven};

/// With each iteration after the first, threats are played out for so many plies more below the horizon, up to so many: the first
/// iteration has to give every move a value, and most lines of threats are short.
const PLIES_MORE: u32 = 2;
const MOST_PLIES: u32 = 16;

/// For how many plies below the horizon threats are played out when the root is searched so deep.
pub(super) fn plies(iteration: u32) -> i32 {
    (PLIES_MORE * iteration.saturating_sub(1)).min(MOST_PLIES) as i32
}

/// Whether only the moves named are worth looking at.
pub(super) fn leave_few(threats: Threats) -> bool {
    !matches!(threats, Threats::Unknown | Threats::Free)
}

/// The value of a position that is decided already.
pub(super) fn decided(threats: Threats, ply: usize) -> Option<Reply> {
    let score = |plies: u32| WIN - ply as Score - plies as Score;
    match threats {
        Threats::Won(plies) => Some(Reply::fact(score(plies), FREE)),
        Threats::Lost(plies) => Some(Reply::fact(-score(plies), FREE)),
        Threats::Unknown | Threats::Forced(_) | Threats::Free => None,
    }
}

impl<G: Encode + Heuristic> Worker<'_, G> {
    /// What threats leave to the mover; which moves is noted in the frame. No clock may run out before what is said comes true.
    #[inline]
    pub(super) fn threats(&mut self, ply: usize) -> Threats {
        if !self.settings.pruning || !self.settings.selective || !self.settings.threats {
            return Threats::Unknown;
        }
        let mut forcing = std::mem::take(&mut self.frames[ply].forcing);
        forcing.clear();
        let threats = self.game.threats(self.line.position(), &mut forcing);
        self.frames[ply].forcing = forcing;
        match threats {
            Threats::Won(plies) | Threats::Lost(plies) | Threats::Forced(plies)
                if self.room() <= plies || self.frames[ply].forcing.is_empty() =>
            {
                Threats::Unknown
            }
            threats => threats,
        }
    }

    /// What happens where the depth ends and the game knows of threats: whoever is threatened has to answer, and whoever is not may
    /// make threats or let the position be judged.
    pub(super) fn duel(
        &mut self,
        ply: usize,
        depth: i32,
        mover: Player,
        threats: Threats,
        mut alpha: Score,
        beta: Score,
    ) -> Reply {
        let forced = leave_few(threats);
        let is_over = !self.settings.quiescence || depth <= -self.threat_plies || ply >= MAX_PLY;
        // A loss is a loss only if none of the moves that are left helps.
        let mut best = Reply { score: -INFINITE, anchor: FREE, closed: true };
        if !forced || is_over {
            best = Reply::guess(self.judge(mover));
            if best.score >= beta || is_over {
                return best;
            }
            alpha = alpha.max(best.score);
        }
        let is_principal = beta - alpha > 1;
        let moves = std::mem::take(&mut self.frames[ply].forcing);
        let (mut all_closed, mut least_anchor) = (forced, FREE);
        for &mv in &moves {
            let action = self.game.action(self.line.position(), mv) as u32;
            self.push(ply, mover, mv, action);
            let reply = self.child(ply, mover, depth - 1, alpha, beta);
            self.line.pop();
            if self.stopped {
                break;
            }
            all_closed &= reply.closed;
            least_anchor = least_anchor.min(reply.anchor);
            if reply.score > best.score {
                best = reply;
                if reply.score > alpha {
                    alpha = reply.score;
                    if is_principal {
                        self.note_line(ply, mv);
                    }
                }
                if reply.score >= beta {
                    break;
                }
            }
        }
        self.frames[ply].forcing = moves;
        if best.score < beta {
            best.closed = all_closed;
            // As in an inner node: that all moves lose must hold for each of them.
            if is_proven(best.score) {
                best.anchor = least_anchor;
            }
        }
        best
    }
}

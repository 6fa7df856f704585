//! Alpha-beta: minimax that leaves a position as soon as it is too good to be allowed.

use agon_core::Game;

use crate::depthfirst::{Node, Rule};
use crate::score::{INFINITE, Score};
use crate::trace::Tracer;

/// Alpha-beta in its fail-soft form: a value outside the window is the tightest bound that is known.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBeta;

impl Rule for AlphaBeta {
    fn value<G: Game, T: Tracer>(
        node: &mut Node<'_, G, T>,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let count = match node.open(depth) {
            Ok(count) => count,
            Err(value) => return value,
        };
        let mut best = -INFINITE;
        for index in 0..count {
            let value = node.reply::<AlphaBeta>(index, depth - 1, alpha, beta);
            if node.is_stopped() {
                return 0;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                node.prefer(index);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}

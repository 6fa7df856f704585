//! Minimax without any pruning: slow, plain, and the reference that every other search is compared with.

use agon_core::Game;

use crate::depthfirst::{Node, Rule};
use crate::score::{INFINITE, Score};
use crate::trace::Tracer;

/// Looks at every position up to the depth.
#[derive(Clone, Copy, Debug)]
pub struct Minimax;

impl Rule for Minimax {
    fn value<G: Game, T: Tracer>(node: &mut Node<'_, G, T>, depth: u32, _: Score, _: Score) -> Score {
        let count = match node.open(depth) {
            Ok(count) => count,
            Err(value) => return value,
        };
        let mut best = -INFINITE;
        for index in 0..count {
            let value = node.reply::<Minimax>(index, depth - 1, -INFINITE, INFINITE);
            if node.is_stopped() {
                return 0;
            }
            if value > best {
                best = value;
                node.prefer(index);
            }
        }
        best
    }
}

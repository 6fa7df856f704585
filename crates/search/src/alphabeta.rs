//! Alpha-beta: minimax that leaves a position as soon as it is too good to be allowed.

use agon_core::Game;

use crate::depthfirst::{Node, Rule};
use crate::score::Score;
use crate::trace::Tracer;

/// Alpha-beta in its fail-soft form: a value outside the window is the tightest bound that is known.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBeta;

impl Rule for AlphaBeta {
    fn value<G: Game, T: Tracer>(node: &mut Node<'_, G, T>, depth: u32, alpha: Score, beta: Score) -> Score {
        node.best(depth, alpha, beta, |node, index, alpha| {
            node.reply::<AlphaBeta>(index, depth - 1, alpha, beta)
        })
    }
}

/// Alpha-beta as Singh, Kaur and Bhardwaj print it ("Comparing minimax and its variations to solve checkers", algorithm 2), but for
/// the minus sign that the recursive call lacks there: a node is left only when it is better than allowed, not when it is as good.
#[derive(Clone, Copy, Debug)]
pub struct PrintedAlphaBeta;

impl Rule for PrintedAlphaBeta {
    fn value<G: Game, T: Tracer>(node: &mut Node<'_, G, T>, depth: u32, alpha: Score, beta: Score) -> Score {
        node.best_until(
            depth,
            alpha,
            |alpha| alpha > beta,
            |node, index, alpha| node.reply::<PrintedAlphaBeta>(index, depth - 1, alpha, beta),
        )
    }
}

//! `NegaScout`: alpha-beta that takes the first move for the best and only asks of the others whether they are better.
//!
//! A question is a window with nothing between its ends, cheap to answer; when the answer is yes, the move is searched
//! again. That pays when first moves are good ones, and costs when they are not: nothing here puts moves in order.

use agon_core::Game;

use crate::depthfirst::{Node, Rule};
use crate::evaluate::Material;
use crate::score::{INFINITE, Score, UNIT};
use crate::trace::Tracer;

/// Alpha-beta with null windows for all moves but the first.
#[derive(Clone, Copy, Debug)]
pub struct NegaScout;

impl Rule for NegaScout {
    fn value<G: Game, T: Tracer>(node: &mut Node<'_, G, T>, depth: u32, alpha: Score, beta: Score) -> Score {
        node.best(depth, alpha, beta, |node, index, alpha| {
            if index == 0 {
                node.reply::<NegaScout>(index, depth - 1, alpha, beta)
            } else {
                scout(node, index, depth, alpha, beta)
            }
        })
    }

    fn root_move<G: Game, T: Tracer>(
        node: &mut Node<'_, G, T>,
        index: usize,
        depth: u32,
        floor: Score,
        has_rival: bool,
    ) -> Score {
        if has_rival {
            scout(node, index, depth, floor, INFINITE)
        } else {
            node.reply::<NegaScout>(index, depth - 1, floor, INFINITE)
        }
    }
}

/// Asks whether a move is better than `alpha`, and searches it again if it is.
fn scout<G: Game, T: Tracer>(
    node: &mut Node<'_, G, T>,
    index: usize,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Score {
    let value = node.reply::<NegaScout>(index, depth - 1, alpha, alpha + 1);
    // Above a leaf the answer is exact. Elsewhere it says "at least this": the second window begins just below, so
    // that the line expected is found as well.
    if depth > 1 && value > alpha && value < beta && !node.is_stopped() {
        node.reply::<NegaScout>(index, depth - 1, value - 1, beta)
    } else {
        value
    }
}

/// `NegaScout` as Singh, Kaur and Bhardwaj print it ("Comparing minimax and its variations to solve checkers", algorithm 4).
///
/// It asks with a window of 1, which in their evaluation is a piece and not nothing; asks again with the whole window, above
/// leaves too; and leaves a node only when it is better than allowed, not when it is as good.
#[derive(Clone, Copy, Debug)]
pub struct PrintedNegaScout;

/// The printed window of 1, on the scale of [`Material`]; rounded up, so that a piece more is never beyond it.
const PIECE: Score = (Material::PIECE * UNIT as f32) as Score;

impl Rule for PrintedNegaScout {
    fn value<G: Game, T: Tracer>(node: &mut Node<'_, G, T>, depth: u32, alpha: Score, beta: Score) -> Score {
        node.best_until(
            depth,
            alpha,
            |alpha| alpha > beta,
            |node, index, alpha| {
                if index == 0 {
                    node.reply::<PrintedNegaScout>(index, depth - 1, alpha, beta)
                } else {
                    printed_scout(node, index, depth, alpha, beta)
                }
            },
        )
    }

    fn root_move<G: Game, T: Tracer>(
        node: &mut Node<'_, G, T>,
        index: usize,
        depth: u32,
        floor: Score,
        has_rival: bool,
    ) -> Score {
        if has_rival {
            printed_scout(node, index, depth, floor, INFINITE)
        } else {
            node.reply::<PrintedNegaScout>(index, depth - 1, floor, INFINITE)
        }
    }
}

fn printed_scout<G: Game, T: Tracer>(
    node: &mut Node<'_, G, T>,
    index: usize,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Score {
    let value = node.reply::<PrintedNegaScout>(index, depth - 1, alpha, alpha + PIECE);
    if value > alpha && value < beta && !node.is_stopped() {
        node.reply::<PrintedNegaScout>(index, depth - 1, alpha, beta)
    } else {
        value
    }
}

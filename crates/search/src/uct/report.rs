//! What the trees say about the moves of the root.

use agon_core::{Analysis, Assessed, Cost, Proof, Random};

use std::hash::Hash;

use super::bounds::Bounds;
use super::select::RunningBest;
use super::tree::{Node, ROOT, Tree};

/// The results of one root move, over all trees.
#[derive(Clone, Copy, Debug)]
struct Total {
    visits: u64,
    sum: i64,
    bounds: Bounds,
    distance: u16,
}

impl Total {
    fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| (self.sum as f64 / self.visits as f64) as f32)
    }
}

/// The analysis of a root with these legal moves. Random ties depend on `seed` alone, however often they are broken.
pub(super) fn analysis<M: Copy + Eq + Hash>(
    legal: &[M],
    trees: &[&Tree<M>],
    seed: u64,
    cost: Cost,
) -> Analysis<M> {
    let totals: Vec<Total> = legal.iter().map(|&mv| total(trees, mv)).collect();
    let visits: u64 = totals.iter().map(|total| total.visits).sum();
    let sum: i64 = totals.iter().map(|total| total.sum).sum();
    // A move that was not looked at is taken to be as good as the others.
    let average = if visits > 0 { (sum as f64 / visits as f64) as f32 } else { 0.0 };
    let moves = legal.iter().zip(&totals).map(|(&mv, total)| {
        let Total { bounds, distance, visits, .. } = *total;
        let proof = bounds.gain().map(|gain| Proof { gain, distance: distance.into() });
        let value = total.mean().unwrap_or(average).clamp(bounds.least().into(), bounds.most().into());
        Assessed { mv, value, proof, visits }
    });
    let best = best(&totals, &mut Random::new(seed));
    let line = best.map_or_else(Vec::new, |best| line(legal[best], trees));
    Analysis { moves: moves.collect(), best, line, cost }
}

fn total<M: Copy + Eq + Hash>(trees: &[&Tree<M>], mv: M) -> Total {
    let mut total = Total { visits: 0, sum: 0, bounds: Bounds::UNKNOWN, distance: 0 };
    for tree in trees {
        let root = tree.node(ROOT);
        let Some(slot) = slot_of(tree, root, mv) else { continue };
        let edges = tree.edges(root);
        total.visits += u64::from(edges.visits[slot]);
        total.sum += i64::from(edges.sum(slot));
        let bounds = edges.link(slot).bounds();
        if bounds.gain().is_some_and(|gain| gain != 0) && total.bounds.gain().is_none() {
            total.distance = tree.distance(edges.link(slot));
        }
        total.bounds = total.bounds.and(bounds);
    }
    total
}

fn slot_of<M: Copy + Eq + Hash>(tree: &Tree<M>, node: &Node, mv: M) -> Option<usize> {
    (0..usize::from(node.count)).find(|&slot| tree.mv(node, slot) == mv)
}

/// A proven win before everything else, and a proven loss only if there is nothing else. A draw that is certain is
/// better than something open that looks lost. Otherwise the move with the most visits.
fn best(totals: &[Total], random: &mut Random) -> Option<usize> {
    let root = totals.iter().fold(Bounds::exact(-1), |bounds, total| bounds.or(total.bounds));
    let mut most_visited = |keep: &dyn Fn(&Total) -> bool, sign: i64| {
        let mut best = RunningBest::new();
        for (index, total) in totals.iter().enumerate().filter(|(_, total)| keep(total)) {
            best.enter(index, (sign * i64::from(total.distance), total.visits), random);
        }
        best.winner().map(|(index, _)| index)
    };
    match root.gain() {
        Some(1) => most_visited(&|total| total.bounds.gain() == Some(1), -1),
        Some(-1) => most_visited(&|_| true, 1),
        Some(_) => most_visited(&|total| total.bounds.least() == 0, 0),
        None => {
            let open = most_visited(&|total| total.bounds.most() > root.least(), 0);
            let looks_lost = |&open: &usize| totals[open].mean().is_some_and(|mean| mean < 0.0);
            if root.least() == 0 && open.as_ref().is_none_or(looks_lost) {
                most_visited(&|total| total.bounds.least() == 0, 0)
            } else {
                open
            }
        }
    }
}

/// The line that begins with a move and goes on with the most visited ones, in the tree that knows the move best.
fn line<M: Copy + Eq + Hash>(first: M, trees: &[&Tree<M>]) -> Vec<M> {
    let mut line = vec![first];
    let visits = |tree: &Tree<M>| {
        let root = tree.node(ROOT);
        slot_of(tree, root, first).map_or(0, |slot| tree.edges(root).visits[slot])
    };
    let Some(tree) = trees.iter().rev().max_by_key(|tree| visits(tree)) else { return line };
    let mut next = tree.child(ROOT, first);
    while let Some(number) = next {
        let node = tree.node(number);
        let edges = tree.edges(node);
        let worth = |&slot: &usize| {
            (edges.link(slot).bounds().least(), edges.link(slot).bounds().most(), edges.visits[slot])
        };
        let slots = (0..usize::from(node.visited)).rev();
        let best = if node.bounds.gain().is_some() {
            slots.max_by_key(worth)
        } else {
            slots.max_by_key(|&slot| edges.visits[slot])
        };
        let Some(slot) = best else { break };
        line.push(tree.mv(node, slot));
        next = edges.link(slot).node();
    }
    line
}

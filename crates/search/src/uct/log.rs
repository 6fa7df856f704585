//! The tree after a search, move by move with its visits, wins and draws: what the authors of a Freckers player printed to see why
//! their Monte Carlo search chose as it did ("Minimax approach", section on debug logs).

use agon_core::{Encode, Line};

use super::tree::ROOT;
use super::worker::Worker;
use crate::score::{Score, UNIT};
use crate::trace::{Entry, Games, Mark, Recorder, Tracer};

/// Writes a worker's tree, whose root is the end of the line: all moves of the root, and below it those that were visited.
pub(super) fn write<G: Encode>(mut recorder: &mut Recorder, game: &G, line: &Line<G>, worker: &Worker<G>) {
    let root = worker.tree().node(ROOT);
    let edges = worker.tree().edges(root);
    let mut total = Games { visits: 0, wins: 0, draws: 0 };
    for slot in 0..usize::from(root.visited) {
        let games = games(worker, ROOT, slot, edges.visits[slot], edges.sum(slot));
        total.visits += games.visits;
        total.wins += games.wins;
        total.draws += games.draws;
    }
    recorder.enter(Entry::at(game, line, 0, 0, root.mover, (None, None)));
    recorder.count(total);
    write_moves(recorder, game, &mut line.clone(), worker, (ROOT, 1));
    recorder.leave(mean(total), false);
}

/// Writes the moves of a node, which are at this ply.
fn write_moves<G: Encode>(
    mut recorder: &mut Recorder,
    game: &G,
    line: &mut Line<G>,
    worker: &Worker<G>,
    (number, ply): (u32, u32),
) {
    if !recorder.wants(ply) {
        return;
    }
    let tree = worker.tree();
    let node = tree.node(number);
    let edges = tree.edges(node);
    let shown = if number == ROOT { node.count } else { node.visited };
    for slot in 0..usize::from(shown) {
        line.push(game, tree.mv(node, slot));
        recorder.enter(Entry::at(game, line, ply, 0, node.mover, (None, None)));
        let games = games(worker, number, slot, edges.visits[slot], edges.sum(slot));
        recorder.count(games);
        if let Some(child) = edges.link(slot).node() {
            write_moves(recorder, game, line, worker, (child, ply + 1));
        }
        recorder.leave(mean(games), false);
        line.pop();
    }
}

/// The simulations through an edge, as the player who moves sees them.
fn games<G: Encode>(worker: &Worker<G>, node: u32, slot: usize, visits: u32, sum: i32) -> Games {
    let draws = worker.draws(node, slot);
    // Wins and losses differ by the sum, and are all that was not drawn.
    let wins = i64::midpoint(i64::from(visits) - i64::from(draws), i64::from(sum));
    Games { visits: visits.into(), wins: wins.unsigned_abs(), draws: draws.into() }
}

/// The mean result; nothing where there was no visit.
fn mean(Games { visits, wins, draws }: Games) -> Option<Mark> {
    let losses = visits - wins - draws;
    let mean = (wins as f64 - losses as f64) / visits.max(1) as f64;
    (visits > 0).then(|| Mark::Score((mean * f64::from(UNIT)).round() as Score))
}

//! The root: iterative deepening, and a value for every move.

use std::time::{Duration, Instant};

use agon_core::{Analysis, Assessed, Cost, Encode, Heuristic, Proof, Threats};

use super::node::{LMR_DEPTH, LMR_PLACE, REDUCTIONS, Worker};
use super::path::Reply;
use super::threats::{leave_few, plies};
use crate::arrange::arrange;
use crate::score::{INFINITE, Score, is_proven, to_proof, to_value};
use crate::transposition::MAX_DEPTH;

/// The first half width of an aspiration window; each miss makes the next four times as wide.
const ASPIRATION: Score = 15_000;
/// Iterations this shallow are searched with an open window.
const OPEN_DEPTH: u32 = 2;
/// A watcher is shown something new about this often.
const WATCH_EVERY: Duration = Duration::from_millis(100);

/// What is known about a move of the root.
struct RootMove<M> {
    mv: M,
    /// The last exact score, or the upper bound found since if that is lower.
    score: Score,
    /// Whether the score is exact for the last depth it was searched to.
    exact: bool,
    /// Whether the horizon had no part in it.
    closed: bool,
    visits: u64,
    line: Vec<M>,
}

/// All moves of the root, in the order of generation.
pub(super) struct Root<M> {
    moves: Vec<RootMove<M>>,
    /// The order in which they are searched.
    order: Vec<usize>,
    best: usize,
    /// Whether the game knows of threats. If so, late moves are looked at less deeply here, too: there are hundreds, and those that
    /// threaten something are seen to do so however little depth is left.
    knows_threats: bool,
}

impl<M: Copy + Eq> Root<M> {
    pub(super) fn new(moves: &[M]) -> Root<M> {
        let unknown =
            |&mv| RootMove { mv, score: 0, exact: false, closed: false, visits: 0, line: Vec::new() };
        Root {
            moves: moves.iter().map(unknown).collect(),
            order: (0..moves.len()).collect(),
            best: 0,
            knows_threats: false,
        }
    }

    /// Searches deeper and deeper until a limit is reached or nothing is left to find out.
    pub(super) fn deepen<G: Encode + Heuristic<Move = M>>(
        &mut self,
        worker: &mut Worker<'_, G>,
        first: u32,
        watch: &mut dyn FnMut(&Analysis<M>),
    ) {
        let threats = worker.threats(0);
        self.knows_threats = threats != Threats::Unknown;
        if leave_few(threats) {
            let urgent = &worker.frames[0].forcing;
            self.order.sort_by_key(|&index| !urgent.contains(&self.moves[index].mv));
        }
        let last = worker.meter.limit().depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        for depth in first.min(last)..=last {
            worker.meter.look();
            worker.threat_plies = plies(depth);
            self.iterate(worker, depth, watch);
            if worker.stopped {
                break;
            }
            worker.meter.cost.depth = depth;
            worker.meter.cost.iterations += 1;
            watch(&self.analysis(worker.meter.total()));
            let best = &self.moves[self.best];
            let is_won = is_proven(best.score) && best.score > 0;
            if is_won && worker.settings.multipv.0 == 1 || self.moves.iter().all(|known| known.closed) {
                break;
            }
        }
    }

    /// One iteration.
    fn iterate<G: Encode + Heuristic<Move = M>>(
        &mut self,
        worker: &mut Worker<'_, G>,
        depth: u32,
        watch: &mut dyn FnMut(&Analysis<M>),
    ) {
        // The first iteration gives every move a value to begin with.
        let wanted = if depth == 1 { usize::MAX } else { worker.settings.multipv.0.max(1) };
        let mut found: Vec<Score> = Vec::new();
        let mut shown = Instant::now();
        for place in 0..self.order.len() {
            let index = self.order[place];
            let before = worker.meter.cost.nodes;
            let floor = if found.len() < wanted { -INFINITE } else { found[wanted - 1] };
            let (reply, exact) = self.search_move(worker, index, place, depth, floor);
            let best_score = self.moves[self.best].score;
            let known = &mut self.moves[index];
            known.visits += worker.meter.cost.nodes - before;
            if worker.stopped {
                break;
            }
            known.closed = reply.closed;
            known.exact = exact;
            if exact {
                known.score = reply.score;
                known.line.clear();
                known.line.extend_from_slice(worker.continuation());
                found.insert(found.partition_point(|&score| score >= reply.score), reply.score);
                if place == 0 || reply.score > best_score {
                    self.best = index;
                }
            } else {
                known.score = known.score.min(reply.score);
            }
            if shown.elapsed() >= WATCH_EVERY {
                watch(&self.analysis(worker.meter.total()));
                shown = Instant::now();
            }
        }
        // Exact moves first, the best at the front; the others stay as they were.
        let moves = &self.moves;
        let rank = |index: usize| {
            let known = &moves[index];
            (index == self.best, if known.exact { known.score } else { -INFINITE })
        };
        arrange(&mut self.order, &|a, b| rank(b).cmp(&rank(a)));
    }

    /// The score of a move if it is above `floor`, and otherwise an upper bound; and which of the two it is.
    fn search_move<G: Encode + Heuristic<Move = M>>(
        &self,
        worker: &mut Worker<'_, G>,
        index: usize,
        place: usize,
        depth: u32,
        floor: Score,
    ) -> (Reply, bool) {
        if floor > -INFINITE {
            let next = depth as i32 - 1;
            let late = self.knows_threats && depth as i32 >= LMR_DEPTH && place >= LMR_PLACE;
            let reduction = i32::from(REDUCTIONS[depth.min(63) as usize][place.min(63)]);
            let reduced = if late { (next - reduction).max(1) } else { next };
            for depth in [reduced, next].into_iter().skip(usize::from(reduced == next)) {
                let bound = worker.root_move(self.moves[index].mv, depth, floor, floor + 1);
                if bound.score <= floor || worker.stopped {
                    return (bound, false);
                }
            }
        }
        let reply = self.aspire(worker, index, depth, floor);
        // With pruning, a wider window may look at other moves and come to another opinion.
        (reply, reply.score > floor)
    }

    /// An aspiration window: the exact score of a move that is better than `floor`, looked for close to what it was before.
    fn aspire<G: Encode + Heuristic<Move = M>>(
        &self,
        worker: &mut Worker<'_, G>,
        index: usize,
        depth: u32,
        floor: Score,
    ) -> Reply {
        let known = &self.moves[index];
        let (mut alpha, mut beta, mut width) = (floor, INFINITE, ASPIRATION);
        if depth > OPEN_DEPTH && known.exact && !is_proven(known.score) {
            (alpha, beta) = (floor.max(known.score - width), known.score + width);
        }
        loop {
            // A null window already showed that the move is above the floor.
            beta = beta.max(alpha + 2);
            let reply = worker.root_move(known.mv, depth as i32 - 1, alpha, beta);
            width *= 4;
            if worker.stopped {
                return reply;
            } else if reply.score <= alpha && alpha > floor {
                alpha = if is_proven(reply.score) { floor } else { floor.max(reply.score - width) };
            } else if reply.score >= beta && beta < INFINITE {
                beta = if is_proven(reply.score) { INFINITE } else { INFINITE.min(reply.score + width) };
            } else {
                return reply;
            }
        }
    }

    /// What is known, in the form that everybody understands.
    pub(super) fn analysis(&self, cost: Cost) -> Analysis<M> {
        let best = &self.moves[self.best];
        let moves = self.moves.iter().map(|known| {
            let is_draw = known.exact && known.closed && known.score == 0;
            let proof = if is_draw { Some(Proof { gain: 0, distance: 0 }) } else { to_proof(known.score) };
            let value = to_value(known.score.min(best.score));
            Assessed { mv: known.mv, value, proof, visits: known.visits }
        });
        let line = std::iter::once(best.mv).chain(best.line.iter().copied()).collect();
        Analysis { moves: moves.collect(), best: Some(self.best), line, cost }
    }
}

//! The frame of every depth-first search: all root moves, depth after depth, until a limit is reached.

use std::time::Duration;

use agon_core::{Analysis, Assessed, Game, Proof};

use super::walk::{Arrival, Walk};
use crate::clock::may_deepen;
use crate::trace::Tracer;

/// No search looks deeper than this: it recurses.
const DEEPEST: u32 = 512;
/// How often somebody who watches is shown something new during a long iteration.
const SHOW_EVERY: Duration = Duration::from_millis(100);

/// What one depth-first search has of its own; the frame does the rest.
pub trait Examine<'a, G: Game, T: Tracer> {
    /// What it compares moves by, higher being better for the player to move at the root.
    type Worth: Copy + Ord;

    /// Where it walks.
    fn walk(&mut self) -> &mut Walk<'a, G, T>;

    /// Begins an iteration, at the root.
    fn begin(&mut self, depth: u32);

    /// Searches the root move of this index to `depth` plies, the move itself included. `best` is the worth of the
    /// best move so far. Returns the worth, and whether it is exact; otherwise it is an upper bound.
    fn examine(&mut self, index: usize, depth: u32, best: Option<Self::Worth>) -> (Self::Worth, bool);

    /// Ends an iteration.
    fn end(&mut self, best: Option<Self::Worth>);

    /// A worth as a value in [-1, 1], and the result it proves if it is exact.
    fn judge(&self, worth: Self::Worth) -> (f32, Option<Proof>);
}

/// What an iteration found out about one root move.
#[derive(Clone, Debug)]
pub struct Found<M, W> {
    /// What the move is worth.
    pub worth: W,
    /// Whether it is worth exactly that, or at most.
    pub exact: bool,
    /// Whether all that was looked at below it were ends of games: nothing was guessed.
    pub resolved: bool,
    /// Positions visited below it, its own included.
    pub visits: u64,
    /// The line expected, beginning with the move.
    pub line: Vec<M>,
}

/// What a search found: by root move, `None` where it was stopped before; and the same as an analysis.
#[derive(Clone, Debug)]
pub struct Report<M, W> {
    /// By root move, in the order of generation.
    pub found: Vec<Option<Found<M, W>>>,
    /// The same for the world outside.
    pub analysis: Analysis<M>,
}

/// How to go about it.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The order in which root moves are looked at; that of generation if empty.
    pub order: Vec<usize>,
    /// The time in which an iteration must be expected to end, or it is not begun.
    pub gate: Option<Duration>,
}

/// Searches all root moves to the depth of the limit, or deeper and deeper until a limit is reached.
///
/// With a depth and no other limit there is one iteration, of exactly that depth. An iteration that a limit cuts short
/// is forgotten, unless it is the first: then what it has found is all there is, and moves it did not come to have no
/// visits and a value of 0.
pub fn deepen<G, T, W>(
    search: &mut dyn Examine<'_, G, T, Worth = W>,
    plan: &Plan,
    watch: &mut dyn FnMut(&Analysis<G::Move>),
) -> Report<G::Move, W>
where
    G: Game,
    T: Tracer,
    W: Copy + Ord,
{
    let limit = search.walk().meter.limit().clone();
    let moves = search.walk().list();
    let mut report = Report { found: vec![None; moves.len()], analysis: Analysis::unknown(&moves) };
    if moves.is_empty() {
        return report;
    }
    let order = if plan.order.is_empty() { (0..moves.len()).collect() } else { plan.order.clone() };
    let counted = limit.time.is_some()
        || plan.gate.is_some()
        || limit.nodes.is_some()
        || limit.playouts.is_some()
        || limit.iterations.is_some();
    let deepest = limit.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
    let first_depth = if limit.depth.is_some() && !counted { deepest } else { 1 };
    let mut shown = Duration::ZERO;

    for depth in first_depth..=deepest {
        let (started, guesses) = (search.walk().meter.elapsed(), search.walk().meter.cost.evaluations);
        let is_first = depth == first_depth;
        let mut found = vec![None; moves.len()];
        let mut best: Option<W> = None;
        search.begin(depth);
        if search.walk().arrive(depth) != Arrival::Stopped {
            for &index in &order {
                let before = search.walk().meter.cost;
                let (worth, exact) = search.examine(index, depth, best);
                let walk = search.walk();
                if walk.is_stopped() {
                    break;
                }
                found[index] = Some(Found {
                    worth,
                    exact,
                    resolved: walk.meter.cost.evaluations == before.evaluations,
                    visits: walk.meter.cost.nodes - before.nodes,
                    line: walk.expectation(index),
                });
                if exact && best.is_none_or(|best| worth > best) {
                    best = Some(worth);
                }
                let now = walk.meter.elapsed();
                if now.saturating_sub(shown) >= SHOW_EVERY {
                    shown = now;
                    if is_first {
                        report.analysis = analysis(search, &moves, &order, &found);
                    }
                    report.analysis.cost = search.walk().meter.total();
                    watch(&report.analysis);
                }
            }
        }
        let finished = !search.walk().is_stopped();
        search.end(best.filter(|_| finished));
        if finished {
            let cost = &mut search.walk().meter.cost;
            cost.depth = depth;
            cost.iterations += 1;
        }
        if finished || is_first {
            report = Report { analysis: analysis(search, &moves, &order, &found), found };
            watch(&report.analysis);
        }
        let meter = &mut search.walk().meter;
        let is_exhausted = meter.cost.evaluations == guesses;
        let is_settled = report.analysis.moves.iter().all(|assessed| assessed.proof.is_some());
        if !finished || is_exhausted || is_settled {
            break;
        }
        let now = meter.elapsed();
        if let Some(time) = plan.gate
            && !may_deepen(depth, now.saturating_sub(started), time.saturating_sub(now))
        {
            break;
        }
    }
    report.analysis.cost = search.walk().meter.total();
    report
}

fn analysis<G, T, W>(
    search: &mut dyn Examine<'_, G, T, Worth = W>,
    moves: &[G::Move],
    order: &[usize],
    found: &[Option<Found<G::Move, W>>],
) -> Analysis<G::Move>
where
    G: Game,
    T: Tracer,
    W: Copy + Ord,
{
    let mut best = order[0];
    let mut best_worth = None;
    for &index in order {
        if let Some(found) = &found[index]
            && found.exact
            && best_worth.is_none_or(|worth| found.worth > worth)
        {
            (best, best_worth) = (index, Some(found.worth));
        }
    }
    let assessed = moves.iter().zip(found).map(|(&mv, found)| match found {
        None => Assessed { mv, value: 0.0, proof: None, visits: 0 },
        Some(found) => {
            let (value, proof) = search.judge(found.worth);
            Assessed { mv, value, proof: proven(found, value, proof), visits: found.visits }
        }
    });
    Analysis {
        moves: assessed.collect(),
        best: Some(best),
        line: found[best].as_ref().map_or_else(|| vec![moves[best]], |found| found.line.clone()),
        cost: search.walk().meter.total(),
    }
}

/// What is certain: a win or loss found with certainty; a loss if even the upper bound is one, though perhaps a quicker
/// one; and whatever follows from ends of games alone.
fn proven<M, W>(found: &Found<M, W>, value: f32, proof: Option<Proof>) -> Option<Proof> {
    match proof {
        Some(proof) if found.exact => Some(proof),
        Some(Proof { gain: -1, .. }) => Some(Proof { gain: -1, distance: 0 }),
        None if found.exact && found.resolved && value == 0.0 => Some(Proof { gain: 0, distance: 0 }),
        _ => None,
    }
}

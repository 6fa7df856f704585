//! The hybrid mended: proofs first, then pooled random games.

use agon_core::analysis::best_of;
use agon_core::{Analysis, Cost, Encode, Proof};

use super::forecast::Forecast;
use super::playouts::Playouts;
use super::pool::Pool;
use super::pooled::{NODES_PER_PLAYOUT, Scratch, Tree, work};
use super::probe::{DEEPEST, Prover};
use super::proofs::Known;
use crate::arrange::arrange;
use crate::limit::{Limit, Meter};
use crate::score::{INFINITE, to_proof, to_value};
use crate::settings::{Memory, SEED};
use crate::task::{Search, Task};

/// The random games that every root move gets before anything deeper is looked at.
const FIRST_LOOK: u64 = 16;
/// A further ply is expected to cost at least this many times the last.
const LEAST_GROWTH: f64 = 2.0;
/// The probe of a search without limits on time, positions or random games.
const PROBE_NODES: u64 = 25_000;

crate::settings! {
    /// What can be chosen about [`Hybrid2`].
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Settings {
        /// random games added to a leaf at every visit
        pub playouts: u32 as "p" = "4" in Count(1, 100_000),
        /// plies after which a random game counts as a draw
        pub cap: u32 as "cap" = "100" in Count(1, 100_000),
        /// the most of the budget that goes into proofs; a position counts as a tenth of a random game
        pub probe: f64 as "probe" = "0.5" in Number(0.0, 1.0),
        /// in how many plies of a random game a winning move is always played
        pub decisive: u32 as "decisive" = "4" in Count(0, 100_000),
        /// whether random games prefer moves that did well in others
        pub mast: bool as "mast" = "on",
        /// most MiB for what is remembered
        pub memory: Memory as "memory" = "16" in Count(1, 65_536),
        /// the seed of everything random
        pub seed: u64 as SEED,
    }
}

/// Minimax with random games at the leaves that proves what it can first.
///
/// 1. A part of the budget goes into a probe for forced wins and losses, the shortest first. A proven win is played, a
///    proven loss is not looked at again. In budgets of random games a position counts as a tenth of one.
/// 2. The rest goes into alpha-beta, deeper and deeper, with a full window for every root move, as in the published
///    form. But a leaf plays few random games per visit and adds them to all that were ever played from its position, so
///    that what is visited often becomes known well. Another ply is added when, at the rate the tree grew before, it will
///    fit into what is left; otherwise the same tree is visited again for more random games.
/// 3. When the budget runs out inside an iteration, the moves already judged keep their new values, and no other is
///    thought better than the best of them: the best move of the last iteration is always the first to be judged.
pub struct Hybrid2<G: Encode> {
    settings: Settings,
    prover: Prover<G>,
    pool: Pool,
    playouts: Playouts<G>,
    scratch: Scratch<G>,
}

impl<G: Encode> Hybrid2<G> {
    /// A search that remembers its proofs and random games until it is reset.
    pub fn new(settings: Settings) -> Hybrid2<G> {
        let bytes = settings.memory.in_bytes() / 2;
        Hybrid2 {
            settings,
            prover: Prover::new(bytes),
            pool: Pool::new(bytes),
            playouts: playouts(settings),
            scratch: Scratch::new(),
        }
    }

    /// Spends a share of the budget on proofs, writes them into the analysis, and returns what it cost.
    fn prove(&mut self, task: &Task<'_, G>, analysis: &mut Analysis<G::Move>) -> Cost {
        let (limit, share) = (task.limit, self.settings.probe);
        let part = |count: u64| (count as f64 * share) as u64;
        let playouts = limit.playouts.map(|playouts| playouts.saturating_mul(NODES_PER_PLAYOUT));
        let nodes = [playouts, limit.nodes].into_iter().flatten().min().map(part);
        let is_unmetered = nodes.is_none() && limit.time.is_none();
        let mut meter = Meter::new(&Limit {
            nodes: nodes.or(is_unmetered.then_some(PROBE_NODES)),
            time: limit.time.map(|time| time.mul_f64(share)),
            stop: limit.stop.clone(),
            ..Limit::default()
        });
        let moves: Vec<G::Move> = analysis.moves.iter().map(|assessed| assessed.mv).collect();
        let mut known = vec![Known::NOTHING; moves.len()];
        let depth = limit.depth.unwrap_or(DEEPEST);
        self.prover.probe(task.game, &mut task.line.clone(), &moves, &mut known, depth, &mut meter);
        for (assessed, known) in analysis.moves.iter_mut().zip(known) {
            if let Some(proof) = known.proof() {
                assessed.proof = Some(proof);
                assessed.value = f32::from(proof.gain);
            }
        }
        choose(analysis, &[]);
        analysis.cost = meter.total();
        analysis.cost
    }
}

impl<G: Encode> Search<G> for Hybrid2<G> {
    fn search(&mut self, mut task: Task<'_, G>) -> Analysis<G::Move> {
        let mut moves = Vec::new();
        task.line.generate(task.game, &mut moves);
        let mut analysis = Analysis::unknown(&moves);
        if moves.is_empty() {
            return analysis;
        }
        self.prover.prepare(task.game, task.line);
        let probed = if self.settings.probe > 0.0 {
            let probed = self.prove(&task, &mut analysis);
            (task.watch)(&analysis);
            probed
        } else {
            Cost::default()
        };
        self.playouts.fade();
        let limit = task.limit;
        let left = |most: Option<u64>, used: u64| most.map(|most| most.saturating_sub(used));
        let most_playouts = limit.playouts.map(|playouts| playouts.saturating_mul(NODES_PER_PLAYOUT));
        let meter = Meter::new(&Limit {
            playouts: None,
            nodes: left(limit.nodes, probed.nodes),
            time: limit.time.map(|time| time.saturating_sub(probed.time)),
            ..limit.clone()
        });
        let tree = Tree {
            game: task.game,
            line: task.line.clone(),
            prover: &self.prover,
            pool: &mut self.pool,
            playouts: &mut self.playouts,
            per_visit: self.settings.playouts,
            meter,
            most_work: left(most_playouts, probed.nodes),
            scratch: &mut self.scratch,
        };
        deepen(tree, &mut analysis, probed, &mut task);
        analysis
    }

    fn reset(&mut self) {
        self.prover.clear();
        self.pool.clear();
        self.playouts = playouts(self.settings);
    }
}

fn playouts<G: Encode>(settings: Settings) -> Playouts<G> {
    Playouts::new(settings.cap, settings.decisive, settings.mast, settings.seed)
}

/// Judges the moves that are not proven, again and again, until the budget is spent or nothing is left to find out.
fn deepen<G: Encode>(
    mut tree: Tree<'_, G>,
    analysis: &mut Analysis<G::Move>,
    probed: Cost,
    task: &mut Task<'_, G>,
) {
    let deepest = task.limit.depth.unwrap_or(DEEPEST).min(DEEPEST);
    let mut forecast = Forecast::new();
    // Without pruning, the ply after the first takes a visit for each reply.
    let mut growth = analysis.moves.len() as f64;
    let mut shallower = None;
    let mut depth = 0;
    while depth < deepest && !tree.is_over() {
        let finished = iterate(&mut tree, analysis, depth);
        if finished {
            tree.meter.cost.iterations += 1;
            tree.meter.cost.depth = depth + 1;
        }
        let spent = tree.meter.total();
        analysis.cost = total(probed, spent);
        if !finished {
            break;
        }
        forecast.iterated(spent);
        (task.watch)(analysis);
        let last = forecast.last();
        if last.evaluations == 0 {
            break;
        }
        if tree.meter.cost.iterations * u64::from(tree.per_visit) < FIRST_LOOK {
            continue;
        }
        if analysis.moves.iter().any(|assessed| is_win(assessed.proof)) {
            break;
        }
        if let Some(shallower) = shallower {
            growth = work(&last) as f64 / shallower;
        }
        if forecast.fits_geometrically(growth.max(LEAST_GROWTH), tree.meter.limit(), tree.most_work) {
            shallower = Some(work(&last) as f64);
            depth += 1;
        }
    }
}

/// Judges every move that is not proven, the best first, looking `depth` plies beyond it. Returns whether the budget
/// lasted to the end.
fn iterate<G: Encode>(tree: &mut Tree<'_, G>, analysis: &mut Analysis<G::Move>, depth: u32) -> bool {
    let mover = tree.line.to_move(tree.game);
    let mut order: Vec<usize> = (0..analysis.moves.len()).collect();
    order.retain(|&index| analysis.moves[index].proof.is_none());
    arrange(&mut order, &|a, b| analysis.moves[b].value.total_cmp(&analysis.moves[a].value));
    let mut judged = Vec::with_capacity(order.len());
    let mut finished = true;
    for index in order {
        let played = tree.meter.cost.playouts;
        let assessed = &mut analysis.moves[index];
        tree.line.push(tree.game, assessed.mv);
        let changed = tree.line.to_move(tree.game) != mover;
        let score = tree.score(depth, 1, -INFINITE, INFINITE, 0.0);
        tree.line.pop();
        assessed.visits += tree.meter.cost.playouts - played;
        let Some(score) = score else {
            finished = false;
            break;
        };
        let score = if changed { -score } else { score };
        assessed.value = to_value(score);
        assessed.proof = to_proof(score);
        judged.push(index);
        let best = judged.iter().all(|&other| analysis.moves[other].rank() <= analysis.moves[index].rank());
        if best {
            analysis.line.clear();
            analysis.line.push(analysis.moves[index].mv);
            analysis.line.extend_from_slice(tree.scratch.line(1));
        }
    }
    choose(analysis, &judged);
    finished
}

/// Chooses the best of the moves that are proven or were just judged; of all, if that leaves only proven losses. A move that
/// was not judged again is not thought better than the one that is chosen.
fn choose<M: Copy + PartialEq>(analysis: &mut Analysis<M>, judged: &[usize]) {
    let moves = &mut analysis.moves;
    let is_current = |index: usize, proof: Option<Proof>| proof.is_some() || judged.contains(&index);
    let current = moves.iter().enumerate().filter(|&(index, assessed)| is_current(index, assessed.proof));
    let mut best = None;
    for (index, assessed) in current {
        if best.is_none_or(|best: usize| assessed.rank() > moves[best].rank()) {
            best = Some(index);
        }
    }
    let best = best.filter(|&best| moves[best].proof.is_none_or(|proof| proof.gain >= 0));
    if let Some(best) = best {
        let most = moves[best].value;
        for (index, assessed) in moves.iter_mut().enumerate() {
            if !is_current(index, assessed.proof) {
                assessed.value = assessed.value.min(most);
            }
        }
    }
    analysis.best = best.or_else(|| best_of(moves));
    let first = analysis.best.map(|best| moves[best].mv);
    if analysis.line.first() != first.as_ref() {
        analysis.line = first.into_iter().collect();
    }
}

fn is_win(proof: Option<Proof>) -> bool {
    proof.is_some_and(|proof| proof.gain == 1)
}

/// The cost of the probe and of the search together; the depth is the search's.
fn total(probed: Cost, searched: Cost) -> Cost {
    Cost {
        depth: searched.depth,
        nodes: probed.nodes + searched.nodes,
        time: probed.time + searched.time,
        ..searched
    }
}

//! The hybrid as published.

use agon_core::{Analysis, Cost, Game, Line, Player};

use super::errors::Errors;
use super::forecast::Forecast;
use crate::evaluate::{Evaluate, PlayoutMean};
use crate::limit::{Limit, Meter};
use crate::score::{Score, UNIT};
use crate::settings::SEED;
use crate::task::{Search, Task};
use crate::trace::{Entry, Games, Mark, Off, Recorder, Tracer};

/// Iterations beyond this depth are not begun: nothing but a chain of forced moves gets here.
const DEEPEST: u32 = 200;

crate::settings! {
    /// What can be chosen about [`Hybrid`]; the default is what the paper says.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Published {
        /// random games per leaf
        pub playouts: u32 as "p" = "15" in Count(1, 100_000),
        /// plies after which a random game counts as a draw
        pub cap: u32 as "cap" = "100" in Count(1, 100_000),
        /// leave a position when a search of two plies less is so many standard deviations outside the window, such as 1.5
        /// (ProbCut, which the paper names as future work); 0: off
        pub probcut: f32 as "probcut" = "0" in Number(0.0, 10.0),
        /// the seed of everything random
        pub seed: u64 as SEED,
    }
}

/// Minimax with alpha-beta whose leaves are worth the mean of a few random games.
///
/// As in the paper (Vieira, Tavares and Ribas) and its released program: iteration 0 judges the position after every
/// root move by random games, iteration *d* looks *d* plies further; every root move gets a full window of its own, so
/// that all values can be compared; random games cut short count as draws; all of them are played anew in every
/// iteration; another iteration is begun while `spent + last + (last - before) <= limit`, and none is ever broken off. Nothing
/// is remembered, nothing is proven, and a quick win is worth no more than a slow one.
///
/// What differs, and why:
/// - Who maximises is asked of the position. The program alternates, which is wrong where a player moves twice or passes.
/// - The time rule holds for every limit: seconds as published, or random games and positions, which makes runs
///   repeatable.
/// - Endings by repetition and the like are those of our rules, in the tree; the program draws after 100 turns.
/// - The stop switch ends an iteration, which is then forgotten; the first leaves what it has got.
/// - With [`probcut`](Published::probcut) positions are left whose value is almost certainly outside the window. The paper names
///   it as future work; it is off unless asked for.
/// - It ends when an iteration met no leaf that is not the end of a game: all later ones would find the same.
#[derive(Debug)]
pub struct Hybrid<G: Game> {
    settings: Published,
    mean: PlayoutMean<G>,
    moves: Vec<Vec<G::Move>>,
    lines: Vec<Vec<G::Move>>,
    errors: Errors,
    recorder: Option<Recorder>,
}

impl Published {
    fn mean<G: Game>(self) -> PlayoutMean<G> {
        PlayoutMean::new(self.playouts, self.cap, self.seed)
    }
}

impl<G: Game> Hybrid<G> {
    /// A search with these settings.
    pub fn new(settings: Published) -> Hybrid<G> {
        Hybrid {
            settings,
            mean: settings.mean(),
            moves: Vec::new(),
            lines: Vec::new(),
            errors: Errors::default(),
            recorder: None,
        }
    }
}

impl<G: Game> Search<G> for Hybrid<G> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        match self.recorder.take() {
            None => self.run(task, Off),
            Some(mut recorder) => {
                let analysis = self.run(task, &mut recorder);
                self.recorder = Some(recorder);
                analysis
            }
        }
    }

    fn reset(&mut self) {
        self.mean = self.settings.mean();
        self.errors = Errors::default();
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        Some(&mut self.recorder)
    }
}

impl<G: Game> Hybrid<G> {
    fn run<T: Tracer>(&mut self, task: Task<'_, G>, tracer: T) -> Analysis<G::Move> {
        let Task { game, line, limit, watch } = task;
        let mut moves = Vec::new();
        line.generate(game, &mut moves);
        let mut analysis = Analysis::unknown(&moves);
        let mut tree = Tree {
            game,
            line: line.clone(),
            maximizer: line.to_move(game),
            limit,
            meter: Meter::new(limit),
            mean: &mut self.mean,
            moves: &mut self.moves,
            lines: &mut self.lines,
            probcut: self.settings.probcut,
            errors: &mut self.errors,
            tracer,
        };
        // The values of the root moves one and two iterations ago.
        let mut earlier: [Vec<f32>; 2] = Default::default();
        let mut forecast = Forecast::new();
        let mut depth = 0;
        while !moves.is_empty()
            && !limit.stop.is_pressed()
            && depth < limit.depth.unwrap_or(DEEPEST).min(DEEPEST)
            && limit.iterations.is_none_or(|iterations| u64::from(depth) < iterations)
            && forecast.fits_linearly(limit)
        {
            let (next, finished) = tree.iterate(&analysis, depth);
            if finished || depth == 0 {
                analysis = next;
            }
            if !finished {
                break;
            }
            let values: Vec<f32> = analysis.moves.iter().map(|assessed| assessed.value).collect();
            tree.learn(&moves, depth, &values, &earlier[1]);
            let [last, _] = earlier;
            earlier = [values, last];
            depth += 1;
            analysis.cost = Cost { depth, iterations: u64::from(depth), ..tree.meter.total() };
            forecast.iterated(analysis.cost);
            watch(&analysis);
            if forecast.last().playouts == 0 {
                break;
            }
        }
        analysis.cost = Cost { depth, iterations: u64::from(depth), ..tree.meter.total() };
        analysis
    }
}

/// A value as traces show it; nothing for an end of the whole range.
fn mark(value: f32) -> Option<Mark> {
    (value.abs() < 1.0).then(|| exact(value))
}

fn exact(value: f32) -> Mark {
    Mark::Score((value * UNIT as f32).round() as Score)
}

/// One search.
struct Tree<'a, G: Game, T> {
    game: &'a G,
    line: Line<G>,
    maximizer: Player,
    limit: &'a Limit,
    meter: Meter,
    mean: &'a mut PlayoutMean<G>,
    /// The legal moves, by ply.
    moves: &'a mut Vec<Vec<G::Move>>,
    /// The best line from each ply on.
    lines: &'a mut Vec<Vec<G::Move>>,
    /// Standard deviations outside the window at which a position is left; 0 for never.
    probcut: f32,
    errors: &'a mut Errors,
    tracer: T,
}

/// The width of a window that only asks on which side of a bound a value is.
const NARROW: f32 = 1e-4;

impl<G: Game, T: Tracer> Tree<'_, G, T> {
    /// Judges every root move anew, looking `depth` plies beyond it, and tells whether it came to the end before the
    /// switch was pressed.
    fn iterate(&mut self, previous: &Analysis<G::Move>, depth: u32) -> (Analysis<G::Move>, bool) {
        let mut next = previous.clone();
        let mut best: Option<usize> = None;
        self.note_entry(depth + 1, 0, None, None);
        for index in 0..next.moves.len() {
            let before = self.meter.cost.playouts;
            let mv = next.moves[index].mv;
            self.line.push(self.game, mv);
            let value = self.visit(depth, 1, -1.0, 1.0);
            self.line.pop();
            let Some(value) = value else {
                self.note_exit(0, None, false);
                return (next, false);
            };
            next.moves[index].value = value;
            next.moves[index].visits = self.meter.cost.playouts - before;
            // The first of equals, as in the program.
            if best.is_none_or(|best| value > next.moves[best].value) {
                best = Some(index);
                next.best = best;
                next.line.clear();
                next.line.push(mv);
                next.line.extend_from_slice(&self.lines[1]);
            }
        }
        self.note_exit(0, best.map(|best| next.moves[best].value), false);
        (next, true)
    }

    /// Notes how the values of the root moves at a depth differ from those two plies before, of which there may be none.
    fn learn(&mut self, moves: &[G::Move], depth: u32, values: &[f32], before: &[f32]) {
        if self.probcut == 0.0 {
            return;
        }
        for ((&mv, value), before) in moves.iter().zip(values).zip(before) {
            self.line.push(self.game, mv);
            let sign = self.sign();
            self.line.pop();
            self.errors.add(depth, sign * (value - before));
        }
    }

    /// 1 where the maximizer is to move, otherwise -1.
    fn sign(&self) -> f32 {
        if self.line.to_move(self.game) == self.maximizer { 1.0 } else { -1.0 }
    }

    /// The end of the window beyond which the current position almost certainly is, going by a search of two plies less; nothing
    /// if it is not that certain, or if the switch was pressed.
    fn probe(&mut self, depth: u32, ply: usize, alpha: f32, beta: f32) -> Option<f32> {
        // Root moves need values of their own, and are searched with windows that nothing is beyond.
        if self.probcut == 0.0 || depth < 2 || ply < 2 {
            return None;
        }
        let (mean, deviation) = self.errors.spread(depth)?;
        let (shift, radius) = (self.sign() * mean, self.probcut * deviation);
        let high = beta - shift + radius;
        if beta < 1.0 && high < 1.0 && self.value(depth - 2, ply, high - NARROW, high)? >= high {
            return Some(beta);
        }
        let low = alpha - shift - radius;
        if alpha > -1.0 && low > -1.0 && self.value(depth - 2, ply, low, low + NARROW)? <= low {
            return Some(alpha);
        }
        None
    }

    fn note_entry(&mut self, depth: u32, ply: usize, alpha: Option<Mark>, beta: Option<Mark>) {
        if self.tracer.wants(ply as u32) {
            let window = (alpha, beta);
            self.tracer.enter(Entry::at(self.game, &self.line, ply as u32, depth, self.maximizer, window));
        }
    }

    fn note_exit(&mut self, ply: usize, value: Option<f32>, cut: bool) {
        if self.tracer.wants(ply as u32) {
            self.tracer.leave(value.map(exact), cut);
        }
    }

    /// [`value`](Tree::value), told to the tracer.
    fn visit(&mut self, depth: u32, ply: usize, alpha: f32, beta: f32) -> Option<f32> {
        self.note_entry(depth, ply, mark(alpha), mark(beta));
        let maximizing = self.line.to_move(self.game) == self.maximizer;
        let value = self.value(depth, ply, alpha, beta);
        let cut = value.is_some_and(|value| if maximizing { value >= beta } else { value <= alpha });
        self.note_exit(ply, value, cut && (alpha > -1.0 || beta < 1.0));
        value
    }

    /// The value of the current position for the maximizer; `None` if the switch was pressed.
    fn value(&mut self, depth: u32, ply: usize, mut alpha: f32, mut beta: f32) -> Option<f32> {
        if self.limit.stop.is_pressed() {
            return None;
        }
        if self.moves.len() <= ply {
            self.moves.resize_with(ply + 1, Vec::new);
        }
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.meter.cost.nodes += 1;
        self.lines[ply].clear();
        if let Some(ending) = self.line.generate(self.game, &mut self.moves[ply]) {
            return Some(ending.outcome.value().pov(self.maximizer));
        }
        if depth == 0 {
            self.meter.cost.evaluations += 1;
            self.meter.cost.playouts += Evaluate::<G>::playouts(self.mean);
            let value = self.mean.evaluate(self.game, self.line.position()).pov(self.maximizer);
            if self.tracer.wants(ply as u32) {
                let won = self.mean.won().map(u64::from);
                let visits = u64::from(self.mean.playouts);
                let wins = won[self.maximizer.index()];
                self.tracer.count(Games { visits, wins, draws: visits - won[0] - won[1] });
            }
            return Some(value);
        }
        let bound = self.probe(depth, ply, alpha, beta);
        self.lines[ply].clear();
        if bound.is_some() || self.limit.stop.is_pressed() {
            return bound;
        }
        let maximizing = self.line.to_move(self.game) == self.maximizer;
        let mut found = if maximizing { f32::NEG_INFINITY } else { f32::INFINITY };
        for index in 0..self.moves[ply].len() {
            let mv = self.moves[ply][index];
            self.line.push(self.game, mv);
            let value = self.visit(depth - 1, ply + 1, alpha, beta);
            self.line.pop();
            let value = value?;
            if if maximizing { value > found } else { value < found } {
                found = value;
                let (here, below) = self.lines.split_at_mut(ply + 1);
                here[ply].clear();
                here[ply].push(mv);
                here[ply].extend_from_slice(&below[0]);
            }
            if maximizing {
                if found >= beta {
                    break;
                }
                alpha = alpha.max(found);
            } else {
                if found <= alpha {
                    break;
                }
                beta = beta.min(found);
            }
        }
        Some(found)
    }
}

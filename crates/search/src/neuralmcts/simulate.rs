//! The simulations that grow the tree.

use std::time::Duration;

use agon_core::playout::{playout, playout_by, random_move};
use agon_core::{Cost, Encode, Ending, Limits, Line, Random, Reason, Value};

use super::settings::{Settings, Urgency};
use super::tree::{Edge, ROOT, Tree};
use crate::evaluate::Evaluate;
use crate::limit::{Limit, Meter};
use crate::uct::path::Path;
use crate::uct::select::RunningBest;

/// Time between two reports to whoever watches.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// A tree and everything a simulation needs.
pub(super) struct Simulator<G: Encode> {
    settings: Settings,
    tree: Tree<G::Move>,
    path: Path<G>,
    trail: Vec<(u32, usize)>,
    judge: Judge<G>,
    random: Random,
    position: G::Position,
    moves: Vec<G::Move>,
}

impl<G: Encode> Simulator<G> {
    pub(super) fn new(game: &G, settings: Settings, evaluation: Box<dyn Evaluate<G>>) -> Simulator<G> {
        Simulator {
            tree: Tree::new(settings.memory.in_bytes()),
            path: Path::free(game.initial()),
            trail: Vec::new(),
            judge: Judge {
                evaluation,
                open: Vec::new(),
                answers: Vec::new(),
                guesses: Vec::new(),
                moves: Vec::new(),
            },
            // Every run brings its own.
            random: Random::new(0),
            position: game.initial(),
            moves: Vec::new(),
            settings,
        }
    }

    pub(super) fn tree(&self) -> &Tree<G::Move> {
        &self.tree
    }

    /// Searches the end of a line until a limit is reached, and reports now and then.
    pub(super) fn run(
        &mut self,
        game: &G,
        line: &Line<G>,
        limit: &Limit,
        random: Random,
        report: &mut dyn FnMut(&Tree<G::Move>, Cost),
    ) -> Cost {
        let mut meter = Meter::new(limit);
        self.random = random;
        self.path = Path::new(line);
        self.tree.clear();
        self.trail.clear();
        let ended = game.generate(self.path.position(), &mut self.moves);
        debug_assert!(ended.is_none(), "a game that has ended is not searched");
        self.grow(game, 0, &mut meter.cost);
        let depth = limit.depth.map_or(usize::MAX, |depth| depth as usize);
        let mut next_report = REPORT_EVERY;
        while !meter.is_over() && self.tree.node(ROOT).visits < u32::MAX {
            self.simulate(game, depth, &mut meter.cost);
            meter.cost.playouts += 1;
            meter.cost.iterations += 1;
            // A simulation asks the evaluation many times, and is long enough to look at the clock after each.
            meter.look();
            if meter.elapsed() >= next_report {
                next_report = meter.elapsed() + REPORT_EVERY;
                report(&self.tree, meter.total());
            }
        }
        meter.total()
    }

    /// One simulation: down the tree, a random game, and back.
    fn simulate(&mut self, game: &G, depth: usize, cost: &mut Cost) {
        self.path.rewind(0);
        self.trail.clear();
        let result = self.descend(game, depth, cost);
        cost.nodes += self.trail.len() as u64;
        cost.depth = cost.depth.max(self.trail.len() as u32);
        for &(node, slot) in &self.trail {
            let mover = self.tree.node(node).mover;
            self.tree.record(node, slot, result.pov(mover));
        }
    }

    /// Follows the tree, adds to it, and returns the result of the simulation.
    fn descend(&mut self, game: &G, depth: usize, cost: &mut Cost) -> Value {
        let mut node = ROOT;
        loop {
            let slot = self.choose(node);
            let (edge, mover) = (self.tree.edges(node)[slot], self.tree.node(node).mover);
            self.trail.push((node, slot));
            if edge.ended {
                return Value::from_pov(edge.guess, mover);
            }
            self.path.push(game, edge.mv);
            if let Some(outcome) = self.path.history_outcome(game) {
                return outcome.value();
            }
            if edge.child != ROOT {
                node = edge.child;
                continue;
            }
            if edge.visits == 0 || self.trail.len() >= depth {
                return self.judge_leaf(game, Value::from_pov(edge.guess, mover), cost);
            }
            let ended = game.generate(self.path.position(), &mut self.moves);
            debug_assert!(ended.is_none(), "ends of games are known when their edges are made");
            if !self.tree.has_room(self.moves.len()) {
                return self.judge_leaf(game, Value::from_pov(edge.guess, mover), cost);
            }
            let child = self.grow(game, edge.visits, cost);
            self.tree.set_child(node, slot, child);
            node = child;
        }
    }

    /// Chooses a move of a node: the highest sum of value and bonus, ties broken at random.
    fn choose(&mut self, node: u32) -> usize {
        let Settings { exploration, prior, urgency, .. } = self.settings;
        let visits = self.tree.node(node).visits.max(1) as f32;
        let width = exploration * (2.0 * (1.0 + visits.ln())).sqrt();
        let mut best = RunningBest::new();
        for (slot, edge) in self.tree.edges(node).iter().enumerate() {
            let likely = f32::midpoint(edge.guess, 1.0);
            let promise = if prior { likely } else { 1.0 };
            let score = match (edge.mean(), urgency) {
                (Some(mean), _) => mean + promise * width / (edge.visits as f32).sqrt(),
                (None, Urgency::Win) => 1.0 + likely,
                (None, Urgency::Evaluation) => edge.guess + promise * width,
            };
            best.enter(slot, score, &mut self.random);
        }
        best.winner().map_or(0, |(slot, _)| slot)
    }

    /// Gives the position at the end of the path a node with `self.moves` as edges, all of them judged.
    fn grow(&mut self, game: &G, visits: u32, cost: &mut Cost) -> u32 {
        let mover = game.to_move(self.path.position());
        self.judge.judge(game, self.path.position(), &self.moves, cost);
        let edges = self.moves.iter().zip(&self.judge.guesses).map(|(&mv, guess)| Edge {
            mv,
            child: ROOT,
            visits: 0,
            sum: 0.0,
            guess: guess.value.pov(mover),
            ended: guess.ended,
        });
        self.tree.add(mover, visits, edges)
    }

    /// The result of a simulation that leaves the tree at the end of the path, which the evaluation has judged.
    fn judge_leaf(&mut self, game: &G, guess: Value, cost: &mut Cost) -> Value {
        let share = self.settings.blend;
        if share >= 1.0 {
            return guess;
        }
        let result = self.play_out(game, cost);
        // Both numbers are of the same view, so any will do.
        let first = agon_core::Player::First;
        Value::from_pov((1.0 - share) * result.pov(first) + share * guess.pov(first), first)
    }

    /// Plays a random game from the end of the path.
    fn play_out(&mut self, game: &G, cost: &mut Cost) -> Value {
        let Settings { horizon, guided, .. } = self.settings;
        let ahead = self.path.limits_ahead();
        let ply_cap = ahead.ply_cap.into_iter().chain((horizon > 0).then_some(horizon)).min();
        let limits = Limits { ply_cap, ..ahead };
        self.position.clone_from(self.path.position());
        let playout = if guided > 0.0 {
            let Simulator { judge, random, moves, position, .. } = self;
            playout_by(game, position, limits, |position| {
                judge.choose(game, position, guided, moves, random, cost)
            })
        } else {
            playout(game, &mut self.position, limits, &mut self.random, &mut self.moves)
        };
        if playout.ending.reason != Reason::PlyCap || ply_cap == ahead.ply_cap {
            return playout.ending.outcome.value();
        }
        cost.evaluations += 1;
        self.judge.evaluation.evaluate(game, &self.position)
    }
}

/// A move as the evaluation sees it, or as it is.
#[derive(Clone, Copy, Debug)]
struct Guess {
    value: Value,
    ended: bool,
}

/// Judges all moves of a position with one call of the evaluation.
struct Judge<G: Encode> {
    evaluation: Box<dyn Evaluate<G>>,
    /// Positions in which the game goes on.
    open: Vec<G::Position>,
    answers: Vec<Value>,
    guesses: Vec<Guess>,
    moves: Vec<G::Move>,
}

impl<G: Encode> Judge<G> {
    /// Fills `guesses` with what these moves lead to.
    fn judge(&mut self, game: &G, position: &G::Position, moves: &[G::Move], cost: &mut Cost) {
        self.guesses.clear();
        self.open.clear();
        for &mv in moves {
            let mut next = position.clone();
            game.play(&mut next, mv);
            let ending = game.generate(&next, &mut self.moves);
            let value = ending.map_or(Value::DRAW, |ending| ending.outcome.value());
            self.guesses.push(Guess { value, ended: ending.is_some() });
            if ending.is_none() {
                self.open.push(next);
            }
        }
        cost.evaluations += self.open.len() as u64;
        self.evaluation.evaluate_batch(game, &self.open, &mut self.answers);
        let open = self.guesses.iter_mut().filter(|guess| !guess.ended);
        for (guess, &answer) in open.zip(&self.answers) {
            guess.value = answer;
        }
    }

    /// The move of a random game: now and then the best one by the evaluation, otherwise any.
    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        guided: f32,
        moves: &mut Vec<G::Move>,
        random: &mut Random,
        cost: &mut Cost,
    ) -> Result<G::Move, Ending> {
        if random.unit() >= f64::from(guided) {
            return random_move(game, position, random, moves);
        }
        if let Some(ending) = game.generate(position, moves) {
            return Err(ending);
        }
        self.judge(game, position, moves, cost);
        let mover = game.to_move(position);
        let mut best = RunningBest::new();
        for (slot, guess) in self.guesses.iter().enumerate() {
            best.enter(slot, guess.value.pov(mover), random);
        }
        Ok(moves[best.winner().map_or(0, |(slot, _)| slot)])
    }
}

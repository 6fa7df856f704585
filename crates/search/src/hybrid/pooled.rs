//! Alpha-beta over pooled random games.

use std::cmp::Reverse;

use agon_core::{Cost, Encode, Line, Player, Value};

use super::playouts::Playouts;
use super::pool::Pool;
use super::probe::Prover;
use crate::limit::Meter;
use crate::score::{Score, UNIT, WIN, from_ending, from_value};

/// Guesses are kept this far from certainty, so that a proof always counts for more.
const MODESTY: f32 = 0.9;
/// What was thought of a position's parent counts for this many random games.
const BELIEF: f32 = 2.0;
/// A position is a tenth of a random game, in budgets given in random games.
pub(super) const NODES_PER_PLAYOUT: u64 = 10;

/// The work done, in positions.
pub(super) fn work(cost: &Cost) -> u64 {
    NODES_PER_PLAYOUT * cost.playouts + cost.nodes
}

/// The tree of one search.
pub(super) struct Tree<'a, G: Encode> {
    pub(super) game: &'a G,
    pub(super) line: Line<G>,
    pub(super) prover: &'a Prover<G>,
    pub(super) pool: &'a mut Pool,
    pub(super) playouts: &'a mut Playouts<G>,
    /// Random games that are added to a leaf whenever it is visited.
    pub(super) per_visit: u32,
    pub(super) meter: Meter,
    /// The most work, if the budget is in random games.
    pub(super) most_work: Option<u64>,
    pub(super) scratch: &'a mut Scratch<G>,
}

/// Space that is used again and again, by ply.
pub(super) struct Scratch<G: Encode> {
    moves: Vec<G::Move>,
    ordered: Vec<Vec<Ordered<G::Move>>>,
    lines: Vec<Vec<G::Move>>,
}

/// A move with its index in the order of generation and how promising it is.
type Ordered<M> = (Score, u16, M);

impl<G: Encode> Scratch<G> {
    pub(super) fn new() -> Scratch<G> {
        Scratch { moves: Vec::new(), ordered: Vec::new(), lines: Vec::new() }
    }

    /// The best line from a ply on, as the search that was there last found it.
    pub(super) fn line(&self, ply: usize) -> &[G::Move] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
    }
}

impl<G: Encode> Tree<'_, G> {
    /// Whether the budget is spent.
    pub(super) fn is_over(&mut self) -> bool {
        self.meter.is_over() || self.most_work.is_some_and(|most| work(&self.meter.cost) >= most)
    }

    /// The score of the last position of the line for the player to move, looking `depth` plies ahead; `None` if the
    /// budget ran out on the way. `belief` is what `First` could expect before.
    ///
    /// Endings by repetition and the like belong to the line, so no score is ever stored: only random games are, and
    /// proofs are recalled.
    pub(super) fn score(
        &mut self,
        depth: u32,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        belief: f32,
    ) -> Option<Score> {
        if self.is_over() {
            return None;
        }
        self.meter.cost.nodes += 1;
        if self.scratch.lines.len() <= ply + 1 {
            self.scratch.lines.resize_with(ply + 2, Vec::new);
            self.scratch.ordered.resize_with(ply + 2, Vec::new);
        }
        self.scratch.lines[ply].clear();
        let mover = self.line.to_move(self.game);
        if let Some(ending) = self.line.generate(self.game, &mut self.scratch.moves) {
            return Some(from_ending(ending, mover, ply as u32));
        }
        if let Some(proof) = self.prover.recall(self.game, &self.line).proof() {
            return Some(Score::from(proof.gain) * (WIN - ply as Score - proof.distance as Score));
        }
        if depth == 0 {
            return Some(self.leaf(mover, belief));
        }
        let pooled = self.pool.get(self.line.hash());
        let belief = pooled.mean(belief, BELIEF);
        self.order(ply, mover, pooled.first);
        let mut best = -WIN;
        let mut best_index = None;
        for order in 0..self.scratch.ordered[ply].len() {
            let (_, index, mv) = self.scratch.ordered[ply][order];
            self.line.push(self.game, mv);
            let found = if self.line.to_move(self.game) == mover {
                self.score(depth - 1, ply + 1, alpha, beta, belief)
            } else {
                self.score(depth - 1, ply + 1, -beta, -alpha, belief).map(|score| -score)
            };
            self.line.pop();
            let found = found?;
            if found > best || best_index.is_none() {
                best = found;
                best_index = Some(index);
                let (here, below) = self.scratch.lines.split_at_mut(ply + 1);
                here[ply].clear();
                here[ply].push(mv);
                here[ply].extend_from_slice(&below[0]);
            }
            alpha = alpha.max(found);
            if alpha >= beta {
                break;
            }
        }
        self.pool.change(self.line.hash(), |pooled| pooled.first = best_index.unwrap_or(0));
        Some(best)
    }

    /// Adds random games to the pool of the current position and tells their mean.
    fn leaf(&mut self, mover: Player, belief: f32) -> Score {
        self.meter.cost.evaluations += 1;
        let key = self.line.hash();
        for _ in 0..self.per_visit {
            let outcome = self.playouts.play(self.game, self.line.position());
            self.meter.cost.playouts += 1;
            self.pool.change(key, |pooled| {
                pooled.games += 1;
                pooled.sum += outcome.value().pov(Player::First) as i32;
            });
            if self.is_over() {
                break;
            }
        }
        let mean = self.pool.get(key).mean(belief, BELIEF);
        from_value(Value::from_pov(MODESTY * mean, Player::First), mover)
    }

    /// Puts the moves just generated in the order in which they are tried: the best of last time, then by what random
    /// games said, then those never looked at.
    fn order(&mut self, ply: usize, mover: Player, first: u16) {
        let ordered = &mut self.scratch.ordered[ply];
        ordered.clear();
        for (index, &mv) in self.scratch.moves.iter().enumerate() {
            let mut after = self.line.position().clone();
            self.game.play(&mut after, mv);
            let pooled = self.pool.get(self.game.hash(&after));
            let promise = if index == usize::from(first) {
                WIN
            } else if pooled.games == 0 {
                -UNIT
            } else {
                from_value(Value::from_pov(pooled.mean(0.0, 1.0), Player::First), mover)
            };
            ordered.push((promise, index as u16, mv));
        }
        ordered.sort_unstable_by_key(|&(promise, index, _)| (Reverse(promise), index));
    }
}

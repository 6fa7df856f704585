//! Giving way: how a game is lost to somebody who plays at random, without ever refusing to win.
//!
//! Against best answers every quiet move looks alike, and somebody who hardly ever finds them is beaten by accident. So
//! answers are taken to be random here: the move is sought after which our own chances, on average over the answers, are
//! least, when we go on the same way. A win at once would be taken, so being led to one counts as a win: what is avoided
//! is to build up threats that have to be carried out.

use std::time::Instant;

use agon_core::{Cost, Match, Player, Random};

use super::Glance;

/// So many moves are looked at beyond the first glance, even where the budget is less.
const LEAST_MOVES: usize = 3;
/// A further move is looked at only where the budget allows for so many answers to it, or for all: a mean of fewer says less
/// than the first glance, and the least of many such means nothing at all.
const ANSWERS: usize = 8;

/// A search for the move that gives way most.
pub(super) struct Yielding<'a> {
    glance: &'a mut Glance,
    random: &'a mut Random,
    /// When to look no further, where it has to be quick.
    until: Option<Instant>,
    cost: Cost,
}

impl<'a> Yielding<'a> {
    /// A search that judges at a glance.
    pub(super) fn new(
        glance: &'a mut Glance,
        random: &'a mut Random,
        until: Option<Instant>,
    ) -> Yielding<'a> {
        Yielding { glance, random, until, cost: Cost::default() }
    }

    /// What it cost so far.
    pub(super) fn cost(&self) -> Cost {
        self.cost
    }

    fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The move that gives way most, found by about so many evaluations; none where there is a win at once.
    pub(super) fn choose(&mut self, played: &dyn Match, budget: u64) -> Option<usize> {
        let mut ahead = played.fork();
        self.least(ahead.as_mut(), budget as usize, LEAST_MOVES).map(|(index, _)| index)
    }

    /// The move after which the mover's chances are least, and how good they are then; none where there is a win at once.
    fn least(&mut self, game: &mut dyn Match, budget: usize, moves: usize) -> Option<(usize, f32)> {
        let mover = game.to_move();
        let glance = self.glance.compare(game);
        self.cost.nodes += glance.cost.nodes;
        self.cost.evaluations += glance.cost.evaluations;
        if glance.moves.iter().any(|seen| seen.proof.is_some_and(|proof| proof.gain == 1)) {
            return None;
        }
        // What looks alike comes in any order.
        let mut order: Vec<(f32, u64, usize)> =
            glance.moves.iter().map(|seen| (seen.value, self.random.bits(), seen.mv)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let left = budget.saturating_sub(order.len());
        let cost = order.len() * order.len().min(ANSWERS);
        let count = (left / cost).clamp(moves.min(order.len()), order.len());
        if count == 0 || self.is_late() {
            return order.first().map(|&(value, _, index)| (index, value));
        }
        let mut least: Option<(usize, f32)> = None;
        for &(_, _, index) in &order[..count] {
            if least.is_some() && self.is_late() {
                break;
            }
            game.play(index);
            let value = self.chances(game, mover, left / count);
            game.undo();
            if least.is_none_or(|(_, before)| value < before) {
                least = Some((index, value));
            }
        }
        least
    }

    /// The chances of a player who gives way, from -1 to 1, against random answers.
    fn chances(&mut self, game: &mut dyn Match, player: Player, budget: usize) -> f32 {
        if let Some(ending) = game.ending() {
            return ending.outcome.value().pov(player);
        }
        if game.to_move() == player {
            return self.least(game, budget, 0).map_or(1.0, |(_, value)| value);
        }
        let answers = game.move_count();
        let count = (budget / answers).clamp(1, answers);
        let (mut sum, mut looked) = (0.0, 0);
        for number in 0..count {
            if looked > 0 && self.is_late() {
                break;
            }
            // All of them, or any.
            let index = if count == answers { number } else { self.random.below(answers as u32) as usize };
            game.play(index);
            sum += self.chances(game, player, budget / count);
            looked += 1;
            game.undo();
        }
        sum / looked as f32
    }
}

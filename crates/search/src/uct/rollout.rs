//! Random games that are more than uniform, or that have to be remembered.

use agon_core::playout::{Playout, playout_by};
use agon_core::{Encode, Ending, Limits, Outcome, Random};

use super::path::Path;
use super::probe::{Forced, Probe};
use super::select::RunningBest;
use super::tables::{ActionMeans, Key, key};

/// How the moves of a random game are chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Style {
    /// Look this many plies ahead for wins to take and losses to avoid.
    pub(super) depth: u32,
    /// Otherwise choose the move with the best mean except this often; `None` for uniform choice.
    pub(super) epsilon: Option<f32>,
}

impl Style {
    pub(super) const UNIFORM: Style = Style { depth: 0, epsilon: None };
}

/// Plays random games in a certain style.
#[derive(Clone, Debug)]
pub(super) struct Rollout<G: Encode> {
    style: Style,
    probe: Probe<G>,
    path: Path<G>,
    moves: Vec<G::Move>,
    safe: Vec<G::Move>,
}

impl<G: Encode> Rollout<G> {
    pub(super) fn new(game: &G, style: Style) -> Rollout<G> {
        let path = Path::free(game.initial());
        Rollout { style, probe: Probe::new(), path, moves: Vec::new(), safe: Vec::new() }
    }

    /// Plays a game in a position and appends the keys of its moves.
    pub(super) fn play(
        &mut self,
        game: &G,
        position: &mut G::Position,
        limits: Limits,
        means: &ActionMeans,
        keys: &mut Vec<Key>,
        random: &mut Random,
    ) -> Playout {
        let before = keys.len();
        let playout = playout_by(game, position, limits, |position| {
            let mv = self.choose(game, position, means, random)?;
            keys.push(key(game, position, mv));
            Ok(mv)
        });
        // A limit may have kept the last choice from being played.
        keys.truncate(before + playout.plies as usize);
        playout
    }

    fn choose(
        &mut self,
        game: &G,
        position: &G::Position,
        means: &ActionMeans,
        random: &mut Random,
    ) -> Result<G::Move, Ending> {
        if let Some(ending) = game.generate(position, &mut self.moves) {
            return Err(ending);
        }
        if self.style.depth > 0
            && let Some(win) = self.look_ahead(game, position)
        {
            return Ok(win);
        }
        // Where every move loses, any will do.
        let moves = if self.style.depth > 0 && !self.safe.is_empty() { &self.safe } else { &self.moves };
        let Some(epsilon) = self.style.epsilon else { return Ok(random.pick(moves)) };
        if random.unit() < f64::from(epsilon) {
            return Ok(random.pick(moves));
        }
        let mut best = RunningBest::new();
        for (index, &mv) in moves.iter().enumerate() {
            // A move that was never played is taken for good, so that it is.
            let mean = means.mean(key(game, position, mv)).unwrap_or(1.0);
            best.enter(index, mean, random);
        }
        Ok(best.winner().map_or(moves[0], |(index, _)| moves[index]))
    }

    /// A move that wins by force, if there is one; otherwise fills `safe` with the moves that do not lose by force.
    fn look_ahead(&mut self, game: &G, position: &G::Position) -> Option<G::Move> {
        let mover = game.to_move(position);
        self.path.restart(position);
        self.safe.clear();
        for &mv in &self.moves {
            self.path.push(game, mv);
            let forced = self.probe.forced(game, &mut self.path, self.style.depth - 1);
            self.path.rewind(0);
            match forced {
                Some(Forced { winner, .. }) if winner == mover => return Some(mv),
                Some(_) => {}
                None => self.safe.push(mv),
            }
        }
        None
    }
}

/// The result of a random game for `First`: +1, 0 or -1.
#[inline]
pub(super) fn result(outcome: Outcome) -> i32 {
    outcome.winner().map_or(0, |winner| 1 - 2 * winner.index() as i32)
}

//! A few plies of minimax that see wins and losses only: the minimax part of the hybrids of Baier and Winands.

use agon_core::{Game, Player};

use super::path::Path;

/// A win that the other side cannot prevent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Forced {
    pub(super) winner: Player,
    /// Plies until then.
    pub(super) plies: u32,
}

/// The search and its scratch space, one list of moves per ply.
#[derive(Clone, Debug)]
pub(super) struct Probe<G: Game> {
    moves: Vec<Vec<G::Move>>,
}

impl<G: Game> Probe<G> {
    pub(super) fn new() -> Probe<G> {
        Probe { moves: Vec::new() }
    }

    /// Who can force a win within `depth` plies from the end of a path, the shortest win. A line that the past ends
    /// proves nothing.
    pub(super) fn forced(&mut self, game: &G, path: &mut Path<G>, depth: u32) -> Option<Forced> {
        if self.moves.len() <= depth as usize {
            self.moves.resize_with(depth as usize + 1, Vec::new);
        }
        (0..=depth).find_map(|depth| self.within(game, path, depth))
    }

    fn within(&mut self, game: &G, path: &mut Path<G>, depth: u32) -> Option<Forced> {
        let mut moves = std::mem::take(&mut self.moves[depth as usize]);
        let forced = match game.generate(path.position(), &mut moves) {
            Some(ending) => ending.outcome.winner().map(|winner| Forced { winner, plies: 0 }),
            None if depth == 0 || path.history_outcome(game).is_some() => None,
            None => self.best(game, path, depth, &moves),
        };
        self.moves[depth as usize] = moves;
        forced
    }

    fn best(&mut self, game: &G, path: &mut Path<G>, depth: u32, moves: &[G::Move]) -> Option<Forced> {
        let (mover, here) = (game.to_move(path.position()), path.depth());
        let mut lost = Some(Forced { winner: !mover, plies: 0 });
        for &mv in moves {
            path.push(game, mv);
            let reply = self.within(game, path, depth - 1);
            path.rewind(here);
            match reply {
                Some(Forced { winner, plies }) if winner == mover => {
                    return Some(Forced { winner, plies: plies + 1 });
                }
                Some(Forced { plies, .. }) => {
                    lost = lost.map(|loss| Forced { plies: loss.plies.max(plies + 1), ..loss });
                }
                None => lost = None,
            }
        }
        lost
    }
}

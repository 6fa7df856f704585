//! Random games that do not miss a win on the next move and prefer moves that did well before.

use agon_core::playout::{playout_by, random_move};
use agon_core::{Encode, Ending, Limits, Outcome, Player, Random, Reason};

/// The share of moves that are chosen without regard to how they did.
const CURIOSITY: f64 = 0.1;
/// Winning moves are looked for where there are at most this many moves: elsewhere the look costs more than it tells.
const FEW_MOVES: usize = 40;

/// Plays random games.
pub(super) struct Playouts<G: Encode> {
    cap: u32,
    decisive: u32,
    random: Random,
    mast: Option<Mast>,
    moves: Vec<G::Move>,
    replies: Vec<G::Move>,
}

impl<G: Encode> Playouts<G> {
    /// Random games of at most `cap` plies; in the first `decisive` plies a winning move is always played, and with
    /// `mast` moves that did well in earlier games are preferred.
    pub(super) fn new(cap: u32, decisive: u32, mast: bool, seed: u64) -> Playouts<G> {
        let mast = mast.then(Mast::default);
        Playouts { cap, decisive, random: Random::new(seed), mast, moves: Vec::new(), replies: Vec::new() }
    }

    /// A new root: what was learned about moves loses half its weight.
    pub(super) fn fade(&mut self) {
        if let Some(mast) = &mut self.mast {
            mast.fade();
        }
    }

    /// Plays a game from a position and tells who won; one that reaches a limit is drawn.
    pub(super) fn play(&mut self, game: &G, start: &G::Position) -> Outcome {
        let limits =
            Limits { repetition: None, no_progress: game.limits().no_progress, ply_cap: Some(self.cap) };
        let mut plies = 0;
        let playout = playout_by(game, &mut start.clone(), limits, |position| {
            let mv = self.choose(game, position, plies)?;
            plies += 1;
            if let Some(mast) = &mut self.mast {
                mast.note(game.to_move(position), game.action(position, mv));
            }
            Ok(mv)
        });
        let Ending { outcome, reason } = playout.ending;
        let outcome = if reason == Reason::PlyCap { Outcome::Draw } else { outcome };
        if let Some(mast) = &mut self.mast {
            mast.learn(playout.plies as usize, outcome);
        }
        outcome
    }

    fn choose(&mut self, game: &G, position: &G::Position, plies: u32) -> Result<G::Move, Ending> {
        if plies < self.decisive {
            if let Some(ending) = game.generate(position, &mut self.moves) {
                return Err(ending);
            }
            if let Some(win) = self.winning_move(game, position) {
                return Ok(win);
            }
            let one = self.random.pick(&self.moves);
            let Some(mast) = &self.mast else { return Ok(one) };
            let other = self.random.pick(&self.moves);
            return Ok(mast.better(game, position, one, other, &mut self.random));
        }
        let one = random_move(game, position, &mut self.random, &mut self.moves)?;
        let Some(mast) = &self.mast else { return Ok(one) };
        let other = random_move(game, position, &mut self.random, &mut self.moves)?;
        Ok(mast.better(game, position, one, other, &mut self.random))
    }

    fn winning_move(&mut self, game: &G, position: &G::Position) -> Option<G::Move> {
        if self.moves.len() > FEW_MOVES {
            return None;
        }
        let win = Outcome::Win(game.to_move(position));
        self.moves.iter().copied().find(|&mv| {
            let mut after = position.clone();
            game.play(&mut after, mv);
            game.generate(&after, &mut self.replies).is_some_and(|ending| ending.outcome == win)
        })
    }
}

/// How moves did in random games, by player and action, wherever they were played (MAST: Björnsson and Finnsson,
/// "`CadiaPlayer`: A Simulation-Based General Game Player"). To stay as fast as plain random games, the better of
/// two random moves is played instead of the best of all.
#[derive(Default)]
struct Mast {
    /// Games and their sum for the player, by action, for each player.
    results: [Vec<(f32, f32)>; 2],
    trail: Vec<(Player, u32)>,
}

impl Mast {
    fn note(&mut self, player: Player, action: usize) {
        self.trail.push((player, action as u32));
    }

    /// Counts a game of this many plies; the last move noted may not have been played.
    fn learn(&mut self, plies: usize, outcome: Outcome) {
        self.trail.truncate(plies);
        for (player, action) in self.trail.drain(..) {
            let results = &mut self.results[player.index()];
            let action = action as usize;
            if results.len() <= action {
                results.resize(action + 1, (0.0, 0.0));
            }
            results[action].0 += 1.0;
            results[action].1 += outcome.value().pov(player);
        }
    }

    fn fade(&mut self) {
        for (games, sum) in self.results.iter_mut().flatten() {
            *games /= 2.0;
            *sum /= 2.0;
        }
    }

    fn better<G: Encode>(
        &self,
        game: &G,
        position: &G::Position,
        one: G::Move,
        other: G::Move,
        random: &mut Random,
    ) -> G::Move {
        if random.unit() < CURIOSITY {
            return one;
        }
        let results = &self.results[game.to_move(position).index()];
        let mean = |mv: G::Move| {
            let &(games, sum) = results.get(game.action(position, mv)).unwrap_or(&(0.0, 0.0));
            // One imagined draw keeps a single lucky game from deciding.
            sum / (games + 1.0)
        };
        if mean(other) > mean(one) { other } else { one }
    }
}

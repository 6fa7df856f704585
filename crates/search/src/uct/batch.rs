//! Random games that are played together: from many leaves of the tree, and several from each.

use agon_core::playout::{Crowd, Results, playout};
use agon_core::{Game, Limits, Outcome, Random, Reason};

use super::settings::Settings;
use super::worker::Stride;

/// A simulation whose random games have yet to be played.
pub(super) struct Waiting<G: Game> {
    /// Its way through the tree.
    pub(super) trail: Vec<Stride>,
    position: G::Position,
    limits: Limits,
    /// Whether a game that reaches its longest length is drawn, whatever the game says.
    is_cut: bool,
}

/// The simulations that wait, and who plays their games.
pub(super) struct Batch<G: Game> {
    crowd: Option<Box<dyn Crowd<G::Position>>>,
    /// Simulations whose games are played together.
    pub(super) size: u32,
    /// Random games of each.
    pub(super) each: u32,
    waiting: Vec<Waiting<G>>,
    moves: Vec<G::Move>,
}

impl<G: Game> Batch<G> {
    /// What the settings ask for; nothing if games are played one after the other.
    pub(super) fn new(game: &G, settings: &Settings) -> Option<Batch<G>> {
        let Settings { batch: size, each, .. } = *settings;
        let is_wanted = size > 1 || each > 1;
        (is_wanted && settings.has_plain_playouts() && settings.is_plain()).then(|| Batch {
            crowd: game.crowd(),
            size,
            each,
            waiting: Vec::new(),
            moves: Vec::new(),
        })
    }

    /// Puts a simulation aside.
    pub(super) fn add(&mut self, trail: &[Stride], position: &G::Position, limits: Limits, is_cut: bool) {
        self.waiting.push(Waiting { trail: trail.to_vec(), position: position.clone(), limits, is_cut });
    }

    /// Plays the games of all simulations that wait.
    pub(super) fn play(&mut self, game: &G, random: &mut Random) -> Vec<(Waiting<G>, Results)> {
        let waiting = std::mem::take(&mut self.waiting);
        let results = match &mut self.crowd {
            _ if waiting.is_empty() => Vec::new(),
            Some(crowd) => {
                let starts: Vec<G::Position> =
                    waiting.iter().map(|simulation| simulation.position.clone()).collect();
                let cap = waiting.iter().filter_map(|simulation| simulation.limits.ply_cap).min();
                crowd.play(&starts, self.each, cap.unwrap_or(u32::MAX), random)
            }
            None => {
                let (each, moves) = (self.each, &mut self.moves);
                let results = waiting.iter().map(|simulation| {
                    let mut results = Results::default();
                    for _ in 0..each {
                        let mut position = simulation.position.clone();
                        let ending = playout(game, &mut position, simulation.limits, random, moves).ending;
                        let is_cut = simulation.is_cut && ending.reason == Reason::PlyCap;
                        results.add(if is_cut { Outcome::Draw } else { ending.outcome });
                    }
                    results
                });
                results.collect()
            }
        };
        waiting.into_iter().zip(results).collect()
    }
}

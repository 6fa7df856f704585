//! Uniformly random games: the inner loop of Monte Carlo search.

use std::time::Duration;

use crate::cpu::thread_time;
use crate::erased::Rules;
use crate::game::Game;
use crate::info::Limits;
use crate::outcome::{Ending, Outcome, Reason};
use crate::player::Player;
use crate::random::Random;

/// How a random game went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// How it ended.
    pub ending: Ending,
    /// How many moves were played.
    pub plies: u32,
}

/// Plays uniformly random moves in `position` until the game ends or a limit is reached.
///
/// The no-progress and length limits hold as counted from the start of the playout. Repetition is not looked
/// for: random play hardly ever repeats a position often enough to end a game, and looking would cost more than
/// the moves.
// Never inlined: games have their `random_move` inlined wherever it is called, which makes this loop up to half as fast again, and
// one copy of that is enough.
#[inline(never)]
pub fn playout<G: Game>(
    game: &G,
    position: &mut G::Position,
    limits: Limits,
    random: &mut Random,
    moves: &mut Vec<G::Move>,
) -> Playout {
    playout_by(game, position, limits, |position| game.random_move(position, random, moves))
}

/// A move of a random game, for whoever does not play the whole game like [`playout`]: all the others share this copy.
#[inline(never)]
pub fn random_move<G: Game>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
    moves: &mut Vec<G::Move>,
) -> Result<G::Move, Ending> {
    game.random_move(position, random, moves)
}

/// Like [`playout`], with moves chosen by `choose`: a legal move, or how the game ended. The last choice is not played
/// if a limit is reached.
#[inline]
pub fn playout_by<G: Game>(
    game: &G,
    position: &mut G::Position,
    limits: Limits,
    mut choose: impl FnMut(&G::Position) -> Result<G::Move, Ending>,
) -> Playout {
    let cap = limits.ply_cap.unwrap_or(u32::MAX);
    let (mut plies, mut quiet) = (0, 0);
    loop {
        let mv = match choose(position) {
            Ok(mv) => mv,
            Err(ending) => return Playout { ending, plies },
        };
        if plies >= cap {
            let ending = Ending { outcome: game.adjudicate(position), reason: Reason::PlyCap };
            return Playout { ending, plies };
        }
        if limits.no_progress.is_some() {
            if quiet > 0 && game.no_progress_limit(position).is_some_and(|limit| quiet >= limit) {
                return Playout { ending: Ending::draw(Reason::NoProgress), plies };
            }
            quiet = if game.progresses(position, mv) { 0 } else { quiet + 1 };
        }
        game.play(position, mv);
        plies += 1;
    }
}

/// What random games from one position came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games that the first player won.
    pub first: u32,
    /// Drawn games, those stopped by a limit included.
    pub draws: u32,
    /// Games that the second player won.
    pub second: u32,
}

impl Results {
    /// Games that the first player won, less those that he lost.
    #[inline]
    pub fn gain(self) -> i32 {
        self.first as i32 - self.second as i32
    }

    /// Counts one game.
    #[inline]
    pub fn add(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Win(Player::First) => &mut self.first,
            Outcome::Draw => &mut self.draws,
            Outcome::Win(Player::Second) => &mut self.second,
        } += 1;
    }
}

/// Plays many random games side by side; see [`Game::crowd`].
pub trait Crowd<P>: Send {
    /// Plays `each` uniformly random games from each of these positions, none of which has ended. A game that takes more than `cap`
    /// moves is drawn.
    fn play(&mut self, starts: &[P], each: u32, cap: u32, random: &mut Random) -> Vec<Results>;
}

/// Sums over many random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Moves played in all of them.
    pub plies: u64,
    /// The sum of the squared game lengths, for the standard error of their mean.
    pub squared_plies: u64,
    /// Games won by the first player.
    pub first: u64,
    /// Drawn games, those stopped by a limit included.
    pub draws: u64,
    /// Games won by the second player.
    pub second: u64,
    /// Games stopped by the length limit.
    pub capped: u64,
}

impl Tally {
    /// Counts one game.
    #[inline]
    pub fn add(&mut self, playout: Playout) {
        self.games += 1;
        self.plies += u64::from(playout.plies);
        self.squared_plies += u64::from(playout.plies) * u64::from(playout.plies);
        match playout.ending.outcome {
            Outcome::Win(Player::First) => self.first += 1,
            Outcome::Win(Player::Second) => self.second += 1,
            Outcome::Draw => self.draws += 1,
        }
        self.capped += u64::from(playout.ending.reason == Reason::PlyCap);
    }

    /// The mean length of a game.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games as f64
    }

    /// The standard error of the mean length.
    pub fn mean_plies_error(&self) -> f64 {
        let games = self.games as f64;
        let variance = self.squared_plies as f64 / games - self.mean_plies().powi(2);
        (variance.max(0.0) / games).sqrt()
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.squared_plies += other.squared_plies;
        self.first += other.first;
        self.draws += other.draws;
        self.second += other.second;
        self.capped += other.capped;
    }
}

/// Plays random games for about so many seconds of processor time, and says how many it took.
pub fn measure(rules: &dyn Rules, limits: Limits, random: &mut Random, seconds: f64) -> (Tally, Duration) {
    let (mut total, mut used, mut batch) = (Tally::default(), Duration::ZERO, 1);
    // Batches double until one takes a twentieth of the time, so that reading the clock costs nothing.
    while used.as_secs_f64() < seconds {
        let before = thread_time();
        total += rules.tally(batch, limits, random);
        let taken = thread_time().saturating_sub(before);
        used += taken;
        if taken.as_secs_f64() < seconds / 20.0 {
            batch *= 2;
        }
    }
    (total, used)
}

/// Plays `games` random games from a position.
pub fn tally<G: Game>(
    game: &G,
    start: &G::Position,
    games: u64,
    limits: Limits,
    random: &mut Random,
) -> Tally {
    let mut moves = Vec::new();
    let mut tally = Tally::default();
    for _ in 0..games {
        let mut position = start.clone();
        tally.add(playout(game, &mut position, limits, random, &mut moves));
    }
    tally
}

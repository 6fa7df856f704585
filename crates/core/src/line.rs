//! A position with its past: the only place that knows about repetition, no-progress and length limits.

use crate::game::{Clocks, Game, Limits, Step};
use crate::outcome::{Ending, Outcome, Reason};
use crate::player::Player;

/// The line of play that led to a position. Matches grow one move by move; searches push and pop on it.
///
/// A draw that depends on the path is found here and never stored as a fact about the position.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    position: G::Position,
    hash: u64,
    clocks: Clocks,
    limits: Limits,
    past: Vec<Past<G>>,
}

#[derive(Clone, Debug)]
struct Past<G: Game> {
    step: Step<G>,
    hash: u64,
    clocks: Clocks,
}

impl<G: Game> Line<G> {
    /// The line in which nothing has been played yet.
    pub fn new(game: &G) -> Line<G> {
        Line::from_position(game, game.initial(), Clocks::default())
    }

    /// A line that begins in the middle of a game.
    pub fn from_position(game: &G, position: G::Position, clocks: Clocks) -> Line<G> {
        let hash = game.hash(&position);
        Line { position, hash, clocks, limits: game.limits(), past: Vec::new() }
    }

    /// The same line under other limits, such as the length limit of a published experiment.
    pub fn with_limits(mut self, limits: Limits) -> Line<G> {
        self.limits = limits;
        self
    }

    /// The current position.
    #[inline]
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The key of the current position.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Plies played and plies without progress.
    #[inline]
    pub fn clocks(&self) -> Clocks {
        self.clocks
    }

    /// The limits in force.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The moves played on this line, oldest first.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = G::Move> + '_ {
        self.past.iter().map(|past| past.step.mv)
    }

    /// The positions passed and the moves played in them, oldest first.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &Step<G>> + '_ {
        self.past.iter().map(|past| &past.step)
    }

    /// Plays a legal move.
    pub fn push(&mut self, game: &G, mv: G::Move) {
        let progress = game.progresses(&self.position, mv);
        let before = self.position.clone();
        game.play(&mut self.position, mv);
        self.past.push(Past { step: Step { position: before, mv }, hash: self.hash, clocks: self.clocks });
        self.hash = game.hash(&self.position);
        self.clocks.plies += 1;
        self.clocks.quiet = if progress { 0 } else { self.clocks.quiet + 1 };
    }

    /// Takes the last move back and returns it.
    pub fn pop(&mut self) -> Option<G::Move> {
        let past = self.past.pop()?;
        self.position = past.step.position;
        self.hash = past.hash;
        self.clocks = past.clocks;
        Some(past.step.mv)
    }

    /// Who decides next.
    #[inline]
    pub fn to_move(&self, game: &G) -> Player {
        game.to_move(&self.position)
    }

    /// The legal moves, or the ending, history included. What the board says takes precedence: a mate on the
    /// last move before a limit is a mate.
    pub fn generate(&self, game: &G, moves: &mut Vec<G::Move>) -> Option<Ending> {
        if let Some(ending) = game.generate(&self.position, moves) {
            return Some(ending);
        }
        let ending = self.history_ending(game);
        if ending.is_some() {
            moves.clear();
        }
        ending
    }

    /// The ending that the past imposes on the current position, whatever its legal moves are.
    pub fn history_ending(&self, game: &G) -> Option<Ending> {
        if let Some(occurrences) = self.limits.repetition
            && let Some(cycle) = self.repeated(occurrences)
        {
            return Some(game.judge_repetition(&cycle));
        }
        // A changed limit of the line replaces the game's; an unchanged one lets the game look at the material.
        let no_progress = if self.limits.no_progress == game.limits().no_progress {
            game.no_progress_limit(&self.position)
        } else {
            self.limits.no_progress
        };
        if no_progress.is_some_and(|limit| self.clocks.quiet >= limit) {
            return Some(Ending::draw(Reason::NoProgress));
        }
        if self.limits.ply_cap.is_some_and(|cap| self.clocks.plies >= cap) {
            return Some(Ending { outcome: game.adjudicate(&self.position), reason: Reason::PlyCap });
        }
        None
    }

    /// How often the current position has occurred on this line, this time included.
    pub fn occurrences(&self) -> usize {
        1 + self.reversible().filter(|past| self.is_same(past)).count()
    }

    /// The margin of an ended game in [-1, 1], from `First`'s view.
    pub fn score(&self, game: &G, ending: Ending) -> f32 {
        if ending.outcome == Outcome::Draw {
            return 0.0;
        }
        match ending.reason {
            // A game given up was not played to its margin.
            Reason::Resignation => ending.outcome.value().pov(Player::First),
            _ => game.score(&self.position, ending, self.clocks.plies),
        }
    }

    /// The past that can still come again, youngest first.
    fn reversible(&self) -> impl Iterator<Item = &Past<G>> {
        self.past.iter().rev().take(self.clocks.quiet as usize)
    }

    fn is_same(&self, past: &Past<G>) -> bool {
        past.hash == self.hash && past.step.position == self.position
    }

    /// If this is at least the given occurrence: the steps since the occurrence before.
    fn repeated(&self, occurrences: u8) -> Option<Vec<Step<G>>> {
        let mut ages =
            self.reversible().enumerate().filter(|(_, past)| self.is_same(past)).map(|(age, _)| age);
        let youngest = ages.next()?;
        if ages.count() + 2 < usize::from(occurrences) {
            return None;
        }
        let from = self.past.len() - 1 - youngest;
        Some(self.past[from..].iter().map(|past| past.step.clone()).collect())
    }
}

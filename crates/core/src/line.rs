//! A position with its past: the only place that knows about repetition, no-progress and length limits.

use crate::game::{Clocks, Game, Step};
use crate::info::Limits;
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
    steps: Vec<Step<G>>,
    /// For each step, what belongs to the position before it. Apart from the steps, because looking for a repetition
    /// reads nothing but keys.
    marks: Vec<Mark>,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    hash: u64,
    clocks: Clocks,
}

/// Where a line left the moves; see [`Line::detour`].
#[derive(Debug)]
pub struct Detour<G: Game> {
    position: G::Position,
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
        Line { position, hash, clocks, limits: game.limits(), steps: Vec::new(), marks: Vec::new() }
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
        self.steps.iter().map(|step| step.mv)
    }

    /// The positions passed and the moves played in them, oldest first.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &Step<G>> + '_ {
        self.steps.iter()
    }

    /// Plays a legal move.
    #[inline]
    pub fn push(&mut self, game: &G, mv: G::Move) {
        let progress = game.progresses(&self.position, mv);
        self.steps.push(Step { position: self.position.clone(), mv });
        self.marks.push(Mark { hash: self.hash, clocks: self.clocks });
        game.play(&mut self.position, mv);
        self.hash = game.hash(&self.position);
        self.clocks.plies += 1;
        self.clocks.quiet = if progress { 0 } else { self.clocks.quiet + 1 };
    }

    /// Takes the last move back and returns it.
    #[inline]
    pub fn pop(&mut self) -> Option<G::Move> {
        let (step, mark) = (self.steps.pop()?, self.marks.pop()?);
        self.position = step.position;
        self.hash = mark.hash;
        self.clocks = mark.clocks;
        Some(step.mv)
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
            && let Some(cycle) = self.cycle()
            && self.occurrences() >= usize::from(occurrences)
        {
            return Some(self.judge(game, cycle));
        }
        self.clock_ending(game)
    }

    /// The ending that too many plies, or too many without progress, impose on the current position.
    #[inline]
    pub fn clock_ending(&self, game: &G) -> Option<Ending> {
        if self.no_progress_limit(game).is_some_and(|limit| self.clocks.quiet >= limit) {
            return Some(Ending::draw(Reason::NoProgress));
        }
        if self.limits.ply_cap.is_some_and(|cap| self.clocks.plies >= cap) {
            return Some(Ending { outcome: game.adjudicate(&self.position), reason: Reason::PlyCap });
        }
        None
    }

    /// The ending that the past imposes even where nobody claims it.
    pub fn unclaimed_ending(&self, game: &G) -> Option<Ending> {
        let Limits { repetition, no_progress, ply_cap } = game.unclaimed_limits();
        if let Some(cycle) = self.cycle()
            && repetition.is_some_and(|most| self.occurrences() >= usize::from(most))
        {
            return Some(self.judge(game, cycle));
        }
        if no_progress.is_some_and(|limit| self.clocks.quiet >= limit) {
            return Some(Ending::draw(Reason::NoProgress));
        }
        let longest = ply_cap.is_some_and(|cap| self.clocks.plies >= cap);
        longest.then(|| Ending { outcome: game.adjudicate(&self.position), reason: Reason::PlyCap })
    }

    /// The number of plies that can be played before a clock may end the game.
    #[inline]
    pub fn room(&self, game: &G) -> u32 {
        let left = |limit: Option<u32>, used: u32| limit.map_or(u32::MAX, |limit| limit.saturating_sub(used));
        left(self.no_progress_limit(game), self.clocks.quiet)
            .min(left(self.limits.ply_cap, self.clocks.plies))
    }

    #[inline]
    fn no_progress_limit(&self, game: &G) -> Option<u32> {
        // A changed limit of the line replaces the game's; an unchanged one lets the game look at the material.
        if self.limits.no_progress == game.limits().no_progress {
            game.no_progress_limit(&self.position)
        } else {
            self.limits.no_progress
        }
    }

    /// How many plies ago the current position occurred last.
    #[inline]
    pub fn cycle(&self) -> Option<usize> {
        self.earlier().next()
    }

    /// How the game judges that the last `plies` plies led back to the position before them.
    ///
    /// # Panics
    /// If the line is shorter than that.
    pub fn judge(&self, game: &G, plies: usize) -> Ending {
        game.judge_repetition(&self.steps[self.steps.len() - plies..])
    }

    /// Continues from a position that no move leads to, such as one in which the turn was given away, and returns what
    /// [`resume`](Line::resume) takes. The past cannot come again on the detour.
    pub fn detour(&mut self, game: &G, position: G::Position) -> Detour<G> {
        let hash = game.hash(&position);
        let clocks = Clocks { plies: self.clocks.plies + 1, quiet: 0 };
        Detour {
            position: std::mem::replace(&mut self.position, position),
            hash: std::mem::replace(&mut self.hash, hash),
            clocks: std::mem::replace(&mut self.clocks, clocks),
        }
    }

    /// Comes back from a detour on which everything pushed has been popped.
    pub fn resume(&mut self, detour: Detour<G>) {
        self.position = detour.position;
        self.hash = detour.hash;
        self.clocks = detour.clocks;
    }

    /// How often the current position has occurred on this line, this time included.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier().count()
    }

    /// The margin of an ended game in [-1, 1], from `First`'s view.
    pub fn score(&self, game: &G, ending: Ending) -> f32 {
        if ending.outcome == Outcome::Draw {
            return 0.0;
        }
        match ending.reason {
            // A game given up was not played to its margin.
            reason if reason.is_of_players() => ending.outcome.value().pov(Player::First),
            _ => game.score(&self.position, ending, self.clocks.plies),
        }
    }

    /// How many plies ago the current position has occurred, youngest first, as far back as it can have.
    #[inline]
    fn earlier(&self) -> impl Iterator<Item = usize> {
        let (last, reversible) = (self.marks.len(), self.clocks.quiet as usize);
        let same = move |&age: &usize| {
            self.marks[last - age].hash == self.hash && self.steps[last - age].position == self.position
        };
        (1..=reversible.min(last)).filter(same)
    }
}

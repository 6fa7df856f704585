//! Going down a line and back, with everything that every depth-first search keeps on the way.

use agon_core::{Ending, Game, Line, Player};

use crate::limit::{Limit, Meter};
use crate::trace::{Entry, Mark, Tracer};

/// A place in the tree: the line that leads there, and what is remembered of the places above.
#[derive(Debug)]
pub struct Walk<'a, G: Game, T> {
    /// The rules.
    pub game: &'a G,
    /// What was done so far, and whether that is enough.
    pub meter: Meter,
    /// Who is told about every node.
    pub tracer: T,
    line: Line<G>,
    levels: Vec<Level<G::Move>>,
    ply: usize,
    stopped: bool,
}

/// What is kept of one ply; reused for all nodes at that ply.
#[derive(Clone, Debug)]
struct Level<M> {
    moves: Vec<M>,
    /// The promise of each move, while they are put in order.
    promises: Vec<i32>,
    /// The line expected from here.
    expected: Vec<M>,
}

/// What a node turns out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// A limit was reached: whatever is returned from here counts for nothing.
    Stopped,
    /// The game is over.
    Ended(Ending),
    /// The search may look no deeper.
    Horizon,
    /// There are this many moves.
    Open(usize),
}

impl<'a, G: Game, T: Tracer> Walk<'a, G, T> {
    /// A walk that begins at the end of a line.
    pub fn new(game: &'a G, line: &Line<G>, limit: &Limit, tracer: T) -> Walk<'a, G, T> {
        Walk {
            game,
            meter: Meter::new(limit),
            tracer,
            line: line.clone(),
            levels: Vec::new(),
            ply: 0,
            stopped: false,
        }
    }

    /// Counts the current position as visited and finds out what it is. `depth` is how much deeper the search may look.
    #[inline]
    pub fn arrive(&mut self, depth: u32) -> Arrival {
        self.stopped |= self.meter.is_over();
        if self.stopped {
            return Arrival::Stopped;
        }
        self.meter.cost.nodes += 1;
        if self.levels.len() <= self.ply {
            self.levels.push(Level { moves: Vec::new(), promises: Vec::new(), expected: Vec::new() });
        }
        let level = &mut self.levels[self.ply];
        level.expected.clear();
        match self.line.generate(self.game, &mut level.moves) {
            Some(ending) => Arrival::Ended(ending),
            None if depth == 0 => Arrival::Horizon,
            None => Arrival::Open(level.moves.len()),
        }
    }

    /// Plays one of the moves that [`arrive`](Walk::arrive) found.
    #[inline]
    pub fn descend(&mut self, index: usize) {
        let mv = self.levels[self.ply].moves[index];
        self.line.push(self.game, mv);
        self.ply += 1;
    }

    /// Takes the last move back.
    #[inline]
    pub fn ascend(&mut self) {
        self.line.pop();
        self.ply -= 1;
    }

    /// Notes that the best play known from here begins with this move, from which the walk has just come back.
    #[inline]
    pub fn prefer(&mut self, index: usize) {
        let (above, below) = self.levels.split_at_mut(self.ply + 1);
        let level = &mut above[self.ply];
        level.expected.clear();
        level.expected.push(level.moves[index]);
        if let Some(below) = below.first() {
            level.expected.extend_from_slice(&below.expected);
        }
    }

    /// Puts the moves found here in order, the most promising first; equals stay as they are.
    pub fn order(&mut self, promise: impl Fn(&G, &G::Position, G::Move) -> i32) {
        let (game, position) = (self.game, self.line.position());
        let Level { moves, promises, .. } = &mut self.levels[self.ply];
        promises.clear();
        promises.extend(moves.iter().map(|&mv| promise(game, position, mv)));
        // Insertion: the lists are short, and nothing is allocated.
        for end in 1..moves.len() {
            let mut place = end;
            while place > 0 && promises[place - 1] < promises[place] {
                promises.swap(place - 1, place);
                moves.swap(place - 1, place);
                place -= 1;
            }
        }
    }

    /// The line expected after the move from which the walk has just come back, that move first.
    pub fn expectation(&self, index: usize) -> Vec<G::Move> {
        let below = self.levels.get(self.ply + 1).map_or(&[][..], |below| &below.expected);
        std::iter::once(self.levels[self.ply].moves[index]).chain(below.iter().copied()).collect()
    }

    /// The legal moves, without counting a visit; none if the game is over.
    pub fn list(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.line.generate(self.game, &mut moves);
        moves
    }

    /// Tells the tracer that this node is looked at, with a window that `view` sees.
    #[inline]
    pub fn note_entry(
        &mut self,
        depth: u32,
        view: Player,
        window: impl FnOnce() -> (Option<Mark>, Option<Mark>),
    ) {
        if self.tracer.wants(self.ply()) {
            self.enter(depth, view, window());
        }
    }

    /// Apart from [`note_entry`](Walk::note_entry), so that it is not compiled again for every kind of window.
    #[cold]
    fn enter(&mut self, depth: u32, view: Player, window: (Option<Mark>, Option<Mark>)) {
        let entry = Entry::at(self.game, &self.line, self.ply(), depth, view, window);
        self.tracer.enter(entry);
    }

    /// Tells the tracer that this node is left, with a value and whether that ended the search of the node early.
    #[inline]
    pub fn note_exit(&mut self, outcome: impl FnOnce() -> (Option<Mark>, bool)) {
        if self.tracer.wants(self.ply()) {
            let (value, cut) = if self.stopped { (None, false) } else { outcome() };
            self.tracer.leave(value, cut);
        }
    }

    /// The current position.
    #[inline]
    pub fn position(&self) -> &G::Position {
        self.line.position()
    }

    /// Who decides here.
    #[inline]
    pub fn mover(&self) -> Player {
        self.line.to_move(self.game)
    }

    /// Plies below the root.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply as u32
    }

    /// Whether a limit was reached on the way.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }
}

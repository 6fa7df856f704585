//! Making a move by pointing at cells, one after the other: what a click, a tap, a drag or the Enter key means.

use crate::erased::Match;
use crate::layout::Trace;

/// The legal moves of a position, and the cells pointed at so far.
pub struct Pointing {
    traces: Vec<Trace>,
    /// For each cell that a path begins with, whether something stands on it: movements begin on a piece, placements do not.
    moves_piece: Vec<bool>,
    /// The cells that moves begin on, in order.
    starts: Vec<usize>,
    selected: Vec<usize>,
}

/// What pointing at a cell led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pointed {
    /// A legal move, by its index.
    Play(usize),
    /// The path so far; empty when the selection was taken back.
    Select(Vec<usize>),
    /// Several moves look the same on the board, such as promotions: a person has to choose.
    Choose(Vec<usize>),
    /// No legal move begins or continues there.
    Nothing,
}

impl Pointing {
    /// The state of pointing in a position. A path that no legal move begins with is forgotten.
    pub fn new(played: &dyn Match, selected: &[usize]) -> Pointing {
        let traces: Vec<Trace> = (0..played.move_count()).map(|index| played.move_trace(index)).collect();
        let moves_piece = traces
            .iter()
            .map(|trace| trace.path.first().is_some_and(|&cell| played.piece(cell).is_some()))
            .collect();
        let on_board = traces.iter().filter(|trace| trace.action.is_none());
        let mut starts: Vec<usize> = on_board.filter_map(|trace| trace.path.first().copied()).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut pointing = Pointing { traces, moves_piece, starts, selected: selected.to_vec() };
        if pointing.candidates().next().is_none() {
            pointing.selected.clear();
        }
        pointing
    }

    /// The cells pointed at so far.
    pub fn selected(&self) -> &[usize] {
        &self.selected
    }

    /// The moves that begin with what was pointed at.
    pub fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        let begins = |trace: &Trace| trace.action.is_none() && trace.path.starts_with(&self.selected);
        (0..self.traces.len()).filter(move |&index| begins(&self.traces[index]))
    }

    /// The moves that are made with a button, such as passing.
    pub fn actions(&self) -> impl Iterator<Item = (usize, &str)> + '_ {
        self.traces.iter().enumerate().filter_map(|(index, trace)| Some((index, trace.action.as_deref()?)))
    }

    /// Whether a move begins on this cell.
    pub fn is_start(&self, cell: usize) -> bool {
        self.starts.binary_search(&cell).is_ok()
    }

    /// The moves that begin on this cell.
    pub fn from(&self, cell: usize) -> Vec<usize> {
        let begins = |trace: &Trace| trace.action.is_none() && trace.path.first() == Some(&cell);
        (0..self.traces.len()).filter(|&index| begins(&self.traces[index])).collect()
    }

    /// What a legal move does to the picture.
    pub fn trace(&self, index: usize) -> &Trace {
        &self.traces[index]
    }

    /// The cells that may be pointed at next, once something is selected.
    pub fn targets(&self) -> Vec<usize> {
        if self.selected.is_empty() {
            return Vec::new();
        }
        let mut cells: Vec<usize> =
            self.candidates().flat_map(|index| [self.next(index), self.landing(index)]).flatten().collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The empty cells on which a piece can be placed, where that is not most of the board.
    pub fn placements(&self) -> Vec<usize> {
        let placed = |index: &usize| !self.moves_piece[*index] && !self.traces[*index].path.is_empty();
        let mut cells: Vec<usize> =
            (0..self.traces.len()).filter(placed).map(|index| self.traces[index].path[0]).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The pieces that the moves with this beginning would take.
    pub fn taken(&self) -> Vec<usize> {
        if self.selected.is_empty() {
            return Vec::new();
        }
        let mut cells: Vec<usize> =
            self.candidates().flat_map(|index| self.traces[index].captured.clone()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Whether what is left to point at is a piece to be removed, as after closing a mill.
    pub fn removes(&self) -> bool {
        let left = |index: usize| self.traces[index].path.len() == self.selected.len() + 1;
        !self.selected.is_empty() && self.candidates().all(|index| left(index) && self.is_removal(index))
    }

    /// Points at a cell.
    pub fn point(&self, cell: usize) -> Pointed {
        if self.selected.last() == Some(&cell) {
            let done: Vec<usize> =
                self.candidates().filter(|&index| self.traces[index].path == self.selected).collect();
            return decide(&done).unwrap_or(Pointed::Select(Vec::new()));
        }
        let ends: Vec<usize> = self.candidates().filter(|&index| self.landing(index) == Some(cell)).collect();
        let alike = ends.windows(2).all(|pair| self.traces[pair[0]].path == self.traces[pair[1]].path);
        if !ends.is_empty() && alike {
            return decide(&ends).expect("there are such moves");
        }
        let continued: Vec<usize> =
            self.candidates().filter(|&index| self.next(index) == Some(cell)).collect();
        if !continued.is_empty() {
            let path = [self.selected.as_slice(), &[cell]].concat();
            // The first cell only selects; later ones play what has become certain.
            return match continued[..] {
                [only] if !self.selected.is_empty() => Pointed::Play(only),
                _ => Pointed::Select(path),
            };
        }
        if let Some(choice) = decide(&ends) {
            return choice;
        }
        if self.is_start(cell) { Pointed::Select(vec![cell]) } else { Pointed::Nothing }
    }

    /// The cell after those selected on the path of a move.
    fn next(&self, index: usize) -> Option<usize> {
        self.traces[index].path.get(self.selected.len()).copied()
    }

    /// Whether a move ends with pointing at a piece of one's choice that is removed.
    fn is_removal(&self, index: usize) -> bool {
        let trace = &self.traces[index];
        let steps_of_moving = 1 + usize::from(self.moves_piece[index]);
        trace.path.len() > steps_of_moving
            && trace.path.last().is_some_and(|last| trace.captured.contains(last))
    }

    /// Where the piece of a move comes to stand, if that is still ahead and the move is made by pointing there: a move that
    /// also removes a piece of one's choice ends with that piece, not with the landing.
    fn landing(&self, index: usize) -> Option<usize> {
        let trace = &self.traces[index];
        let last = *trace.path.last()?;
        let ahead = trace.path.len() > self.selected.len();
        let reachable = !self.selected.is_empty() || trace.path.len() == 1;
        (ahead && reachable && !self.is_removal(index)).then_some(last)
    }
}

fn decide(moves: &[usize]) -> Option<Pointed> {
    match moves {
        [] => None,
        [only] => Some(Pointed::Play(*only)),
        _ => Some(Pointed::Choose(moves.to_vec())),
    }
}

//! Lines, windows and neighbourhoods, from the picture of a board alone.

use agon_core::layout::{Layout, Shape};

use super::recipe::Figure;

/// Places of cells are compared with this tolerance.
const NEAR: f32 = 0.01;

/// Every place of a figure on a board, each as its cells in a fixed order.
pub(super) fn places(layout: &Layout, figure: Figure) -> Vec<Vec<u16>> {
    let board = Board::new(layout);
    match figure {
        Figure::Cell => (0..layout.cells.len() as u16).map(|cell| vec![cell]).collect(),
        Figure::Line(length) => board.lines().iter().flat_map(|line| windows(line, length)).collect(),
        Figure::Box(columns, rows) => board.boxes(columns as f32, rows as f32),
        Figure::Star => {
            (0..layout.cells.len()).map(|cell| board.star(cell)).filter(|star| star.len() > 1).collect()
        }
    }
}

/// The steps from one cell of a place to the next, for telling whether two places look the same.
pub(super) fn steps(layout: &Layout, cells: &[u16]) -> Vec<[i32; 2]> {
    let place = |cell: u16| {
        let cell = &layout.cells[usize::from(cell)];
        [cell.x, cell.y].map(|at| (at * 16.0).round() as i32)
    };
    let first = place(cells[0]);
    cells.iter().map(|&cell| place(cell)).map(|[x, y]| [x - first[0], y - first[1]]).collect()
}

/// All runs of `length` cells of a line, or the whole of a shorter one that is long enough to be a line.
fn windows(line: &[u16], length: usize) -> Vec<Vec<u16>> {
    if line.len() < length {
        return if line.len() >= 3 { vec![line.to_vec()] } else { Vec::new() };
    }
    line.windows(length).map(<[u16]>::to_vec).collect()
}

struct Board<'a> {
    layout: &'a Layout,
    /// The neighbours of each cell.
    joined: Vec<Vec<usize>>,
}

impl<'a> Board<'a> {
    fn new(layout: &'a Layout) -> Board<'a> {
        let count = layout.cells.len();
        let distance = |a: usize, b: usize| {
            let [dx, dy] = between(layout, a, b);
            dx.hypot(dy)
        };
        let pairs = || (0..count).flat_map(|a| (0..count).filter(move |&b| b != a).map(move |b| (a, b)));
        let nearest = pairs().map(|(a, b)| distance(a, b)).fold(f32::INFINITY, f32::min);
        let drawn = |a: usize, b: usize| {
            layout.lines.iter().any(|&(from, to)| [(a, b), (b, a)].contains(&(from.into(), to.into())))
        };
        let is_joined = |a: usize, b: usize| match layout.shape {
            Shape::Hexes => distance(a, b) <= 1.2 * nearest,
            Shape::Squares | Shape::Points => {
                let [dx, dy] = between(layout, a, b);
                dx.abs().max(dy.abs()) <= 1.0 + NEAR || drawn(a, b)
            }
        };
        let mut joined = vec![Vec::new(); count];
        for (a, b) in pairs().filter(|&(a, b)| is_joined(a, b)) {
            joined[a].push(b);
        }
        Board { layout, joined }
    }

    /// The neighbour of a cell straight on, coming from another.
    fn onward(&self, from: usize, cell: usize) -> Option<usize> {
        let [dx, dy] = between(self.layout, from, cell);
        self.joined[cell].iter().copied().find(|&next| {
            let [x, y] = between(self.layout, cell, next);
            (dx * y - dy * x).abs() < NEAR && dx * x + dy * y > 0.0
        })
    }

    /// All straight lines of two or more cells, as long as they go, each in one direction.
    fn lines(&self) -> Vec<Vec<u16>> {
        let mut lines = Vec::new();
        for first in 0..self.joined.len() {
            for &second in &self.joined[first] {
                let [dx, dy] = between(self.layout, first, second);
                let forward = dx > NEAR || dx.abs() <= NEAR && dy > 0.0;
                if !forward || self.onward(second, first).is_some() {
                    continue;
                }
                let mut line = vec![first as u16, second as u16];
                let (mut from, mut cell) = (first, second);
                while let Some(next) = self.onward(from, cell) {
                    line.push(next as u16);
                    (from, cell) = (cell, next);
                }
                lines.push(line);
            }
        }
        lines
    }

    /// All windows that hold as many cells as any.
    fn boxes(&self, columns: f32, rows: f32) -> Vec<Vec<u16>> {
        let cells = &self.layout.cells;
        let mut found: Vec<Vec<u16>> = Vec::new();
        for (left, top) in cells.iter().flat_map(|a| cells.iter().map(move |b| (a.x, b.y))) {
            let inside = |index: &u16| {
                let cell = &cells[usize::from(*index)];
                let within = |at: f32, from: f32, size: f32| at > from - NEAR && at < from + size - NEAR;
                within(cell.x, left, columns) && within(cell.y, top, rows)
            };
            let window: Vec<u16> = self.layout.rows.iter().flatten().copied().filter(inside).collect();
            if !window.is_empty() && !found.contains(&window) {
                found.push(window);
            }
        }
        let most = found.iter().map(Vec::len).max().unwrap_or(0);
        found.retain(|window| window.len() == most);
        found
    }

    /// A cell and its neighbours, from the right around.
    fn star(&self, cell: usize) -> Vec<u16> {
        let mut around = self.joined[cell].clone();
        let angle = |other: usize| {
            let [dx, dy] = between(self.layout, cell, other);
            dy.atan2(dx)
        };
        around.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
        std::iter::once(cell).chain(around).map(|cell| cell as u16).collect()
    }
}

fn between(layout: &Layout, a: usize, b: usize) -> [f32; 2] {
    let (a, b) = (&layout.cells[a], &layout.cells[b]);
    [b.x - a.x, b.y - a.y]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(game: &str, figure: Figure) -> usize {
        places(&agon_games::find(game).unwrap().layout(), figure).len()
    }

    #[test]
    fn boards_have_the_lines_and_windows_they_should() {
        // Eight rows, eight columns, and eleven diagonals of three or more cells each way.
        assert_eq!(count("othello", Figure::Line(8)), 8 + 8 + 2 * 11);
        assert_eq!(count("othello", Figure::Box(3, 3)), 36);
        // The sixteen mills of the board, and two by two its diagonals through and across the corners of the squares.
        assert_eq!(count("nine-mens-morris", Figure::Line(3)), 16 + 4 + 4);
        // Dark squares alone: eight of them in a window of four by four.
        let layout = agon_games::find("checkers").unwrap().layout();
        assert!(places(&layout, Figure::Box(4, 4)).iter().all(|window| window.len() == 8));
        // A hexagon in the middle has six neighbours.
        let stars = places(&agon_games::find("havannah").unwrap().layout(), Figure::Star);
        assert_eq!(stars.iter().map(Vec::len).max(), Some(7));
        assert_eq!(count("tic-tac-toe", Figure::Line(3)), 8);
        assert_eq!(agon_games::find("chess").unwrap().layout().cells.len(), count("chess", Figure::Cell));
    }
}

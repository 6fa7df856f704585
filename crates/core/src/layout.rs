//! The board as a picture: one description for drawings, text boards and speech.

use crate::info::{Text, text};
use crate::player::Player;

/// A kind of piece and how it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceKind {
    /// What it is called, such as "king".
    pub name: Text,
    /// The letter of a piece of the first and of the second player on a text board.
    /// A piece that belongs to nobody is written with the first one.
    pub letters: [char; 2],
    /// What people say it is worth, in units of the least piece; nothing for a piece that is never lost.
    pub worth: u8,
}

impl PieceKind {
    /// A kind of piece that is known when the program is written.
    pub const fn new(name: &'static str, letters: [char; 2]) -> PieceKind {
        PieceKind::worth(name, letters, 1)
    }

    /// The same, of a kind that is worth more or less than others of its game.
    pub const fn worth(name: &'static str, letters: [char; 2], worth: u8) -> PieceKind {
        PieceKind { name: text(name), letters, worth }
    }
}

/// Something that stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Whose it is; `None` for what belongs to nobody, such as a lily pad.
    pub owner: Option<Player>,
    /// Its kind: an index into [`GameInfo::pieces`](crate::GameInfo::pieces).
    pub kind: u8,
}

impl Piece {
    /// A piece of `owner`.
    pub const fn new(owner: Player, kind: u8) -> Piece {
        Piece { owner: Some(owner), kind }
    }
}

/// What the cells of a board look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Squares side by side, as in chess.
    Squares,
    /// Points joined by lines, as in alquerque and on a Go board.
    Points,
    /// Hexagons side by side.
    Hexes,
}

/// What is drawn under the cells. It means nothing to the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    /// One colour.
    #[default]
    Plain,
    /// Light and dark squares in turn, the top left one light.
    Chequered,
    /// Water between the two middle rows, as in Xiangqi.
    River,
}

/// A place where a piece can stand.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Its name in the game's notation.
    pub name: String,
    /// Its column, in cell widths from the left.
    pub x: f32,
    /// Its row, in cell heights from the top.
    pub y: f32,
}

/// A word or number at the edge of the board, beside a row or under a column.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The row's y or the column's x.
    pub at: f32,
    /// What to write there.
    pub text: String,
}

/// A direction on the board as it is drawn; arrow keys use the first four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

/// The geometry of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// What the cells look like.
    pub shape: Shape,
    /// The cells; a cell's number is its index here.
    pub cells: Vec<Cell>,
    /// The drawn connections of a board of points.
    pub lines: Vec<(u16, u16)>,
    /// The cells row by row, top to bottom and left to right: the order in which they are read aloud.
    pub rows: Vec<Vec<u16>>,
    /// What is written beside the rows.
    pub row_labels: Vec<Label>,
    /// What is written under the columns.
    pub column_labels: Vec<Label>,
    /// What is drawn under the cells.
    pub ground: Ground,
    /// Points marked with a dot, for finding one's way on a large board.
    pub dots: Vec<u16>,
}

impl Layout {
    /// A board from its cells; the rows follow from their places.
    pub fn new(shape: Shape, cells: Vec<Cell>) -> Layout {
        let mut order: Vec<u16> = (0..cells.len() as u16).collect();
        let place = |index: u16| (cells[usize::from(index)].y, cells[usize::from(index)].x);
        order.sort_by(|&a, &b| {
            let ((ya, xa), (yb, xb)) = (place(a), place(b));
            ya.total_cmp(&yb).then(xa.total_cmp(&xb))
        });
        let rows = order.chunk_by(|&a, &b| place(a).0 == place(b).0).map(<[u16]>::to_vec).collect();
        Layout {
            shape,
            cells,
            lines: Vec::new(),
            rows,
            row_labels: Vec::new(),
            column_labels: Vec::new(),
            ground: Ground::Plain,
            dots: Vec::new(),
        }
    }

    /// The cells of all straight lines of at least so many cells in a row that are `own`: along drawn connections and, as on
    /// a grid, to neighbours side by side and corner to corner.
    pub(crate) fn lines_of(&self, length: usize, own: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let cells: Vec<usize> = (0..self.cells.len()).filter(|&cell| own(cell)).collect();
        let step = |from: usize, to: usize| {
            (self.cells[to].x - self.cells[from].x, self.cells[to].y - self.cells[from].y)
        };
        let drawn = |a: usize, b: usize| {
            self.lines.iter().any(|&line| line == (a as u16, b as u16) || line == (b as u16, a as u16))
        };
        let adjoin = |a: usize, b: usize| {
            let (dx, dy) = step(a, b);
            dx.abs() <= 1.0 && dy.abs() <= 1.0 && dx.fract() == 0.0 && dy.fract() == 0.0 || drawn(a, b)
        };
        let next = |here: usize, (dx, dy): (f32, f32)| {
            cells.iter().copied().find(|&cell| {
                let (x, y) = step(here, cell);
                cell != here && (x * dy - y * dx).abs() < 0.01 && x * dx + y * dy > 0.0 && adjoin(here, cell)
            })
        };
        let mut found = Vec::new();
        for &start in &cells {
            for &second in cells.iter().filter(|&&cell| cell != start && adjoin(start, cell)) {
                let direction = step(start, second);
                let mut line = vec![start];
                while let Some(cell) = next(line[line.len() - 1], direction) {
                    line.push(cell);
                }
                if line.len() >= length {
                    found.extend(line);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// A rectangular board whose cells are numbered `row * columns + column` with row 0 at the bottom, as in
    /// chess, or at the top when `downward`, as in Othello; files are letters, ranks numbers from 1.
    pub fn grid(shape: Shape, columns: usize, rows: usize, downward: bool) -> Layout {
        let drawn_row = |row: usize| if downward { row } else { rows - 1 - row } as f32;
        let cells = (0..rows * columns)
            .map(|index| {
                let (row, column) = (index / columns, index % columns);
                Cell { name: grid_name(row, column), x: column as f32, y: drawn_row(row) }
            })
            .collect();
        let mut layout = Layout::new(shape, cells);
        layout.row_labels =
            (0..rows).map(|row| Label { at: drawn_row(row), text: (row + 1).to_string() }).collect();
        layout.column_labels = (0..columns)
            .map(|column| Label { at: column as f32, text: file_letter(column).into() })
            .collect();
        layout
    }

    /// A board of hexagons in the shape of a rhombus, whose cells are numbered `row * columns + column` with row 0 at the top.
    /// Each row lies half a cell further right than the one above; files are letters, ranks numbers from 1. The neighbours of
    /// (row, column) are those in its row, in its column, and (row - 1, column + 1) and (row + 1, column - 1).
    pub fn rhombus(columns: usize, rows: usize) -> Layout {
        let cells = (0..rows * columns)
            .map(|index| {
                let (row, column) = (index / columns, index % columns);
                Cell { name: grid_name(row, column), x: column as f32 + row as f32 / 2.0, y: row as f32 }
            })
            .collect();
        Layout::new(Shape::Hexes, cells).with_row_spans()
    }

    /// The same board with these lines drawn between its points.
    pub fn with_lines(mut self, lines: impl IntoIterator<Item = (usize, usize)>) -> Layout {
        self.lines = lines.into_iter().map(|(a, b)| (a as u16, b as u16)).collect();
        self
    }

    /// The same board on this ground.
    pub fn with_ground(mut self, ground: Ground) -> Layout {
        self.ground = ground;
        self
    }

    /// The same board with a dot on these points.
    pub fn with_dots(mut self, cells: impl IntoIterator<Item = usize>) -> Layout {
        self.dots = cells.into_iter().map(|cell| cell as u16).collect();
        self
    }

    /// The same board with each row labelled by its first and last cell, where columns have no names of their own.
    pub fn with_row_spans(mut self) -> Layout {
        let label = |row: &Vec<u16>| {
            let [first, last] = [row[0], row[row.len() - 1]].map(|cell| &self.cells[usize::from(cell)]);
            let text =
                if row.len() == 1 { first.name.clone() } else { format!("{}-{}", first.name, last.name) };
            Label { at: first.y, text }
        };
        self.row_labels = self.rows.iter().map(label).collect();
        self
    }

    /// The number of the cell with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.cells.iter().position(|cell| cell.name.eq_ignore_ascii_case(name))
    }

    /// The nearest cell in a direction: what an arrow key reaches.
    pub fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        use std::f32::consts::FRAC_1_SQRT_2 as D;
        let (dx, dy) = match direction {
            Direction::Up => (0.0, -1.0),
            Direction::Down => (0.0, 1.0),
            Direction::Left => (-1.0, 0.0),
            Direction::Right => (1.0, 0.0),
            Direction::UpLeft => (-D, -D),
            Direction::UpRight => (D, -D),
            Direction::DownLeft => (-D, D),
            Direction::DownRight => (D, D),
        };
        let here = &self.cells[cell];
        let distance = |other: &Cell| {
            let (x, y) = (other.x - here.x, other.y - here.y);
            let along = x * dx + y * dy;
            let aside = (x * dy - y * dx).abs();
            // Only what lies within 45 degrees of the direction counts; straight ahead is preferred, but not so much
            // that a step between rows of hexagons, half a cell aside, loses against one that skips a row.
            (along > 0.1 && aside <= along + 1e-4).then_some(along + 1.5 * aside)
        };
        let candidates =
            self.cells.iter().enumerate().filter_map(|(index, other)| Some((distance(other)?, index)));
        candidates.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index)
    }
}

/// The letter of a column: `a` for the first.
pub fn file_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// The name of a cell of a lettered grid: column letter and row number, `a1` for row 0 and column 0.
pub fn grid_name(row: usize, column: usize) -> String {
    format!("{}{}", file_letter(column), row + 1)
}

/// What a move does to the picture, for drawing it, marking it and saying it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The cells a player points at to make the move, in order: the one cell of a placement; start and landings
    /// of a movement; then, where the move includes it, the piece chosen for removal.
    pub path: Vec<usize>,
    /// Cells from which a piece of the opponent is taken.
    pub captured: Vec<usize>,
    /// Cells other than those of the path whose contents change without being captured: flipped discs, grown pads.
    pub changed: Vec<usize>,
    /// The name of a move that is not made on the board, such as "pass".
    pub action: Option<Text>,
}

impl Trace {
    /// A move that points at these cells and does nothing else.
    pub fn path(cells: impl IntoIterator<Item = usize>) -> Trace {
        Trace { path: cells.into_iter().collect(), ..Trace::default() }
    }

    /// A move made with a button instead of on the board.
    pub fn action(name: &'static str) -> Trace {
        Trace { action: Some(text(name)), ..Trace::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_knows_names_rows_and_neighbours() {
        let layout = Layout::grid(Shape::Squares, 3, 2, false);
        let name = |cell: usize| layout.cells[cell].name.as_str();
        let rows: Vec<Vec<&str>> =
            layout.rows.iter().map(|row| row.iter().map(|&cell| name(usize::from(cell))).collect()).collect();
        assert_eq!(rows, [["a2", "b2", "c2"], ["a1", "b1", "c1"]]);
        let b1 = layout.find("B1").unwrap();
        assert_eq!(layout.neighbour(b1, Direction::Up).map(name), Some("b2"));
        assert_eq!(layout.neighbour(b1, Direction::UpRight).map(name), Some("c2"));
        assert_eq!(layout.neighbour(b1, Direction::Down), None);
    }

    #[test]
    fn a_rhombus_leans_to_the_right() {
        let layout = Layout::rhombus(4, 3);
        let places = ["a1", "d1", "a3", "d3"].map(|name| {
            let cell = &layout.cells[layout.find(name).unwrap()];
            (cell.x, cell.y)
        });
        assert_eq!(places, [(0.0, 0.0), (3.0, 0.0), (1.0, 2.0), (4.0, 2.0)]);
        assert_eq!(layout.rows, [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]);
        assert_eq!(layout.row_labels[1].text, "a2-d2");
        // b2 touches the six cells at a distance of one.
        let b2 = &layout.cells[layout.find("b2").unwrap()];
        let touches = |cell: &&Cell| {
            (cell.y - b2.y).abs() <= 1.0 && (cell.x - b2.x).abs() + (cell.y - b2.y).abs() / 2.0 == 1.0
        };
        let near: Vec<&str> = layout.cells.iter().filter(touches).map(|cell| cell.name.as_str()).collect();
        assert_eq!(near, ["b1", "c1", "a2", "c2", "a3", "b3"]);
    }

    #[test]
    fn arrow_keys_do_not_skip_rows_of_hexagons() {
        let places = [(0.5, 0.0), (0.0, 1.0), (1.0, 1.0), (0.5, 2.0)];
        let cells = places.map(|(x, y)| Cell { name: format!("{x},{y}"), x, y });
        let layout = Layout::new(Shape::Hexes, cells.to_vec());
        assert_eq!(layout.neighbour(3, Direction::Up), Some(1));
        assert_eq!(layout.neighbour(0, Direction::Down), Some(1));
    }
}

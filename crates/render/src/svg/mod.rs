//! Boards as drawings, made from the game's own layout. They are pictures for the eye alone and hidden from screen readers,
//! who get the names of the cells instead; see [`board`](crate::board).

mod characters;
mod frame;
mod pieces;

use agon_core::{GameInfo, Ground, Layout, Match, Piece, Shape};
use maud::{Markup, html};

pub use frame::{Frame, UNIT};
use frame::{HEX_REACH, round};
pub use pieces::{outlines, sheet};

/// What is marked on a board besides the pieces, as lists of cells.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The cells of the last move.
    pub last: Vec<usize>,
    /// Cells that the last move changed besides: pieces turned over, pieces taken.
    pub altered: Vec<usize>,
    /// Cells pointed at so far.
    pub selected: Vec<usize>,
    /// Cells that may be pointed at next.
    pub targets: Vec<usize>,
    /// Pieces that a move with the selected piece would take.
    pub taken: Vec<usize>,
    /// The cells of a suggested move.
    pub hint: Vec<usize>,
    /// A king in check, or the like.
    pub check: Option<usize>,
    /// What an ending rests on: a winning line, a mated king.
    pub decisive: Vec<usize>,
    /// A piece of a move that is not finished yet, shown where it is going to stand.
    pub moved: Option<Moved>,
}

/// A piece that is shown in another place than where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    /// Where it stands, unless it comes from the hand.
    pub from: Option<usize>,
    /// Where it is shown.
    pub to: usize,
    /// The piece.
    pub piece: Piece,
}

impl Marks {
    /// What is to be seen on a cell.
    fn piece(&self, played: &dyn Match, cell: usize) -> Option<Piece> {
        match self.moved {
            Some(moved) if moved.to == cell => Some(moved.piece),
            Some(moved) if moved.from == Some(cell) => None,
            _ => played.piece(cell),
        }
    }
}

/// A piece alone, as small as a letter.
pub fn small(info: &GameInfo, piece: Piece) -> Markup {
    let art = pieces::art(info, piece);
    html! {
        svg class={ "picture small " (info.id) } viewBox="-20 -20 40 40" aria-hidden="true" focusable="false" {
            g class={ "p " (pieces::tone(info, piece.owner)) } {
                use href={ "#p-" (art.outline) } {}
                @if let Some(sign) = art.sign { (signed(sign, 0.0, 0.0)) }
            }
        }
    }
}

/// The drawing of a position. Coordinates are left out of miniatures.
pub fn picture(played: &dyn Match, layout: &Layout, marks: &Marks, coordinates: bool) -> Markup {
    let frame = Frame::new(layout, coordinates);
    html! {
        svg class={ "picture " (played.info().id) } viewBox={ "0 0 " (frame.width) " " (frame.height) } aria-hidden="true" focusable="false" {
            (ground(layout, &frame))
            @if coordinates { (labels(layout, &frame)) }
            @for &cell in &marks.last {
                @let (x, y) = frame.places[cell];
                use.last href="#p-mark-last" x=(x) y=(y) {}
            }
            @if let Some(cell) = marks.check {
                circle.check cx=(frame.places[cell].0) cy=(frame.places[cell].1) r="19" {}
            }
            @for (cell, &(x, y)) in frame.places.iter().enumerate() {
                @if let Some(piece) = marks.piece(played, cell) {
                    @let art = pieces::art(played.info(), piece);
                    g class={ "p " (pieces::tone(played.info(), piece.owner)) } data-at=(cell) {
                        use href={ "#p-" (art.outline) } x=(x) y=(y) {}
                        @if let Some(sign) = art.sign { (signed(sign, x, y)) }
                    }
                }
            }
            (marked(played, &frame, marks))
        }
    }
}

/// A sign on a piece: strokes of our own, or a letter.
fn signed(sign: char, x: f32, y: f32) -> Markup {
    html! {
        @if let Some(strokes) = characters::strokes(sign) {
            path.strokes transform={ "translate(" (x) " " (y) ")" } d=(strokes) {}
        } @else {
            text.sign x=(x) y=(y) dy=".36em" { (sign) }
        }
    }
}

fn marked(played: &dyn Match, frame: &Frame, marks: &Marks) -> Markup {
    let at = |cells: &[usize]| -> Vec<(usize, f32, f32)> {
        cells.iter().map(|&cell| (cell, frame.places[cell].0, frame.places[cell].1)).collect()
    };
    html! {
        @for (cell, x, y) in at(&marks.altered) {
            @if played.piece(cell).is_some() {
                circle.altered cx=(x) cy=(y) r="4" {}
            } @else {
                path.altered d={ "M" (x - 5.0) " " (y - 5.0) "l10 10m0-10l-10 10" } {}
            }
        }
        @for (_, x, y) in at(&marks.decisive) { circle.decisive cx=(x) cy=(y) r="17.6" {} }
        @for (_, x, y) in at(&marks.selected) { circle.selected cx=(x) cy=(y) r="18" {} }
        @for (cell, x, y) in at(&marks.targets) {
            @if played.piece(cell).is_some() {
                circle.target cx=(x) cy=(y) r="17.5" {}
            } @else {
                circle.target.dot cx=(x) cy=(y) r="5.5" {}
            }
        }
        @for (_, x, y) in at(&marks.taken) {
            path.taken d={ "M" (x + 9.0) " " (y - 17.0) "l8 8m0-8l-8 8" } {}
        }
        @for (_, x, y) in at(&marks.hint) { circle.hint cx=(x) cy=(y) r="18" {} }
    }
}

fn ground(layout: &Layout, frame: &Frame) -> Markup {
    match layout.shape {
        Shape::Squares => squares(layout, frame),
        Shape::Points => points(layout, frame),
        Shape::Hexes => hexes(frame),
    }
}

/// The rim around a board of squares or points.
fn rim(frame: &Frame) -> Markup {
    html! { rect.rim width=(frame.width) height=(frame.height) rx="7" {} }
}

fn squares(layout: &Layout, frame: &Frame) -> Markup {
    let [left, top, right, bottom] = frame.field;
    let (columns, rows) = ((right - left) / UNIT, (bottom - top) / UNIT);
    let (columns, rows) = (columns.round() as usize, rows.round() as usize);
    let corner = |row: usize, column: usize| (left + column as f32 * UNIT, top + row as f32 * UNIT);
    let mut path = String::new();
    if layout.ground == Ground::Chequered {
        for row in 0..rows {
            for column in (0..columns).filter(|column| (row + column) % 2 == 1) {
                let (x, y) = corner(row, column);
                path += &format!("M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z");
            }
        }
    } else {
        for row in 1..rows {
            path += &format!("M{left} {}H{right}", corner(row, 0).1);
        }
        for column in 1..columns {
            path += &format!("M{} {top}V{bottom}", corner(0, column).0);
        }
    }
    let class = if layout.ground == Ground::Chequered { "dark" } else { "line" };
    html! {
        (rim(frame))
        rect.light x=(left) y=(top) width=(right - left) height=(bottom - top) {}
        path class=(class) d=(path) {}
    }
}

/// Boards with fewer points than this get a dot on each.
const FEW_POINTS: usize = 60;

fn points(layout: &Layout, frame: &Frame) -> Markup {
    let [left, top, right, bottom] = frame.field;
    let mut path = String::new();
    for [(ax, ay), (bx, by)] in long_lines(layout, frame) {
        path += &format!("M{ax} {ay}L{bx} {by}");
    }
    let all: Vec<u16> = (0..layout.cells.len() as u16).collect();
    let dots = if layout.cells.len() < FEW_POINTS { &all } else { &layout.dots };
    html! {
        (rim(frame))
        rect.field x=(left) y=(top) width=(right - left) height=(bottom - top) rx="3" {}
        @if layout.ground == Ground::River { (river(frame)) }
        path.line d=(path) {}
        @for &dot in dots {
            @let (x, y) = frame.places[usize::from(dot)];
            circle.point cx=(x) cy=(y) r="3" {}
        }
    }
}

/// Water between the two middle rows.
fn river(frame: &Frame) -> Markup {
    let [left, top, right, bottom] = frame.field;
    let middle = f32::midpoint(top, bottom);
    let count = ((right - left) / 20.0) as usize - 4;
    let mut waves = String::new();
    for shift in [-8.0, 0.0, 8.0] {
        let start = f32::midpoint(left, right) - count as f32 * 10.0 + shift;
        waves += &format!("M{start} {}{}", middle + shift, "q5-4 10 0t10 0".repeat(count));
    }
    html! {
        rect.river x=(left + UNIT / 2.0) y=(middle - UNIT / 2.0) width=(right - left - UNIT) height=(UNIT) {}
        path.wave d=(waves) {}
    }
}

/// The drawn connections, those in one straight line joined.
fn long_lines(layout: &Layout, frame: &Frame) -> Vec<[(f32, f32); 2]> {
    let mut segments: Vec<[(f32, f32); 2]> = layout
        .lines
        .iter()
        .map(|&(a, b)| {
            let (a, b) = (frame.places[usize::from(a)], frame.places[usize::from(b)]);
            if a <= b { [a, b] } else { [b, a] }
        })
        .collect();
    segments.sort_by(|a, b| a[0].0.total_cmp(&b[0].0).then(a[0].1.total_cmp(&b[0].1)));
    let mut long: Vec<[(f32, f32); 2]> = Vec::new();
    for [start, end] in segments {
        let continues = |line: &&mut [(f32, f32); 2]| {
            let (ax, ay) = (line[1].0 - line[0].0, line[1].1 - line[0].1);
            let (bx, by) = (end.0 - start.0, end.1 - start.1);
            line[1] == start && (ax * by - ay * bx).abs() < 1.0
        };
        match long.iter_mut().find(continues) {
            Some(line) => line[1] = end,
            None => long.push([start, end]),
        }
    }
    long
}

fn hexes(frame: &Frame) -> Markup {
    let half = UNIT / 2.0;
    let side = round(HEX_REACH);
    let slope = round(HEX_REACH / 2.0);
    let mut path = String::new();
    for &(x, y) in &frame.places {
        let top = round(y - HEX_REACH);
        path += &format!("M{x} {top}l{half} {slope}v{side}l-{half} {slope}l-{half}-{slope}v-{side}z");
    }
    html! { path.hex d=(path) {} }
}

fn labels(layout: &Layout, frame: &Frame) -> Markup {
    let [left, _, _, bottom] = frame.field;
    // Rows and columns that share no names have the names written into the cells.
    let inside = layout.column_labels.is_empty();
    html! {
        @if inside {
            @for (cell, &(x, y)) in layout.cells.iter().zip(&frame.places) {
                @let (dx, dy) = match layout.shape {
                    Shape::Squares => (-19.0, -12.6),
                    Shape::Points => (17.0, -13.0),
                    Shape::Hexes => (0.0, 3.0),
                };
                @let anchor = if layout.shape == Shape::Squares { "start" } else { "middle" };
                text.name x=(x + dx) y=(y + dy) text-anchor=(anchor) { (cell.name) }
            }
        } @else {
            @for label in &layout.row_labels {
                text.label font-size=(frame.letters) x=(left / 2.0) y=(frame.row(label.at)) dy=".35em" { (label.text) }
            }
            @for label in &layout.column_labels {
                text.label font-size=(frame.letters) x=(frame.column(label.at)) y=(bottom + left / 2.0) dy=".35em" { (label.text) }
            }
        }
    }
}

//! Where the cells of a board lie in its drawing.

use agon_core::{Layout, Shape};

/// The width of a cell, in the units of the drawing.
pub const UNIT: f32 = 40.0;

/// The distance between two rows of hexagons that are one unit wide.
const HEX_ROW: f32 = UNIT * 0.866_025_4;

/// Half the height of such a hexagon.
pub(crate) const HEX_REACH: f32 = UNIT * 0.577_350_3;

/// The places of a board's cells in its drawing, and the size of the drawing.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The middle of each cell.
    pub places: Vec<(f32, f32)>,
    /// The width of the drawing.
    pub width: f32,
    /// The height of the drawing.
    pub height: f32,
    /// The part of the drawing that the cells cover: left, top, right, bottom.
    pub field: [f32; 4],
    /// The height of the letters at its edges.
    pub letters: f32,
}

impl Frame {
    /// The frame of a board, with room for coordinates at its edges if they are wanted.
    pub fn new(layout: &Layout, coordinates: bool) -> Frame {
        let (row, reach) = match layout.shape {
            Shape::Hexes => (HEX_ROW, HEX_REACH),
            Shape::Squares | Shape::Points => (UNIT, UNIT / 2.0),
        };
        let raw: Vec<(f32, f32)> = layout.cells.iter().map(|cell| (cell.x * UNIT, cell.y * row)).collect();
        let least = |values: &dyn Fn(&(f32, f32)) -> f32| raw.iter().map(values).fold(f32::MAX, f32::min);
        let most = |values: &dyn Fn(&(f32, f32)) -> f32| raw.iter().map(values).fold(f32::MIN, f32::max);
        let (x0, x1) = (least(&|place| place.0) - UNIT / 2.0, most(&|place| place.0) + UNIT / 2.0);
        let (y0, y1) = (least(&|place| place.1) - reach, most(&|place| place.1) + reach);
        let edge = if layout.shape == Shape::Hexes { 2.0 } else { 6.0 };
        let letters = letters((x1 - x0) / UNIT);
        let margin = round(letters * 1.2 + 8.0);
        let labelled = coordinates && !layout.column_labels.is_empty();
        let [left, top, right, bottom] = match layout.shape {
            Shape::Hexes if coordinates => [edge, edge, edge, edge],
            _ if labelled => [margin, edge, edge, margin],
            _ => [edge; 4],
        };
        let shift = |&(x, y): &(f32, f32)| (round(x - x0 + left), round(y - y0 + top));
        Frame {
            places: raw.iter().map(shift).collect(),
            width: round(x1 - x0 + left + right),
            height: round(y1 - y0 + top + bottom),
            field: [left, top, round(x1 - x0 + left), round(y1 - y0 + top)],
            letters,
        }
    }

    /// Where a label at the column `x` of the layout stands.
    pub(crate) fn column(&self, x: f32) -> f32 {
        self.field[0] + x * UNIT + UNIT / 2.0
    }

    /// Where a label at the row `y` of the layout stands.
    pub(crate) fn row(&self, y: f32) -> f32 {
        self.field[1] + y * UNIT + UNIT / 2.0
    }
}

/// The height of the letters at the edges of a board so many cells wide. A board of nineteen cells is drawn as wide as one of
/// eight, so its letters have to be larger to be read; on a board of three they would shout.
fn letters(cells: f32) -> f32 {
    round((7.0 + cells / 2.0).clamp(8.5, 16.0))
}

/// Drawings with two decimals are as sharp as any, and short.
pub(crate) fn round(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

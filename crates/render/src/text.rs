//! Text boards: letters on a grid, understandable without colours or box drawing.

use agon_core::{GameInfo, Layout, Match, Piece};

/// The position of a match as a text board: one letter per piece, a dot per empty cell, and the names of rows and
/// columns at the edge.
pub fn board(played: &dyn Match, layout: &Layout) -> String {
    // Two characters per cell width leave room for the half steps of hexagon rows.
    let column = |x: f32| (x * 2.0).round() as usize;
    let margin = layout.row_labels.iter().map(|label| label.text.len()).max().map_or(0, |width| width + 1);
    let mut lines = Vec::new();
    for row in &layout.rows {
        let y = layout.cells[usize::from(row[0])].y;
        let label = layout.row_labels.iter().find(|label| label.at == y).map_or("", |label| &label.text);
        let mut line = format!("{label:>width$}", width = margin.saturating_sub(1));
        for &cell in row {
            let at = margin + column(layout.cells[usize::from(cell)].x);
            pad(&mut line, at);
            line.push(letter(played.info(), played.piece(usize::from(cell))));
        }
        lines.push(line);
    }
    if !layout.column_labels.is_empty() {
        let mut line = String::new();
        for label in &layout.column_labels {
            pad(&mut line, margin + column(label.at));
            line += &label.text;
        }
        lines.push(line);
    }
    lines.join("\n") + "\n"
}

/// The letters of the pieces, as in "X: mark of X, O: mark of O".
pub fn legend(info: &GameInfo) -> String {
    let mut entries = Vec::new();
    for kind in &*info.pieces {
        if kind.letters[0] == kind.letters[1] {
            entries.push(format!("{} {}", kind.letters[0], kind.name));
        } else {
            for (letter, side) in kind.letters.iter().zip(&info.sides) {
                entries.push(format!("{letter} {side} {}", kind.name));
            }
        }
    }
    entries.push(". empty".to_owned());
    entries.join(", ")
}

fn letter(info: &GameInfo, piece: Option<Piece>) -> char {
    let Some(piece) = piece else { return '.' };
    info.pieces[usize::from(piece.kind)].letters[piece.owner.map_or(0, agon_core::Player::index)]
}

fn pad(line: &mut String, to: usize) {
    let width = line.chars().count();
    line.extend(std::iter::repeat_n(' ', to.saturating_sub(width)));
}

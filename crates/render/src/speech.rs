//! The sentences of [`tell`] in English, as the terminal speaks them.

use agon_core::{Layout, Match};

use crate::tell;
use crate::words::{Language, Words};

fn english() -> &'static Words {
    Words::of(Language::English)
}

/// Who is to move, or how the game ended.
pub fn status(played: &dyn Match) -> String {
    tell::status(english(), played)
}

/// Where everything stands, side by side and kind by kind: "White: king on e1; pawn on a2, b2."
pub fn pieces(played: &dyn Match, layout: &Layout) -> Vec<String> {
    tell::pieces(english(), played, layout)
}

/// What the last move did: "Black plays f5, changing e5."
pub fn last(played: &dyn Match, layout: &Layout) -> String {
    tell::last(english(), played, layout)
}

/// The names of cells as a list.
pub fn names(layout: &Layout, cells: &[usize]) -> String {
    tell::names(english(), layout, cells)
}

//! Outer-open gomoku: five in a row, and the first stone goes to the edge.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::{GameInfo, Limits, PieceKind};

use crate::rows::{RowRules, Rows};

const SIZE: usize = 15;

/// The first stone must be on one of this many outermost lines of a side of the board.
const OUTER: usize = 2;

/// Outer-open gomoku on 15 by 15 points.
pub type OuterOpenGomoku = Rows<OuterOpenRules, SIZE>;

/// What makes a game of rows outer-open gomoku.
#[derive(Clone, Copy, Debug)]
pub struct OuterOpenRules;

impl RowRules for OuterOpenRules {
    const INFO: &'static GameInfo = &INFO;
    const LENGTH: u32 = 5;

    #[inline]
    fn may_open(row: usize, column: usize) -> bool {
        let inner = OUTER..SIZE - OUTER;
        !(inner.contains(&row) && inner.contains(&column))
    }
}

static INFO: GameInfo = GameInfo {
    id: text("outer-open-gomoku"),
    name: text("Outer-Open Gomoku"),
    sides: [text("Black"), text("White")],
    pieces: Cow::Borrowed(&[PieceKind::new("stone", ['B', 'W'])]),
    summary: text("Get five of your stones in a row; the first stone of the game must be near the edge."),
    rules: text(
        "The board is a grid of fifteen lines by fifteen, and stones are placed on the 225 points where the lines \
            cross. It is empty at first. Black begins; the players take turns to place one stone of their own on an \
            empty point. Only the very first stone is restricted: Black must place it on one of the two outermost \
            lines of some side of the board, that is in column a, b, n or o or in row 1, 2, 14 or 15. Every later \
            stone may go to any empty point. Stones never move and are never taken away. Whoever first has five or \
            more stones in an unbroken row, across, up and down or along a diagonal, wins. Nothing else is forbidden: \
            these are the free-style rules, in which more than five count too.",
    ),
    draws: text(
        "When all 225 points are full and nobody has five in a row, the game is a draw. Positions cannot repeat.",
    ),
    notation: text(
        "A move is the name of the point where the stone is placed: column a to o from the left, the letter i \
               included, and row 1 to 15 from the bottom, such as h8, the centre. The two letters of an SGF file, \
               column and then row from the top, such as hh for the same point, are understood as well. A position is \
               written row by row from the top, B for a black stone, W for a white one and numbers of empty points, \
               then the side to move, b or w. With a single black stone on b3 it is: \
               15/15/15/15/15/15/15/15/15/15/15/15/1B13/15/15 w.",
    ),
    source: text(
        "The Outer-Open Gomoku tournaments of the Computer Olympiad, as its referee program checks them.",
    ),
    parameters: &[],
    endings: &[],
    limits: Limits { repetition: None, no_progress: None, ply_cap: None },
    version: 1,
};

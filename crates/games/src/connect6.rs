//! Connect6: six in a row with two stones a turn.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::{GameInfo, Limits, PieceKind};

use crate::rows::{RowRules, Rows};

/// Connect6 on the Go board of 19 by 19 points.
pub type Connect6 = Rows<Connect6Rules, 19>;

/// What makes a game of rows Connect6.
#[derive(Clone, Copy, Debug)]
pub struct Connect6Rules;

impl RowRules for Connect6Rules {
    const INFO: &'static GameInfo = &INFO;
    const LENGTH: u32 = 6;
    const TURN: u32 = 2;
}

static INFO: GameInfo = GameInfo {
    id: text("connect6"),
    name: text("Connect6"),
    sides: [text("Black"), text("White")],
    pieces: Cow::Borrowed(&[PieceKind::new("stone", ['B', 'W'])]),
    summary: text("Get six of your stones in a row, placing two stones in each turn."),
    rules: text(
        "The board is a grid of nineteen lines by nineteen, and stones are placed on the 361 points where the lines \
            cross. It is empty at first. Black begins by placing one stone. From then on, beginning with White, the \
            players take turns, and in each turn a player places two stones of their own on any two empty points. \
            Each of the two stones is a move of its own here, so the same player moves twice in a row. Stones never \
            move and are never taken away. Whoever first has six or more stones in an unbroken row, across, up and \
            down or along a diagonal, wins at once, even with the first stone of a turn.",
    ),
    draws: text(
        "When all 361 points are full and nobody has six in a row, the game is a draw. Positions cannot repeat.",
    ),
    notation: text(
        "A move is the name of the point where one stone is placed: column a to s from the left, the letter i \
               included, and row 1 to 19 from the bottom, such as j10, the centre. The two letters of an SGF file, \
               column and then row from the top, such as jj for the same point, are understood as well. A position is \
               written row by row from the top, B for a black stone, W for a white one and numbers of empty points, \
               then the side to move, b or w. Whether the first or the second stone of the turn comes next follows \
               from the number of stones. With a single black stone on the centre it is: \
               19/19/19/19/19/19/19/19/19/9B9/19/19/19/19/19/19/19/19/19 w.",
    ),
    source: text(
        "I-Chen Wu and Dei-Yen Huang, A New Family of k-in-a-row Games, 2005; the point names are those of the \
             Computer Olympiad.",
    ),
    parameters: &[],
    endings: &[],
    limits: Limits { repetition: None, no_progress: None, ply_cap: None },
    version: 1,
};

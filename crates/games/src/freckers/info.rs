//! What there is to say about Freckers.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::{GameInfo, Limits, Parameter, PieceKind};

pub(super) static INFO: GameInfo = GameInfo {
    id: text("freckers"),
    name: text("Freckers"),
    sides: [text("Red"), text("Blue")],
    pieces: Cow::Borrowed(&[PieceKind::new("frog", ['R', 'B']), PieceKind::new("lily pad", ['*', '*'])]),
    summary: text("Bring your six frogs across the pond, on lily pads that vanish behind them."),
    rules: text(
        "The pond has eight rows of eight squares; row 1 is the top one. Red's six frogs sit in the middle of row \
            1 and want to reach row 8; Blue's six sit in the middle of row 8 and want to reach row 1. Every frog \
            sits on a lily pad. Free lily pads lie in the four corners and on the six middle squares of rows 2 and \
            7; everything else is water. Red begins and the players take turns. In a turn you either move one of \
            your frogs or grow. A frog goes towards its far row, straight or diagonally, or sideways, but never \
            backwards. It takes one step to a free lily pad next to it, or it jumps: over one frog of either side \
            right next to it, to the square just behind in the same direction. It may go on jumping in the same \
            turn, each time in any of its directions, as long as it comes to rest on a free lily pad; on the way it \
            may touch down on water as well, but not on another frog. Frogs that are jumped over stay. The pad from \
            which the frog started vanishes and leaves water. When you grow, free lily pads appear on all water \
            squares that touch one of your frogs, at a side or a corner; you may grow even if there are none. \
            Whoever first has all six frogs on the far row wins.",
    ),
    draws: text(
        "After 150 turns, counting those of both sides, the game is over, and whoever has more frogs on the far \
            row wins; with equally many it is a draw. Positions may repeat.",
    ),
    notation: text(
        "A move is written as the square where the frog starts and the square where it comes to rest, whatever \
               lies between: columns a to h from the left, rows 1 to 8 from the top, such as b1-b2. Growing is \
               written grow. You may also type the row and the column of the start, counted from 0, and the \
               directions of the steps or jumps, such as 0,1:D or 0,1:DR,L. A position is written row by row from \
               the top, R and B for frogs, * for free lily pads, numbers for runs of water, then the side to move \
               and the number of turns played: *RRRRRR*/1******1/8/8/8/8/1******1/*BBBBBB* r 0.",
    ),
    source: text(
        "The project of the course COMP30024 Artificial Intelligence, University of Melbourne, 2025: its rules \
             and its referee program. Where the two differ in what they spell out, the referee is followed: a frog \
             may touch down on water in the middle of a chain of jumps.",
    ),
    parameters: &[Parameter {
        key: "chain",
        default: "referee",
        values: &["referee", "pads"],
        help: "Where a frog may touch down between two jumps: on water too (referee), or on lily pads only (pads).",
    }],
    endings: &["{winner} has all six frogs on the far row"],
    limits: Limits { repetition: None, no_progress: None, ply_cap: Some(150) },
    version: 1,
};

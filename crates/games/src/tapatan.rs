//! Tapatan: three in a row on nine points, with pieces that go on sliding.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::layout::grid_name;
use agon_core::{GameInfo, Layout, Limits, PieceKind};

use crate::graph::ALQUERQUE_3;
use crate::line_up::{Board, LineUp, Lines, square_symmetries};
use crate::stones::{Shape, Step, Stones};

/// The rules of tapatan.
pub type Tapatan = LineUp<Start>;

/// How a game of tapatan begins.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    /// All pieces stand on the board, as in `LoBoGames`.
    Placed,
    /// The board is empty, as in Ludii.
    Empty,
}

const DRAWS: &str = "The game is a draw when the same position, with the same side to move, occurs for the third time, \
            or after 100 moves of both sides together. A player always has a legal move.";

const LIMITS: Limits = Limits { repetition: Some(3), no_progress: None, ply_cap: Some(100) };

static PLACED_INFO: GameInfo = GameInfo {
    id: text("tapatan"),
    name: text("Tapatan"),
    sides: [text("X"), text("O")],
    pieces: Cow::Borrowed(&[PieceKind::new("piece", ['X', 'O'])]),
    summary: text("Slide your three pieces along the lines until they stand in a row."),
    rules: text(
        "The board has nine points in three rows of three. Lines join each point to the next ones in its \
            row and column, and the centre b2 to the four corners. Each player has three pieces, and all of \
            them stand on the board at first: X on a1, c1 and b3, O on b1, a3 and c3. X begins; the players \
            take turns to slide one piece of their own along a line to a neighbouring empty point. Nothing is \
            captured. Whoever first has all three pieces in one row, one column or one of the two long \
            diagonals wins.",
    ),
    draws: text(DRAWS),
    notation: text(
        "A point is named by its column a to c from the left and its row 1 to 3 from the bottom. A move \
               is the point that the piece leaves, a hyphen and the point that it goes to, such as a1-b2. A \
               position is written row by row from the top, X and O and numbers of empty points, then the \
               side to move in lower case, then how many pieces X and O have yet to place, which is none in \
               this game: OXO/3/XOX x 0 0.",
    ),
    source: text("The mobile application LoBoGames, version 1.0.4 (April 2023); the draws are our addition."),
    parameters: &[],
    endings: &[],
    limits: LIMITS,
    version: 1,
};

static EMPTY_INFO: GameInfo = GameInfo {
    id: text("tapatan-ludii"),
    name: text("Tapatan (Ludii)"),
    summary: text("Place three pieces, then slide them along the lines until they stand in a row."),
    rules: text(
        "The board has nine points in three rows of three. Lines join each point to the next ones in its \
            row and column, and the centre b2 to the four corners. The board is empty at first, and each \
            player has three pieces in hand. X begins. The players take turns to place one piece of their own \
            on any empty point, until all six stand on the board. From then on they take turns to slide one \
            piece of their own along a line to a neighbouring empty point. Nothing is captured. Whoever first \
            has three pieces in one row, one column or one of the two long diagonals wins, while pieces are \
            being placed too.",
    ),
    notation: text(
        "A point is named by its column a to c from the left and its row 1 to 3 from the bottom. Placing \
               a piece is written as its point, such as b2; sliding one as the point that it leaves, a hyphen \
               and the point that it goes to, such as a1-b2. A position is written row by row from the top, X \
               and O and numbers of empty points, then the side to move in lower case, then how many pieces X \
               and O have yet to place: 3/1X1/2O x 2 2.",
    ),
    source: text(
        "Ludii, Tapatan.lud, after the traditional game of the Philippines; the draws are our addition.",
    ),
    sides: [text("X"), text("O")],
    pieces: Cow::Borrowed(&[PieceKind::new("piece", ['X', 'O'])]),
    draws: text(DRAWS),
    parameters: &[],
    endings: &[],
    limits: LIMITS,
    version: 1,
};

static LINES: Lines = Lines::new(&[0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]);

impl Board for Start {
    const RULE_SETS: &'static [&'static GameInfo] = &[&PLACED_INFO, &EMPTY_INFO];
    const PIECES: u32 = 3;
    const SHAPE: Shape = Shape::square(3);
    const EMPTY_LETTER: Option<char> = None;
    const LINES: &'static Lines = &LINES;

    fn new(info: &'static GameInfo) -> Start {
        if info.id == PLACED_INFO.id { Start::Placed } else { Start::Empty }
    }

    fn info(&self) -> &GameInfo {
        match self {
            Start::Placed => &PLACED_INFO,
            Start::Empty => &EMPTY_INFO,
        }
    }

    fn initial(&self) -> Stones {
        match self {
            Start::Placed => Stones::new(0o205, 0o502),
            Start::Empty => Stones::new(0, 0),
        }
    }

    #[inline]
    fn slides(own: u32, empty: u32) -> u64 {
        ALQUERQUE_3.joining(own, empty)
    }

    #[inline]
    fn slide(number: usize, own: u32, _: u32) -> Step {
        ALQUERQUE_3.step(number, own)
    }

    fn name(point: usize) -> String {
        grid_name(point / 3, point % 3)
    }

    fn layout() -> Layout {
        ALQUERQUE_3.layout()
    }

    fn turned(point: usize) -> usize {
        // The half-turn that exchanges the two arrays of the start.
        8 - point
    }

    fn symmetries() -> Vec<Vec<u8>> {
        square_symmetries(3)
    }
}

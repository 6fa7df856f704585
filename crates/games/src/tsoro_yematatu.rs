//! Tsoro yematatu: the game of the same name in `LoBoGames`, on the board of alquerque, and the traditional game
//! on a triangle of seven points.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::layout::grid_name;
use agon_core::{Cell, GameInfo, Layout, Limits, PieceKind};

use crate::graph::{ALQUERQUE_5, alquerque_board};
use crate::line_up::{Board, LineUp, Lines, square_symmetries};
use crate::stones::{self, Step, Stones};

/// The game on the square board, four in a row.
pub type TsoroYematatu = LineUp<Square>;
/// The game on the triangle, three in a row.
pub type TsoroYematatu7 = LineUp<Triangle>;

/// The board of 5 by 5 points.
#[derive(Clone, Copy, Debug)]
pub struct Square;

/// The triangle: point 0 is the top, 1 to 3 are the middle row, 4 to 6 the base.
#[derive(Clone, Copy, Debug)]
pub struct Triangle;

static SQUARE: GameInfo = GameInfo {
    id: text("tsoro-yematatu"),
    name: text("Tsoro Yematatu"),
    sides: [text("X"), text("O")],
    pieces: Cow::Borrowed(&[PieceKind::new("piece", ['X', 'O'])]),
    summary: text(
        "Place four pieces on a board of 25 points, then slide them until all four stand in a row.",
    ),
    rules: text(concat!(
        alquerque_board!(),
        "The board is empty at first, and each player has four pieces in hand. X begins. The players take \
         turns to place one piece of their own on any empty point, until all eight stand on the board. From \
         then on they take turns to slide one piece of their own along a line to a neighbouring empty point. \
         Nothing is captured. Whoever first has four pieces on four consecutive points of a row, of a column \
         or of one of the two long diagonals wins, with the last piece placed too. Shorter diagonals do not \
         count."
    )),
    draws: text(
        "The game is a draw when the same position, with the same side to move, occurs for the third time, \
            or after 200 moves of both sides together. A player always has a legal move.",
    ),
    notation: text(
        "A point is named by its column a to e from the left and its row 1 to 5 from the bottom. Placing \
               a piece is written as its point, such as c3; sliding one as the point that it leaves, a hyphen \
               and the point that it goes to, such as c3-d4. A position is written row by row from the top, X \
               and O and numbers of empty points, then the side to move in lower case, then how many pieces X \
               and O have yet to place: 5/3O1/2X2/5/5 x 3 3.",
    ),
    source: text("The mobile application LoBoGames, version 1.0.4 (April 2023); the draws are our addition."),
    parameters: &[],
    endings: &[],
    limits: Limits { repetition: Some(3), no_progress: None, ply_cap: Some(200) },
    version: 1,
};

static TRIANGLE: GameInfo = GameInfo {
    id: text("tsoro-yematatu-7"),
    name: text("Tsoro Yematatu (seven points)"),
    summary: text(
        "Place three pieces on a triangle of seven points, then slide or jump until they stand in a row.",
    ),
    rules: text(
        "The board is a triangle of seven points: point 1 at the top, points 2, 3 and 4 in the middle row, \
            points 5, 6 and 7 at the base. There are five lines of three points: 1, 2, 5 and 1, 3, 6 and 1, \
            4, 7 from the top to the base, 2, 3, 4 across the middle, and 5, 6, 7 along the base. The board \
            is empty at first, and each player has three pieces in hand. X begins. The players take turns to \
            place one piece of their own on any empty point, until all six stand on the board and one point \
            is empty. From then on they take turns to move one piece of their own to the empty point: along a \
            line from a neighbouring point, or from one end of a line to the other by a jump over the piece \
            between, whichever player it belongs to. Nothing is captured. Whoever first has three pieces on \
            one of the five lines wins, while pieces are being placed too.",
    ),
    draws: text(
        "The game is a draw when the same position, with the same side to move, occurs for the third time, \
            or after 100 moves of both sides together. A player always has a legal move.",
    ),
    notation: text(
        "The points are numbered 1 to 7 from the top, row by row and from the left. Placing a piece is \
               written as its point, such as 3; moving one as the point that it leaves, a hyphen and the \
               point that it goes to, such as 1-5. A position is written as the points 1 to 7 in order, X and \
               O and a dot for an empty point, then the side to move in lower case, then how many pieces X \
               and O have yet to place: X.O.... x 2 2.",
    ),
    source: text(
        "The traditional game of Zimbabwe, as described on theothermath.com and playculturalgames.com; the \
             exact draws are our addition.",
    ),
    limits: Limits { repetition: Some(3), no_progress: None, ply_cap: Some(100) },
    sides: [text("X"), text("O")],
    pieces: Cow::Borrowed(&[PieceKind::new("piece", ['X', 'O'])]),
    parameters: &[],
    endings: &[],
    version: 1,
};

/// Four consecutive points of a row, a column or a long diagonal.
const SQUARE_SETS: [u32; 24] = {
    let mut lines = [0; 24];
    let mut i = 0;
    // A row or column has two windows; a window begins in the first or second place.
    while i < 10 {
        let (place, line) = (i % 2, i / 2);
        lines[i] = 0b1111 << (5 * line + place);
        lines[10 + i] = (1 | 1 << 5 | 1 << 10 | 1 << 15) << (line + 5 * place);
        i += 1;
    }
    lines[20] = 1 | 1 << 6 | 1 << 12 | 1 << 18;
    lines[21] = lines[20] << 6;
    lines[22] = 1 << 4 | 1 << 8 | 1 << 12 | 1 << 16;
    lines[23] = lines[22] << 4;
    lines
};

static SQUARE_LINES: Lines = Lines::new(&SQUARE_SETS);

impl Board for Square {
    const RULE_SETS: &'static [&'static GameInfo] = &[&SQUARE];
    const PIECES: u32 = 4;
    const SHAPE: stones::Shape = stones::Shape::square(5);
    const EMPTY_LETTER: Option<char> = None;
    const LINES: &'static Lines = &SQUARE_LINES;

    fn new(_: &'static GameInfo) -> Square {
        Square
    }

    fn info(&self) -> &GameInfo {
        &SQUARE
    }

    fn initial(&self) -> Stones {
        Stones::new(0, 0)
    }

    #[inline]
    fn slides(own: u32, empty: u32) -> u64 {
        ALQUERQUE_5.joining(own, empty)
    }

    #[inline]
    fn slide(number: usize, own: u32, _: u32) -> Step {
        ALQUERQUE_5.step(number, own)
    }

    fn name(point: usize) -> String {
        grid_name(point / 5, point % 5)
    }

    fn layout() -> Layout {
        ALQUERQUE_5.layout()
    }

    fn symmetries() -> Vec<Vec<u8>> {
        square_symmetries(5)
    }
}

/// The five lines of the triangle, each from end to end.
const TRIANGLE_POINTS: [[usize; 3]; 5] = [[0, 1, 4], [0, 2, 5], [0, 3, 6], [1, 2, 3], [4, 5, 6]];

const TRIANGLE_SETS: [u32; 5] = {
    let mut sets = [0; 5];
    let mut line = 0;
    while line < 5 {
        let [a, b, c] = TRIANGLE_POINTS[line];
        sets[line] = 1 << a | 1 << b | 1 << c;
        line += 1;
    }
    sets
};

static TRIANGLE_LINES: Lines = Lines::new(&TRIANGLE_SETS);

/// The points that share a line with a point. With six pieces on seven points, each of them is a neighbour of the
/// empty point or has a piece to jump over.
static REACH: [u32; 7] = {
    let mut reach = [0; 7];
    let mut point = 0;
    while point < 7 {
        let mut line = 0;
        while line < 5 {
            if TRIANGLE_SETS[line] >> point & 1 == 1 {
                reach[point] |= TRIANGLE_SETS[line] & !(1 << point);
            }
            line += 1;
        }
        point += 1;
    }
    reach
};

impl Board for Triangle {
    const RULE_SETS: &'static [&'static GameInfo] = &[&TRIANGLE];
    const PIECES: u32 = 3;
    const SHAPE: stones::Shape = stones::Shape::grid(1, 7);
    const EMPTY_LETTER: Option<char> = Some('.');
    const LINES: &'static Lines = &TRIANGLE_LINES;

    fn new(_: &'static GameInfo) -> Triangle {
        Triangle
    }

    fn info(&self) -> &GameInfo {
        &TRIANGLE
    }

    fn initial(&self) -> Stones {
        Stones::new(0, 0)
    }

    #[inline]
    fn slides(own: u32, empty: u32) -> u64 {
        u64::from(own & REACH[empty.trailing_zeros() as usize])
    }

    #[inline]
    fn slide(number: usize, _: u32, empty: u32) -> Step {
        Step { from: number as u8, to: empty.trailing_zeros() as u8 }
    }

    fn name(point: usize) -> String {
        (point + 1).to_string()
    }

    fn layout() -> Layout {
        const PLACES: [(f32, f32); 7] =
            [(2.0, 0.0), (1.0, 1.0), (2.0, 1.0), (3.0, 1.0), (0.0, 2.0), (2.0, 2.0), (4.0, 2.0)];
        let cells = PLACES
            .iter()
            .enumerate()
            .map(|(point, &(x, y))| Cell { name: Self::name(point), x, y })
            .collect();
        Layout::new(agon_core::Shape::Points, cells)
            .with_row_spans()
            .with_lines(TRIANGLE_POINTS.iter().flat_map(|&[a, b, c]| [(a, b), (b, c)]))
    }

    fn symmetries() -> Vec<Vec<u8>> {
        vec![vec![0, 1, 2, 3, 4, 5, 6], vec![0, 3, 2, 1, 6, 5, 4]]
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Catalogued, Options};

    use super::*;

    fn legal<G: Catalogued>(info: &'static GameInfo, text: &str) -> Vec<String> {
        let game = G::build(info, &Options::new(info));
        let (position, _) = game.read_position(text).unwrap();
        let mut moves = Vec::new();
        game.generate(&position, &mut moves);
        moves.iter().map(|&mv| game.write_move(&position, mv)).collect()
    }

    #[test]
    fn pieces_slide_or_jump_over_either_colour_to_the_empty_point() {
        // Point 5 is empty; 2 and 6 are its neighbours, 1 and 7 jump over them, 3 and 4 are on no line with it.
        assert_eq!(legal::<TsoroYematatu7>(&TRIANGLE, "XXOO.OX x"), ["1-5", "2-5", "7-5"]);
        assert_eq!(legal::<TsoroYematatu7>(&TRIANGLE, "XXOO.OX o"), ["6-5"]);
    }

    #[test]
    fn every_second_point_has_diagonals() {
        // b1 cannot go to a2, a4 cannot go to b5, and the pieces in the corners can go diagonally.
        let mut moves = legal::<TsoroYematatu>(&SQUARE, "4X/X4/1O3/1OOO1/XX3 x");
        moves.sort_unstable();
        assert_eq!(moves, ["a1-a2", "a4-a3", "a4-a5", "a4-b4", "b1-c1", "e5-d4", "e5-d5", "e5-e4"]);
    }
}

//! Tic-tac-toe: the smallest game, and the model of how a game is written here.

use std::borrow::Cow;

use agon_core::hash::combine;
use agon_core::info::text;
use agon_core::layout::grid_name;
use agon_core::{
    Catalogued, Clocks, Counting, Encode, Ending, Game, GameInfo, Heuristic, Layout, Limits, Options, Piece,
    PieceKind, Player, PositionError, Random, Reason, Shape, Trace,
};

use crate::bits::ones;
use crate::board::Reader;
use crate::knowledge::verdict;
use crate::stones::{self, Stones};

/// The rules of tic-tac-toe.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// The cells of each player, as bits; cell `3 * row + column` with a1 = 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    marks: [u16; 2],
}

const ALL: u16 = 0b111_111_111;
const SHAPE: stones::Shape = stones::Shape::square(3);

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Whether a set of cells contains one of the eight lines, for every set.
static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            table[set] |= set as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        set += 1;
    }
    table
};

/// The members of every set of cells, lowest first: a random empty cell is one look-up.
static MEMBERS: [[u8; 9]; 512] = {
    let mut table = [[0; 9]; 512];
    let mut set = 0;
    while set < 512 {
        let (mut cell, mut n) = (0, 0);
        while cell < 9 {
            if set >> cell & 1 == 1 {
                table[set][n] = cell as u8;
                n += 1;
            }
            cell += 1;
        }
        set += 1;
    }
    table
};

impl Position {
    #[inline]
    fn empty(&self) -> u16 {
        ALL & !(self.marks[0] | self.marks[1])
    }

    #[inline]
    fn mover(&self) -> Player {
        // The first player has as many marks as the second exactly when it is his turn: an odd number is empty.
        if self.empty().count_ones() % 2 == 1 { Player::First } else { Player::Second }
    }

    /// The same as its mover sees it, which is how boards are written and read.
    fn stones(&self) -> Stones {
        let mover = self.mover();
        let [own, enemy] = [mover, !mover].map(|player| self.marks[player.index()].into());
        Stones { own, enemy, mover }
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        // Only the player who has just moved can have completed a line.
        let last = !self.mover();
        if HAS_LINE[usize::from(self.marks[last.index()] & ALL)] {
            Some(Ending::win(last, Reason::Line(3)))
        } else if self.empty() == 0 {
            Some(Ending::draw(Reason::Full))
        } else {
            None
        }
    }
}

static INFO: GameInfo = GameInfo {
    id: text("tic-tac-toe"),
    name: text("Tic-tac-toe"),
    sides: [text("X"), text("O")],
    pieces: Cow::Borrowed(&[PieceKind::new("mark", ['X', 'O'])]),
    summary: text("Get three of your marks in a row on a board of nine cells."),
    rules: text(
        "The board has three rows of three cells and is empty at first. X begins; the players take turns to put \
            one mark of their own on an empty cell. Whoever first has three marks in a row, column or diagonal wins.",
    ),
    draws: text(
        "When all nine cells are full and nobody has three in a row, the game is a draw. Positions cannot repeat.",
    ),
    notation: text(
        "A move is the name of a cell: column a to c from the left, row 1 to 3 from the bottom, such as b2. \
               A position is written row by row from the top, X and O and numbers of empty cells, then the side to \
               move: 3/1X1/2O x.",
    ),
    source: text("Common knowledge; the same in LoBoGames and Ludii."),
    parameters: &[],
    endings: &[],
    limits: Limits { repetition: None, no_progress: None, ply_cap: None },
    version: 1,
};

impl Game for TicTacToe {
    type Position = Position;
    type Move = u8;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn initial(&self) -> Position {
        Position::default()
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover()
    }

    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<u8>) -> Option<Ending> {
        moves.clear();
        let ending = position.ending();
        if ending.is_none() {
            moves.extend(ones(u64::from(position.empty())).map(|cell| cell as u8));
        }
        ending
    }

    #[inline]
    fn play(&self, position: &mut Position, cell: u8) {
        position.marks[position.mover().index()] |= 1 << cell;
    }

    #[inline(always)]
    fn random_move(&self, position: &Position, random: &mut Random, _: &mut Vec<u8>) -> Result<u8, Ending> {
        if let Some(ending) = position.ending() {
            return Err(ending);
        }
        let empty = position.empty();
        Ok(MEMBERS[usize::from(empty)][random.below(empty.count_ones()) as usize])
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        combine([u64::from(position.marks[0]) << 16 | u64::from(position.marks[1])])
    }

    fn score(&self, position: &Position, ending: Ending, _: u32) -> f32 {
        // Multiplicative depth: the quickest win, after five marks, counts 1.
        let marks = 9 - position.empty().count_ones();
        ending.outcome.value().pov(Player::First) * 5.0 / marks as f32
    }

    fn counting(&self) -> Counting {
        Counting::Turns
    }

    fn write_move(&self, _: &Position, cell: u8) -> String {
        grid_name(usize::from(cell) / 3, usize::from(cell) % 3)
    }

    fn write_position(&self, position: &Position, _: Clocks) -> String {
        position.stones().write(&INFO, SHAPE, None)
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        let reader = Reader::new(&INFO.id, text);
        let fields = reader.fields(2, 2, "rows side")?;
        let stones: Stones = Stones::read(reader, &INFO, SHAPE, fields[0], fields[1])?;
        let clocks = stones.count_turns(reader, &INFO)?;
        if HAS_LINE[stones.own as usize] {
            return reader.error("the side to move has already won");
        }
        Ok((Position { marks: Player::BOTH.map(|player| stones.of(player) as u16) }, clocks))
    }

    fn layout(&self) -> Layout {
        Layout::grid(Shape::Squares, 3, 3, false)
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        position.stones().piece(cell)
    }

    fn trace(&self, _: &Position, cell: u8) -> Trace {
        Trace::path([usize::from(cell)])
    }
}

impl Encode for TicTacToe {
    fn cell_count(&self) -> usize {
        9
    }

    fn action_count(&self) -> usize {
        9
    }

    fn action(&self, _: &Position, cell: u8) -> usize {
        usize::from(cell)
    }
}

/// What a line is worth to the player to move, and to the other one, who has only his own marks on it: as many as
/// the index says. With two marks the mover wins at once, and the other one threatens to.
const MOVERS_LINE: [i32; 3] = [0, 40, 1500];
const OTHERS_LINE: [i32; 3] = [0, 30, 300];

/// How far the player to move is ahead.
fn outlook(own: u16, enemy: u16) -> i32 {
    let worth = |line: u16| match [line & own, line & enemy].map(|marks| marks.count_ones() as usize) {
        [mine, 0] => MOVERS_LINE[mine],
        [0, theirs] => -OTHERS_LINE[theirs],
        _ => 0,
    };
    LINES.into_iter().map(worth).sum()
}

impl Heuristic for TicTacToe {
    const HAND_MADE: bool = true;

    fn heuristic(&self, position: &Position) -> f32 {
        let mover = position.mover();
        verdict(outlook(position.marks[mover.index()], position.marks[(!mover).index()]), mover)
    }

    /// Completing a line, preventing one, then the cells with the most lines: the centre and the corners.
    fn promise(&self, position: &Position, cell: u8) -> i32 {
        let mover = position.mover();
        let completes = |player: Player| {
            i32::from(HAS_LINE[usize::from((position.marks[player.index()] | 1 << cell) & ALL)])
        };
        let lines = LINES.iter().filter(|&line| line >> cell & 1 == 1).count() as i32;
        20 * completes(mover) + 10 * completes(!mover) + lines
    }
}

impl Catalogued for TicTacToe {
    const RULE_SETS: &'static [&'static GameInfo] = &[&INFO];

    fn build(_: &'static GameInfo, _: &Options) -> TicTacToe {
        TicTacToe
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::tests::value;

    #[test]
    fn open_lines_are_good_and_two_marks_with_the_move_win() {
        // X and O never have the same marks with the other one to move, so fairness is a matter of the outlook.
        assert_eq!(outlook(0, 0), 0);
        let centre = value(&TicTacToe, "3/1X1/3 o");
        let edge = value(&TicTacToe, "3/3/1X1 o");
        assert!(centre > edge && edge > 0.0);
        assert!(value(&TicTacToe, "3/XX1/OO1 x") > 0.8);
        assert!(value(&TicTacToe, "1X1/XX1/OO1 o") < -0.7);
        assert!(value(&TicTacToe, "2O/1X1/O1X x").abs() < 0.9);
    }

    #[test]
    fn lines_are_completed_first_and_prevented_second() {
        let (position, _) = TicTacToe.read_position("3/XX1/OO1 x").unwrap();
        let promise = |cell| TicTacToe.promise(&position, cell);
        assert!(promise(5) > promise(2) && promise(2) > promise(6) && promise(6) > promise(7));
    }
}

//! Connect Four: drop discs into columns, four in a row win.

use std::borrow::Cow;

use agon_core::hash::combine;
use agon_core::info::text;
use agon_core::layout::{file_letter, grid_name};
use agon_core::{
    Clocks, Counting, Encode, Ending, Game, GameInfo, Heuristic, Layout, Limits, Piece, PieceKind, Player,
    PositionError, Reason, Shape, Trace,
};
use agon_games::board::{Reader, write_rows};

/// The rules of Connect Four.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour;

/// The discs of each player: bit `7 * column + row`; the seventh row stays empty and keeps columns apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    discs: [u64; 2],
}

const COLUMNS: usize = 7;
const ROWS: usize = 6;

impl Position {
    fn count(&self) -> u32 {
        (self.discs[0] | self.discs[1]).count_ones()
    }

    fn mover(&self) -> Player {
        Player::BOTH[self.count() as usize % 2]
    }

    /// The number of discs in a column.
    fn height(&self, column: usize) -> usize {
        ((self.discs[0] | self.discs[1]) >> (7 * column) & 0x7f).count_ones() as usize
    }
}

/// Whether four discs stand in a row: up, along, and both diagonals are shifts by 1, 7, 6 and 8.
fn has_four(discs: u64) -> bool {
    [1, 7, 6, 8].into_iter().any(|shift| {
        let pairs = discs & discs >> shift;
        pairs & pairs >> (2 * shift) != 0
    })
}

static INFO: GameInfo = GameInfo {
    id: text("connect-four"),
    name: text("Connect Four"),
    sides: [text("Red"), text("Yellow")],
    pieces: Cow::Borrowed(&[PieceKind::new("disc", ['R', 'Y'])]),
    summary: text("Drop discs into seven columns and get four of yours in a row."),
    rules: text(
        "The board stands upright and has seven columns of six places. Red begins; the players take turns to drop \
            one disc into a column that is not full, where it falls to the lowest free place. Whoever first has four \
            discs in a row, upright, level or diagonal, wins.",
    ),
    draws: text("When all 42 places are full and nobody has four in a row, the game is a draw."),
    notation: text(
        "A move is the letter of a column, a to g. A position is written row by row from the top, R and Y and \
               numbers of empty places, then the side to move: 7/7/7/7/7/3R3 y.",
    ),
    source: text("Milton Bradley, 1974."),
    parameters: &[],
    endings: &[],
    limits: Limits { repetition: None, no_progress: None, ply_cap: None },
    version: 1,
};

impl Game for ConnectFour {
    type Position = Position;
    /// The column.
    type Move = u8;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn initial(&self) -> Position {
        Position::default()
    }

    fn to_move(&self, position: &Position) -> Player {
        position.mover()
    }

    fn generate(&self, position: &Position, moves: &mut Vec<u8>) -> Option<Ending> {
        moves.clear();
        let last = !position.mover();
        if has_four(position.discs[last.index()]) {
            return Some(Ending::win(last, Reason::Line(4)));
        }
        moves.extend((0..COLUMNS as u8).filter(|&column| position.height(usize::from(column)) < ROWS));
        moves.is_empty().then_some(Ending::draw(Reason::Full))
    }

    fn play(&self, position: &mut Position, column: u8) {
        let place = 7 * usize::from(column) + position.height(usize::from(column));
        position.discs[position.mover().index()] |= 1 << place;
    }

    fn hash(&self, position: &Position) -> u64 {
        combine(position.discs)
    }

    fn counting(&self) -> Counting {
        Counting::Turns
    }

    fn write_move(&self, _: &Position, column: u8) -> String {
        file_letter(usize::from(column)).to_string()
    }

    fn write_position(&self, position: &Position, _: Clocks) -> String {
        let letter = |row: usize, column: usize| {
            let owner = self.piece(position, COLUMNS * (ROWS - 1 - row) + column)?.owner?;
            Some(INFO.pieces[0].letters[owner.index()])
        };
        format!("{} {}", write_rows(ROWS, COLUMNS, letter), ['r', 'y'][position.mover().index()])
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        let reader = Reader::new(&INFO.id, text);
        let fields = reader.fields(2, 2, "rows side")?;
        let mut position = Position::default();
        reader.rows(fields[0], ROWS, COLUMNS, |row, column, letter| {
            let side = INFO.pieces[0].letters.iter().position(|&known| known == letter.to_ascii_uppercase());
            side.map(|side| position.discs[side] |= 1 << (7 * column + ROWS - 1 - row)).is_some()
        })?;
        let side = reader.side(fields[1], ['r', 'y'])?;
        let [red, yellow] = position.discs.map(u64::count_ones);
        if red != yellow + u32::from(side == Player::Second) {
            return reader
                .error("Red has as many discs as Yellow when Red is to move, and one more otherwise");
        }
        let all = position.discs[0] | position.discs[1];
        if (0..COLUMNS).any(|column| !is_stack(all >> (7 * column) & 0x7f)) {
            return reader.error("a disc hangs in the air");
        }
        if has_four(position.discs[side.index()]) {
            return reader.error("the side to move has already won");
        }
        Ok((position, Clocks { plies: red + yellow, quiet: 0 }))
    }

    fn layout(&self) -> Layout {
        Layout::grid(Shape::Squares, COLUMNS, ROWS, false)
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        let place = 7 * (cell % COLUMNS) + cell / COLUMNS;
        let owner =
            Player::BOTH.into_iter().find(|player| position.discs[player.index()] >> place & 1 == 1)?;
        Some(Piece::new(owner, 0))
    }

    fn trace(&self, position: &Position, column: u8) -> Trace {
        Trace::path([COLUMNS * position.height(usize::from(column)) + usize::from(column)])
    }

    fn spellings(&self, position: &Position, column: u8) -> Vec<String> {
        vec![grid_name(position.height(usize::from(column)), usize::from(column)), (column + 1).to_string()]
    }
}

/// Whether the discs of a column lie on one another from the bottom.
fn is_stack(column: u64) -> bool {
    column & (column + 1) == 0
}

impl Encode for ConnectFour {
    fn cell_count(&self) -> usize {
        COLUMNS * ROWS
    }

    fn max_active(&self) -> usize {
        COLUMNS * ROWS
    }

    fn action_count(&self) -> usize {
        COLUMNS
    }

    fn action(&self, _: &Position, column: u8) -> usize {
        usize::from(column)
    }
}

impl Heuristic for ConnectFour {}

#[cfg(test)]
mod tests {
    use agon_core::conformance;
    use agon_core::perft::perft;

    use super::*;

    #[test]
    fn conforms() {
        conformance::check(&ConnectFour).unwrap();
    }

    /// Powers of seven until a column can be full; the last ones agree with a separate program that plays on lists of discs
    /// and looks for rows around the last one.
    #[test]
    fn counts() {
        let counts: Vec<u64> =
            (1..=8).map(|depth| perft(&ConnectFour, &ConnectFour.initial(), depth)).collect();
        assert_eq!(counts, [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234]);
    }
}

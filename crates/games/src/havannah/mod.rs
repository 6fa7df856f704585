//! Havannah: bridges, forks and rings on a hexagon of hexagons.

mod heuristic;
mod position;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::{
    Catalogued, Clocks, Counting, Encode, Ending, Game, GameInfo, Layout, Limits, Options, Parameter, Piece,
    PieceKind, Player, PositionError, Random, Reason, Trace,
};

use crate::board::{Reader, write_rows};
use crate::hex::Hexagon;
pub use position::{Form, Position};

/// The rules of Havannah on a board of one size.
#[derive(Clone, Copy, Debug)]
pub struct Havannah {
    board: &'static Hexagon,
    /// Whether the second player may take over the first stone.
    swap: bool,
}

/// One turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone on the cell of this number.
    Place(u16),
    /// Taking over the first stone.
    Swap,
}

static INFO: GameInfo = GameInfo {
    id: text("havannah"),
    name: text("Havannah"),
    sides: [text("White"), text("Black")],
    pieces: Cow::Borrowed(&[PieceKind::new("stone", ['W', 'B'])]),
    summary: text("Connect two corners, connect three edges, or close a ring on a board of hexagons."),
    rules: text(
        "The board is a large hexagon made of small hexagonal cells, with eight cells along each of its six edges \
            and 169 cells in all; other sizes, from four to ten cells along each edge, can be chosen. It is empty at \
            first. White begins; the players take turns to put one stone of their own on an empty cell. Stones are \
            never moved or removed. Stones of one colour on neighbouring cells belong to the same chain. A player \
            wins by completing any one of three figures with a single chain of own stones. A bridge connects two of \
            the six corner cells of the board. A fork connects three of the six edges of the board; a corner cell \
            belongs to no edge. A ring is a closed loop of stones around at least one cell, whether the cells inside \
            are empty or hold stones of either colour; a stone with six own neighbours is thus the middle of a ring. \
            If the swap rule is switched on, Black may, instead of placing the first black stone, take over White's \
            first stone: that stone stays where it is and turns black, and it is White's turn again.",
    ),
    draws: text(
        "When all cells are full and nobody has completed a bridge, a fork or a ring, the game is a draw; this is \
            very rare. Positions cannot repeat, and there is no limit on the length of a game.",
    ),
    notation: text(
        "A move is the name of a cell: a letter for its column and a number for its row, such as h8. Rows are \
               horizontal and numbered from 1 at the top. The top row begins with column a, and columns slant down \
               to the left, so that the row after the middle one begins with column b, the next with column c. Each \
               row of the board is labelled with the name of its leftmost cell. The move that takes over the first \
               stone is written swap. A position is written row by row from the top, W and B for stones and numbers \
               for empty cells in a row, then w or b for the side to move, then swap if that side may take over the \
               first stone, swapped if this has happened, and a hyphen otherwise. On a board of size four, a white \
               stone in the middle with Black to move is 4/5/6/3W3/6/5/4 b -.",
    ),
    source: text(
        "Invented by Christian Freeling and published by Ravensburger in 1981; coordinates as in HavannahGui and \
             OpenSpiel, swap rule as at the Computer Olympiad.",
    ),
    parameters: &[
        Parameter {
            key: "size",
            default: "8",
            values: &["4", "5", "6", "7", "8", "9", "10"],
            help: "The number of cells along each edge of the board.",
        },
        Parameter {
            key: "swap",
            default: "off",
            values: &["off", "on"],
            help: "Whether the second player may take over the first stone.",
        },
    ],
    // In the order of `Form`.
    endings: &[
        "a bridge connects two corners",
        "a fork connects three edges",
        "a ring encloses at least one cell",
    ],
    limits: Limits { repetition: None, no_progress: None, ply_cap: None },
    version: 1,
};

impl Havannah {
    /// The game on a board with `size` cells along each edge.
    ///
    /// # Panics
    /// If there is no board of this size.
    pub fn new(size: usize, swap: bool) -> Havannah {
        Havannah { board: Hexagon::of_size(size), swap }
    }

    #[inline]
    fn may_swap(&self, position: &Position) -> bool {
        self.swap && position.stones() == 1 && !position.swapped()
    }

    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        if let Some(form) = position.formed() {
            Some(Ending::win(!position.mover(), Reason::Rule(form as u8)))
        } else if position.stones() == self.board.count() {
            Some(Ending::draw(Reason::Full))
        } else {
            None
        }
    }

    /// The cell of the first stone while it is the only one.
    fn first_stone(&self, position: &Position) -> usize {
        let occupied = |&cell: &usize| position.owner(self.board.cell(cell)).is_some();
        (0..self.board.count()).find(occupied).expect("the swap comes after the first stone")
    }

    /// What the position text says about the swap.
    fn swap_field(&self, position: &Position) -> &'static str {
        if self.may_swap(position) {
            "swap"
        } else if position.swapped() {
            "swapped"
        } else {
            "-"
        }
    }

    /// The position with these stones, if a game can come to it: nobody has won, or the player who has just moved
    /// has, and did so with the last stone.
    fn assemble(&self, stones: &[Vec<usize>; 2], mover: Player) -> Result<Position, &'static str> {
        let put = |mut position: Position, player: Player, cells: &mut dyn Iterator<Item = usize>| {
            for cell in cells {
                position = position.with_mover(player);
                position.place(self.board, cell);
                if position.formed().is_some() {
                    return None;
                }
            }
            Some(position)
        };
        let last = !mover;
        let Some(without) = put(Position::START, mover, &mut stones[mover.index()].iter().copied()) else {
            return Err("the side to move has already won");
        };
        let own = &stones[last.index()];
        if let Some(position) = put(without, last, &mut own.iter().copied()) {
            return Ok(position.with_mover(mover));
        }
        let winning = own.iter().find_map(|&latest| {
            let mut others = own.iter().copied().filter(|&cell| cell != latest);
            let mut position = put(without, last, &mut others)?.with_mover(last);
            position.place(self.board, latest);
            Some(position)
        });
        winning.ok_or("the game was won before the last stone was placed")
    }
}

impl Game for Havannah {
    type Position = Position;
    type Move = Move;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn initial(&self) -> Position {
        Position::START
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover()
    }

    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Ending> {
        moves.clear();
        let ending = self.ending(position);
        if ending.is_none() {
            // Faster than `extend`, which asks for one cell after the other.
            position.empty_cells(self.board).for_each(|cell| moves.push(Move::Place(cell as u16)));
            if self.may_swap(position) {
                moves.push(Move::Swap);
            }
        }
        ending
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        match mv {
            Move::Place(cell) => position.place(self.board, usize::from(cell)),
            Move::Swap => position.swap(self.board, self.first_stone(position)),
        }
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Position,
        random: &mut Random,
        _: &mut Vec<Move>,
    ) -> Result<Move, Ending> {
        if let Some(ending) = self.ending(position) {
            return Err(ending);
        }
        // The swap is as likely as any cell: it takes one number of as many as there are empty cells and itself.
        if self.may_swap(position) && random.below(self.board.count() as u32) == 0 {
            return Ok(Move::Swap);
        }
        Ok(Move::Place(position.random_empty(self.board, random) as u16))
    }

    #[inline]
    fn count_moves(&self, position: &Position, _: &mut Vec<Move>) -> u64 {
        if position.formed().is_some() {
            return 0;
        }
        (self.board.count() - position.stones() + usize::from(self.may_swap(position))) as u64
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.key()
    }

    fn score(&self, _: &Position, ending: Ending, plies: u32) -> f32 {
        // Multiplicative depth: the quickest win counts 1. It is a bridge along an edge or a ring of six stones.
        let quickest = (2 * self.board.size() - 1).min(11);
        ending.outcome.value().pov(Player::First) * quickest as f32 / plies as f32
    }

    fn counting(&self) -> Counting {
        Counting::Turns
    }

    /// As few of the winner's stones as still form the figure.
    fn decisive(&self, position: &Position, ending: Ending) -> Vec<usize> {
        let (Some(winner), Reason::Rule(_)) = (ending.outcome.winner(), ending.reason) else {
            return Vec::new();
        };
        let own = |&cell: &usize| position.owner(self.board.cell(cell)) == Some(winner);
        let forms = |stones: &[usize]| {
            let mut built = Position::START;
            stones.iter().any(|&stone| {
                built = built.with_mover(winner);
                built.place(self.board, stone);
                built.formed().map(|form| Reason::Rule(form as u8)) == Some(ending.reason)
            })
        };
        let mut figure: Vec<usize> = (0..self.board.count()).filter(own).collect();
        for stone in figure.clone() {
            let without: Vec<usize> = figure.iter().copied().filter(|&other| other != stone).collect();
            if forms(&without) {
                figure = without;
            }
        }
        figure
    }

    fn write_move(&self, _: &Position, mv: Move) -> String {
        match mv {
            Move::Place(cell) => self.board.name(usize::from(cell)),
            Move::Swap => "swap".to_owned(),
        }
    }

    fn spellings(&self, position: &Position, mv: Move) -> Vec<String> {
        match mv {
            Move::Place(_) => Vec::new(),
            // Some programs write the swap as a move to the occupied cell.
            Move::Swap => vec![self.board.name(self.first_stone(position)), "pie".to_owned()],
        }
    }

    fn write_position(&self, position: &Position, _: Clocks) -> String {
        let row_text = |row: usize| {
            write_rows(1, self.board.width(row), |_, column| {
                let owner = position.owner(self.board.cell(self.board.start(row) + column))?;
                Some(INFO.pieces[0].letters[owner.index()])
            })
        };
        let rows: Vec<String> = (0..self.board.rows()).map(row_text).collect();
        let side = ['w', 'b'][position.mover().index()];
        format!("{} {side} {}", rows.join("/"), self.swap_field(position))
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        let reader = Reader::new(&INFO.id, text);
        let fields = reader.fields(2, 3, "rows side swap")?;
        let rows: Vec<&str> = fields[0].split('/').collect();
        if rows.len() != self.board.rows() {
            let expected = self.board.rows();
            return reader.error(format!("expected {expected} rows separated by '/', found {}", rows.len()));
        }
        let mut stones = [Vec::new(), Vec::new()];
        for (row, part) in rows.into_iter().enumerate() {
            reader.rows(part, 1, self.board.width(row), |_, column, letter| {
                let side =
                    INFO.pieces[0].letters.iter().position(|&known| known == letter.to_ascii_uppercase());
                side.map(|side| stones[side].push(self.board.start(row) + column)).is_some()
            })?;
        }
        let side = reader.side(fields[1], ['w', 'b'])?;
        let [white, black] = stones.each_ref().map(Vec::len);
        let ahead = usize::from(side == Player::Second);
        let regular = white == black + ahead;
        let swapped = self.swap && black > 0 && black + ahead == white + 1;
        if !regular && !swapped {
            return reader.error(if self.swap {
                "White has as many stones as Black when White is to move, and one more when Black is; after a swap, \
                 Black has one more when White is to move, and as many when Black is"
            } else {
                "White has as many stones as Black when White is to move, and one more when Black is"
            });
        }
        let position = self.assemble(&stones, side).or_else(|problem| reader.error(problem))?;
        let expected = self.swap_field(&position);
        if fields.get(2).is_some_and(|field| !field.eq_ignore_ascii_case(expected)) {
            return reader.error(format!("the last field is '{expected}' here, not '{}'", fields[2]));
        }
        Ok((position, Clocks { plies: (white + black + usize::from(swapped)) as u32, quiet: 0 }))
    }

    fn layout(&self) -> Layout {
        self.board.layout()
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        position.owner(self.board.cell(cell)).map(|owner| Piece::new(owner, 0))
    }

    fn trace(&self, position: &Position, mv: Move) -> Trace {
        match mv {
            Move::Place(cell) => Trace::path([usize::from(cell)]),
            Move::Swap => Trace { changed: vec![self.first_stone(position)], ..Trace::action("swap") },
        }
    }
}

impl Encode for Havannah {
    fn cell_count(&self) -> usize {
        self.board.count()
    }

    #[inline]
    fn each_difference(&self, before: &Position, after: &Position, report: impl FnMut(usize)) {
        before.difference(after, self.board).for_each(report);
    }

    fn extra_count(&self) -> usize {
        usize::from(self.swap)
    }

    fn extras(&self, position: &Position, active: &mut dyn FnMut(usize)) {
        if self.may_swap(position) {
            active(0);
        }
    }

    fn max_active(&self) -> usize {
        // The extra feature is active while there is a single stone.
        self.board.count()
    }

    fn action_count(&self) -> usize {
        self.board.count() + usize::from(self.swap)
    }

    fn action(&self, _: &Position, mv: Move) -> usize {
        match mv {
            Move::Place(cell) => usize::from(cell),
            Move::Swap => self.board.count(),
        }
    }
}

impl Catalogued for Havannah {
    const RULE_SETS: &'static [&'static GameInfo] = &[&INFO];

    fn build(_: &'static GameInfo, options: &Options) -> Havannah {
        Havannah::new(options.number("size") as usize, options.is_on("swap"))
    }
}

//! What chess players look at: material, where pieces stand, how freely they move, pawns, and the safety of the king.
//!
//! Every term has a worth in the middlegame and one in the endgame, in hundredths of a pawn; what counts lies between
//! them, by the pieces that are left. The numbers are round ones of our own, in the range that engines agree on.

use agon_core::{Heuristic, Player};
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece as Kind, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::{Chess, Position};
use crate::knowledge::verdict;

/// A worth in the middlegame and in the endgame.
#[derive(Clone, Copy)]
struct Worth {
    middle: i32,
    end: i32,
}

/// What each kind is worth, in the order of [`Kind`].
const MATERIAL: [Worth; Kind::NUM] = [
    Worth { middle: 90, end: 110 },
    Worth { middle: 330, end: 310 },
    Worth { middle: 340, end: 325 },
    Worth { middle: 490, end: 540 },
    Worth { middle: 980, end: 980 },
    Worth { middle: 0, end: 0 },
];

/// What of each kind makes a middlegame, and how much of it there is at the start.
const PHASE: [i32; Kind::NUM] = [0, 1, 1, 2, 4, 0];
const FULL: i32 = 24;

/// By distance from the centre: how knights, bishops and queens, and in the endgame kings, like a square.
const KNIGHT: [Worth; 4] = ring([22, 14, -4, -28], [14, 6, -6, -24]);
const BISHOP: [Worth; 4] = ring([12, 8, 2, -8], [8, 4, 0, -6]);
const QUEEN: [Worth; 4] = ring([4, 4, 2, -4], [16, 10, 2, -10]);
const KING_END: [i32; 4] = [30, 20, 0, -28];
/// The king's own row in the middlegame, file by file; the next one, and all further ones.
const KING_HOME: [i32; 8] = [22, 30, 14, -6, -6, -4, 32, 22];
const KING_OUT: [i32; 2] = [-20, -50];
/// Rooks: on the seventh row, and the middle files.
const SEVENTH: Worth = Worth { middle: 18, end: 14 };
const MIDDLE_FILE: i32 = 6;
/// Pawns by row, from the second to the seventh, and those on the middle files of the fourth and fifth.
const PAWN: [Worth; 8] = [
    Worth { middle: 0, end: 0 },
    Worth { middle: 0, end: 0 },
    Worth { middle: 2, end: 6 },
    Worth { middle: 8, end: 14 },
    Worth { middle: 16, end: 28 },
    Worth { middle: 30, end: 48 },
    Worth { middle: 50, end: 75 },
    Worth { middle: 0, end: 0 },
];
const CENTRE_PAWN: i32 = 14;

/// A square that a piece reaches, by kind, above or below the usual number.
const REACH: [Worth; Kind::NUM] = [
    Worth { middle: 0, end: 0 },
    Worth { middle: 4, end: 3 },
    Worth { middle: 4, end: 4 },
    Worth { middle: 2, end: 4 },
    Worth { middle: 1, end: 3 },
    Worth { middle: 0, end: 0 },
];
const USUAL_REACH: [i32; Kind::NUM] = [0, 4, 6, 7, 13, 0];
/// A square beside the enemy king that a piece reaches.
const KING_ATTACK: i32 = 7;
/// A pawn before the own king.
const SHIELD: i32 = 9;
const BISHOP_PAIR: Worth = Worth { middle: 28, end: 45 };
const OPEN_FILE: Worth = Worth { middle: 22, end: 10 };
const HALF_OPEN_FILE: Worth = Worth { middle: 10, end: 6 };
const DOUBLED: Worth = Worth { middle: -8, end: -16 };
const ISOLATED: Worth = Worth { middle: -10, end: -12 };
/// A pawn that no enemy pawn can stop, by row.
const PASSED: [Worth; 8] = [
    Worth { middle: 0, end: 0 },
    Worth { middle: 4, end: 10 },
    Worth { middle: 4, end: 14 },
    Worth { middle: 10, end: 28 },
    Worth { middle: 22, end: 50 },
    Worth { middle: 45, end: 85 },
    Worth { middle: 70, end: 130 },
    Worth { middle: 0, end: 0 },
];
/// Having the move.
const TEMPO: i32 = 10;

const fn ring(middle: [i32; 4], end: [i32; 4]) -> [Worth; 4] {
    let mut worths = [Worth { middle: 0, end: 0 }; 4];
    let mut i = 0;
    while i < 4 {
        worths[i] = Worth { middle: middle[i], end: end[i] };
        i += 1;
    }
    worths
}

/// What a piece is worth by kind and by square, as White sees the board.
static STANDING: [[Worth; 64]; Kind::NUM] = {
    let mut table = [[Worth { middle: 0, end: 0 }; 64]; Kind::NUM];
    let mut square = 0;
    while square < 64 {
        let (row, file) = (square / 8, square % 8);
        let (up, aside) = ((2 * row as i32 - 7).abs() / 2, (2 * file as i32 - 7).abs() / 2);
        let ring = if up > aside { up } else { aside } as usize;
        let is_middle_file = aside == 0;
        let mut kind = 0;
        while kind < Kind::NUM {
            let here = match kind {
                0 => {
                    let centre = if is_middle_file && (row == 3 || row == 4) { CENTRE_PAWN } else { 0 };
                    Worth { middle: PAWN[row].middle + centre, end: PAWN[row].end }
                }
                1 => KNIGHT[ring],
                2 => BISHOP[ring],
                3 => {
                    let seventh = if row == 6 { SEVENTH } else { Worth { middle: 0, end: 0 } };
                    let middle = if is_middle_file { MIDDLE_FILE } else { 0 };
                    Worth { middle: seventh.middle + middle, end: seventh.end }
                }
                4 => QUEEN[ring],
                _ => {
                    let middle = if row == 0 { KING_HOME[file] } else { KING_OUT[(row > 1) as usize] };
                    Worth { middle, end: KING_END[ring] }
                }
            };
            let material = MATERIAL[kind];
            table[kind][square] =
                Worth { middle: material.middle + here.middle, end: material.end + here.end };
            kind += 1;
        }
        square += 1;
    }
    table
};

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The squares of a set and all above them.
#[inline]
const fn above(mut set: u64) -> u64 {
    set |= set << 8;
    set |= set << 16;
    set | set << 32
}

/// The files of a set.
#[inline]
const fn files(set: u64) -> u64 {
    above(set) | above(set.swap_bytes()).swap_bytes()
}

/// The squares left and right of a set.
#[inline]
const fn beside(set: u64) -> u64 {
    (set & !FILE_A) >> 1 | (set & !(FILE_A << 7)) << 1
}

/// A sum of worths.
#[derive(Clone, Copy, Default)]
struct Sum {
    middle: i32,
    end: i32,
}

impl Sum {
    #[inline]
    fn add(&mut self, worth: Worth, times: i32) {
        self.middle += worth.middle * times;
        self.end += worth.end * times;
    }
}

/// What speaks for a side, and how much of a middlegame its pieces make.
#[inline]
fn prospects(board: &Board, color: Color) -> (Sum, i32) {
    let own = board.colors(color);
    let occupied = board.occupied();
    let enemy_king_ring = get_king_moves(board.king(!color));
    // Squares and pawns as this side sees the board: upside down for Black.
    let seen = |square: Square| square as usize ^ if color == Color::White { 0 } else { 0o70 };
    let turned = |set: BitBoard| if color == Color::White { set.0 } else { set.0.swap_bytes() };
    let pawns = turned(board.colored_pieces(color, Kind::Pawn));
    let enemy_pawns = turned(board.colored_pieces(!color, Kind::Pawn));
    let (own_files, enemy_files) = (files(pawns), files(enemy_pawns));

    let mut sum = Sum::default();
    let mut phase = 0;
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        for square in board.colored_pieces(color, kind) {
            phase += PHASE[kind as usize];
            let here = seen(square);
            sum.add(STANDING[kind as usize][here], 1);
            let reach = match kind {
                Kind::Knight => get_knight_moves(square),
                Kind::Bishop => get_bishop_moves(square, occupied),
                Kind::Rook => get_rook_moves(square, occupied),
                _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
            };
            sum.add(REACH[kind as usize], (reach & !own).len() as i32 - USUAL_REACH[kind as usize]);
            sum.middle += KING_ATTACK * (reach & enemy_king_ring).len() as i32;
            if kind == Kind::Rook && own_files >> here & 1 == 0 {
                sum.add(if enemy_files >> here & 1 == 0 { OPEN_FILE } else { HALF_OPEN_FILE }, 1);
            }
        }
    }
    sum.add(BISHOP_PAIR, i32::from(board.colored_pieces(color, Kind::Bishop).len() >= 2));

    for square in board.colored_pieces(color, Kind::Pawn) {
        sum.add(STANDING[Kind::Pawn as usize][seen(square)], 1);
    }
    let count = |set: u64| set.count_ones() as i32;
    sum.add(DOUBLED, count(pawns & above(pawns << 8)));
    sum.add(ISOLATED, count(pawns & !beside(own_files)));
    // An enemy pawn stops what is before it on its own file and beside it; seen from here, it comes from above.
    let below = above(enemy_pawns.swap_bytes() << 8).swap_bytes();
    let mut passed = pawns & !(below | beside(below));
    while passed != 0 {
        sum.add(PASSED[passed.trailing_zeros() as usize / 8], 1);
        passed &= passed - 1;
    }

    let king = seen(board.king(color));
    sum.add(STANDING[Kind::King as usize][king], 1);
    let king = 1_u64 << king;
    sum.middle += SHIELD * count(pawns & (king | beside(king)) << 8);
    (sum, phase)
}

/// How far White is ahead.
fn outlook(board: &Board) -> i32 {
    let (white, white_phase) = prospects(board, Color::White);
    let (black, black_phase) = prospects(board, Color::Black);
    let phase = (white_phase + black_phase).min(FULL);
    let (middle, end) = (white.middle - black.middle, white.end - black.end);
    let tempo = if board.side_to_move() == Color::White { TEMPO } else { -TEMPO };
    (middle * phase + end * (FULL - phase)) / FULL + tempo
}

impl Heuristic for Chess {
    const HAND_MADE: bool = true;

    fn heuristic(&self, position: &Position) -> f32 {
        verdict(outlook(&position.0), Player::First)
    }

    /// Captures, promotions, and whatever answers a check.
    #[inline]
    fn is_loud(&self, position: &Position, mv: Move) -> bool {
        let board = &position.0;
        mv.promotion.is_some()
            || board.colors(!board.side_to_move()).has(mv.to)
            || !board.checkers().is_empty()
            || position.victim_en_passant(mv).is_some()
    }

    /// Nobody can rest while in check.
    #[inline]
    fn may_stand(&self, position: &Position) -> bool {
        position.0.checkers().is_empty()
    }

    /// Captures of the most valuable piece by the least valuable one, promotions, then moves to better squares.
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let board = &position.0;
        let color = board.side_to_move();
        let seen = |square: Square| square as usize ^ if color == Color::White { 0 } else { 0o70 };
        let Some(kind) = board.piece_on(mv.from) else { return 0 };
        let promotion = mv.promotion.map_or(0, |kind| 8 * MATERIAL[kind as usize].middle);
        if board.colors(color).has(mv.to) {
            // Castling is written as the king taking his own rook.
            return 40;
        }
        let gain = if let Some(victim) = board.piece_on(mv.to) {
            10 * MATERIAL[victim as usize].middle - kind as i32
        } else {
            let standing = &STANDING[kind as usize];
            standing[seen(mv.to)].middle - standing[seen(mv.from)].middle
        };
        promotion + gain
    }

    /// Captures that lose the exchange on their square.
    fn is_poor(&self, position: &Position, mv: Move) -> bool {
        super::exchange::loses(&position.0, mv)
    }

    /// Where the mover is not in check and has more than pawns, so that zugzwang is rare.
    fn pass(&self, position: &Position) -> Option<Position> {
        let board = &position.0;
        let simple = board.pieces(Kind::Pawn) | board.pieces(Kind::King);
        if board.colors(board.side_to_move()).is_subset(simple) {
            return None;
        }
        board.null_move().map(Position)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Clocks, Game};

    use super::*;
    use crate::knowledge::tests::{assert_fair, value};

    /// The players change places: ranks from the other end, colours exchanged.
    fn mirrored(position: &Position) -> Position {
        let text = Chess.write_position(position, Clocks::default());
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let exchange = |text: &str| -> String {
            let other =
                |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
            text.chars().map(other).collect()
        };
        fields[0] = exchange(&fields[0].split('/').rev().collect::<Vec<_>>().join("/"));
        fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
        fields[2] = exchange(&fields[2]);
        fields[3] = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
        Chess.read_position(&fields.join(" ")).unwrap().0
    }

    #[test]
    fn evaluations_are_fair() {
        assert_fair(&Chess, 8, mirrored);
    }

    #[test]
    fn more_is_better() {
        let value = |fen: &str| value(&Chess, fen);
        let pawn = value("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert!((0.08..0.3).contains(&pawn), "{pawn}");
        let queen = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!((0.7..0.9).contains(&queen), "{queen}");
        let near = value("8/4P3/8/8/8/8/k7/4K3 w - - 0 1");
        assert!(near > value("8/8/4P3/8/8/8/k7/4K3 w - - 0 1"));
        // A knight in the centre and a castled king.
        assert!(value("4k3/8/8/8/4N3/8/8/4K3 b - - 0 1") > value("4k3/8/8/8/8/8/8/N3K3 b - - 0 1"));
        let castled = value("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPBPPP/RNBQ1RK1 b kq - 0 1");
        assert!(castled > value("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPBPPP/RNBQR1K1 b kq - 0 1") - 0.05);
        // Doubled and isolated pawns are worse than a chain.
        assert!(value("4k3/8/8/8/8/3P4/4P3/4K3 b - - 0 1") > value("4k3/8/8/8/8/4P3/4P3/4K3 b - - 0 1"));
    }

    #[test]
    fn captures_are_ordered_by_victim_and_attacker() {
        let (position, _) = Chess.read_position("4k3/8/3q1r2/4P3/1N6/8/8/Q3K3 w - - 0 1").unwrap();
        let promise = |text: &str| Chess.promise(&position, Chess.read_move(&position, text).unwrap());
        assert!(promise("exd6") > promise("exf6") && promise("exf6") > promise("Nd5"));
        let mv = Chess.read_move(&position, "exf6").unwrap();
        assert!(Chess.is_loud(&position, mv));
        assert!(!Chess.is_loud(&position, Chess.read_move(&position, "Nd5").unwrap()));
    }

    #[test]
    fn nobody_passes_in_check_or_with_pawns_alone() {
        let passed = |fen: &str| Chess.pass(&Chess.read_position(fen).unwrap().0);
        let after = passed("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1").unwrap();
        assert_eq!(Chess.to_move(&after), Player::Second);
        assert!(passed("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").is_none());
        let check = "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1";
        assert!(passed(check).is_none());
        let (position, _) = Chess.read_position(check).unwrap();
        let mut moves = Vec::new();
        Chess.generate(&position, &mut moves);
        assert!(!Chess.may_stand(&position) && moves.iter().all(|&mv| Chess.is_loud(&position, mv)));
    }
}

//! Othello, the modern form of Reversi: outflank enemy discs to turn them over.

mod heuristic;

use std::borrow::Cow;

use agon_core::hash::combine;
use agon_core::info::text;
use agon_core::layout::grid_name;
use agon_core::{
    Catalogued, Clocks, Counting, Encode, Ending, Game, GameInfo, Layout, Limits, Options, Piece, PieceKind,
    Player, PositionError, Random, Reason, Shape, Trace,
};

use crate::bits::{ones, select};
use crate::board::Reader;

/// The rules of Othello.
#[derive(Clone, Copy, Debug)]
pub struct Othello;

/// The discs as seen by the player to move; square `8 * row + column` with a1, the upper left one, = 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    own: u64,
    enemy: u64,
    mover: Player,
}

/// The move of a player who cannot place a disc; every other move is the number of its square.
const PASS: u8 = 64;
const CENTRE: u64 = 0x0000_0018_1800_0000;

/// The four axes as distances between neighbouring squares: row, column and the two diagonals. A direction leads
/// ahead along an axis, toward h8, or back, toward a1; the axes are the four lanes of a vector of words.
const AXES: [u32; 4] = [1, 8, 7, 9];

/// Along each axis, the squares where a run of discs can go on: it ends at an edge that it meets, or else shifting
/// would carry it over to the other side of the board.
const INNER: [u64; 4] =
    [0x7e7e_7e7e_7e7e_7e7e, 0x00ff_ffff_ffff_ff00, 0x007e_7e7e_7e7e_7e00, 0x007e_7e7e_7e7e_7e00];

/// The squares that lie ahead of every square along each axis, and those that lie back.
static RAYS: [[[u64; 4]; 2]; 64] = {
    const AHEAD: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];
    let mut rays = [[[0; 4]; 2]; 64];
    let mut index = 0;
    while index < 512 {
        let (square, is_back, axis) = (index / 8, index / 4 % 2, index % 4);
        let sign = 1 - 2 * is_back as i32;
        let (dx, dy) = (sign * AHEAD[axis].0, sign * AHEAD[axis].1);
        let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
        while 0 <= x && x < 8 && 0 <= y && y < 8 {
            rays[square][is_back][axis] |= 1 << (8 * y + x);
            (x, y) = (x + dx, y + dy);
        }
        index += 1;
    }
    rays
};

/// The union of what is found along the four axes. The same straight code for each of them, without a branch,
/// is what the compiler turns into vector instructions.
#[inline(always)]
fn along_axes(find: impl Fn(usize) -> u64) -> u64 {
    let [row, column, rising, falling] = std::array::from_fn(find);
    (row | column) | (rising | falling)
}

/// The empty squares where `own` may place a disc: those behind a run of enemy discs that begins beside an own one.
///
/// A run has six discs at most. They are reached in steps of one, two and four (Kogge and Stone); the chain of
/// dependent shifts is kept short, because a playout waits for it.
#[inline(always)]
fn placements(own: u64, enemy: u64) -> u64 {
    let ends = along_axes(|axis| {
        let (step, ones) = (AXES[axis], enemy & INNER[axis]);
        let twos = ones & (ones << step);
        let fours = twos & (twos << (2 * step));
        let ahead = ones & (own << step) | twos & (own << (2 * step));
        let ahead = ahead | twos & (ahead << (2 * step)) | fours & (ahead << (4 * step));
        // The same runs, seen from their other ends.
        let (twos, fours) = (twos >> step, fours >> (3 * step));
        let back = ones & (own >> step) | twos & (own >> (2 * step));
        let back = back | twos & (back >> (2 * step)) | fours & (back >> (4 * step));
        ahead << step | back >> step
    });
    ends & !(own | enemy)
}

/// The discs that turn when `own` places one on a square.
#[inline(always)]
fn turned_discs(own: u64, enemy: u64, square: u8) -> u64 {
    let [ahead, back] = &RAYS[usize::from(square % 64)];
    along_axes(|axis| {
        // Ahead, adding one carries through the enemy discs of the ray to the square behind them.
        let ray = ahead[axis];
        let behind = (enemy | !ray).wrapping_add(1) & ray & own;
        let turned = behind.saturating_sub(1) & ray;
        // Back nothing carries: the ray is filled from the square behind the enemy discs to its end.
        let (step, ray) = (AXES[axis], back[axis]);
        let mut beyond = ray & !enemy;
        beyond |= beyond >> step;
        beyond |= beyond >> (2 * step);
        beyond |= beyond >> (4 * step);
        let behind = beyond & !(beyond >> step) & own;
        turned | if behind != 0 { ray & !beyond } else { 0 }
    })
}

impl Position {
    /// The squares where the player to move may place a disc, none for a forced pass; or how the game ended.
    #[inline(always)]
    fn choices(&self) -> Result<u64, Ending> {
        let squares = placements(self.own, self.enemy);
        if squares == 0 && placements(self.enemy, self.own) == 0 { Err(self.ending()) } else { Ok(squares) }
    }

    /// The discs of the first player less those of the second.
    fn difference(&self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.enemy.count_ones() as i32;
        if self.mover == Player::First { difference } else { -difference }
    }

    /// The ending when neither player can place a disc.
    #[inline]
    fn ending(&self) -> Ending {
        match self.difference() {
            0 => Ending::draw(Reason::Rule(1)),
            difference if difference > 0 => Ending::win(Player::First, Reason::Rule(0)),
            _ => Ending::win(Player::Second, Reason::Rule(0)),
        }
    }

    /// The discs of the first and of the second player.
    fn discs(&self) -> [u64; 2] {
        if self.mover == Player::First { [self.own, self.enemy] } else { [self.enemy, self.own] }
    }
}

/// Whose disc a letter of a position text stands for.
fn disc(letter: char) -> Option<Player> {
    match letter {
        '*' | 'X' | 'x' => Some(Player::First),
        'O' | 'o' => Some(Player::Second),
        _ => None,
    }
}

static INFO: GameInfo = GameInfo {
    id: text("othello"),
    name: text("Othello"),
    sides: [text("Black"), text("White")],
    pieces: Cow::Borrowed(&[PieceKind::new("disc", ['X', 'O'])]),
    summary: text("Outflank enemy discs to turn them over, and own most discs when nobody can move."),
    rules: text(
        "The board has eight rows of eight squares. At first White has discs on d4 and e5, Black on e4 and d5. \
            Black begins. A move places a disc of your own colour on an empty square so that at least one straight \
            line of enemy discs, without a gap, lies between the new disc and another disc of yours. The line may \
            run along a row, a column or a diagonal. All enemy discs in all such lines are turned over and become \
            yours; you may not leave one out. If you have no such square, you must pass, and your opponent moves \
            again; if you have one, you may not pass. The game ends when neither player can place a disc, at the \
            latest when the board is full. Whoever has more discs of their own colour then wins.",
    ),
    draws: text(
        "When neither player can place a disc and both have the same number of discs, the game is a draw. \
            Every move but a pass adds a disc, so positions cannot repeat and no limit on the length is needed.",
    ),
    notation: text(
        "A move is the name of the square where the disc is placed: column a to h from the left, row 1 to 8 \
               from the top, such as f5. A forced pass is written --; pa and pass are understood too. A position \
               is written as the 64 squares row by row from the upper left one, X for black, O for white, - for \
               empty, then a space and the side to move, X or O. The first position is \
               ---------------------------OX------XO--------------------------- X. When a position is read, * \
               stands for black too, and there may be spaces between the rows.",
    ),
    source: text(
        "The usual rules with the fixed start, the same in OpenSpiel and other Othello programs. The margin \
             counts discs; squares that stay empty count for nobody.",
    ),
    parameters: &[],
    endings: &[
        "neither side can move, and {winner} has more discs",
        "neither side can move, and both have the same number of discs",
    ],
    limits: Limits { repetition: None, no_progress: None, ply_cap: None },
    version: 1,
};

impl Game for Othello {
    type Position = Position;
    type Move = u8;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn initial(&self) -> Position {
        Position { own: 0x0000_0008_1000_0000, enemy: 0x0000_0010_0800_0000, mover: Player::First }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<u8>) -> Option<Ending> {
        moves.clear();
        match position.choices() {
            Err(ending) => return Some(ending),
            Ok(0) => moves.push(PASS),
            Ok(squares) => moves.extend(ones(squares).map(|square| square as u8)),
        }
        None
    }

    // Left to itself, the compiler keeps this out of the loop of a playout, and the vectors go through memory.
    #[inline(always)]
    fn play(&self, position: &mut Position, mv: u8) {
        let Position { own, enemy, mover } = *position;
        let (own, enemy) = if mv == PASS {
            (own, enemy)
        } else {
            let turned = turned_discs(own, enemy, mv);
            (own | turned | 1 << mv, enemy ^ turned)
        };
        *position = Position { own: enemy, enemy: own, mover: !mover };
    }

    #[inline(always)]
    fn random_move(&self, position: &Position, random: &mut Random, _: &mut Vec<u8>) -> Result<u8, Ending> {
        let squares = position.choices()?;
        Ok(if squares == 0 { PASS } else { select(squares, random.below(squares.count_ones())) as u8 })
    }

    fn count_moves(&self, position: &Position, _: &mut Vec<u8>) -> u64 {
        position.choices().map_or(0, |squares| u64::from(squares.count_ones().max(1)))
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let Position { own, enemy, mover } = *position;
        combine([own, enemy]) ^ [0, 0x9e37_79b9_7f4a_7c15][mover.index()]
    }

    fn score(&self, position: &Position, _: Ending, _: u32) -> f32 {
        position.difference() as f32 / 64.0
    }

    fn points(&self, position: &Position) -> Option<i32> {
        Some(position.difference())
    }

    fn counting(&self) -> Counting {
        Counting::Turns
    }

    fn write_move(&self, _: &Position, mv: u8) -> String {
        if mv == PASS { "--".to_owned() } else { grid_name(usize::from(mv) / 8, usize::from(mv) % 8) }
    }

    fn spellings(&self, _: &Position, mv: u8) -> Vec<String> {
        if mv == PASS { vec!["pa".to_owned(), "pass".to_owned()] } else { Vec::new() }
    }

    fn write_position(&self, position: &Position, _: Clocks) -> String {
        let letters = INFO.pieces[0].letters;
        let letter = |square| match self.piece(position, square).and_then(|piece| piece.owner) {
            Some(owner) => letters[owner.index()],
            None => '-',
        };
        let board: String = (0..64).map(letter).collect();
        format!("{board} {}", letters[position.mover.index()])
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        let reader = Reader::new(&INFO.id, text);
        let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).take(66).collect();
        let [board @ .., side] = &letters[..] else { return reader.error("the text is empty") };
        if board.len() != 64 {
            return reader.error("expected 64 squares and then the side to move");
        }
        let mut discs = [0; 2];
        for (square, &letter) in board.iter().enumerate() {
            match disc(letter) {
                Some(owner) => discs[owner.index()] |= 1 << square,
                None if "-.".contains(letter) => {}
                None => return reader.error(format!("a square is X, O or -, not '{letter}'")),
            }
        }
        let Some(mover) = disc(*side) else {
            return reader.error(format!("the side to move is X or O, not '{side}'"));
        };
        let [first, second] = discs;
        if (first | second) & CENTRE != CENTRE {
            return reader.error("the four squares in the centre are never empty");
        }
        let (own, enemy) = if mover == Player::First { (first, second) } else { (second, first) };
        // Passes leave no trace on the board; without them every ply adds a disc to the first four.
        let plies = (first | second).count_ones() - 4;
        Ok((Position { own, enemy, mover }, Clocks { plies, quiet: 0 }))
    }

    fn layout(&self) -> Layout {
        Layout::grid(Shape::Squares, 8, 8, true)
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        let discs = position.discs();
        let owner = Player::BOTH.into_iter().find(|player| discs[player.index()] >> cell & 1 == 1)?;
        Some(Piece::new(owner, 0))
    }

    fn trace(&self, position: &Position, mv: u8) -> Trace {
        if mv == PASS {
            return Trace::action("pass");
        }
        let changed = ones(turned_discs(position.own, position.enemy, mv)).collect();
        Trace { changed, ..Trace::path([usize::from(mv)]) }
    }
}

impl Encode for Othello {
    fn cell_count(&self) -> usize {
        64
    }

    #[inline]
    fn each_difference(&self, before: &Position, after: &Position, report: impl FnMut(usize)) {
        let ([a, b], [c, d]) = (before.discs(), after.discs());
        ones(a ^ c | b ^ d).for_each(report);
    }

    fn action_count(&self) -> usize {
        65
    }

    fn action(&self, _: &Position, mv: u8) -> usize {
        usize::from(mv)
    }
}

impl Catalogued for Othello {
    const RULE_SETS: &'static [&'static GameInfo] = &[&INFO];

    fn build(_: &'static GameInfo, _: &Options) -> Othello {
        Othello
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Placements and turned discs by walking from square to square.
    fn turned_by_walking(own: u64, enemy: u64, square: usize) -> u64 {
        let mut turned = 0;
        for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let (mut x, mut y, mut run) = ((square % 8) as i32, (square / 8) as i32, 0);
            loop {
                (x, y) = (x + dx, y + dy);
                if !(0..8).contains(&x) || !(0..8).contains(&y) {
                    break;
                }
                let here = 1 << (8 * y + x);
                if own & here != 0 {
                    turned |= run;
                }
                if enemy & here == 0 {
                    break;
                }
                run |= here;
            }
        }
        turned
    }

    #[test]
    fn bitboards_agree_with_walking() {
        let mut random = Random::new(3);
        for round in 0..3000 {
            // Sparse, even and crowded boards, whether or not a game can lead there.
            let occupied = match round % 3 {
                0 => random.bits() & random.bits(),
                1 => random.bits(),
                _ => random.bits() | random.bits() | random.bits(),
            };
            let own = occupied & random.bits();
            let enemy = occupied & !own;
            let mut allowed = 0;
            for square in ones(!occupied) {
                let turned = turned_by_walking(own, enemy, square);
                assert_eq!(turned_discs(own, enemy, square as u8), turned, "{own:x} {enemy:x} {square}");
                allowed |= u64::from(turned != 0) << square;
            }
            assert_eq!(placements(own, enemy), allowed, "{own:x} {enemy:x}");
        }
    }

    fn read(text: &str) -> Position {
        Othello.read_position(text).unwrap().0
    }

    #[test]
    fn a_player_without_a_placement_must_pass() {
        let rows = "XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXO-";
        let stuck = read(&format!("{rows} O"));
        let mut moves = Vec::new();
        assert_eq!(Othello.generate(&stuck, &mut moves), None);
        assert_eq!(moves, [PASS]);
        for spelling in ["--", "pa", "PASS"] {
            assert_eq!(Othello.read_move(&stuck, spelling), Ok(PASS));
        }
        let mut free = stuck;
        Othello.play(&mut free, PASS);
        assert_eq!(free, read(&format!("{rows} X")));
        assert!(Othello.read_move(&free, "--").is_err(), "passing is not a choice");
        assert_eq!(Othello.read_move(&free, "H8"), Ok(63));
    }

    #[test]
    fn the_game_ends_when_neither_can_move() {
        let gap = "-".repeat(27);
        let wiped_out = read(&format!("{gap}XX------XX{gap} O"));
        let ending = Othello.generate(&wiped_out, &mut Vec::new()).unwrap();
        assert_eq!(ending.words(&INFO), "Black wins: neither side can move, and Black has more discs.");
        assert_eq!(Othello.score(&wiped_out, ending, 0), 4.0 / 64.0);

        let even = read(&format!("{}{} O", "X".repeat(32), "O".repeat(32)));
        let ending = Othello.generate(&even, &mut Vec::new()).unwrap();
        assert_eq!(
            ending.words(&INFO),
            "Draw: neither side can move, and both have the same number of discs."
        );
    }

    #[test]
    fn positions_are_read_leniently_but_not_blindly() {
        let start = "---------------------------OX------XO---------------------------";
        assert_eq!(read(&format!("{start} X")), Othello.initial());
        assert_eq!(
            read(&format!("\n{} *", start.replace('X', "*").replace("--------", "-------- "))),
            Othello.initial()
        );
        let bad = [
            "",
            "X",
            "é",
            start,
            &format!("{start} Z"),
            &format!("{start}- X"),
            &format!("{} X", start.replace('O', "Q")),
            &format!("{} X", "-".repeat(64)),
        ];
        for text in bad {
            assert!(Othello.read_position(text).is_err(), "'{text}' was accepted");
        }
    }
}

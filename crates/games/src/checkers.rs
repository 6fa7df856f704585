//! English checkers, and the relaxed rules that many programs for beginners play.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Heuristic, Layout, Limits, MoveError, Options, Piece,
    PieceKind, Player, PositionError, Random, Trace,
};

use crate::bits::{ones, select};
use crate::draughts::{self, Colour, DIRECTIONS, union};
use crate::knowledge::verdict;

type Board = draughts::Board<4>;

/// A position of checkers.
pub type Position = draughts::Position<4>;

const FIRST: Colour = Colour::Black;

/// The rules of checkers.
#[derive(Clone, Copy, Debug)]
pub struct Checkers {
    info: &'static GameInfo,
    /// Whether a capture must be made and carried on to its end.
    strict: bool,
}

/// A step or a series of jumps. Different ways round to the same end are different moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    captured: u64,
    /// The directions of the jumps, two bits each, the first one lowest.
    directions: u32,
    jumps: u8,
    from: u8,
    to: u8,
}

impl Move {
    #[inline]
    fn step(from: usize, to: usize) -> Move {
        Move { captured: 0, directions: 0, jumps: 0, from: from as u8, to: to as u8 }
    }

    /// The squares the piece stands on, from its start to its end.
    fn path(self) -> Vec<usize> {
        let mut at = 1u64 << self.from;
        let mut path = vec![Board::square(usize::from(self.from))];
        for jump in 0..self.jumps {
            let direction = (self.directions >> (2 * jump) & 3) as usize;
            at = Board::step(Board::step(at, direction), direction);
            path.push(Board::square(at.trailing_zeros() as usize));
        }
        if self.jumps == 0 {
            path.push(Board::square(usize::from(self.to)));
        }
        path
    }
}

/// The pieces of the side to move that may go down, and those that may go up.
#[inline]
fn down_and_up(position: &Position) -> (u64, u64) {
    let kings = position.own & position.kings;
    match position.mover {
        Colour::Black => (position.own, kings),
        Colour::White => (kings, position.own),
    }
}

/// All moves without capture, as bits of two words.
///
/// A step joins two squares whose places differ by 4 or 5. It is the bit at the lower of the two places, in the
/// low half of the word for 4 and in the high half for 5. So one word holds both directions of a man, and a random
/// step is a random bit.
struct Steps {
    down: u64,
    up: u64,
}

impl Steps {
    #[inline]
    fn new(position: &Position) -> Steps {
        let empty = position.empty();
        let (down, up) = down_and_up(position);
        Steps {
            down: (down & empty >> 4) | (down & empty >> 5) << 32,
            up: (empty & up >> 4) | (empty & up >> 5) << 32,
        }
    }

    #[inline]
    fn count(&self) -> u32 {
        self.down.count_ones() + self.up.count_ones()
    }

    /// The step of a bit.
    #[inline]
    fn step(bit: usize, is_down: bool) -> Move {
        let low = bit % 32;
        let high = low + 4 + bit / 32;
        if is_down { Move::step(low, high) } else { Move::step(high, low) }
    }

    fn list(&self, moves: &mut Vec<Move>) {
        moves.extend(ones(self.down).map(|bit| Steps::step(bit, true)));
        moves.extend(ones(self.up).map(|bit| Steps::step(bit, false)));
    }

    /// The step number `n`, counted from 0.
    #[inline(always)]
    fn pick(&self, n: u32) -> Move {
        let downward = self.down.count_ones();
        let is_down = n < downward;
        let (word, n) = if is_down { (self.down, n) } else { (self.up, n - downward) };
        Steps::step(select(word, n), is_down)
    }
}

/// Which pieces can jump: one set for each direction.
#[inline]
fn jumpers(position: &Position) -> [u64; DIRECTIONS] {
    let empty = position.empty();
    let (down, up) = down_and_up(position);
    std::array::from_fn(|direction| {
        let pieces = if direction < 2 { down } else { up };
        Board::jumpers(pieces, position.enemy, empty, direction)
    })
}

/// The jumps of one piece.
struct Jumper<'a> {
    moves: &'a mut Vec<Move>,
    enemy: u64,
    /// The empty squares, and the one that the piece has left.
    empty: u64,
    /// Whether the piece jumps in each direction.
    directions: [bool; DIRECTIONS],
    /// Where the piece becomes a king and must stop.
    crowning: u64,
    /// Whether the piece may stop although it could go on.
    may_stop: bool,
}

impl Jumper<'_> {
    /// Jumps from `at` in a direction and goes on from there in every way. `before` is the series so far.
    #[inline]
    fn jump(&mut self, at: u64, direction: usize, before: Move) {
        let over = Board::step(at, direction);
        let at = Board::step(over, direction);
        let here = Move {
            captured: before.captured | over,
            directions: before.directions | (direction as u32) << (2 * before.jumps),
            jumps: before.jumps + 1,
            from: before.from,
            to: at.trailing_zeros() as u8,
        };
        if at & self.crowning == 0 {
            // Most series end after one jump: one test for all directions keeps them short.
            let enemy = self.enemy & !here.captured;
            let onward = std::array::from_fn(|next| {
                if self.directions[next] { Board::jumpers(at, enemy, self.empty, next) } else { 0 }
            });
            if union(onward) != 0 {
                self.go_on(at, onward, here);
                if !self.may_stop {
                    return;
                }
            }
        }
        self.moves.push(here);
    }

    #[inline(never)]
    fn go_on(&mut self, at: u64, onward: [u64; DIRECTIONS], before: Move) {
        for (direction, onward) in onward.into_iter().enumerate() {
            if onward != 0 {
                self.jump(at, direction, before);
            }
        }
    }
}

impl Checkers {
    /// Adds the captures that begin with these jumps.
    fn add_captures(self, position: &Position, jumpers: [u64; DIRECTIONS], moves: &mut Vec<Move>) {
        let is_black = position.mover == Colour::Black;
        let empty = position.empty();
        for (direction, pieces) in jumpers.into_iter().enumerate() {
            for from in ones(pieces) {
                let at = 1u64 << from;
                let king = position.kings & at != 0;
                let (down, up) = (king || is_black, king || !is_black);
                let mut jumper = Jumper {
                    moves: &mut *moves,
                    enemy: position.enemy,
                    empty: empty | at,
                    directions: [down, down, up, up],
                    crowning: if king { 0 } else { Board::CROWNING[position.mover as usize] },
                    may_stop: !self.strict,
                };
                jumper.jump(at, direction, Move::step(from, from));
            }
        }
    }
}

impl Game for Checkers {
    type Position = Position;
    type Move = Move;

    fn info(&self) -> &GameInfo {
        self.info
    }

    fn initial(&self) -> Position {
        Position::initial(FIRST)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover.player(FIRST)
    }

    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Ending> {
        moves.clear();
        self.add_captures(position, jumpers(position), moves);
        if moves.is_empty() || !self.strict {
            Steps::new(position).list(moves);
        }
        moves.is_empty().then(|| position.defeat(FIRST))
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.relocate(mv.from, mv.to, mv.captured);
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Position,
        random: &mut Random,
        moves: &mut Vec<Move>,
    ) -> Result<Move, Ending> {
        moves.clear();
        let jumpers = jumpers(position);
        if union(jumpers) != 0 {
            self.add_captures(position, jumpers, moves);
            if self.strict {
                return Ok(random.pick(moves));
            }
        }
        let steps = Steps::new(position);
        let count = steps.count();
        let total = count + moves.len() as u32;
        if total == 0 {
            return Err(position.defeat(FIRST));
        }
        let n = random.below(total);
        Ok(if n < count { steps.pick(n) } else { moves[(n - count) as usize] })
    }

    fn count_moves(&self, position: &Position, moves: &mut Vec<Move>) -> u64 {
        moves.clear();
        self.add_captures(position, jumpers(position), moves);
        let captures = moves.len() as u64;
        if captures > 0 && self.strict {
            return captures;
        }
        captures + u64::from(Steps::new(position).count())
    }

    #[inline]
    fn progresses(&self, position: &Position, mv: Move) -> bool {
        position.is_irreversible(mv.from, mv.captured)
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.hash()
    }

    fn score(&self, position: &Position, ending: Ending, _: u32) -> f32 {
        position.score(ending.outcome, KING_VALUE, FIRST)
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        let alike = |other: &&Move| (other.from, other.to) == (mv.from, mv.to);
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        draughts::write_move(&mv.path(), mv.jumps > 0, moves.iter().filter(alike).count() == 1)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        draughts::read_move(self, position, text, |mv, squares| {
            let path = mv.path();
            let ends_fit = (squares.first(), squares.last()) == (path.first(), path.last());
            // The landings may be given in part, in their order.
            let mut rest = path.iter();
            let is_part = squares.iter().all(|square| rest.any(|landing| landing == square));
            (ends_fit && is_part).then_some(u8::from(squares != path))
        })
    }

    fn write_position(&self, position: &Position, clocks: Clocks) -> String {
        draughts::write_position(position, clocks, FIRST)
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        draughts::read_position(&self.info.id, text, FIRST)
    }

    fn layout(&self) -> Layout {
        Board::layout()
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        position.piece(cell, FIRST)
    }

    fn trace(&self, _: &Position, mv: Move) -> Trace {
        let captured = ones(mv.captured).map(Board::square).collect();
        Trace { captured, ..Trace::path(mv.path()) }
    }
}

impl Encode for Checkers {
    fn cell_count(&self) -> usize {
        Board::SQUARES
    }

    #[inline]
    fn each_difference(&self, before: &Position, after: &Position, report: impl FnMut(usize)) {
        ones(before.difference(after)).map(Board::square).for_each(report);
    }

    fn turned(&self, cell: usize) -> usize {
        Board::turned(cell)
    }

    fn max_active(&self) -> usize {
        2 * Board::ARMY
    }

    fn action_count(&self) -> usize {
        Board::SQUARES * Board::SQUARES
    }

    /// Captures from one place to another by different ways.
    fn alternatives(&self) -> usize {
        4
    }

    fn action(&self, position: &Position, mv: Move) -> usize {
        position.action(mv.from, mv.to, FIRST)
    }
}

impl Catalogued for Checkers {
    const RULE_SETS: &'static [&'static GameInfo] = &[&STRICT, &CASUAL];

    fn build(info: &'static GameInfo, _: &Options) -> Checkers {
        Checkers { info, strict: info.id == STRICT.id }
    }
}

impl Heuristic for Checkers {
    const HAND_MADE: bool = true;

    fn heuristic(&self, position: &Position) -> f32 {
        let captures = union(jumpers(position)) != 0;
        verdict(position.outlook((100.0 * KING_VALUE) as i32, captures), position.mover.player(FIRST))
    }

    fn material(&self, position: &Position) -> f32 {
        position.material(FIRST, KING_VALUE)
    }

    #[inline]
    fn is_loud(&self, position: &Position, mv: Move) -> bool {
        mv.captured != 0 || position.crowns(mv.from, mv.to)
    }

    #[inline]
    fn may_stand(&self, position: &Position) -> bool {
        !self.strict || union(jumpers(position)) == 0
    }

    #[inline]
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        position.promise(mv.from, mv.to, mv.captured)
    }
}

/// What a king counts in the final score and in the evaluation, a man counting 1.
const KING_VALUE: f32 = 1.5;

const PIECES: &[PieceKind] = &[PieceKind::new("man", ['b', 'w']), PieceKind::new("king", ['B', 'W'])];

const LIMITS: Limits = Limits { repetition: Some(3), no_progress: Some(80), ply_cap: Some(400) };

const DRAWS: &str = "The game is drawn when the same position, with the same side to move, comes up for the third time; \
     when each side has made 40 moves in a row without a capture and without moving a man; and when the game has \
     lasted for 200 moves by each side.";

const NOTATION: &str = "A move is written as its start and end squares, such as 11-15, and a capture with an x, such as 22x15 or, \
               for several jumps, 22x6. Where two captures share both squares, all landings are written: 22x15x6. A \
               position is the side to move and the squares of both sides, with K before a king: \
               B:W21,22,K30:B1,2,K25. It may be followed by H and the number of moves since the last capture or move \
               of a man, counting those of both sides, and F and the number of the current move: :H3:F20.";

/// The rules, with what is said about going on with a capture and about having to.
macro_rules! checkers_rules {
    ($capturing:literal) => {
        concat!(
            "The game is played on the 32 dark squares of a chessboard, which lies so that each player has a dark square \
            at the lower left. They are numbered from 1 at the top left to 32 at the bottom right, four in a row. \
            Black has twelve men on squares 1 to 12 at the top and begins; White has twelve men on squares 21 to 32. \
            Players take turns to move one piece. A man moves one square diagonally forward, Black's men down and \
            White's men up, to an empty square. A man that reaches the row farthest from its own side becomes a king. \
            A king moves one square diagonally in any direction. \
            A piece captures by jumping over a diagonally adjacent piece of the opponent to the empty square directly \
            behind it; the jumped piece is removed. Men capture forward only, kings in all four directions. If the \
            same piece can capture again from where it landed, it ",
            $capturing,
            " A player who has no pieces left, or who cannot move on their turn, loses."
        )
    };
}

static STRICT: GameInfo = GameInfo {
    id: text("checkers"),
    name: text("English checkers"),
    sides: [text("Black"), text("White")],
    pieces: Cow::Borrowed(PIECES),
    summary: text("Jump over the opponent's pieces, crown your men, and leave the opponent without a move."),
    rules: text(checkers_rules!(
        "must go on within the same move, and it may turn \
            on the way. A man that becomes a king by a capture ends its move there. \
            Capturing is compulsory: a player who can capture must, but may choose freely between different captures, \
            and need not choose the longest."
    )),
    draws: text(DRAWS),
    notation: text(NOTATION),
    source: text(
        "The standard rules of the World Checkers Draughts Federation. The limit of 40 moves, which an arbiter \
             applies there, is automatic here.",
    ),
    parameters: &[],
    endings: &[],
    limits: LIMITS,
    version: 1,
};

static CASUAL: GameInfo = GameInfo {
    id: text("checkers-casual"),
    name: text("Casual checkers"),
    sides: [text("Black"), text("White")],
    pieces: Cow::Borrowed(PIECES),
    summary: text(
        "Checkers as many play it at home: nobody has to capture, and a series of jumps may stop early.",
    ),
    rules: text(checkers_rules!(
        "may go on within the same move or stop, and it may \
            turn on the way. A man that becomes a king by a capture ends its move there. \
            Capturing is never compulsory: any other move may be made instead."
    )),
    draws: text(DRAWS),
    notation: text(NOTATION),
    source: text(
        "The rules of Tim Ruscica's tutorial program Python-Checkers-AI, without its mistakes; there only the side \
             that loses all pieces loses, and nothing is drawn.",
    ),
    parameters: &[],
    endings: &[],
    limits: LIMITS,
    version: 1,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::mirrored;
    use crate::knowledge::tests::{assert_fair, value};

    const ENGLISH: Checkers = Checkers { info: &STRICT, strict: true };
    const RELAXED: Checkers = Checkers { info: &CASUAL, strict: false };

    /// The legal moves of a position, sorted.
    fn legal(game: Checkers, text: &str) -> Vec<String> {
        let (position, _) = game.read_position(text).unwrap();
        let mut moves = Vec::new();
        game.generate(&position, &mut moves);
        let mut written: Vec<String> = moves.iter().map(|&mv| game.write_move(&position, mv)).collect();
        written.sort();
        written
    }

    fn after(game: Checkers, text: &str, mv: &str) -> String {
        let (mut position, _) = game.read_position(text).unwrap();
        let mv = game.read_move(&position, mv).unwrap();
        game.play(&mut position, mv);
        game.write_position(&position, Clocks::default())
    }

    #[test]
    fn a_capture_is_compulsory_and_goes_on_but_need_not_be_the_longest() {
        assert_eq!(legal(ENGLISH, "W:W22,24,32:B10,18,20"), ["22x6"]);
        // Over 17 and 10, or over 27 alone.
        assert_eq!(legal(ENGLISH, "W:W21,32:B10,17,27"), ["21x7", "32x23"]);
        assert_eq!(legal(RELAXED, "W:W22,32:B10,18"), ["22-17", "22x15", "22x6", "32-27", "32-28"]);
    }

    #[test]
    fn a_king_counts_half_a_piece_more() {
        let game = crate::visit("checkers-casual", Material("W:W18,K22:B1,2,K3,K4")).unwrap();
        assert_eq!(game, 5.0 - 2.5);
    }

    /// The material of a position.
    struct Material(&'static str);

    impl crate::Visitor for Material {
        type Output = f32;

        fn visit<G: Encode + Heuristic>(self, game: G, _: String) -> f32 {
            game.material(&game.read_position(self.0).unwrap().0)
        }
    }

    #[test]
    fn men_capture_forward_and_kings_both_ways() {
        assert_eq!(legal(ENGLISH, "W:W15,32:B18,19"), ["15-10", "15-11", "32-27", "32-28"]);
        assert_eq!(legal(ENGLISH, "W:WK15,32:B18,19"), ["15x22", "15x24"]);
    }

    #[test]
    fn a_man_that_is_crowned_stops() {
        // A king on 3 could go on over 8.
        let text = "W:W12:B7,8";
        assert_eq!(legal(ENGLISH, text), ["12x3"]);
        assert_eq!(after(ENGLISH, text, "12x3"), "B:WK3:B7");
        assert_eq!(legal(ENGLISH, "W:WK12:B7,8"), ["12x10"]);
    }

    #[test]
    fn two_ways_round_are_two_moves() {
        let text = "B:W10,11,18,19:BK23";
        assert_eq!(legal(ENGLISH, text), ["23x14x7x16x23", "23x16x7x14x23"]);
        assert_eq!(after(ENGLISH, text, "23 x 14 x 7 x 16 x 23"), "W:W:BK23");
        let (position, _) = ENGLISH.read_position(text).unwrap();
        assert!(matches!(ENGLISH.read_move(&position, "23x23"), Err(MoveError::Ambiguous { .. })));
        assert_eq!(ENGLISH.count_moves(&position, &mut Vec::new()), 2);
        // One landing is enough to tell them apart, if the order of the landings does.
        assert!(matches!(ENGLISH.read_move(&position, "23x7x23"), Err(MoveError::Ambiguous { .. })));
        assert_eq!(after(ENGLISH, text, "23-14-7-23"), "W:W:BK23");
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let text = "W:W22,32:B10,18";
        let expected = "B:W6,32:B";
        for spelling in ["22x6", "22x15x6", "22-6", "22-15-6", "22:6", "22 6", "22X15X6", "22×6"] {
            assert_eq!(after(ENGLISH, text, spelling), expected, "{spelling}");
        }
        let (position, _) = ENGLISH.read_position(text).unwrap();
        for wrong in ["22x15", "22-17", "22x6x15", "6x22", "22", "x", "", "4294967296-1", "²²x6"] {
            assert!(matches!(ENGLISH.read_move(&position, wrong), Err(MoveError::Illegal { .. })), "{wrong}");
        }
        assert_eq!(after(RELAXED, text, "22-15"), "B:W15,32:B10");
    }

    #[test]
    fn a_side_that_cannot_move_loses() {
        let (position, _) = ENGLISH.read_position("W:W12:B3,8").unwrap();
        let ending = ENGLISH.generate(&position, &mut Vec::new()).unwrap();
        assert_eq!(ending, Ending::win(Player::First, agon_core::Reason::NoMoves));
        // Two men against one: the smallest margin.
        assert_eq!(ENGLISH.score(&position, ending, 50), 1.0 / 18.0);
        let (position, _) = ENGLISH.read_position("W:W:BK3,8").unwrap();
        let ending = ENGLISH.generate(&position, &mut Vec::new()).unwrap();
        assert_eq!(ENGLISH.score(&position, ending, 50), 2.5 / 18.0);
    }

    #[test]
    fn evaluations_are_fair_and_count_material() {
        assert_fair(&ENGLISH, 40, mirrored);
        assert_fair(&RELAXED, 20, mirrored);
        let even = value(&ENGLISH, "B:W21,22,23:B10,11,12");
        let man = value(&ENGLISH, "B:W22,23:B10,11,12");
        let king = value(&ENGLISH, "B:W22,23:B10,11,K12");
        assert!(even.abs() < 0.05 && man > even + 0.1 && king > man + 0.05);
        assert!(value(&ENGLISH, "B:W32:B10,11,12,K1") > 0.6);
        assert!(
            value(&ENGLISH, "B:W30,31,32:B20,21,22") > value(&ENGLISH, "B:W30,31,32:B9,10,11"),
            "advance"
        );
    }

    #[test]
    fn only_a_compulsory_capture_forbids_to_stand() {
        let (position, _) = ENGLISH.read_position("W:W22,32:B10,18").unwrap();
        assert!(!ENGLISH.may_stand(&position) && RELAXED.may_stand(&position));
        let (position, _) = ENGLISH.read_position("W:W22,8:B10,11").unwrap();
        assert!(ENGLISH.may_stand(&position));
        let mv = ENGLISH.read_move(&position, "8-3").unwrap();
        assert!(ENGLISH.is_loud(&position, mv), "crowning");
    }
}

//! International draughts: ten by ten squares, flying kings, and the largest capture is compulsory.

mod moves;

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Heuristic, Layout, Limits, MoveError, Options,
    Parameter, Piece, PieceKind, Player, PositionError, Random, Trace,
};

use crate::bits::ones;
use crate::draughts::{self, Colour};
use crate::knowledge::verdict;

pub use moves::Move;
use moves::{Reach, find_way, list_captures, quiet, taken_between};

type Board = draughts::Board<5>;

/// A position of international draughts.
pub type Position = draughts::Position<5>;

const FIRST: Colour = Colour::White;

/// The rules of international draughts.
#[derive(Clone, Copy, Debug)]
pub struct InternationalDraughts {
    /// What a king counts in the final score, a man counting 1.
    king_value: f32,
}

impl Game for InternationalDraughts {
    type Position = Position;
    type Move = Move;

    fn info(&self) -> &GameInfo {
        &INFO
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
        let reach = Reach::new(position);
        if reach.captures {
            list_captures(position, &reach, moves);
            return None;
        }
        moves.clear();
        for (direction, ends) in reach.ends.into_iter().enumerate() {
            moves.extend(ones(ends).map(|to| quiet(position, direction, to)));
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
        let reach = Reach::new(position);
        if reach.captures {
            list_captures(position, &reach, moves);
            return Ok(random.pick(moves));
        }
        let count = reach.quiet_count();
        if count == 0 {
            return Err(position.defeat(FIRST));
        }
        let (direction, to) = reach.quiet_end(random.below(count));
        Ok(quiet(position, direction, to))
    }

    fn count_moves(&self, position: &Position, moves: &mut Vec<Move>) -> u64 {
        let reach = Reach::new(position);
        if reach.captures {
            list_captures(position, &reach, moves);
            return moves.len() as u64;
        }
        u64::from(reach.quiet_count())
    }

    #[inline]
    fn progresses(&self, position: &Position, mv: Move) -> bool {
        position.is_irreversible(mv.from, mv.captured)
    }

    #[inline]
    fn no_progress_limit(&self, position: &Position) -> Option<u32> {
        let without_lowest = |set: u64| set & set.wrapping_sub(1);
        for (alone, others) in [(position.own, position.enemy), (position.enemy, position.own)] {
            // One king against at most three pieces with a king among them.
            let at_most_two = without_lowest(without_lowest(others));
            if without_lowest(alone) == 0
                && without_lowest(at_most_two) == 0
                && alone & position.kings != 0
                && others & position.kings != 0
            {
                return Some(if at_most_two == 0 { TWO_AGAINST_ONE } else { THREE_AGAINST_ONE });
            }
        }
        INFO.limits.no_progress
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.hash()
    }

    fn score(&self, position: &Position, ending: Ending, _: u32) -> f32 {
        position.score(ending.outcome, self.king_value, FIRST)
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        let path: Vec<usize> = find_way(position, mv).into_iter().map(Board::square).collect();
        let alike = |other: &&Move| (other.from, other.to) == (mv.from, mv.to);
        let mut moves = Vec::new();
        self.generate(position, &mut moves);
        // Every leg passes over one piece: landings tell the captured pieces, and so tell all captures apart.
        draughts::write_move(&path, mv.captured != 0, moves.iter().filter(alike).count() == 1)
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        draughts::read_move(self, position, text, |mv, squares| {
            let ends = [mv.from, mv.to].map(|place| Board::square(usize::from(place)));
            let [first, second, rest @ ..] = squares else { return None };
            let last = squares[squares.len() - 1];
            let mut captured: Vec<usize> = ones(mv.captured).map(Board::square).collect();
            let mut named = rest.to_vec();
            captured.sort_unstable();
            named.sort_unstable();
            if [*first, last] == ends && taken_between(position, squares) == Some(mv.captured) {
                Some(0)
            } else if [*first, *second] == ends && named == captured {
                // The form of the Hub protocol: start, end and the captured squares in any order.
                Some(1)
            } else {
                (squares == ends).then_some(2)
            }
        })
    }

    fn write_position(&self, position: &Position, clocks: Clocks) -> String {
        draughts::write_position(position, clocks, FIRST)
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        draughts::read_position(&INFO.id, text, FIRST)
    }

    fn layout(&self) -> Layout {
        Board::layout()
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        position.piece(cell, FIRST)
    }

    fn trace(&self, position: &Position, mv: Move) -> Trace {
        let captured = ones(mv.captured).map(Board::square).collect();
        Trace { captured, ..Trace::path(find_way(position, mv).into_iter().map(Board::square)) }
    }
}

impl Encode for InternationalDraughts {
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

impl Catalogued for InternationalDraughts {
    const RULE_SETS: &'static [&'static GameInfo] = &[&INFO];

    fn build(_: &'static GameInfo, options: &Options) -> InternationalDraughts {
        InternationalDraughts { king_value: options.number("king-value") as f32 }
    }
}

/// What a king is worth in the evaluation, in hundredths of a man. It is what players say, and has nothing to do with
/// the parameter, by which a published score is made.
const KING_WORTH: i32 = 300;

impl Heuristic for InternationalDraughts {
    const HAND_MADE: bool = true;

    fn heuristic(&self, position: &Position) -> f32 {
        let captures = Reach::new(position).captures;
        verdict(position.outlook(KING_WORTH, captures), position.mover.player(FIRST))
    }

    #[inline]
    fn is_loud(&self, position: &Position, mv: Move) -> bool {
        mv.captured != 0 || position.crowns(mv.from, mv.to)
    }

    #[inline]
    fn may_stand(&self, position: &Position) -> bool {
        !Reach::new(position).captures
    }

    #[inline]
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        position.promise(mv.from, mv.to, mv.captured)
    }
}

/// Plies without progress that make a draw when few pieces are left: sixteen and five moves by each side.
const THREE_AGAINST_ONE: u32 = 32;
const TWO_AGAINST_ONE: u32 = 10;

static INFO: GameInfo = GameInfo {
    id: text("international-draughts"),
    name: text("International draughts"),
    sides: [text("White"), text("Black")],
    pieces: Cow::Borrowed(&[PieceKind::new("man", ['w', 'b']), PieceKind::new("king", ['W', 'B'])]),
    summary: text(
        "Draughts on a hundred squares, with kings that fly across the board and captures that must be the largest.",
    ),
    rules: text(
        "The game is played on the 50 dark squares of a board of ten by ten, which lies so that each player has a dark \
            square at the lower left. They are numbered from 1 at the top left to 50 at the bottom right, five in a \
            row. White has twenty men on squares 31 to 50 at the bottom and begins; Black has twenty men on squares 1 \
            to 20. Players take turns to move one piece. A man moves one square diagonally forward, White's men up and \
            Black's men down, to an empty square. A king moves any number of empty squares along a diagonal, in any \
            direction. \
            A man captures, forward or backward, by jumping over a diagonally adjacent piece of the opponent to the \
            empty square directly behind it. A king captures a piece of the opponent any distance away on a diagonal, \
            if only empty squares lie before it and at least one empty square lies directly behind it, and lands on \
            any of the empty squares behind it up to the next piece. If the same piece can capture again from where it \
            landed, it goes on within the same move, and it may turn on the way. It may cross an empty square more \
            than once, but may not jump over the same piece twice. The captured pieces are removed only when the whole \
            move is finished; until then they are in the way. \
            Capturing is compulsory, and it must be a capture of the greatest possible number of pieces, men and kings \
            counting alike. Between captures of the same number the player may choose. \
            A man that ends its move on the row farthest from its own side becomes a king; a man that only passes \
            through that row during a capture stays a man. \
            A player who has no pieces left, or who cannot move on their turn, loses.",
    ),
    draws: text(
        "The game is drawn when the same position, with the same side to move, comes up for the third time, and when \
            each side has made 25 moves in a row without a capture and without moving a man. Of these moves, 16 by each \
            side are enough when one king stands alone against three pieces with at least one king among them, and 5 \
            by each side when one king stands alone against two pieces with at least one king among them or against \
            one king. The game is also drawn when it has lasted for 250 moves by each side.",
    ),
    notation: text(
        "A move is written as its start and end squares, such as 32-28, and a capture with an x, such as 28x19. \
               Where two captures share both squares, all landings are written: 28x19x10. The form of the Hub protocol, \
               with the captured squares after the end, such as 28x19x23, is understood too. A position is the side \
               to move and the squares of both sides, with K before a king: W:W31-50:B1-20 or W:W28,K33:BK5,19. It may \
               be followed by H and the number of moves since the last capture or move of a man, counting those of \
               both sides, and F and the number of the current move: :H3:F20.",
    ),
    source: text(
        "The rules of the World Draughts Federation, FMJD. Its counts of 16 and 5 moves begin when those pieces are \
             left; here they begin again after a capture or a move of a man.",
    ),
    parameters: &[Parameter {
        key: "king-value",
        default: "20",
        values: &["20", "3"],
        help: "What a king counts in the final score, where a man counts 1.",
    }],
    endings: &[],
    limits: Limits { repetition: Some(3), no_progress: Some(50), ply_cap: Some(500) },
    version: 1,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draughts::mirrored;
    use crate::knowledge::tests::{assert_fair, value};

    const GAME: InternationalDraughts = InternationalDraughts { king_value: 20.0 };

    fn position(text: &str) -> Position {
        GAME.read_position(text).unwrap().0
    }

    /// The legal moves of a position, sorted.
    fn legal(text: &str) -> Vec<String> {
        let position = position(text);
        let mut moves = Vec::new();
        GAME.generate(&position, &mut moves);
        let mut written: Vec<String> = moves.iter().map(|&mv| GAME.write_move(&position, mv)).collect();
        written.sort();
        written
    }

    fn after(text: &str, mv: &str) -> String {
        let mut position = position(text);
        let mv = GAME.read_move(&position, mv).unwrap();
        GAME.play(&mut position, mv);
        GAME.write_position(&position, Clocks::default())
    }

    #[test]
    fn the_largest_capture_is_compulsory() {
        assert_eq!(legal("W:W32:B27,28"), ["32x21", "32x23"]);
        assert_eq!(legal("W:W32:B17,27,28"), ["32x12"]);
        // Kings count no more than men.
        assert_eq!(legal("W:W32:B17,27,K28"), ["32x12"]);
    }

    #[test]
    fn a_king_lands_on_any_square_behind() {
        assert_eq!(legal("W:WK46:B37"), ["46x10", "46x14", "46x19", "46x23", "46x28", "46x32", "46x5"]);
        // Two pieces side by side on a diagonal stop it.
        assert_eq!(legal("W:WK46:B32,37"), ["46-41"]);
        // Whatever the landing between two pieces in line, it is one capture.
        assert_eq!(legal("W:WK46:B14,37"), ["46x10", "46x5"]);
    }

    #[test]
    fn captured_pieces_stay_until_the_end() {
        // Over 37, 18 and 17; if 37 were gone by then, 42 could be taken from 26.
        assert_eq!(legal("W:WK46:B17,18,37,42"), ["46x21", "46x26"]);
        assert_eq!(after("W:WK46:B17,18,37,42", "46x26"), "B:WK26:B42");
    }

    #[test]
    fn a_man_that_passes_through_the_far_row_stays_a_man() {
        assert_eq!(after("W:W11:B7,8,30", "11x13"), "B:W13:B30");
        assert_eq!(after("W:W11:B7,30", "11x2"), "B:WK2:B30");
        // A man may also end on its own first row.
        assert_eq!(after("W:W37:B41,9", "37x46"), "B:W46:B9");
    }

    #[test]
    fn the_same_pieces_in_another_order_are_one_move() {
        assert_eq!(legal("W:W28:B12,13,22,23"), ["28x28"]);
        assert_eq!(GAME.count_moves(&position("W:W28:B12,13,22,23"), &mut Vec::new()), 1);
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let text = "W:WK46:B17,18,37,42";
        let spellings = [
            "46x26",
            "46-26",
            "46 26",
            // Landings: 46 to 23 to 12 to 26, the first and second of which are the only ones that work.
            "46x23x12x26",
            "46:23:12:26",
            // The Hub form, in any order.
            "46x26x17x18x37",
            "46x26x37x18x17",
        ];
        for spelling in spellings {
            assert_eq!(after(text, spelling), "B:WK26:B42", "{spelling}");
        }
        for wrong in ["46x28x12x26", "46x26x17x18", "46-41", "46", "46x26x99", "1x2x3x4x5x6x7"] {
            let answer = GAME.read_move(&position(text), wrong);
            assert!(matches!(answer, Err(MoveError::Illegal { .. })), "{wrong}");
        }
    }

    #[test]
    fn few_pieces_leave_fewer_moves_for_a_draw() {
        for (text, limit) in [
            ("W:WK1,K2,K3,K4:BK50", 50),
            ("W:WK1,K2,K3:BK50", 32),
            ("B:WK1,30,31:BK50", 32),
            ("W:W29,30,31:BK50", 50),
            ("W:WK1,K2:BK50", 10),
            ("W:WK50:BK1,12", 10),
            ("W:WK1:BK50", 10),
            ("W:W30:BK50", 50),
            ("W:WK1,K2,K3:B40", 50),
        ] {
            assert_eq!(GAME.no_progress_limit(&position(text)), Some(limit), "{text}");
        }
    }

    #[test]
    fn the_value_of_a_king_is_a_parameter() {
        let lost = position("B:WK2,19:B");
        let ending = GAME.generate(&lost, &mut Vec::new()).unwrap();
        assert_eq!(GAME.score(&lost, ending, 90), 21.0 / 400.0);
        assert_eq!(InternationalDraughts { king_value: 3.0 }.score(&lost, ending, 90), 4.0 / 60.0);
    }

    #[test]
    fn evaluations_are_fair_and_count_material() {
        assert_fair(&GAME, 40, mirrored);
        let even = value(&GAME, "W:W38,39,40:B11,12,13");
        let man = value(&GAME, "W:W38,39,40:B11,12");
        let king = value(&GAME, "W:W38,39,K40:B11,12");
        assert!(even.abs() < 0.05 && man > even + 0.1 && king > man + 0.2 && king > 0.6);
        assert!(!GAME.may_stand(&position("W:W32:B27,28")) && GAME.may_stand(&position("W:W32:B17,18")));
    }
}

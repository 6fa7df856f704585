//! What players of Othello look at: who can move where, who owns the corners, and discs only when the end is near.

use agon_core::Heuristic;

use super::{Othello, PASS, Position, placements};
use crate::grid8::neighbours;
use crate::knowledge::verdict;

const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares diagonally beside the corners.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// The squares beside the corners on the edges.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;
const EDGES: u64 = 0xff81_8181_8181_81ff;

/// What things are worth, in hundredths of a "man"; a corner is what comes nearest to one.
///
/// Moves: what the number of moves is worth, all of them if only one side has any. Early a player wants few discs
/// that border on empty squares, because those are the ones that can be outflanked.
const CORNER: i32 = 120;
const X_SQUARE: i32 = -60;
const C_SQUARE: i32 = -25;
/// A disc of an edge that its corner protects for good.
const ANCHORED: i32 = 30;
const MOVES: i32 = 400;
const FRONTIER: i32 = -7;
/// Having the last move, which counts from the time on when the empty squares can be counted.
const PARITY: i32 = 25;
const PARITY_COUNTS: u32 = 20;
/// A disc, which counts when so few squares are empty; its worth grows to the end.
const DISCS_COUNT: u32 = 14;
const LAST_DISC: i32 = 40;

/// How well placed a side is, whoever moves.
#[inline]
fn ground(own: u64, empty: u64) -> i32 {
    let count = |set: u64| (own & set).count_ones() as i32;
    let open = neighbours(empty & CORNERS);
    let mut anchored = own & CORNERS;
    while let grown = anchored | neighbours(anchored) & own & EDGES
        && grown != anchored
    {
        anchored = grown;
    }
    CORNER * count(CORNERS)
        + X_SQUARE * count(X_SQUARES & open)
        + C_SQUARE * count(C_SQUARES & open)
        + ANCHORED * count(anchored)
        + FRONTIER * count(neighbours(empty))
}

/// How far the player to move is ahead.
#[inline]
fn outlook(own: u64, enemy: u64) -> i32 {
    let empty = !(own | enemy);
    let left = empty.count_ones();
    let [moves, others] =
        [placements(own, enemy), placements(enemy, own)].map(|squares| squares.count_ones() as i32);
    // Both have none only when the game is over.
    let mut ahead =
        ground(own, empty) - ground(enemy, empty) + MOVES * (moves - others) / (moves + others + 2);
    if left <= PARITY_COUNTS {
        ahead += if left % 2 == 1 { PARITY } else { -PARITY };
    }
    if left < DISCS_COUNT {
        let discs = own.count_ones() as i32 - enemy.count_ones() as i32;
        ahead += discs * LAST_DISC * (DISCS_COUNT - left) as i32 / DISCS_COUNT as i32;
    }
    ahead
}

impl Heuristic for Othello {
    const HAND_MADE: bool = true;

    fn heuristic(&self, position: &Position) -> f32 {
        verdict(outlook(position.own, position.enemy), position.mover)
    }

    /// Taking a corner: it is never lost again.
    #[inline]
    fn is_loud(&self, _: &Position, mv: u8) -> bool {
        mv != PASS && CORNERS >> mv & 1 == 1
    }

    /// Corners, then edges, then the rest, and last what gives a corner away.
    fn promise(&self, position: &Position, mv: u8) -> i32 {
        if mv == PASS {
            return 0;
        }
        let square = 1_u64 << mv;
        let open = neighbours(CORNERS & !(position.own | position.enemy));
        let is_in = |set: u64| square & set != 0;
        if is_in(CORNERS) {
            100
        } else if is_in(X_SQUARES & open) {
            -40
        } else if is_in(C_SQUARES & open) {
            -20
        } else if is_in(EDGES) {
            10
        } else {
            // Inside, the fewer empty squares around it, the less the disc opens.
            -((neighbours(square) & !(position.own | position.enemy)).count_ones() as i32)
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Game;

    use super::*;
    use crate::knowledge::tests::{assert_fair, value};

    #[test]
    fn evaluations_are_fair() {
        assert_fair(&Othello, 40, |position| Position { mover: !position.mover, ..*position });
    }

    /// A board on which only these rows are not empty, and X is to move.
    fn board(rows: [(usize, &str); 4]) -> String {
        let mut board = ["--------"; 8];
        for (row, text) in rows {
            board[row] = text;
        }
        format!("{} X", board.concat())
    }

    #[test]
    fn corners_are_good_and_their_neighbours_bad() {
        let centre = [(3, "---OX---"), (4, "---XO---")];
        let with = |top: &'static str, second: &'static str| {
            value(&Othello, &board([(0, top), (1, second), centre[0], centre[1]]))
        };
        let corner = with("X-------", "--------");
        let beside = with("--------", "-X------");
        let nothing = with("--------", "--------");
        assert!(corner > nothing + 0.1 && beside < nothing - 0.05, "{corner} {nothing} {beside}");
        // Beside a corner of one's own it is another matter, and a second disc on the edge is safe.
        assert!(with("XX------", "-X------") > corner);
    }

    #[test]
    fn few_discs_are_no_disadvantage_early() {
        // White has one disc, can move everywhere, and is surrounded by black ones that all border on empty squares.
        let crowd = board([(2, "--XXX---"), (3, "--XOX---"), (4, "--XXX---"), (5, "--------")]);
        assert!(value(&Othello, &crowd) < 0.1);
        // At the end they are what counts.
        let full = format!("{}{}-- O", "X".repeat(42), "O".repeat(20));
        assert!(value(&Othello, &full) > 0.5);
    }

    #[test]
    fn corners_come_first_and_the_squares_before_them_last() {
        let (position, _) = Othello
            .read_position(&board([(2, "--OOO---"), (3, "--OXO---"), (4, "--OOO---"), (5, "--------")]))
            .unwrap();
        let promise = |mv| Othello.promise(&position, mv);
        assert!(promise(0) > promise(2) && promise(2) > promise(1) && promise(1) > promise(9));
        assert!(Othello.is_loud(&position, 63) && !Othello.is_loud(&position, 62));
    }
}

//! What players of Lines of Action look at: how close together the pieces are, into how many groups they fall, how
//! central and how free they are. After the evaluation of Mark Winands' program MIA, in round numbers.

use agon_core::{Heuristic, Player};

use super::{LinesOfAction, Move, PIECES, Position};
use crate::bits::ones;
use crate::grid8::{COLUMN, Way};
use crate::knowledge::verdict;

/// What it is worth to be as close together as can be, where being in the starting position is worth little.
const CONCENTRATION: i32 = 900;
/// What one group fewer is worth.
const GROUP: i32 = 35;
/// What a way to go is worth.
const WAY: i32 = 4;
/// What a piece is worth by its distance from the edge: those on it are hard to bring back.
const INWARD: [i32; 4] = [-12, 0, 6, 8];

/// The least sum of distances from the centre of mass that so many pieces can have: one stands there, and eight around.
const LEAST: [i32; PIECES as usize + 1] = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14];

/// The squares at each distance from the edge.
const RINGS: [u64; 4] =
    [0xff81_8181_8181_81ff, 0x007e_4242_4242_7e00, 0x0000_3c24_243c_0000, 0x0000_0018_1800_0000];

const EAST: Way = Way::new(0, 1);
const NORTH: Way = Way::new(1, 0);
const NORTH_EAST: Way = Way::new(1, 1);

/// How close together pieces are, from 0 to [`CONCENTRATION`]: the sum of their distances from the centre of mass, in
/// the steps of a king, against the least that so many can have.
#[inline]
fn concentration(pieces: u64) -> i32 {
    let count = pieces.count_ones() as i32;
    let (mut rows, mut columns) = (0, 0);
    for line in 1..8 {
        rows += line * (pieces >> (8 * line) & 0xff).count_ones() as i32;
        columns += line * (pieces >> line & COLUMN).count_ones() as i32;
    }
    // The nearest square to the centre of mass.
    let (row, column) = ((2 * rows + count) / (2 * count), (2 * columns + count) / (2 * count));
    let distance = |square: usize| {
        let (up, right) = (square as i32 / 8 - row, square as i32 % 8 - column);
        up.abs().max(right.abs())
    };
    let surplus = ones(pieces).map(distance).sum::<i32>() - LEAST[count as usize];
    // The mean surplus is at most about three squares.
    CONCENTRATION * count / (count + surplus.max(0))
}

/// Groups less holes (the Euler number), which small patterns tell without following the groups: pieces, less pairs
/// that touch, plus triples in a square of four, less full squares.
#[inline]
fn groups(pieces: u64) -> i32 {
    // The four corners of a square, each in the place of the lower left one.
    let (here, right) = (pieces, EAST.behind(pieces));
    let (up, across) = (NORTH.behind(pieces), NORTH_EAST.behind(pieces));
    let count = |set: u64| set.count_ones() as i32;
    let pairs = count(here & right) + count(here & up) + count(here & across) + count(right & up);
    let triples = count(here & right & up)
        + count(here & right & across)
        + count(here & up & across)
        + count(right & up & across);
    count(here) - pairs + triples - count(here & right & up & across)
}

#[inline]
fn prospects(position: &Position, player: Player) -> i32 {
    let pieces = position.pieces[player.index()];
    let inward: i32 =
        RINGS.iter().zip(INWARD).map(|(&ring, worth)| worth * (pieces & ring).count_ones() as i32).sum();
    let ways = Position { to_move: player, ..*position }.movement_count();
    concentration(pieces) - GROUP * groups(pieces) + inward + WAY * ways as i32
}

impl Heuristic for LinesOfAction {
    const HAND_MADE: bool = true;

    fn heuristic(&self, position: &Position) -> f32 {
        verdict(prospects(position, Player::First) - prospects(position, Player::Second), Player::First)
    }

    /// Moves towards the own pieces: what matters is how far they stand from the others before and after. A capture
    /// takes a piece away from which the enemy would gather, or saves him the way: it counts half a square.
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let Move::Piece { from, to } = mv else { return 0 };
        let own = position.own() & !(1 << from);
        let near = |square: u8| {
            let around = crate::grid8::neighbours(1 << square);
            let wide = around | crate::grid8::neighbours(around);
            ((own & around).count_ones() + (own & wide).count_ones()) as i32
        };
        2 * (near(to) - near(from)) + i32::from(position.is_capture(mv))
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Encode, Game};

    use super::super::BothConnected;
    use super::*;
    use crate::grid8::neighbours;
    use crate::knowledge::tests::{assert_fair, value};

    const GAME: LinesOfAction = LinesOfAction { both_connected: BothConnected::Draw };

    #[test]
    fn evaluations_are_fair() {
        assert_fair(&GAME, 30, |position| {
            let turned = |set: u64| ones(set).fold(0, |turned, square| turned | 1 << GAME.turned(square));
            let [black, white] = position.pieces;
            Position { pieces: [turned(white), turned(black)], to_move: !position.to_move }
        });
    }

    #[test]
    fn groups_are_counted_without_following_them() {
        let follow = |mut pieces: u64| {
            let mut groups = 0;
            while pieces != 0 {
                let mut group = pieces & pieces.wrapping_neg();
                while let grown = (group | neighbours(group)) & pieces
                    && grown != group
                {
                    group = grown;
                }
                pieces &= !group;
                groups += 1;
            }
            groups
        };
        let mut random = agon_core::Random::new(4);
        let mut with_holes = 0;
        for _ in 0..3000 {
            let pieces = random.bits() & random.bits() & random.bits();
            // A hole has at least four pieces around it, so most sparse sets have none.
            with_holes += i32::from(groups(pieces) != follow(pieces));
            assert!(groups(pieces) <= follow(pieces), "{pieces:x}");
        }
        assert!(with_holes < 300, "{with_holes}");
        assert_eq!(groups(0x0000_0008_1408_0000), 0, "a ring around one square");
    }

    #[test]
    fn close_together_is_good() {
        let start = value(&GAME, "1BBBBBB1/W6W/W6W/W6W/W6W/W6W/W6W/1BBBBBB1 b");
        assert_eq!(start, 0.0);
        let gathered = value(&GAME, "W6W/W6W/2BBB3/2BBB3/5B2/W6W/W6W/B6W b");
        let scattered = value(&GAME, "W2B3W/W6W/B2B3B/2B5/5B2/W6W/WB4BW/7W b");
        assert!(gathered > 0.4 && gathered > scattered + 0.2, "{gathered} {scattered}");
    }

    #[test]
    fn moves_to_the_own_pieces_are_promising() {
        let (position, _) = GAME.read_position("8/8/2BB4/2BB4/8/8/8/WW4WB b").unwrap();
        let promise = |text: &str| GAME.promise(&position, GAME.read_move(&position, text).unwrap());
        assert!(promise("h1-e4") > promise("h1-h2"));
    }
}

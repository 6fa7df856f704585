//! What players of Freckers look at: frogs across, the way that is left, and moves that cover much of it first.

use agon_core::{Heuristic, Player, Standing};

use super::{FROGS, Freckers, GOALS, Move, Position};
use crate::bits::ones;

/// How many columns a frog is away from the nearest of a set of columns.
static ASIDE: [[u8; 8]; 256] = {
    let mut table = [[u8::MAX; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let mut pair = 0;
        while pair < 64 {
            let (from, to): (usize, usize) = (pair / 8, pair % 8);
            let away = from.abs_diff(to) as u8;
            if set >> to & 1 == 1 && away < table[set][from] {
                table[set][from] = away;
            }
            pair += 1;
        }
        set += 1;
    }
    table
};

/// The longest way that a frog can have before it.
const LONGEST_WAY: u32 = 7;

impl Position {
    fn across(&self, player: Player) -> i32 {
        (self.frogs[player.index()] & GOALS[player.index()]).count_ones() as i32
    }

    /// Steps that a player's frogs are away from the goal, as if pads lay everywhere and each went to the nearest cell of
    /// the goal row that holds none of them. A step may be diagonal, so that the longer of both ways counts.
    fn way_left(&self, player: Player) -> i32 {
        let frogs = match player {
            Player::First => self.frogs[0],
            Player::Second => self.frogs[1].swap_bytes(),
        };
        let free = !(frogs >> 56) as u8;
        let way = |frog: usize| (7 - frog / 8).max(usize::from(ASIDE[usize::from(free)][frog % 8]));
        ones(frogs & !GOALS[0]).map(way).sum::<usize>() as i32
    }
}

impl Heuristic for Freckers {
    const HAND_MADE: bool = true;

    fn heuristic(&self, position: &Position) -> f32 {
        let [points, lead] = difference(position, Player::First);
        Standing { points, lead, progress: 0 }.value()
    }

    fn promise(&self, _: &Position, mv: Move) -> i32 {
        let Move::Frog { from, to } = mv else { return 0 };
        let (rows, columns) = (i32::from(from / 8).abs_diff(i32::from(to / 8)), (from % 8).abs_diff(to % 8));
        // Jumps, the long ones first; then steps forward, steps sideways, and growing.
        match (rows, columns) {
            (0, 1) => 1,
            (1, _) => 2,
            (rows, _) => 3 + rows as i32,
        }
    }

    fn standing(&self, position: &Position, player: Player) -> Option<Standing> {
        let [points, lead] = difference(position, player);
        let progress = (FROGS * LONGEST_WAY) as i32 - position.way_left(player);
        Some(Standing { points, lead, progress })
    }
}

/// The points and the lead of a player over the other.
fn difference(position: &Position, player: Player) -> [i32; 2] {
    let points = position.across(player) - position.across(!player);
    [points, position.way_left(!player) - position.way_left(player)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::freckers::pond::Landing;
    use crate::knowledge::tests::{assert_fair, value};
    use agon_core::Game;

    fn freckers() -> Freckers {
        Freckers { landing: Landing::Free }
    }

    #[test]
    fn evaluations_are_fair_and_prefer_frogs_across() {
        let game = freckers();
        assert_fair(&game, 30, |position| Position {
            frogs: [position.frogs[1].swap_bytes(), position.frogs[0].swap_bytes()],
            pads: position.pads.swap_bytes(),
            to_move: !position.to_move,
        });
        let across = value(&game, "8/8/8/1BBBBBB1/8/1R6/2RRRR2/1R6 r 40");
        let near = value(&game, "8/8/8/1BBBBBB1/8/8/1RRRRRR1/8 r 40");
        let far = value(&game, "8/8/8/1BBBBBB1/8/1R6/2RRRRR1/8 r 40");
        assert!(across > near && near > far && far > 0.0, "{across} {near} {far}");
    }

    #[test]
    fn the_way_is_the_longer_of_down_and_aside_to_a_free_cell() {
        let game = freckers();
        let start = game.initial();
        assert_eq!([Player::First, Player::Second].map(|player| start.way_left(player)), [42, 42]);
        // Red: four across on a to d, one beside them on the row above d, one in the far corner.
        let (position, _) =
            game.read_position("B6R/8/2B5/8/8/8/3R4/RRRRBBBB r 40").expect("a position of the game");
        // From d2 one step to e1, where a blue frog stands, which does not count; from h8 seven steps down.
        assert_eq!(position.way_left(Player::First), 8);
        assert_eq!(position.across(Player::First), 4);
        // Blue: one across, one two rows away, four at the start.
        assert_eq!(position.way_left(Player::Second), 2 + 4 * 7);
        let standing = game.standing(&position, Player::First);
        assert_eq!(standing, Some(Standing { points: 3, lead: 22, progress: 34 }));
        assert_eq!(game.standing(&position, Player::Second).map(|s| (s.points, s.lead)), Some((-3, -22)));
    }

    #[test]
    fn moves_are_promising_in_the_published_order() {
        let game = freckers();
        let position = game.initial();
        let promise = |from, to| game.promise(&position, Move::Frog { from, to });
        let descending = [promise(1, 33), promise(1, 17), promise(1, 3), promise(1, 9), promise(1, 2)];
        assert!(descending.windows(2).all(|pair| pair[0] > pair[1]), "{descending:?}");
        assert!(promise(1, 2) > game.promise(&position, Move::Grow));
    }
}

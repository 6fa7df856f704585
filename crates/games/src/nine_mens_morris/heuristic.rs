//! What players of morris look at: stones, mills and those about to be closed, and who is being shut in.

use agon_core::Heuristic;

use super::points::{SLIDES, Set, in_mills, mill_ends, neighbours, slides};
use super::{Move, NineMensMorris, Position};
use crate::bits::ones;
use crate::knowledge::verdict;

/// What things are worth, in hundredths of a stone.
const STONE: i32 = 100;
const STONE_IN_MILL: i32 = 6;
/// A point or slide that closes a mill, and the same with the move in hand.
const CLOSING: i32 = 25;
const CLOSING_NOW: i32 = 60;
/// A slide that closes one mill and opens another: it takes a stone every turn.
const DOUBLE_MILL: i32 = 60;
const SLIDE: i32 = 3;
const SHUT_IN: i32 = -14;
/// What flying makes up for.
const FLYING: i32 = 60;
/// While stones are placed: a point joined to a stone, for later.
const JOINED: i32 = 2;

/// What speaks for a side, and whether it could close a mill if it were its turn.
#[inline]
fn prospects(stones: Set, hand: u32, empty: Set) -> (i32, bool) {
    let count = stones.count_ones();
    let mills = in_mills(stones);
    let worth = STONE * (count + hand) as i32 + STONE_IN_MILL * mills.count_ones() as i32;
    let (closing, rest) = if hand > 0 {
        let joined = neighbours(stones) & empty;
        ((mill_ends(stones) & empty).count_ones(), JOINED * joined.count_ones() as i32)
    } else if count == 3 {
        // The third stone comes from anywhere, unless it is one of the two.
        ((mill_ends(stones) & empty).count_ones(), FLYING)
    } else {
        let (all, closing) = slides(stones, empty);
        let doubles = ones(closing).filter(|&slide| SLIDES[slide] & mills != 0).count() as i32;
        let shut_in = (stones & !neighbours(empty)).count_ones() as i32;
        (closing.count_ones(), SLIDE * all.count_ones() as i32 + SHUT_IN * shut_in + DOUBLE_MILL * doubles)
    };
    (worth + CLOSING * closing as i32 + rest, closing > 0)
}

impl Heuristic for NineMensMorris {
    const HAND_MADE: bool = true;

    fn heuristic(&self, position: &Position) -> f32 {
        let [hand, other_hand] = position.hands();
        let empty = position.empty();
        let (own, can_close) = prospects(position.own, hand, empty);
        let (enemy, _) = prospects(position.enemy, other_hand, empty);
        verdict(own - enemy + if can_close { CLOSING_NOW } else { 0 }, position.mover)
    }

    /// Closing a mill.
    #[inline]
    fn is_loud(&self, _: &Position, mv: Move) -> bool {
        mv.removed != 0
    }

    /// Closing a mill, best by a stone that the enemy needs for one; then preventing one, preparing one, and points
    /// from which many ways lead on.
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let own = position.own ^ mv.step;
        let end = mv.step & !position.own;
        let empty = position.empty() & !end;
        let threats = (mill_ends(position.enemy ^ mv.removed) & empty).count_ones() as i32;
        let prevents = i32::from(end & mill_ends(position.enemy) != 0);
        let prepared = (mill_ends(own) & empty).count_ones() as i32;
        let ways = neighbours(end).count_ones() as i32;
        (if mv.removed == 0 { 0 } else { 100 }) - 8 * threats + 20 * prevents + 6 * prepared + ways
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Game;

    use super::*;
    use crate::knowledge::tests::{assert_fair, value};

    const GAME: NineMensMorris = NineMensMorris { repetition: 2 };

    #[test]
    fn evaluations_are_fair() {
        assert_fair(&GAME, 40, |position| Position { mover: !position.mover, ..*position });
    }

    /// A position in which all stones are placed and White is to move, from the inner, middle and outer ring.
    fn placed(rings: &str) -> f32 {
        let [white, black] = ['O', '@'].map(|stone| rings.matches(stone).count());
        value(&GAME, &format!("{rings} w m s {white} 0 {black} 0 0 0 -1 -1 -1 -1 0 0 30"))
    }

    #[test]
    fn stones_mills_and_freedom_are_good() {
        let even = placed("@*@*@**@/********/O*O*O**O");
        assert!(placed("@*@*@**@/********/O*OOO**O") > even + 0.08, "a stone more");
        assert!(placed("@*@*@**@/********/OO***O*O") > placed("@*@*@**@/********/*O**OO*O"), "a mill");
        // The mill on g7 d7 a7 opens into f6 d6 b6, and that one into the other.
        let double = placed("@*@*@**@/**O****O/OO*****O");
        let single = placed("@*@*@**@/***O*O**/OO*****O");
        assert!(double > single, "{double} {single}");
        assert!(placed("*****@**/******@*/OO@**@OO") < placed("@*@*@**@/********/OO****OO"), "shut in");
    }

    #[test]
    fn mills_are_closed_first_and_prevented_next() {
        let text = "********/********/O@***@*O w p p 2 7 2 7 0 0 -1 -1 -1 -1 0 4 3";
        let (position, _) = GAME.read_position(text).unwrap();
        let mut moves = Vec::new();
        GAME.generate(&position, &mut moves);
        moves.sort_by_key(|&mv| -GAME.promise(&position, mv));
        assert!(moves.iter().all(|&mv| GAME.is_loud(&position, mv) == (mv.removed != 0)));
    }
}

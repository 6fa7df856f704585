//! What players look at who line pieces up: lines that are still open, ways to go, and points with many lines.

use agon_core::Heuristic;

use super::{Board, LineUp};
use crate::bits::ones;
use crate::knowledge::verdict;
use crate::stones::{Step, Stones};

/// What a line is worth that the opponent has no piece on, by the pieces that are missing: none is a won game.
const LINE_WORTH: [i32; 5] = [0, 60, 20, 5, 0];
/// What it is worth besides that the missing piece can come next, to the player to move and to the other one.
const ABOUT_TO_WIN: [i32; 2] = [1500, 150];
/// What a way to go is worth, and a line through a point on which a piece stands.
const SLIDE_WORTH: i32 = 4;
const PLACE_WORTH: i32 = 4;

impl<B: Board> LineUp<B> {
    /// What speaks for a player, who has these pieces; `next` is 0 if it is his turn and 1 if it is not.
    #[inline]
    fn prospects(own: u32, enemy: u32, next: usize) -> i32 {
        let mut worth = 0;
        let is_placing = own.count_ones() < B::PIECES;
        for &line in B::LINES.list {
            if line & enemy != 0 {
                continue;
            }
            let missing = line & !own;
            worth += LINE_WORTH[missing.count_ones() as usize];
            if missing.is_power_of_two() && (is_placing || B::slides(own & !line, missing) != 0) {
                worth += ABOUT_TO_WIN[next];
            }
        }
        if own.count_ones() + enemy.count_ones() == 2 * B::PIECES {
            worth += SLIDE_WORTH * B::slides(own, Self::ALL & !(own | enemy)).count_ones() as i32;
        }
        let through = |point: usize| i32::from(B::LINES.through[point]);
        worth + PLACE_WORTH * ones(u64::from(own)).map(through).sum::<i32>()
    }
}

impl<B: Board> Heuristic for LineUp<B> {
    const HAND_MADE: bool = true;

    /// Lines that are still open, ways to go, and points with many lines.
    fn heuristic(&self, position: &Stones) -> f32 {
        let Stones { own, enemy, mover } = *position;
        verdict(Self::prospects(own, enemy, 0) - Self::prospects(enemy, own, 1), mover)
    }

    /// Winning, then going to points with many lines.
    fn promise(&self, position: &Stones, step: Step) -> i32 {
        let own = position.own & !(1 << step.from);
        let through = |point: u8| i32::from(B::LINES.through[usize::from(point)]);
        let gain = through(step.to) - if step.is_placing() { 0 } else { through(step.from) };
        gain + if B::LINES.contain(own | 1 << step.to) { 100 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::tests::{assert_fair, value};
    use crate::tapatan::Start;
    use crate::tsoro_yematatu::{Square, Triangle};

    #[test]
    fn evaluations_are_fair_and_prefer_lines() {
        fn check<B: Board>(board: B) {
            assert_fair(&LineUp(board), 40, |position| {
                let turned =
                    |set: u32| ones(u64::from(set)).fold(0, |turned, point| turned | 1 << B::turned(point));
                Stones { own: turned(position.own), enemy: turned(position.enemy), mover: !position.mover }
            });
        }
        check(Start::Placed);
        check(Start::Empty);
        check(Square);
        check(Triangle);
        let game = LineUp(Start::Empty);
        assert!(value(&game, "3/1X1/3 o") > value(&game, "3/3/X2 o"));
        assert!(value(&game, "3/XX1/OO1 x") > 0.8, "X completes a row");
        // On the square board: one slide from four in a row, and the other one to move.
        let near = value(&LineUp(Square), "3O1/O4/3X1/XXX2/OO3 o");
        assert!(near > value(&LineUp(Square), "3OX/O4/5/XXX2/OO3 o"));
    }
}

//! What players of xiangqi look at: material, soldiers across the river, and the freedom of chariots and horses.

use agon_core::{Heuristic, Player};

use super::geometry::{
    ADVISOR, CANNON, CHARIOT, ELEPHANT, FILES, GENERAL, HORSE, KINDS, NOWHERE, Nearest, POINTS, RANKS,
    SOLDIER, file_of, leaps, point, rank_of,
};
use super::position::{KIND, Man};
use super::{Move, Position, Xiangqi};
use crate::knowledge::verdict;

/// What pieces are worth, by kind, in hundredths of a soldier that has not crossed the river.
const MATERIAL: [i32; KINDS] = {
    let mut worth = [0; KINDS];
    worth[ADVISOR] = 200;
    worth[ELEPHANT] = 200;
    worth[HORSE] = 400;
    worth[CHARIOT] = 900;
    worth[CANNON] = 450;
    worth[SOLDIER] = 100;
    worth
};
/// A soldier beyond the river, and one that is near the palace but has not passed it.
const ACROSS: i32 = 60;
const NEAR_PALACE: i32 = 40;
/// A soldier on the last rank can only go sideways.
const LAST_RANK: i32 = -50;
/// A horse, for every step away from the edge files, and one that has left its own ranks.
const HORSE_INWARD: i32 = 8;
const HORSE_OUT: i32 = 20;
/// A cannon on the middle file, where it looks at the general.
const MIDDLE_CANNON: i32 = 20;
/// A general who has left his first rank, for each rank.
const GENERAL_OUT: i32 = -20;
/// A point that a chariot reaches without capturing, and a leg of a horse that is free.
const CHARIOT_REACH: i32 = 5;
const FREE_LEAP: i32 = 10;

/// What a piece is worth by kind and by point, as the first player sees the board; nothing when it is captured.
static STANDING: [[i16; POINTS + 1]; KINDS] = {
    let mut table = [[0; POINTS + 1]; KINDS];
    let mut at = 0;
    while at < POINTS {
        let (rank, file) = (rank_of(at), file_of(at));
        let inward = if file < 4 { file } else { FILES - 1 - file } as i32;
        let mut kind = 0;
        while kind < KINDS {
            let here = match kind {
                GENERAL => GENERAL_OUT * rank as i32,
                HORSE => HORSE_INWARD * inward + if rank >= 3 { HORSE_OUT } else { 0 },
                CANNON if file == 4 => MIDDLE_CANNON,
                SOLDIER if rank == RANKS - 1 => ACROSS + LAST_RANK,
                SOLDIER if rank >= RANKS - 4 && inward >= 2 => ACROSS + NEAR_PALACE,
                SOLDIER if rank >= RANKS / 2 => ACROSS,
                _ => 0,
            };
            table[kind][at] = (MATERIAL[kind] + here) as i16;
            kind += 1;
        }
        at += 1;
    }
    table
};

/// A point as a side sees the board: the second player's ranks are counted from the other end.
#[inline]
fn seen(side: usize, at: usize) -> usize {
    if side == 0 || at == POINTS { at } else { point(RANKS - 1 - rank_of(at), file_of(at)) }
}

impl Position {
    /// What speaks for a side.
    #[inline]
    fn prospects(&self, side: usize) -> i32 {
        let mut worth = 0;
        for (&kind, &at) in KIND.iter().zip(&self.places[side]) {
            let at = usize::from(at);
            worth += i32::from(STANDING[kind][seen(side, at)]);
            if at == usize::from(NOWHERE) {
                continue;
            }
            if kind == CHARIOT {
                let reach = |line: u16, at: usize, length: usize| {
                    let nearest = Nearest::new(line, at, length);
                    nearest.above[0].min(length as i32) - nearest.below[0] - 2
                };
                let (rank, file) = (rank_of(at), file_of(at));
                worth += CHARIOT_REACH
                    * (reach(self.ranks[rank], file, FILES) + reach(self.files[file], rank, RANKS));
            } else if kind == HORSE {
                let is_free = |man: Man| man.is_none();
                let free = leaps(HORSE, side, at)
                    .iter()
                    .filter(|leap| leap.to != NOWHERE && is_free(self.men[usize::from(leap.block)]));
                worth += FREE_LEAP * free.count() as i32;
            }
        }
        worth
    }
}

impl Heuristic for Xiangqi {
    const HAND_MADE: bool = true;

    fn heuristic(&self, position: &Position) -> f32 {
        verdict(position.prospects(0) - position.prospects(1), Player::First)
    }

    /// Captures, and whatever answers a check.
    #[inline]
    fn is_loud(&self, position: &Position, mv: Move) -> bool {
        position.in_check || !position.captured(mv).is_none()
    }

    /// Nobody can rest while in check.
    #[inline]
    fn may_stand(&self, position: &Position) -> bool {
        !position.in_check
    }

    /// Captures of the most valuable piece by the least valuable one, then moves to better points.
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let (man, victim) = (position.men[from], position.captured(mv));
        if victim.is_none() {
            let standing = |at| i32::from(STANDING[man.kind()][seen(man.side(), at)]);
            standing(to) - standing(from)
        } else {
            10 * MATERIAL[victim.kind()] - MATERIAL[man.kind()] / 10
        }
    }

    /// Where the mover is not in check and has a piece that can cross the river and come back, so that zugzwang,
    /// which decides endgames of soldiers and guards, is rare.
    fn pass(&self, position: &Position) -> Option<Position> {
        let roams = |kind: usize| matches!(kind, HORSE | CHARIOT | CANNON);
        let places = &position.places[position.mover.index()];
        let has_piece = KIND.iter().zip(places).any(|(&kind, &at)| roams(kind) && at != NOWHERE);
        (has_piece && !position.in_check).then(|| position.passed())
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Clocks, Game};

    use super::super::Repetition;
    use super::*;
    use crate::knowledge::tests::{assert_fair, value};

    const GAME: Xiangqi = Xiangqi { repetition: Repetition::Core };

    /// The players change places.
    fn mirrored(position: &Position) -> Position {
        let text = GAME.write_position(position, Clocks::default());
        let (board, rest) = text.split_once(' ').unwrap();
        let other = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let board: String = board.split('/').rev().collect::<Vec<_>>().join("/").chars().map(other).collect();
        let side = if rest.starts_with('w') { "b" } else { "w" };
        GAME.read_position(&format!("{board} {side}{}", &rest[1..])).unwrap().0
    }

    #[test]
    fn evaluations_are_fair() {
        assert_fair(&GAME, 8, mirrored);
    }

    #[test]
    fn more_is_better() {
        let value = |board: &str| value(&GAME, &format!("{board} w - - 0 1"));
        let start = value("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR");
        assert_eq!(start, 0.0);
        let chariot = value("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR");
        assert!((0.7..0.9).contains(&chariot), "{chariot}");
        let soldier = value("rnbakabnr/9/1c5c1/2p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR");
        assert!((0.05..0.2).contains(&soldier), "{soldier}");
        let across = value("rnbakabnr/9/1c5c1/p3p1p1p/2P6/9/P3P1P1P/1C5C1/9/RNBAKABNR");
        assert!(across > start + 0.05, "{across}");
    }

    #[test]
    fn nobody_passes_in_check_or_without_a_piece() {
        let passed = |board: &str| GAME.pass(&GAME.read_position(&format!("{board} w - - 0 1")).unwrap().0);
        let position = GAME.initial();
        let after = GAME.pass(&position).unwrap();
        assert_eq!(GAME.to_move(&after), Player::Second);
        assert_ne!(GAME.hash(&after), GAME.hash(&position));
        assert_eq!(GAME.pass(&after), Some(position));
        assert!(passed("3k5/9/9/9/4P4/9/9/9/9/4K4").is_none(), "soldiers alone");
        assert!(passed("3k5/9/9/9/4r4/9/9/9/9/R3K4").is_none(), "in check");
    }
}

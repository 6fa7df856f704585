//! Legal moves: listing them, and drawing one without listing.

use agon_core::Random;

use super::geometry::{
    BETWEEN, CANNON, CHARIOT, FILES, HORSE_LEG, NEAR, NO_LEG, NOWHERE, Nearest, RANKS, SOLDIER, file_of,
    leaps, point, rank_of,
};
use super::position::{KIND, MEN, Man, Move, Position};
use crate::bits::select;

/// A slot is a step that one piece of a side can ever make: the n-th other point of a chariot's or cannon's rank and
/// file, or the n-th direction of the other pieces. Every move fits exactly one slot, about every third slot is a
/// move, and to try one is quick: that is what makes drawing a random move cheap.
const SLOTS: usize = 119;

const LINE_SLOTS: usize = FILES - 1 + RANKS - 1;

/// How many slots each kind has.
const SLOTS_OF_KIND: [usize; 7] = [4, 4, 4, 8, LINE_SLOTS, LINE_SLOTS, 3];

/// The first slot of each piece, and the end of the last.
const FIRST_SLOT: [usize; MEN + 1] = {
    let mut first = [0; MEN + 1];
    let mut number = 0;
    while number < MEN {
        first[number + 1] = first[number] + SLOTS_OF_KIND[KIND[number]];
        number += 1;
    }
    assert!(first[MEN] == SLOTS);
    first
};

/// The piece of each slot.
static SLOT_OWNER: [u8; SLOTS] = {
    let mut owner = [0; SLOTS];
    let mut number = 0;
    while number < MEN {
        let mut slot = FIRST_SLOT[number];
        while slot < FIRST_SLOT[number + 1] {
            owner[slot] = number as u8;
            slot += 1;
        }
        number += 1;
    }
    owner
};

/// The slots of each piece.
static SLOTS_OF: [u128; MEN] = {
    let mut slots = [0; MEN];
    let mut number = 0;
    while number < MEN {
        slots[number] = (1 << FIRST_SLOT[number + 1]) - (1 << FIRST_SLOT[number]);
        number += 1;
    }
    slots
};

/// The slots of a piece; a soldier has only the first of them until it has crossed the river.
#[inline]
pub(super) fn slots(number: usize, crossed: bool) -> u128 {
    if KIND[number] == SOLDIER && !crossed { 1 << FIRST_SLOT[number] } else { SLOTS_OF[number] }
}

/// The first soldier; of every kind before there are two, but for the general.
const SOLDIERS: usize = {
    let mut number = 0;
    while KIND[number] != SOLDIER {
        number += 1;
    }
    number
};

/// After so many slots that are no moves, listing is quicker than trying on.
const TRIES: u32 = 40;

impl Position {
    /// A uniformly random legal move, or `None` if there is none. Slots are equally likely, and whether another is
    /// tried depends only on those that were refused: every legal move has the same chance.
    #[inline]
    pub(super) fn random_move(&self, random: &mut Random, moves: &mut Vec<Move>) -> Option<Move> {
        // Few moves answer a check; looking for them among all slots would take long.
        if !self.in_check {
            let slots = self.slots[self.mover.index()];
            let (low, high) = (slots as u64, (slots >> 64) as u64);
            let below = low.count_ones();
            let count = below + high.count_ones();
            for _ in 0..TRIES {
                let n = random.below(count);
                let slot = if n < below { select(low, n) } else { 64 + select(high, n - below) };
                if let Some(mv) = self.slot_move(slot)
                    && self.is_legal(mv)
                {
                    return Some(mv);
                }
            }
        }
        self.list(moves);
        if moves.is_empty() { None } else { Some(random.pick(moves)) }
    }

    /// The move of a slot, if the pieces in the way allow it.
    #[inline]
    fn slot_move(&self, slot: usize) -> Option<Move> {
        let side = self.mover.index();
        let number = usize::from(SLOT_OWNER[slot]);
        let n = slot - FIRST_SLOT[number];
        let from = usize::from(self.places[side][number]);
        let kind = KIND[number];
        if kind != CHARIOT && kind != CANNON {
            let leap = leaps(kind, side, from)[n];
            let free = leap.to != NOWHERE
                && self.men[usize::from(leap.block)].is_none()
                && !self.men[usize::from(leap.to)].is_of(side);
            return free.then_some(Move { from: from as u8, to: leap.to });
        }
        let (rank, file) = (rank_of(from), file_of(from));
        let (to, between) = if n < FILES - 1 {
            let other = n + usize::from(n >= file);
            (point(rank, other), BETWEEN[file][other] & self.ranks[rank])
        } else {
            let n = n - (FILES - 1);
            let other = n + usize::from(n >= rank);
            (point(other, file), BETWEEN[rank][other] & self.files[file])
        };
        let target = self.men[to];
        let leaped = u32::from(kind == CANNON && !target.is_none());
        let free = between.count_ones() == leaped && !target.is_of(side);
        free.then_some(Move::new(from, to))
    }

    /// Whether a move that the pieces in the way allow does not leave the own general attacked.
    #[inline]
    pub(super) fn is_legal(&self, mv: Move) -> bool {
        let side = self.mover.index();
        let general = self.general(side);
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        if !NEAR[general][from] && !NEAR[general][to] {
            // Most moves happen away from the general. They cannot expose him, nor answer a check unless they
            // take the horse that gives it.
            if !self.in_check {
                return true;
            }
            if HORSE_LEG[general][to] == NO_LEG {
                return false;
            }
        }
        let mut next = self.clone();
        next.shift(mv);
        !next.is_attacked(side)
    }

    /// Replaces the contents of `moves` by the legal moves.
    pub(super) fn list(&self, moves: &mut Vec<Move>) {
        moves.clear();
        let side = self.mover.index();
        // Equal positions list their moves in the same order, whichever of two horses stands where.
        let mut places = self.places[side];
        for first in (1..SOLDIERS).step_by(2) {
            if places[first] > places[first + 1] {
                places.swap(first, first + 1);
            }
        }
        places[SOLDIERS..].sort_unstable();
        for (number, &from) in places.iter().enumerate() {
            if from != NOWHERE {
                self.list_man(KIND[number], side, usize::from(from), moves);
            }
        }
    }

    fn list_man(&self, kind: usize, side: usize, from: usize, moves: &mut Vec<Move>) {
        let mut add = |to: usize| {
            let mv = Move::new(from, to);
            if self.is_legal(mv) {
                moves.push(mv);
            }
        };
        if kind != CHARIOT && kind != CANNON {
            for leap in leaps(kind, side, from) {
                let to = usize::from(leap.to);
                let free = leap.to != NOWHERE
                    && self.men[usize::from(leap.block)].is_none()
                    && !self.men[to].is_of(side);
                if free {
                    add(to);
                }
            }
            return;
        }
        let (rank, file) = (rank_of(from), file_of(from));
        let captured = usize::from(kind == CANNON);
        let mut slide = |line: u16, at: usize, length: usize, point: &dyn Fn(usize) -> usize| {
            let nearest = Nearest::new(line, at, length);
            let (above, below) = (nearest.above[0].min(length as i32), nearest.below[0]);
            for to in (below + 1..at as i32).chain(at as i32 + 1..above) {
                add(point(to as usize));
            }
            let (above, below) = (nearest.above[captured], nearest.below[captured]);
            if above < length as i32 && self.men[point(above as usize)].is_of(1 - side) {
                add(point(above as usize));
            }
            if below >= 0 && self.men[point(below as usize)].is_of(1 - side) {
                add(point(below as usize));
            }
        };
        slide(self.ranks[rank], file, FILES, &|file| point(rank, file));
        slide(self.files[file], rank, RANKS, &|rank| point(rank, file));
    }

    /// The piece a move takes.
    #[inline]
    pub(super) fn captured(&self, mv: Move) -> Man {
        self.men[usize::from(mv.to)]
    }

    /// Whether the side to move could take the enemy general: then the position is impossible.
    pub(super) fn can_take_general(&self) -> bool {
        self.is_attacked(1 - self.mover.index())
    }
}

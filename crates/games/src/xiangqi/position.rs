//! A position, and what has to be known about it at every move.

use std::hash::{Hash, Hasher};

use agon_core::Player;
use agon_core::hash::keys;

use super::geometry::{
    ADVISOR, CANNON, CHARIOT, ELEPHANT, FILES, GENERAL, HORSE, HORSE_LEG, KINDS, NEAR, NO_LEG, NOWHERE,
    Nearest, POINTS, RANKS, SOLDIER, file_of, is_home, point, rank_of,
};
use super::moves::slots;

/// Pieces of a side; each keeps its number from the first move to its capture.
pub(super) const MEN: usize = 16;

/// The kind of each piece of a side.
pub(super) const KIND: [usize; MEN] = [
    GENERAL, ADVISOR, ADVISOR, ELEPHANT, ELEPHANT, HORSE, HORSE, CHARIOT, CHARIOT, CANNON, CANNON, SOLDIER,
    SOLDIER, SOLDIER, SOLDIER, SOLDIER,
];

const HORSES: [usize; 2] = [5, 6];

/// A move: from point to point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Move {
    #[inline]
    pub(super) fn new(from: usize, to: usize) -> Move {
        Move { from: from as u8, to: to as u8 }
    }
}

/// What stands on a point: 0 for nothing, else the number of the piece and a bit for its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man(u8);

impl Man {
    pub(super) const NONE: Man = Man(0);

    #[inline]
    pub(super) const fn new(side: usize, number: usize) -> Man {
        Man((MEN << side | number) as u8)
    }

    #[inline]
    pub(super) fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) fn is_of(self, side: usize) -> bool {
        usize::from(self.0) & MEN << side != 0
    }

    /// 0 or 1; only for a piece.
    #[inline]
    pub(super) fn side(self) -> usize {
        usize::from(self.0) >> 5 & 1
    }

    #[inline]
    pub(super) fn number(self) -> usize {
        usize::from(self.0) & (MEN - 1)
    }

    #[inline]
    pub(super) fn kind(self) -> usize {
        KIND[self.number()]
    }
}

/// The board three times over, because each question has its own shortest answer: what stands on a point, where a
/// piece stands, and which places of a rank or file are taken.
#[derive(Clone, Debug)]
pub struct Position {
    /// By point; the last one is [`NOWHERE`], which stays empty.
    pub(super) men: [Man; POINTS + 1],
    /// By side and number: the point of each piece, [`NOWHERE`] once captured.
    pub(super) places: [[u8; MEN]; 2],
    /// The taken files of each rank.
    pub(super) ranks: [u16; RANKS],
    /// The taken ranks of each file.
    pub(super) files: [u16; FILES],
    /// By side: the steps its pieces might ever make from where they are, see [`super::moves`].
    pub(super) slots: [u128; 2],
    key: u64,
    pub(super) mover: Player,
    /// Whether the general of the side to move is attacked.
    pub(super) in_check: bool,
}

/// What an enemy can do to a general: take him along an open line, face him, leap over one piece, or step.
const SLIDES: u8 = 1;
const FACES: u8 = 2;
const LEAPS_ONE: u8 = 4;
const STEPS: u8 = 8;

/// `DEEDS[side][man]`: what a man can do to the general of a side.
static DEEDS: [[u8; 3 * MEN]; 2] = {
    let mut table = [[0; 3 * MEN]; 2];
    let mut side = 0;
    while side < 2 {
        let mut number = 0;
        while number < MEN {
            table[side][Man::new(1 - side, number).0 as usize] = match KIND[number] {
                GENERAL => FACES,
                CHARIOT => SLIDES,
                CANNON => LEAPS_ONE,
                SOLDIER => STEPS,
                _ => 0,
            };
            number += 1;
        }
        side += 1;
    }
    table
};

static KEYS: [u64; 2 * KINDS * POINTS] = keys(0x7869_616e);
const BLACK_TO_MOVE: u64 = agon_core::hash::mix(0x7869_616e);

#[inline]
fn key(man: Man, at: usize) -> u64 {
    KEYS[(man.side() * KINDS + man.kind()) * POINTS + at]
}

impl Position {
    /// The points on which two positions differ.
    pub(super) fn difference(&self, other: &Position) -> impl Iterator<Item = usize> {
        // Ranks of points that are alike are passed over as a whole.
        let ranks = self.men[..POINTS].chunks(FILES).zip(other.men[..POINTS].chunks(FILES)).enumerate();
        ranks.filter(|(_, (mine, theirs))| mine != theirs).flat_map(|(rank, (mine, theirs))| {
            let files = mine.iter().zip(theirs).enumerate();
            files.filter(|(_, (mine, theirs))| mine != theirs).map(move |(file, _)| rank * FILES + file)
        })
    }

    /// A board without pieces; [`put`](Position::put) them on it, then call [`begin`](Position::begin).
    pub(super) fn empty() -> Position {
        Position {
            men: [Man::NONE; POINTS + 1],
            places: [[NOWHERE; MEN]; 2],
            ranks: [0; RANKS],
            files: [0; FILES],
            slots: [0; 2],
            key: 0,
            mover: Player::First,
            in_check: false,
        }
    }

    /// Puts a piece on an empty point, unless all of its kind are on the board already.
    pub(super) fn put(&mut self, side: usize, kind: usize, at: usize) -> bool {
        let free = (0..MEN).find(|&n| KIND[n] == kind && self.places[side][n] == NOWHERE);
        let Some(number) = free else { return false };
        let man = Man::new(side, number);
        self.men[at] = man;
        self.places[side][number] = at as u8;
        self.ranks[rank_of(at)] |= 1 << file_of(at);
        self.files[file_of(at)] |= 1 << rank_of(at);
        self.slots[side] |= slots(number, !is_home(side, at));
        self.key ^= key(man, at);
        true
    }

    /// Gives the first move of a set-up board to a player.
    pub(super) fn begin(&mut self, mover: Player) {
        self.mover = mover;
        if mover == Player::Second {
            self.key ^= BLACK_TO_MOVE;
        }
        self.in_check = self.is_attacked(mover.index());
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The point of a side's general.
    #[inline]
    pub(super) fn general(&self, side: usize) -> usize {
        usize::from(self.places[side][0])
    }

    /// Moves the pieces of a move, whether it is legal or not; key, slots and side to move stay as they are.
    #[inline]
    pub(super) fn shift(&mut self, mv: Move) {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let side = self.mover.index();
        let (man, captured) = (self.men[from], self.men[to]);
        if !captured.is_none() {
            self.places[1 - side][captured.number()] = NOWHERE;
        }
        self.men[from] = Man::NONE;
        self.men[to] = man;
        self.places[side][man.number()] = mv.to;
        self.ranks[rank_of(from)] ^= 1 << file_of(from);
        self.files[file_of(from)] ^= 1 << rank_of(from);
        self.ranks[rank_of(to)] |= 1 << file_of(to);
        self.files[file_of(to)] |= 1 << rank_of(to);
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let side = self.mover.index();
        let (man, captured) = (self.men[from], self.men[to]);
        self.shift(mv);
        self.key ^= key(man, from) ^ key(man, to) ^ BLACK_TO_MOVE;
        if !captured.is_none() {
            self.key ^= key(captured, to);
            self.slots[1 - side] &= !slots(captured.number(), true);
        }
        if man.kind() == SOLDIER && !is_home(side, to) {
            self.slots[side] |= slots(man.number(), true);
        }
        self.mover = !self.mover;
        // Whoever moves next was not in check a move ago, when it was not his turn: only what happens on his
        // general's lines, and a horse that comes near, can have changed that.
        let enemy = self.general(1 - side);
        let horse_near = man.kind() == HORSE && HORSE_LEG[enemy][to] != NO_LEG;
        self.in_check = (NEAR[enemy][from] || NEAR[enemy][to] || horse_near) && self.is_attacked(1 - side);
    }

    /// The same board with the turn given away by a player who is not in check.
    pub(super) fn passed(&self) -> Position {
        // Whoever has just moved cannot have left his general attacked.
        Position { mover: !self.mover, key: self.key ^ BLACK_TO_MOVE, in_check: false, ..self.clone() }
    }

    /// Whether the general of a side is attacked; the enemy general attacks him along an open file.
    #[inline]
    pub(super) fn is_attacked(&self, side: usize) -> bool {
        let general = self.general(side);
        let (rank, file) = (rank_of(general), file_of(general));
        // What a man does to this general if he stands in the right place. Every look is cheap and most find
        // nothing: all are taken before the one decision.
        let deeds = |at: usize| DEEDS[side][usize::from(self.men[at].0)];

        let column = Nearest::new(self.files[file], rank, RANKS);
        let above =
            column.above.map(|rank| if rank < RANKS as i32 { point(rank as usize, file) } else { POINTS });
        let below = column.below.map(|rank| if rank >= 0 { point(rank as usize, file) } else { POINTS });
        let row = Nearest::new(self.ranks[rank], file, FILES);
        let right =
            row.above.map(|file| if file < FILES as i32 { point(rank, file as usize) } else { POINTS });
        let left = row.below.map(|file| if file >= 0 { point(rank, file as usize) } else { POINTS });

        let mut found = (deeds(above[0]) | deeds(below[0])) & (SLIDES | FACES);
        found |= (deeds(right[0]) | deeds(left[0])) & SLIDES;
        found |= (deeds(above[1]) | deeds(below[1]) | deeds(right[1]) | deeds(left[1])) & LEAPS_ONE;
        // Soldiers attack what is before them, and the generals look towards each other.
        let before = if side == 0 { general + FILES } else { general - FILES };
        found |= (deeds(before) | deeds(general + 1) | deeds(general - 1)) & STEPS;
        let horse = |number: usize| {
            let leg = HORSE_LEG[general][usize::from(self.places[1 - side][number])];
            leg != NO_LEG && self.men[usize::from(leg)].is_none()
        };
        found != 0 || HORSES.into_iter().any(horse)
    }

    /// Side and kind of what stands on a point.
    pub(super) fn at(&self, at: usize) -> Option<(usize, usize)> {
        let man = self.men[at];
        (!man.is_none()).then(|| (man.side(), man.kind()))
    }
}

/// Like pieces are alike: which of two horses stands where makes no difference.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.key == other.key
            && self.mover == other.mover
            && (0..POINTS).all(|point| self.at(point) == other.at(point))
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

/// The initial position.
pub(super) fn initial() -> Position {
    let mut position = Position::empty();
    let back = [CHARIOT, HORSE, ELEPHANT, ADVISOR, GENERAL, ADVISOR, ELEPHANT, HORSE, CHARIOT];
    for side in 0..2 {
        let rank = |height: usize| if side == 0 { height } else { RANKS - 1 - height };
        for (file, kind) in back.into_iter().enumerate() {
            position.put(side, kind, point(rank(0), file));
        }
        for file in [1, 7] {
            position.put(side, CANNON, point(rank(2), file));
        }
        for file in (0..FILES).step_by(2) {
            position.put(side, SOLDIER, point(rank(3), file));
        }
    }
    position.begin(Player::First);
    position
}

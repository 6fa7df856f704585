//! Two sets of equal pieces on at most 25 points and the side to move: the position of several small games.

use agon_core::hash::combine;
use agon_core::{Encode, GameInfo, Piece, Player, PositionError, Trace};

use crate::board::{Reader, write_rows};

/// The letters of the two sides in position texts; lower case for the side to move.
const SIDES: [char; 2] = ['x', 'o'];

/// The points of the player to move and of the opponent, as bits.
///
/// Seen from the mover, both sides are handled by the same instructions, and nothing is indexed by the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    /// The points of the player to move.
    pub own: u32,
    /// The points of the other player.
    pub enemy: u32,
    /// Who is to move.
    pub mover: Player,
}

impl Stones {
    /// The first player's points and the second's; the first is to move.
    pub const fn new(first: u32, second: u32) -> Stones {
        Stones { own: first, enemy: second, mover: Player::First }
    }

    /// The points of a player.
    #[inline]
    pub fn of(&self, player: Player) -> u32 {
        if player == self.mover { self.own } else { self.enemy }
    }

    /// The points where two positions differ.
    #[inline]
    pub fn difference(&self, other: &Stones) -> u32 {
        self.of(Player::First) ^ other.of(Player::First) | self.occupied() ^ other.occupied()
    }

    /// The points where something stands.
    #[inline]
    pub fn occupied(&self) -> u32 {
        self.own | self.enemy
    }

    /// Moves or places an own piece and passes the turn.
    #[inline]
    pub fn play(&mut self, step: Step) {
        self.own = self.own & !(1 << step.from) | 1 << step.to;
        self.pass_turn();
    }

    /// Makes the other player the one to move.
    #[inline]
    pub fn pass_turn(&mut self) {
        std::mem::swap(&mut self.own, &mut self.enemy);
        self.mover = !self.mover;
    }

    /// A key that depends on everything.
    #[inline]
    pub fn hash(&self) -> u64 {
        combine([u64::from(self.own) << 32 | u64::from(self.enemy) << 1 | self.mover.index() as u64])
    }

    /// What stands on a point.
    pub fn piece(&self, point: usize) -> Option<Piece> {
        let owner = Player::BOTH.into_iter().find(|&player| self.of(player) >> point & 1 == 1)?;
        Some(Piece::new(owner, 0))
    }

    /// The points row by row from the top, and the side to move: `OXO/3/XOX x`. An empty point is written as
    /// `empty` says, or counted with its neighbours.
    pub fn write(&self, info: &GameInfo, shape: Shape, empty: Option<char>) -> String {
        let letter = |row: usize, column: usize| match self.piece(shape.point(row, column)) {
            Some(Piece { owner: Some(owner), .. }) => Some(info.pieces[0].letters[owner.index()]),
            _ => empty,
        };
        format!("{} {}", write_rows(shape.rows, shape.columns, letter), SIDES[self.mover.index()])
    }

    /// Reads the two fields that [`write`](Stones::write) writes.
    pub fn read(
        reader: Reader<'_>,
        info: &GameInfo,
        shape: Shape,
        board: &str,
        side: &str,
    ) -> Result<Stones, PositionError> {
        let mut sets = [0; 2];
        reader.rows(board, shape.rows, shape.columns, |row, column, letter| {
            let letters = info.pieces[0].letters;
            let side = letters.iter().position(|&known| known == letter.to_ascii_uppercase());
            side.map(|side| sets[side] |= 1 << shape.point(row, column)).is_some()
        })?;
        let mut stones = Stones::new(sets[0], sets[1]);
        if reader.side(side, SIDES)? == Player::Second {
            stones.pass_turn();
        }
        Ok(stones)
    }
}

/// How the points of a board are written: rows from the top, the points numbered from the bottom left.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The number of rows.
    pub rows: usize,
    /// The number of points in each.
    pub columns: usize,
}

impl Shape {
    /// A board with as many rows as columns.
    pub const fn square(size: usize) -> Shape {
        Shape { rows: size, columns: size }
    }

    fn point(self, row: usize, column: usize) -> usize {
        self.columns * (self.rows - 1 - row) + column
    }
}

/// A piece that goes from one point to another. A piece that is placed comes from the point itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Where it stood.
    pub from: u8,
    /// Where it stands afterwards.
    pub to: u8,
}

impl Step {
    /// The step that places a piece.
    #[inline]
    pub fn placing(point: usize) -> Step {
        Step { from: point as u8, to: point as u8 }
    }

    /// Whether a piece is placed, not moved.
    #[inline]
    pub fn is_placing(self) -> bool {
        self.from == self.to
    }

    /// The names of its points: `a1-b2`, or `b2` for a piece that is placed.
    pub fn write(self, name: impl Fn(usize) -> String) -> String {
        let [from, to] = self.names(name);
        if self.is_placing() { to } else { format!("{from}-{to}") }
    }

    /// The same with other separators, and the piece alone, which is enough when it has only one way to go.
    pub fn spellings(self, name: impl Fn(usize) -> String) -> Vec<String> {
        if self.is_placing() {
            return Vec::new();
        }
        let [from, to] = self.names(name);
        let separated =
            ["", " ", " - ", " to ", ">", "->"].iter().map(|between| format!("{from}{between}{to}"));
        separated.chain([from.clone()]).collect()
    }

    fn names(self, name: impl Fn(usize) -> String) -> [String; 2] {
        [self.from, self.to].map(|point| name(usize::from(point)))
    }

    /// What it does to the picture.
    pub fn trace(self) -> Trace {
        let [from, to] = [self.from, self.to].map(usize::from);
        if self.is_placing() { Trace::path([to]) } else { Trace::path([from, to]) }
    }

    /// Its number among all pairs of points, as the mover sees the board.
    pub fn action<G: Encode>(self, game: &G, mover: Player) -> usize {
        let [from, to] = [self.from, self.to].map(|point| match mover {
            Player::First => usize::from(point),
            Player::Second => game.turned(usize::from(point)),
        });
        from * game.cell_count() + to
    }
}

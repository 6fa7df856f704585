//! Two sets of equal pieces and the side to move: the position of many games.

use agon_core::hash::combine;
use agon_core::{Clocks, Encode, GameInfo, Piece, Player, PositionError, Trace};

use crate::bits::Word;
use crate::board::{Reader, side_letters, write_rows};

/// The points of the player to move and of the opponent, as bits of a word that is wide enough for the board.
///
/// Seen from the mover, both sides are handled by the same instructions, and nothing is indexed by the player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones<W = u32> {
    /// The points of the player to move.
    pub own: W,
    /// The points of the other player.
    pub enemy: W,
    /// Who is to move.
    pub mover: Player,
}

impl<W: Word> Stones<W> {
    /// The first player's points and the second's; the first is to move.
    pub const fn new(first: W, second: W) -> Stones<W> {
        Stones { own: first, enemy: second, mover: Player::First }
    }

    /// The points of a player.
    #[inline]
    pub fn of(&self, player: Player) -> W {
        if player == self.mover { self.own } else { self.enemy }
    }

    /// The points where two positions differ.
    #[inline]
    pub fn difference(&self, other: &Stones<W>) -> W {
        self.of(Player::First) ^ other.of(Player::First) | self.occupied() ^ other.occupied()
    }

    /// The points where something stands.
    #[inline]
    pub fn occupied(&self) -> W {
        self.own | self.enemy
    }

    /// Moves or places an own piece and passes the turn.
    #[inline]
    pub fn play(&mut self, step: Step) {
        self.own = self.own & !W::bit(usize::from(step.from)) | W::bit(usize::from(step.to));
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
        let (own, enemy, mover) = (self.own.wide(), self.enemy.wide(), self.mover.index() as u64);
        match size_of::<W>() {
            // Boards of so few points leave a bit for the mover.
            4 => combine([(own as u64) << 32 | (enemy as u64) << 1 | mover]),
            8 => combine([own as u64, enemy as u64, mover]),
            _ => combine([own as u64, (own >> 64) as u64, enemy as u64, (enemy >> 64) as u64, mover]),
        }
    }

    /// What stands on a point.
    pub fn piece(&self, point: usize) -> Option<Piece> {
        let owner = Player::BOTH.into_iter().find(|&player| self.of(player).has(point))?;
        Some(Piece::new(owner, 0))
    }

    /// The points row by row from the top, and the side to move: `OXO/3/XOX x`. An empty point is written as
    /// `empty` says, or counted with its neighbours.
    pub fn write(&self, info: &GameInfo, shape: Shape, empty: Option<char>) -> String {
        let letter = |row: usize, column: usize| match self.piece(shape.point(row, column)) {
            Some(Piece { owner: Some(owner), .. }) => Some(info.pieces[0].letters[owner.index()]),
            _ => empty,
        };
        let side = side_letters(info)[self.mover.index()];
        format!("{} {side}", write_rows(shape.rows, shape.columns, letter))
    }

    /// Reads the two fields that [`write`](Stones::write) writes.
    pub fn read(
        reader: Reader<'_>,
        info: &GameInfo,
        shape: Shape,
        board: &str,
        side: &str,
    ) -> Result<Stones<W>, PositionError> {
        let mut sets = [W::default(); 2];
        reader.rows(board, shape.rows, shape.columns, |row, column, letter| {
            let letters = info.pieces[0].letters;
            let side = letters.iter().position(|&known| known == letter.to_ascii_uppercase());
            side.map(|side| sets[side] = sets[side] | W::bit(shape.point(row, column))).is_some()
        })?;
        let mut stones = Stones::new(sets[0], sets[1]);
        if reader.side(side, side_letters(info))? == Player::Second {
            stones.pass_turn();
        }
        Ok(stones)
    }

    /// The clocks of a game in which the players put one piece each in turn and none is ever taken: the pieces tell how long
    /// it has lasted. An error where nobody's turn fits their numbers.
    pub fn count_turns(&self, reader: Reader<'_>, info: &GameInfo) -> Result<Clocks, PositionError> {
        let [first, second] = Player::BOTH.map(|player| self.of(player).count());
        if first != second + u32::from(self.mover == Player::Second) {
            let ([a, b], piece) = (&info.sides, &info.pieces[0].name);
            return reader.error(format!(
                "{a} has as many {piece}s as {b} when {a} is to move, and one more when {b} is"
            ));
        }
        Ok(Clocks { plies: first + second, quiet: 0 })
    }
}

/// How the points of a board are written: row by row from the top, whatever the order in which they are numbered.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    rows: usize,
    columns: usize,
    downward: bool,
}

impl Shape {
    /// A board whose points are numbered row by row from the bottom left.
    pub const fn grid(rows: usize, columns: usize) -> Shape {
        Shape { rows, columns, downward: false }
    }

    /// The same with as many rows as columns.
    pub const fn square(size: usize) -> Shape {
        Shape::grid(size, size)
    }

    /// A board whose points are numbered row by row from the top left.
    pub const fn downward(rows: usize, columns: usize) -> Shape {
        Shape { rows, columns, downward: true }
    }

    /// The number of points.
    pub const fn points(self) -> usize {
        self.rows * self.columns
    }

    fn point(self, row: usize, column: usize) -> usize {
        let row = if self.downward { row } else { self.rows - 1 - row };
        self.columns * row + column
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

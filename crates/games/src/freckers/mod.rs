//! Freckers: two armies of frogs cross a pond on lily pads that sink behind them.

mod heuristic;
mod info;
mod pond;

use agon_core::hash::combine;
use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Layout, Options, Outcome, Piece, Player,
    PositionError, Random, Reason, Shape, Trace,
};

use crate::bits::ones;
use crate::board::{Reader, write_rows};
use crate::grid8::{name, neighbours, pair, pair_spellings};
use info::INFO;
use pond::{Landing, Leap, Pond};

/// The rules of Freckers.
#[derive(Clone, Copy, Debug)]
pub struct Freckers {
    landing: Landing,
}

/// The frogs of each player and the free lily pads, as bits; square `8 * row + column` with row 0 at the top.
/// Under every frog there is a pad as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    frogs: [u64; 2],
    pads: u64,
    to_move: Player,
}

/// What a player can do. The squares in which a chain of jumps lands on its way do not matter to what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A frog goes from one square to another, by a step or by jumps.
    Frog {
        /// Where it starts.
        from: u8,
        /// Where it comes to rest.
        to: u8,
    },
    /// Pads appear on all the water around the player's frogs.
    Grow,
}

/// The rows that Red and Blue want to reach.
const GOALS: [u64; 2] = [0xff << 56, 0xff];
/// Frogs on each side; none ever leaves the pond.
const FROGS: u32 = 6;
/// The kinds of pieces in [`GameInfo::pieces`].
const FROG: u8 = 0;
const PAD: u8 = 1;
/// The reason to end in [`GameInfo::endings`].
const ALL_ACROSS: Reason = Reason::Rule(0);
/// The action index of [`Move::Grow`], after those of all pairs of squares.
const GROW_ACTION: usize = 64 * 64;

impl Position {
    /// Red's frogs on the goal row less Blue's.
    fn margin(&self) -> i32 {
        let [red, blue] = [0, 1].map(|side| (self.frogs[side] & GOALS[side]).count_ones() as i32);
        red - blue
    }

    #[inline]
    fn has_crossed(&self, player: Player) -> bool {
        self.frogs[player.index()] & !GOALS[player.index()] == 0
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        // Only the player who has just moved can have brought the last frog across.
        let last = !self.to_move;
        self.has_crossed(last).then_some(Ending::win(last, ALL_ACROSS))
    }

    /// The pond as the player to move sees it.
    #[inline]
    fn pond(&self) -> Pond {
        let own = self.frogs[self.to_move.index()];
        let frogs = self.frogs[0] | self.frogs[1];
        match self.to_move {
            Player::First => Pond { own, frogs, pads: self.pads },
            // Swapping the bytes of a word turns the board upside down.
            Player::Second => {
                Pond { own: own.swap_bytes(), frogs: frogs.swap_bytes(), pads: self.pads.swap_bytes() }
            }
        }
    }

    /// A square of the board as the player to move sees it, and the other way round.
    #[inline]
    fn seen(&self, square: usize) -> usize {
        match self.to_move {
            Player::First => square,
            Player::Second => upside_down(square),
        }
    }

    #[inline]
    fn frog_move(&self, leap: Leap) -> Move {
        Move::Frog { from: self.seen(leap.from) as u8, to: self.seen(leap.to) as u8 }
    }

    /// The water that turns into pads when the player to move grows.
    #[inline]
    fn growth(&self) -> u64 {
        let own = self.frogs[self.to_move.index()];
        neighbours(own) & !(self.frogs[0] | self.frogs[1] | self.pads)
    }
}

/// The square that has the place of this one when the board is turned upside down.
#[inline]
const fn upside_down(square: usize) -> usize {
    // In octal a square is its row and its column.
    square ^ 0o70
}

impl Freckers {
    /// The squares of a shortest way from one square to another.
    fn way(self, position: &Position, from: u8, to: u8) -> Vec<usize> {
        let leap = Leap { from: position.seen(usize::from(from)), to: position.seen(usize::from(to)) };
        let way = position.pond().way(self.landing, leap);
        way.into_iter().map(|square| position.seen(square)).collect()
    }
}

impl Game for Freckers {
    type Position = Position;
    type Move = Move;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn initial(&self) -> Position {
        const MIDDLE: u64 = 0b0111_1110;
        const CORNERS: u64 = 0b1000_0001;
        Position {
            frogs: [MIDDLE, MIDDLE << 56],
            pads: CORNERS | MIDDLE << 8 | MIDDLE << 48 | CORNERS << 56,
            to_move: Player::First,
        }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Ending> {
        moves.clear();
        let ending = position.ending();
        if ending.is_none() {
            position.pond().each_leap(self.landing, |leap| moves.push(position.frog_move(leap)));
            moves.push(Move::Grow);
        }
        ending
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        match mv {
            Move::Frog { from, to } => {
                position.frogs[position.to_move.index()] ^= 1 << from | 1 << to;
                position.pads &= !(1 << to);
            }
            Move::Grow => position.pads |= position.growth(),
        }
        position.to_move = !position.to_move;
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Position,
        random: &mut Random,
        _: &mut Vec<Move>,
    ) -> Result<Move, Ending> {
        if let Some(ending) = position.ending() {
            return Err(ending);
        }
        let leaps = position.pond().leaps(self.landing);
        let number = random.below(leaps.count() + 1);
        Ok(leaps.get(number).map_or(Move::Grow, |leap| position.frog_move(leap)))
    }

    fn count_moves(&self, position: &Position, _: &mut Vec<Move>) -> u64 {
        match position.ending() {
            Some(_) => 0,
            None => u64::from(position.pond().leaps(self.landing).count()) + 1,
        }
    }

    #[inline]
    fn progresses(&self, _: &Position, mv: Move) -> bool {
        // Frogs never go back to a row that they have left; along a row, and with pads, they can go in circles.
        matches!(mv, Move::Frog { from, to } if from / 8 != to / 8)
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let [red, blue] = position.frogs;
        combine([red, blue, position.pads, position.to_move.index() as u64])
    }

    fn adjudicate(&self, position: &Position) -> Outcome {
        match position.margin() {
            0 => Outcome::Draw,
            margin if margin > 0 => Outcome::Win(Player::First),
            _ => Outcome::Win(Player::Second),
        }
    }

    fn score(&self, position: &Position, _: Ending, _: u32) -> f32 {
        position.margin() as f32 / FROGS as f32
    }

    fn points(&self, position: &Position) -> Option<i32> {
        Some(position.margin())
    }

    fn write_move(&self, _: &Position, mv: Move) -> String {
        match mv {
            Move::Frog { from, to } => pair(usize::from(from), "-", usize::from(to)),
            Move::Grow => "grow".to_owned(),
        }
    }

    fn spellings(&self, position: &Position, mv: Move) -> Vec<String> {
        let Move::Frog { from, to } = mv else { return vec!["g".to_owned()] };
        let way = self.way(position, from, to);
        let mut spellings = pair_spellings(usize::from(from), usize::from(to));
        spellings.push(way.iter().map(|&square| name(square)).collect::<Vec<_>>().join("-"));
        let directions: Vec<String> = way.windows(2).map(|hop| direction(hop[0], hop[1])).collect();
        spellings.push(format!("{},{}:{}", from / 8, from % 8, directions.join(",")));
        spellings
    }

    fn write_position(&self, position: &Position, clocks: Clocks) -> String {
        let letter = |row: usize, column: usize| {
            let piece = self.piece(position, 8 * row + column)?;
            Some(INFO.pieces[usize::from(piece.kind)].letters[piece.owner.map_or(0, Player::index)])
        };
        let side = ['r', 'b'][position.to_move.index()];
        format!("{} {side} {}", write_rows(8, 8, letter), clocks.plies)
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        let reader = Reader::new(&INFO.id, text);
        let fields = reader.fields(3, 3, "rows side actions")?;
        let (mut frogs, mut pads) = ([0; 2], 0);
        reader.rows(fields[0], 8, 8, |row, column, letter| {
            let set = match letter.to_ascii_uppercase() {
                'R' => &mut frogs[0],
                'B' => &mut frogs[1],
                '*' => &mut pads,
                _ => return false,
            };
            *set |= 1_u64 << (8 * row + column);
            true
        })?;
        let to_move = reader.side(fields[1], ['r', 'b'])?;
        let cap = INFO.limits.ply_cap.unwrap_or(u32::MAX);
        let plies = reader.number(fields[2], "the number of actions", cap)?;
        if frogs.map(u64::count_ones) != [FROGS; 2] {
            return reader.error("each side has six frogs");
        }
        let position = Position { frogs, pads, to_move };
        if position.has_crossed(to_move) {
            return reader.error("the side to move has already won");
        }
        Ok((position, Clocks { plies, quiet: 0 }))
    }

    fn layout(&self) -> Layout {
        Layout::grid(Shape::Squares, 8, 8, true)
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        let on = |set: u64| set >> cell & 1 == 1;
        if on(position.pads) {
            return Some(Piece { owner: None, kind: PAD });
        }
        let owner = Player::BOTH.into_iter().find(|player| on(position.frogs[player.index()]))?;
        Some(Piece::new(owner, FROG))
    }

    fn trace(&self, position: &Position, mv: Move) -> Trace {
        match mv {
            Move::Frog { from, to } => Trace::path(self.way(position, from, to)),
            Move::Grow => Trace { changed: ones(position.growth()).collect(), ..Trace::action("grow") },
        }
    }
}

/// The direction of a step or jump, as in the commands of the referee: U, D, L, R or two of them.
fn direction(from: usize, to: usize) -> String {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let vertical = match (to / 8).cmp(&(from / 8)) {
        Less => "U",
        Equal => "",
        Greater => "D",
    };
    let horizontal = match (to % 8).cmp(&(from % 8)) {
        Less => "L",
        Equal => "",
        Greater => "R",
    };
    format!("{vertical}{horizontal}")
}

impl Encode for Freckers {
    fn cell_count(&self) -> usize {
        64
    }

    #[inline]
    fn each_difference(&self, before: &Position, after: &Position, report: impl FnMut(usize)) {
        let ([a, b], [c, d]) = (before.frogs, after.frogs);
        ones(a ^ c | b ^ d | before.pads ^ after.pads).for_each(report);
    }

    fn turned(&self, cell: usize) -> usize {
        upside_down(cell)
    }

    fn owner_count(&self) -> usize {
        3
    }

    fn action_count(&self) -> usize {
        GROW_ACTION + 1
    }

    fn action(&self, position: &Position, mv: Move) -> usize {
        match mv {
            Move::Frog { from, to } => 64 * position.seen(usize::from(from)) + position.seen(usize::from(to)),
            Move::Grow => GROW_ACTION,
        }
    }
}

impl Catalogued for Freckers {
    const RULE_SETS: &'static [&'static GameInfo] = &[&INFO];

    fn build(_: &'static GameInfo, options: &Options) -> Freckers {
        let landing = if options.value("chain") == "pads" { Landing::Pads } else { Landing::Free };
        Freckers { landing }
    }
}

#[cfg(test)]
mod tests;

//! Xiangqi, the chess of China, with three ways to judge repetition.

mod geometry;
mod heuristic;
mod info;
mod moves;
mod notation;
mod position;
mod repetition;

use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Layout, Limits, Options, Piece, Player,
    PositionError, Random, Reason, Step, Trace,
};

use geometry::POINTS;
use info::INFO;
use position::MEN;
pub use position::{Move, Position};

/// The rules of xiangqi.
#[derive(Clone, Copy, Debug)]
pub struct Xiangqi {
    repetition: Repetition,
}

/// What a repeated position means: the parameter `repetition`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Repetition {
    /// Perpetual check loses, everything else draws.
    Core,
    /// Perpetual chase loses as well, after the rules of the Asian Xiangqi Federation.
    Axf,
    /// Whoever repeats a position loses, as in the Computer Olympiad.
    Olympiad,
}

/// Indices of [`GameInfo::endings`].
const CHECKMATE: Reason = Reason::Rule(0);
const PERPETUAL_CHECK: Reason = Reason::Rule(1);
const PERPETUAL_CHASE: Reason = Reason::Rule(2);
const REPEATED: Reason = Reason::Rule(3);

/// What pieces are worth in the margin of a won game, by kind, and all of a side at the start.
const VALUES: [f32; geometry::KINDS] = [0.0, 2.0, 2.0, 4.0, 9.0, 4.5, 1.5];
const ALL_PIECES: f32 = 50.5;

impl Position {
    /// The ending of a position without a legal move: a loss, in check or not.
    #[cold]
    fn no_move(&self) -> Ending {
        Ending::loss(self.mover, if self.in_check { CHECKMATE } else { Reason::NoMoves })
    }

    /// What the pieces of a side are worth.
    fn value(&self, side: usize) -> f32 {
        let alive = (0..MEN).filter(|&number| self.places[side][number] != geometry::NOWHERE);
        alive.map(|number| VALUES[position::KIND[number]]).sum()
    }
}

impl Game for Xiangqi {
    type Position = Position;
    type Move = Move;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    #[inline]
    fn limits(&self) -> Limits {
        match self.repetition {
            Repetition::Core | Repetition::Axf => INFO.limits,
            Repetition::Olympiad => Limits { repetition: Some(2), ply_cap: Some(200), ..INFO.limits },
        }
    }

    fn initial(&self) -> Position {
        position::initial()
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Ending> {
        position.list(moves);
        moves.is_empty().then(|| position.no_move())
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Position,
        random: &mut Random,
        moves: &mut Vec<Move>,
    ) -> Result<Move, Ending> {
        position.random_move(random, moves).ok_or_else(|| position.no_move())
    }

    #[inline]
    fn progresses(&self, position: &Position, mv: Move) -> bool {
        !position.captured(mv).is_none()
    }

    fn judge_repetition(&self, cycle: &[Step<Xiangqi>]) -> Ending {
        repetition::judge(self.repetition, cycle)
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.key()
    }

    fn score(&self, position: &Position, ending: Ending, _: u32) -> f32 {
        let sign = ending.outcome.value().pov(Player::First);
        let ahead = sign * (position.value(0) - position.value(1));
        sign * ahead.clamp(1.0, ALL_PIECES) / ALL_PIECES
    }

    fn in_check(&self, position: &Position) -> Option<usize> {
        position.in_check.then(|| position.general(position.mover.index()))
    }

    fn write_move(&self, _: &Position, mv: Move) -> String {
        notation::iccs(mv, "")
    }

    fn spellings(&self, position: &Position, mv: Move) -> Vec<String> {
        notation::spellings(position, mv)
    }

    fn write_position(&self, position: &Position, clocks: Clocks) -> String {
        notation::write_fen(position, clocks)
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        notation::read_fen(text)
    }

    fn layout(&self) -> Layout {
        geometry::layout()
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        let (side, kind) = position.at(cell)?;
        Some(Piece::new(Player::BOTH[side], kind as u8))
    }

    fn trace(&self, position: &Position, mv: Move) -> Trace {
        let mut trace = Trace::path([usize::from(mv.from), usize::from(mv.to)]);
        if !position.captured(mv).is_none() {
            trace.captured = vec![usize::from(mv.to)];
        }
        trace
    }
}

impl Encode for Xiangqi {
    fn cell_count(&self) -> usize {
        POINTS
    }

    #[inline]
    fn each_difference(&self, before: &Position, after: &Position, report: impl FnMut(usize)) {
        before.difference(after).for_each(report);
    }

    /// Across the board: half a turn.
    fn turned(&self, cell: usize) -> usize {
        POINTS - 1 - cell
    }

    fn max_active(&self) -> usize {
        2 * MEN
    }

    fn action_count(&self) -> usize {
        POINTS * POINTS
    }

    fn action(&self, position: &Position, mv: Move) -> usize {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        match position.mover {
            Player::First => POINTS * from + to,
            Player::Second => POINTS * self.turned(from) + self.turned(to),
        }
    }
}

impl Catalogued for Xiangqi {
    const RULE_SETS: &'static [&'static GameInfo] = &[&INFO];

    fn build(_: &'static GameInfo, options: &Options) -> Xiangqi {
        let repetition = match options.value("repetition") {
            "axf" => Repetition::Axf,
            "olympiad" => Repetition::Olympiad,
            _ => Repetition::Core,
        };
        Xiangqi { repetition }
    }
}

#[cfg(test)]
mod tests;

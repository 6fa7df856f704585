//! Alquerque: jump over the opponent's men until none is left.

mod heuristic;

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::layout::grid_name;
use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Layout, Limits, Options, Piece, PieceKind, Player,
    PositionError, Random, Reason, Trace,
};

use crate::bits::{ones, select};
use crate::board::Reader;
use crate::graph::{ALQUERQUE_5, ALQUERQUE_5_JUMPS, alquerque_board};
use crate::stones::{Shape, Step, Stones};

/// The rules of alquerque.
#[derive(Clone, Copy, Debug)]
pub enum Alquerque {
    /// Captures are compulsory and go on as far as they can, as in `LoBoGames`.
    Chains,
    /// Captures are optional and take one man, as in Ludii.
    SingleJumps,
}

/// A step of one man or a chain of jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The points where the man lands, five bits each, the first landing lowest; nothing for a step.
    landings: u64,
    /// The men that are taken.
    captured: u32,
    /// Where the man starts and where it ends, which can be the same point.
    step: Step,
    /// The number of landings.
    jumps: u8,
}

const SHAPE: Shape = Shape::square(5);
const POINTS: usize = 25;
const ALL: u32 = (1 << POINTS) - 1;
const MEN: u32 = 12;
/// Bits of a landing point in [`Move::landings`]: twelve captures take 60.
const LANDING_BITS: u32 = 5;
/// The largest number of plies without a capture that a position text may state.
const QUIET_LIMIT: u32 = 9999;

/// The jumps that start or end on a point.
static TOUCHING: [u64; POINTS] = {
    let mut table = [0; POINTS];
    let mut jump = 0;
    while jump < 64 {
        let [low, high] = ALQUERQUE_5_JUMPS.ends(jump);
        if low != high {
            table[low as usize] |= 1 << jump;
            table[high as usize] |= 1 << jump;
        }
        jump += 1;
    }
    table
};

/// The jumps that pass over a point.
static PASSING: [u64; POINTS] = {
    let mut table = [0; POINTS];
    let mut jump = 0;
    while jump < 64 {
        let [low, high] = ALQUERQUE_5_JUMPS.ends(jump);
        if low != high {
            table[ALQUERQUE_5_JUMPS.middle(jump) as usize] |= 1 << jump;
        }
        jump += 1;
    }
    table
};

const SUMMARY: &str = "Capture all twelve men of the opponent by jumping over them.";

const DRAWS: &str = "The game is a draw when the same position, with the same side to move, occurs for the third time, \
            after 50 moves of both sides together without a capture, or after 400 moves of both sides \
            together.";

const LIMITS: Limits = Limits { repetition: Some(3), no_progress: Some(50), ply_cap: Some(400) };

static CHAINS: GameInfo = GameInfo {
    id: text("alquerque"),
    name: text("Alquerque"),
    sides: [text("X"), text("O")],
    pieces: Cow::Borrowed(&[PieceKind::new("man", ['X', 'O'])]),
    summary: text(SUMMARY),
    rules: text(concat!(
        alquerque_board!(),
        "Each player has twelve men. Those of X stand on rows 1 and 2 and on a3 and b3, those of O on rows 4 \
         and 5 and on d3 and e3; the centre c3 is empty. X begins, and the players take turns. A man moves \
         along a line to a neighbouring empty point, in any direction. A man captures by jumping along a line \
         over a neighbouring man of the opponent to the empty point right behind it, and goes on jumping in \
         the same turn while it can. Capturing is compulsory, and of all ways to capture only those that take \
         the largest number of men are allowed. The captured men stay where they are until the whole sequence \
         of jumps is finished: they may not be jumped over twice, and they are still in the way. The point \
         where the capturing man started counts as empty. A player who has no men left, or who is to move and \
         cannot, loses."
    )),
    draws: text(DRAWS),
    notation: text(
        "A point is named by its column a to e from the left and its row 1 to 5 from the bottom. A step \
               is the point that the man leaves, a hyphen and the point that it goes to, such as b2-c3. A \
               capture is the point where the man starts and all points where it lands, with the letter x \
               between them, such as a1xc3xe1. A position is written row by row from the top, X and O and \
               numbers of empty points, then the side to move in lower case, then the number of moves since \
               the last capture: OOOOO/OOOOO/XX1OO/XXXXX/XXXXX x 0.",
    ),
    source: text(
        "The mobile application LoBoGames, version 1.0.4 (April 2023); that a player who cannot move \
             loses, and the draws, are our addition.",
    ),
    parameters: &[],
    endings: &[],
    limits: LIMITS,
    version: 1,
};

static SINGLE_JUMPS: GameInfo = GameInfo {
    id: text("alquerque-ludii"),
    name: text("Alquerque (Ludii)"),
    rules: text(concat!(
        alquerque_board!(),
        "Each player has twelve men. Those of X stand on rows 1 and 2 and on d3 and e3, those of O on rows 4 \
         and 5 and on a3 and b3; the centre c3 is empty. X begins, and the players take turns. In a turn a \
         man either moves along a line to a neighbouring empty point, in any direction, or captures one man \
         of the opponent by jumping along a line over it, from the point next to it to the empty point right \
         behind it. Nobody has to capture, and there is only one jump in a turn. A player who has no men \
         left, or who is to move and cannot, loses."
    )),
    notation: text(
        "A point is named by its column a to e from the left and its row 1 to 5 from the bottom. A step \
               is the point that the man leaves, a hyphen and the point that it goes to, such as b2-c3. A \
               capture is the point where the man starts and the point where it lands, with the letter x \
               between them, such as a1xc3. A position is written row by row from the top, X and O and \
               numbers of empty points, then the side to move in lower case, then the number of moves since \
               the last capture: OOOOO/OOOOO/OO1XX/XXXXX/XXXXX x 0.",
    ),
    source: text(
        "Ludii, Alquerque.lud, in the form of the book of games of Alfonso X (1283); the draws are our \
             addition.",
    ),
    sides: [text("X"), text("O")],
    pieces: Cow::Borrowed(&[PieceKind::new("man", ['X', 'O'])]),
    summary: text(SUMMARY),
    draws: text(DRAWS),
    parameters: &[],
    endings: &[],
    limits: LIMITS,
    version: 1,
};

impl Move {
    fn step(step: Step) -> Move {
        Move { landings: 0, captured: 0, step, jumps: 0 }
    }

    /// The move of a man that has not jumped yet.
    #[inline]
    fn standing(point: u8) -> Move {
        Move::step(Step { from: point, to: point })
    }

    /// The same with one more jump.
    #[inline]
    fn jumping(self, over: u8, to: u8) -> Move {
        Move {
            landings: self.landings | u64::from(to) << (LANDING_BITS * u32::from(self.jumps)),
            captured: self.captured | 1 << over,
            step: Step { from: self.step.from, to },
            jumps: self.jumps + 1,
        }
    }

    /// The single capture along a jump that starts in `own`.
    #[inline]
    fn jump(jump: usize, own: u32) -> Move {
        let step = ALQUERQUE_5_JUMPS.step(jump, own);
        Move::standing(step.from).jumping(ALQUERQUE_5_JUMPS.middle(jump), step.to)
    }

    /// The points of a capture: the start, then every landing.
    fn path(self) -> impl Iterator<Item = usize> {
        let landing = move |jump| self.landings >> (LANDING_BITS * u32::from(jump)) & 0b11111;
        std::iter::once(usize::from(self.step.from))
            .chain((0..self.jumps).map(move |jump| landing(jump) as usize))
    }

    fn write_path(self, between: &str) -> String {
        self.path().map(name).collect::<Vec<_>>().join(between)
    }
}

fn name(point: usize) -> String {
    grid_name(point / 5, point % 5)
}

/// The legal moves of a position.
enum Legal {
    /// These steps and these single jumps, as sets of links.
    Simple { steps: u64, jumps: u64 },
    /// The longest chains of jumps.
    Chains(Chains),
}

/// The jumps of which chains are made.
struct Chains {
    /// Jumps of an own man over an enemy to an empty point: where a chain can begin.
    first: u64,
    /// Jumps over an enemy from an empty point to an empty point: where a chain can go on.
    further: u64,
}

impl Chains {
    /// Whether some chain has more than one jump.
    #[inline]
    fn go_on(&self) -> bool {
        ones(self.first).any(|jump| {
            let [low, high] = ALQUERQUE_5_JUMPS.ends(jump).map(usize::from);
            // One of the ends is the landing; on the other one stands the man, and no further jump touches that.
            self.further
                & (TOUCHING[low] | TOUCHING[high])
                & !PASSING[usize::from(ALQUERQUE_5_JUMPS.middle(jump))]
                != 0
        })
    }

    /// Replaces the contents of `moves` by the longest chains; there is at least one.
    fn list(&self, own: u32, moves: &mut Vec<Move>) {
        moves.clear();
        let mut longest = 0;
        let mut first = self.first;
        while first != 0 {
            let from = ALQUERQUE_5_JUMPS.step(first.trailing_zeros() as usize, own).from;
            let touching = TOUCHING[usize::from(from)];
            // While this man jumps about, its start is empty, and nothing else changes but the men it has taken.
            extend(Move::standing(from), self.further | self.first & touching, &mut longest, moves);
            first &= !touching;
        }
    }
}

/// Adds the longest captures that continue `chain` along the jumps that are still open.
fn extend(chain: Move, open: u64, longest: &mut u8, moves: &mut Vec<Move>) {
    let at = chain.step.to;
    let next = open & TOUCHING[usize::from(at)];
    if next == 0 {
        if chain.jumps > *longest {
            *longest = chain.jumps;
            moves.clear();
        }
        if chain.jumps == *longest {
            moves.push(chain);
        }
    }
    for jump in ones(next) {
        let [low, high] = ALQUERQUE_5_JUMPS.ends(jump);
        let over = ALQUERQUE_5_JUMPS.middle(jump);
        extend(chain.jumping(over, low ^ high ^ at), open & !PASSING[usize::from(over)], longest, moves);
    }
}

impl Alquerque {
    #[inline]
    fn legal(self, position: &Stones) -> Legal {
        let empty = ALL & !position.occupied();
        let over = ALQUERQUE_5_JUMPS.over(position.enemy);
        let jumps = ALQUERQUE_5_JUMPS.joining(position.own, empty) & over;
        match self {
            Alquerque::Chains if jumps != 0 => {
                let chains = Chains { first: jumps, further: ALQUERQUE_5_JUMPS.within(empty) & over };
                if chains.go_on() { Legal::Chains(chains) } else { Legal::Simple { steps: 0, jumps } }
            }
            _ => Legal::Simple { steps: ALQUERQUE_5.joining(position.own, empty), jumps },
        }
    }

    fn lost(position: &Stones) -> Ending {
        let reason = if position.own == 0 { Reason::NoPieces } else { Reason::NoMoves };
        Ending::loss(position.mover, reason)
    }
}

impl Game for Alquerque {
    type Position = Stones;
    type Move = Move;

    fn info(&self) -> &GameInfo {
        match self {
            Alquerque::Chains => &CHAINS,
            Alquerque::SingleJumps => &SINGLE_JUMPS,
        }
    }

    fn initial(&self) -> Stones {
        // Two full rows each; the ends of the middle row differ.
        let (rows, left, right) = (0b11111_11111, 0b00011 << 10, 0b11000 << 10);
        match self {
            Alquerque::Chains => Stones::new(rows | left, rows << 15 | right),
            Alquerque::SingleJumps => Stones::new(rows | right, rows << 15 | left),
        }
    }

    #[inline]
    fn to_move(&self, position: &Stones) -> Player {
        position.mover
    }

    #[inline]
    fn generate(&self, position: &Stones, moves: &mut Vec<Move>) -> Option<Ending> {
        moves.clear();
        match self.legal(position) {
            Legal::Simple { steps: 0, jumps: 0 } => return Some(Self::lost(position)),
            Legal::Simple { steps, jumps } => {
                moves.extend(ones(steps).map(|link| Move::step(ALQUERQUE_5.step(link, position.own))));
                moves.extend(ones(jumps).map(|jump| Move::jump(jump, position.own)));
            }
            Legal::Chains(chains) => chains.list(position.own, moves),
        }
        None
    }

    #[inline]
    fn play(&self, position: &mut Stones, mv: Move) {
        position.enemy &= !mv.captured;
        position.play(mv.step);
    }

    #[inline]
    fn progresses(&self, _: &Stones, mv: Move) -> bool {
        mv.captured != 0
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Stones,
        random: &mut Random,
        moves: &mut Vec<Move>,
    ) -> Result<Move, Ending> {
        let (steps, jumps) = match self.legal(position) {
            Legal::Simple { steps, jumps } => (steps, jumps),
            Legal::Chains(chains) => {
                chains.list(position.own, moves);
                return Ok(random.pick(moves));
            }
        };
        let step_count = steps.count_ones();
        let count = step_count + jumps.count_ones();
        if count == 0 {
            return Err(Self::lost(position));
        }
        let number = random.below(count);
        Ok(if number < step_count {
            Move::step(ALQUERQUE_5.step(select(steps, number), position.own))
        } else {
            Move::jump(select(jumps, number - step_count), position.own)
        })
    }

    fn count_moves(&self, position: &Stones, moves: &mut Vec<Move>) -> u64 {
        match self.legal(position) {
            Legal::Simple { steps, jumps } => u64::from(steps.count_ones() + jumps.count_ones()),
            Legal::Chains(chains) => {
                chains.list(position.own, moves);
                moves.len() as u64
            }
        }
    }

    #[inline]
    fn hash(&self, position: &Stones) -> u64 {
        position.hash()
    }

    fn score(&self, position: &Stones, ending: Ending, _: u32) -> f32 {
        // Presence: the men that the winner has more than the loser, at least one.
        ending.outcome.winner().map_or(0.0, |winner| {
            let [own, other] = [winner, !winner].map(|player| position.of(player).count_ones());
            let margin = own.saturating_sub(other).max(1);
            ending.outcome.value().pov(Player::First) * margin as f32 / MEN as f32
        })
    }

    fn write_move(&self, _: &Stones, mv: Move) -> String {
        if mv.jumps == 0 { mv.step.write(name) } else { mv.write_path("x") }
    }

    fn spellings(&self, _: &Stones, mv: Move) -> Vec<String> {
        let mut spellings = mv.step.spellings(name);
        if mv.jumps > 0 {
            spellings.extend(["", "-", " ", ":", " x "].iter().map(|between| mv.write_path(between)));
            // Start and end are enough when only one chain has them.
            let [from, to] = [mv.step.from, mv.step.to].map(|point| name(usize::from(point)));
            spellings.extend(["x", "-", ":"].iter().map(|between| format!("{from}{between}{to}")));
        }
        spellings
    }

    fn write_position(&self, position: &Stones, clocks: Clocks) -> String {
        format!("{} {}", position.write(self.info(), SHAPE, None), clocks.quiet.min(QUIET_LIMIT))
    }

    fn read_position(&self, text: &str) -> Result<(Stones, Clocks), PositionError> {
        let reader = Reader::new(&self.info().id, text);
        let fields = reader.fields(2, 3, "rows side moves-since-capture")?;
        let position: Stones = Stones::read(reader, self.info(), SHAPE, fields[0], fields[1])?;
        if Player::BOTH.iter().any(|&player| position.of(player).count_ones() > MEN) {
            return reader.error(format!("each side has at most {MEN} men"));
        }
        if position.enemy == 0 {
            return reader.error("the side that has just moved has no men");
        }
        let quiet = match fields.get(2) {
            Some(field) => reader.number(field, "the number of moves since the last capture", QUIET_LIMIT)?,
            None => 0,
        };
        // The text has no room for the plies; so many there have been at least.
        Ok((position, Clocks { plies: quiet, quiet }))
    }

    fn layout(&self) -> Layout {
        ALQUERQUE_5.layout()
    }

    fn piece(&self, position: &Stones, cell: usize) -> Option<Piece> {
        position.piece(cell)
    }

    fn trace(&self, _: &Stones, mv: Move) -> Trace {
        if mv.jumps == 0 {
            return mv.step.trace();
        }
        Trace { captured: ones(u64::from(mv.captured)).collect(), ..Trace::path(mv.path()) }
    }
}

impl Encode for Alquerque {
    fn cell_count(&self) -> usize {
        POINTS
    }

    #[inline]
    fn each_difference(&self, before: &Stones, after: &Stones, report: impl FnMut(usize)) {
        ones(before.difference(after).into()).for_each(report);
    }

    fn turned(&self, cell: usize) -> usize {
        // The half-turn that exchanges the two arrays of the start.
        POINTS - 1 - cell
    }

    fn max_active(&self) -> usize {
        2 * MEN as usize
    }

    fn action_count(&self) -> usize {
        POINTS * POINTS
    }

    /// Captures from one place to another by different ways.
    fn alternatives(&self) -> usize {
        8
    }

    fn action(&self, position: &Stones, mv: Move) -> usize {
        mv.step.action(self, position.mover)
    }
}

impl Catalogued for Alquerque {
    const RULE_SETS: &'static [&'static GameInfo] = &[&CHAINS, &SINGLE_JUMPS];

    fn build(info: &'static GameInfo, _: &Options) -> Alquerque {
        if info.id == CHAINS.id { Alquerque::Chains } else { Alquerque::SingleJumps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(game: Alquerque, text: &str) -> Vec<String> {
        let (position, _) = game.read_position(text).unwrap();
        let mut moves = Vec::new();
        assert_eq!(game.generate(&position, &mut moves), None);
        let mut written: Vec<String> = moves.iter().map(|&mv| game.write_move(&position, mv)).collect();
        written.sort_unstable();
        written
    }

    #[test]
    fn only_the_longest_captures_are_legal() {
        let text = "4X/4O/5/2O2/XO3 x 0";
        assert_eq!(legal(Alquerque::Chains, text), ["a1xc1xc3"]);
        let single = ["a1-a2", "a1-b2", "a1xc1", "e5-d4", "e5-d5", "e5xe3"];
        assert_eq!(legal(Alquerque::SingleJumps, text), single);
    }

    #[test]
    fn no_man_is_jumped_twice_and_the_start_is_empty() {
        assert_eq!(legal(Alquerque::Chains, "5/5/5/5/XO3 x 0"), ["a1xc1"]);
        // Once around the square, either way, back to the start.
        let text = "5/5/1O3/O1O2/XO3 x 0";
        let around = ["a1xa3xc3xc1xa1", "a1xc1xc3xa3xa1"];
        assert_eq!(legal(Alquerque::Chains, text), around);
        let game = Alquerque::Chains;
        let (mut position, _) = game.read_position(text).unwrap();
        assert!(game.read_move(&position, "a1xa1").is_err(), "two chains have this start and end");
        let mv = game.read_move(&position, "A1-C1-C3-A3-A1").unwrap();
        game.play(&mut position, mv);
        assert_eq!(game.write_position(&position, Clocks::default()), "5/5/5/5/X4 o 0");
        assert_eq!(
            game.generate(&position, &mut Vec::new()),
            Some(Ending::win(Player::First, Reason::NoPieces))
        );
    }

    #[test]
    fn jumps_follow_the_lines() {
        // b1 has no diagonals, a1 has.
        assert_eq!(legal(Alquerque::Chains, "5/5/5/2O2/1X3 x 0"), ["b1-a1", "b1-b2", "b1-c1"]);
        assert_eq!(legal(Alquerque::Chains, "5/5/5/1O3/X4 x 0"), ["a1xc3"]);
    }

    #[test]
    fn start_and_end_are_enough_for_a_chain_that_is_alone() {
        let game = Alquerque::Chains;
        let (position, _) = game.read_position("4X/4O/5/2O2/XO3 x 0").unwrap();
        for text in ["a1xc1xc3", "a1xc3", "A1-C3", "a1:c1:c3", "a1c1c3", " a1 c1 c3 "] {
            let mv = game.read_move(&position, text).unwrap();
            assert_eq!(game.write_move(&position, mv), "a1xc1xc3");
        }
    }

    #[test]
    fn who_cannot_move_loses_by_the_men_that_are_left() {
        for game in [Alquerque::Chains, Alquerque::SingleJumps] {
            let (position, _) = game.read_position("5/5/O1O2/OO3/XOO2 x 7").unwrap();
            let ending = game.generate(&position, &mut Vec::new()).unwrap();
            assert_eq!(ending, Ending::win(Player::Second, Reason::NoMoves));
            assert_eq!(game.score(&position, ending, 30), -5.0 / 12.0);
        }
    }

    #[test]
    fn what_cannot_be_played_on_is_no_position() {
        let game = Alquerque::Chains;
        for text in [
            "5/5/5/5/5 x 0",
            "5/5/5/5/4X x 0",
            "OOOOO/OOOOO/OOO2/5/4X x 0",
            "5/5/5/5/3OX x 10000",
            "5/5/5/5/3OX z 0",
            "5/5/5/5/3OX x 0 0",
            "5/5/5/5/3öX x 0",
        ] {
            assert!(game.read_position(text).is_err(), "{text}");
        }
        let (_, clocks) = game.read_position("5/5/5/5/3OX x 12").unwrap();
        assert_eq!(clocks.quiet, 12);
    }
}

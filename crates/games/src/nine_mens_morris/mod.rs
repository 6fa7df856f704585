//! Nine men's morris: place nine stones, close mills, and take the enemy's stones one by one.

mod fen;
mod heuristic;
mod points;

use std::borrow::Cow;

use agon_core::hash::combine;
use agon_core::info::text;
use agon_core::layout::{Cell, Label, file_letter};
use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Layout, Limits, Options, Parameter, Piece, PieceKind,
    Player, PositionError, Random, Reason, Shape, Trace,
};

use self::points::{ALL, NAMES, SLIDES, Set, in_mills, mill_ends, slides};
use crate::bits::{ones, select};

/// The rules of nine men's morris.
#[derive(Clone, Copy, Debug)]
pub struct NineMensMorris {
    /// The occurrence of a position that ends the game.
    repetition: u8,
}

/// The stones as seen by the player to move, and how many stones both players have placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    own: Set,
    enemy: Set,
    placed: u8,
    mover: Player,
}

/// A turn: what it does to the mover's stones and to the enemy's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The point where a stone is placed, or both ends of a movement.
    step: Set,
    /// The enemy stone that a closed mill removes, or none.
    removed: Set,
}

/// What the mover's stones can do, before anything is removed. A set of steps is one word in every phase.
struct Steps {
    phase: Phase,
    all: u64,
    /// The steps that close a mill, each of which comes with every choice of a stone to remove.
    closing: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// A stone from the hand to any empty point: the bit of a step is its point.
    Place,
    /// Along an edge: the bit of a step is its index in [`SLIDES`].
    Slide,
    /// One of the last three stones to any empty point: the bit of stone s and empty point e, both counted
    /// from 0, is `FLIGHT_ENDS * s + e`.
    Fly,
}

const STONES: u8 = 9;
const ALL_PLACED: u8 = 2 * STONES;
/// With three stones of each side on the board, no more than eighteen points are empty.
const FLIGHT_ENDS: usize = 18;

impl Position {
    #[inline]
    fn empty(&self) -> Set {
        ALL & !(self.own | self.enemy)
    }

    /// The stones in hand of the player to move and of the other one. The players place in turn.
    #[inline]
    fn hands(&self) -> [u32; 2] {
        [u32::from(STONES - self.placed / 2), u32::from(STONES - self.placed.div_ceil(2))]
    }

    /// The stones that a player has yet to place.
    fn hand(&self, player: Player) -> u32 {
        self.hands()[usize::from(player != self.mover)]
    }

    /// The stones of the first and of the second player.
    fn stones(&self) -> [Set; 2] {
        if self.mover == Player::First { [self.own, self.enemy] } else { [self.enemy, self.own] }
    }

    /// Whose stone stands on a point.
    fn owner(&self, point: usize) -> Option<Player> {
        let stones = self.stones();
        Player::BOTH.into_iter().find(|player| stones[player.index()] >> point & 1 == 1)
    }

    /// The stones that a player has left, on the board and in hand.
    fn stones_left(&self, player: Player) -> u32 {
        self.stones()[player.index()].count_ones() + self.hand(player)
    }

    /// Whether these stones, one player's, may move to any empty point.
    fn can_fly(&self, stones: Set) -> bool {
        self.placed == ALL_PLACED && stones.count_ones() == 3
    }

    #[inline(always)]
    fn steps(&self) -> Result<Steps, Ending> {
        let (stones, empty) = (self.own.count_ones(), self.empty());
        if stones + self.hands()[0] < 3 {
            return Err(Ending::loss(self.mover, Reason::Rule(0)));
        }
        if self.placed < ALL_PLACED {
            let closing = empty & mill_ends(self.own);
            return Ok(Steps { phase: Phase::Place, all: u64::from(empty), closing: u64::from(closing) });
        }
        if stones == 3 {
            return Ok(self.flights(empty));
        }
        let (all, closing) = slides(self.own, empty);
        if all == 0 {
            return Err(Ending::loss(self.mover, Reason::NoMoves));
        }
        Ok(Steps { phase: Phase::Slide, all, closing })
    }

    #[inline]
    fn flights(&self, empty: Set) -> Steps {
        let ends = (1u64 << empty.count_ones()) - 1;
        let mut closing = 0;
        for (number, stone) in ones(u64::from(self.own)).enumerate() {
            // The other two stones share at most one mill, so at most one point completes it.
            let end = mill_ends(self.own ^ 1 << stone) & empty;
            if end != 0 {
                closing |= 1 << (FLIGHT_ENDS * number + (empty & (end - 1)).count_ones() as usize);
            }
        }
        let all = ends | ends << FLIGHT_ENDS | ends << (2 * FLIGHT_ENDS);
        Steps { phase: Phase::Fly, all, closing }
    }

    /// The points whose stones a step changes.
    #[inline(always)]
    fn step(&self, phase: Phase, bit: usize) -> Set {
        match phase {
            Phase::Place => 1 << bit,
            Phase::Slide => SLIDES[bit],
            Phase::Fly => {
                let stone = select(u64::from(self.own), (bit / FLIGHT_ENDS) as u32);
                let end = select(u64::from(self.empty()), (bit % FLIGHT_ENDS) as u32);
                1 << stone | 1 << end
            }
        }
    }

    /// The enemy stones that a closed mill may remove: those outside mills, or all if there are none.
    #[inline(always)]
    fn removable(&self) -> Set {
        let free = self.enemy & !in_mills(self.enemy);
        if free == 0 { self.enemy } else { free }
    }
}

static INFO: GameInfo = GameInfo {
    id: text("nine-mens-morris"),
    name: text("Nine Men's Morris"),
    sides: [text("White"), text("Black")],
    pieces: Cow::Borrowed(&[PieceKind::new("stone", ['O', '@'])]),
    summary: text(
        "Close mills of three stones to take enemy stones, until only two are left or none can move.",
    ),
    rules: text(
        "The board has 24 points on three squares, one inside the other: the corners and the middles of the \
            sides. Points next to each other on a side are joined. The middle of each side of the middle \
            square is also joined to the middles beside it on the outer and the inner square. The board is \
            empty at first, and each player has nine stones in hand. White begins, and the players take turns. \
            While you have stones in hand, you place one on any empty \
            point. When your hand is empty, you move one of your stones along a line to a joined empty point. \
            When your hand is empty and you have exactly three stones left, you may move one of them to any \
            empty point. Three stones of your own on the three points of one side of a square, or on three \
            joined middles, are a mill. Whenever the stone that you have just placed or moved completes a mill, \
            you remove one enemy stone from the board, and only one even if two mills are completed at once. \
            It must be a stone that is not in a mill, unless all enemy stones are in mills. A mill may be \
            opened and closed again, and removes a stone each time. You win when your opponent has fewer than \
            three stones left, those in hand included, or is to move and cannot.",
    ),
    draws: text(
        "The game is a draw as soon as a position occurs for the second time with the same player to move, or \
            for the third time if the parameter repetition is 3. It is also a draw after 200 moves, counting \
            those of both players.",
    ),
    notation: text(
        "The columns are a to g from the left, the rows 1 to 7 from the bottom. Placing a stone is written \
               as the point, such as d6; moving one as start and end, such as d6-d5; a stone that is removed \
               follows after an x, such as d6-d5xb4. Positions are written in the form of the program Sanmill: \
               the inner, the middle and the outer square separated by slashes, each beginning with the middle \
               of its upper side and going clockwise, O for white, @ for black, * for empty; then the side to \
               move, w or b; p while stones are placed, m while they are moved and o when the game is over; \
               what to do next, p to place, s to select a stone and ? for nothing; White's stones on the board \
               and in hand, and Black's; seven numbers that are not used here, 0 0 -1 -1 -1 -1 0; the number of \
               moves without a placement or removal; and the number of the turn, which grows after each \
               move of Black. The first position is \
               ********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1.",
    ),
    source: text(
        "The customary rules with flying. Draw at the first repetition: Rezende and Chaimowicz, A Methodology \
             for Creating Generic Game Playing Agents for Board Games. Draw at the third occurrence, notation: \
             the program Sanmill. Limit of 200 moves: OpenSpiel.",
    ),
    parameters: &[Parameter {
        key: "repetition",
        default: "2",
        values: &["2", "3"],
        help: "the occurrence of a position that makes the game a draw",
    }],
    endings: &["{loser} has fewer than three stones left"],
    limits: Limits { repetition: Some(2), no_progress: None, ply_cap: Some(200) },
    version: 1,
};

/// The only point of a set.
fn point(set: Set) -> Option<usize> {
    (set != 0).then(|| set.trailing_zeros() as usize)
}

/// Start, if the stone comes from the board, and end of a move, and the stone it removes.
fn ends(position: &Position, mv: Move) -> (Option<usize>, usize, Option<usize>) {
    let end = (mv.step & !position.own).trailing_zeros() as usize;
    (point(mv.step & position.own), end, point(mv.removed))
}

impl Game for NineMensMorris {
    type Position = Position;
    type Move = Move;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn limits(&self) -> Limits {
        Limits { repetition: Some(self.repetition), ..INFO.limits }
    }

    fn initial(&self) -> Position {
        Position { own: 0, enemy: 0, placed: 0, mover: Player::First }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<Move>) -> Option<Ending> {
        moves.clear();
        let Steps { phase, all, closing } = match position.steps() {
            Ok(steps) => steps,
            Err(ending) => return Some(ending),
        };
        let removable = u64::from(position.removable());
        for bit in ones(all) {
            let step = position.step(phase, bit);
            if closing >> bit & 1 == 0 {
                moves.push(Move { step, removed: 0 });
            } else {
                moves.extend(ones(removable).map(|stone| Move { step, removed: 1 << stone }));
            }
        }
        None
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let Position { own, enemy, placed, mover } = *position;
        *position = Position {
            own: enemy ^ mv.removed,
            enemy: own ^ mv.step,
            placed: (placed + 1).min(ALL_PLACED),
            mover: !mover,
        };
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Position,
        random: &mut Random,
        _: &mut Vec<Move>,
    ) -> Result<Move, Ending> {
        let Steps { phase, all, closing } = position.steps()?;
        if closing == 0 {
            let bit = select(all, random.below(all.count_ones()));
            return Ok(Move { step: position.step(phase, bit), removed: 0 });
        }
        let quiet = all ^ closing;
        let removable = u64::from(position.removable());
        let (quiet_steps, removals) = (quiet.count_ones(), removable.count_ones());
        let number = random.below(quiet_steps + closing.count_ones() * removals);
        Ok(if number < quiet_steps {
            Move { step: position.step(phase, select(quiet, number)), removed: 0 }
        } else {
            let number = number - quiet_steps;
            let bit = select(closing, number / removals);
            Move { step: position.step(phase, bit), removed: 1 << select(removable, number % removals) }
        })
    }

    fn count_moves(&self, position: &Position, _: &mut Vec<Move>) -> u64 {
        position.steps().map_or(0, |steps| {
            let quiet = steps.all ^ steps.closing;
            u64::from(quiet.count_ones() + steps.closing.count_ones() * position.removable().count_ones())
        })
    }

    #[inline]
    fn progresses(&self, position: &Position, mv: Move) -> bool {
        position.placed < ALL_PLACED || mv.removed != 0
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        let Position { own, enemy, placed, mover } = *position;
        combine([u64::from(own)
            | u64::from(enemy) << 24
            | u64::from(placed) << 48
            | (mover.index() as u64) << 56])
    }

    fn score(&self, position: &Position, ending: Ending, _: u32) -> f32 {
        // A player who is shut in may have more stones than the winner; the margin is one stone at least.
        let margin = |winner: Player| {
            let [won, lost] = [winner, !winner].map(|player| position.stones_left(player));
            won.saturating_sub(lost).max(1) as f32 / 7.0
        };
        let margin = ending.outcome.winner().map_or(0.0, margin);
        margin * ending.outcome.value().pov(Player::First)
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        let (start, end, removed) = ends(position, mv);
        let start = start.map_or(String::new(), |start| format!("{}-", NAMES[start]));
        let removed = removed.map_or(String::new(), |stone| format!("x{}", NAMES[stone]));
        format!("{start}{}{removed}", NAMES[end])
    }

    fn spellings(&self, position: &Position, mv: Move) -> Vec<String> {
        let (start, end, removed) = ends(position, mv);
        let end = NAMES[end];
        // The start may be left out where the end says it all, and so may the stone to be removed.
        let mut steps = vec![end.to_owned()];
        if let Some(start) = start {
            steps.extend(["-", "", " "].map(|between| format!("{}{between}{end}", NAMES[start])));
        }
        let Some(removed) = removed else { return steps };
        let removals = ["x", " x", ":", " ", ""].map(|mark| format!("{mark}{}", NAMES[removed]));
        let full =
            steps.iter().flat_map(|step| removals.iter().map(move |removal| format!("{step}{removal}")));
        full.chain(steps.iter().cloned()).collect()
    }

    fn write_position(&self, position: &Position, clocks: Clocks) -> String {
        fen::write(position, clocks)
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        fen::read(text)
    }

    fn layout(&self) -> Layout {
        let cells = NAMES.iter().map(|name| {
            let (file, rank) = (name.as_bytes()[0] - b'a', name.as_bytes()[1] - b'1');
            Cell { name: (*name).to_owned(), x: f32::from(file), y: 6.0 - f32::from(rank) }
        });
        let mut layout = Layout::new(Shape::Points, cells.collect());
        layout.row_labels =
            (0..7).map(|row| Label { at: 6.0 - row as f32, text: (row + 1).to_string() }).collect();
        layout.column_labels =
            (0..7).map(|column| Label { at: column as f32, text: file_letter(column).into() }).collect();
        // Every edge is two slides.
        let edges = SLIDES.iter().map(|&ends| (ends.trailing_zeros() as usize, ends.ilog2() as usize));
        let mut lines: Vec<(usize, usize)> = edges.collect();
        lines.sort_unstable();
        lines.dedup();
        layout.with_lines(lines)
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        Some(Piece::new(position.owner(cell)?, 0))
    }

    fn hand(&self, position: &Position, player: Player) -> u32 {
        position.hand(player)
    }

    fn trace(&self, position: &Position, mv: Move) -> Trace {
        let (start, end, removed) = ends(position, mv);
        let path = start.into_iter().chain([end]).chain(removed);
        Trace { captured: removed.into_iter().collect(), ..Trace::path(path) }
    }
}

impl Encode for NineMensMorris {
    fn cell_count(&self) -> usize {
        24
    }

    #[inline]
    fn each_difference(&self, before: &Position, after: &Position, report: impl FnMut(usize)) {
        let ([a, b], [c, d]) = (before.stones(), after.stones());
        ones(u64::from(a ^ c | b ^ d)).for_each(report);
    }

    fn max_hand(&self) -> usize {
        usize::from(STONES)
    }

    /// Whether own and enemy stones may fly; that a player still places stones shows in the hand.
    fn extra_count(&self) -> usize {
        2
    }

    fn extras(&self, position: &Position, active: &mut dyn FnMut(usize)) {
        for (extra, stones) in [position.own, position.enemy].into_iter().enumerate() {
            if position.can_fly(stones) {
                active(extra);
            }
        }
    }

    /// All stones, on the board or in hand. Who flies has lost six.
    fn max_active(&self) -> usize {
        usize::from(ALL_PLACED)
    }

    fn action_count(&self) -> usize {
        25 * 24 * 25
    }

    fn action(&self, position: &Position, mv: Move) -> usize {
        let (start, end, removed) = ends(position, mv);
        (start.unwrap_or(24) * 24 + end) * 25 + removed.unwrap_or(24)
    }
}

impl Catalogued for NineMensMorris {
    const RULE_SETS: &'static [&'static GameInfo] = &[&INFO];

    fn build(_: &'static GameInfo, options: &Options) -> NineMensMorris {
        NineMensMorris { repetition: options.number("repetition") as u8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::{Line, MoveError};

    const GAME: NineMensMorris = NineMensMorris { repetition: 2 };

    fn read(text: &str) -> Position {
        GAME.read_position(text).unwrap().0
    }

    /// The legal moves that contain a text, in alphabetical order.
    fn legal(position: &Position, part: &str) -> Vec<String> {
        let mut moves = Vec::new();
        GAME.generate(position, &mut moves);
        let mut written: Vec<String> = moves.iter().map(|&mv| GAME.write_move(position, mv)).collect();
        written.retain(|text| text.contains(part));
        written.sort();
        written
    }

    fn after(moves: &str) -> Position {
        let mut position = GAME.initial();
        for text in moves.split_whitespace() {
            let mv = GAME.read_move(&position, text).unwrap();
            GAME.play(&mut position, mv);
        }
        position
    }

    #[test]
    fn a_mill_removes_a_stone_outside_mills() {
        // The white mill a7 d7 g7 stands, and Black can close a1 d1 g1.
        let position = after("a7 a1 d7 b2 g7xb2 d1 b4 f2 f4");
        assert_eq!(legal(&position, "x"), ["g1xb4", "g1xf4"]);
    }

    #[test]
    fn a_mill_removes_any_stone_when_all_are_in_mills() {
        let position = read("@**@****/********/OO@*@@*O b m s 3 0 5 0 0 0 -1 -1 -1 -1 0 3 30");
        assert_eq!(legal(&position, "x"), ["g4-g1xa7", "g4-g1xd7", "g4-g1xg7"]);
    }

    #[test]
    fn two_mills_at_once_remove_one_stone() {
        let position = after("a7 b2 g7 b6 d6 c3 d5 e3");
        assert_eq!(legal(&position, "d7"), ["d7xb2", "d7xb6", "d7xc3", "d7xe3"]);
    }

    #[test]
    fn three_stones_fly_and_four_slide() {
        let three = read("@******O/********/*O@O@@** w m s 3 0 4 0 0 0 -1 -1 -1 -1 0 0 30");
        assert_eq!(GAME.count_moves(&three, &mut Vec::new()), 3 * 17);
        let four = read("@******O/********/*O@O@@*O w m s 4 0 4 0 0 0 -1 -1 -1 -1 0 0 30");
        assert_eq!(legal(&four, ""), ["a7-a4", "a7-d7", "c5-c4", "g7-d7"]);
    }

    #[test]
    fn a_flight_can_close_a_mill() {
        let position = read("@*******/*******O/OO**@@@* w m s 3 0 4 0 0 0 -1 -1 -1 -1 0 0 30");
        assert_eq!(legal(&position, "x"), ["b6-a7xa1", "b6-a7xa4", "b6-a7xd1", "b6-a7xd5"]);
    }

    #[test]
    fn a_player_shut_in_loses() {
        let position = read("********/@*****@*/OO@**@OO w o ? 4 0 4 0 0 0 -1 -1 -1 -1 0 0 30");
        let ending = GAME.generate(&position, &mut Vec::new()).unwrap();
        assert_eq!(ending, Ending::loss(Player::First, Reason::NoMoves));
        assert_eq!(GAME.score(&position, ending, 58), -1.0 / 7.0);
    }

    #[test]
    fn a_player_with_two_stones_loses() {
        let position = read("********/@*****@*/O*@**@O* w o ? 2 0 4 0 0 0 -1 -1 -1 -1 0 0 30");
        let ending = GAME.generate(&position, &mut Vec::new()).unwrap();
        assert_eq!(ending.words(&INFO), "Black wins: White has fewer than three stones left.");
        assert_eq!(GAME.score(&position, ending, 58), -2.0 / 7.0);
    }

    #[test]
    fn the_parameter_says_which_repetition_draws() {
        for repetition in [2, 3] {
            let game = NineMensMorris { repetition };
            let start = read("@@@@@***/********/OOOOO*** w m s 5 0 5 0 0 0 -1 -1 -1 -1 0 0 30");
            let mut line = Line::from_position(&game, start, Clocks { plies: 58, quiet: 0 });
            let mut occurrences = 1;
            while line.history_ending(&game).is_none() {
                for text in ["d1-a1", "d3-c3", "a1-d1", "c3-d3"] {
                    line.push(&game, game.read_move(line.position(), text).unwrap());
                }
                occurrences += 1;
            }
            assert_eq!(occurrences, repetition);
            assert_eq!(line.history_ending(&game), Some(Ending::draw(Reason::Repetition)));
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let position = read("@**@****/********/OO@*@@*O b m s 3 0 5 0 0 0 -1 -1 -1 -1 0 3 30");
        let mv = GAME.read_move(&position, "g4-g1xd7").unwrap();
        for text in ["g4g1xd7", "G4-G1 xD7", "g4 g1 d7", "g1xd7", "g4-g1:d7"] {
            assert_eq!(GAME.read_move(&position, text), Ok(mv), "{text}");
        }
        let open = GAME.read_move(&position, "g4-g1");
        assert!(matches!(open, Err(MoveError::Ambiguous { fitting, .. }) if fitting.len() == 3));
    }
}

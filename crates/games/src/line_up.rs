//! Games in which each player places a few pieces, then slides them, and wins by lining all of them up:
//! tapatan and tsoro yematatu. The rules are here; the boards are in the modules of the games.

mod heuristic;
mod numbers;

use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Layout, Numbering, Options, Piece, Player,
    PositionError, Random, Reason, Trace,
};

use crate::bits::{ones, select};
use crate::board::Reader;
use crate::stones::{Shape, Step, Stones};

/// A board, its lines, and how the game begins on it.
pub trait Board: Copy + Send + Sync + 'static {
    /// The sets of rules that are played on it.
    const RULE_SETS: &'static [&'static GameInfo];
    /// The number of pieces of a player, which is also the length of a line.
    const PIECES: u32;
    /// How positions are written; also gives the number of points.
    const SHAPE: Shape;
    /// The letter of an empty point in a position text, where empty points are not counted.
    const EMPTY_LETTER: Option<char>;
    /// The winning lines.
    const LINES: &'static Lines;

    /// The board with these rules, one of [`RULE_SETS`](Board::RULE_SETS).
    fn new(info: &'static GameInfo) -> Self;

    /// The rules.
    fn info(&self) -> &GameInfo;

    /// The position in which a game begins.
    fn initial(&self) -> Stones;

    /// The slides of a player with all pieces on the board, as a set of numbers below 64. There is always one:
    /// on none of the boards can a player be shut in before the other one has a line.
    fn slides(own: u32, empty: u32) -> u64;

    /// The slide with a number from that set.
    fn slide(number: usize, own: u32, empty: u32) -> Step;

    /// The name of a point.
    fn name(point: usize) -> String;

    /// The picture of the board.
    fn layout() -> Layout;

    /// Where the second player sees a point.
    fn turned(point: usize) -> usize {
        point
    }

    /// The symmetries of the board, at most eight: where each point goes. One of them leaves everything in place.
    fn symmetries() -> Vec<Vec<u8>> {
        vec![(0..Self::SHAPE.points() as u8).collect()]
    }
}

/// The eight symmetries of a square board of `size` by `size` points.
pub fn square_symmetries(size: u8) -> Vec<Vec<u8>> {
    let last = size - 1;
    (0..8u8)
        .map(|symmetry| {
            let image = |point: u8| {
                let (mut x, mut y) = (point % size, point / size);
                if symmetry & 1 != 0 {
                    x = last - x;
                }
                if symmetry & 2 != 0 {
                    y = last - y;
                }
                if symmetry & 4 != 0 {
                    (x, y) = (y, x);
                }
                size * y + x
            };
            (0..size * size).map(image).collect()
        })
        .collect()
}

/// A set of lines. A player has exactly as many pieces as a line has points, so that having a line means having
/// one of a few sets of points: a look-up in a hash table without collisions.
#[derive(Debug)]
pub struct Lines {
    factor: u32,
    table: [u32; Lines::SIZE],
    list: &'static [u32],
    /// How many lines go through each point.
    through: [u8; Lines::POINTS],
}

impl Lines {
    const SIZE: usize = 256;
    const POINTS: usize = 25;
    /// No set of at most 25 points.
    const NONE: u32 = u32::MAX;

    /// The table of these lines.
    pub const fn new(lines: &'static [u32]) -> Lines {
        let mut through = [0; Lines::POINTS];
        let mut point = 0;
        while point < Lines::POINTS {
            let mut i = 0;
            while i < lines.len() {
                through[point] += (lines[i] >> point & 1) as u8;
                i += 1;
            }
            point += 1;
        }
        let mut factor = 0x9e37_79b1u32;
        'search: loop {
            let mut lookup = Lines { factor, table: [Lines::NONE; Lines::SIZE], list: lines, through };
            let mut i = 0;
            while i < lines.len() {
                let place = lookup.place(lines[i]);
                if lookup.table[place] != Lines::NONE {
                    factor = factor.wrapping_mul(0x0019_660d);
                    continue 'search;
                }
                lookup.table[place] = lines[i];
                i += 1;
            }
            return lookup;
        }
    }

    #[inline]
    const fn place(&self, set: u32) -> usize {
        (set.wrapping_mul(self.factor) >> (u32::BITS - Lines::SIZE.ilog2())) as usize
    }

    /// Whether these points are one of the lines, no more and no less.
    #[inline]
    pub fn contain(&self, set: u32) -> bool {
        self.table[self.place(set)] == set
    }
}

/// The rules of lining up on a board.
#[derive(Clone, Copy, Debug)]
pub struct LineUp<B>(B);

impl<B: Board> LineUp<B> {
    const POINTS: usize = B::SHAPE.points();
    const ALL: u32 = (1 << Self::POINTS) - 1;

    #[inline]
    fn ending(position: &Stones) -> Option<Ending> {
        // Only the player who has just moved can have completed a line.
        B::LINES.contain(position.enemy).then(|| Ending::win(!position.mover, Reason::Line(B::PIECES as u8)))
    }

    /// The moves of a game that has not ended, as numbers: points to place a piece on, or slides.
    #[inline]
    fn choices(position: &Stones) -> Choices {
        let empty = Self::ALL & !position.occupied();
        if position.own.count_ones() < B::PIECES {
            Choices { numbers: u64::from(empty), are_places: true }
        } else {
            Choices { numbers: B::slides(position.own, empty), are_places: false }
        }
    }

    #[inline]
    fn choice(position: &Stones, choices: Choices, number: usize) -> Step {
        if choices.are_places {
            Step::placing(number)
        } else {
            B::slide(number, position.own, Self::ALL & !position.occupied())
        }
    }

    fn hand_of(set: u32) -> u32 {
        B::PIECES - set.count_ones()
    }
}

#[derive(Clone, Copy)]
struct Choices {
    numbers: u64,
    are_places: bool,
}

impl<B: Board> Game for LineUp<B> {
    type Position = Stones;
    type Move = Step;

    fn info(&self) -> &GameInfo {
        self.0.info()
    }

    fn initial(&self) -> Stones {
        self.0.initial()
    }

    #[inline]
    fn to_move(&self, position: &Stones) -> Player {
        position.mover
    }

    #[inline]
    fn generate(&self, position: &Stones, moves: &mut Vec<Step>) -> Option<Ending> {
        moves.clear();
        let ending = Self::ending(position);
        if ending.is_none() {
            let choices = Self::choices(position);
            moves.extend(ones(choices.numbers).map(|number| Self::choice(position, choices, number)));
        }
        ending
    }

    #[inline]
    fn play(&self, position: &mut Stones, step: Step) {
        position.play(step);
    }

    #[inline]
    fn progresses(&self, _: &Stones, step: Step) -> bool {
        // A placed piece stays on the board for good.
        step.is_placing()
    }

    #[inline(always)]
    fn random_move(&self, position: &Stones, random: &mut Random, _: &mut Vec<Step>) -> Result<Step, Ending> {
        if let Some(ending) = Self::ending(position) {
            return Err(ending);
        }
        let choices = Self::choices(position);
        let number = select(choices.numbers, random.below(choices.numbers.count_ones()));
        Ok(Self::choice(position, choices, number))
    }

    #[inline]
    fn count_moves(&self, position: &Stones, _: &mut Vec<Step>) -> u64 {
        match Self::ending(position) {
            Some(_) => 0,
            None => u64::from(Self::choices(position).numbers.count_ones()),
        }
    }

    #[inline]
    fn hash(&self, position: &Stones) -> u64 {
        position.hash()
    }

    fn score(&self, _: &Stones, ending: Ending, plies: u32) -> f32 {
        // Additive depth: a point for every ply that was left.
        let longest = self.limits().ply_cap.unwrap_or(plies).max(1);
        let left = (longest + 1).saturating_sub(plies).clamp(1, longest);
        ending.outcome.value().pov(Player::First) * left as f32 / longest as f32
    }

    fn write_move(&self, _: &Stones, step: Step) -> String {
        step.write(B::name)
    }

    fn spellings(&self, _: &Stones, step: Step) -> Vec<String> {
        step.spellings(B::name)
    }

    fn write_position(&self, position: &Stones, _: Clocks) -> String {
        let [first, second] = Player::BOTH.map(|player| self.hand(position, player));
        format!("{} {first} {second}", position.write(self.info(), B::SHAPE, B::EMPTY_LETTER))
    }

    fn read_position(&self, text: &str) -> Result<(Stones, Clocks), PositionError> {
        let info = self.info();
        let reader = Reader::new(&info.id, text);
        let fields = reader.fields(2, 4, "rows side hand hand")?;
        let position: Stones = Stones::read(reader, info, B::SHAPE, fields[0], fields[1])?;
        let [first, second] = Player::BOTH.map(|player| position.of(player).count_ones());
        let is_placing = first < B::PIECES || second < B::PIECES;
        if is_placing && self.max_hand() == 0 || first.max(second) > B::PIECES {
            return reader.error(format!("each side has {} pieces on the board", B::PIECES));
        }
        if is_placing && first != second + u32::from(position.mover == Player::Second) {
            return reader.error(
                "while pieces are placed, X has as many on the board as O when X is to move, and one more \
                 when O is",
            );
        }
        for (player, field) in Player::BOTH.into_iter().zip(&fields[2..]) {
            let hand = self.hand(&position, player);
            if reader.number(field, "a hand", B::PIECES)? != hand {
                let side = &info.sides[player.index()];
                return reader.error(format!("{side} has {hand} left to place, not {field}"));
            }
        }
        if B::LINES.contain(position.own) {
            return reader.error("the side to move has already won");
        }
        // The text has no room for the plies; as many as pieces were placed there have been at least.
        let plies = if self.max_hand() > 0 { first + second } else { 0 };
        Ok((position, Clocks { plies, quiet: 0 }))
    }

    fn layout(&self) -> Layout {
        B::layout()
    }

    fn piece(&self, position: &Stones, cell: usize) -> Option<Piece> {
        position.piece(cell)
    }

    fn trace(&self, _: &Stones, step: Step) -> Trace {
        step.trace()
    }

    fn hand(&self, position: &Stones, player: Player) -> u32 {
        Self::hand_of(position.of(player))
    }

    fn numbering(&self) -> Option<Box<dyn Numbering<LineUp<B>>>> {
        // The array in which tapatan can begin has fewer symmetries than the board.
        let begins_empty = self.0.initial().occupied() == 0;
        begins_empty.then(|| Box::new(numbers::Numbers::<B>::new()) as Box<dyn Numbering<LineUp<B>>>)
    }
}

impl<B: Board> Encode for LineUp<B> {
    fn cell_count(&self) -> usize {
        Self::POINTS
    }

    #[inline]
    fn each_difference(&self, before: &Stones, after: &Stones, report: impl FnMut(usize)) {
        ones(before.difference(after).into()).for_each(report);
    }

    fn turned(&self, cell: usize) -> usize {
        B::turned(cell)
    }

    fn max_hand(&self) -> usize {
        Self::hand_of(self.0.initial().own) as usize
    }

    fn max_active(&self) -> usize {
        // Every piece is on the board or in a hand.
        2 * B::PIECES as usize
    }

    fn action_count(&self) -> usize {
        Self::POINTS * Self::POINTS
    }

    fn action(&self, position: &Stones, step: Step) -> usize {
        step.action(self, position.mover)
    }
}

impl<B: Board> Catalogued for LineUp<B> {
    const RULE_SETS: &'static [&'static GameInfo] = B::RULE_SETS;

    fn build(info: &'static GameInfo, _: &Options) -> LineUp<B> {
        LineUp(B::new(info))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::tapatan::Start;
    use crate::tsoro_yematatu::{Square, Triangle};

    /// Every position that can arise, ended ones included but not played on, with the numbers of its successors.
    struct Graph {
        positions: Vec<Stones>,
        successors: Vec<Vec<usize>>,
        endings: Vec<Option<Ending>>,
    }

    fn explore<G: Game<Position = Stones>>(game: &G) -> Graph {
        let mut graph =
            Graph { positions: vec![game.initial()], successors: Vec::new(), endings: Vec::new() };
        let mut numbers = HashMap::from([(game.initial(), 0)]);
        let mut moves = Vec::new();
        while let Some(&position) = graph.positions.get(graph.successors.len()) {
            graph.endings.push(game.generate(&position, &mut moves));
            let mut successors = Vec::new();
            for &mv in &moves {
                let mut next = position;
                game.play(&mut next, mv);
                let number = *numbers.entry(next).or_insert_with(|| {
                    graph.positions.push(next);
                    graph.positions.len() - 1
                });
                successors.push(number);
            }
            graph.successors.push(successors);
        }
        graph
    }

    /// The winner of each position with perfect play and the number of plies to the win; `None` for a draw.
    fn solve(graph: &Graph) -> Vec<Option<(Player, u32)>> {
        let mut values: Vec<Option<(Player, u32)>> =
            graph.endings.iter().map(|ending| Some((ending.as_ref()?.outcome.winner()?, 0))).collect();
        for plies in 1.. {
            let mut found = Vec::new();
            for (number, successors) in graph.successors.iter().enumerate() {
                if values[number].is_some() {
                    continue;
                }
                let mover = graph.positions[number].mover;
                let winners = successors.iter().map(|&next| values[next].map(|(winner, _)| winner));
                if winners.clone().any(|winner| winner == Some(mover)) {
                    found.push((number, mover));
                } else if winners.into_iter().all(|winner| winner == Some(!mover)) {
                    found.push((number, !mover));
                }
            }
            if found.is_empty() {
                break;
            }
            for (number, winner) in found {
                values[number] = Some((winner, plies));
            }
        }
        values
    }

    #[test]
    fn tapatan_with_placed_pieces_has_3040_positions_and_is_a_draw() {
        let graph = explore(&LineUp(Start::Placed));
        assert_eq!(graph.positions.len(), 3040);
        assert_eq!(solve(&graph)[0], None);
    }

    #[test]
    fn tapatan_on_the_empty_board_is_won_from_the_centre_in_nine_plies() {
        let game = LineUp(Start::Empty);
        let graph = explore(&game);
        assert_eq!(graph.positions.len(), 5390);
        let values = solve(&graph);
        assert_eq!(values[0], Some((Player::First, 9)));
        let mut moves = Vec::new();
        game.generate(&game.initial(), &mut moves);
        for (mv, &next) in moves.iter().zip(&graph.successors[0]) {
            let expected = match mv.to {
                4 => Some((Player::First, 8)),
                0 | 2 | 6 | 8 => None,
                _ => Some((Player::Second, 7)),
            };
            assert_eq!(values[next], expected, "{}", game.write_move(&game.initial(), *mv));
        }
    }

    #[test]
    fn tsoro_yematatu_on_the_triangle_has_815_positions_and_is_a_draw() {
        let graph = explore(&LineUp(Triangle));
        assert_eq!(graph.positions.len(), 815);
        assert_eq!(solve(&graph)[0], None);
    }

    /// The sets of `size` points of a board.
    fn sets(points: usize, size: u32) -> impl Iterator<Item = u32> {
        (0..1u32 << points).filter(move |set| set.count_ones() == size)
    }

    #[test]
    fn nobody_is_ever_shut_in() {
        fn check<B: Board>() {
            for own in sets(LineUp::<B>::POINTS, B::PIECES) {
                // A side is shut in when the other one has all empty points that it could slide to.
                let others = LineUp::<B>::ALL & !own;
                let exits = ones(B::slides(own, others))
                    .fold(0u32, |exits, number| exits | 1 << B::slide(number, own, others).to);
                assert!(exits.count_ones() > B::PIECES || B::LINES.contain(exits), "{own:b}");
            }
        }
        check::<Start>();
        check::<Square>();
        // On the triangle the moves depend on the one empty point.
        for own in sets(7, 3) {
            for empty in ones(u64::from(0x7f & !own)) {
                assert_ne!(Triangle::slides(own, 1 << empty), 0, "{own:b} {empty}");
            }
        }
    }

    #[test]
    fn lines_are_found_and_nothing_else_is() {
        let windows = |x: i32, y: i32| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().filter_map(move |(dx, dy)| {
                let is_short_diagonal = dx * dy == 1 && x != y || dx * dy == -1 && x + y != 4;
                let ends = [x + 3 * dx, y + 3 * dy];
                (!is_short_diagonal && ends.iter().all(|end| (0..5).contains(end)))
                    .then(|| (0..4).fold(0u32, |set, i| set | 1 << (5 * (y + i * dy) + x + i * dx)))
            })
        };
        let mut expected: Vec<u32> = (0..25).flat_map(|point| windows(point % 5, point / 5)).collect();
        expected.sort_unstable();
        let found: Vec<u32> = sets(25, 4).filter(|&set| Square::LINES.contain(set)).collect();
        assert_eq!(found.len(), 24);
        assert_eq!(found, expected);
    }

    #[test]
    fn what_cannot_be_played_on_is_no_position() {
        let placed = LineUp(Start::Placed);
        let empty = LineUp(Start::Empty);
        let triangle = LineUp(Triangle);
        for text in
            ["3/1X1/3 o", "OXO/3/XOX x 1 0", "OXO/3/XXX x", "XXX/3/OOO x", "XXX/3/OOO o", "OXO/XXX/3 x"]
        {
            assert!(placed.read_position(text).is_err(), "{text}");
        }
        assert!(placed.read_position("OXO/3/XOX o").is_ok());
        for text in ["3/1X1/3 x", "3/2O/3 o", "3/XXX/OO1 o 0 2", "XX1/3/3 x", "3/3/3 x 3 2", "3/3/3 x 3 3 0"]
        {
            assert!(empty.read_position(text).is_err(), "{text}");
        }
        assert!(empty.read_position("3/XXX/OO1 o 0 1").is_ok());
        for text in ["X/O../... x", "XOXOXO x", "XXXXOOO x", "X99999999999999999999 o", "é x"] {
            assert!(triangle.read_position(text).is_err(), "{text}");
        }
    }
}

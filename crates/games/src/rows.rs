//! Games of rows on a square grid of points: the players place stones, and whoever has a long enough unbroken row wins.
//!
//! Gomoku, Connect6 and their kin differ in the size of the board, the length of the row, the stones of a turn and
//! where the first stone may go; [`RowRules`] says those things and [`Rows`] does the rest.

use std::fmt::Debug;
use std::marker::PhantomData;

use agon_core::hash::combine;
use agon_core::layout::grid_name;
use agon_core::notation::match_move;
use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Layout, MoveError, Options, Piece, Player,
    PositionError, Random, Reason, Shape, Trace,
};

use crate::bits::{ones, select};
use crate::board::{Reader, write_rows};

/// What tells one game of rows from another.
pub trait RowRules: Clone + Copy + Debug + Send + Sync + 'static {
    /// The facts about the rules.
    const INFO: &'static GameInfo;
    /// The stones in a row that win; more win as well.
    const LENGTH: u32;
    /// The stones of a turn.
    const TURN: u32 = 1;
    /// The stones of the very first turn.
    const FIRST_TURN: u32 = 1;

    /// Whether the first stone of a game may be placed on this row and column, counted from 0.
    #[inline]
    fn may_open(row: usize, column: usize) -> bool {
        let _ = (row, column);
        true
    }

    /// Who places a stone when so many are on the board.
    #[inline]
    fn mover(stones: u32) -> Player {
        let turn = (stones + Self::TURN - Self::FIRST_TURN) / Self::TURN;
        if turn.is_multiple_of(2) { Player::First } else { Player::Second }
    }
}

/// A game of rows with the rules `R` on a board of `SIZE` by `SIZE` points.
#[derive(Clone, Copy, Debug)]
pub struct Rows<R, const SIZE: usize>(PhantomData<R>);

/// The stones on the board. Who has which, who is to move and whether somebody has won: all follows from `lines`;
/// the rest is kept so that nobody has to count.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position<const SIZE: usize> {
    key: u64,
    stones: u16,
    /// Whether the last stone made a row.
    won: bool,
    /// The empty points.
    empty: [u64; WORDS],
    /// The stones of each player on the lines of each direction.
    lines: [[[u32; SIZE]; DIRECTIONS]; 2],
}

/// Enough words for a bit per point of a board of 19 by 19, the largest in use.
const WORDS: usize = 6;

/// Rows, columns, rising and falling diagonals.
const DIRECTIONS: usize = 4;

/// Where a point lies.
#[derive(Clone, Copy)]
struct Place {
    /// Its line in each direction.
    lines: [u8; DIRECTIONS],
    /// Its bit in each of those lines.
    bits: [u8; DIRECTIONS],
    /// The key of a stone of the first player; the second player's is the same with its halves exchanged.
    key: u64,
}

struct Geometry<const SIZE: usize>;

impl<const SIZE: usize> Geometry<SIZE> {
    const CELLS: usize = {
        assert!(SIZE * SIZE <= 64 * WORDS, "the board has more points than a position has room for");
        SIZE * SIZE
    };

    const ALL: [u64; WORDS] = {
        let mut all = [0; WORDS];
        let mut cell = 0;
        while cell < Self::CELLS {
            all[cell / 64] |= 1 << (cell % 64);
            cell += 1;
        }
        all
    };

    const PLACES: &'static [[Place; SIZE]; SIZE] = &Self::places();

    /// The diagonals of a direction fill `SIZE` lines like the rows and columns: two diagonals that have `SIZE` points
    /// together share a line, one behind the other, and a bit that is never set keeps them apart.
    const fn places() -> [[Place; SIZE]; SIZE] {
        let mut places = [[Place { lines: [0; DIRECTIONS], bits: [0; DIRECTIONS], key: 0 }; SIZE]; SIZE];
        let mut cell = 0;
        while cell < Self::CELLS {
            let (row, column) = (cell / SIZE, cell % SIZE);
            let rising = (SIZE + column - row) % SIZE;
            let falling = (column + row) % SIZE;
            let on_rising = column + (column >= rising) as usize;
            let on_falling = column + (column > falling) as usize;
            places[row][column] = Place {
                lines: [row as u8, column as u8, rising as u8, falling as u8],
                bits: [column as u8, row as u8, on_rising as u8, on_falling as u8],
                key: combine([SIZE as u64, cell as u64]),
            };
            cell += 1;
        }
        places
    }
}

impl<const SIZE: usize> Position<SIZE> {
    fn new() -> Position<SIZE> {
        Position {
            key: 0,
            stones: 0,
            won: false,
            empty: Geometry::<SIZE>::ALL,
            lines: [[[0; SIZE]; DIRECTIONS]; 2],
        }
    }

    #[inline]
    fn is_empty(&self, cell: usize) -> bool {
        self.empty[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    fn has(&self, player: Player, cell: usize) -> bool {
        self.lines[player.index()][0][cell / SIZE] >> (cell % SIZE) & 1 == 1
    }

    /// Puts a stone on an empty point and tells whether it stands in a row of at least `length`.
    #[inline(always)]
    fn put(&mut self, player: Player, cell: usize, length: u32) -> bool {
        let place = &Geometry::<SIZE>::PLACES.as_flattened()[cell];
        self.key ^= place.key.rotate_left(32 * player.index() as u32);
        self.stones += 1;
        self.empty[cell / 64] ^= 1 << (cell % 64);
        let mut starts = 0;
        for direction in 0..DIRECTIONS {
            let line = &mut self.lines[player.index()][direction][usize::from(place.lines[direction])];
            *line |= 1 << place.bits[direction];
            starts |= row_starts(*line, length);
        }
        starts != 0
    }

    /// A uniformly random empty point; there must be one.
    #[inline]
    fn random_empty(&self, random: &mut Random) -> usize {
        // Guessing is quick until hardly a point is empty; then the empty points are counted instead.
        for _ in 0..GUESSES {
            let cell = random.below(Geometry::<SIZE>::CELLS as u32) as usize;
            if self.is_empty(cell) {
                return cell;
            }
        }
        self.counted_empty(random.below(Geometry::<SIZE>::CELLS as u32 - u32::from(self.stones)))
    }

    /// The empty point number `n`.
    #[cold]
    fn counted_empty(&self, mut n: u32) -> usize {
        for (index, &word) in self.empty.iter().enumerate() {
            let count = word.count_ones();
            if n < count {
                return 64 * index + select(word, n);
            }
            n -= count;
        }
        unreachable!("there are more than n empty points")
    }
}

/// How often an empty point is guessed before the empty points are counted.
const GUESSES: usize = 32;

/// The points of a line at which `length` stones in a row begin.
#[inline(always)]
fn row_starts(line: u32, length: u32) -> u32 {
    // `starts` holds the beginnings of rows of `covered` stones, which at most double in each step.
    let (mut starts, mut covered) = (line, 1);
    while covered < length {
        let step = covered.min(length - covered);
        starts &= starts >> step;
        covered += step;
    }
    starts
}

impl<R: RowRules, const SIZE: usize> Rows<R, SIZE> {
    #[inline]
    fn ending(position: &Position<SIZE>) -> Option<Ending> {
        if position.won {
            let last = R::mover(u32::from(position.stones) - 1);
            Some(Ending::win(last, Reason::Line(R::LENGTH as u8)))
        } else if usize::from(position.stones) == Geometry::<SIZE>::CELLS {
            Some(Ending::draw(Reason::Full))
        } else {
            None
        }
    }

    fn is_legal(position: &Position<SIZE>, cell: usize) -> bool {
        position.is_empty(cell) && (position.stones > 0 || R::may_open(cell / SIZE, cell % SIZE))
    }

    /// The number of stones after which a game can be won at the earliest.
    fn quickest_win() -> u32 {
        let (mut placed, mut stones) = ([0; 2], 0);
        while placed.iter().all(|&own| own < R::LENGTH) {
            placed[R::mover(stones).index()] += 1;
            stones += 1;
        }
        stones
    }

    /// The point that a text names: `j10`, or as in SGF files `jj`, the column and then the row from the top.
    fn named(text: &str) -> Option<usize> {
        let text = text.trim().to_ascii_lowercase();
        let line = |letter: u8| letter.checked_sub(b'a').map(usize::from).filter(|&line| line < SIZE);
        let (&file, rank) = text.as_bytes().split_first()?;
        let column = line(file)?;
        let row = match rank {
            &[letter] if letter.is_ascii_lowercase() => SIZE - 1 - line(letter)?,
            digits if digits.iter().all(u8::is_ascii_digit) => {
                let number: usize = text[1..].parse().ok()?;
                number.checked_sub(1).filter(|&row| row < SIZE)?
            }
            _ => return None,
        };
        Some(row * SIZE + column)
    }
}

impl<R: RowRules, const SIZE: usize> Game for Rows<R, SIZE> {
    type Position = Position<SIZE>;
    type Move = u16;

    fn info(&self) -> &'static GameInfo {
        R::INFO
    }

    fn initial(&self) -> Position<SIZE> {
        Position::new()
    }

    #[inline]
    fn to_move(&self, position: &Position<SIZE>) -> Player {
        R::mover(u32::from(position.stones))
    }

    fn generate(&self, position: &Position<SIZE>, moves: &mut Vec<u16>) -> Option<Ending> {
        moves.clear();
        let ending = Self::ending(position);
        if ending.is_none() {
            for (index, &word) in position.empty.iter().enumerate() {
                moves.extend(ones(word).map(|bit| (64 * index + bit) as u16));
            }
            if position.stones == 0 {
                moves.retain(|&cell| R::may_open(usize::from(cell) / SIZE, usize::from(cell) % SIZE));
            }
        }
        ending
    }

    // The loop of a playout is a third faster with this and the next inside it, and the compiler would not see to that.
    #[inline(always)]
    fn play(&self, position: &mut Position<SIZE>, cell: u16) {
        let player = R::mover(u32::from(position.stones));
        position.won = position.put(player, usize::from(cell), R::LENGTH);
    }

    #[inline]
    fn hash(&self, position: &Position<SIZE>) -> u64 {
        position.key
    }

    fn score(&self, position: &Position<SIZE>, ending: Ending, _: u32) -> f32 {
        // Multiplicative depth: the quickest possible win counts 1.
        let pace = Self::quickest_win() as f32 / f32::from(position.stones);
        ending.outcome.value().pov(Player::First) * pace
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Position<SIZE>,
        random: &mut Random,
        _: &mut Vec<u16>,
    ) -> Result<u16, Ending> {
        if let Some(ending) = Self::ending(position) {
            return Err(ending);
        }
        loop {
            let cell = position.random_empty(random);
            if position.stones > 0 || R::may_open(cell / SIZE, cell % SIZE) {
                return Ok(cell as u16);
            }
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position<SIZE>, moves: &mut Vec<u16>) -> u64 {
        if position.stones == 0 {
            self.generate(position, moves);
            moves.len() as u64
        } else if position.won {
            0
        } else {
            Geometry::<SIZE>::CELLS as u64 - u64::from(position.stones)
        }
    }

    fn write_move(&self, _: &Position<SIZE>, cell: u16) -> String {
        grid_name(usize::from(cell) / SIZE, usize::from(cell) % SIZE)
    }

    fn read_move(&self, position: &Position<SIZE>, text: &str) -> Result<u16, MoveError> {
        match Self::named(text) {
            Some(cell) if Self::ending(position).is_none() && Self::is_legal(position, cell) => {
                Ok(cell as u16)
            }
            _ => match_move(self, position, text),
        }
    }

    fn write_position(&self, position: &Position<SIZE>, _: Clocks) -> String {
        let letter = |row: usize, column: usize| {
            let owner = self.piece(position, (SIZE - 1 - row) * SIZE + column)?.owner?;
            Some(R::INFO.pieces[0].letters[owner.index()])
        };
        format!(
            "{} {}",
            write_rows(SIZE, SIZE, letter),
            side_letters(R::INFO)[self.to_move(position).index()]
        )
    }

    fn read_position(&self, text: &str) -> Result<(Position<SIZE>, Clocks), PositionError> {
        let info = R::INFO;
        let reader = Reader::new(info.id, text);
        let fields = reader.fields(2, 2, "rows side")?;
        let mut position = Position::new();
        let (mut counts, mut rows, mut opened) = ([0; 2], [false; 2], false);
        reader.rows(fields[0], SIZE, SIZE, |row, column, letter| {
            let known = info.pieces[0].letters;
            let Some(player) =
                Player::BOTH.into_iter().find(|player| known[player.index()].eq_ignore_ascii_case(&letter))
            else {
                return false;
            };
            let row = SIZE - 1 - row;
            rows[player.index()] |= position.put(player, row * SIZE + column, R::LENGTH);
            counts[player.index()] += 1;
            opened |= player == Player::First && R::may_open(row, column);
            true
        })?;
        let side = reader.side(fields[1], side_letters(info))?;

        let stones = u32::from(position.stones);
        let [first, second] = info.sides;
        let due = |player: Player| (0..stones).filter(|&stone| R::mover(stone) == player).count();
        let due = Player::BOTH.map(due);
        if counts != due {
            return reader.error(format!(
                "of {stones} stones {first} has {} and {second} {}, not {} and {}",
                due[0], due[1], counts[0], counts[1]
            ));
        }
        if side != R::mover(stones) {
            let mover = info.sides[R::mover(stones).index()];
            return reader.error(format!("after {stones} stones it is {mover}'s turn"));
        }
        if stones > 0 {
            if !opened {
                return reader.error(format!("no stone of {first} is where the first one has to be"));
            }
            let last = R::mover(stones - 1);
            if rows[(!last).index()] {
                return reader.error(format!(
                    "{} had already won before {} placed the last stone",
                    info.sides[(!last).index()],
                    info.sides[last.index()]
                ));
            }
            position.won = rows[last.index()];
        }
        Ok((position, Clocks { plies: stones, quiet: 0 }))
    }

    fn layout(&self) -> Layout {
        let cell = |row: usize, column: usize| row * SIZE + column;
        let lines = (0..SIZE).flat_map(|line| {
            (1..SIZE).flat_map(move |step| {
                [(cell(line, step - 1), cell(line, step)), (cell(step - 1, line), cell(step, line))]
            })
        });
        Layout::grid(Shape::Points, SIZE, SIZE, false).with_lines(lines)
    }

    fn piece(&self, position: &Position<SIZE>, cell: usize) -> Option<Piece> {
        let owner = Player::BOTH.into_iter().find(|&player| position.has(player, cell))?;
        Some(Piece::new(owner, 0))
    }

    fn trace(&self, _: &Position<SIZE>, cell: u16) -> Trace {
        Trace::path([usize::from(cell)])
    }
}

/// The letters of the side to move in a position text: those of the stones, small.
fn side_letters(info: &GameInfo) -> [char; 2] {
    info.pieces[0].letters.map(|letter| letter.to_ascii_lowercase())
}

impl<R: RowRules, const SIZE: usize> Encode for Rows<R, SIZE> {
    fn cell_count(&self) -> usize {
        Geometry::<SIZE>::CELLS
    }

    /// How many stones of the same turn follow the next one.
    fn extra_count(&self) -> usize {
        R::TURN.max(R::FIRST_TURN) as usize - 1
    }

    fn extras(&self, position: &Position<SIZE>, active: &mut dyn FnMut(usize)) {
        let stones = u32::from(position.stones);
        let mover = R::mover(stones);
        (0..self.extra_count())
            .take_while(|&extra| R::mover(stones + 1 + extra as u32) == mover)
            .for_each(active);
    }

    fn max_active(&self) -> usize {
        Geometry::<SIZE>::CELLS + self.extra_count()
    }

    fn action_count(&self) -> usize {
        Geometry::<SIZE>::CELLS
    }

    fn action(&self, _: &Position<SIZE>, cell: u16) -> usize {
        usize::from(cell)
    }
}

impl<R: RowRules, const SIZE: usize> Catalogued for Rows<R, SIZE> {
    const RULE_SETS: &'static [&'static GameInfo] = &[R::INFO];

    fn build(_: &'static GameInfo, _: &Options) -> Rows<R, SIZE> {
        Rows(PhantomData)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect6::Connect6;
    use crate::outer_open_gomoku::OuterOpenGomoku;

    const CONNECT6: Connect6 = Rows(PhantomData);
    const GOMOKU: OuterOpenGomoku = Rows(PhantomData);

    /// The position after these moves, none of which may come after the end of the game.
    fn after<G: Game>(game: &G, moves: &str) -> G::Position {
        let mut position = game.initial();
        for text in moves.split_whitespace() {
            let mv = game.read_move(&position, text).unwrap();
            game.play(&mut position, mv);
        }
        position
    }

    fn ending<G: Game>(game: &G, position: &G::Position) -> Option<Ending> {
        game.generate(position, &mut Vec::new())
    }

    #[test]
    fn stones_in_line_win_exactly_when_nothing_parts_them() {
        // Every set of points in line, by its first point, step and number, on the empty board: also those that
        // would cross from one edge to the other if lines were not kept apart.
        const SIZE: i32 = 15;
        for cell in 0..SIZE * SIZE {
            let (row, column) = (cell / SIZE, cell % SIZE);
            for (up, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
                let point = |step: i32| (row + up * step, column + right * step);
                let inside =
                    |step: i32| [point(step).0, point(step).1].iter().all(|line| (0..SIZE).contains(line));
                for missing in 0..5 {
                    // Wraps around the edges, so that one point outside makes a line with a gap.
                    let mut position = Position::<15>::new();
                    let mut row_made = false;
                    for step in (0..5).filter(|&step| step != missing).chain([missing]) {
                        let (row, column) = point(step);
                        let cell = row.rem_euclid(SIZE) * SIZE + column.rem_euclid(SIZE);
                        assert!(!row_made);
                        row_made = position.put(Player::First, cell as usize, 5);
                    }
                    assert_eq!(row_made, (0..5).all(inside), "{row} {column} {up} {right}");
                }
            }
        }
    }

    #[test]
    fn connect6_turns_are_one_stone_and_then_two_each() {
        let mut position = CONNECT6.initial();
        let mut movers = Vec::new();
        for cell in 0..7 {
            movers.push(CONNECT6.to_move(&position).index());
            CONNECT6.play(&mut position, 2 * cell);
        }
        assert_eq!(movers, [0, 1, 1, 0, 0, 1, 1]);
    }

    #[test]
    fn connect6_is_won_by_either_stone_of_a_turn_and_by_long_rows() {
        let won = |player| Some(Ending::win(player, Reason::Line(6)));
        // White's sixth stone is the second of a turn; nobody can win earlier.
        let second = after(&CONNECT6, "a19 a1 b1 c19 e19 c1 d1 g19 i19 e1 f1");
        assert_eq!(ending(&CONNECT6, &second), won(Player::Second));
        assert_eq!(CONNECT6.score(&second, won(Player::Second).unwrap(), 11), -1.0);
        // Black fills the gap of seven with the first stone of a turn.
        let moves = "a1 a19 c19 b2 c3 e19 g19 e5 f6 i19 k19 g7 q1 m19 o19 d4";
        let first = after(&CONNECT6, moves);
        assert_eq!(ending(&CONNECT6, &first), won(Player::First));
        assert_eq!(CONNECT6.to_move(&first), Player::First, "his second stone was not needed");
        // Five are not enough.
        assert_eq!(ending(&CONNECT6, &after(&CONNECT6, "a19 a1 b1 c19 e19 c1 d1 g19 i19 e1")), None);
    }

    #[test]
    fn the_last_point_can_draw_or_win() {
        // Rows of the pattern BBWW, moved by two in every other row, contain no five in a row.
        let mut board: Vec<Vec<char>> = (0..15)
            .map(|row| (0..15).map(|column| ['B', 'B', 'W', 'W'][(column + 2 * (row % 2)) % 4]).collect())
            .collect();
        let ending_on_c15 = |board: &mut Vec<Vec<char>>| {
            board[0][2] = '.';
            let rows: Vec<String> = board.iter().map(String::from_iter).collect();
            let (mut position, _) = GOMOKU.read_position(&format!("{} b", rows.join("/"))).unwrap();
            assert_eq!(ending(&GOMOKU, &position), None);
            let last = GOMOKU.read_move(&position, "c15").unwrap();
            GOMOKU.play(&mut position, last);
            assert_eq!(GOMOKU.count_moves(&position, &mut Vec::new()), 0);
            ending(&GOMOKU, &position)
        };
        // White's stone on c15 is Black's now; one of Black's far away goes to White in exchange, and so on.
        board[14][0] = 'W';
        assert_eq!(ending_on_c15(&mut board), Some(Ending::draw(Reason::Full)));
        (board[0][3], board[14][4]) = ('B', 'W');
        assert_eq!(ending_on_c15(&mut board), Some(Ending::win(Player::First, Reason::Line(5))));
    }

    #[test]
    fn gomoku_opens_on_the_outer_lines_only() {
        let mut moves = Vec::new();
        let mut position = GOMOKU.initial();
        GOMOKU.generate(&position, &mut moves);
        assert_eq!(moves.len(), 104);
        assert!(GOMOKU.read_move(&position, "c3").is_err());
        assert!(GOMOKU.read_move(&position, "h13").is_err());
        for text in ["a1", "b8", "n8", "h14", "h2", "o15"] {
            GOMOKU.read_move(&position, text).unwrap();
        }
        GOMOKU.play(&mut position, 0);
        GOMOKU.generate(&position, &mut moves);
        assert_eq!(moves.len(), 224);
    }

    #[test]
    fn points_are_read_in_all_their_spellings_and_nothing_else_is() {
        let start = CONNECT6.initial();
        for text in ["j10", "J10", " j10 ", "jj", "JJ"] {
            assert_eq!(CONNECT6.read_move(&start, text), Ok(9 * 19 + 9), "{text}");
        }
        assert_eq!(CONNECT6.read_move(&start, "ab"), CONNECT6.read_move(&start, "a18"));
        for text in
            ["", "j", "j0", "j20", "t1", "at", "j-1", "j+1", "10j", "jé", "é1", "j99999999999999999999999"]
        {
            assert!(CONNECT6.read_move(&start, text).is_err(), "{text}");
        }
        let occupied = after(&CONNECT6, "j10");
        assert!(CONNECT6.read_move(&occupied, "jj").is_err());
    }

    #[test]
    fn the_examples_in_the_notation_are_positions() {
        fn example(info: &GameInfo) -> String {
            let (_, text) = info.notation.rsplit_once("it is: ").unwrap();
            text.trim_end_matches('.').to_owned()
        }
        let read = CONNECT6.read_position(&example(CONNECT6.info())).unwrap().0;
        assert_eq!(read, after(&CONNECT6, "j10"));
        let read = GOMOKU.read_position(&example(GOMOKU.info())).unwrap().0;
        assert_eq!(read, after(&GOMOKU, "b3"));
    }

    #[test]
    fn positions_that_cannot_arise_are_refused() {
        let board = |rows: [&str; 3]| format!("{}{}", "15/".repeat(12), rows.join("/"));
        let problem = |rows: [&str; 3], side: &str| {
            GOMOKU.read_position(&format!("{} {side}", board(rows))).unwrap_err().problem
        };
        assert!(GOMOKU.read_position(&format!("{} w", board(["15", "15", "BBBBB6WWWW"]))).is_ok());
        assert!(problem(["15", "15", "BB13"], "w").contains("Black has 1 and White 1, not 2 and 0"));
        assert!(problem(["15", "15", "B14"], "b").contains("White's turn"));
        assert!(problem(["7B7", "15", "15"], "w").contains("where the first one has to be"));
        assert!(problem(["15", "15", "BBBBB5WWWWW"], "b").contains("Black had already won"));
        assert!(problem(["15", "15", "X14"], "w").contains("not a piece"));
        assert!(problem(["15", "15", "16"], "b").contains("15 cells"));
        // In Connect6 the player to move may have won, with the first stone of the turn.
        let connect6 = |rows: &str| CONNECT6.read_position(&format!("{}{rows} b", "19/".repeat(17)));
        assert!(connect6("WW17/BBBBBB9WWWW").is_ok());
        assert!(connect6("19/BBBBBB7WWWWWW").unwrap_err().problem.contains("White had already won"));
    }

    #[test]
    fn guessing_and_counting_empty_points_agree_on_crowded_boards() {
        // Two points are left: guesses fail more often than not, and both points must come up.
        let mut position = Position::<19>::new();
        for cell in (0..361).filter(|cell| ![200, 360].contains(cell)) {
            position.put(Player::First, cell, 6);
        }
        assert_eq!([position.counted_empty(0), position.counted_empty(1)], [200, 360]);
        let mut random = Random::new(3);
        let last = (0..1000).filter(|_| position.random_empty(&mut random) == 360).count();
        assert!((400..600).contains(&last), "{last} of 1000");
    }
}

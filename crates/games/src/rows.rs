//! Games of rows on a square grid of points: the players place stones, and whoever has a long enough unbroken row wins.
//!
//! Gomoku, Connect6 and their kin differ in the size of the board, the length of the row, the stones of a turn and
//! where the first stone may go; [`RowRules`] says those things and [`Rows`] does the rest.

mod heuristic;
mod position;
#[cfg(test)]
mod tests;
mod threats;

use std::fmt::Debug;
use std::marker::PhantomData;

use agon_core::layout::grid_name;
use agon_core::notation::match_move;
use agon_core::{
    Catalogued, Clocks, Counting, Encode, Ending, Game, GameInfo, Layout, MoveError, Options, Piece, Player,
    PositionError, Random, Reason, Shape, Trace,
};

pub use self::position::Position;
use crate::bits::ones;
use crate::board::{Reader, side_letters, write_rows};

/// What tells one game of rows from another.
pub trait RowRules: Clone + Copy + Debug + Send + Sync + 'static {
    /// The facts about the rules.
    const INFO: &'static GameInfo;
    /// The stones in a row that win; more win as well.
    const LENGTH: u32;
    /// The stones of a turn; the very first turn of a game is a single stone.
    const TURN: u32 = 1;

    /// Whether the first stone of a game may be placed on this row and column, counted from 0.
    #[inline]
    fn may_open(row: usize, column: usize) -> bool {
        let _ = (row, column);
        true
    }

    /// Who places a stone when so many are on the board.
    #[inline]
    fn mover(stones: u32) -> Player {
        // After the single stone of turn 0 the turns are of equal length.
        if stones.div_ceil(Self::TURN).is_multiple_of(2) { Player::First } else { Player::Second }
    }
}

/// A game of rows with the rules `R` on a board of `SIZE` by `SIZE` points.
#[derive(Clone, Copy, Debug)]
pub struct Rows<R, const SIZE: usize>(PhantomData<R>);

impl<R: RowRules, const SIZE: usize> Rows<R, SIZE> {
    #[inline]
    fn ending(position: &Position<SIZE>) -> Option<Ending> {
        if position.won {
            let last = R::mover(u32::from(position.stones) - 1);
            Some(Ending::win(last, Reason::Line(R::LENGTH as u8)))
        } else if usize::from(position.stones) == Position::<SIZE>::CELLS {
            Some(Ending::draw(Reason::Full))
        } else {
            None
        }
    }

    /// Whether the rules allow a stone on this empty point.
    #[inline]
    fn allows(position: &Position<SIZE>, cell: usize) -> bool {
        position.stones > 0 || R::may_open(cell / SIZE, cell % SIZE)
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

    fn info(&self) -> &GameInfo {
        R::INFO
    }

    fn initial(&self) -> Position<SIZE> {
        Position::EMPTY
    }

    #[inline]
    fn to_move(&self, position: &Position<SIZE>) -> Player {
        R::mover(u32::from(position.stones))
    }

    #[inline]
    fn generate(&self, position: &Position<SIZE>, moves: &mut Vec<u16>) -> Option<Ending> {
        moves.clear();
        let ending = Self::ending(position);
        if ending.is_none() {
            for (index, &word) in position.empty.iter().enumerate() {
                moves.extend(ones(word).map(|bit| (64 * index + bit) as u16));
            }
            if position.stones == 0 {
                moves.retain(|&cell| Self::allows(position, usize::from(cell)));
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
            if Self::allows(position, cell) {
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
            Position::<SIZE>::CELLS as u64 - u64::from(position.stones)
        }
    }

    fn counting(&self) -> Counting {
        Counting::Turns
    }

    fn write_move(&self, _: &Position<SIZE>, cell: u16) -> String {
        grid_name(usize::from(cell) / SIZE, usize::from(cell) % SIZE)
    }

    fn read_move(&self, position: &Position<SIZE>, text: &str) -> Result<u16, MoveError> {
        // The name leads to the point; going through all legal moves is for answers that need them listed.
        let legal = |cell: &usize| position.is_empty(*cell) && Self::allows(position, *cell);
        match Self::named(text).filter(legal) {
            Some(cell) if Self::ending(position).is_none() => Ok(cell as u16),
            _ => match_move(self, position, text),
        }
    }

    fn write_position(&self, position: &Position<SIZE>, _: Clocks) -> String {
        let letter = |row: usize, column: usize| {
            let owner = self.piece(position, (SIZE - 1 - row) * SIZE + column)?.owner?;
            Some(R::INFO.pieces[0].letters[owner.index()])
        };
        let side = side_letters(R::INFO)[self.to_move(position).index()];
        format!("{} {side}", write_rows(SIZE, SIZE, letter))
    }

    fn read_position(&self, text: &str) -> Result<(Position<SIZE>, Clocks), PositionError> {
        let info = R::INFO;
        let reader = Reader::new(&info.id, text);
        let fields = reader.fields(2, 2, "rows side")?;
        let mut position = Position::EMPTY;
        let (mut counts, mut has_row, mut opened) = ([0; 2], [false; 2], false);
        reader.rows(fields[0], SIZE, SIZE, |row, column, letter| {
            let known = info.pieces[0].letters;
            let Some(player) =
                Player::BOTH.into_iter().find(|player| known[player.index()].eq_ignore_ascii_case(&letter))
            else {
                return false;
            };
            let row = SIZE - 1 - row;
            has_row[player.index()] |= position.put(player, row * SIZE + column, R::LENGTH);
            counts[player.index()] += 1;
            opened |= player == Player::First && R::may_open(row, column);
            true
        })?;
        let side = reader.side(fields[1], side_letters(info))?;

        let stones = u32::from(position.stones);
        let [first, second] = &info.sides;
        let due = Player::BOTH.map(|player| (0..stones).filter(|&stone| R::mover(stone) == player).count());
        if counts != due {
            return reader.error(format!(
                "of {stones} stones {first} has {} and {second} {}, not {} and {}",
                due[0], due[1], counts[0], counts[1]
            ));
        }
        if side != R::mover(stones) {
            let mover = &info.sides[R::mover(stones).index()];
            return reader.error(format!("after {stones} stones it is {mover}'s turn"));
        }
        if stones > 0 {
            if !opened {
                return reader.error(format!("no stone of {first} is where the first one has to be"));
            }
            let last = R::mover(stones - 1);
            if has_row[(!last).index()] {
                return reader.error(format!(
                    "{} had already won before {} placed the last stone",
                    info.sides[(!last).index()],
                    info.sides[last.index()]
                ));
            }
            position.won = has_row[last.index()];
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
        // Go boards mark the fourth line from each side and the middle.
        let marked = [3, SIZE / 2, SIZE - 4];
        let dots = marked.into_iter().flat_map(|row| marked.map(|column| cell(row, column)));
        Layout::grid(Shape::Points, SIZE, SIZE, false).with_lines(lines).with_dots(dots)
    }

    fn piece(&self, position: &Position<SIZE>, cell: usize) -> Option<Piece> {
        let owner = Player::BOTH.into_iter().find(|&player| position.has(player, cell))?;
        Some(Piece::new(owner, 0))
    }

    fn trace(&self, _: &Position<SIZE>, cell: u16) -> Trace {
        Trace::path([usize::from(cell)])
    }
}

impl<R: RowRules, const SIZE: usize> Encode for Rows<R, SIZE> {
    fn cell_count(&self) -> usize {
        Position::<SIZE>::CELLS
    }

    #[inline]
    fn each_difference(&self, before: &Position<SIZE>, after: &Position<SIZE>, report: impl FnMut(usize)) {
        before.difference(after).for_each(report);
    }

    /// How many stones of the same turn follow the next one.
    fn extra_count(&self) -> usize {
        R::TURN as usize - 1
    }

    fn extras(&self, position: &Position<SIZE>, active: &mut dyn FnMut(usize)) {
        let stones = u32::from(position.stones);
        let mover = R::mover(stones);
        (0..self.extra_count())
            .take_while(|&extra| R::mover(stones + 1 + extra as u32) == mover)
            .for_each(active);
    }

    fn action_count(&self) -> usize {
        Position::<SIZE>::CELLS
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

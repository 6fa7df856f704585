//! What players of gomoku and Connect6 look at: windows, which are as many points in a line as a row needs, that hold
//! stones of one player only, and how many they hold.
//!
//! A line of the board is a word, and the windows of a line are bits of a word as well, each at its first point. So
//! the stones of all windows of a line are counted together, in three words that hold the digits of the counts.

use agon_core::{Heuristic, Player, Threats};

use super::position::{DIRECTIONS, Position, row_starts};
use super::{RowRules, Rows};
use crate::knowledge::verdict;

/// What a window is worth by the stones that are missing in it, from one on; more than five do not happen.
const WINDOW: [i32; 6] = [0, 120, 30, 8, 2, 1];
/// Who has the move has more of his windows, by a fourth.
const INITIATIVE: i32 = 4;
/// A row that the player to move completes in this turn, and one that he cannot prevent his opponent from completing.
const WON: i32 = 3000;
const LOST: i32 = 2000;

/// What a point promises by how full the fullest windows of the mover are, in the lower half of a byte, and the enemy's.
const FULLNESS: [i32; 256] = {
    let mut promises = [0; 256];
    let mut both = 0;
    while both < 256 {
        let (own, enemy) = (both as i32 & 15, both as i32 >> 4);
        let (more, less) = if own >= enemy { (own, enemy) } else { (enemy, own) };
        promises[both] = 100 * more + if own >= enemy { 50 } else { 0 } + 20 * less;
        both += 1;
    }
    promises
};

/// Bytes for the points of a line.
const LANES: usize = 24;

/// The bits of a byte, each in a byte of its own.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut index = 0;
    while index < 8 * 256 {
        let (byte, bit) = (index / 8, index % 8);
        spread[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
        index += 1;
    }
    spread
};

/// The points of the rows of `length` that begin at these points.
#[inline(always)]
fn rows_from(mut points: u32, length: u32) -> u32 {
    let mut covered = 1;
    while covered < length {
        let step = covered.min(length - covered);
        points |= points << step;
        covered += step;
    }
    points
}

/// The windows of a line that hold no enemy stone, and the digits of their numbers of own stones.
#[derive(Clone, Copy)]
pub(super) struct Windows {
    open: u32,
    digits: [u32; 3],
}

impl Windows {
    /// `free` are the points without enemy stones.
    #[inline(always)]
    pub(super) fn new(own: u32, free: u32, length: u32) -> Windows {
        let mut digits = [0; 3];
        for place in 0..length {
            let [ones, twos, fours] = digits;
            let stone = own >> place;
            let carry = ones & stone;
            digits = [ones ^ stone, twos ^ carry, fours | twos & carry];
        }
        Windows { open: row_starts(free, length), digits }
    }

    /// The windows with so many stones.
    #[inline(always)]
    pub(super) fn with(self, stones: u32) -> u32 {
        let digit = |n: usize| if stones >> n & 1 == 1 { self.digits[n] } else { !self.digits[n] };
        self.open & digit(0) & digit(1) & digit(2)
    }
}

/// What the windows of a player are worth, and the fullest one.
#[derive(Clone, Copy, Default)]
struct Prospects {
    worth: i32,
    /// Whether some window lacks one stone only, or two.
    lacking: [bool; 3],
}

impl<R: RowRules, const SIZE: usize> Rows<R, SIZE> {
    #[inline]
    fn prospects(position: &Position<SIZE>, player: Player) -> Prospects {
        let (own, enemy) = (&position.lines[player.index()], &position.lines[(!player).index()]);
        let mut counts = [0; 6];
        for direction in 0..DIRECTIONS {
            for line in 0..SIZE {
                let stones = own[direction][line];
                let free = Position::<SIZE>::POINTS[direction][line] & !enemy[direction][line];
                let windows = Windows::new(stones, free, R::LENGTH);
                for missing in 1..R::LENGTH {
                    counts[missing as usize] += windows.with(R::LENGTH - missing).count_ones() as i32;
                }
            }
        }
        let worth = counts.iter().zip(WINDOW).map(|(count, worth)| count * worth).sum();
        Prospects { worth, lacking: [false, counts[1] > 0, counts[2] > 0] }
    }

    /// The stones that the player to move places before the other one does.
    #[inline]
    pub(super) fn left_in_turn(position: &Position<SIZE>) -> usize {
        let stones = u32::from(position.stones);
        let mover = R::mover(stones);
        (1..=R::TURN).take_while(|&more| R::mover(stones + more - 1) == mover).count()
    }

    /// Whether a player threatens to complete rows with the stones of one turn in more ways than so many stones prevent.
    fn unstoppable(position: &Position<SIZE>, player: Player, stones: usize) -> bool {
        let (own, enemy) = (&position.lines[player.index()], &position.lines[(!player).index()]);
        let mut threats: Vec<[u16; 2]> = Vec::new();
        for direction in 0..DIRECTIONS {
            for line in 0..SIZE {
                let own = own[direction][line];
                if own.count_ones() + R::TURN < R::LENGTH {
                    continue;
                }
                let free = Position::<SIZE>::POINTS[direction][line] & !enemy[direction][line];
                let windows = Windows::new(own, free, R::LENGTH);
                let mut near =
                    (1..=R::TURN).fold(0, |near, missing| near | windows.with(R::LENGTH - missing));
                while near != 0 {
                    let missing = (((1 << R::LENGTH) - 1) << near.trailing_zeros()) & !own;
                    let ends = [missing.trailing_zeros(), missing.ilog2()];
                    threats
                        .push(ends.map(|bit| Position::<SIZE>::cell(direction, line, bit as usize) as u16));
                    near &= near - 1;
                }
            }
        }
        !stoppable(&threats, stones)
    }

    /// How far a point is from the centre.
    const OUTWARD: &'static [[i32; SIZE]; SIZE] = &{
        let mut outward = [[0; SIZE]; SIZE];
        let mut cell = 0;
        while cell < SIZE * SIZE {
            let (row, column) = (2 * (cell / SIZE), 2 * (cell % SIZE));
            let (up, right) = (row.abs_diff(SIZE - 1), column.abs_diff(SIZE - 1));
            outward[cell / SIZE][cell % SIZE] = if up > right { up } else { right } as i32;
            cell += 1;
        }
        outward
    };

    /// Where what `fullest` says of a point is found, for each direction.
    const SPOTS: &'static [[[u16; DIRECTIONS]; SIZE]; SIZE] = &{
        let mut spots = [[[0; DIRECTIONS]; SIZE]; SIZE];
        let mut index = 0;
        while index < DIRECTIONS * SIZE * SIZE {
            let (cell, direction) = (index / DIRECTIONS, index % DIRECTIONS);
            let place = &Position::<SIZE>::PLACES[cell / SIZE][cell % SIZE];
            let line = direction * SIZE + place.lines[direction] as usize;
            spots[cell / SIZE][cell % SIZE][direction] =
                (line * LANES + place.bits[direction] as usize) as u16;
            index += 1;
        }
        spots
    };

    /// For every empty point of every line how full the fullest windows of `mover`, in the lower half of a byte, and of his opponent
    /// are that contain the point and no stone of the other one.
    #[inline(always)]
    fn fullest(position: &Position<SIZE>, mover: Player) -> [[[u8; LANES]; SIZE]; DIRECTIONS] {
        let mut fullest = [[[0; LANES]; SIZE]; DIRECTIONS];
        for (direction, lines) in fullest.iter_mut().enumerate() {
            let own = Self::digits(position, mover, direction);
            let enemy = Self::digits(position, !mover, direction);
            for (line, lanes) in lines.iter_mut().enumerate() {
                for (eight, lanes) in lanes.chunks_exact_mut(8).enumerate() {
                    let spread = |word: u32| SPREAD[(word >> (8 * eight) & 255) as usize];
                    let both = spread(own[0][line])
                        | spread(own[1][line]) << 1
                        | spread(own[2][line]) << 2
                        | spread(enemy[0][line]) << 4
                        | spread(enemy[1][line]) << 5
                        | spread(enemy[2][line]) << 6;
                    lanes.copy_from_slice(&both.to_le_bytes());
                }
            }
        }
        fullest
    }

    /// The digits of how full the fullest windows of a player are, for all points of the lines of a direction.
    #[inline(always)]
    fn digits(position: &Position<SIZE>, player: Player, direction: usize) -> [[u32; SIZE]; 3] {
        let mut digits = [[0; SIZE]; 3];
        let own = &position.lines[player.index()][direction];
        let enemy = &position.lines[(!player).index()][direction];
        for line in 0..SIZE {
            let free = Position::<SIZE>::POINTS[direction][line] & !enemy[line];
            let windows = Windows::new(own[line], free, R::LENGTH);
            let [mut ones, mut twos, mut fours] = [0; 3];
            // Fuller windows replace those before them.
            for stones in 1..R::LENGTH {
                let points = rows_from(windows.with(stones), R::LENGTH);
                ones = if stones & 1 == 0 { ones & !points } else { ones | points };
                twos = if stones & 2 == 0 { twos & !points } else { twos | points };
                fours = if stones & 4 == 0 { fours & !points } else { fours | points };
            }
            digits[0][line] = ones;
            digits[1][line] = twos;
            digits[2][line] = fours;
        }
        digits
    }

    /// How full the fullest window of a player is that contains an empty point and no enemy stone.
    #[inline]
    fn fullest_around(position: &Position<SIZE>, player: Player, cell: usize) -> u32 {
        let place = &Position::<SIZE>::PLACES.as_flattened()[cell];
        let (own, enemy) = (&position.lines[player.index()], &position.lines[(!player).index()]);
        let mut fullest = 0;
        for direction in 0..DIRECTIONS {
            let line = usize::from(place.lines[direction]);
            let stones = own[direction][line];
            // The windows that contain the point begin at it or at most a length before. Most points have so few
            // stones in their reach that there is no need to look at the windows.
            let bit = u32::from(place.bits[direction]);
            let first = (bit + 1).saturating_sub(R::LENGTH);
            let reach = (1 << (bit + R::LENGTH)) - (1 << first);
            if (stones & reach).count_ones() <= fullest {
                continue;
            }
            let free = Position::<SIZE>::POINTS[direction][line] & !enemy[direction][line];
            let mut open = row_starts(free, R::LENGTH) & ((2 << bit) - (1 << first));
            while open != 0 {
                let window = ((1 << R::LENGTH) - 1) << open.trailing_zeros();
                fullest = fullest.max((stones & window).count_ones());
                open &= open - 1;
            }
        }
        fullest
    }
}

/// Whether so many stones can be placed such that one of them is in each threat, a row that misses one or two points.
pub(super) fn stoppable(threats: &[[u16; 2]], stones: usize) -> bool {
    let Some(first) = threats.first() else { return true };
    stones > 0
        && first.iter().any(|point| {
            let left: Vec<_> = threats.iter().filter(|threat| !threat.contains(point)).copied().collect();
            stoppable(&left, stones - 1)
        })
}

/// No move is loud: what rows about to be completed leave to the players, `threats` says.
impl<R: RowRules, const SIZE: usize> Heuristic for Rows<R, SIZE> {
    const HAND_MADE: bool = true;
    const FORESEES: bool = false;

    fn heuristic(&self, position: &Position<SIZE>) -> f32 {
        let mover = R::mover(u32::from(position.stones));
        let own = Self::prospects(position, mover);
        let enemy = Self::prospects(position, !mover);
        let left = Self::left_in_turn(position);
        if own.lacking[1..=left].contains(&true) {
            return verdict(WON, mover);
        }
        let turn = R::TURN as usize;
        let lost = enemy.lacking[1..=turn].contains(&true) && Self::unstoppable(position, !mover, left);
        verdict(own.worth + own.worth / INITIATIVE - enemy.worth - if lost { LOST } else { 0 }, mover)
    }

    fn threats(&self, position: &Position<SIZE>, moves: &mut Vec<u16>) -> Threats {
        Self::look_for_threats(position, moves)
    }

    /// Points in the fullest windows, own ones before the enemy's, and near the centre.
    fn promise(&self, position: &Position<SIZE>, cell: u16) -> i32 {
        let mover = R::mover(u32::from(position.stones));
        let fullest = |player| Self::fullest_around(position, player, usize::from(cell));
        let (own, enemy) = (fullest(mover), fullest(!mover));
        FULLNESS[(own | enemy << 4) as usize] - Self::OUTWARD.as_flattened()[usize::from(cell)]
    }

    fn promises(&self, position: &Position<SIZE>, moves: &[u16], promises: &mut Vec<i32>) -> bool {
        let fullest = Self::fullest(position, R::mover(u32::from(position.stones)));
        let fullest = fullest.as_flattened().as_flattened();
        let (spots, outward) = (Self::SPOTS.as_flattened(), Self::OUTWARD.as_flattened());
        promises.extend(moves.iter().map(|&cell| {
            let [a, b, c, d] = spots[usize::from(cell)];
            let full = |spot: u16| fullest.get(usize::from(spot)).copied().unwrap_or(0);
            let [a, b, c, d] = [full(a), full(b), full(c), full(d)];
            let own = (a & 15).max(b & 15).max((c & 15).max(d & 15));
            let enemy = a.max(b).max(c.max(d)) & !15;
            FULLNESS[usize::from(own | enemy)] - outward[usize::from(cell)]
        }));
        true
    }
}

#[cfg(test)]
mod tests {
    use agon_core::{Game, Random};

    use super::*;
    use crate::connect6::Connect6;
    use crate::outer_open_gomoku::OuterOpenGomoku;
    use crate::rows::position::row_starts;
    use std::marker::PhantomData;

    const GOMOKU: OuterOpenGomoku = Rows(PhantomData);
    const CONNECT6: Connect6 = Rows(PhantomData);

    fn after<G: Game>(game: &G, moves: &str) -> G::Position {
        let mut position = game.initial();
        for text in moves.split_whitespace() {
            let mv = game.read_move(&position, text).unwrap();
            game.play(&mut position, mv);
        }
        position
    }

    #[test]
    fn windows_are_counted_together() {
        let mut random = Random::new(6);
        for _ in 0..500 {
            let [own, enemy] = [random.bits() as u32 & 0x7ffff, random.bits() as u32 & random.bits() as u32];
            let (own, free) = (own & !enemy, 0x7ffff & !enemy);
            let windows = Windows::new(own, free, 6);
            for first in 0..14 {
                let window = 0b11_1111 << first;
                for stones in 0..=6 {
                    let expected = free & window == window && (own & window).count_ones() == stones;
                    assert_eq!(windows.with(stones) >> first & 1 == 1, expected);
                }
            }
            assert_eq!(windows.with(6), row_starts(own, 6));
        }
    }

    #[test]
    fn values_are_in_range_and_the_same_however_the_board_is_turned() {
        let mut moves = Vec::new();
        for number in 0..20 {
            let mut random = Random::stream(2, number);
            let (mut position, mut turned) = (GOMOKU.initial(), GOMOKU.initial());
            while GOMOKU.generate(&position, &mut moves).is_none() {
                let cell = random.pick(&moves);
                GOMOKU.play(&mut position, cell);
                // A quarter turn: columns become rows.
                GOMOKU.play(&mut turned, 15 * (14 - cell % 15) + cell / 15);
                let value = GOMOKU.heuristic(&position);
                assert!(value.abs() < 1.0);
                assert_eq!(value, GOMOKU.heuristic(&turned));
            }
        }
    }

    #[test]
    fn the_windows_of_both_players_count_alike() {
        // Colours cannot be exchanged in a position, whose stones say whose turn it is; but in the count they can.
        let position = after(&GOMOKU, "a1 h8 b1 h9 c2 i8 d4 j11 e5");
        let exchanged = Position { lines: [position.lines[1], position.lines[0]], ..position.clone() };
        for player in Player::BOTH {
            let [one, other] = [
                OuterOpenGomoku::prospects(&position, player),
                OuterOpenGomoku::prospects(&exchanged, !player),
            ];
            assert_eq!((one.worth, one.lacking), (other.worth, other.lacking));
        }
    }

    #[test]
    fn longer_and_more_open_rows_are_better() {
        let value = |moves: &str| GOMOKU.heuristic(&after(&GOMOKU, moves));
        // Black's three in the open, the same with one end closed, and White to move.
        let open = value("a1 o1 g8 o3 h8 m1 i8");
        let closed = value("a1 o1 g8 o3 h8 f8 i8");
        assert!(open > closed && open > 0.0, "{open} {closed}");
        // Four with the move are won, and two open ends are won without it.
        assert!(value("a1 o1 g8 o3 h8 o5 i8 m1 j8 m3") > 0.9);
        assert!(value("a1 o1 g8 o3 h8 o5 i8 m1 j8") > 0.8);
        assert!(value("a1 o1 g8 o3 h8 o5 i8 f8 j8") < 0.8);
        // Connect6: four in a window are won with two stones, not with one.
        let value = |moves: &str| CONNECT6.heuristic(&after(&CONNECT6, moves));
        assert!(value("j10 a1 a3 k10 l10 a5 c1 m10") < 0.9);
        let both_left = value("j10 a1 a3 k10 l10 s1 s3 m10 s9 a5 c1");
        assert!(both_left > 0.9, "{both_left}");
    }

    #[test]
    fn more_threats_than_stones_are_seen() {
        assert!(stoppable(&[[0, 1], [1, 2], [4, 4]], 2));
        assert!(!stoppable(&[[0, 1], [2, 3], [4, 5]], 2));
        assert!(!stoppable(&[[0, 0], [1, 1]], 1) && stoppable(&[], 0));
        // Four of Black's in the open: White, to move, needs both stones to stop them, and is lost with one of them left.
        let four = "j10 a1 a3 k10 l10 a5 c1 m10 s19";
        let both = CONNECT6.heuristic(&after(&CONNECT6, four));
        let one = CONNECT6.heuristic(&after(&CONNECT6, &format!("{four} s1")));
        assert!(both < 0.8 && one > 0.8, "{both} {one}");
    }

    #[test]
    fn threats_are_answered_first() {
        let position = after(&GOMOKU, "a1 o1 g8 o3 h8 o5 i8 f8 j8");
        let mut moves = Vec::new();
        GOMOKU.generate(&position, &mut moves);
        let best = moves.into_iter().max_by_key(|&mv| GOMOKU.promise(&position, mv)).unwrap();
        assert_eq!(GOMOKU.write_move(&position, best), "k8");
    }
}

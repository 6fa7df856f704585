//! The board as tables: where pieces step, what blocks them, and what lies around a general.

use agon_core::layout::file_letter;
use agon_core::{Cell, Ground, Label, Layout, Shape};

pub(super) const FILES: usize = 9;
pub(super) const RANKS: usize = 10;
/// Points are numbered from Red's left corner, rank by rank: `9 * rank + file`.
pub(super) const POINTS: usize = FILES * RANKS;
/// A point beyond the board, always empty: where captured pieces are and what blocks nothing.
pub(super) const NOWHERE: u8 = POINTS as u8;

/// The first rank beyond the river, as Red counts.
const FAR_BANK: usize = RANKS / 2;

pub(super) const GENERAL: usize = 0;
pub(super) const ADVISOR: usize = 1;
pub(super) const ELEPHANT: usize = 2;
pub(super) const HORSE: usize = 3;
pub(super) const CHARIOT: usize = 4;
pub(super) const CANNON: usize = 5;
pub(super) const SOLDIER: usize = 6;
pub(super) const KINDS: usize = 7;

#[inline]
pub(super) const fn point(rank: usize, file: usize) -> usize {
    FILES * rank + file
}

#[inline]
pub(super) const fn rank_of(point: usize) -> usize {
    point / FILES
}

#[inline]
pub(super) const fn file_of(point: usize) -> usize {
    point % FILES
}

pub(super) const fn in_palace(point: usize) -> bool {
    let (rank, file) = (rank_of(point), file_of(point));
    file >= 3 && file <= 5 && (rank <= 2 || rank >= RANKS - 3)
}

/// Whether a point lies on the first player's bank (`side` 0) or on the second's.
pub(super) const fn is_home(side: usize, point: usize) -> bool {
    (rank_of(point) < FAR_BANK) == (side == 0)
}

/// One step of a piece that does not slide: where it leads, and the point that must be empty for it.
#[derive(Clone, Copy)]
pub(super) struct Leap {
    pub(super) to: u8,
    pub(super) block: u8,
}

/// A direction in which a table has no step.
const NO_LEAP: Leap = Leap { to: NOWHERE, block: NOWHERE };

/// The most steps of a piece that does not slide: the horse's.
const MOST_LEAPS: usize = 8;

/// The steps of general, advisor, elephant, horse, the first player's soldier and the second's, by point.
/// A direction keeps its place in the list; where it leads nowhere, `to` is [`NOWHERE`].
static LEAPS: [[[Leap; MOST_LEAPS]; POINTS]; 6] = {
    let mut table = [[[NO_LEAP; MOST_LEAPS]; POINTS]; 6];
    let mut from = 0;
    while from < POINTS {
        let mut n = 0;
        while n < 4 {
            let (x, y) = [(0, 1), (0, -1), (1, 0), (-1, 0)][n];
            table[0][from][n] = palace_leap(from, x, y);
            let (x, y) = [(1, 1), (1, -1), (-1, 1), (-1, -1)][n];
            table[1][from][n] = palace_leap(from, x, y);
            table[2][from][n] = elephant_leap(from, x, y);
            n += 1;
        }
        n = 0;
        while n < 8 {
            let (x, y) = [(1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)][n];
            // Halves rounded towards zero: the leg is the step along the longer side.
            table[3][from][n] = Leap { to: shifted(from, x, y), block: shifted(from, x / 2, y / 2) };
            n += 1;
        }
        let mut side = 0;
        while side < 2 {
            let forward = if side == 0 { 1 } else { -1 };
            table[4 + side][from][0] = Leap { to: shifted(from, 0, forward), block: NOWHERE };
            if !is_home(side, from) {
                table[4 + side][from][1] = Leap { to: shifted(from, 1, 0), block: NOWHERE };
                table[4 + side][from][2] = Leap { to: shifted(from, -1, 0), block: NOWHERE };
            }
            side += 1;
        }
        from += 1;
    }
    table
};

/// The steps of a piece that does not slide; `side` matters for soldiers only.
#[inline]
pub(super) fn leaps(kind: usize, side: usize, from: usize) -> &'static [Leap; MOST_LEAPS] {
    &LEAPS[if kind == SOLDIER { 4 + side } else { kind }][from]
}

const fn shifted(from: usize, x: i32, y: i32) -> u8 {
    let (file, rank) = (file_of(from) as i32 + x, rank_of(from) as i32 + y);
    if file >= 0 && file < FILES as i32 && rank >= 0 && rank < RANKS as i32 {
        point(rank as usize, file as usize) as u8
    } else {
        NOWHERE
    }
}

const fn palace_leap(from: usize, x: i32, y: i32) -> Leap {
    let to = shifted(from, x, y);
    let inside = in_palace(from) && to != NOWHERE && in_palace(to as usize);
    if inside { Leap { to, block: NOWHERE } } else { NO_LEAP }
}

const fn elephant_leap(from: usize, x: i32, y: i32) -> Leap {
    let to = shifted(from, 2 * x, 2 * y);
    let same_bank = to != NOWHERE && is_home(0, from) == is_home(0, to as usize);
    if same_bank { Leap { to, block: shifted(from, x, y) } } else { NO_LEAP }
}

/// `HORSE_LEG[target][horse]`: the point that must be empty for a horse to reach the target, [`NO_LEG`] if it
/// cannot. Captured horses reach nothing.
pub(super) static HORSE_LEG: [[u8; POINTS + 1]; POINTS] = {
    let mut table = [[NO_LEG; POINTS + 1]; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut n = 0;
        while n < MOST_LEAPS {
            let leap = LEAPS[HORSE][from][n];
            if leap.to != NOWHERE {
                table[leap.to as usize][from] = leap.block;
            }
            n += 1;
        }
        from += 1;
    }
    table
};
pub(super) const NO_LEG: u8 = u8::MAX;

/// `NEAR[general][point]`: whether a piece that leaves or enters the point can change what attacks the general: it
/// stands on one of his lines, or where it blocks a horse.
pub(super) static NEAR: [[bool; POINTS]; POINTS] = {
    let mut table = [[false; POINTS]; POINTS];
    let mut general = 0;
    while general < POINTS {
        let mut other = 0;
        while other < POINTS {
            let x = file_of(general).abs_diff(file_of(other));
            let y = rank_of(general).abs_diff(rank_of(other));
            table[general][other] = x == 0 || y == 0 || (x == 1 && y == 1);
            other += 1;
        }
        general += 1;
    }
    table
};

/// `BETWEEN[a][b]`: the places strictly between two places of a rank or file.
pub(super) static BETWEEN: [[u16; RANKS]; RANKS] = {
    let mut table = [[0; RANKS]; RANKS];
    let mut a = 0;
    while a < RANKS {
        let mut b = 0;
        while b < a {
            let between = (1 << a) - (2 << b);
            table[a][b] = between;
            table[b][a] = between;
            b += 1;
        }
        a += 1;
    }
    table
};

/// The pieces that stand nearest to a place on its rank or file, on either side, and the next ones behind them.
/// Beyond the last piece, `above` is at least the length of the line and `below` negative.
pub(super) struct Nearest {
    pub(super) above: [i32; 2],
    pub(super) below: [i32; 2],
}

impl Nearest {
    #[inline]
    pub(super) fn new(line: u16, at: usize, length: usize) -> Nearest {
        // Two guards below and many above: there is always something to find.
        let line = u32::from(line) << 2 | 0b11 | u32::MAX << (length + 2);
        let above = line & (u32::MAX << at << 3);
        let below = line & ((4 << at) - 1);
        let first_below = below.ilog2();
        let place = |bit: u32| bit as i32 - 2;
        Nearest {
            above: [place(above.trailing_zeros()), place((above & (above - 1)).trailing_zeros())],
            below: [place(first_below), place((below ^ 1 << first_below).ilog2())],
        }
    }
}

/// The board as a picture: lines everywhere but across the river, and diagonals in the palaces.
pub(super) fn layout() -> Layout {
    let y = |rank: usize| (RANKS - 1 - rank) as f32;
    let cells = (0..POINTS)
        .map(|point| Cell { name: name(point), x: file_of(point) as f32, y: y(rank_of(point)) })
        .collect();
    let mut lines = Vec::new();
    for rank in 0..RANKS {
        for file in 0..FILES {
            if file + 1 < FILES {
                lines.push((point(rank, file), point(rank, file + 1)));
            }
            // Between the banks only the edge files go through.
            if rank + 1 < RANKS && (rank + 1 != FAR_BANK || file == 0 || file + 1 == FILES) {
                lines.push((point(rank, file), point(rank + 1, file)));
            }
        }
    }
    for from in 0..POINTS {
        let upward = leaps(ADVISOR, 0, from).iter().filter(|leap| leap.to != NOWHERE);
        let upward = upward.map(|leap| usize::from(leap.to)).filter(|&to| to > from);
        // Advisors keep to the two diagonals of a palace.
        if is_advisor_point(from) {
            lines.extend(upward.map(|to| (from, to)));
        }
    }
    let mut layout = Layout::new(Shape::Points, cells).with_lines(lines).with_ground(Ground::River);
    layout.row_labels = (0..RANKS).map(|rank| Label { at: y(rank), text: rank.to_string() }).collect();
    layout.column_labels =
        (0..FILES).map(|file| Label { at: file as f32, text: file_letter(file).into() }).collect();
    layout
}

/// The name of a point: files a to i from Red's left, ranks 0 to 9 from Red's side.
pub(super) fn name(point: usize) -> String {
    format!("{}{}", file_letter(file_of(point)), rank_of(point))
}

/// Centre and corners of a palace.
fn is_advisor_point(point: usize) -> bool {
    let height = rank_of(point).min(RANKS - 1 - rank_of(point));
    in_palace(point) && (file_of(point) == 4) == (height == 1)
}

/// The seven points of a bank that elephants reach.
fn is_elephant_point(point: usize) -> bool {
    let height = rank_of(point).min(RANKS - 1 - rank_of(point));
    match height {
        0 | 4 => file_of(point) % 4 == 2,
        2 => file_of(point).is_multiple_of(4),
        _ => false,
    }
}

/// Whether a piece of this side can ever stand on a point.
pub(super) fn can_stand(kind: usize, side: usize, point: usize) -> bool {
    let height = if side == 0 { rank_of(point) } else { RANKS - 1 - rank_of(point) };
    match kind {
        GENERAL => in_palace(point) && is_home(side, point),
        ADVISOR => is_advisor_point(point) && is_home(side, point),
        ELEPHANT => is_elephant_point(point) && is_home(side, point),
        // A soldier starts on every other file of its fourth row and leaves the file only beyond the river.
        SOLDIER => height >= FAR_BANK || (height >= 3 && file_of(point).is_multiple_of(2)),
        _ => true,
    }
}

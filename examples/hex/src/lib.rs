//! Hex: connect your two sides of a rhombus of hexagons.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::layout::grid_name;
use agon_core::{
    Catalogued, Clocks, Counting, Encode, Ending, Game, GameInfo, Heuristic, Layout, Limits, Options,
    Parameter, Piece, PieceKind, Player, PositionError, Random, Reason, Trace,
};
use agon_games::bits::Word;
use agon_games::board::Reader;
use agon_games::stones::{Shape, Step, Stones};

/// The rules of Hex on a board of one size.
#[derive(Clone, Copy, Debug)]
pub struct Hex {
    size: usize,
    swap: bool,
    /// All cells.
    all: u128,
    /// For each player the side that chains are followed from, and the one they have to reach: top and bottom, left and right.
    sides: [[u128; 2]; 2],
}

/// The stones, and those of each player that hang together with the first of his sides. These follow from the stones; they are
/// kept because a new stone adds to them in a few instructions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    stones: Stones<u128>,
    joined: [u128; 2],
}

/// The move that takes over the first stone; every other move is the number of its cell, `size * row + column` from the top.
const SWAP: u8 = u8::MAX;

/// The reason to win: the first text of `endings`.
const CONNECTED: Reason = Reason::Rule(0);

static INFO: GameInfo = GameInfo {
    id: text("hex"),
    name: text("Hex"),
    sides: [text("Red"), text("Blue")],
    pieces: Cow::Borrowed(&[PieceKind::new("stone", ['R', 'B'])]),
    summary: text(
        "Connect your two sides of a rhombus of hexagons before your opponent connects the other two.",
    ),
    rules: text(
        "The board is a rhombus of hexagonal cells with eleven rows of eleven; other sizes, from three to eleven, can be \
            chosen. It is empty at first. Red begins; the players take turns to put one stone of their own on an empty \
            cell. Stones are never moved or removed. Red wins with a chain of neighbouring red stones that connects the \
            top row with the bottom row, Blue with a chain of blue ones that connects the left column with the right \
            one. If the swap rule is switched on, Blue may, instead of placing the first blue stone, take over Red's \
            first stone: it turns blue and goes to the mirrored cell, from b4 to d2, and it is Red's turn again.",
    ),
    draws: text(
        "There are none: when the board is full, exactly one of the players has connected his sides. Positions cannot \
            repeat.",
    ),
    notation: text(
        "A move is the name of a cell: a letter for its column and a number for its row, such as b4. Row 1 is at the \
               top, column a at the left; each row lies half a cell further right than the one above. The move that \
               takes over the first stone is written swap. A position is written row by row from the top, R and B for \
               stones and numbers for empty cells, then the side to move: 3/1R1/3 b.",
    ),
    source: text("Piet Hein, 1942, and John Nash, 1948; sides and coordinates as in HexWiki."),
    parameters: &[
        Parameter {
            key: "size",
            default: "11",
            values: &["3", "4", "5", "6", "7", "8", "9", "10", "11"],
            help: "The number of cells along each side of the board.",
        },
        Parameter {
            key: "swap",
            default: "off",
            values: &["off", "on"],
            help: "Whether the second player may take over the first stone.",
        },
    ],
    endings: &["{winner}'s sides are connected"],
    limits: Limits { repetition: None, no_progress: None, ply_cap: None },
    version: 1,
};

impl Hex {
    /// The game on a board with `size` cells along each side, from 3 to 11.
    ///
    /// # Panics
    /// For other sizes.
    pub fn new(size: usize, swap: bool) -> Hex {
        assert!((3..=11).contains(&size), "a board of Hex has 3 to 11 cells along each side, not {size}");
        let set = |first: usize, step: usize| (0..size).map(|n| u128::bit(first + n * step)).sum::<u128>();
        let last = size - 1;
        let sides = [[set(0, 1), set(size * last, 1)], [set(0, size), set(last, size)]];
        Hex { size, swap, all: u128::MAX >> (128 - size * size), sides }
    }

    /// The cells beside a set.
    #[inline]
    fn neighbours(&self, set: u128) -> u128 {
        let [left, right] = self.sides[1];
        let (leftward, rightward) = (set & !left, set & !right);
        let beside = leftward >> 1 | rightward << 1;
        let above = set >> self.size | rightward >> (self.size - 1);
        let below = set << self.size | leftward << (self.size - 1);
        (beside | above | below) & self.all
    }

    /// Adds to what hangs together with a player's first side whatever a new stone connects to it.
    #[inline]
    fn join(&self, position: &mut Position, player: Player, stone: u128) {
        let stones = position.stones.of(player);
        let joined = &mut position.joined[player.index()];
        if (self.neighbours(stone) & *joined | stone & self.sides[player.index()][0]) == 0 {
            return;
        }
        let mut front = stone;
        while front != 0 {
            *joined |= front;
            front = self.neighbours(front) & stones & !*joined;
        }
    }

    /// The position with these stones.
    fn assemble(&self, stones: Stones<u128>) -> Position {
        let mut position = Position { stones, joined: [0; 2] };
        for player in Player::BOTH {
            for cell in (stones.of(player) & self.sides[player.index()][0]).cells() {
                self.join(&mut position, player, u128::bit(cell));
            }
        }
        position
    }

    fn has_won(&self, position: &Position, player: Player) -> bool {
        position.joined[player.index()] & self.sides[player.index()][1] != 0
    }

    /// Only the player who has just moved can have connected his sides.
    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        let last = !position.stones.mover;
        self.has_won(position, last).then_some(Ending::win(last, CONNECTED))
    }

    #[inline]
    fn may_swap(&self, position: &Position) -> bool {
        self.swap
            && position.stones.own == 0
            && position.stones.enemy.count() == 1
            && position.stones.mover == Player::Second
    }

    #[inline]
    fn empty(&self, position: &Position) -> u128 {
        self.all & !position.stones.occupied()
    }

    /// The first stone while it is the only one, and where a swap takes it.
    fn swapped(&self, position: &Position) -> [usize; 2] {
        let cell = position.stones.enemy.nth(0);
        [cell, self.turned(cell)]
    }

    fn shape(&self) -> Shape {
        Shape::downward(self.size, self.size)
    }
}

impl Game for Hex {
    type Position = Position;
    type Move = u8;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn initial(&self) -> Position {
        Position { stones: Stones::new(0, 0), joined: [0; 2] }
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.stones.mover
    }

    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<u8>) -> Option<Ending> {
        moves.clear();
        let ending = self.ending(position);
        if ending.is_none() {
            moves.extend(self.empty(position).cells().map(|cell| cell as u8));
            moves.extend(self.may_swap(position).then_some(SWAP));
        }
        ending
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: u8) {
        if mv == SWAP {
            let [_, cell] = self.swapped(position);
            *position = self.assemble(Stones::new(0, u128::bit(cell)));
        } else {
            let mover = position.stones.mover;
            position.stones.play(Step::placing(mv.into()));
            self.join(position, mover, u128::bit(mv.into()));
        }
    }

    #[inline(always)]
    fn random_move(&self, position: &Position, random: &mut Random, _: &mut Vec<u8>) -> Result<u8, Ending> {
        if let Some(ending) = self.ending(position) {
            return Err(ending);
        }
        let empty = self.empty(position);
        let drawn = random.below(empty.count() + u32::from(self.may_swap(position)));
        Ok(if drawn == empty.count() { SWAP } else { empty.nth(drawn) as u8 })
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.stones.hash()
    }

    fn counting(&self) -> Counting {
        Counting::Turns
    }

    fn write_move(&self, _: &Position, mv: u8) -> String {
        let cell = usize::from(mv);
        if mv == SWAP { "swap".to_owned() } else { grid_name(cell / self.size, cell % self.size) }
    }

    fn write_position(&self, position: &Position, _: Clocks) -> String {
        position.stones.write(&INFO, self.shape(), None)
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        let reader = Reader::new(&INFO.id, text);
        let fields = reader.fields(2, 2, "rows side")?;
        let stones: Stones<u128> = Stones::read(reader, &INFO, self.shape(), fields[0], fields[1])?;
        let [red, blue] = Player::BOTH.map(|player| stones.of(player).count());
        let is_swapped = self.swap && blue > 0 && red + 1 == blue + u32::from(stones.mover == Player::Second);
        let clocks = if is_swapped {
            Clocks { plies: red + blue + 1, quiet: 0 }
        } else {
            stones.count_turns(reader, &INFO)?
        };
        let position = self.assemble(stones);
        if self.has_won(&position, stones.mover) {
            return reader.error("the side to move has already won");
        }
        Ok((position, clocks))
    }

    fn layout(&self) -> Layout {
        Layout::rhombus(self.size, self.size)
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        position.stones.piece(cell)
    }

    fn trace(&self, position: &Position, mv: u8) -> Trace {
        if mv == SWAP {
            return Trace { changed: self.swapped(position).to_vec(), ..Trace::action("swap") };
        }
        Trace::path([usize::from(mv)])
    }
}

impl Encode for Hex {
    fn cell_count(&self) -> usize {
        self.size * self.size
    }

    #[inline]
    fn each_difference(&self, before: &Position, after: &Position, report: impl FnMut(usize)) {
        before.stones.difference(&after.stones).cells().for_each(report);
    }

    /// The long diagonal exchanges top and left, bottom and right.
    #[inline]
    fn turned(&self, cell: usize) -> usize {
        cell % self.size * self.size + cell / self.size
    }

    fn action_count(&self) -> usize {
        self.cell_count() + 1
    }

    #[inline]
    fn action(&self, position: &Position, mv: u8) -> usize {
        match (mv, position.stones.mover) {
            (SWAP, _) => self.cell_count(),
            (cell, Player::First) => cell.into(),
            (cell, Player::Second) => self.turned(cell.into()),
        }
    }
}

impl Heuristic for Hex {}

impl Catalogued for Hex {
    const RULE_SETS: &'static [&'static GameInfo] = &[&INFO];

    fn build(_: &'static GameInfo, options: &Options) -> Hex {
        Hex::new(options.number("size") as usize, options.is_on("swap"))
    }
}

#[cfg(test)]
mod tests {
    use agon_core::conformance;
    use agon_core::perft::perft;

    use super::*;

    #[test]
    fn conforms() {
        for (size, swap) in [(3, true), (7, false), (11, false), (11, true)] {
            conformance::check(&Hex::new(size, swap))
                .unwrap_or_else(|broken| panic!("size {size}: {broken}"));
        }
    }

    /// Nobody can have connected two sides with fewer stones than they have cells.
    #[test]
    fn counts() {
        let counts =
            |game: Hex| -> Vec<u64> { (1..=4).map(|depth| perft(&game, &game.initial(), depth)).collect() };
        assert_eq!(counts(Hex::new(7, false)), [49, 49 * 48, 49 * 48 * 47, 49 * 48 * 47 * 46]);
        assert_eq!(counts(Hex::new(7, true))[1], 49 * 49);
    }

    /// Follows chains cell by cell, over the neighbours as the layout draws them.
    #[test]
    fn chains_are_those_that_the_picture_shows() {
        let mut random = Random::new(4);
        for size in [3, 5, 8, 11] {
            let game = Hex::new(size, false);
            let cells = game.layout().cells;
            let touch = |a: usize, b: usize| {
                let (x, y) = ((cells[a].x - cells[b].x).abs(), (cells[a].y - cells[b].y).abs());
                y <= 1.0 && x + y / 2.0 == 1.0
            };
            let connects = |position: &Position, player: Player| {
                let own = |cell: &usize| position.stones.of(player).has(*cell);
                let place = |cell: usize| [cell / size, cell % size][player.index()];
                let mut chain: Vec<usize> =
                    (0..size * size).filter(|&cell| place(cell) == 0).filter(own).collect();
                let mut next = 0;
                while let Some(&cell) = chain.get(next) {
                    let more = (0..size * size).filter(|&other| touch(cell, other)).filter(own);
                    let more: Vec<usize> = more.filter(|other| !chain.contains(other)).collect();
                    chain.extend(more);
                    next += 1;
                }
                chain.iter().any(|&cell| place(cell) == size - 1)
            };
            for _ in 0..20 {
                let mut position = game.initial();
                while let Ok(mv) = game.random_move(&position, &mut random, &mut Vec::new()) {
                    assert!(Player::BOTH.iter().all(|&player| !connects(&position, player)), "{position:?}");
                    game.play(&mut position, mv);
                    assert_eq!(position, game.assemble(position.stones));
                }
                assert!(connects(&position, !position.stones.mover), "{position:?}");
            }
        }
    }

    #[test]
    fn whoever_swaps_has_the_mirrored_stone() {
        let game = Hex::new(5, true);
        let mut position = game.initial();
        for text in ["b4", "swap"] {
            let mv = game.read_move(&position, text).unwrap();
            game.play(&mut position, mv);
        }
        assert_eq!(game.write_position(&position, Clocks::default()), "5/3B1/5/5/5 r");
        let after = game.read_position("5/3B1/5/5/5 r").unwrap();
        assert_eq!(after, (position, Clocks { plies: 2, quiet: 0 }));
        assert!(game.read_move(&position, "swap").is_err());
        assert!(Hex::new(5, false).read_position("5/3B1/5/5/5 r").is_err());
    }
}

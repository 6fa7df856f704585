//! Breakthrough: be the first to bring a piece to the far side of the board.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::layout::grid_name;
use agon_core::{
    Catalogued, Clocks, Encode, Ending, Game, GameInfo, Ground, Heuristic, Layout, Limits, Options,
    Parameter, Piece, PieceKind, Player, PositionError, Random, Reason, Shape, Trace,
};
use agon_games::bits::Word;
use agon_games::board::Reader;
use agon_games::stones::{self, Step, Stones};

/// The rules of Breakthrough on a board of one size.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough {
    columns: usize,
    rows: usize,
    /// All cells.
    all: u64,
    /// The first and the last column.
    edges: [u64; 2],
    /// The row that each player wants to reach.
    goals: [u64; 2],
}

/// The pieces of both sides; cell `columns * row + column` with a1 = 0.
type Position = Stones<u64>;

/// The reason to win: the first text of `endings`.
const ARRIVED: Reason = Reason::Rule(0);

static INFO: GameInfo = GameInfo {
    id: text("breakthrough"),
    name: text("Breakthrough"),
    sides: [text("White"), text("Black")],
    pieces: Cow::Borrowed(&[PieceKind::new("piece", ['W', 'B'])]),
    summary: text("Be the first to bring a piece to the far side of the board."),
    rules: text(
        "The board has eight rows of eight squares; fewer can be chosen. White's pieces fill the two lowest rows, Black's \
            the two highest. White begins; the players take turns to move one piece. A piece goes one square ahead, \
            straight or diagonally, towards the opponent's side. Diagonally it may take an enemy piece that stands \
            there; straight ahead the square must be empty. Taking is never compulsory. Whoever reaches the last row \
            with a piece, or takes all enemy pieces, wins.",
    ),
    draws: text(
        "There are none: somebody can always move, and every move goes ahead. Positions cannot repeat.",
    ),
    notation: text(
        "A move is written as its two squares, with a hyphen or, for a capture, an x between them: a2-a3, a2xb3. Columns \
               are letters from the left, rows numbers from the bottom. A position is written row by row from the top, \
               W and B and numbers of empty squares, then the side to move: 2B5/8/8/8/8/8/8/W7 w.",
    ),
    source: text("Dan Troyka, 2000, the winner of the 8x8 Game Design Competition."),
    parameters: &[
        Parameter {
            key: "columns",
            default: "8",
            values: &["3", "4", "5", "6", "7", "8"],
            help: "The number of columns.",
        },
        Parameter { key: "rows", default: "8", values: &["5", "6", "7", "8"], help: "The number of rows." },
    ],
    endings: &["{winner} has reached the last row"],
    limits: Limits { repetition: None, no_progress: None, ply_cap: None },
    version: 1,
};

impl Breakthrough {
    /// The game on a board of 3 to 8 columns and 5 to 8 rows.
    ///
    /// # Panics
    /// For other sizes.
    pub fn new(columns: usize, rows: usize) -> Breakthrough {
        let is_known = (3..=8).contains(&columns) && (5..=8).contains(&rows);
        assert!(is_known, "Breakthrough has 3 to 8 columns and 5 to 8 rows, not {columns} and {rows}");
        let set =
            |first: usize, count: usize, step: usize| (0..count).map(|n| u64::bit(first + n * step)).sum();
        Breakthrough {
            columns,
            rows,
            all: u64::MAX >> (64 - columns * rows),
            edges: [set(0, rows, columns), set(columns - 1, rows, columns)],
            goals: [set(columns * (rows - 1), columns, 1), set(0, columns, 1)],
        }
    }

    /// Where a player's pieces come by a step straight ahead, whatever stands there.
    #[inline]
    fn ahead(&self, set: u64, player: Player) -> u64 {
        match player {
            Player::First => set << self.columns & self.all,
            Player::Second => set >> self.columns,
        }
    }

    /// Where the mover's pieces can go: to the left, straight ahead, and to the right.
    #[inline]
    fn targets(&self, position: &Position) -> [u64; 3] {
        let Stones { own, enemy, mover } = *position;
        let [left, right] = [(own & !self.edges[0]) >> 1, (own & !self.edges[1]) << 1];
        let straight = self.ahead(own, mover) & !(own | enemy);
        [self.ahead(left, mover) & !own, straight, self.ahead(right, mover) & !own]
    }

    /// The step to a cell: to the left, straight ahead or to the right.
    #[inline]
    fn step(&self, way: usize, to: usize, mover: Player) -> Step {
        let straight = match mover {
            Player::First => to - self.columns,
            Player::Second => to + self.columns,
        };
        Step { from: (straight + 1 - way) as u8, to: to as u8 }
    }

    /// Only the player who has just moved can have won.
    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        let last = !position.mover;
        if position.enemy & self.goals[last.index()] != 0 {
            Some(Ending::win(last, ARRIVED))
        } else if position.own == 0 {
            Some(Ending::win(last, Reason::NoPieces))
        } else {
            None
        }
    }

    fn name(&self, cell: usize) -> String {
        grid_name(cell / self.columns, cell % self.columns)
    }

    fn shape(&self) -> stones::Shape {
        stones::Shape::grid(self.rows, self.columns)
    }
}

fn takes(position: &Position, step: Step) -> bool {
    position.enemy.has(step.to.into())
}

impl Game for Breakthrough {
    type Position = Position;
    type Move = Step;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn initial(&self) -> Position {
        let two_rows = |player: Player| {
            self.goals[(!player).index()] | self.ahead(self.goals[(!player).index()], player)
        };
        Stones::new(two_rows(Player::First), two_rows(Player::Second))
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<Step>) -> Option<Ending> {
        moves.clear();
        let ending = self.ending(position);
        if ending.is_none() {
            for (way, targets) in self.targets(position).into_iter().enumerate() {
                moves.extend(targets.cells().map(|to| self.step(way, to, position.mover)));
            }
        }
        ending
    }

    #[inline]
    fn play(&self, position: &mut Position, step: Step) {
        position.enemy &= !u64::bit(step.to.into());
        position.play(step);
    }

    #[inline(always)]
    fn random_move(
        &self,
        position: &Position,
        random: &mut Random,
        _: &mut Vec<Step>,
    ) -> Result<Step, Ending> {
        if let Some(ending) = self.ending(position) {
            return Err(ending);
        }
        let targets = self.targets(position);
        let mut drawn = random.below(targets.map(Word::count).iter().sum());
        let mut way = 0;
        while drawn >= targets[way].count() {
            drawn -= targets[way].count();
            way += 1;
        }
        Ok(self.step(way, targets[way].nth(drawn), position.mover))
    }

    #[inline]
    fn count_moves(&self, position: &Position, _: &mut Vec<Step>) -> u64 {
        let count = |targets: [u64; 3]| targets.map(Word::count).iter().sum::<u32>().into();
        if self.ending(position).is_some() { 0 } else { count(self.targets(position)) }
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.hash()
    }

    fn write_move(&self, position: &Position, step: Step) -> String {
        let text = step.write(|cell| self.name(cell));
        if takes(position, step) { text.replace('-', "x") } else { text }
    }

    fn spellings(&self, _: &Position, step: Step) -> Vec<String> {
        let names = [step.from, step.to].map(|cell| self.name(cell.into()));
        let separated = ["-", "x"].map(|between| names.join(between));
        step.spellings(|cell| self.name(cell)).into_iter().chain(separated).collect()
    }

    fn write_position(&self, position: &Position, _: Clocks) -> String {
        position.write(&INFO, self.shape(), None)
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        let reader = Reader::new(&INFO.id, text);
        let fields = reader.fields(2, 2, "rows side")?;
        let position: Position = Stones::read(reader, &INFO, self.shape(), fields[0], fields[1])?;
        let most = 2 * self.columns as u32;
        if position.own.count() > most || !(1..=most).contains(&position.enemy.count()) {
            return reader.error(format!(
                "each side has at most {most} pieces, and whoever has just moved has one at least"
            ));
        }
        if position.own & self.goals[position.mover.index()] != 0 {
            return reader.error("the side to move has already won");
        }
        Ok((position, Clocks::default()))
    }

    fn layout(&self) -> Layout {
        Layout::grid(Shape::Squares, self.columns, self.rows, false).with_ground(Ground::Chequered)
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        position.piece(cell)
    }

    fn trace(&self, position: &Position, step: Step) -> Trace {
        let captured = takes(position, step).then_some(step.to.into());
        Trace { captured: captured.into_iter().collect(), ..step.trace() }
    }
}

impl Encode for Breakthrough {
    fn cell_count(&self) -> usize {
        self.columns * self.rows
    }

    #[inline]
    fn each_difference(&self, before: &Position, after: &Position, report: impl FnMut(usize)) {
        before.difference(after).cells().for_each(report);
    }

    /// The second player sees the last row as the first.
    #[inline]
    fn turned(&self, cell: usize) -> usize {
        (self.rows - 1 - cell / self.columns) * self.columns + cell % self.columns
    }

    #[inline]
    fn action(&self, position: &Position, step: Step) -> usize {
        step.action(self, position.mover)
    }
}

impl Heuristic for Breakthrough {}

impl Catalogued for Breakthrough {
    const RULE_SETS: &'static [&'static GameInfo] = &[&INFO];

    fn build(_: &'static GameInfo, options: &Options) -> Breakthrough {
        let [columns, rows] = ["columns", "rows"].map(|key| options.number(key) as usize);
        Breakthrough::new(columns, rows)
    }
}

#[cfg(test)]
mod tests {
    use agon_core::conformance;
    use agon_core::perft::perft;

    use super::*;

    #[test]
    fn conforms() {
        for (columns, rows) in [(8, 8), (3, 5), (5, 6), (8, 5)] {
            let report = conformance::check(&Breakthrough::new(columns, rows));
            assert!(report.is_ok(), "{columns} columns, {rows} rows: {report:?}");
        }
    }

    /// The same as a separate program counts that moves pairs of coordinates in sets.
    #[test]
    fn counts() {
        let game = Breakthrough::new(8, 8);
        let counts: Vec<u64> = (1..=4).map(|depth| perft(&game, &game.initial(), depth)).collect();
        assert_eq!(counts, [22, 484, 11_132, 256_036]);
    }

    #[test]
    fn pieces_go_ahead_and_take_aslant() {
        let game = Breakthrough::new(8, 8);
        let legal = |text: &str| {
            let (position, _) = game.read_position(text).unwrap();
            let mut moves = Vec::new();
            assert_eq!(game.generate(&position, &mut moves), None);
            let mut texts: Vec<String> = moves.iter().map(|&mv| game.write_move(&position, mv)).collect();
            texts.sort();
            texts
        };
        assert_eq!(legal("8/8/8/2BB4/3W4/8/8/8 w"), ["d4-e5", "d4xc5"]);
        assert_eq!(legal("8/8/8/B7/W6W/8/8/8 w"), ["a4-b5", "h4-g5", "h4-h5"]);
        assert_eq!(legal("8/8/8/B7/W6W/8/8/8 b"), ["a5-b4"]);
    }

    #[test]
    fn whoever_arrives_or_takes_the_last_piece_wins() {
        let game = Breakthrough::new(8, 8);
        let ending = |text: &str| game.generate(&game.read_position(text).unwrap().0, &mut Vec::new());
        assert_eq!(ending("W7/8/8/8/8/8/8/7W b"), Some(Ending::win(Player::First, ARRIVED)));
        assert_eq!(ending("8/8/8/8/8/8/W7/7B w"), Some(Ending::win(Player::Second, ARRIVED)));
        assert_eq!(ending("8/8/8/3W4/8/8/8/8 b"), Some(Ending::win(Player::First, Reason::NoPieces)));
        for text in ["W7/8/8/8/8/8/8/7B w", "8/8/8/8/8/8/8/8 w", "8/8/8/3W4/8/8/8/8 w"] {
            assert!(game.read_position(text).is_err(), "{text}");
        }
    }
}

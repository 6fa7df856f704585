//! The conformance suite finds what it looks for: one deliberately broken game for every promise.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use agon_core::hash::combine;
use agon_core::heuristic::weigh;
use agon_core::info::text;
use agon_core::notation::match_move;
use agon_core::{
    Clocks, Encode, Ending, Game, GameInfo, Heuristic, Layout, Limits, MoveError, Outcome, Piece, PieceKind,
    Player, PositionError, Random, Reason, Shape, Trace, conformance,
};

/// Five cells in a row; the players fill them in turn, and whoever has more neighbouring pairs wins.
#[derive(Clone, Copy, Debug)]
struct Pairs {
    fault: Option<Fault>,
}

/// What is wrong with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    EmptyText,
    CellCount,
    CellNames,
    TurnedNotOneToOne,
    TurnedTwice,
    BeginsEnded,
    EndsWithMoves,
    Endless,
    Unreadable,
    ReadsAnother,
    HashRemembers,
    WritesAnother,
    OrderRemembers,
    TooManyActive,
    FeatureBeyond,
    FeatureTwice,
    HandBeyond,
    Miscounts,
    SamplesAfterTheEnd,
    ListsTwice,
    WritesAlike,
    MoveUnreadable,
    MoveReadsAnother,
    SpellingOfAnother,
    ActionBeyond,
    TraceOutside,
    TraceEmpty,
    ChangesNothing,
    TraceIncomplete,
    DifferenceMissed,
    NextUnreadable,
    SamplesIllegal,
    SamplesSkewed,
    ScoreOutside,
    ScoreContradicts,
    UnfilledWords,
    /// A position that is written wrongly where nobody knows how many moves led to it.
    WritesByTheClock,
    CheckOutside,
    DecisiveOutside,
    /// An evaluation that nobody was told of.
    Undeclared,
    JudgedOutside,
}

/// Every fault, and a part of what the suite says of it.
const FAULTS: [(Fault, &str); 39] = [
    (Fault::EmptyText, "an empty text"),
    (Fault::CellCount, "cell_count differs from the layout"),
    (Fault::CellNames, "two cells have the same name"),
    (Fault::TurnedNotOneToOne, "turning the board is not one-to-one"),
    (Fault::TurnedTwice, "turning the board twice does not give it back"),
    (Fault::BeginsEnded, "the initial position has ended"),
    (Fault::EndsWithMoves, "legal moves and an ending, or neither"),
    (Fault::Endless, "the game goes on after"),
    (Fault::Unreadable, "cannot read back"),
    (Fault::ReadsAnother, "reads back as another position"),
    (Fault::HashRemembers, "the hash differs from a recomputed one"),
    (Fault::WritesAnother, "writing, reading and writing differ"),
    (Fault::OrderRemembers, "lists its moves in another order"),
    (Fault::TooManyActive, "more than max_active"),
    (Fault::FeatureBeyond, "a feature beyond"),
    (Fault::FeatureTwice, "a feature is reported twice"),
    (Fault::HandBeyond, "a hand beyond max_hand"),
    (Fault::Miscounts, "moves counted"),
    (Fault::SamplesAfterTheEnd, "random_move and generate disagree about the ending"),
    (Fault::ListsTwice, "a move is listed twice"),
    (Fault::WritesAlike, "two moves are written alike"),
    (Fault::MoveUnreadable, "is not a legal move"),
    (Fault::MoveReadsAnother, "reads back as another one"),
    (Fault::SpellingOfAnother, "reads as another move"),
    (Fault::ActionBeyond, "is too large"),
    (Fault::TraceOutside, "leaves the board"),
    (Fault::TraceEmpty, "has an empty trace"),
    (Fault::ChangesNothing, "changes nothing"),
    (Fault::TraceIncomplete, "but its trace does not say so"),
    (Fault::DifferenceMissed, "each_difference does not say so"),
    (Fault::NextUnreadable, "after '"),
    (Fault::SamplesIllegal, "which is not legal"),
    (Fault::SamplesSkewed, "random_move is not uniform"),
    (Fault::ScoreOutside, "is outside [-1, 1]"),
    (Fault::ScoreContradicts, "contradicts"),
    (Fault::UnfilledWords, "an ending has unfilled words"),
    (Fault::WritesByTheClock, "does not survive writing and reading"),
    (Fault::CheckOutside, "the piece in check is not on the board"),
    (Fault::DecisiveOutside, "an ending rests on cells outside of the board"),
];

const CELLS: usize = 5;
const ALL: u8 = 0b1_1111;

/// The cells of both players. What was played last is remembered, and makes no difference: only broken games look at it.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    marks: [u8; 2],
    last: Option<u8>,
}

impl PartialEq for Row {
    fn eq(&self, other: &Row) -> bool {
        self.marks == other.marks
    }
}

impl Eq for Row {}

impl Hash for Row {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.marks.hash(state);
    }
}

impl Row {
    fn mover(&self) -> Player {
        Player::BOTH[(self.marks[0] | self.marks[1]).count_ones() as usize % 2]
    }

    fn pairs(&self, player: Player) -> u32 {
        let marks = self.marks[player.index()];
        (marks & marks >> 1).count_ones()
    }

    fn empty(self) -> impl Iterator<Item = u8> {
        (0..CELLS as u8).filter(move |cell| (self.marks[0] | self.marks[1]) >> cell & 1 == 0)
    }
}

static PIECES: [PieceKind; 1] = [PieceKind::new("mark", ['X', 'O'])];

const fn info(rules: &'static str) -> GameInfo {
    GameInfo {
        id: text("pairs"),
        name: text("Pairs"),
        sides: [text("X"), text("O")],
        pieces: Cow::Borrowed(&PIECES),
        summary: text("Fill the row and make pairs."),
        rules: text(rules),
        draws: text("Equally many pairs are a draw."),
        notation: text("A move is a cell; a position is the row."),
        source: text("Made up."),
        parameters: &[],
        endings: &["{winner} has more pairs", "nobody knows {why}"],
        limits: Limits { repetition: None, no_progress: None, ply_cap: None },
        version: 1,
    }
}

static SOUND: GameInfo = info("Fill the row in turn; more neighbouring pairs win.");
static SILENT: GameInfo = info(" ");

impl Pairs {
    fn is(self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn ending(self, position: &Row) -> Option<Ending> {
        if position.marks[0] | position.marks[1] != ALL || self.is(Fault::Endless) {
            return None;
        }
        let [x, o] = Player::BOTH.map(|player| position.pairs(player));
        let why = Reason::Rule(u8::from(self.is(Fault::UnfilledWords)));
        Some(match x.cmp(&o) {
            std::cmp::Ordering::Greater => Ending::win(Player::First, why),
            std::cmp::Ordering::Less => Ending::win(Player::Second, why),
            std::cmp::Ordering::Equal => Ending::draw(Reason::Full),
        })
    }
}

impl Game for Pairs {
    type Position = Row;
    type Move = u8;

    fn info(&self) -> &GameInfo {
        if self.is(Fault::EmptyText) { &SILENT } else { &SOUND }
    }

    fn initial(&self) -> Row {
        let marks = if self.is(Fault::BeginsEnded) { [0b1_0101, 0b0_1010] } else { [0, 0] };
        Row { marks, last: None }
    }

    fn to_move(&self, position: &Row) -> Player {
        position.mover()
    }

    fn generate(&self, position: &Row, moves: &mut Vec<u8>) -> Option<Ending> {
        moves.clear();
        let ending = self.ending(position);
        if ending.is_some() {
            moves.extend(self.is(Fault::EndsWithMoves).then_some(0));
            return ending;
        }
        moves.extend(position.empty());
        if moves.is_empty() {
            // An endless game begins again.
            moves.push(0);
        }
        if self.is(Fault::OrderRemembers) && position.last.is_some() {
            moves.reverse();
        }
        if self.is(Fault::ListsTwice) {
            moves.push(moves[0]);
        }
        None
    }

    fn play(&self, position: &mut Row, cell: u8) {
        if self.is(Fault::ChangesNothing) {
            return;
        }
        if position.marks[0] | position.marks[1] == ALL {
            *position = Row::default();
        }
        position.marks[position.mover().index()] |= 1 << cell;
        position.last = Some(cell);
    }

    fn hash(&self, position: &Row) -> u64 {
        let is_second = (position.marks[0] | position.marks[1]).count_ones() == 2;
        let remembers = self.is(Fault::HashRemembers) && is_second;
        let memory = position.last.filter(|_| remembers).map_or(0, |cell| 1 + cell);
        combine([u64::from(position.marks[0]), u64::from(position.marks[1]), u64::from(memory)])
    }

    fn write_move(&self, _: &Row, cell: u8) -> String {
        let cell = if self.is(Fault::WritesAlike) { cell / 2 } else { cell };
        char::from(b'a' + cell).to_string()
    }

    fn read_move(&self, position: &Row, text: &str) -> Result<u8, MoveError> {
        if self.is(Fault::MoveUnreadable) {
            return Err(MoveError::Illegal { text: text.to_owned(), legal: Vec::new() });
        }
        let read = match_move(self, position, text)?;
        let another = position.empty().last().filter(|_| self.is(Fault::MoveReadsAnother));
        Ok(another.unwrap_or(read))
    }

    fn spellings(&self, position: &Row, cell: u8) -> Vec<String> {
        let other = position.empty().find(|&other| other != cell);
        let wrong = other.filter(|_| self.is(Fault::SpellingOfAnother));
        wrong.map(|other| self.write_move(position, other)).into_iter().collect()
    }

    fn write_position(&self, position: &Row, clocks: Clocks) -> String {
        let filled = (position.marks[0] | position.marks[1]).count_ones();
        if self.is(Fault::WritesByTheClock) && clocks.plies != filled {
            return ".".repeat(CELLS);
        }
        let letter = |cell: usize| match [0, 1].map(|player| position.marks[player] >> cell & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        };
        let row: String = (0..CELLS).map(letter).collect();
        let last = position.last.filter(|_| self.is(Fault::WritesAnother));
        last.map_or(row.clone(), |last| format!("{row}{last}"))
    }

    fn read_position(&self, text: &str) -> Result<(Row, Clocks), PositionError> {
        let wrong = |problem: &str| PositionError::new("pairs", text, problem);
        let mut marks = [0_u8, 0];
        for (cell, letter) in text.chars().take(CELLS).enumerate() {
            match letter {
                'x' => marks[0] |= 1 << cell,
                'o' => marks[1] |= 1 << cell,
                '.' => {}
                _ => return Err(wrong("expected x, o or .")),
            }
        }
        let filled = (marks[0] | marks[1]).count_ones();
        if self.is(Fault::Unreadable) && filled == 0 || self.is(Fault::NextUnreadable) && filled == 1 {
            return Err(wrong("this one cannot be read"));
        }
        if self.is(Fault::ReadsAnother) && filled == 3 {
            marks.swap(0, 1);
        }
        Ok((Row { marks, last: None }, Clocks { plies: filled, quiet: 0 }))
    }

    fn layout(&self) -> Layout {
        let mut layout = Layout::grid(Shape::Squares, CELLS, 1, false);
        if self.is(Fault::CellNames) {
            let name = layout.cells[0].name.clone();
            layout.cells[1].name = name;
        }
        layout
    }

    fn piece(&self, position: &Row, cell: usize) -> Option<Piece> {
        let owner =
            Player::BOTH.into_iter().find(|player| position.marks[player.index()] >> cell & 1 == 1)?;
        Some(Piece::new(owner, 0))
    }

    fn trace(&self, position: &Row, cell: u8) -> Trace {
        let cell = usize::from(cell);
        Trace::path(match self.fault {
            Some(Fault::Endless) if position.empty().next().is_none() => (0..CELLS).collect(),
            Some(Fault::TraceOutside) => vec![cell, CELLS],
            Some(Fault::TraceEmpty) => vec![],
            Some(Fault::TraceIncomplete) => vec![(cell + 1) % CELLS],
            _ => vec![cell],
        })
    }

    fn score(&self, _: &Row, ending: Ending, _: u32) -> f32 {
        let plain = ending.outcome.value().pov(Player::First);
        match self.fault {
            Some(Fault::ScoreOutside) => 2.0 * plain,
            Some(Fault::ScoreContradicts) if ending.outcome != Outcome::Draw => -plain,
            _ => plain,
        }
    }

    fn random_move(&self, position: &Row, random: &mut Random, moves: &mut Vec<u8>) -> Result<u8, Ending> {
        if let Some(ending) = self.generate(position, moves) {
            return if self.is(Fault::SamplesAfterTheEnd) { Ok(0) } else { Err(ending) };
        }
        Ok(match self.fault {
            Some(Fault::SamplesIllegal) => 7,
            Some(Fault::SamplesSkewed) if random.below(4) == 0 => moves[0],
            _ => random.pick(moves),
        })
    }

    fn count_moves(&self, position: &Row, moves: &mut Vec<u8>) -> u64 {
        self.generate(position, moves);
        moves.len() as u64 + u64::from(self.is(Fault::Miscounts))
    }

    fn in_check(&self, _: &Row) -> Option<usize> {
        self.is(Fault::CheckOutside).then_some(CELLS)
    }

    fn decisive(&self, _: &Row, _: Ending) -> Vec<usize> {
        if self.is(Fault::DecisiveOutside) { vec![0, CELLS] } else { Vec::new() }
    }

    fn hand(&self, _: &Row, player: Player) -> u32 {
        u32::from(self.is(Fault::HandBeyond) && player == Player::First)
    }
}

impl Encode for Pairs {
    fn cell_count(&self) -> usize {
        if self.is(Fault::CellCount) { CELLS - 1 } else { CELLS }
    }

    fn each_difference(&self, before: &Row, after: &Row, report: impl FnMut(usize)) {
        let differs =
            |cell: &usize| (0..2).any(|player| (before.marks[player] ^ after.marks[player]) >> cell & 1 == 1);
        // Who forgets one of the players misses half of the moves.
        let seen = |cell: &usize| !self.is(Fault::DifferenceMissed) || after.marks[0] >> cell & 1 == 1;
        (0..CELLS).filter(differs).filter(seen).for_each(report);
    }

    fn turned(&self, cell: usize) -> usize {
        match self.fault {
            Some(Fault::TurnedNotOneToOne) => 0,
            Some(Fault::TurnedTwice) => (cell + 1) % CELLS,
            _ => CELLS - 1 - cell,
        }
    }

    fn extra_count(&self) -> usize {
        1
    }

    fn extras(&self, position: &Row, active: &mut dyn FnMut(usize)) {
        if self.is(Fault::FeatureBeyond) {
            active(1);
        }
        if self.is(Fault::FeatureTwice) && position.marks[0] != 0 {
            active(0);
            active(0);
        }
    }

    fn max_active(&self) -> usize {
        if self.is(Fault::TooManyActive) { 1 } else { CELLS + 2 }
    }

    fn action_count(&self) -> usize {
        if self.is(Fault::ActionBeyond) { 2 } else { CELLS }
    }

    fn action(&self, _: &Row, cell: u8) -> usize {
        usize::from(cell)
    }
}

impl Heuristic for Pairs {
    fn heuristic(&self, position: &Row) -> f32 {
        match self.fault {
            Some(Fault::Undeclared) => 0.5,
            Some(Fault::JudgedOutside) => 1.5,
            _ => weigh(self, position),
        }
    }
}

#[test]
fn a_sound_game_passes() {
    let report = conformance::check(&Pairs { fault: None }).unwrap();
    assert!(report.games > 0 && report.positions > 0 && report.moves > 0 && report.uniform > 0, "{report:?}");
}

#[test]
fn every_promise_that_is_broken_is_found() {
    let missed: Vec<String> = FAULTS
        .into_iter()
        .filter_map(|(fault, expected)| match conformance::check(&Pairs { fault: Some(fault) }) {
            Ok(_) => Some(format!("{fault:?} was not found")),
            Err(said) => (!said.contains(expected)).then(|| format!("{fault:?} is told as: {said}")),
        })
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

/// A sound game, but for moves that are too large to be copied about.
#[derive(Clone, Copy, Debug)]
struct LargeMoves;

impl Game for LargeMoves {
    type Position = Row;
    type Move = [u64; 3];

    fn info(&self) -> &GameInfo {
        &SOUND
    }

    fn initial(&self) -> Row {
        Row::default()
    }

    fn to_move(&self, position: &Row) -> Player {
        position.mover()
    }

    fn generate(&self, position: &Row, moves: &mut Vec<[u64; 3]>) -> Option<Ending> {
        moves.clear();
        moves.extend(position.empty().map(|cell| [cell.into(), 0, 0]));
        moves.is_empty().then(|| Ending::draw(Reason::Full))
    }

    fn play(&self, position: &mut Row, mv: [u64; 3]) {
        position.marks[position.mover().index()] |= 1 << mv[0];
    }

    fn hash(&self, position: &Row) -> u64 {
        combine([u64::from(position.marks[0]), u64::from(position.marks[1])])
    }

    fn write_move(&self, _: &Row, mv: [u64; 3]) -> String {
        mv[0].to_string()
    }

    fn write_position(&self, position: &Row, clocks: Clocks) -> String {
        Pairs { fault: None }.write_position(position, clocks)
    }

    fn read_position(&self, text: &str) -> Result<(Row, Clocks), PositionError> {
        Pairs { fault: None }.read_position(text)
    }

    fn layout(&self) -> Layout {
        Layout::grid(Shape::Squares, CELLS, 1, false)
    }

    fn piece(&self, _: &Row, _: usize) -> Option<Piece> {
        None
    }

    fn trace(&self, _: &Row, mv: [u64; 3]) -> Trace {
        Trace::path([mv[0] as usize])
    }
}

impl Encode for LargeMoves {}

impl Heuristic for LargeMoves {
    const HAND_MADE: bool = true;
}

#[test]
fn what_is_not_said_about_learning_follows_from_the_picture() {
    let game = LargeMoves;
    assert_eq!(
        (game.cell_count(), game.max_active(), game.action_count()),
        (CELLS, CELLS, CELLS * CELLS + 1)
    );
    let mut actions: Vec<usize> = (0..5).map(|cell| game.action(&game.initial(), [cell, 0, 0])).collect();
    actions.dedup();
    assert!(actions.len() == CELLS && actions.iter().all(|&action| action < CELLS * CELLS), "{actions:?}");
}

#[test]
fn an_evaluation_is_what_it_is_said_to_be() {
    let judged = |fault| conformance::check_judgement(&Pairs { fault });
    assert_eq!(judged(None), Ok(()));
    let said = judged(Some(Fault::Undeclared)).unwrap_err();
    assert!(said.contains("say so with 'const HAND_MADE: bool = true;'"), "{said}");
    let said = judged(Some(Fault::JudgedOutside)).unwrap_err();
    assert!(said.contains("the evaluation 1.5 is outside (-1, 1) in '"), "{said}");
    let said = conformance::check_judgement(&LargeMoves).unwrap_err();
    assert_eq!(said, "HAND_MADE is true, but the evaluation is the default one");
}

#[test]
fn large_moves_are_found() {
    let said = conformance::check(&LargeMoves).unwrap_err();
    assert!(said.contains("a move is larger than 16 bytes"), "{said}");
}

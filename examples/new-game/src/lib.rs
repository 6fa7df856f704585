//! New Game: put stones on a small board; whoever first has four of them in a square of two by two wins.
//!
//! A whole game to begin with: change it piece by piece and keep `cargo test -p new-game` green. What to change is said where
//! it stands; `docs/adding-a-game.md` tells more.

use std::borrow::Cow;

use agon_core::info::text;
use agon_core::layout::grid_name;
use agon_core::{
    Clocks, Encode, Ending, Game, GameInfo, Heuristic, Layout, Limits, Piece, PieceKind, Player,
    PositionError, Reason, Shape, Trace,
};
use agon_games::bits::Word;
use agon_games::board::Reader;
use agon_games::stones::{self, Step, Stones};

/// The rules of New Game. Change: fields for what can be chosen, such as the size of the board; see `Catalogued`.
#[derive(Clone, Copy, Debug)]
pub struct NewGame;

/// Two sets of stones and the side to move; cell `5 * row + column` with a1 = 0. Change: `Stones<u64>` has room for 64 cells,
/// `Stones<u128>` for 128; a struct of your own, where there is more than one kind of piece.
type Position = Stones;

const SIZE: usize = 5;
const ALL: u32 = (1 << (SIZE * SIZE)) - 1;
const LAST_COLUMN: u32 = 0x0108_4210;
const SHAPE: stones::Shape = stones::Shape::square(SIZE);

/// The reason to win: the first text of `endings`.
const SQUARE: Reason = Reason::Rule(0);

/// What players read and screen readers speak. Change: all of it.
static INFO: GameInfo = GameInfo {
    id: text("new-game"),
    name: text("New Game"),
    sides: [text("Black"), text("White")],
    pieces: Cow::Borrowed(&[PieceKind::new("stone", ['B', 'W'])]),
    summary: text("Get four of your stones into a square of two by two."),
    rules: text(
        "The board has five rows of five cells and is empty at first. Black begins; the players take turns to put one \
            stone of their own on an empty cell. Whoever first has own stones on all four cells of a square of two by \
            two wins.",
    ),
    draws: text("When all cells are full and nobody has such a square, the game is a draw."),
    notation: text(
        "A move is the name of a cell: column a to e from the left, row 1 to 5 from the bottom, such as c3. A \
               position is written row by row from the top, B and W and numbers of empty cells, then the side to move: \
               5/5/2B2/5/5 w.",
    ),
    source: text("Made up for this template."),
    parameters: &[],
    endings: &["four stones form a square"],
    // Change: where pieces move, positions can repeat. Say after how many occurrences, or how many plies, a game is drawn.
    limits: Limits { repetition: None, no_progress: None, ply_cap: None },
    version: 1,
};

/// Whether four cells of a set form a square.
fn has_square(set: u32) -> bool {
    let pairs = set & set >> 1 & !LAST_COLUMN;
    pairs & pairs >> SIZE != 0
}

fn name(cell: usize) -> String {
    grid_name(cell / SIZE, cell % SIZE)
}

impl Game for NewGame {
    type Position = Position;
    /// Where a stone is put. Change: a `Step` can as well lead from one cell to another; any small `Copy` type will do.
    type Move = Step;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn initial(&self) -> Position {
        Stones::new(0, 0)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.mover
    }

    /// The legal moves, or how the game ended. Change: this is the heart of the rules.
    #[inline]
    fn generate(&self, position: &Position, moves: &mut Vec<Step>) -> Option<Ending> {
        moves.clear();
        // Only the player who has just moved can have completed a square.
        if has_square(position.enemy) {
            return Some(Ending::win(!position.mover, SQUARE));
        }
        moves.extend((ALL & !position.occupied()).cells().map(Step::placing));
        moves.is_empty().then_some(Ending::draw(Reason::Full))
    }

    #[inline]
    fn play(&self, position: &mut Position, step: Step) {
        position.play(step);
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.hash()
    }

    fn write_move(&self, _: &Position, step: Step) -> String {
        step.write(name)
    }

    fn write_position(&self, position: &Position, _: Clocks) -> String {
        position.write(&INFO, SHAPE, None)
    }

    /// Reads what `write_position` writes. Change: refuse whatever cannot come about or be played on.
    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        let reader = Reader::new(&INFO.id, text);
        let fields = reader.fields(2, 2, "rows side")?;
        let position: Position = Stones::read(reader, &INFO, SHAPE, fields[0], fields[1])?;
        let clocks = position.count_turns(reader, &INFO)?;
        if has_square(position.own) {
            return reader.error("the side to move has already won");
        }
        Ok((position, clocks))
    }

    /// Change: `Layout::rhombus` and `agon_games::hex` have boards of hexagons, `Shape::Points` draws lines.
    fn layout(&self) -> Layout {
        Layout::grid(Shape::Squares, SIZE, SIZE, false)
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        position.piece(cell)
    }

    /// What a move does to the picture. Change: say what is captured or changes elsewhere.
    fn trace(&self, _: &Position, step: Step) -> Trace {
        step.trace()
    }
}

/// Change: where the two sides look at the board from opposite ends, say how a cell is `turned`.
impl Encode for NewGame {
    fn cell_count(&self) -> usize {
        SIZE * SIZE
    }
}

/// Change: nothing. Rules alone are played with random games; an evaluation of your own makes alpha-beta worth while.
impl Heuristic for NewGame {}

#[cfg(test)]
mod tests {
    use agon_core::conformance;
    use agon_core::perft::perft;

    use super::*;

    #[test]
    fn conforms() {
        conformance::check(&NewGame).unwrap();
    }

    /// Change: numbers that somebody else has counted, or a slow program of your own.
    #[test]
    fn counts() {
        let counts: Vec<u64> = (1..=4).map(|depth| perft(&NewGame, &NewGame.initial(), depth)).collect();
        assert_eq!(counts, [25, 25 * 24, 25 * 24 * 23, 25 * 24 * 23 * 22]);
    }

    /// Change: one position for every way to end, and one that nearly does.
    #[test]
    fn squares_win_and_do_not_reach_around_the_edge() {
        let ending = |text: &str| NewGame.generate(&NewGame.read_position(text).unwrap().0, &mut Vec::new());
        assert_eq!(ending("5/5/5/BBWW1/BBW2 w"), Some(Ending::win(Player::First, SQUARE)));
        assert_eq!(ending("5/5/5/B3B/B1WWW b"), None);
        assert_eq!(ending("5/5/B4/B1WWB/2W1B w"), None);
        assert!(NewGame.read_position("5/5/5/BB3/BBWWW b").is_err());
    }
}

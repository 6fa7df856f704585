//! Games whose rules are told by somebody outside this program, such as a class of another language: one scene at a time, with all
//! that is to be known of it. They are slow, and everything that plays, learns and draws works on them.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use agon_core::hash::mix;
use agon_core::{
    Clocks, Encode, Ending, Game, GameInfo, Heuristic, Layout, Outcome, Piece, Player, PositionError, Reason,
    Trace,
};

/// Somebody who knows the rules of a game.
pub trait Teller: Send + Sync {
    /// The facts about the rules. The reasons for an end are given here; see [`Told::ENDINGS`].
    fn info(&self) -> &GameInfo;
    /// The board.
    fn layout(&self) -> &Layout;
    /// How a game begins.
    fn initial(&self) -> Scene;
    /// What a move leads to, given by its index.
    fn play(&self, scene: &Scene, index: usize) -> Scene;
    /// The scene that a text means, or what is wrong with the text.
    fn read(&self, text: &str) -> Result<Scene, String>;
}

/// A position with all that is to be known of it.
#[derive(Clone)]
pub struct Scene {
    /// What the position is called: equal for equal positions, and different for others. Whose turn it is belongs to it.
    pub text: String,
    /// Whatever the teller needs to go on from here.
    pub state: Arc<dyn Any + Send + Sync>,
    /// Who decides next.
    pub mover: Player,
    /// The legal moves, in an order that is always the same; none once the game has ended.
    pub moves: Vec<String>,
    /// What stands on each cell.
    pub pieces: Vec<Option<Piece>>,
    /// The cells that each move points at.
    pub paths: Vec<Vec<usize>>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// Whether the teller has failed here and the game cannot go on.
    pub failed: bool,
}

/// A position of a told game: a scene that copies share.
#[derive(Clone)]
pub struct Position(Arc<Scene>);

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.text == other.0.text
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.text.hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.text)
    }
}

impl Position {
    /// What is known of it.
    pub fn scene(&self) -> &Scene {
        &self.0
    }
}

/// A game that somebody tells. Copies share the teller.
#[derive(Clone)]
pub struct Told(Arc<dyn Teller>);

/// Indices of moves: by what their texts are hashed to.
const ACTIONS: usize = 4096;

/// How a told game can end.
const RESULT: Reason = Reason::Rule(0);
const FAILED: Reason = Reason::Rule(1);

impl Told {
    /// The words of its endings, for [`GameInfo::endings`].
    pub const ENDINGS: &'static [&'static str] =
        &["so say the rules", "the rules failed, and the game cannot go on"];

    /// The game that somebody tells.
    pub fn new(teller: Arc<dyn Teller>) -> Told {
        Told(teller)
    }
}

/// A number for a text, the same in every process.
fn key(text: &str) -> u64 {
    text.bytes().fold(0, |key, byte| mix(key ^ u64::from(byte)))
}

impl Game for Told {
    type Position = Position;
    /// The index of the move among the legal ones.
    type Move = u16;

    fn info(&self) -> &GameInfo {
        self.0.info()
    }

    fn initial(&self) -> Position {
        Position(Arc::new(self.0.initial()))
    }

    fn to_move(&self, position: &Position) -> Player {
        position.0.mover
    }

    fn generate(&self, position: &Position, moves: &mut Vec<u16>) -> Option<Ending> {
        moves.clear();
        let scene = &position.0;
        match scene.outcome {
            _ if scene.failed => return Some(Ending::draw(FAILED)),
            Some(Outcome::Draw) => return Some(Ending::draw(RESULT)),
            Some(Outcome::Win(winner)) => return Some(Ending::win(winner, RESULT)),
            None => {}
        }
        if scene.moves.is_empty() {
            return Some(Ending::draw(RESULT));
        }
        moves.extend(0..scene.moves.len().min(usize::from(u16::MAX)) as u16);
        None
    }

    fn play(&self, position: &mut Position, mv: u16) {
        *position = Position(Arc::new(self.0.play(&position.0, usize::from(mv))));
    }

    fn hash(&self, position: &Position) -> u64 {
        key(&position.0.text)
    }

    fn write_move(&self, position: &Position, mv: u16) -> String {
        position.0.moves[usize::from(mv)].clone()
    }

    fn write_position(&self, position: &Position, _: Clocks) -> String {
        position.0.text.clone()
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        let scene =
            self.0.read(text).map_err(|problem| PositionError::new(&self.info().id, text, problem))?;
        Ok((Position(Arc::new(scene)), Clocks::default()))
    }

    fn layout(&self) -> Layout {
        self.0.layout().clone()
    }

    fn piece(&self, position: &Position, cell: usize) -> Option<Piece> {
        position.0.pieces.get(cell).copied().flatten()
    }

    fn trace(&self, position: &Position, mv: u16) -> Trace {
        let index = usize::from(mv);
        let path = position.0.paths.get(index).cloned().unwrap_or_default();
        let action = path.is_empty().then(|| position.0.moves[index].clone().into());
        Trace { path, action, ..Trace::default() }
    }

    /// Nobody knows whether a position can come again.
    fn progresses(&self, _: &Position, _: u16) -> bool {
        false
    }
}

impl Encode for Told {
    fn cell_count(&self) -> usize {
        self.0.layout().cells.len()
    }

    fn action_count(&self) -> usize {
        ACTIONS
    }

    fn action(&self, position: &Position, mv: u16) -> usize {
        key(&position.0.moves[usize::from(mv)]) as usize % ACTIONS
    }

    fn alternatives(&self) -> usize {
        4
    }
}

impl Heuristic for Told {}

//! The one trait: what a game has to say about itself.

use std::fmt::Debug;
use std::hash::Hash;

use crate::info::{GameInfo, Limits};
use crate::layout::{Layout, Piece, Trace};
use crate::notation::{MoveError, PositionError, match_move};
use crate::numbering::Numbering;
use crate::outcome::{Ending, Outcome, Reason};
use crate::player::Player;
use crate::playout::Crowd;
use crate::random::Random;

/// The rules of one two-player, deterministic, zero-sum game of perfect information.
///
/// The value holds the parameters (board size, variant); for most games it is zero-sized. Positions are
/// small plain data without history; what depends on the past lives in [`Line`](crate::line::Line).
///
/// What is required is only what nobody else can know. Everything below the line "provided" has a default
/// that a game overrides when its rules ask for it or when measurement shows that it pays.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position: flat, cheap to clone, equal exactly when the rules call two positions the same.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One decision of one player, at most 16 bytes.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The facts about these rules: names, words, limits.
    fn info(&self) -> &GameInfo;

    /// The position in which a game begins.
    fn initial(&self) -> Self::Position;

    /// Who decides next. Players need not alternate.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// Replaces the contents of `moves` by the legal moves and returns `None`, or leaves it empty and tells
    /// how the game ended. A position that has not ended has at least one move (a forced pass is a move).
    /// Equal positions list the same moves in the same order: searches remember moves by their place.
    fn generate(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Option<Ending>;

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// A 64-bit key, equal for equal positions, including whose turn it is.
    fn hash(&self, position: &Self::Position) -> u64;

    /// The move as its community writes it, unique among the legal moves of the position.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The position as its community writes it, with the clocks where that form has room for them.
    fn write_position(&self, position: &Self::Position, clocks: Clocks) -> String;

    /// Reads what [`write_position`](Game::write_position) writes. Whatever is accepted must be playable:
    /// a text with a wrong number of pieces, or the like, is an error and never a panic later.
    fn read_position(&self, text: &str) -> Result<(Self::Position, Clocks), PositionError>;

    /// The board as a picture: cells, their names and places.
    fn layout(&self) -> Layout;

    /// What stands on a cell of the layout.
    fn piece(&self, position: &Self::Position, cell: usize) -> Option<Piece>;

    /// What a move does to the picture.
    fn trace(&self, position: &Self::Position, mv: Self::Move) -> Trace;

    // ------------------------------------------------------------------------------------- provided

    /// Repetition, no-progress and length limits; overridden where a parameter changes them.
    #[inline]
    fn limits(&self) -> Limits {
        self.info().limits
    }

    /// The limits that end a game even where nobody claims a draw. They matter to records from elsewhere: [`limits`](Game::limits)
    /// ends a game at the first draw that can be claimed, and people may not claim it.
    fn unclaimed_limits(&self) -> Limits {
        Limits::default()
    }

    /// Replaces the contents of `moves` by the moves of a position that ends the game though pieces could still be moved,
    /// as in a dead position of chess, which people may overlook; false where the game is really over.
    fn overlooked(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> bool {
        let _ = (position, moves);
        false
    }

    /// The margin of an ended game in [-1, 1] from `First`'s view, with the sign of the outcome.
    /// `plies` is the number of moves from the beginning of the game.
    fn score(&self, position: &Self::Position, ending: Ending, plies: u32) -> f32 {
        let _ = (position, plies);
        ending.outcome.value().pov(Player::First)
    }

    /// The points by which `First` is ahead, in a game that people play for points, such as the discs of Othello.
    fn points(&self, position: &Self::Position) -> Option<i32> {
        let _ = position;
        None
    }

    /// Whether a move makes progress: it resets the no-progress counter, and no earlier position can come
    /// again after it. Games in which positions never repeat need not say anything.
    #[inline]
    fn progresses(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let _ = (position, mv);
        true
    }

    /// After how many plies without progress the game is drawn; some games make it depend on the material.
    #[inline]
    fn no_progress_limit(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        self.limits().no_progress
    }

    /// The outcome when the game reaches its longest allowed length.
    #[inline]
    fn adjudicate(&self, position: &Self::Position) -> Outcome {
        let _ = position;
        Outcome::Draw
    }

    /// The ending when a position has occurred as often as [`Limits::repetition`] says. `cycle` holds the
    /// positions and moves since the occurrence before, oldest first, and the move that closed the cycle last.
    fn judge_repetition(&self, cycle: &[Step<Self>]) -> Ending {
        let _ = cycle;
        Ending::draw(crate::outcome::Reason::Repetition)
    }

    /// A uniformly random legal move, or how the game ended. `moves` is scratch space.
    /// Override it where sampling beats listing.
    #[inline(always)]
    fn random_move(
        &self,
        position: &Self::Position,
        random: &mut Random,
        moves: &mut Vec<Self::Move>,
    ) -> Result<Self::Move, Ending> {
        match self.generate(position, moves) {
            Some(ending) => Err(ending),
            None => Ok(random.pick(moves)),
        }
    }

    /// Somebody who plays many random games side by side, where that costs less than one after the other.
    fn crowd(&self) -> Option<Box<dyn Crowd<Self::Position>>> {
        None
    }

    /// The number of legal moves. Override it where counting beats listing.
    #[inline]
    fn count_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> u64 {
        self.generate(position, moves);
        moves.len() as u64
    }

    /// Other spellings of a move that a person may type.
    fn spellings(&self, position: &Self::Position, mv: Self::Move) -> Vec<String> {
        let _ = (position, mv);
        Vec::new()
    }

    /// The legal move that `text` means. Case and surrounding space do not matter; an answer that is not a
    /// legal move comes back with the moves that are.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, MoveError> {
        match_move(self, position, text)
    }

    /// Pieces that a player has yet to place.
    fn hand(&self, position: &Self::Position, player: Player) -> u32 {
        let _ = (position, player);
        0
    }

    /// How the moves of a game are numbered by those who play it.
    fn counting(&self) -> Counting {
        Counting::Pairs
    }

    /// The cell of a piece that may not be lost, if it is the turn of its player and it is attacked: a king in check.
    fn in_check(&self, position: &Self::Position) -> Option<usize> {
        let _ = position;
        None
    }

    /// The cells that an ending rests on, to be marked on the board: the line, bridge or ring that won, the king that is mated.
    fn decisive(&self, position: &Self::Position, ending: Ending) -> Vec<usize> {
        match (ending.reason, ending.outcome.winner()) {
            (Reason::Line(length), Some(winner)) => {
                let own = |cell| self.piece(position, cell).is_some_and(|piece| piece.owner == Some(winner));
                self.layout().lines_of(usize::from(length), &own)
            }
            (_, Some(_)) => self.in_check(position).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// A perfect numbering of the positions, for games that a table can hold but a list of all positions cannot.
    /// Games small enough to be listed need not say anything.
    fn numbering(&self) -> Option<Box<dyn Numbering<Self>>> {
        None
    }
}

/// How the moves of a game are numbered by those who play it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// A number for a move of each side, as in chess.
    Pairs,
    /// A number for each turn of a player, as in Othello. A pass has none.
    Turns,
}

/// One move of a line and the position it was played in.
#[derive(Clone, Debug)]
pub struct Step<G: Game> {
    /// The position before the move.
    pub position: G::Position,
    /// The move.
    pub mv: G::Move,
}

/// Counters that belong to a line of play, not to a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clocks {
    /// Plies since the game began.
    pub plies: u32,
    /// Plies since the last move that made progress.
    pub quiet: u32,
}

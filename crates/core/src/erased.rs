//! Games without their type: what the catalogue, matches, pages and commands hold.
//!
//! The type is erased once, at the edge. There a move is its index among the legal moves, not a text, and
//! everything that runs in a loop (perft, playouts, search) stays inside the typed world.

use std::any::Any;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::encode::Encode;
use crate::game::{Game, GameInfo, Limits};
use crate::heuristic::Heuristic;
use crate::layout::{Layout, Piece, Trace};
use crate::line::Line;
use crate::notation::{MoveError, PositionError};
use crate::outcome::{Ending, Outcome, Reason};
use crate::perft;
use crate::player::Player;
use crate::playout::{Tally, tally};
use crate::random::Random;
use crate::spec::Options;

/// A game with its type known and its parameters chosen: the rules, ready to be played.
pub trait Rules: Send + Sync {
    /// The facts about these rules.
    fn info(&self) -> &'static GameInfo;
    /// The shortest spec that gives these rules.
    fn spec(&self) -> String;
    /// The limits of these rules, parameters considered.
    fn limits(&self) -> Limits;
    /// The board.
    fn layout(&self) -> Layout;
    /// The number of features that learning sees.
    fn feature_count(&self) -> usize;
    /// A match from the initial position or from the one given.
    fn start(&self, position: Option<&str>) -> Result<Box<dyn Match>, PositionError>;
    /// The match that a record describes.
    fn replay(&self, record: &Record) -> Result<Box<dyn Match>, ReplayError>;
    /// The number of move sequences of exactly this length.
    fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError>;
    /// The same behind each legal move.
    fn divide(&self, position: Option<&str>, depth: u32) -> Result<Vec<(String, u64)>, PositionError>;
    /// Random games from the initial position.
    fn tally(&self, games: u64, limits: Limits, random: &mut Random) -> Tally;
}

/// A game being played. Moves are indices into the list of legal moves, which is in a fixed order.
pub trait Match: Send {
    /// The facts about the rules.
    fn info(&self) -> &'static GameInfo;
    /// Who decides next.
    fn to_move(&self) -> Player;
    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending>;
    /// The number of legal moves; zero exactly when the game has ended.
    fn move_count(&self) -> usize;
    /// A legal move in the game's notation.
    fn move_text(&self, index: usize) -> String;
    /// What a legal move does to the picture.
    fn move_trace(&self, index: usize) -> Trace;
    /// The legal move that a text means.
    fn find_move(&self, text: &str) -> Result<usize, MoveError>;
    /// Plays a legal move.
    ///
    /// # Panics
    /// If `index` is not below [`move_count`](Match::move_count).
    fn play(&mut self, index: usize);
    /// Takes the last move back, or what the players ended the game with; false if nothing was played.
    fn undo(&mut self) -> bool;
    /// The players end a game that goes on: one gives up, both agree, or a clock has run down.
    fn conclude(&mut self, ending: Ending);
    /// `player` gives up.
    fn resign(&mut self, player: Player) {
        self.conclude(Ending::loss(player, Reason::Resignation));
    }
    /// Ends the game after this many plies, whatever the rules say: for repeating published experiments.
    fn cap_plies(&mut self, plies: u32);
    /// The number of moves played from the beginning of the game.
    fn plies(&self) -> u32;
    /// The margin in [-1, 1] from the first player's view, once the game has ended.
    fn score(&self) -> Option<f32>;
    /// The moves played in this match, in notation.
    fn history(&self) -> Vec<String>;
    /// The last move of this match.
    fn last(&self) -> Option<LastMove>;
    /// What stands on a cell.
    fn piece(&self, cell: usize) -> Option<Piece>;
    /// Pieces that a player has yet to place.
    fn hand(&self, player: Player) -> u32;
    /// The position in the game's notation.
    fn position(&self) -> String;
    /// Everything that is needed to replay the match.
    fn record(&self) -> Record;
    /// An independent copy.
    fn fork(&self) -> Box<dyn Match>;
    /// The typed match, for agents that know the type.
    fn as_any(&self) -> &dyn Any;
}

/// A move that was played, as it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastMove {
    /// Who played it.
    pub player: Player,
    /// The move in the game's notation.
    pub text: String,
    /// What it did to the picture.
    pub trace: Trace,
}

/// A played game as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// The position in which the match began, if not the initial one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
    /// `first`, `second`, `draw`, or nothing while the game goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// How the game ended, as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
}

impl Record {
    /// The end that the record tells of, as far as players can have made it: what holds where the board does not end the game.
    pub fn conclusion(&self, info: &GameInfo) -> Result<Option<Ending>, ReplayError> {
        let loser = match self.result.as_deref() {
            None => return Ok(None),
            Some("draw") => return Ok(Some(Ending::draw(Reason::Agreement))),
            Some("first") => Player::Second,
            Some("second") => Player::First,
            Some(other) => return Err(ReplayError::Result(other.to_owned())),
        };
        let in_time = Ending::loss(loser, Reason::Resignation);
        let too_late = Ending::loss(loser, Reason::Time);
        let told = self.ending.as_deref();
        Ok(Some(if told == Some(&too_late.words(info)) { too_late } else { in_time }))
    }
}

/// A record that cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The position in which it begins is none.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is not legal.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The result is not one of the words it may be.
    #[error("'{0}' is not a result; expected first, second or draw")]
    Result(String),
}

/// A game that the catalogue can build: the type says which sets of rules it plays.
pub trait Catalogued: Encode + Heuristic + Sized {
    /// Every set of rules of this type; each is a game id of its own.
    const RULE_SETS: &'static [&'static GameInfo];

    /// The game with these rules and these values of their parameters.
    fn build(info: &'static GameInfo, options: &Options) -> Self;
}

/// Erases the type of a game.
pub fn erase<G: Encode>(game: G, spec: String) -> Arc<dyn Rules> {
    Arc::new(Typed { game, spec: spec.into() })
}

#[derive(Clone)]
struct Typed<G> {
    game: G,
    spec: Arc<str>,
}

impl<G: Game> Typed<G> {
    fn line(&self, position: Option<&str>) -> Result<Line<G>, PositionError> {
        Ok(match position {
            None => Line::new(&self.game),
            Some(text) => {
                let (position, clocks) = self.game.read_position(text)?;
                Line::from_position(&self.game, position, clocks)
            }
        })
    }
}

impl<G: Encode> Rules for Typed<G> {
    fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    fn spec(&self) -> String {
        self.spec.to_string()
    }

    fn limits(&self) -> Limits {
        self.game.limits()
    }

    fn layout(&self) -> Layout {
        self.game.layout()
    }

    fn feature_count(&self) -> usize {
        self.game.feature_count()
    }

    fn start(&self, position: Option<&str>) -> Result<Box<dyn Match>, PositionError> {
        let line = self.line(position)?;
        Ok(Box::new(Played::new(self.game.clone(), self.spec.clone(), line)))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Match>, ReplayError> {
        let mut played = self.start(record.position.as_deref())?;
        for (index, text) in record.moves.iter().enumerate() {
            let found =
                played.find_move(text).map_err(|error| ReplayError::Move { number: index + 1, error })?;
            played.play(found);
        }
        if let Some(ending) = record.conclusion(self.info())? {
            played.conclude(ending);
        }
        Ok(played)
    }

    fn perft(&self, position: Option<&str>, depth: u32) -> Result<u64, PositionError> {
        Ok(perft::perft(&self.game, self.line(position)?.position(), depth))
    }

    fn divide(&self, position: Option<&str>, depth: u32) -> Result<Vec<(String, u64)>, PositionError> {
        let line = self.line(position)?;
        let counts = perft::divide(&self.game, line.position(), depth);
        Ok(counts.into_iter().map(|(mv, nodes)| (self.game.write_move(line.position(), mv), nodes)).collect())
    }

    fn tally(&self, games: u64, limits: Limits, random: &mut Random) -> Tally {
        tally(&self.game, games, limits, random)
    }
}

/// A match whose game type is known: what a `dyn Match` really is.
#[derive(Clone)]
pub struct Played<G: Game> {
    game: G,
    spec: Arc<str>,
    /// The position in which the match began, unless it was the initial one.
    start: Option<String>,
    line: Line<G>,
    moves: Vec<G::Move>,
    ending: Option<Ending>,
}

impl<G: Game> Played<G> {
    fn new(game: G, spec: Arc<str>, line: Line<G>) -> Played<G> {
        let text = game.write_position(line.position(), line.clocks());
        let initial = game.write_position(&game.initial(), crate::game::Clocks::default());
        let mut played = Played {
            game,
            spec,
            start: (text != initial).then_some(text),
            line,
            moves: Vec::new(),
            ending: None,
        };
        played.refresh();
        played
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The line played so far.
    pub fn line(&self) -> &Line<G> {
        &self.line
    }

    /// The legal moves, in the order of their indices.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    fn refresh(&mut self) {
        self.ending = self.line.generate(&self.game, &mut self.moves);
    }
}

impl<G: Game> Match for Played<G> {
    fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    fn to_move(&self) -> Player {
        self.line.to_move(&self.game)
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn move_count(&self) -> usize {
        self.moves.len()
    }

    fn move_text(&self, index: usize) -> String {
        self.game.write_move(self.line.position(), self.moves[index])
    }

    fn move_trace(&self, index: usize) -> Trace {
        self.game.trace(self.line.position(), self.moves[index])
    }

    fn find_move(&self, text: &str) -> Result<usize, MoveError> {
        if self.ending.is_some() {
            return Err(MoveError::Over { text: text.trim().chars().take(120).collect() });
        }
        let mv = self.game.read_move(self.line.position(), text)?;
        Ok(self.moves.iter().position(|&legal| legal == mv).expect("a move that was read is legal"))
    }

    fn play(&mut self, index: usize) {
        self.line.push(&self.game, self.moves[index]);
        self.refresh();
    }

    fn undo(&mut self) -> bool {
        let concluded = self.ending.is_some_and(|ending| ending.reason.is_of_players());
        let undone = concluded || self.line.pop().is_some();
        self.refresh();
        undone
    }

    fn conclude(&mut self, ending: Ending) {
        if self.ending.is_none() {
            self.ending = Some(ending);
            self.moves.clear();
        }
    }

    fn cap_plies(&mut self, plies: u32) {
        let limits = Limits { ply_cap: Some(plies), ..self.line.limits() };
        self.line = self.line.clone().with_limits(limits);
        self.refresh();
    }

    fn plies(&self) -> u32 {
        self.line.clocks().plies
    }

    fn score(&self) -> Option<f32> {
        self.ending.map(|ending| self.line.score(&self.game, ending))
    }

    fn history(&self) -> Vec<String> {
        self.line.steps().map(|step| self.game.write_move(&step.position, step.mv)).collect()
    }

    fn last(&self) -> Option<LastMove> {
        let step = self.line.steps().last()?;
        Some(LastMove {
            player: self.game.to_move(&step.position),
            text: self.game.write_move(&step.position, step.mv),
            trace: self.game.trace(&step.position, step.mv),
        })
    }

    fn piece(&self, cell: usize) -> Option<Piece> {
        self.game.piece(self.line.position(), cell)
    }

    fn hand(&self, player: Player) -> u32 {
        self.game.hand(self.line.position(), player)
    }

    fn position(&self) -> String {
        self.game.write_position(self.line.position(), self.line.clocks())
    }

    fn record(&self) -> Record {
        let result = self.ending.map(|ending| match ending.outcome {
            Outcome::Win(Player::First) => "first",
            Outcome::Win(Player::Second) => "second",
            Outcome::Draw => "draw",
        });
        Record {
            game: self.spec.to_string(),
            version: self.info().version,
            position: self.start.clone(),
            moves: self.history(),
            result: result.map(str::to_owned),
            ending: self.ending.map(|ending| ending.words(self.info())),
        }
    }

    fn fork(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

//! What a puzzle is, and how it is written: a line of JSON each, after a line that says where they come from.

use agon_core::{Match, MoveError, PositionError, Rules};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What the player to move has to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Win: one move does, and no other that is known.
    Win,
    /// Win within a number of moves: one move does, while others may win more slowly.
    Fast,
    /// Not lose: all moves but one lose by force.
    Save,
}

/// What is known about the moves that are not the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rivals {
    /// That none of them does it is proven, for games of whatever length.
    Proven,
    /// That none of them does it within the plies of the puzzle is proven: every line was looked at.
    Exhausted,
    /// Two searches of different kinds found none that does it.
    Searched,
}

/// A position with one right move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// The position in the game's notation.
    pub position: String,
    /// What is asked for.
    pub task: Task,
    /// Within how many plies it is decided: until the win, or until each of the other moves has lost.
    pub plies: u32,
    /// The right moves and the best answers to them, to where the rest is plain. A turn of several moves may be played in any
    /// order.
    pub line: Vec<String>,
    /// The logarithm of the nodes with which alpha-beta finds the move and does not lose it again.
    pub grade: u8,
    /// How it is known that there is no other move.
    pub rivals: Rivals,
}

/// How hard a puzzle is, in words that people know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difficulty {
    /// Seen at a glance.
    Easy,
    /// Seen by those who look at the answer too.
    Moderate,
    /// Takes some calculation.
    Hard,
    /// Takes a lot of it.
    Expert,
}

impl Difficulty {
    /// The word for it, as it is used in keys of texts.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Moderate => "moderate",
            Difficulty::Hard => "hard",
            Difficulty::Expert => "expert",
        }
    }
}

/// The puzzles of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sheet {
    /// The spec of the game.
    pub game: String,
    /// The command that made them.
    pub made: String,
    /// The puzzles, the easiest first.
    pub puzzles: Vec<Puzzle>,
}

/// The first line of a sheet.
#[derive(Serialize, Deserialize)]
struct Head {
    game: String,
    made: String,
}

/// A text that is no sheet of puzzles, or a puzzle that is none.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// A line cannot be read.
    #[error("line {line} is not {what}: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What was expected there.
        what: &'static str,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// There is nothing to read.
    #[error("there is nothing in it; expected a line with a game, and a line for each puzzle")]
    Empty,
    /// The position is none of this game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of the solution cannot be played.
    #[error("move {number} of the solution: {error}")]
    Move {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// Nothing is to be found in it.
    #[error("{0}")]
    Senseless(&'static str),
}

impl Puzzle {
    /// The match in which it is to be solved.
    pub fn start(&self, rules: &dyn Rules) -> Result<Box<dyn Match>, PuzzleError> {
        Ok(rules.start(Some(&self.position))?)
    }

    /// The matches before each move of the solution, and the one after the last; an error if it is no solution of this game.
    pub fn walk(&self, rules: &dyn Rules) -> Result<Vec<Box<dyn Match>>, PuzzleError> {
        let mut walk = vec![self.start(rules)?];
        for (index, text) in self.line.iter().enumerate() {
            let mut played = walk[index].fork();
            let found =
                played.find_move(text).map_err(|error| PuzzleError::Move { number: index + 1, error })?;
            played.play(found);
            walk.push(played);
        }
        if walk.len() < 2 {
            return Err(PuzzleError::Senseless("it has no solution"));
        }
        let solver = walk[0].to_move();
        if walk[walk.len() - 2].to_move() != solver {
            return Err(PuzzleError::Senseless("its last move is not the solver's"));
        }
        if walk[walk.len() - 1].ending().is_some_and(|ending| ending.outcome.winner() == Some(!solver)) {
            return Err(PuzzleError::Senseless("its solution loses"));
        }
        Ok(walk)
    }

    /// How hard it is.
    pub fn difficulty(&self) -> Difficulty {
        match self.grade {
            ..=6 => Difficulty::Easy,
            7..=9 => Difficulty::Moderate,
            10..=13 => Difficulty::Hard,
            14.. => Difficulty::Expert,
        }
    }
}

impl Sheet {
    /// Reads what [`write`](Sheet::write) wrote.
    pub fn read(text: &str) -> Result<Sheet, PuzzleError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (number, first) = lines.next().ok_or(PuzzleError::Empty)?;
        let wrong = |what| move |line: usize, error| PuzzleError::Line { line: line + 1, what, error };
        let head: Head =
            serde_json::from_str(first).map_err(|error| wrong("the head of a sheet")(number, error))?;
        let puzzles = lines.map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| wrong("a puzzle")(number, error))
        });
        Ok(Sheet { game: head.game, made: head.made, puzzles: puzzles.collect::<Result<_, _>>()? })
    }

    /// The sheet as a text.
    pub fn write(&self) -> String {
        let head = Head { game: self.game.clone(), made: self.made.clone() };
        let line =
            |value: Result<String, serde_json::Error>| value.expect("texts and numbers can be written");
        let mut text = line(serde_json::to_string(&head)) + "\n";
        for puzzle in &self.puzzles {
            text += &(line(serde_json::to_string(puzzle)) + "\n");
        }
        text
    }
}

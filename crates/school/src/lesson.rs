//! Guided first games: the rules one at a time, each as a position and what is to be played in it. The sentences to them are where
//! all sentences are.

use std::sync::OnceLock;

use agon_core::{Match, Rules};
use serde::Deserialize;

use crate::puzzle::PuzzleError;

/// One rule, and what is to be played to try it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Step {
    /// The position in the game's notation; none for the first position of the game.
    #[serde(default)]
    pub position: Option<String>,
    /// The moves of which one is to be played; none if any will do.
    pub play: Vec<String>,
}

impl Step {
    /// The match in which it is to be played.
    pub fn start(&self, rules: &dyn Rules) -> Result<Box<dyn Match>, PuzzleError> {
        let start = rules.start(self.position.as_deref())?;
        if start.ending().is_some() {
            return Err(PuzzleError::Senseless("there is nothing to be played in it"));
        }
        for (index, text) in self.play.iter().enumerate() {
            start.find_move(text).map_err(|error| PuzzleError::Move { number: index + 1, error })?;
        }
        Ok(start)
    }
}

/// A guided first game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The spec of the game: it may be learnt on a smaller board.
    pub game: String,
    /// The rules, one after the other.
    pub steps: Vec<Step>,
}

impl Lesson {
    /// The id of the game, which keys of texts and addresses are made of.
    pub fn id(&self) -> &str {
        self.game.split(':').next().unwrap_or(&self.game)
    }

    fn read(text: &str) -> Result<Lesson, serde_json::Error> {
        #[derive(Deserialize)]
        struct Head {
            game: String,
        }
        let (head, steps) = text.split_once('\n').unwrap_or((text, ""));
        let head: Head = serde_json::from_str(head)?;
        Ok(Lesson {
            game: head.game,
            steps: steps.lines().map(serde_json::from_str).collect::<Result<_, _>>()?,
        })
    }
}

/// Every lesson, in the order of the games' names.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: OnceLock<Vec<Lesson>> = OnceLock::new();
    LESSONS.get_or_init(|| {
        let read = |text: &&str| Lesson::read(text).expect("the lessons of the program can be read");
        TEXTS.iter().map(read).collect()
    })
}

/// The lesson of a game by its id.
pub fn lesson_of(id: &str) -> Option<&'static Lesson> {
    lessons().iter().find(|lesson| lesson.id() == id)
}

const TEXTS: [&str; 16] = [
    include_str!("../lessons/alquerque.jsonl"),
    include_str!("../lessons/checkers.jsonl"),
    include_str!("../lessons/chess.jsonl"),
    include_str!("../lessons/connect6.jsonl"),
    include_str!("../lessons/five-field-kono.jsonl"),
    include_str!("../lessons/freckers.jsonl"),
    include_str!("../lessons/havannah.jsonl"),
    include_str!("../lessons/international-draughts.jsonl"),
    include_str!("../lessons/lines-of-action.jsonl"),
    include_str!("../lessons/nine-mens-morris.jsonl"),
    include_str!("../lessons/othello.jsonl"),
    include_str!("../lessons/outer-open-gomoku.jsonl"),
    include_str!("../lessons/tapatan.jsonl"),
    include_str!("../lessons/tic-tac-toe.jsonl"),
    include_str!("../lessons/tsoro-yematatu.jsonl"),
    include_str!("../lessons/xiangqi.jsonl"),
];

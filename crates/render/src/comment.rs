//! One sentence about a move that was played: whether it was good, and what was better.

use agon_core::{Assessed, Match};

use crate::tell;
use crate::words::Words;

/// What there is to say about a move.
#[derive(Clone, Debug)]
pub struct Comment {
    /// The move.
    pub text: String,
    /// How many moves of the match came before it.
    pub after: usize,
    /// The best move.
    best: String,
    /// What both are worth to whoever played.
    worth: Assessed<usize>,
    best_worth: Assessed<usize>,
    /// Whether there was nothing else to play.
    forced: bool,
}

/// Less than this is no loss.
const NOTHING: f32 = 0.02;
/// Less than this is hardly one.
const LITTLE: f32 = 0.15;
/// More than this decides games.
const MUCH: f32 = 0.4;

impl Comment {
    /// The comment on `chosen`, given what every move of the position before it is worth.
    pub fn new(before: &dyn Match, moves: &[Assessed<usize>], best: usize, chosen: usize) -> Comment {
        Comment {
            text: before.move_text(chosen),
            after: before.history().len(),
            best: before.move_text(best),
            worth: moves[chosen],
            best_worth: moves[best],
            forced: before.move_count() == 1,
        }
    }

    /// The sentence.
    pub fn tell(&self, words: &Words) -> String {
        let loss = self.best_worth.value - self.worth.value;
        let key = match loss {
            _ if self.forced => "comment-forced",
            _ if self.best_worth.proof.is_some_and(|proof| proof.gain < 0) => "comment-lost",
            _ if self.text == self.best || loss < NOTHING => "comment-best",
            _ if loss < LITTLE => "comment-fine",
            _ if loss < MUCH => "comment-loses",
            _ => "comment-loses-much",
        };
        let given = [
            ("move", self.text.as_str().into()),
            ("best", self.best.as_str().into()),
            ("value", tell::worth(words, &self.worth).into()),
            ("better", tell::worth(words, &self.best_worth).into()),
        ];
        words.with(key, &given)
    }
}

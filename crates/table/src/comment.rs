//! What there is to say about a move that was played: whether it was good, and what was better.

use std::sync::Arc;

use agon_agents::{Assessment, Playable};
use agon_core::{Assessed, Match};

use crate::sitting::Sitting;

/// A move that nobody has commented on yet.
pub struct Uncommented {
    /// The rules.
    pub rules: Arc<dyn Playable>,
    /// The position before the move.
    pub before: Box<dyn Match>,
    /// The index of the move.
    chosen: usize,
}

/// What there is to say about a move.
#[derive(Clone, Debug)]
pub struct Comment {
    /// The move.
    pub text: String,
    /// How many moves of the match came before it.
    after: usize,
    /// The best move.
    pub best: String,
    /// What the move is worth to whoever played it.
    pub worth: Assessed<usize>,
    /// What the best one is worth.
    pub best_worth: Assessed<usize>,
    /// Whether there was nothing else to play.
    forced: bool,
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There was nothing else to play.
    Forced,
    /// Every move lost.
    Lost,
    /// Nothing is better.
    Best,
    /// Something is a little better.
    Fine,
    /// It gives something away.
    Loses,
    /// It gives a lot away.
    LosesMuch,
}

/// Less than this is no loss.
const NOTHING: f32 = 0.02;
/// Less than this is hardly one.
const LITTLE: f32 = 0.15;
/// More than this decides games.
const MUCH: f32 = 0.4;

impl Uncommented {
    /// The comment, given what every move of the position before is worth; none if that is not known.
    pub fn comment(&self, assessment: &Assessment) -> Option<Comment> {
        let (best, before) = (assessment.best?, self.before.as_ref());
        Some(Comment {
            text: before.move_text(self.chosen),
            after: before.moves_played(),
            best: before.move_text(best),
            worth: *assessment.moves.get(self.chosen)?,
            best_worth: assessment.moves[best],
            forced: before.move_count() == 1,
        })
    }
}

impl Comment {
    /// How good the move was.
    pub fn verdict(&self) -> Verdict {
        let loss = self.best_worth.value - self.worth.value;
        match loss {
            _ if self.forced => Verdict::Forced,
            _ if self.best_worth.proof.is_some_and(|proof| proof.gain < 0) => Verdict::Lost,
            _ if self.text == self.best || loss < NOTHING => Verdict::Best,
            _ if loss < LITTLE => Verdict::Fine,
            _ if loss < MUCH => Verdict::Loses,
            _ => Verdict::LosesMuch,
        }
    }
}

impl Sitting {
    /// The last move, if it is to be commented on.
    pub fn uncommented(&self) -> Option<Uncommented> {
        let last = self.played.last().filter(|_| self.comments)?;
        let mut before = self.played.fork();
        before.undo();
        let chosen = before.find_move(&last.text).ok()?;
        Some(Uncommented { rules: self.rules.clone(), before, chosen })
    }

    /// Keeps a comment, unless the move was taken back meanwhile.
    pub fn keep(&mut self, comment: Comment) {
        if self.played.history().get(comment.after) == Some(&comment.text) {
            self.comment = Some(comment);
        }
    }

    /// What there is to say about the last move of a person.
    pub fn comment(&self) -> Option<&Comment> {
        self.comment.as_ref()
    }
}

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
    /// What a move of the middle is worth: in a quiet position, as in openings, values lie close together.
    middle: f32,
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
/// A move that loses more than this, in losses of a move of the middle, is worse than moves usually are here: also where no
/// move loses much, a mistake is a mistake.
const BELOW_MIDDLE: f32 = 1.5;
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
            middle: middle(assessment.moves.iter().map(|assessed| assessed.value).collect()),
            forced: before.move_count() == 1,
        })
    }
}

/// The value in the middle of all.
fn middle(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

impl Comment {
    /// How good the move was.
    pub fn verdict(&self) -> Verdict {
        let loss = self.best_worth.value - self.worth.value;
        match loss {
            _ if self.forced => Verdict::Forced,
            _ if self.best_worth.proof.is_some_and(|proof| proof.gain < 0) => Verdict::Lost,
            _ if self.text == self.best || loss < NOTHING => Verdict::Best,
            _ if loss < LITTLE && loss <= BELOW_MIDDLE * (self.best_worth.value - self.middle) => {
                Verdict::Fine
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(values: &[f32], chosen: usize) -> Verdict {
        let worth = |index: usize| Assessed { mv: index, value: values[index], visits: 0, proof: None };
        let best = (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap();
        Comment {
            text: chosen.to_string(),
            after: 0,
            best: best.to_string(),
            worth: worth(chosen),
            best_worth: worth(best),
            middle: middle(values.to_vec()),
            forced: false,
        }
        .verdict()
    }

    #[test]
    fn an_opening_mistake_is_told_from_a_good_move() {
        // Chess after 1. e4 e5, as our adviser sees it: Nf3, Nc3, Bc4, d3, c3, f4, Ke2.
        let opening = [0.04, 0.04, -0.01, -0.05, -0.05, -0.09, -0.11];
        let said: Vec<Verdict> = (0..opening.len()).map(|chosen| verdict(&opening, chosen)).collect();
        assert_eq!(said[..3], [Verdict::Best, Verdict::Best, Verdict::Fine]);
        assert_eq!((said[3], said[5], said[6]), (Verdict::Fine, Verdict::Fine, Verdict::Loses));
        // Where everything is as good as the best, nothing is a mistake.
        assert_eq!(verdict(&[0.01, 0.0, 0.0, -0.005], 3), Verdict::Best);
    }
}

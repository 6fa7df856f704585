//! Taking moves back, and playing them again.

use agon_core::Reason;

use crate::refusal::{News, Refusal};
use crate::sitting::Sitting;

impl Sitting {
    /// Takes back moves until a person decides again.
    pub fn undo(&mut self) -> Result<News, Refusal> {
        if !self.takeback {
            return Err(Refusal::TakebackOff);
        }
        let (before, undone) = (self.played.fork(), self.undone.clone());
        let too_late = self.played.ending().is_some_and(|ending| ending.reason == Reason::Time);
        let people = self.has_people();
        while self.undo_one() {
            if !people || self.person_decides() {
                if too_late {
                    // Whose time is over has none to go on with.
                    self.clock.remove();
                }
                self.resume();
                return Ok(News::TakenBack);
            }
        }
        self.played = before;
        self.undone = undone;
        Err(Refusal::NothingToTakeBack)
    }

    fn undo_one(&mut self) -> bool {
        let concluded = self.played.ending().is_some_and(|ending| ending.reason.is_of_players());
        let last = self.played.last();
        if !self.played.undo() {
            return false;
        }
        if let (false, Some(last)) = (concluded, last) {
            self.undone.push(last.text);
        }
        true
    }

    /// Plays moves again that were taken back, until a person decides again.
    pub fn redo(&mut self) -> Result<News, Refusal> {
        let mut any = false;
        while let Some(text) = self.undone.pop() {
            let Ok(index) = self.played.find_move(&text) else { break };
            self.played.play(index);
            any = true;
            if self.person_decides() {
                break;
            }
        }
        if !any {
            return Err(Refusal::NothingToRedo);
        }
        self.resume();
        Ok(News::PlayedAgain)
    }

    /// Whether there are moves that were taken back.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Goes on from a position that was come back to. No time comes back with it.
    fn resume(&mut self) {
        self.clock.run(self.runner());
        self.offer = None;
        self.comment = None;
        self.changed();
    }
}

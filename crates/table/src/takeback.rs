//! Taking moves back, and playing them again.

use agon_core::{Player, Reason};

use crate::refusal::{News, Refusal};
use crate::sitting::Sitting;

impl Sitting {
    /// Takes back moves until a person decides again.
    pub fn undo(&mut self) -> Result<News, Refusal> {
        if !self.takeback {
            return Err(Refusal::TakebackOff);
        }
        let people = self.has_people();
        self.take_back_until(|sitting| !people || sitting.person_decides())
    }

    /// A person asks another one for a move to be taken back.
    pub(crate) fn ask_back(&mut self, player: Player) -> Result<News, Refusal> {
        if !self.takeback {
            return Err(Refusal::TakebackOff);
        }
        if self.is_over() {
            return Err(Refusal::Over);
        }
        // A trial: nothing is asked for that cannot be done.
        self.clone().take_back_for(player)?;
        self.asks = Some(player);
        self.changed();
        self.asked = self.version;
        Ok(News::TakebackAsked(player))
    }

    /// Takes back the last move of this player, and what came after it.
    pub(crate) fn take_back_for(&mut self, player: Player) -> Result<News, Refusal> {
        self.take_back_until(|sitting| sitting.played.to_move() == player)
    }

    /// Takes back one move at least, until it is as wanted.
    fn take_back_until(&mut self, wanted: impl Fn(&Sitting) -> bool) -> Result<News, Refusal> {
        let (before, undone) = (self.played.fork(), self.undone.clone());
        let too_late = self.played.ending().is_some_and(|ending| ending.reason == Reason::Time);
        while self.undo_one() {
            if wanted(self) {
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
        self.asks = None;
        self.comment = None;
        self.moved();
    }
}

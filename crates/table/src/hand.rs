//! Deeds of somebody who does not hold the whole table: one of two people who sit apart, or a watcher.

use agon_agents::Level;
use agon_core::Player;
use serde::{Deserialize, Serialize};

use crate::command::Switch;
use crate::draw::Offer;
use crate::refusal::{News, Refusal};
use crate::sitting::{Progress, Sitting};

/// The sides that somebody decides for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// None: a watcher.
    #[default]
    Neither,
    /// The first; somebody else sits at the second.
    First,
    /// The second; somebody else sits at the first.
    Second,
    /// The whole table: alone with the program, or with somebody at the same device.
    Both,
}

impl Sides {
    /// The side of one of two people who sit apart.
    pub const fn of(player: Player) -> Sides {
        match player {
            Player::First => Sides::First,
            Player::Second => Sides::Second,
        }
    }

    /// The only side, for one of two people who sit apart.
    pub const fn only(self) -> Option<Player> {
        match self {
            Sides::First => Some(Player::First),
            Sides::Second => Some(Player::Second),
            Sides::Neither | Sides::Both => None,
        }
    }

    /// Whether a player is among them.
    pub fn has(self, player: Player) -> bool {
        self == Sides::Both || self.only() == Some(player)
    }
}

/// Somebody at a table, with the deeds that are open to the sides held. Between people who sit apart, what concerns both is
/// done when both want it.
pub struct Hand<'a> {
    sitting: &'a mut Sitting,
    sides: Sides,
    /// The version of the table that was seen, if that is told.
    seen: Option<u64>,
}

impl Sitting {
    /// The hand of somebody who decides for these sides and saw the table at `version`, if that is told. Who holds no side has
    /// none, and who saw another position means another one.
    pub fn hand(&mut self, sides: Sides, version: Option<u64>) -> Result<Hand<'_>, Refusal> {
        if sides == Sides::Neither {
            return Err(Refusal::Watching);
        }
        if version.is_some_and(|version| !(self.since..=self.version).contains(&version)) {
            return Err(Refusal::Stale);
        }
        Ok(Hand { sitting: self, sides, seen: version })
    }

    /// Whether somebody who holds these sides decides next.
    pub fn decides(&self, sides: Sides) -> bool {
        self.person_decides() && sides.has(self.played.to_move())
    }

    /// Who asks for a move to be taken back.
    pub fn asks(&self) -> Option<Player> {
        self.asks
    }
}

impl Hand<'_> {
    fn turn_of_mine(&self) -> Result<(), Refusal> {
        let mine = self.sitting.is_over() || self.sides.has(self.sitting.played.to_move());
        if mine { Ok(()) } else { Err(Refusal::NotYourTurn) }
    }

    /// What one of two people cannot do without the other.
    fn alone(&self) -> Result<(), Refusal> {
        self.sides.only().map_or(Ok(()), |_| Err(Refusal::Apart))
    }

    /// Plays the move that is meant by a text.
    pub fn play(&mut self, text: &str) -> Result<(), Refusal> {
        self.turn_of_mine()?;
        self.sitting.play(text)
    }

    /// Points at a cell, after having pointed at those `selected`.
    pub fn point(&mut self, selected: &[usize], cell: usize) -> Result<Progress, Refusal> {
        self.turn_of_mine()?;
        self.sitting.point(selected, cell)
    }

    /// Takes moves back; of two people, one asks and the other agrees.
    pub fn undo(&mut self) -> Result<News, Refusal> {
        let Some(player) = self.sides.only() else { return self.sitting.undo() };
        match self.sitting.asks {
            Some(asking) if asking == player => Err(Refusal::Asked),
            // Both ask at once: whoever has not seen the question does not answer it.
            Some(_) if self.seen.is_some_and(|seen| seen < self.sitting.asked) => Err(Refusal::Stale),
            Some(asking) => self.sitting.take_back_for(asking),
            None => self.sitting.ask_back(player),
        }
    }

    /// Plays moves again that were taken back.
    pub fn redo(&mut self) -> Result<News, Refusal> {
        self.alone()?;
        self.sitting.redo()
    }

    /// Gives up.
    pub fn resign(&mut self) -> Result<News, Refusal> {
        match self.sides.only() {
            None => self.sitting.resign(),
            Some(player) => self.sitting.resign_for(player),
        }
    }

    /// Offers a draw, or agrees to the one that is offered.
    pub fn offer_draw(&mut self) -> Result<Offer, Refusal> {
        let Some(player) = self.sides.only() else { return self.sitting.offer_draw() };
        if self.sitting.offer == Some(player) && !self.sitting.is_over() {
            return Err(Refusal::Asked);
        }
        self.sitting.offer_draw_for(player)
    }

    /// Declines what the other one offers or asks for.
    pub fn decline(&mut self) -> Result<News, Refusal> {
        let Some(player) = self.sides.only() else { return self.sitting.decline() };
        if self.sitting.asks == Some(!player) {
            self.sitting.asks = None;
            self.sitting.changed();
            return Ok(News::TakebackDeclined);
        }
        if self.sitting.offer == Some(player) {
            return Err(Refusal::NoOffer);
        }
        self.sitting.decline()
    }

    /// Turns a switch over.
    pub fn switch(&mut self, switch: Switch) -> Result<News, Refusal> {
        self.alone()?;
        self.sitting.switch(switch)
    }

    /// Gives the program's seats to others.
    pub fn change_levels(&mut self, wanted: [Option<Level>; 2]) -> Result<News, Refusal> {
        self.alone()?;
        Ok(self.sitting.change_levels(wanted))
    }
}

//! Offers of a draw, to a person and to the program.

use agon_agents::Assessment;
use agon_core::{Ending, Player, Reason};

use crate::refusal::{News, Refusal};
use crate::seat::Seat;
use crate::sitting::Sitting;
use crate::task::Task;

/// The program agrees to a draw when it thinks that it stands no better than this.
const EVEN: f32 = 0.05;

/// What becomes of an offer.
pub enum Offer {
    /// It waits for the other person, or both have agreed.
    Settled(News),
    /// The program has to think about it: [`consider`](Sitting::consider) is to be told what it thinks.
    Pondered(Task),
}

impl Sitting {
    /// The moves before which the program does not talk about draws: a quarter of the board, so that there was a game.
    fn opening(&self) -> usize {
        (self.cells / 4).clamp(4, 20)
    }

    /// Offers a draw, or agrees to the one that is offered.
    pub fn offer_draw(&mut self) -> Result<Offer, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if !self.has_people() {
            return Err(Refusal::NobodyToAgree);
        }
        let program = self.seats.iter().find(|seat| **seat != Seat::Person);
        let Some(spec) = program.and_then(|seat| seat.spec(self.rules.as_ref())) else {
            return self.offer_draw_for(self.played.to_move());
        };
        if !self.person_decides() {
            return Err(Refusal::NotYourTurn);
        }
        if self.played.moves_played() < self.opening() {
            return Err(Refusal::TooEarly);
        }
        Ok(Offer::Pondered(self.task_of(spec.seeded(self.seed))))
    }

    /// One of two people offers a draw, or agrees to the one that is offered.
    pub(crate) fn offer_draw_for(&mut self, player: Player) -> Result<Offer, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if self.offer.is_some() {
            self.conclude(Ending::draw(Reason::Agreement));
            return Ok(Offer::Settled(News::Over));
        }
        self.offer = Some(player);
        self.changed();
        Ok(Offer::Settled(News::DrawOffered(player)))
    }

    /// Answers an offer by what the program thinks of the position, in which the person is to move.
    pub fn consider(&mut self, version: u64, assessment: &Assessment) -> Result<News, Refusal> {
        let value = assessment.best.map_or(0.0, |best| assessment.moves[best].value);
        // The value is that of the person, who is to move.
        if version != self.version || self.is_over() || -value > EVEN {
            return Err(Refusal::Declined);
        }
        self.conclude(Ending::draw(Reason::Agreement));
        Ok(News::Over)
    }

    /// Declines the draw that is offered.
    pub fn decline(&mut self) -> Result<News, Refusal> {
        self.offer.take().ok_or(Refusal::NoOffer)?;
        self.changed();
        Ok(News::DrawDeclined)
    }
}

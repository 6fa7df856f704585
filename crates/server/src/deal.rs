//! What players settle with each other: offers of a draw, and the switches of a table.

use agon_core::{Ending, Reason};
use agon_render::playing::Seat;
use agon_render::tell;
use axum::extract::{Extension, Path, State};
use axum::response::Response;
use serde::Deserialize;

use crate::answer::{Said, respond};
use crate::app::App;
use crate::attend::Visitor;
use crate::forms::Sent;
use crate::play::alter;
use crate::table::Sitting;
use crate::think::level;
use crate::trouble::Trouble;

/// A level agrees to a draw when it thinks that it stands no better than this.
const EVEN: f32 = 0.05;

/// The moves before which a level does not talk about draws: a quarter of the board, so that there was a game.
fn opening(sitting: &Sitting) -> usize {
    (sitting.layout.cells.len() / 4).clamp(4, 20)
}

/// What becomes of an offer.
enum Offer {
    /// It cannot be made now, for this reason.
    Refused(&'static str),
    /// It waits for the other person.
    Made,
    /// Both want it.
    Agreed,
    /// The level of this name has to think about it.
    Asked(String),
}

fn consider(sitting: &Sitting) -> Offer {
    if sitting.played.ending().is_some() {
        return Offer::Refused("game-over-already");
    }
    let level = sitting.seats.iter().find_map(|seat| match seat {
        Seat::Level(name) => Some(name),
        Seat::Person => None,
    });
    match level {
        _ if sitting.level_opposes_level() => Offer::Refused("draw-nobody"),
        None if sitting.offer.is_some() => Offer::Agreed,
        None => Offer::Made,
        Some(_) if !sitting.person_decides() => Offer::Refused("not-your-turn"),
        Some(_) if sitting.played.history().len() < opening(sitting) => Offer::Refused("draw-early"),
        Some(name) => Offer::Asked(name.clone()),
    }
}

/// `POST /play/{id}/draw`: offers a draw, or agrees to the one that is offered.
pub(crate) async fn draw(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    let table = app.table(&id)?;
    let words = visitor.words();
    let (offer, rules, fork) = {
        let sitting = table.sit();
        (consider(&sitting), sitting.rules.clone(), sitting.played.fork())
    };
    let agreed = match offer {
        Offer::Refused(key) => return Ok(respond(&visitor, &table, &Said::message(words.say(key)))),
        Offer::Made => false,
        Offer::Agreed => true,
        Offer::Asked(name) => {
            let moves = fork.moves_played();
            let spec = level(&name, rules.as_ref())?;
            let assessment = app
                .pool
                .analyse(&visitor.session, spec, rules, fork, std::sync::Arc::default(), |_, _| {})
                .await?;
            let value = assessment.best.map_or(0.0, |best| assessment.moves[best].value);
            // The value is that of the person, who is to move.
            let goes_on = table.sit().played.moves_played() == moves;
            if !goes_on || -value > EVEN {
                return Ok(respond(&visitor, &table, &Said::message(words.say("draw-declined"))));
            }
            true
        }
    };
    alter(&app, &visitor, &id, |sitting, words| {
        if agreed && sitting.played.ending().is_none() {
            sitting.conclude(Ending::draw(Reason::Agreement));
            return Ok(Said::news(tell::status(words, sitting.played.as_ref())));
        }
        let player = sitting.played.to_move();
        sitting.offer = Some(player);
        sitting.changed();
        let side = tell::side(words, sitting.played.info(), player);
        Ok(Said::news(words.with("draw-offered", &[("side", side.into())])))
    })
    .await
}

/// `POST /play/{id}/decline`: declines the draw that is offered.
pub(crate) async fn decline(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    alter(&app, &visitor, &id, |sitting, words| {
        if sitting.offer.take().is_none() {
            return Ok(Said::message(words.say("draw-none")));
        }
        sitting.changed();
        Ok(Said::news(words.say("draw-refused")))
    })
    .await
}

/// A switch of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Name {
    /// Whether moves may be taken back.
    Takeback,
    /// Whether moves are commented on.
    Comments,
    /// Whether the clock stands.
    Pause,
}

/// A switch to be turned.
#[derive(Deserialize)]
pub(crate) struct Switch {
    name: Name,
}

/// `POST /play/{id}/switch`
pub(crate) async fn switch(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Sent(switch): Sent<Switch>,
) -> Result<Response, Trouble> {
    turn(&app, &visitor, &id, switch.name).await
}

/// Turns a switch over.
pub(crate) async fn turn(app: &App, visitor: &Visitor, id: &str, name: Name) -> Result<Response, Trouble> {
    alter(app, visitor, id, |sitting, words| {
        let said = match name {
            Name::Takeback => {
                sitting.takeback = !sitting.takeback;
                if sitting.takeback { "takeback-on" } else { "takeback-off" }
            }
            Name::Comments => {
                sitting.comments = !sitting.comments;
                sitting.comment = None;
                if sitting.comments { "comments-on" } else { "comments-off" }
            }
            Name::Pause => {
                if sitting.clock.shown().is_none() {
                    return Ok(Said::message(words.say("clock-missing")));
                }
                let runner = sitting.runner();
                sitting.clock.pause(runner);
                if sitting.clock.shown().is_some_and(|clock| clock.paused) {
                    "clock-paused"
                } else {
                    "clock-goes-on"
                }
            }
        };
        Ok(Said::news(words.say(said)))
    })
    .await
}

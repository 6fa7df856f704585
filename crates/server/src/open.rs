//! Opening tables: a new game from its page, and a rematch.

use std::sync::Arc;

use agon_agents::{Level, Playable};
use agon_core::Player;
use agon_table::{Control, ControlError, Seat, Sitting, Terms};
use axum::extract::{Extension, State};
use axum::response::Redirect;
use serde::Deserialize;

use crate::access::{Company, clean};
use crate::app::App;
use crate::at::At;
use crate::forms::Sent;
use crate::middleware::Visitor;
use crate::system;
use crate::table::{SharedTable, Talk, seat};
use crate::trouble::Trouble;
use crate::wrong::{Wrong, clipped};

/// A new game, as the form of a game's page asks for it.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    game: String,
    #[serde(default)]
    mode: String,
    #[serde(default)]
    side: String,
    level: Option<String>,
    other: Option<String>,
    position: Option<String>,
    clock: Option<String>,
    /// Present where moves may not be taken back.
    no_takeback: Option<String>,
    /// Present where moves are to be commented on.
    comments: Option<String>,
    /// What the visitor wants to be called.
    #[serde(default)]
    name: String,
    /// The options of the game, under `option-KEY`.
    #[serde(flatten)]
    options: std::collections::HashMap<String, String>,
}

/// `POST /play`
pub(crate) async fn start(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Sent(wanted): Sent<Wanted>,
) -> Result<Redirect, Trouble> {
    let mut spec = wanted.game.clone();
    for (key, value) in &wanted.options {
        if let Some(key) = key.strip_prefix("option-") {
            spec.push(if spec.contains(':') { ',' } else { ':' });
            spec += &format!("{key}={value}");
        }
    }
    let level = |wanted: &Option<String>| wanted.as_deref().map_or(Ok(Seat::Level(Level::Rung(1))), seat);
    let seats = match wanted.mode.as_str() {
        "people" | "friend" => [Seat::Person, Seat::Person],
        "watch" => [level(&wanted.level)?, level(&wanted.other)?],
        _ => {
            let opponent = level(&wanted.level)?;
            if side(&wanted.side) == Player::First {
                [Seat::Person, opponent]
            } else {
                [opponent, Seat::Person]
            }
        }
    };
    let position = wanted.position.filter(|text| !text.trim().is_empty());
    let terms = Terms {
        control: control(wanted.clock.as_deref())?,
        takeback: wanted.no_takeback.is_none(),
        comments: wanted.comments.is_some(),
    };
    let rules = app.rules(&spec)?;
    let id = rules.info().id.to_string();
    let company = if wanted.mode == "friend" {
        invite(&visitor.session, side(&wanted.side), &wanted.name)?
    } else {
        Company::alone(&visitor.session)
    };
    let table = seat_players(&app, &visitor, rules, position.as_deref(), seats, terms, lot(), company)?;
    // Only what is chosen on the page of a game is chosen for the next time.
    if let (Some(level), false) = (&wanted.level, wanted.side.is_empty()) {
        app.form_habit(&visitor.session, &id, |habit| {
            habit.level = Some(level.clone());
            habit.side = Some(wanted.side.clone());
        })?;
    }
    app.think(&table);
    Ok(Redirect::to(&table.address()))
}

/// A visitor on a side, and somebody who is to be invited. On a device of its own nobody can come.
pub(crate) fn invite(session: &str, player: Player, name: &str) -> Result<Company, Trouble> {
    if system::ALONE {
        return Err(Trouble::OutOfReach);
    }
    Ok(Company::inviting(session, player, clean(name)))
}

/// The time control that a text asks for.
pub(crate) fn control(text: Option<&str>) -> Result<Control, Trouble> {
    let text = text.unwrap_or_default();
    text.parse().map_err(|error: ControlError| {
        Wrong::Clock { text: clipped(text), problem: error.to_string() }.into()
    })
}

/// Opens a table for these players. Two people who sit apart get no comments, which would tell one what the other should play.
#[expect(clippy::too_many_arguments, reason = "each is a word of the form")]
pub(crate) fn seat_players(
    app: &App,
    visitor: &Visitor,
    rules: Arc<dyn Playable>,
    position: Option<&str>,
    seats: [Seat; 2],
    terms: Terms,
    seed: u64,
    company: Company,
) -> Result<Arc<SharedTable>, Trouble> {
    let played = rules.start(position)?;
    let terms = Terms { comments: terms.comments && !company.is_apart(), ..terms };
    let mut sitting = Sitting::new(rules, played, seats, terms, seed, app.time);
    app.remind(&visitor.session, &mut sitting)?;
    let table = app.open(&visitor.session, sitting, company)?;
    table.sit().greet(visitor);
    Ok(table)
}

fn side(text: &str) -> Player {
    match text {
        "second" => Player::Second,
        "random" => Player::BOTH[(lot() % 2) as usize],
        _ => Player::First,
    }
}

/// A number that nobody chose, small enough for a script to hold: browsers keep tables, too.
pub(crate) fn lot() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    u64::from_ne_bytes(bytes) >> 11
}

/// `POST /play/{id}/rematch`
pub(crate) async fn rematch(at: At) -> Result<Redirect, Trouble> {
    Ok(Redirect::to(&again(&at)?.address()))
}

/// A table for the same players with sides exchanged. Of two people one opens it, and the other is shown the way.
pub(crate) fn again(at: &At) -> Result<Arc<SharedTable>, Trouble> {
    at.seated()?;
    let At { app, visitor, table } = at;
    // Whoever opens it holds on to the old table, so that there are not two.
    let again = {
        let mut sitting = table.sit();
        if let Some(next) = &sitting.company().next
            && let Ok(next) = app.table(next)
        {
            return Ok(next);
        }
        let apart = sitting.company().is_apart();
        if apart && !sitting.is_over() {
            return Err(Trouble::Impossible(visitor.words().say("rematch-early")));
        }
        let mut again = sitting.rematch(lot()).map_err(|error| Trouble::Failed(format!("{error}.")))?;
        app.remind(&visitor.session, &mut again)?;
        let again = app.open(&visitor.session, again, sitting.company().exchanged())?;
        again.sit().greet(visitor);
        if apart {
            sitting.company_mut().next = Some(again.id.clone());
            sitting.changed();
            sitting.note(&visitor.session, Talk::Rematch);
        }
        again
    };
    app.settle(table)?;
    app.think(&again);
    Ok(again)
}

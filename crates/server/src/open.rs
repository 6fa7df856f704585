//! Opening tables: a new game from its page, and a rematch.

use std::sync::Arc;

use agon_agents::{Level, Playable};
use agon_core::Player;
use agon_table::{Control, Seat, Sitting, Terms};
use axum::extract::{Extension, Path, State};
use axum::response::Redirect;
use serde::Deserialize;

use crate::app::App;
use crate::forms::Sent;
use crate::middleware::Visitor;
use crate::table::{SharedTable, face_person, seat};
use crate::trouble::Trouble;

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
        "people" => [Seat::Person, Seat::Person],
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
    let table = seat_players(&app, &visitor.session, rules, position.as_deref(), seats, terms, lot())?;
    app.think(&table);
    Ok(Redirect::to(&table.address()))
}

/// The time control that a text asks for.
pub(crate) fn control(text: Option<&str>) -> Result<Control, Trouble> {
    text.unwrap_or_default().parse().map_err(|error| Trouble::Senseless(format!("{error}.")))
}

/// Opens a table for these players.
pub(crate) fn seat_players(
    app: &App,
    session: &str,
    rules: Arc<dyn Playable>,
    position: Option<&str>,
    seats: [Seat; 2],
    terms: Terms,
    seed: u64,
) -> Result<Arc<SharedTable>, Trouble> {
    let played = rules.start(position).map_err(|error| Trouble::Senseless(format!("{error}.")))?;
    let mut sitting = Sitting::new(rules, played, seats, terms, seed, app.time);
    face_person(&mut sitting);
    app.open(session, sitting)
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
pub(crate) async fn rematch(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Redirect, Trouble> {
    let again = app.table(&id)?.sit().rematch(lot());
    let mut again = again.map_err(|error| Trouble::Failed(format!("{error}.")))?;
    face_person(&mut again);
    let table = app.open(&visitor.session, again)?;
    app.think(&table);
    Ok(Redirect::to(&table.address()))
}

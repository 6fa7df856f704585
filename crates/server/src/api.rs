//! The JSON endpoints, described in `assets/openapi.json`: everything another front end needs.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the path of a method is good for one lifetime of a hand, a closure for all"
)]

use std::sync::Arc;

use agon_agents::Level;
use agon_core::{Outcome, Player};
use agon_table::{Refusal, Seat, Sides, Terms};
use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::access::{Company, Party};
use crate::analysis::{analyst, replay};
use crate::answer::{refused, status};
use crate::app::App;
use crate::at::At;
use crate::forms::{Document, Made};
use crate::middleware::Visitor;
use crate::mine;
use crate::open::{again, control, invite, lot, seat_players};
use crate::play::{Levels, Turned, wait};
use crate::seat::{address, sit_down};
use crate::table::{SharedTable, seat as seat_of};
use crate::think::adviser;
use crate::trouble::Trouble;

/// `GET /api/games`
pub(crate) async fn games(State(app): State<App>) -> Json<Value> {
    let games: Vec<Value> = (app.catalogue.infos())
        .map(|info| {
            let options: Vec<Value> = info
                .parameters
                .iter()
                .map(
                    |option| json!({ "key": option.key, "default": option.default, "values": option.values }),
                )
                .collect();
            json!({
                "id": info.id, "name": info.name, "summary": info.summary, "sides": info.sides,
                "version": info.version, "options": options,
            })
        })
        .collect();
    let levels: Vec<String> = Level::all().map(|level| level.to_string()).collect();
    Json(json!({ "games": games, "levels": levels }))
}

/// A table to be opened.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    game: String,
    position: Option<String>,
    /// `person` or the name of a level, for each side.
    seats: [String; 2],
    /// The side that somebody else is to be invited to, by a link.
    invite: Option<Side>,
    /// What the visitor wants to be called.
    #[serde(default)]
    name: String,
    /// `none`, `move:SECONDS` or `total:SECONDS+SECONDS`.
    clock: Option<String>,
    /// Whether moves may be taken back.
    #[serde(default = "yes")]
    takeback: bool,
    /// What everything random at the table depends on; another number for every table if left out.
    seed: Option<u64>,
}

fn yes() -> bool {
    true
}

/// A side, as documents name it.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    First,
    Second,
}

/// `POST /api/tables`
pub(crate) async fn open(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Document(wanted): Document<Wanted>,
) -> Result<(StatusCode, Json<Seen>), Trouble> {
    let seats = [seat_of(&wanted.seats[0])?, seat_of(&wanted.seats[1])?];
    let company = match wanted.invite {
        None => Company::alone(&visitor.session),
        Some(_) if seats != [Seat::Person, Seat::Person] => {
            return Err(Trouble::Senseless(
                "Whoever is invited plays with a person: expected person in both seats.".to_owned(),
            ));
        }
        Some(Side::First) => invite(&visitor.session, Player::Second, &wanted.name)?,
        Some(Side::Second) => invite(&visitor.session, Player::First, &wanted.name)?,
    };
    let control = control(wanted.clock.as_deref())?;
    let terms = Terms { control, takeback: wanted.takeback, ..Terms::default() };
    let position = wanted.position.as_deref();
    let rules = app.rules(&wanted.game)?;
    let seed = wanted.seed.unwrap_or_else(lot);
    let table = seat_players(&app, &visitor, rules, position, seats, terms, seed, company)?;
    app.think(&table);
    Ok((StatusCode::CREATED, Json(Seen::new(&app, &visitor, &table))))
}

/// A table as other programs see it.
#[derive(Serialize)]
pub(crate) struct Seen {
    id: String,
    game: String,
    version: u64,
    seats: [String; 2],
    /// What the people want to be called.
    names: [Option<String>; 2],
    /// What the visitor decides for: `neither`, `first`, `second` or `both`.
    you: Sides,
    /// The link for whoever is to come, for those who may invite.
    invitation: Option<String>,
    /// The link by which the visitor sits down here with another device.
    seat: Option<String>,
    /// `first`, `second`, or nothing when the game is over.
    to_move: Option<&'static str>,
    thinking: bool,
    position: String,
    moves: Vec<String>,
    legal: Vec<String>,
    result: Option<Outcome>,
    ending: Option<String>,
    cells: Vec<Value>,
    /// The milliseconds that each side has left, and whose run; nothing without a clock.
    clock: Option<Value>,
    /// Whether moves may be taken back.
    takeback: bool,
    /// Who offers a draw.
    offer: Option<&'static str>,
    /// Who asks for a move to be taken back.
    asks: Option<&'static str>,
    /// The id of the table of the rematch.
    next: Option<String>,
}

fn side(player: Player) -> &'static str {
    if player == Player::First { "first" } else { "second" }
}

impl Seen {
    fn new(app: &App, visitor: &Visitor, table: &SharedTable) -> Seen {
        let sitting = table.sit();
        let (played, company) = (sitting.played(), sitting.company());
        let turned = sitting.turned_for(&visitor.session);
        let layout = app.boards.of(sitting.rules().as_ref(), turned).layout;
        let cells = layout.cells.iter().enumerate().map(|(index, cell)| {
            let piece = played.piece(index).map(|piece| {
                json!({ "kind": played.info().pieces[usize::from(piece.kind)].name, "owner": piece.owner.map(side) })
            });
            json!({ "name": cell.name, "x": cell.x, "y": cell.y, "piece": piece })
        });
        let own = company.of(&visitor.session);
        let link = |party: &Party| address(&table.id, &party.secret);
        Seen {
            id: table.id.clone(),
            game: sitting.rules().spec().to_owned(),
            version: sitting.version(),
            seats: sitting.seats().each_ref().map(ToString::to_string),
            names: Player::BOTH.map(|player| company.name(player).map(str::to_owned)),
            you: sitting.sides(&visitor.session),
            invitation: own.and(company.awaited()).map(link),
            seat: own.map(link),
            to_move: played.ending().is_none().then(|| side(played.to_move())),
            thinking: sitting.brake().is_some(),
            position: played.position(),
            moves: played.history(),
            legal: (0..played.move_count()).map(|index| played.move_text(index)).collect(),
            result: played.ending().map(|ending| ending.outcome),
            ending: played.ending().map(|ending| ending.words(played.info())),
            cells: cells.collect(),
            clock: sitting.clock().map(|clock| {
                json!({ "left": clock.left, "running": clock.running.map(side), "paused": clock.paused })
            }),
            takeback: sitting.terms().takeback,
            offer: sitting.offer().map(side),
            asks: sitting.asks().map(side),
            next: own.and(company.next.clone()),
        }
    }

    fn at(at: &At) -> Seen {
        Seen::new(&at.app, &at.visitor, &at.table)
    }
}

/// `GET /api/tables`
pub(crate) async fn tables(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Json<Value>, Trouble> {
    let tables: Vec<Value> = (app.store.of(&visitor.session, app.quota.tables)?.iter())
        .map(|stored| {
            let (saved, company) = (&stored.saved, &stored.company);
            json!({
                "id": stored.id, "game": saved.record.game, "seats": saved.seats,
                "names": Player::BOTH.map(|player| company.name(player)), "you": company.sides(&visitor.session),
                "moves": saved.record.moves.len(), "result": saved.record.result, "updated": stored.updated,
            })
        })
        .collect();
    Ok(Json(json!({ "tables": tables })))
}

/// `GET /api/tables/{id}`
pub(crate) async fn table(at: At) -> Json<Seen> {
    at.app.think(&at.table);
    Json(Seen::at(&at))
}

/// `DELETE /api/tables/{id}`
pub(crate) async fn delete(at: At) -> Result<StatusCode, Trouble> {
    mine::forget(&at)?;
    Ok(StatusCode::NO_CONTENT)
}

/// A move to be played.
#[derive(Deserialize)]
pub(crate) struct Chosen {
    #[serde(rename = "move")]
    text: String,
    version: Option<u64>,
    /// Whether to answer only when the program has moved.
    #[serde(default)]
    wait: bool,
}

/// `POST /api/tables/{id}/moves`
pub(crate) async fn play(at: At, Document(chosen): Document<Chosen>) -> Result<Response, Trouble> {
    let played = {
        let mut sitting = at.table.sit();
        sitting.mover(&at.visitor.session, chosen.version).and_then(|mut hand| hand.play(&chosen.text))
    };
    let wait = if chosen.wait && played.is_ok() { Some(&at.table) } else { None };
    settled(&at, played, wait).await
}

/// Answers a deed with the table as it stands after it.
async fn settled<T>(
    at: &At,
    outcome: Result<T, Refusal>,
    awaited: Option<&Arc<SharedTable>>,
) -> Result<Response, Trouble> {
    if let Err(refusal) = outcome {
        return Ok(refuse(at, &refusal));
    }
    at.app.settle(&at.table)?;
    if let Some(table) = awaited {
        wait(table).await;
    }
    Ok(Json(Seen::at(at)).into_response())
}

/// Answers a deed that was not done, with the table where it is another than was thought.
fn refuse(at: &At, refusal: &Refusal) -> Response {
    let sentence = {
        let sitting = at.table.sit();
        let turned = sitting.turned_for(&at.visitor.session);
        let layout = at.app.boards.of(sitting.rules().as_ref(), turned).layout;
        refused(at.visitor.words(), &sitting, &layout, refusal)
    };
    let table = (*refusal == Refusal::Stale).then(|| Seen::at(at));
    let body = table
        .map_or_else(|| json!({ "error": sentence }), |table| json!({ "error": sentence, "table": table }));
    (status(refusal), Json(body)).into_response()
}

/// `POST /api/tables/{id}/undo`: takes back, or asks the other person to.
pub(crate) async fn undo(at: At, made: Made) -> Result<Response, Trouble> {
    settled(&at, at.act(made.version, |hand| hand.undo()), None).await
}

/// `POST /api/tables/{id}/redo`
pub(crate) async fn redo(at: At, made: Made) -> Result<Response, Trouble> {
    settled(&at, at.act(made.version, |hand| hand.redo()), None).await
}

/// `POST /api/tables/{id}/resign`
pub(crate) async fn resign(at: At, made: Made) -> Result<Response, Trouble> {
    settled(&at, at.act(made.version, |hand| hand.resign()), None).await
}

/// `POST /api/tables/{id}/draw`: offers a draw, or agrees to one.
pub(crate) async fn draw(at: At, made: Made) -> Result<Response, Trouble> {
    settled(&at, at.offer_draw(made.version).await?, None).await
}

/// `POST /api/tables/{id}/decline`: declines what the other person offers or asks for.
pub(crate) async fn decline(at: At, made: Made) -> Result<Response, Trouble> {
    settled(&at, at.act(made.version, |hand| hand.decline()), None).await
}

/// `POST /api/tables/{id}/switch`: taking back, comments, the pause of the clock.
pub(crate) async fn switch(at: At, Document(turned): Document<Turned>) -> Result<Response, Trouble> {
    settled(&at, at.act(turned.version, |hand| hand.switch(turned.name)), None).await
}

/// `POST /api/tables/{id}/level`
pub(crate) async fn level(at: At, Document(wanted): Document<Levels>) -> Result<Response, Trouble> {
    let levels = wanted.read()?;
    let changed = at.act(wanted.version, |hand| hand.change_levels(levels));
    if changed.is_ok() {
        at.app.remind(&at.table.session, &mut at.table.sit())?;
    }
    settled(&at, changed, None).await
}

/// `POST /api/tables/{id}/hint`: what a good player would do.
pub(crate) async fn hint(at: At) -> Result<Response, Trouble> {
    let (rules, played, alone) = {
        let sitting = at.table.sit();
        let alone = sitting.sides(&at.visitor.session).only().is_none();
        (sitting.rules().clone(), sitting.played().fork(), alone)
    };
    if played.ending().is_some() {
        return Ok(refuse(&at, &Refusal::Over));
    }
    if !alone {
        return Err(Trouble::Impossible(at.visitor.words().say("no-help")));
    }
    let thought = at.app.ask(&at.visitor, adviser(rules.bare()), rules, played.fork());
    let assessment = thought.await?;
    let best = assessment.best.map(|best| &assessment.moves[best]);
    Ok(Json(json!({
        "move": best.map(|best| played.move_text(best.mv)),
        "value": best.map(|best| best.value),
        "line": assessment.line,
    }))
    .into_response())
}

/// Who sits down.
#[derive(Deserialize)]
pub(crate) struct Guest {
    /// The last part of the link to the seat.
    secret: String,
    #[serde(default)]
    name: String,
}

/// `POST /api/tables/{id}/seat`
pub(crate) async fn seat(at: At, Document(guest): Document<Guest>) -> Result<Json<Seen>, Trouble> {
    sit_down(&at.app, &at.visitor, &at.table, &guest.secret, &guest.name)?;
    Ok(Json(Seen::at(&at)))
}

/// `POST /api/tables/{id}/rematch`
pub(crate) async fn rematch(at: At) -> Result<(StatusCode, Json<Seen>), Trouble> {
    let table = again(&at)?;
    Ok((StatusCode::CREATED, Json(Seen::new(&at.app, &at.visitor, &table))))
}

/// A position to be analysed.
#[derive(Deserialize)]
pub(crate) struct Question {
    game: String,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    agent: Option<String>,
}

/// `POST /api/analyse`
pub(crate) async fn analyse(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Document(question): Document<Question>,
) -> Result<Json<Value>, Trouble> {
    let rules = app.rules(&question.game)?;
    let agent = analyst(question.agent.as_deref(), rules.bare())?;
    let played = replay(rules.as_ref(), question.position.as_deref(), &question.moves)?;
    let assessment = app.ask(&visitor, agent.clone(), rules, played.fork()).await?;
    let moves: Vec<Value> = assessment
        .moves
        .iter()
        .map(|assessed| {
            let proof = assessed.proof.map(|proof| json!({ "gain": proof.gain, "distance": proof.distance }));
            json!({ "move": played.move_text(assessed.mv), "value": assessed.value, "proof": proof, "visits": assessed.visits })
        })
        .collect();
    Ok(Json(json!({
        "agent": agent.to_string(),
        "best": assessment.best.map(|best| played.move_text(best)),
        "line": assessment.line,
        "moves": moves,
    })))
}

//! The JSON endpoints, described in `assets/openapi.json`: everything another front end needs.

use std::sync::Arc;

use agon_agents::Level;
use agon_core::{Outcome, Player};
use agon_table::{Refusal, Sitting, Terms};
use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::analysis::{analyst, replay};
use crate::answer::refused;
use crate::app::App;
use crate::forms::Document;
use crate::middleware::Visitor;
use crate::open::{control, lot, seat_players};
use crate::play::wait;
use crate::table::{SharedTable, seat};
use crate::think::ADVISER;
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
    /// `none`, `move:SECONDS` or `total:SECONDS+SECONDS`.
    clock: Option<String>,
    /// What everything random at the table depends on; another number for every table if left out.
    seed: Option<u64>,
}

/// `POST /api/tables`
pub(crate) async fn open(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Document(wanted): Document<Wanted>,
) -> Result<(StatusCode, Json<Seen>), Trouble> {
    let seats = [seat(&wanted.seats[0])?, seat(&wanted.seats[1])?];
    let terms = Terms { control: control(wanted.clock.as_deref())?, ..Terms::default() };
    let position = wanted.position.as_deref();
    let rules = app.rules(&wanted.game)?;
    let seed = wanted.seed.unwrap_or_else(lot);
    let table = seat_players(&app, &visitor.session, rules, position, seats, terms, seed)?;
    app.think(&table);
    Ok((StatusCode::CREATED, Json(Seen::new(&app, &table))))
}

/// A table as other programs see it.
#[derive(Serialize)]
pub(crate) struct Seen {
    id: String,
    game: String,
    version: u64,
    seats: [String; 2],
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
}

impl Seen {
    fn new(app: &App, table: &SharedTable) -> Seen {
        let sitting = table.sit();
        let played = sitting.played();
        let layout = app.boards.of(sitting.rules().as_ref(), sitting.turned()).layout;
        let name = |player: Player| if player == Player::First { "first" } else { "second" };
        let cells = layout.cells.iter().enumerate().map(|(index, cell)| {
            let piece = played.piece(index).map(|piece| {
                json!({ "kind": played.info().pieces[usize::from(piece.kind)].name, "owner": piece.owner.map(name) })
            });
            json!({ "name": cell.name, "x": cell.x, "y": cell.y, "piece": piece })
        });
        Seen {
            id: table.id.clone(),
            game: sitting.rules().spec().to_owned(),
            version: sitting.version(),
            seats: sitting.seats().each_ref().map(ToString::to_string),
            to_move: played.ending().is_none().then(|| name(played.to_move())),
            thinking: sitting.brake().is_some(),
            position: played.position(),
            moves: played.history(),
            legal: (0..played.move_count()).map(|index| played.move_text(index)).collect(),
            result: played.ending().map(|ending| ending.outcome),
            ending: played.ending().map(|ending| ending.words(played.info())),
            cells: cells.collect(),
            clock: sitting.clock().map(|clock| {
                json!({ "left": clock.left, "running": clock.running.map(name), "paused": clock.paused })
            }),
        }
    }
}

/// `GET /api/tables/{id}`
pub(crate) async fn table(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Seen>, Trouble> {
    let table = app.table(&id)?;
    app.think(&table);
    Ok(Json(Seen::new(&app, &table)))
}

/// A move to be played.
#[derive(Deserialize)]
pub(crate) struct Chosen {
    #[serde(rename = "move")]
    text: String,
    /// Whether to answer only when the program has moved.
    #[serde(default)]
    wait: bool,
}

/// `POST /api/tables/{id}/moves`
pub(crate) async fn play(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Document(chosen): Document<Chosen>,
) -> Result<Json<Seen>, Trouble> {
    let table = act(&app, &visitor, &id, |sitting| sitting.play(&chosen.text))?;
    if chosen.wait {
        wait(&table).await;
    }
    Ok(Json(Seen::new(&app, &table)))
}

/// Does something at a table.
fn act<T>(
    app: &App,
    visitor: &Visitor,
    id: &str,
    deed: impl FnOnce(&mut Sitting) -> Result<T, Refusal>,
) -> Result<Arc<SharedTable>, Trouble> {
    let table = app.table(id)?;
    {
        let mut sitting = table.sit();
        if let Err(refusal) = deed(&mut sitting) {
            let layout = app.boards.of(sitting.rules().as_ref(), sitting.turned()).layout;
            return Err(Trouble::Impossible(refused(visitor.words(), &sitting, &layout, &refusal)));
        }
    }
    app.settle(&table)?;
    Ok(table)
}

/// `POST /api/tables/{id}/undo`
pub(crate) async fn undo(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Json<Seen>, Trouble> {
    let table = act(&app, &visitor, &id, Sitting::undo)?;
    Ok(Json(Seen::new(&app, &table)))
}

/// `POST /api/tables/{id}/redo`
pub(crate) async fn redo(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Json<Seen>, Trouble> {
    let table = act(&app, &visitor, &id, Sitting::redo)?;
    Ok(Json(Seen::new(&app, &table)))
}

/// `POST /api/tables/{id}/resign`
pub(crate) async fn resign(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Json<Seen>, Trouble> {
    let table = act(&app, &visitor, &id, Sitting::resign)?;
    Ok(Json(Seen::new(&app, &table)))
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
    let agent = analyst(question.agent.as_deref().unwrap_or(ADVISER))?;
    let played = replay(rules.as_ref(), question.position.as_deref(), &question.moves)?;
    let assessment = app.ask(&visitor.session, &agent, rules, played.fork()).await?;
    let moves: Vec<Value> = assessment
        .moves
        .iter()
        .map(|assessed| {
            let proof = assessed.proof.map(|proof| json!({ "gain": proof.gain, "distance": proof.distance }));
            json!({ "move": played.move_text(assessed.mv), "value": assessed.value, "proof": proof, "visits": assessed.visits })
        })
        .collect();
    Ok(Json(json!({
        "agent": agent,
        "best": assessment.best.map(|best| played.move_text(best)),
        "line": assessment.line,
        "moves": moves,
    })))
}

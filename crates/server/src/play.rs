//! Playing: the pages and forms of a table.

use std::sync::Arc;
use std::time::Duration;

use agon_agents::Level;
use agon_table::{
    Command, News, Offer, Progress, Question, Refusal, Saved, Seat, Sitting, Switch, Uncommented,
};
use axum::Json;
use axum::extract::{Extension, Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::answer::{Said, answer, no_cell, refused, render, respond, selected, told};
use crate::app::App;
use crate::forms::{Sent, cells};
use crate::middleware::Visitor;
use crate::system;
use crate::table::{SharedTable, seat};
use crate::think::COMMENTATOR;
use crate::trouble::Trouble;
use crate::views::comment;
use crate::vocabulary::vocabulary;

/// How long a form waits for the program's answer before it shows the page without it. Scripts are told instead.
const PATIENCE: Duration = Duration::from_secs(8);

/// What the address of a table may say besides.
#[derive(Deserialize)]
pub(crate) struct Look {
    #[serde(default)]
    selected: String,
    ask: Option<String>,
    cell: Option<usize>,
}

/// `GET /play/{id}`
pub(crate) async fn show(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Response, Trouble> {
    let table = app.table(&id)?;
    app.think(&table);
    let selected = cells(&look.selected);
    let mut said = match look.ask.as_deref().map(|name| Question::find(name).ok_or_else(|| unknown(name))) {
        None => Said::default(),
        Some(question) => {
            answer(&app, &visitor, &table, question?, look.cell.or(selected.last().copied())).await?
        }
    };
    said.selected = selected;
    Ok(render(&app, &visitor, &table, &said))
}

fn unknown(name: &str) -> Trouble {
    let (name, known): (String, Vec<&str>) =
        (name.chars().take(40).collect(), Question::ALL.map(Question::name).to_vec());
    Trouble::Senseless(format!("There is no question '{name}'; known: {}.", known.join(", ")))
}

/// A cell that was pointed at, and those before it.
#[derive(Deserialize)]
pub(crate) struct Point {
    #[serde(default)]
    selected: String,
    cell: usize,
}

/// `POST /play/{id}/point`
pub(crate) async fn point(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Sent(point): Sent<Point>,
) -> Result<Response, Trouble> {
    let table = app.table(&id)?;
    let words = visitor.words();
    let (said, uncommented) = {
        let mut sitting = table.sit();
        let layout = app.boards.of(sitting.rules().as_ref(), sitting.turned()).layout;
        let said = match sitting.point(&cells(&point.selected), point.cell) {
            // A move speaks for itself.
            Ok(Progress::Played) => None,
            Ok(Progress::Selected(path)) => Some(selected(words, &sitting, &layout, path)),
            Ok(Progress::Choose { moves, selected }) => {
                Some(Said { choices: moves, selected, ..Said::news(words.say("choose-move")) })
            }
            Err(Refusal::NoSuchCell { cell }) => {
                return Err(Trouble::Impossible(no_cell(words, &cell.to_string())));
            }
            Err(refusal) => {
                let sentence = refused(words, &sitting, &layout, &refusal);
                let selected = match refusal {
                    Refusal::NoMoveThere { selected, .. } => selected,
                    _ => Vec::new(),
                };
                Some(Said { selected, ..Said::message(sentence) })
            }
        };
        (said, sitting.uncommented())
    };
    match said {
        Some(said) => Ok(respond(&app, &visitor, &table, &said)),
        None => moved(&app, &visitor, &table, uncommented).await,
    }
}

/// Something that was typed.
#[derive(Deserialize)]
pub(crate) struct Typed {
    text: String,
}

/// `POST /play/{id}/say`
pub(crate) async fn say(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Sent(typed): Sent<Typed>,
) -> Result<Response, Trouble> {
    let table = app.table(&id)?;
    let (played, uncommented) = {
        let mut sitting = table.sit();
        (sitting.play(&typed.text), sitting.uncommented())
    };
    let Err(refusal) = played else { return moved(&app, &visitor, &table, uncommented).await };
    match vocabulary().read(&typed.text) {
        None => done(&app, &visitor, &table, Err(refusal)).await,
        Some((command, about)) => obey(&app, &visitor, &table, command, about.as_deref()).await,
    }
}

/// Does what was typed.
async fn obey(
    app: &App,
    visitor: &Visitor,
    table: &Arc<SharedTable>,
    command: Command,
    about: Option<&str>,
) -> Result<Response, Trouble> {
    let words = visitor.words();
    match command {
        Command::Undo => act(app, visitor, table, Sitting::undo).await,
        Command::Redo => act(app, visitor, table, Sitting::redo).await,
        Command::Resign => act(app, visitor, table, Sitting::resign).await,
        Command::Decline => act(app, visitor, table, Sitting::decline).await,
        Command::Switch(switch) => act(app, visitor, table, |sitting| sitting.switch(switch)).await,
        Command::Draw => offer_draw(app, visitor, table).await,
        Command::Help => {
            let said = Said { answer: vec![words.say("command-help")], ..Said::default() };
            Ok(respond(app, visitor, table, &said))
        }
        Command::Ask(question) => {
            // Only the moves are asked for by the name of a cell.
            let about = about.filter(|_| question == Question::Moves);
            let rules = table.sit().rules().clone();
            let cell = about.map(|name| rules.layout().find(name).ok_or(name)).transpose();
            let said = match cell {
                Ok(cell) => answer(app, visitor, table, question, cell).await?,
                Err(name) => Said::message(no_cell(words, name)),
            };
            Ok(respond(app, visitor, table, &said))
        }
    }
}

/// Settles a table after a person's move and shows it.
async fn moved(
    app: &App,
    visitor: &Visitor,
    table: &Arc<SharedTable>,
    uncommented: Option<Uncommented>,
) -> Result<Response, Trouble> {
    app.settle(table)?;
    let mut said = Said::default();
    if let Some(uncommented) = uncommented {
        let (rules, before) = (uncommented.rules.clone(), uncommented.before.fork());
        if let Ok(assessment) = app.ask(&visitor.session, COMMENTATOR, rules, before).await
            && let Some(found) = uncommented.comment(&assessment)
        {
            said.comment = Some(comment::sentence(visitor.words(), &found));
            table.sit().keep(found);
        }
    }
    show_changed(app, visitor, table, &said).await
}

/// Waits until the program has answered, or patience ends.
pub(crate) async fn wait(table: &SharedTable) {
    let mut watch = table.watch();
    let settled = async {
        while table.sit().brake().is_some() {
            if watch.changed().await.is_err() {
                return;
            }
        }
    };
    // What is not ready by then is shown as thinking.
    system::wait_for(settled, PATIENCE).await;
}

/// Shows a table that changed.
async fn show_changed(
    app: &App,
    visitor: &Visitor,
    table: &Arc<SharedTable>,
    said: &Said,
) -> Result<Response, Trouble> {
    if visitor.fragment {
        return Ok(render(app, visitor, table, said));
    }
    wait(table).await;
    Ok(Redirect::to(&table.address()).into_response())
}

/// Does something at a table, and shows what came of it.
async fn act(
    app: &App,
    visitor: &Visitor,
    table: &Arc<SharedTable>,
    deed: impl FnOnce(&mut Sitting) -> Result<News, Refusal>,
) -> Result<Response, Trouble> {
    let outcome = deed(&mut table.sit());
    done(app, visitor, table, outcome).await
}

/// Shows what came of a deed.
async fn done(
    app: &App,
    visitor: &Visitor,
    table: &Arc<SharedTable>,
    outcome: Result<News, Refusal>,
) -> Result<Response, Trouble> {
    let words = visitor.words();
    let said = {
        let sitting = table.sit();
        match &outcome {
            Ok(news) => Said::news(told(words, &sitting, *news)),
            Err(refusal) => {
                let layout = app.boards.of(sitting.rules().as_ref(), sitting.turned()).layout;
                Said::message(refused(words, &sitting, &layout, refusal))
            }
        }
    };
    if outcome.is_err() {
        return Ok(respond(app, visitor, table, &said));
    }
    app.settle(table)?;
    show_changed(app, visitor, table, &said).await
}

/// `POST /play/{id}/undo`
pub(crate) async fn undo(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    act(&app, &visitor, &app.table(&id)?, Sitting::undo).await
}

/// `POST /play/{id}/redo`
pub(crate) async fn redo(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    act(&app, &visitor, &app.table(&id)?, Sitting::redo).await
}

/// `POST /play/{id}/resign`
pub(crate) async fn resign(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    act(&app, &visitor, &app.table(&id)?, Sitting::resign).await
}

/// `POST /play/{id}/turn`
pub(crate) async fn turn(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    act(&app, &visitor, &app.table(&id)?, |sitting| Ok(sitting.turn())).await
}

/// `POST /play/{id}/decline`: declines the draw that is offered.
pub(crate) async fn decline(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    act(&app, &visitor, &app.table(&id)?, Sitting::decline).await
}

/// `POST /play/{id}/draw`: offers a draw, or agrees to the one that is offered.
pub(crate) async fn draw(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    offer_draw(&app, &visitor, &app.table(&id)?).await
}

async fn offer_draw(app: &App, visitor: &Visitor, table: &Arc<SharedTable>) -> Result<Response, Trouble> {
    let offer = table.sit().offer_draw();
    let outcome = match offer {
        Ok(Offer::Settled(news)) => Ok(news),
        Ok(Offer::Pondered(task)) => {
            let (brake, version) = (Arc::default(), task.version);
            let thought =
                app.pool.analyse(&visitor.session, task.spec, task.rules, task.played, brake, |_, _| {});
            let assessment = thought.await?;
            table.sit().consider(version, &assessment)
        }
        Err(refusal) => Err(refusal),
    };
    done(app, visitor, table, outcome).await
}

/// A switch to be turned.
#[derive(Deserialize)]
pub(crate) struct Turned {
    name: Switch,
}

/// `POST /play/{id}/switch`
pub(crate) async fn switch(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Sent(turned): Sent<Turned>,
) -> Result<Response, Trouble> {
    act(&app, &visitor, &app.table(&id)?, |sitting| sitting.switch(turned.name)).await
}

/// Levels to change to.
#[derive(Deserialize)]
pub(crate) struct Levels {
    first: Option<String>,
    second: Option<String>,
}

/// `POST /play/{id}/level`
pub(crate) async fn level(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Sent(wanted): Sent<Levels>,
) -> Result<Response, Trouble> {
    let level = |wanted: Option<String>| -> Result<Option<Level>, Trouble> {
        let seat = wanted.map(|text| seat(&text)).transpose()?;
        Ok(seat.and_then(|seat| if let Seat::Level(level) = seat { Some(level) } else { None }))
    };
    let levels = [level(wanted.first)?, level(wanted.second)?];
    act(&app, &visitor, &app.table(&id)?, |sitting| Ok(sitting.change_levels(levels))).await
}

/// `POST /play/{id}/stop`
pub(crate) async fn stop(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    let table = app.table(&id)?;
    // The thought that is to end may not have begun yet.
    app.think(&table);
    if let Some(brake) = table.sit().brake() {
        brake.press();
    }
    wait(&table).await;
    if visitor.fragment {
        return Ok(render(&app, &visitor, &table, &Said::default()));
    }
    Ok(Redirect::to(&table.address()).into_response())
}

/// `GET /play/{id}/saved.json`: the table as it is stored, for a browser that keeps a copy in case the network goes away.
pub(crate) async fn saved(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Saved>, Trouble> {
    Ok(Json(app.table(&id)?.sit().saved()))
}

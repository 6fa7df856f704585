//! Playing: the pages and forms of a table.

use std::sync::Arc;
use std::time::Duration;

use agon_render::comment::Comment;
use agon_render::pointing::{Pointed, Pointing};
use agon_render::question::{Command, Question};
use agon_render::tell;
use agon_render::words::Words;
use axum::Json;
use axum::extract::{Extension, Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::answer::{Said, answer, render, respond, selected};
use crate::app::App;
use crate::attend::Visitor;
use crate::deal;
use crate::forms::{Sent, cells};
use crate::store::Saved;
use crate::system;
use crate::table::{Sitting, Table};
use crate::think::COMMENTATOR;
use crate::trouble::Trouble;

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
    Ok(render(&visitor, &table, &said))
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
    let said = pointed(words, &mut table.sit(), &point)?;
    match said {
        Some(said) => Ok(respond(&visitor, &table, &said)),
        None => moved(&app, &visitor, &table).await,
    }
}

/// Points at a cell; nothing is to be said when that was a move, which speaks for itself.
fn pointed(words: &Words, sitting: &mut Sitting, point: &Point) -> Result<Option<Said>, Trouble> {
    if point.cell >= sitting.layout.cells.len() {
        let text = point.cell.to_string();
        return Err(Trouble::Impossible(words.with("no-such-cell", &[("text", text.into())])));
    }
    if let Some(refused) = not_now(words, sitting) {
        return Ok(Some(Said::message(refused)));
    }
    let pointing = Pointing::new(sitting.played.as_ref(), &cells(&point.selected));
    Ok(Some(match pointing.point(point.cell) {
        Pointed::Play(index) => {
            sitting.play(index);
            return Ok(None);
        }
        Pointed::Select(path) => selected(words, sitting, path),
        Pointed::Choose(choices) => {
            let selected = pointing.selected().to_vec();
            Said { choices, selected, news: Some(words.say("choose-move")), ..Said::default() }
        }
        Pointed::Nothing => {
            let (played, layout) = (sitting.played.as_ref(), &sitting.layout);
            let cell = tell::cell(words, played, layout, point.cell, tell::State::default());
            let moves = tell::moves(words, played, layout, pointing.selected().first().copied());
            let sentence = words.with("no-move-there", &[("cell", cell.into()), ("moves", moves.into())]);
            Said { selected: pointing.selected().to_vec(), ..Said::message(sentence) }
        }
    }))
}

/// Why a person cannot move now.
fn not_now(words: &Words, sitting: &Sitting) -> Option<String> {
    if sitting.played.ending().is_some() {
        return Some(words.say("game-over-already"));
    }
    (!sitting.person_decides()).then(|| words.say("not-your-turn"))
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
    let words = visitor.words();
    // A move is found and played in one go: what it means depends on the position.
    let (found, decides, over) = {
        let mut sitting = table.sit();
        let (found, decides) = (sitting.played.find_move(&typed.text), sitting.person_decides());
        if let (Ok(index), true) = (&found, decides) {
            sitting.play(*index);
        }
        (found, decides, sitting.played.ending().is_some())
    };
    let refused = match (found, Command::read(&typed.text)) {
        (Ok(_), _) if decides => return moved(&app, &visitor, &table).await,
        (_, Some(Command::Undo)) => return undo(State(app), Extension(visitor), Path(id)).await,
        (_, Some(Command::Redo)) => return redo(State(app), Extension(visitor), Path(id)).await,
        (_, Some(Command::Resign)) => return resign(State(app), Extension(visitor), Path(id)).await,
        (_, Some(Command::Draw)) => return deal::draw(State(app), Extension(visitor), Path(id)).await,
        (_, Some(Command::Decline)) => return deal::decline(State(app), Extension(visitor), Path(id)).await,
        (_, Some(Command::Pause)) => return deal::turn(&app, &visitor, &id, deal::Name::Pause).await,
        (_, Some(Command::Comments)) => return deal::turn(&app, &visitor, &id, deal::Name::Comments).await,
        (_, Some(Command::Takeback)) => return deal::turn(&app, &visitor, &id, deal::Name::Takeback).await,
        (_, Some(Command::Help)) => {
            let said = Said { answer: vec![words.say("command-help")], ..Said::default() };
            return Ok(respond(&visitor, &table, &said));
        }
        (_, Some(Command::Ask(question, about))) => {
            let cell = about.as_deref().map(|name| table.sit().layout.find(name).ok_or(name));
            let said = match cell.transpose() {
                Ok(cell) => answer(&app, &visitor, &table, question, cell).await?,
                Err(name) => Said::message(words.with("no-such-cell", &[("text", name.into())])),
            };
            return Ok(respond(&visitor, &table, &said));
        }
        (Ok(_), None) => words.say("not-your-turn"),
        (Err(_), None) if !decides && !over => words.say("not-your-turn"),
        (Err(error), None) => tell::refusal(words, &error),
    };
    Ok(respond(&visitor, &table, &Said::message(refused)))
}

/// Settles a table after a person's move and shows it.
async fn moved(app: &App, visitor: &Visitor, table: &Arc<Table>) -> Result<Response, Trouble> {
    let (to_comment, rules) = {
        let sitting = table.sit();
        (sitting.to_comment(), sitting.rules.clone())
    };
    app.settle(table)?;
    let mut said = Said::default();
    if let Some((before, chosen)) = to_comment
        && let Ok(assessment) = app.ask(&visitor.session, COMMENTATOR, rules, before.fork()).await
        && let Some(best) = assessment.best
    {
        let comment = Comment::new(before.as_ref(), &assessment.moves, best, chosen);
        said.comment = Some(comment.tell(visitor.words()));
        table.sit().keep(comment);
    }
    if visitor.fragment {
        return Ok(render(visitor, table, &said));
    }
    wait(table).await;
    Ok(Redirect::to(&table.address()).into_response())
}

/// Waits until the program has answered, or patience ends.
pub(crate) async fn wait(table: &Table) {
    let mut watch = table.watch();
    let settled = async {
        while table.sit().thinking.is_some() {
            if watch.changed().await.is_err() {
                return;
            }
        }
    };
    // What is not ready by then is shown as thinking.
    system::wait_for(settled, PATIENCE).await;
}

/// Changes a table by `change`, which says what is to be told, and shows it.
pub(crate) async fn alter(
    app: &App,
    visitor: &Visitor,
    id: &str,
    change: impl FnOnce(&mut Sitting, &Words) -> Result<Said, Trouble>,
) -> Result<Response, Trouble> {
    let table = app.table(id)?;
    let said = change(&mut table.sit(), visitor.words())?;
    if said.message.is_some() {
        return Ok(respond(visitor, &table, &said));
    }
    app.settle(&table)?;
    if visitor.fragment {
        return Ok(render(visitor, &table, &said));
    }
    wait(&table).await;
    Ok(Redirect::to(&table.address()).into_response())
}

/// `POST /play/{id}/undo`
pub(crate) async fn undo(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    alter(&app, &visitor, &id, |sitting, words| {
        if !sitting.takeback {
            return Ok(Said::message(words.say("takeback-off")));
        }
        if !sitting.undo() {
            return Ok(Said::message(words.say("nothing-to-undo")));
        }
        let status = tell::status(words, sitting.played.as_ref());
        Ok(Said::news(words.with("taken-back", &[("status", status.into())])))
    })
    .await
}

/// `POST /play/{id}/redo`
pub(crate) async fn redo(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    alter(&app, &visitor, &id, |sitting, words| {
        if !sitting.redo() {
            return Ok(Said::message(words.say("nothing-to-redo")));
        }
        let status = tell::status(words, sitting.played.as_ref());
        Ok(Said::news(words.with("played-again", &[("status", status.into())])))
    })
    .await
}

/// `POST /play/{id}/resign`
pub(crate) async fn resign(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    alter(&app, &visitor, &id, |sitting, words| {
        if sitting.played.ending().is_some() {
            return Ok(Said::message(words.say("game-over-already")));
        }
        sitting.resign();
        Ok(Said::news(tell::status(words, sitting.played.as_ref())))
    })
    .await
}

/// `POST /play/{id}/turn`
pub(crate) async fn turn(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Trouble> {
    alter(&app, &visitor, &id, |sitting, words| {
        sitting.turn();
        Ok(Said::news(words.say("board-turned")))
    })
    .await
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
    alter(&app, &visitor, &id, |sitting, words| {
        sitting.change_levels([wanted.first.as_deref(), wanted.second.as_deref()])?;
        Ok(Said::news(words.say("level-changed")))
    })
    .await
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
    if let Some(brake) = &table.sit().thinking {
        brake.press();
    }
    wait(&table).await;
    if visitor.fragment {
        return Ok(render(&visitor, &table, &Said::default()));
    }
    Ok(Redirect::to(&table.address()).into_response())
}

/// `GET /play/{id}/saved.json`: the table as it is stored, for a browser that keeps a copy in case the network goes away.
pub(crate) async fn saved(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Saved>, Trouble> {
    Ok(Json(app.table(&id)?.sit().saved()))
}

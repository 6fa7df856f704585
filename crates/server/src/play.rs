//! Playing: the pages and forms of a table.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the path of a method is good for one lifetime of a hand, a closure for all"
)]

use std::sync::Arc;
use std::time::Duration;

use agon_agents::Level;
use agon_render::heard::hear;
use agon_table::{Command, Hand, News, Progress, Question, Refusal, Saved, Seat, Sides, Switch, Uncommented};
use axum::Json;
use axum::extract::Query;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::answer::{Said, answer, no_cell, render, respond, selected, told};
use crate::app::App;
use crate::at::At;
use crate::forms::{Made, Sent, cells};
use crate::middleware::Visitor;
use crate::system;
use crate::table::{SharedTable, Update, seat};
use crate::think::commentator;
use crate::trouble::Trouble;
use crate::views::comment;
use crate::vocabulary::vocabulary;
use crate::wrong::{Wrong, clipped};

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
pub(crate) async fn show(at: At, Query(look): Query<Look>) -> Result<Response, Trouble> {
    let At { app, visitor, table } = &at;
    app.think(table);
    if visitor.fragment {
        table.sit().fetched(&visitor.session, (app.time.now)());
    }
    let selected = cells(&look.selected);
    let mut said = match look.ask.as_deref().map(|name| Question::find(name).ok_or_else(|| unknown(name))) {
        None => Said::default(),
        Some(question) => {
            answer(app, visitor, table, question?, look.cell.or(selected.last().copied())).await?
        }
    };
    said.selected = selected;
    Ok(render(app, visitor, table, &said))
}

fn unknown(name: &str) -> Trouble {
    Wrong::Question { text: clipped(name), known: Question::ALL.map(Question::name).join(", ") }.into()
}

/// A cell that was pointed at, and those before it.
#[derive(Deserialize)]
pub(crate) struct Point {
    #[serde(default)]
    selected: String,
    cell: usize,
    version: Option<u64>,
}

/// `POST /play/{id}/point`
pub(crate) async fn point(at: At, Sent(point): Sent<Point>) -> Result<Response, Trouble> {
    let At { app, visitor, table } = &at;
    let words = visitor.words();
    let (said, uncommented) = {
        let mut sitting = table.sit();
        let layout = app.boards.of(sitting.rules().as_ref(), sitting.turned_for(&visitor.session)).layout;
        let pointed = sitting
            .mover(&visitor.session, point.version)
            .and_then(|mut hand| hand.point(&cells(&point.selected), point.cell));
        let said = match pointed {
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
                let said = Said::refused(words, &sitting, &layout, &refusal);
                let selected = match refusal {
                    Refusal::NoMoveThere { selected, .. } => selected,
                    _ => Vec::new(),
                };
                Some(Said { selected, ..said })
            }
        };
        (said, sitting.uncommented())
    };
    match said {
        Some(said) => Ok(respond(app, visitor, table, &said)),
        None => moved(app, visitor, table, uncommented).await,
    }
}

/// Something that was typed.
#[derive(Deserialize)]
pub(crate) struct Typed {
    text: String,
    version: Option<u64>,
}

/// `POST /play/{id}/say`
pub(crate) async fn say(at: At, Sent(typed): Sent<Typed>) -> Result<Response, Trouble> {
    let At { app, visitor, table } = &at;
    let (played, uncommented) = {
        let mut sitting = table.sit();
        let hand = sitting.mover(&visitor.session, typed.version);
        (hand.and_then(|mut hand| hand.play(&typed.text)), sitting.uncommented())
    };
    let Err(refusal) = played else { return moved(app, visitor, table, uncommented).await };
    match vocabulary().read(&typed.text) {
        None => {
            let (heard, uncommented) = {
                let mut sitting = table.sit();
                let heard = hear(sitting.played(), &typed.text).map(|found| match found {
                    Ok(index) => {
                        let text = sitting.played().move_text(index);
                        let hand = sitting.mover(&visitor.session, typed.version);
                        hand.and_then(|mut hand| hand.play(&text))
                    }
                    Err(unclear) => Err(Refusal::Move(unclear)),
                });
                (heard, sitting.uncommented())
            };
            match heard.unwrap_or(Err(refusal)) {
                Ok(()) => moved(app, visitor, table, uncommented).await,
                Err(refusal) => done(&at, Err(refusal)).await,
            }
        }
        Some((command, about)) => obey(&at, typed.version, command, about.as_deref()).await,
    }
}

/// Does what was typed.
async fn obey(
    at: &At,
    version: Option<u64>,
    command: Command,
    about: Option<&str>,
) -> Result<Response, Trouble> {
    let At { app, visitor, table } = at;
    let words = visitor.words();
    match command {
        Command::Undo => act(at, version, |hand| hand.undo()).await,
        Command::Redo => act(at, version, |hand| hand.redo()).await,
        Command::Resign => act(at, version, |hand| hand.resign()).await,
        Command::Decline => act(at, version, |hand| hand.decline()).await,
        Command::Switch(switch) => act(at, version, |hand| hand.switch(switch)).await,
        Command::Draw => done(at, at.offer_draw(version).await?).await,
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
        let comment = comment_on(app.clone(), visitor.clone(), table.clone(), uncommented);
        if visitor.fragment && !system::ALONE {
            // A page that listens shows the move at once, and is told when there is something to say about it.
            system::spawn(async move {
                comment.await;
            });
        } else {
            said.comment = system::wait_for(comment, PATIENCE).await.flatten();
        }
    }
    show_changed(app, visitor, table, &said).await
}

/// Thinks of what there is to say about a move, keeps it at the table, and tells those who listen.
async fn comment_on(
    app: App,
    visitor: Visitor,
    table: Arc<SharedTable>,
    uncommented: Uncommented,
) -> Option<String> {
    let (rules, before) = (uncommented.rules.clone(), uncommented.before.fork());
    let assessment = app.ask(&visitor, commentator(rules.bare()), rules, before).await.ok()?;
    let found = uncommented.comment(&assessment)?;
    let sentence = comment::sentence(visitor.words(), &found);
    let version = {
        let mut sitting = table.sit();
        sitting.keep(found);
        sitting.version()
    };
    table.publish(Update { version, ..Update::default() });
    Some(sentence)
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
    let _ = system::wait_for(settled, PATIENCE).await;
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
    at: &At,
    version: Option<u64>,
    deed: impl FnOnce(&mut Hand<'_>) -> Result<News, Refusal>,
) -> Result<Response, Trouble> {
    done(at, at.act(version, deed)).await
}

/// Shows what came of a deed.
async fn done(at: &At, outcome: Result<News, Refusal>) -> Result<Response, Trouble> {
    let At { app, visitor, table } = at;
    let words = visitor.words();
    let said = {
        let sitting = table.sit();
        match &outcome {
            Ok(news) => Said::news(told(words, &sitting, *news)),
            Err(refusal) => {
                let turned = sitting.turned_for(&visitor.session);
                let layout = app.boards.of(sitting.rules().as_ref(), turned).layout;
                Said::refused(words, &sitting, &layout, refusal)
            }
        }
    };
    if outcome.is_err() {
        return Ok(respond(app, visitor, table, &said));
    }
    app.settle(table)?;
    show_changed(app, visitor, table, &said).await
}

/// `POST /play/{id}/undo`: takes back, or asks the other person to.
pub(crate) async fn undo(at: At, made: Made) -> Result<Response, Trouble> {
    act(&at, made.version, |hand| hand.undo()).await
}

/// `POST /play/{id}/redo`
pub(crate) async fn redo(at: At, made: Made) -> Result<Response, Trouble> {
    act(&at, made.version, |hand| hand.redo()).await
}

/// `POST /play/{id}/resign`
pub(crate) async fn resign(at: At, made: Made) -> Result<Response, Trouble> {
    act(&at, made.version, |hand| hand.resign()).await
}

/// `POST /play/{id}/turn`: turns the board, which is no deed in the game.
pub(crate) async fn turn(at: At) -> Result<Response, Trouble> {
    let turned = at.table.sit().turn_for(&at.visitor.session);
    done(&at, turned.map(|()| News::Turned)).await
}

/// `POST /play/{id}/decline`: declines the draw that is offered.
pub(crate) async fn decline(at: At, made: Made) -> Result<Response, Trouble> {
    act(&at, made.version, |hand| hand.decline()).await
}

/// `POST /play/{id}/draw`: offers a draw, or agrees to the one that is offered.
pub(crate) async fn draw(at: At, made: Made) -> Result<Response, Trouble> {
    done(&at, at.offer_draw(made.version).await?).await
}

/// A switch to be turned.
#[derive(Deserialize)]
pub(crate) struct Turned {
    pub(crate) name: Switch,
    pub(crate) version: Option<u64>,
}

/// `POST /play/{id}/switch`
pub(crate) async fn switch(at: At, Sent(turned): Sent<Turned>) -> Result<Response, Trouble> {
    act(&at, turned.version, |hand| hand.switch(turned.name)).await
}

/// Levels to change to.
#[derive(Deserialize)]
pub(crate) struct Levels {
    first: Option<String>,
    second: Option<String>,
    pub(crate) version: Option<u64>,
}

impl Levels {
    /// The levels, if they are some.
    pub(crate) fn read(&self) -> Result<[Option<Level>; 2], Trouble> {
        let level = |wanted: &Option<String>| -> Result<Option<Level>, Trouble> {
            let seat = wanted.as_deref().map(seat).transpose()?;
            Ok(seat.and_then(|seat| if let Seat::Level(level) = seat { Some(level) } else { None }))
        };
        Ok([level(&self.first)?, level(&self.second)?])
    }
}

/// `POST /play/{id}/level`
pub(crate) async fn level(at: At, Sent(wanted): Sent<Levels>) -> Result<Response, Trouble> {
    let levels = wanted.read()?;
    let changed = at.act(wanted.version, |hand| hand.change_levels(levels));
    if changed.is_ok() {
        at.app.remind(&at.table.session, &mut at.table.sit())?;
    }
    done(&at, changed).await
}

/// `POST /play/{id}/stop`
pub(crate) async fn stop(at: At) -> Result<Response, Trouble> {
    at.seated()?;
    let At { app, visitor, table } = &at;
    // The thought that is to end may not have begun yet.
    app.think(table);
    if let Some(brake) = table.sit().brake() {
        brake.press();
    }
    wait(table).await;
    if visitor.fragment {
        return Ok(render(app, visitor, table, &Said::default()));
    }
    Ok(Redirect::to(&table.address()).into_response())
}

/// `GET /play/{id}/saved.json`: the table as it is stored, for a browser that keeps a copy in case the network goes away. Games
/// between people who sit apart are not played on by one of them, and watchers have nothing to go on with.
pub(crate) async fn saved(at: At) -> Result<Json<Saved>, Trouble> {
    let sitting = at.table.sit();
    match sitting.sides(&at.visitor.session) {
        Sides::Both => Ok(Json(sitting.saved())),
        _ => Err(Trouble::NotSeated),
    }
}

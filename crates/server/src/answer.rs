//! What is answered at a table: questions, and the table itself as a fragment or as a page.

use std::sync::Arc;

use agon_render::page::{Page, document};
use agon_render::playing::{self, join};
use agon_render::pointing::Pointing;
use agon_render::question::Question;
use agon_render::tell;
use agon_render::words::Words;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};

use crate::app::App;
use crate::attend::Visitor;
use crate::carry::formats;
use crate::levels::strengths;
use crate::table::{Sitting, Table};
use crate::think::ADVISER;
use crate::trouble::Trouble;

/// What is said together with a table.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) message: Option<String>,
    pub(crate) answer: Vec<String>,
    pub(crate) news: Option<String>,
    pub(crate) choices: Vec<usize>,
    pub(crate) selected: Vec<usize>,
    pub(crate) hint: Vec<usize>,
    /// What there is to say about the move that was just played.
    pub(crate) comment: Option<String>,
}

impl Said {
    pub(crate) fn message(sentence: String) -> Said {
        Said { message: Some(sentence), ..Said::default() }
    }

    pub(crate) fn news(sentence: String) -> Said {
        Said { news: Some(sentence), ..Said::default() }
    }
}

/// Answers a question about a table.
pub(crate) async fn answer(
    app: &App,
    visitor: &Visitor,
    table: &Table,
    question: Question,
    cell: Option<usize>,
) -> Result<Said, Trouble> {
    let words = visitor.words();
    let (played, layout, viewer, rules) = {
        let sitting = table.sit();
        (sitting.played.fork(), sitting.layout.clone(), sitting.viewer(), sitting.rules.clone())
    };
    let cell = cell.filter(|&cell| cell < layout.cells.len());
    let told = |answer: Vec<String>| Ok(Said { answer, ..Said::default() });
    match question {
        Question::Describe => told(tell::describe(words, played.as_ref(), &layout)),
        Question::Pieces => {
            told(tell::pieces_of(words, played.as_ref(), &layout, Some(viewer)).into_iter().collect())
        }
        Question::Moves => told(vec![tell::moves(words, played.as_ref(), &layout, cell)]),
        Question::Changed => told(tell::changes(words, played.as_ref(), &layout, viewer)),
        Question::Last => told(vec![tell::last(words, played.as_ref(), &layout)]),
        Question::Clock => told(match table.sit().clock.shown() {
            Some(clock) => clock.tell(words, played.info()),
            None => vec![words.say("clock-missing")],
        }),
        Question::Winning | Question::Hint if played.ending().is_some() => {
            told(vec![tell::status(words, played.as_ref())])
        }
        Question::Winning | Question::Hint => {
            let assessment = app.ask(&visitor.session, ADVISER, rules, played.fork()).await?;
            let Some(best) = assessment.best else { return told(vec![tell::status(words, played.as_ref())]) };
            if question == Question::Winning {
                return told(vec![tell::standing(words, played.as_ref(), &assessment.moves[best])]);
            }
            let sentence = tell::hint(words, played.as_ref(), &assessment.moves, best, &assessment.line);
            Ok(Said { answer: vec![sentence], hint: played.move_trace(best).path, ..Said::default() })
        }
    }
}

/// What is said of a selection.
pub(crate) fn selected(words: &Words, sitting: &Sitting, path: Vec<usize>) -> Said {
    let Some(&cell) = path.last() else { return Said::news(words.say("deselected")) };
    let (played, layout) = (sitting.played.as_ref(), &sitting.layout);
    let pointing = Pointing::new(played, &path);
    let targets = tell::names(layout, &pointing.targets());
    let name = format!("{}, {}", layout.cells[cell].name, tell::contents(words, played, cell));
    let mut news =
        words.with("selected-cell", &[("cell", name.into()), ("moves", format!("{targets}.").into())]);
    if pointing.removes() {
        news = format!("{} {targets}.", words.say("advice-remove"));
    }
    Said { selected: path, ..Said::news(news) }
}

/// Answers a form that did not change the table: with a fragment, or with a page that keeps what was said.
pub(crate) fn respond(visitor: &Visitor, table: &Arc<Table>, said: &Said) -> Response {
    let quiet = said.message.is_none() && said.answer.is_empty() && said.choices.is_empty();
    if quiet && !visitor.fragment {
        // A selection is part of the address, so that the page can be reloaded.
        let address = format!("{}?selected={}", table.address(), join(&said.selected));
        return Redirect::to(&address).into_response();
    }
    render(visitor, table, said)
}

/// The table as a fragment or as a page.
pub(crate) fn render(visitor: &Visitor, table: &Table, said: &Said) -> Response {
    let words = visitor.words();
    let sitting = table.sit();
    let played = sitting.played.as_ref();
    let news = said.news.clone().unwrap_or_else(|| {
        let status = tell::status(words, played);
        let last = played.last().map(|_| tell::last(words, played, &sitting.layout));
        // The program may have answered while the comment was being thought of.
        let parts = [said.comment.clone(), last, Some(status)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    let address = table.address();
    let levels = strengths(words, sitting.rules.as_ref());
    let shown = playing::Table {
        words,
        played,
        layout: &sitting.layout,
        arrows: &sitting.arrows,
        address: &address,
        seats: &sitting.seats,
        levels: &levels,
        selected: &said.selected,
        choices: &said.choices,
        hint: &said.hint,
        message: said.message.clone(),
        answer: &said.answer,
        news,
        thinking: sitting.thinking.is_some(),
        can_redo: !sitting.undone.is_empty(),
        version: sitting.version,
        stylesheet: &sitting.stylesheet(),
        formats: &formats(&played.info().id),
        clock: sitting.clock.shown(),
        offer: sitting.offer,
        takeback: sitting.takeback,
        comments: sitting.comments,
        comment: sitting.comment.as_ref().map(|comment| comment.tell(words)),
    };
    let fragment = shown.fragment();
    let status = if said.message.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    if visitor.fragment {
        return (status, Html(fragment.into_string())).into_response();
    }
    let game = tell::game(words, played.info());
    let content = maud::html! { h1 { (game) } (fragment) };
    let page = Page {
        reader: visitor.reader,
        title: shown.title(),
        address: &address,
        board: Some(sitting.stylesheet()),
        sheet: Some(playing::sheet(played)),
        content,
    };
    (status, Html(document(&page).into_string())).into_response()
}

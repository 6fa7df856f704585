//! What is answered at a table: questions, and the table itself as a fragment or as a page.

use std::sync::Arc;

use agon_core::pointing::Pointing;
use agon_core::{Layout, Match, Player};
use agon_render::tell;
use agon_render::words::{Speech, Words, place};
use agon_table::{News, Question, Refusal, Sides, Sitting, Switch};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};

use crate::access::Party;
use crate::app::App;
use crate::levels::strengths;
use crate::middleware::Visitor;
use crate::seat;
use crate::table::{Seated, SharedTable, Talk};
use crate::think::adviser;
use crate::transfer::formats;
use crate::trouble::Trouble;
use crate::views::page::{Page, document};
use crate::views::people::People;
use crate::views::playing::{TableView, join, sheet};
use crate::views::{clock, comment};

/// What is said together with a table.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) status: StatusCode,
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
        Said { status: StatusCode::UNPROCESSABLE_ENTITY, message: Some(sentence), ..Said::default() }
    }

    pub(crate) fn refused(words: &Words, sitting: &Sitting, layout: &Layout, refusal: &Refusal) -> Said {
        Said { status: status(refusal), ..Said::message(refused(words, sitting, layout, refusal)) }
    }

    pub(crate) fn news(sentence: String) -> Said {
        Said { news: Some(sentence), ..Said::default() }
    }
}

/// What a deed led to, in a sentence.
pub(crate) fn told(words: &Words, sitting: &Sitting, news: News) -> String {
    let played = sitting.played();
    let with_status = |key: &str| words.with(key, &[("status", tell::status(words, played).into())]);
    match news {
        News::TakenBack => with_status("taken-back"),
        News::PlayedAgain => with_status("played-again"),
        News::Over => tell::status(words, played),
        News::DrawOffered(player) => {
            let side = tell::side(words, played.info(), player);
            words.with("draw-offered", &[("side", side.into())])
        }
        News::DrawDeclined => words.say("draw-refused"),
        News::TakebackAsked(player) => {
            let side = tell::side(words, played.info(), player);
            words.with("takeback-asked", &[("side", side.into())])
        }
        News::TakebackDeclined => words.say("takeback-declined"),
        News::Switched(Switch::Takeback, on) => words.say(if on { "takeback-on" } else { "takeback-off" }),
        News::Switched(Switch::Comments, on) => words.say(if on { "comments-on" } else { "comments-off" }),
        News::Switched(Switch::Pause, on) => words.say(if on { "clock-paused" } else { "clock-goes-on" }),
        News::LevelsChanged => words.say("level-changed"),
        News::Turned => words.say("board-turned"),
    }
}

/// The status of an answer that says why a deed was not done.
pub(crate) fn status(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::Watching => StatusCode::FORBIDDEN,
        Refusal::Stale => StatusCode::CONFLICT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// Why a deed was not done, in a sentence.
pub(crate) fn refused(words: &Words, sitting: &Sitting, layout: &Layout, refusal: &Refusal) -> String {
    let played = sitting.played();
    match refusal {
        Refusal::Over => words.say("game-over-already"),
        Refusal::NotYourTurn if sitting.person_decides() => words.say("others-turn"),
        Refusal::NotYourTurn | Refusal::Late => words.say("not-your-turn"),
        Refusal::Asked => words.say("asked-already"),
        Refusal::Apart => words.say("not-alone"),
        Refusal::Watching => words.say("not-seated"),
        Refusal::Awaited => words.say("friend-awaited"),
        Refusal::Stale => words.say("stale"),
        Refusal::Move(error) => tell::refusal(words, error),
        Refusal::NoSuchCell { cell } => no_cell(words, &cell.to_string()),
        Refusal::NoMoveThere { cell, selected } => {
            let moves = tell::moves(words, played, layout, selected.first().copied());
            let cell = tell::cell(words, played, layout, *cell, tell::State::default());
            words.with("no-move-there", &[("cell", cell.into()), ("moves", moves.into())])
        }
        Refusal::TakebackOff => words.say("takeback-off"),
        Refusal::NothingToTakeBack => words.say("nothing-to-undo"),
        Refusal::NothingToRedo => words.say("nothing-to-redo"),
        Refusal::NoClock => words.say("clock-missing"),
        Refusal::NobodyToAgree => words.say("draw-nobody"),
        Refusal::TooEarly => words.say("draw-early"),
        Refusal::Declined => words.say("draw-declined"),
        Refusal::NoOffer => words.say("draw-none"),
    }
}

/// There is no such cell.
pub(crate) fn no_cell(words: &Words, text: &str) -> String {
    words.with("no-such-cell", &[("text", text.into())])
}

/// Answers a question about a table.
pub(crate) async fn answer(
    app: &App,
    visitor: &Visitor,
    table: &SharedTable,
    question: Question,
    cell: Option<usize>,
) -> Result<Said, Trouble> {
    let words = visitor.words();
    let (played, turned, sides, viewer, rules) = {
        let sitting = table.sit();
        let sides = sitting.sides(&visitor.session);
        let viewer = sides.only().unwrap_or_else(|| sitting.viewer());
        (
            sitting.played().fork(),
            sitting.turned_for(&visitor.session),
            sides,
            viewer,
            sitting.rules().clone(),
        )
    };
    let layout = app.boards.of(rules.as_ref(), turned).layout;
    let cell = cell.filter(|&cell| cell < layout.cells.len());
    let told = |answer: Vec<String>| Ok(Said { answer, ..Said::default() });
    match question {
        Question::Describe => told(tell::describe(words, played.as_ref(), &layout)),
        Question::Pieces => {
            told(tell::pieces_of(words, played.as_ref(), &layout, Some(viewer)).into_iter().collect())
        }
        Question::Moves => told(vec![tell::moves(words, played.as_ref(), &layout, cell)]),
        Question::Captures => told(vec![tell::captures(words, played.as_ref())]),
        Question::Changed => told(tell::changes(words, played.as_ref(), &layout, viewer)),
        Question::Last => told(vec![tell::last(words, played.as_ref(), &layout)]),
        Question::Clock => told(match table.sit().clock() {
            Some(face) => clock::sentences(words, played.info(), &face),
            None => vec![words.say("clock-missing")],
        }),
        Question::Winning | Question::Hint if played.ending().is_some() => {
            told(vec![tell::status(words, played.as_ref())])
        }
        // Two people play on their own.
        Question::Winning | Question::Hint if sides.only().is_some() => {
            Ok(Said::message(words.say("no-help")))
        }
        Question::Winning | Question::Hint => {
            let assessment = app.ask(visitor, adviser(rules.bare()), rules, played.fork()).await?;
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
pub(crate) fn selected(words: &Words, sitting: &Sitting, layout: &Layout, path: Vec<usize>) -> Said {
    let news = selection(words, sitting.played(), layout, &path);
    Said { selected: path, ..Said::news(news) }
}

/// The cell that was pointed at last, and what can be pointed at next.
pub(crate) fn selection(words: &Words, played: &dyn Match, layout: &Layout, path: &[usize]) -> String {
    let Some(&cell) = path.last() else { return words.say("deselected") };
    let pointing = Pointing::new(played, path);
    let targets = tell::names(words, layout, &pointing.targets());
    let name = format!("{}, {}", place(words, &layout.cells[cell].name), tell::contents(words, played, cell));
    if pointing.removes() {
        return format!("{} {targets}.", words.say("advice-remove"));
    }
    words.with("selected-cell", &[("cell", name.into()), ("moves", format!("{targets}.").into())])
}

/// Answers a form that did not change the table: with a fragment, or with a page that keeps what was said.
pub(crate) fn respond(app: &App, visitor: &Visitor, table: &Arc<SharedTable>, said: &Said) -> Response {
    let quiet = said.message.is_none() && said.answer.is_empty() && said.choices.is_empty();
    if quiet && !visitor.fragment {
        // A selection is part of the address, so that the page can be reloaded.
        let address = format!("{}?selected={}", table.address(), join(&said.selected));
        return Redirect::to(&address).into_response();
    }
    render(app, visitor, table, said)
}

/// What happened last at a table, as a visitor has to be told of it: what he did himself he knows. What somebody else asks of him
/// is told with whatever else happens, until it is answered.
fn happened(visitor: &Visitor, sitting: &Seated<'_>, layout: &Layout) -> Vec<String> {
    let (words, played, session) = (visitor.words(), sitting.played(), visitor.session.as_str());
    let talk = sitting.talk_for(session);
    let mut sentences = Vec::new();
    match talk {
        Some(Talk::News(news)) => sentences.push(told(words, sitting, news)),
        Some(Talk::Came(player)) => {
            let name = sitting.company().name(player).map_or_else(|| words.say("somebody"), str::to_owned);
            sentences.push(words.with("friend-came", &[("name", name.into())]));
            sentences.push(tell::status(words, played));
        }
        Some(Talk::Rematch) => sentences.push(words.say("rematch-ready")),
        None => {
            let ending = played.ending();
            // What the players end the game with is no move.
            let moved = played.last().filter(|last| match ending {
                Some(ending) => !ending.reason.is_of_players(),
                None => !sitting.is_own(session, last.player),
            });
            sentences.extend(moved.map(|_| tell::last(words, played, layout)));
            // In words, whose turn it is goes without saying while the players take turns.
            let turns = words.speech() != Speech::Notation
                && ending.is_none()
                && played.last().is_some_and(|last| last.player != played.to_move());
            sentences.extend((!turns).then(|| tell::status(words, played)));
        }
    }
    let standing = [sitting.offer().map(News::DrawOffered), sitting.asks().map(News::TakebackAsked)];
    let others = sitting.sides(session).only().map(|own| !own);
    for asked in standing.into_iter().flatten().filter(|&asked| talk != Some(Talk::News(asked))) {
        if let News::DrawOffered(player) | News::TakebackAsked(player) = asked
            && others == Some(player)
        {
            sentences.push(told(words, sitting, asked));
        }
    }
    sentences
}

/// The table as a fragment or as a page.
pub(crate) fn render(app: &App, visitor: &Visitor, table: &SharedTable, said: &Said) -> Response {
    let words = visitor.words();
    let sitting = table.sit();
    let board = app.boards.of(sitting.rules().as_ref(), sitting.turned_for(&visitor.session));
    let (played, terms) = (sitting.played(), sitting.terms());
    let news = said.news.clone().unwrap_or_else(|| {
        // The program may have answered while the comment was being thought of.
        let comment = said.comment.clone().into_iter();
        comment.chain(happened(visitor, &sitting, &board.layout)).collect::<Vec<_>>().join(" ")
    });
    let (address, stylesheet) = (table.address(), sitting.stylesheet(&visitor.session));
    let levels = strengths(words, sitting.rules().as_ref());
    let shown = TableView {
        words,
        played,
        layout: &board.layout,
        arrows: &board.arrows,
        near: near(&sitting, board.near),
        address: &address,
        seats: sitting.seats(),
        levels: &levels,
        selected: &said.selected,
        choices: &said.choices,
        hint: &said.hint,
        message: said.message.clone(),
        answer: &said.answer,
        news,
        thinking: sitting.brake().is_some(),
        can_redo: sitting.can_redo(),
        version: sitting.version(),
        stylesheet: &stylesheet,
        formats: &formats(&played.info().id),
        clock: sitting.clock(),
        offer: sitting.offer(),
        takeback: terms.takeback,
        comments: terms.comments,
        comment: sitting.comment().map(|kept| comment::sentence(words, kept)),
        people: people(&sitting, visitor, table),
    };
    let fragment = shown.fragment();
    let state = || format!("{}{}", sitting.version(), if sitting.turned() { " turned" } else { "" });
    let keep = (sitting.sides(&visitor.session) == Sides::Both).then(|| [(KEEP, state())]);
    if visitor.fragment {
        return (said.status, keep, Html(fragment.into_string())).into_response();
    }
    let game = tell::game(words, played.info());
    let content = maud::html! { h1.game { (game) } (notice(words)) (fragment) };
    let page = Page {
        reader: visitor.reader,
        title: shown.title(),
        address: &address,
        board: Some(stylesheet.clone()),
        sheet: Some(sheet(played)),
        content,
    };
    (said.status, keep, Html(document(&page).into_string())).into_response()
}

/// The header by which a browser is told that it may keep a copy of this table, in case the network goes away; it says in which
/// state the table is, so that the same is copied once.
const KEEP: &str = "x-agon-keep";

/// Where refusals and a lost server are seen, whatever part of the page is on the screen.
pub(crate) fn notice(words: &Words) -> maud::Markup {
    maud::html! {
        p.notice id="notice" hidden data-lost=(words.say("lost")) data-back=(words.say("back-again"))
            data-stale=(words.say("stale")) data-gone-on=(words.say("gone-on")) data-unanswered=(words.say("unanswered")) {}
    }
}

/// Who is at the table, as a visitor sees it.
fn people(sitting: &Seated<'_>, visitor: &Visitor, table: &SharedTable) -> People {
    let company = sitting.company();
    let own = company.of(&visitor.session);
    let link = |party: &Party| seat::address(&table.id, &party.secret);
    People {
        sides: sitting.sides(&visitor.session),
        apart: company.is_apart(),
        names: Player::BOTH.map(|player| company.name(player).map(str::to_owned)),
        awaited: company.awaited().is_some(),
        invitation: own.and(company.awaited()).map(link),
        own: own.filter(|_| !visitor.reader.alone).map(link),
        asks: sitting.asks(),
        next: own.and(company.next.as_deref()).map(|id| format!("/play/{id}")),
    }
}

/// Whose side of the board is the near one: where the board has no sides, that of the only person at the table.
fn near(sitting: &Sitting, behind: Option<Player>) -> Player {
    behind.or(sitting.only_person()).unwrap_or(Player::First)
}

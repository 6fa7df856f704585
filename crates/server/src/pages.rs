//! Pages that belong to no table: home, the games, help, settings.

use agon_agents::level;
use agon_core::Rules;
use agon_render::words::Language;
use agon_render::{board, diagram, svg, tell};
use axum::extract::{Extension, Path, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Redirect, Response};
use maud::html;
use serde::Deserialize;

use crate::app::App;
use crate::forms::Sent;
use crate::levels::strengths;
use crate::middleware::Visitor;
use crate::store::Wishes;
use crate::trouble::Trouble;
use crate::views::home::{Going, home};
use crate::views::page::{Page, Theme, Volume, document};
use crate::views::{ladder, setup};

/// How many of a reader's games the first page lists.
const LISTED: u32 = 8;

/// `GET /`
pub(crate) async fn front(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Html<String>, Trouble> {
    let words = visitor.words();
    let mut going = Vec::new();
    for listed in app.store.going(&visitor.session, LISTED)? {
        // A game of rules that changed since cannot be gone on with, and is not offered.
        let Ok(rules) = app.catalogue.find(&listed.saved.record.game) else { continue };
        let Ok(played) = rules.replay(&listed.saved.record) else { continue };
        going.push((format!("/play/{}", listed.id), played));
    }
    let going: Vec<Going<'_>> = (going.iter())
        .map(|(address, played)| Going {
            address: address.clone(),
            info: played.info(),
            status: tell::status(words, played.as_ref()),
        })
        .collect();
    let content = home(words, &app.cards(), &going, visitor.reader.alone);
    let sheet = svg::sheet(&|name| name != "mark-last");
    let title = words.say("home-title");
    let page = Page { reader: visitor.reader, title, address: "/", board: None, sheet: Some(sheet), content };
    Ok(Html(document(&page).into_string()))
}

/// `GET /games/{id}`
pub(crate) async fn game(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Html<String>, Trouble> {
    let rules = app.catalogue.find(&id).map_err(|_| Trouble::NoPage(format!("/games/{id}")))?;
    let start = rules.start(None).map_err(|error| Trouble::Failed(error.to_string()))?;
    let words = visitor.words();
    let address = format!("/games/{}", rules.spec());
    let wanted = svg::outlines(rules.info());
    let page = Page {
        reader: visitor.reader,
        title: tell::game(words, rules.info()),
        address: &address,
        board: None,
        sheet: Some(svg::sheet(&|name| wanted.contains(&name))),
        content: html! {
            (setup::setup(words, rules.as_ref(), start.as_ref(), &strengths(words, rules.as_ref())))
            (diagram::section(words, rules.as_ref()))
            (ladder::section(words, measured(rules.as_ref()).as_ref()))
        },
    };
    Ok(Html(document(&page).into_string()))
}

/// What calibration has found out about the levels of a game.
fn measured(game: &dyn Rules) -> Option<ladder::Measured> {
    let ladder = level::Ladder::of(game)?;
    let rungs = ladder.rungs.iter().map(|rung| ladder::Rung {
        level: rung.level,
        rating: rung.rating,
        step: rung.step().map(|step| ladder::Step {
            score: step.score,
            interval: (step.low, step.high),
            games: step.games,
            reached: step.reached,
        }),
    });
    Some(ladder::Measured {
        rungs: rungs.collect(),
        lowest: ladder.greedy_share(),
        span: ladder
            .confirmed
            .as_ref()
            .map(|ends| ends.span.score)
            .or(ladder.span.map(|meeting| meeting.score)),
        fresh: ladder.confirmed.is_some(),
    })
}

/// `GET /about`
pub(crate) async fn about(Extension(visitor): Extension<Visitor>) -> Html<String> {
    let words = visitor.words();
    let parts = ["play", "speech", "levels"];
    let content = html! {
        h1 { (words.say("about-title")) }
        @for part in parts {
            h2 { (words.say(&format!("about-{part}"))) }
            p { (words.say(&format!("about-{part}-text"))) }
        }
        h2 { (words.say("about-api")) }
        p { (words.say("about-api-text")) " " a href="/api/openapi.json" { "OpenAPI" } }
    };
    let title = words.say("about-title");
    let page = Page { reader: visitor.reader, title, address: "/about", board: None, sheet: None, content };
    Html(document(&page).into_string())
}

/// What a reader wishes.
#[derive(Deserialize)]
pub(crate) struct Settings {
    language: Option<String>,
    theme: Option<String>,
    sound: Option<String>,
    #[serde(default)]
    back: String,
}

/// `POST /settings`
pub(crate) async fn settings(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Sent(settings): Sent<Settings>,
) -> Result<Redirect, Trouble> {
    let language =
        settings.language.as_deref().and_then(Language::find).map(|language| language.tag().to_owned());
    let theme = settings.theme.as_deref().and_then(Theme::find).map(|theme| theme.name().to_owned());
    let sound = settings.sound.as_deref().and_then(Volume::find).map(|volume| volume.name().to_owned());
    app.store.wish(&visitor.session, &Wishes { language, theme, sound })?;
    // Only to a page of ours: one slash, no other host.
    let ours =
        settings.back.starts_with('/') && !settings.back.starts_with("//") && !settings.back.contains('\\');
    let clean = ours && settings.back.chars().all(|c| c.is_ascii_graphic());
    Ok(Redirect::to(if clean { &settings.back } else { "/" }))
}

/// `GET /boards/{side}/{file}`: where the buttons of a board are.
pub(crate) async fn stylesheet(
    State(app): State<App>,
    Path((side, file)): Path<(String, String)>,
) -> Result<Response, Trouble> {
    let missing = || Trouble::NoPage(format!("/boards/{side}/{file}"));
    let spec = file.strip_suffix(".css").ok_or_else(missing)?;
    let rules = app.catalogue.find(spec).map_err(|_| missing())?;
    let layout = match side.as_str() {
        "plain" => rules.layout(),
        "turned" => board::turned(&rules.layout()),
        _ => return Err(missing()),
    };
    let headers =
        [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "max-age=3600")];
    Ok((headers, board::stylesheet(&layout)).into_response())
}

/// The files that are part of the program: path, type, content.
const FILES: [(&str, &str, &str); 7] = [
    ("/app.css", "text/css; charset=utf-8", include_str!("../assets/app.css")),
    ("/app.js", "text/javascript; charset=utf-8", include_str!("../assets/app.js")),
    ("/lab.js", "text/javascript; charset=utf-8", include_str!("../assets/lab.js")),
    ("/sound.js", "text/javascript; charset=utf-8", include_str!("../assets/sound.js")),
    ("/icon.svg", "image/svg+xml", include_str!("../assets/icon.svg")),
    ("/manifest.webmanifest", "application/manifest+json", include_str!("../assets/manifest.webmanifest")),
    ("/api/openapi.json", "application/json", include_str!("../assets/openapi.json")),
];

/// Adds a route for each file.
pub(crate) fn files(mut router: axum::Router<App>) -> axum::Router<App> {
    for (path, kind, content) in FILES {
        let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
        router = router.route(path, axum::routing::get(move || async move { (headers, content) }));
    }
    router
}

//! Pages that belong to no table: home, the games, help, settings.

use agon_agents::level;
use agon_core::{Library, Rules};
use agon_render::words::{Language, Speech};
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
use crate::views::{self, ladder, setup};

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
        let Ok(rules) = app.find(&listed.saved.record.game) else { continue };
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
    #[cfg(not(target_family = "wasm"))]
    let sheets = crate::sheets::of_session(&app, &visitor.session)?;
    #[cfg(target_family = "wasm")]
    let sheets = Vec::new();
    let content = home(words, &app.cards(), &going, &sheets, visitor.reader.alone);
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
    let rules = app.find(&id).map_err(|_| Trouble::NoPage(format!("/games/{id}")))?;
    let start = rules.start(None).map_err(|error| Trouble::Failed(error.to_string()))?;
    let words = visitor.words();
    let habit = app.habit(&visitor.session, &rules.info().id)?;
    let address = format!("/games/{}", rules.spec());
    let wanted = svg::outlines(rules.info());
    let page = Page {
        reader: visitor.reader,
        title: tell::game(words, rules.info()),
        address: &address,
        board: None,
        sheet: Some(svg::sheet(&|name| wanted.contains(&name))),
        content: html! {
            (setup::setup(words, rules.as_ref(), start.as_ref(), &strengths(words, rules.as_ref()), &habit))
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
        p { (words.say("about-api-text")) " " a href="/api/docs" { (words.say("api-title")) } }
    };
    let title = words.say("about-title");
    let page = Page { reader: visitor.reader, title, address: "/about", board: None, sheet: None, content };
    Html(document(&page).into_string())
}

/// The description of the JSON endpoints.
const DESCRIPTION: &str = include_str!("../assets/openapi.json");

/// `GET /api/docs`
pub(crate) async fn api(Extension(visitor): Extension<Visitor>) -> Result<Html<String>, Trouble> {
    let words = visitor.words();
    let description =
        serde_json::from_str(DESCRIPTION).map_err(|error| Trouble::Failed(format!("{error}.")))?;
    let content = views::api::content(words, &description);
    let title = words.say("api-title");
    let page =
        Page { reader: visitor.reader, title, address: "/api/docs", board: None, sheet: None, content };
    Ok(Html(document(&page).into_string()))
}

/// What a reader wishes.
#[derive(Deserialize)]
pub(crate) struct Settings {
    language: Option<String>,
    theme: Option<String>,
    sound: Option<String>,
    speech: Option<String>,
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
    let speech = settings.speech.as_deref().and_then(Speech::find).map(|speech| speech.name().to_owned());
    app.store.wish(&visitor.session, &Wishes { language, theme, sound, speech })?;
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
    let rules = app.find(spec).map_err(|_| missing())?;
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
const FILES: [(&str, &str, &[u8]); 15] = [
    ("/app.css", "text/css; charset=utf-8", include_bytes!("../assets/app.css")),
    ("/table.css", "text/css; charset=utf-8", include_bytes!("../assets/table.css")),
    ("/app.js", "text/javascript; charset=utf-8", include_bytes!("../assets/app.js")),
    ("/board.js", "text/javascript; charset=utf-8", include_bytes!("../assets/board.js")),
    ("/study.js", "text/javascript; charset=utf-8", include_bytes!("../assets/study.js")),
    ("/lab.js", "text/javascript; charset=utf-8", include_bytes!("../assets/lab.js")),
    ("/sound.js", "text/javascript; charset=utf-8", include_bytes!("../assets/sound.js")),
    ("/links.js", "text/javascript; charset=utf-8", include_bytes!("../assets/links.js")),
    ("/icon.svg", "image/svg+xml", include_bytes!("../assets/icon.svg")),
    ("/icon-180.png", "image/png", include_bytes!("../assets/icon-180.png")),
    ("/icon-192.png", "image/png", include_bytes!("../assets/icon-192.png")),
    ("/icon-512.png", "image/png", include_bytes!("../assets/icon-512.png")),
    ("/favicon.ico", "image/x-icon", include_bytes!("../assets/favicon.ico")),
    ("/manifest.webmanifest", "application/manifest+json", include_bytes!("../assets/manifest.webmanifest")),
    ("/api/openapi.json", "application/json", DESCRIPTION.as_bytes()),
];

/// Adds a route for each file.
pub(crate) fn files(mut router: axum::Router<App>) -> axum::Router<App> {
    for (path, kind, content) in FILES {
        let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
        router = router.route(path, axum::routing::get(move || async move { (headers, content) }));
    }
    router
}

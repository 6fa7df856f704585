//! Puzzles: which there are. One is solved at a [desk](crate::exercise).

use std::sync::Arc;

use agon_agents::Playable;
use agon_core::Match;
use agon_render::{svg, tell};
use agon_school::{Puzzle, Sheet};
use axum::extract::{Extension, Path, State};
use axum::response::{Html, Redirect};

use crate::app::App;
use crate::exercise::failed;
use crate::middleware::Visitor;
use crate::trouble::Trouble;
use crate::views::page::{Page, document};
use crate::views::puzzle::{Listed, index, list, task};

/// Milliseconds in a day.
const DAY: u64 = 24 * 3600 * 1000;

/// `GET /puzzles`
pub(crate) async fn all(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Html<String>, Trouble> {
    let words = visitor.words();
    let solved = app.store.solved(&visitor.session)?;
    let mut games = Vec::new();
    for (rules, sheet) in sheets(&app) {
        let number = today(&app, sheet);
        let start = start(&sheet.puzzles[number - 1], rules.as_ref())?;
        let done = sheet.puzzles.iter().filter(|puzzle| solved.contains(&key(sheet, puzzle))).count();
        games.push((rules, sheet, number, start, done));
    }
    let listed: Vec<Listed<'_>> = (games.iter())
        .map(|(rules, sheet, number, start, done)| Listed {
            rules: rules.bare(),
            layout: rules.layout(),
            start: start.as_ref(),
            today: *number,
            done: *done,
            count: sheet.puzzles.len(),
        })
        .collect();
    let page = Page {
        reader: visitor.reader,
        title: words.say("puzzles"),
        address: "/puzzles",
        board: None,
        sheet: Some(svg::sheet(&|name| name != "mark-last")),
        content: index(words, &listed),
    };
    Ok(Html(document(&page).into_string()))
}

/// `GET /puzzles/{game}`
pub(crate) async fn of_game(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(game): Path<String>,
) -> Result<Html<String>, Trouble> {
    let (rules, sheet) = find(&app, &game)?;
    let words = visitor.words();
    let solved = app.store.solved(&visitor.session)?;
    let mut puzzles = Vec::new();
    for puzzle in &sheet.puzzles {
        let start = start(puzzle, rules.as_ref())?;
        puzzles.push((task(words, puzzle, start.as_ref()), puzzle, solved.contains(&key(sheet, puzzle))));
    }
    let address = format!("/puzzles/{}", sheet.game);
    let page = Page {
        reader: visitor.reader,
        title: words.with("puzzles-of", &[("game", tell::game(words, rules.info()).into())]),
        address: &address,
        board: None,
        sheet: None,
        content: list(words, rules.bare(), &puzzles, today(&app, sheet)),
    };
    Ok(Html(document(&page).into_string()))
}

/// `GET /puzzles/{game}/today`
pub(crate) async fn of_today(State(app): State<App>, Path(game): Path<String>) -> Result<Redirect, Trouble> {
    let (_, sheet) = find(&app, &game)?;
    Ok(Redirect::to(&format!("/puzzles/{}/{}", sheet.game, today(&app, sheet))))
}

fn start(puzzle: &Puzzle, rules: &dyn Playable) -> Result<Box<dyn Match>, Trouble> {
    puzzle.start(rules.bare()).map_err(failed)
}

/// The games of this app that have puzzles, with them.
fn sheets(app: &App) -> impl Iterator<Item = (Arc<dyn Playable>, &'static Sheet)> {
    agon_school::shipped().iter().filter_map(|sheet| Some((app.catalogue.find(&sheet.game).ok()?, sheet)))
}

/// The puzzles of a game.
pub(crate) fn find(app: &App, game: &str) -> Result<(Arc<dyn Playable>, &'static Sheet), Trouble> {
    let found = app.catalogue.find(game).ok().and_then(|rules| {
        let sheet = agon_school::of_game(rules.spec())?;
        Some((rules, sheet))
    });
    found.ok_or_else(|| Trouble::NoPage(format!("/puzzles/{game}")))
}

/// The number of the puzzle of the day: another one every day, in turn, and the same for everybody.
fn today(app: &App, sheet: &Sheet) -> usize {
    let day = (app.time.now)() / DAY;
    // Games do not come to their hardest puzzles on the same day.
    let shift: u64 = sheet.game.bytes().map(u64::from).sum();
    ((day + shift) % sheet.puzzles.len() as u64) as usize + 1
}

/// The name under which it is remembered that a puzzle was solved: it stays when others are added.
pub(crate) fn key(sheet: &Sheet, puzzle: &Puzzle) -> String {
    format!("{} {}", sheet.game, puzzle.position)
}

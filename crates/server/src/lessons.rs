//! Lessons: which there are. A step is taken at a [desk](crate::exercise).

use std::sync::Arc;

use agon_agents::Playable;
use agon_render::{svg, tell};
use agon_school::{Lesson, lesson_of, lessons};
use axum::extract::{Extension, Path, State};
use axum::response::{Html, Redirect};

use crate::app::App;
use crate::exercise::failed;
use crate::middleware::Visitor;
use crate::trouble::Trouble;
use crate::views::lessons::{Listed, index};
use crate::views::page::{Page, document};

/// `GET /learn`
pub(crate) async fn all(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Html<String>, Trouble> {
    let words = visitor.words();
    let done = app.store.solved(&visitor.session)?;
    let mut listed = Vec::new();
    for lesson in lessons() {
        let Ok((rules, lesson)) = find(&app, lesson.id()) else { continue };
        let count = lesson.steps.len();
        // Where the reader left off; whoever has done it all begins anew.
        let left = (1..=count).find(|&number| !done.contains(&key(lesson, number)));
        listed.push(Listed {
            name: tell::game(words, rules.info()),
            address: format!("/learn/{}/{}", lesson.id(), left.unwrap_or(1)),
            done: (1..=count).filter(|&number| done.contains(&key(lesson, number))).count(),
            count,
            start: rules.start(None).map_err(failed)?,
            layout: rules.layout(),
        });
    }
    let page = Page {
        reader: visitor.reader,
        title: words.say("learn"),
        address: "/learn",
        board: None,
        sheet: Some(svg::sheet(&|name| name != "mark-last")),
        content: index(words, &listed),
    };
    Ok(Html(document(&page).into_string()))
}

/// `GET /learn/{game}` and `GET /games/{id}/learn`: its first step.
pub(crate) async fn of_game(State(app): State<App>, Path(game): Path<String>) -> Result<Redirect, Trouble> {
    let (_, lesson) = find(&app, game.split(':').next().unwrap_or(&game))?;
    Ok(Redirect::to(&format!("/learn/{}/1", lesson.id())))
}

/// The lesson of a game of this app.
pub(crate) fn find(app: &App, id: &str) -> Result<(Arc<dyn Playable>, &'static Lesson), Trouble> {
    let found = lesson_of(id).and_then(|lesson| Some((app.catalogue.find(&lesson.game).ok()?, lesson)));
    found.ok_or_else(|| Trouble::NoPage(format!("/learn/{id}")))
}

/// The name under which it is remembered that a step was taken.
pub(crate) fn key(lesson: &Lesson, number: usize) -> String {
    format!("learn {} {number}", lesson.id())
}

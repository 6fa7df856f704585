//! Telling a page what happens at its table while the program thinks.

use std::convert::Infallible;
use std::time::Duration;

use agon_render::words::Words;
use axum::extract::{Extension, Path, State};
use axum::response::IntoResponse;
use axum::response::sse::Event;
use futures_util::stream;

use crate::app::App;
use crate::attend::Visitor;
use crate::system;
use crate::table::News;
use crate::trouble::Trouble;

/// Progress is told no more often than this.
const EVERY: Duration = Duration::from_millis(250);

/// `GET /play/{id}/events`: `changed` with the number of the version, `progress` with a sentence.
pub(crate) async fn events(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Trouble> {
    let table = app.table(&id)?;
    if table.watchers() >= app.limits.watchers {
        return Err(Trouble::TooManyRequests);
    }
    let mut watch = table.watch();
    watch.mark_changed();
    // Only now, so that the program sees that it is watched.
    app.think(&table);
    let words = visitor.words();
    let stream = stream::unfold((watch, None), move |(mut watch, told)| async move {
        loop {
            watch.changed().await.ok()?;
            let news = watch.borrow_and_update().clone();
            if let Some(event) = tell(words, &news, told) {
                system::pause(if news.thinking { EVERY } else { Duration::ZERO }).await;
                return Some((Ok::<_, Infallible>(event), (watch, Some(news.version))));
            }
        }
    });
    Ok(system::told(stream))
}

fn tell(words: &Words, news: &News, told: Option<u64>) -> Option<Event> {
    if told != Some(news.version) {
        return Some(Event::default().event("changed").data(news.version.to_string()));
    }
    let thought = news.thought.as_ref()?;
    let given = [
        ("move", thought.best.as_str().into()),
        ("value", words.signed(thought.value).into()),
        ("nodes", thought.nodes.into()),
    ];
    Some(Event::default().event("progress").data(words.with("thinking-of", &given)))
}

//! Telling a page what happens at its table while the program thinks.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use agon_render::words::Words;
use axum::extract::{Extension, Path, State};
use axum::response::IntoResponse;
use axum::response::sse::Event;
use futures_util::stream;

use crate::app::App;
use crate::middleware::Visitor;
use crate::system;
use crate::table::Thought;
use crate::trouble::Trouble;

/// Progress is told no more often than this.
const EVERY: Duration = Duration::from_millis(250);

/// Whoever was cut off comes back after this time. On a device of its own the program tells one move at a time, and waits so
/// long before the next when it plays itself.
const RETURN: Duration = Duration::from_secs(1);

/// `GET /play/{id}/events`: `changed` with the number of the version, `progress` with a sentence.
pub(crate) async fn events(
    State(app): State<App>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Trouble> {
    let table = app.table(&id)?;
    if table.watchers() >= app.quota.watchers {
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
            let update = watch.borrow_and_update().clone();
            let (version, now) = (update.version, Instant::now());
            match told {
                // A move is told at once, progress now and then.
                Some((told, since)) if told == version => {
                    let thought = update.thought.filter(|_| now.duration_since(since) >= EVERY);
                    if let Some(event) = thought.map(|thought| progress(words, &thought)) {
                        return Some((Ok::<_, Infallible>(event), (watch, Some((version, now)))));
                    }
                }
                _ => {
                    let event = Event::default().event("changed").data(version.to_string()).retry(RETURN);
                    return Some((Ok(event), (watch, Some((version, now)))));
                }
            }
        }
    });
    Ok(system::told(stream))
}

fn progress(words: &Words, thought: &Thought) -> Event {
    let given = [
        ("move", thought.best.as_str().into()),
        ("value", words.signed(thought.value).into()),
        ("nodes", thought.nodes.into()),
    ];
    Event::default().event("progress").data(words.with("thinking-of", &given))
}

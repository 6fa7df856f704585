//! Telling a page what happens at its table: whoever moves there, and how far the program has thought.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use agon_render::words::Words;
use agon_table::Sides;
use axum::response::IntoResponse;
use axum::response::sse::Event;
use futures_util::stream;

use crate::at::At;
use crate::system;
use crate::table::Thought;
use crate::trouble::Trouble;
use crate::views::comment;

/// Progress is told no more often than this.
const EVERY: Duration = Duration::from_millis(250);

/// Whoever was cut off comes back after this time. On a device of its own the program tells one move at a time, and waits so
/// long before the next when it plays itself.
const RETURN: Duration = Duration::from_secs(1);

/// `GET /play/{id}/events`: `changed` with the number of the version, `progress` and `comment` with a sentence.
pub(crate) async fn events(At { app, visitor, table }: At) -> Result<impl IntoResponse, Trouble> {
    // Watchers do not keep those who play from seeing their game.
    let places =
        app.quota.watchers * if table.sit().sides(&visitor.session) == Sides::Neither { 1 } else { 2 };
    if table.watchers() >= places {
        return Err(Trouble::TooManyRequests);
    }
    // As long as somebody listens, the places are taken.
    let (of_session, of_guest) = &*app.streams;
    let tickets = (of_session.enter(Some(visitor.session.clone())), of_guest.enter(visitor.guest));
    let (Some(_), Some(_)) = tickets else { return Err(Trouble::TooManyRequests) };
    let mut watch = table.watch();
    watch.mark_changed();
    // Only now, so that the program sees that it is watched.
    app.think(&table);
    let words = visitor.words();
    let (session, now) = (visitor.session, app.time.now);
    let start = (watch, None, None, tickets);
    let stream = stream::unfold(start, move |(mut watch, told, mut said, tickets)| {
        let (table, session) = (table.clone(), session.clone());
        async move {
            loop {
                let comment = table.sit().comment().map(|kept| comment::sentence(words, kept));
                if told.is_some() && comment != said {
                    said.clone_from(&comment);
                    if let Some(sentence) = comment {
                        let event = Event::default().event("comment").data(sentence);
                        return Some((Ok::<_, Infallible>(event), (watch, told, said, tickets)));
                    }
                }
                watch.changed().await.ok()?;
                let update = watch.borrow_and_update().clone();
                let (version, moment) = (update.version, Instant::now());
                match told {
                    // A move is told at once, progress now and then.
                    Some((told, since)) if told == version => {
                        let thought = update.thought.filter(|_| moment.duration_since(since) >= EVERY);
                        if let Some(event) = thought.map(|thought| progress(words, &thought)) {
                            return Some((Ok(event), (watch, Some((version, moment)), said, tickets)));
                        }
                    }
                    _ => {
                        let event = Event::default().event("changed").data(version.to_string()).retry(RETURN);
                        table.sit().tell(&session, version, now());
                        return Some((Ok(event), (watch, Some((version, moment)), said, tickets)));
                    }
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

//! One thread inside a browser, which answers one request: nothing goes on meanwhile, and what is to be done meanwhile waits
//! until somebody waits for it.

#![allow(clippy::unused_async, reason = "the signatures are those of a server, which does wait")]

use std::cell::RefCell;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use axum::extract::Request;
use axum::response::sse::{Event, Sse};
use futures_util::stream::Stream;

use crate::app::App;

/// Readers should be told that no server plays with them.
pub(crate) const ALONE: bool = true;

/// How long a thought may take at most: nobody can press its brake, and browsers end what does not answer for half a minute.
pub(crate) const LONGEST_UNSTOPPED: Option<Duration> = Some(Duration::from_secs(20));

/// How long a thought may take that was ended before it began: the one that was really ended is forgotten.
pub(crate) const AT_ONCE: Option<Duration> = Some(Duration::from_millis(500));

thread_local! {
    /// What was begun and waits until somebody waits for it.
    static MEANWHILE: RefCell<VecDeque<Pin<Box<dyn Future<Output = ()>>>>> = RefCell::default();
}

/// Does something when somebody waits for it.
pub(crate) fn spawn(task: impl Future<Output = ()> + 'static) {
    MEANWHILE.with_borrow_mut(|meanwhile| meanwhile.push_back(Box::pin(task)));
}

/// Does what was begun first; false if there is nothing more to do.
fn go_on() -> bool {
    let task = MEANWHILE.with_borrow_mut(VecDeque::pop_front);
    // Nothing in it waits for anything: here all work is done at once.
    task.is_some_and(|mut task| task.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready())
}

/// The result of a future; none if it waits for something that will not happen any more.
pub(crate) fn finish<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(result) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return Some(result);
        }
        if !go_on() {
            return None;
        }
    }
}

/// After an answer there is no later.
pub(crate) fn later(_time: Duration, _act: impl FnOnce()) {}

/// No time passes here.
pub(crate) async fn pause(_time: Duration) {}

/// Waits for something as long as there is something to do.
pub(crate) async fn wait_for<T>(something: impl Future<Output = T>, _patience: Duration) -> Option<T> {
    finish(something)
}

/// Runs work at once.
pub(crate) async fn labour<T>(
    work: impl FnOnce() -> T,
    _longest: Duration,
    _hurry: impl FnOnce(),
) -> Result<T, String> {
    Ok(work())
}

/// There is nobody else.
pub(crate) fn address(_app: &App, _request: &Request) -> Option<IpAddr> {
    None
}

/// A stream of events; it ends when there is nothing more to do, and whoever listens comes back.
pub(crate) fn told<S, E>(events: S) -> Sse<S>
where
    S: Stream<Item = Result<Event, E>> + Send + 'static,
    E: Into<axum::BoxError>,
{
    Sse::new(events)
}

//! A server: the runtime of tokio.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use futures_util::stream::Stream;

use crate::app::App;

/// Whether readers should be told that no server plays with them.
pub(crate) const ALONE: bool = false;

/// How long a thought may take at most, where nobody can press its brake.
pub(crate) const LONGEST_UNSTOPPED: Option<Duration> = None;

/// How long a thought may take that was ended before it began: none, since all that began went on until now.
pub(crate) const AT_ONCE: Option<Duration> = None;

/// Does something meanwhile.
pub(crate) fn spawn(task: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(task);
}

/// Does something small after some time.
pub(crate) fn later(time: Duration, act: impl FnOnce() + Send + 'static) {
    tokio::spawn(async move {
        tokio::time::sleep(time).await;
        act();
    });
}

/// Lets some time pass.
pub(crate) async fn pause(time: Duration) {
    tokio::time::sleep(time).await;
}

/// Waits for something, but no longer than this.
pub(crate) async fn wait_for<T>(something: impl Future<Output = T>, patience: Duration) -> Option<T> {
    tokio::time::timeout(patience, something).await.ok()
}

/// Runs work on a thread of its own, and calls `hurry` when it takes too long. The error says what became of it.
pub(crate) async fn labour<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    longest: Duration,
    hurry: impl FnOnce(),
) -> Result<T, String> {
    let mut task = tokio::task::spawn_blocking(work);
    let result = tokio::select! {
        result = &mut task => result,
        () = tokio::time::sleep(longest) => {
            hurry();
            task.await
        }
    };
    result.map_err(|error| error.to_string())
}

/// The client behind a request: whoever connected or, behind our proxy, whom the proxy says it speaks for. The proxy adds what it
/// sees at the end of the list; what stands before may be made up.
pub(crate) fn address(app: &App, request: &Request) -> Option<IpAddr> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>()?.0.ip();
    if !app.door.is_proxy(peer) {
        return Some(peer);
    }
    let named =
        request.headers().get_all("x-forwarded-for").iter().next_back().and_then(|list| list.to_str().ok());
    let last = named.and_then(|list| list.rsplit(',').next()).map(str::trim);
    last.and_then(|text| text.parse().ok()).or(Some(peer))
}

/// A stream of events that says now and then that it is still there.
pub(crate) fn told<S, E>(events: S) -> Sse<KeepAliveStream<S>>
where
    S: Stream<Item = Result<Event, E>> + Send + 'static,
    E: Into<axum::BoxError>,
{
    Sse::new(events).keep_alive(KeepAlive::default())
}

//! Connections: who is let in, and how long anybody may keep us waiting. Half a request, or a reader who does not read, would
//! otherwise hold a file of ours for as long as it likes.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::{ConnectInfo, Request};
use futures_util::{StreamExt, stream};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep, timeout_at};
use tower::ServiceExt;

use crate::app::App;
use crate::compression::Compressed;
use crate::concurrency::{Gate, guest};
use crate::metrics::Metrics;
use crate::{Options, router};

/// How long a client may keep us waiting.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the head of a request, and for the next request.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// For taking some of what we send.
    pub taking: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            head: Duration::from_secs(15),
            body: Duration::from_secs(15),
            taking: Duration::from_secs(30),
        }
    }
}

/// What stands between the network and the app.
pub(crate) struct Door {
    pub(crate) connections: Gate,
    pub(crate) compressed: Compressed,
    pub(crate) metrics: Metrics,
    patience: Patience,
    proxy: Option<IpAddr>,
}

impl Door {
    pub(crate) fn new(options: &Options) -> Door {
        let [most, most_of_one] = options.quota.connections;
        Door {
            connections: Gate::new(most.min(room()), most_of_one),
            compressed: Compressed::default(),
            metrics: Metrics::default(),
            patience: options.patience,
            proxy: options.proxy,
        }
    }

    /// Whether this is the address of our proxy. Proxies on this machine have any of its own addresses.
    pub(crate) fn is_proxy(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.proxy.is_some_and(|proxy| {
            address == proxy.to_canonical() || (proxy.is_loopback() && address.is_loopback())
        })
    }
}

/// The longest head of a request. Addresses of analyses hold whole games.
const LONGEST_HEAD: usize = 64 * 1024;

/// What whoever does not fit in is told, before anything was read of it.
const FULL: &str = "Too many connections are open. Try again in a moment.\n";

/// Lets clients in, for ever.
pub(crate) async fn accept(listener: TcpListener, app: App) -> io::Result<()> {
    let router = router(app.clone());
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            // It went away before it was in.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
            // Most likely there is no file left for it; others will close theirs.
            Err(_) => {
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Behind a proxy all come from one address, and the proxy counts them.
        let from = guest(peer.ip()).filter(|_| !app.door.is_proxy(peer.ip()));
        let Some(ticket) = app.door.connections.enter(from) else {
            refuse(&stream);
            continue;
        };
        let (router, patience) = (router.clone(), app.door.patience);
        tokio::spawn(async move {
            let _inside = ticket;
            // Whatever goes wrong with a connection is its client's affair.
            let _ = converse(stream, peer, router, patience).await;
        });
    }
}

/// Says that there is no room, as far as that can be done without waiting.
fn refuse(stream: &TcpStream) {
    let length = FULL.len();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 2\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{FULL}"
    );
    let _ = stream.try_write(answer.as_bytes());
}

/// Answers the requests of one connection.
async fn converse(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    patience: Patience,
) -> hyper::Result<()> {
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(|body| hurried(body, patience.body));
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let io = TokioIo::new(Impatient { stream, longest: patience.taking, waiting: None });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(io, service)
        .await
}

/// The rest of a request did not come in time.
#[derive(Debug, Error)]
#[error("the rest of the request did not come in time")]
struct Late;

/// A body that has to be there after some time.
fn hurried(body: Incoming, longest: Duration) -> Body {
    if body.is_end_stream() {
        return Body::empty();
    }
    let end = Instant::now() + longest;
    let pieces = Body::new(body).into_data_stream();
    Body::from_stream(stream::unfold(Some(pieces), move |pieces| async move {
        let mut pieces = pieces?;
        match timeout_at(end, pieces.next()).await {
            Ok(None) => None,
            Ok(Some(Ok(piece))) => Some((Ok(piece), Some(pieces))),
            Ok(Some(Err(error))) => Some((Err(error), None)),
            Err(_) => Some((Err(axum::Error::new(Late)), None)),
        }
    }))
}

/// A connection that ends when the other side does not take what we send.
struct Impatient {
    stream: TcpStream,
    longest: Duration,
    /// Runs while something waits to be taken.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    /// Watches over an attempt to send something.
    fn watch<T>(&mut self, context: &mut Context<'_>, sent: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.waiting = None;
            return sent;
        }
        let longest = self.longest;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(longest)));
        waiting.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.watch(context, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Lets the program have as many files as the system allows, and says how many connections fit into them.
fn room() -> usize {
    /// The database, the lab, and what a library may open.
    #[cfg(target_os = "linux")]
    const OURS: u64 = 56;
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        if let Some(most) = limit.maximum
            && limit.current.is_some_and(|current| current < most)
        {
            limit.current = Some(most);
            let _ = setrlimit(Resource::Nofile, limit);
        }
        let files = getrlimit(Resource::Nofile).current;
        files.map_or(usize::MAX, |files| files.saturating_sub(OURS).max(8) as usize)
    }
    #[cfg(not(target_os = "linux"))]
    usize::MAX
}

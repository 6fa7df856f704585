//! The app inside a browser: one request in, one answer out, and everything that is remembered handed through.

use agon_agents::Catalogue;
use axum::body::Body;
use axum::http::{Request, header};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tower::ServiceExt;

use crate::app::App;
use crate::middleware::COOKIE;
use crate::quota::Quota;
use crate::store::{Contents, Store, reader};
use crate::{router, system};

/// The most tables that are kept: each request carries all of them.
const KEPT: u32 = 40;

/// A request as a service worker writes it down.
#[derive(Deserialize)]
struct Asked {
    method: String,
    /// Path and query.
    target: String,
    #[serde(default)]
    headers: Vec<(String, String)>,
    #[serde(default)]
    body: String,
    /// What the last answer said is to be remembered.
    #[serde(default)]
    memory: Contents,
}

/// What it is to answer, and to remember.
#[derive(Serialize)]
struct Answered {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
    memory: Contents,
}

/// Why there is no answer at all.
#[derive(Debug, Error)]
pub enum OfflineError {
    /// The request is not written as it should be.
    #[error("this is not a request: {0}")]
    Content(#[from] serde_json::Error),
    /// The request is none that HTTP knows.
    #[error("this is not a request: {0}")]
    Request(#[from] axum::http::Error),
    /// The answer does not come.
    #[error("the request waits for something that does not happen")]
    Endless,
    /// The answer cannot be read.
    #[error("the answer breaks off: {0}")]
    Broken(#[from] axum::Error),
}

/// Answers a request. Both are JSON.
pub fn answer(catalogue: Catalogue, asked: &[u8]) -> Result<String, OfflineError> {
    let asked: Asked = serde_json::from_slice(asked)?;
    let app =
        App::with_store(catalogue, Store::new(asked.memory), 1, Quota { tables: KEPT, ..Quota::default() });
    let mut request = Request::builder().method(asked.method.as_str()).uri(asked.target);
    for (name, value) in asked.headers {
        request = request.header(name, value);
    }
    // There is one reader, who needs no number; one that is known is not given another.
    let request = request.header(header::COOKIE, format!("{COOKIE}={}", reader()));
    let request = request.body(Body::from(asked.body))?;
    let response = system::finish(router(app.clone()).oneshot(request)).ok_or(OfflineError::Endless)?;
    let (parts, body) = response.unwrap_or_else(|never| match never {}).into_parts();
    let mut stream = body.into_data_stream();
    let mut bytes = Vec::new();
    // Events are told as long as something happens.
    while let Some(Some(piece)) = system::finish(stream.next()) {
        bytes.extend_from_slice(&piece?);
    }
    let text = |value: &header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = parts.headers.iter().map(|(name, value)| (name.to_string(), text(value)));
    Ok(serde_json::to_string(&Answered {
        status: parts.status.as_u16(),
        headers: headers.collect(),
        body: String::from_utf8_lossy(&bytes).into_owned(),
        memory: app.store.remembered(),
    })?)
}

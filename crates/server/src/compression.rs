//! Answers made small: texts compressed for browsers that can read it, and files not sent again that a browser has already.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::service_worker::{sum, tag};

/// Shorter answers are sent as they are: they fit into one packet anyhow.
const WORTHWHILE: u64 = 1000;

/// So many compressed files are kept: those that are part of the program, and the stylesheets of boards.
const KEPT: usize = 400;

/// How a text is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Coding {
    Brotli,
    Gzip,
}

impl Coding {
    /// The best one that a browser reads.
    fn choose(accepted: &str) -> Option<Coding> {
        let reads = |name: &str| {
            accepted.split(',').any(|part| {
                let mut words = part.split(';').map(str::trim);
                let refused = |word: &str| word.strip_prefix("q=").and_then(|q| q.parse().ok()) == Some(0.0);
                words.next() == Some(name) && !words.any(refused)
            })
        };
        [Coding::Brotli, Coding::Gzip].into_iter().find(|coding| reads(coding.name()))
    }

    fn name(self) -> &'static str {
        match self {
            Coding::Brotli => "br",
            Coding::Gzip => "gzip",
        }
    }

    /// Compresses a text: thoroughly, if it is done once, or quickly.
    fn encode(self, text: &[u8], thoroughly: bool) -> std::io::Result<Vec<u8>> {
        let mut compressed = Vec::with_capacity(text.len() / 4);
        match self {
            Coding::Brotli => {
                let quality = if thoroughly { 9 } else { 4 };
                let settings = brotli::enc::BrotliEncoderParams {
                    quality,
                    lgwin: 18,
                    size_hint: text.len(),
                    ..Default::default()
                };
                brotli::BrotliCompress(&mut &text[..], &mut compressed, &settings)?;
            }
            Coding::Gzip => {
                let level = flate2::Compression::new(if thoroughly { 9 } else { 4 });
                let mut encoder = flate2::write::GzEncoder::new(&mut compressed, level);
                encoder.write_all(text)?;
                encoder.finish()?;
            }
        }
        Ok(compressed)
    }
}

/// Files that were compressed before, by their checksum.
#[derive(Default)]
pub(crate) struct Compressed(Mutex<HashMap<(u64, Coding), Bytes>>);

impl Compressed {
    fn find(
        &self,
        key: (u64, Coding),
        encode: impl FnOnce() -> std::io::Result<Vec<u8>>,
    ) -> std::io::Result<Bytes> {
        if let Some(bytes) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(bytes.clone());
        }
        let bytes = Bytes::from(encode()?);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.insert(key, bytes.clone());
        }
        Ok(bytes)
    }
}

/// Makes an answer small. What browsers may keep is a file, which has a tag and is compressed once; other answers are for one reader.
pub(crate) async fn compress(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_get = request.method() == Method::GET;
    let coding = Coding::choose(text(request.headers(), &header::ACCEPT_ENCODING));
    let known = text(request.headers(), &header::IF_NONE_MATCH).to_owned();
    let response = next.run(request).await;
    let is_file = is_get
        && response.status() == StatusCode::OK
        && response.headers().get(header::CACHE_CONTROL).is_some_and(|value| value != "no-store");
    let length = response.body().size_hint().exact();
    let tagged = response.headers().contains_key(header::ETAG);
    let texts = is_text(response.headers()) && !response.headers().contains_key(header::CONTENT_ENCODING);
    let (true, Some(length)) = (texts || is_file, length) else { return response };
    if tagged || !(is_file || length >= WORTHWHILE) {
        return unless_known(response, &known);
    }
    let (mut parts, body) = response.into_parts();
    // It is in memory already, so this takes nothing and cannot fail.
    let Ok(body) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let checksum = sum(0, &body);
    if is_file {
        parts.headers.insert(header::ETAG, tag(checksum));
    }
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    let compressed = match coding.filter(|_| texts && length >= WORTHWHILE) {
        None => None,
        Some(coding) if is_file => {
            app.door.compressed.find((checksum, coding), || coding.encode(&body, true)).ok()
        }
        Some(coding) => coding.encode(&body, false).ok().map(Bytes::from),
    };
    let body = match (coding, compressed) {
        (Some(coding), Some(compressed)) if compressed.len() < body.len() => {
            parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
            parts.headers.remove(header::CONTENT_LENGTH);
            compressed
        }
        _ => body,
    };
    unless_known(Response::from_parts(parts, Body::from(body)), &known)
}

/// What a header says.
fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The answer without its body, if the browser has it.
fn unless_known(response: Response, known: &str) -> Response {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let tag = bare(text(response.headers(), &header::ETAG));
    if tag.is_empty() || !known.split(',').any(|other| bare(other) == tag) {
        return response;
    }
    let (mut parts, _) = response.into_parts();
    parts.status = StatusCode::NOT_MODIFIED;
    for name in [header::CONTENT_ENCODING, header::CONTENT_LENGTH, header::CONTENT_TYPE] {
        parts.headers.remove(name);
    }
    Response::from_parts(parts, Body::empty())
}

/// Whether an answer is a text that is whole when it begins: streams of events are neither held back nor compressed.
fn is_text(headers: &HeaderMap) -> bool {
    let kind = text(headers, &header::CONTENT_TYPE).split(';').next().unwrap_or_default();
    let texts = ["application/json", "application/manifest+json", "image/svg+xml"];
    kind != "text/event-stream" && (kind.starts_with("text/") || texts.contains(&kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_coding_that_is_read_is_chosen() {
        for (accepted, coding) in [
            ("gzip, deflate, br, zstd", Some(Coding::Brotli)),
            ("gzip;q=1.0, br;q=0", Some(Coding::Gzip)),
            ("gzip", Some(Coding::Gzip)),
            ("identity", None),
            ("", None),
            ("brotli", None),
        ] {
            assert_eq!(Coding::choose(accepted), coding, "{accepted}");
        }
    }
}

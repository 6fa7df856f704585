//! The program for browsers without a network: the service worker, and the engine that it runs.

use std::path::{Path, PathBuf};

use agon_core::hash::mix;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::trouble::Trouble;

const WORKER: &str = include_str!("../assets/sw.js");
const HOST: &str = include_str!("../assets/engine.js");
const THINKER: &str = include_str!("../assets/thinker.js");
/// What the worker is made of and keeps: when one of them changes, it has to fetch them again.
const PARTS: [&str; 10] = [
    WORKER,
    HOST,
    THINKER,
    include_str!("../assets/app.css"),
    include_str!("../assets/table.css"),
    include_str!("../assets/app.js"),
    include_str!("../assets/board.js"),
    include_str!("../assets/study.js"),
    include_str!("../assets/links.js"),
    include_str!("../assets/sound.js"),
];

/// Workers may compile the engine; pages may not.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/// The engine: a WebAssembly program, as `cargo xtask wasm` builds it.
#[derive(Clone, Debug)]
pub struct Engine {
    plain: Bytes,
    /// The same, compressed; every browser that can run it can read this.
    brotli: Option<Bytes>,
    sum: u64,
}

impl Engine {
    /// Reads an engine and, if there is one, the compressed file beside it.
    pub fn load(path: &Path) -> std::io::Result<Engine> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(".br");
        let plain = Bytes::from(std::fs::read(path)?);
        let sum = sum(0, &plain);
        Ok(Engine { plain, brotli: std::fs::read(PathBuf::from(beside)).ok().map(Bytes::from), sum })
    }
}

/// A checksum that goes on from another.
pub(crate) fn sum(before: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let sum =
        words.iter().fold(mix(before ^ bytes.len() as u64), |sum, &word| mix(sum ^ u64::from_le_bytes(word)));
    rest.iter().fold(sum, |sum, &byte| mix(sum ^ u64::from(byte)))
}

/// The tag of a file with this checksum. It is a weak one: the same for all codings.
pub(crate) fn tag(sum: u64) -> HeaderValue {
    HeaderValue::from_str(&format!("W/\"{sum:016x}\"")).expect("hexadecimal digits are a header")
}

/// Adds the routes of the worker and of the engine.
pub(crate) fn files(router: Router<App>) -> Router<App> {
    let script = |text: &'static str| {
        let headers =
            [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
        (headers, text)
    };
    router
        .route("/sw.js", get(worker))
        .route("/engine.js", get(move || async move { script(HOST) }))
        .route(
            "/thinker.js",
            get(move || async move { ([(header::CONTENT_SECURITY_POLICY, POLICY)], script(THINKER)) }),
        )
        .route("/agon.wasm", get(engine))
}

/// `GET /sw.js`: with a number in it that differs for every program, so that browsers see that there is a new one.
async fn worker(State(app): State<App>) -> impl IntoResponse {
    let engine = app.engine.as_deref().map_or(0, |engine| engine.sum);
    let build = PARTS.iter().fold(engine, |before, text| sum(before, text.as_bytes()));
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    (headers, format!("const BUILD = \"{build:016x}\";\n{WORKER}"))
}

/// `GET /agon.wasm`
async fn engine(State(app): State<App>, asked: HeaderMap) -> Result<Response, Trouble> {
    let engine = app.engine.as_deref().ok_or_else(|| Trouble::NoPage("/agon.wasm".to_owned()))?;
    let accepted =
        asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let reads_brotli =
        accepted.split(',').any(|coding| coding.split(';').next().is_some_and(|name| name.trim() == "br"));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/wasm")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
        (header::ETAG, tag(engine.sum)),
    ];
    Ok(match &engine.brotli {
        Some(bytes) if reads_brotli => {
            (headers, [(header::CONTENT_ENCODING, "br")], bytes.clone()).into_response()
        }
        _ => (headers, engine.plain.clone()).into_response(),
    })
}

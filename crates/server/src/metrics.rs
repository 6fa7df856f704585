//! What the server tells those who run it: whether it works, and what it does, in the format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::concurrency::guest;
use crate::system;
use crate::think::Urgency;
use crate::trouble::Trouble;

/// The limits of the buckets that answers are sorted into by the time they took, in seconds.
const LIMITS: [f64; 8] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10.0];

/// Counts answers.
#[derive(Default)]
pub(crate) struct Metrics(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    /// Answers by status.
    statuses: BTreeMap<u16, u64>,
    /// Answers that took no longer than each of the limits, and longer than the one before.
    buckets: [u64; LIMITS.len()],
    seconds: f64,
}

impl Metrics {
    fn count(&self, status: u16, time: Duration) {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counted.statuses.entry(status).or_default() += 1;
        counted.seconds += time.as_secs_f64();
        if let Some(bucket) = LIMITS.iter().position(|&limit| time.as_secs_f64() <= limit) {
            counted.buckets[bucket] += 1;
        }
    }

    fn tell(&self, text: &mut Text) {
        let counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.kind("agon_answers_total", "counter", "Answers by status.");
        for (status, count) in &counted.statuses {
            text.line(&format!("agon_answers_total{{status=\"{status}\"}}"), *count as f64);
        }
        text.kind(
            "agon_answer_seconds",
            "histogram",
            "How long answers took to begin, waiting for thoughts included.",
        );
        let mut sum = 0;
        for (limit, count) in LIMITS.iter().zip(counted.buckets) {
            sum += count;
            text.line(&format!("agon_answer_seconds_bucket{{le=\"{limit}\"}}"), sum as f64);
        }
        let all = counted.statuses.values().sum::<u64>() as f64;
        text.line("agon_answer_seconds_bucket{le=\"+Inf\"}", all);
        text.line("agon_answer_seconds_sum", counted.seconds);
        text.line("agon_answer_seconds_count", all);
    }
}

/// Lines in the format of Prometheus.
#[derive(Default)]
struct Text(String);

impl Text {
    fn kind(&mut self, name: &str, kind: &str, help: &str) {
        let _ = write!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
    }

    fn line(&mut self, name: &str, value: f64) {
        let _ = writeln!(self.0, "{name} {value}");
    }

    fn gauge(&mut self, name: &str, help: &str, value: f64) {
        self.kind(name, "gauge", help);
        self.line(name, value);
    }
}

/// Counts every answer and the time it took.
pub(crate) async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let response = next.run(request).await;
    app.door.metrics.count(response.status().as_u16(), start.elapsed());
    response
}

/// `GET /healthz`: whether games can be stored.
pub(crate) async fn health(State(app): State<App>) -> Result<&'static str, Trouble> {
    app.store.check()?;
    Ok("ok\n")
}

/// `GET /metrics`, for programs on this machine alone: others need not know how many play.
pub(crate) async fn metrics(State(app): State<App>, request: Request) -> Result<Response, Trouble> {
    if system::address(&app, &request).and_then(guest).is_some() {
        return Err(Trouble::NoPage(request.uri().path().to_owned()));
    }
    let mut text = Text::default();
    app.door.metrics.tell(&mut text);
    text.gauge("agon_connections", "Open connections.", app.door.connections.inside() as f64);
    text.gauge("agon_requests", "Requests that are being answered.", app.requests.inside() as f64);
    text.gauge("agon_tables", "Tables in memory.", app.tables_held() as f64);
    text.kind("agon_thoughts", "gauge", "Thoughts that are being thought or wait for it.");
    for (urgency, name) in [(Urgency::Move, "move"), (Urgency::Analysis, "analysis")] {
        let (thinking, waiting) = app.pool.occupied(urgency);
        for (state, count) in [("thinking", thinking), ("waiting", waiting)] {
            text.line(&format!("agon_thoughts{{kind=\"{name}\",state=\"{state}\"}}"), count as f64);
        }
    }
    if let Some(bytes) = resident() {
        text.gauge("process_resident_memory_bytes", "Memory of the program.", bytes);
    }
    let headers = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Ok((headers, text.0).into_response())
}

/// The memory of the program, where the system tells it.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024.0)
}

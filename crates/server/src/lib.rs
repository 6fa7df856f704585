//! The app: every game in the browser, for eyes and for screen readers.
//!
//! What may be done at a table is `agon-table`'s, boards and sentences are `agon-render`'s; here is what a server adds: pages,
//! tables that outlive it, thinking on a pool as wide as the machine, and quotas that keep one client from stopping the
//! others. [`App`] is the state, [`router`] the service, [`serve`] the loop.

mod analysis;
mod answer;
mod api;
mod app;
mod boards;
mod events;
mod forms;
#[cfg(not(target_family = "wasm"))]
mod lab;
mod levels;
mod middleware;
#[cfg(target_family = "wasm")]
mod offline;
mod open;
mod pages;
mod play;
mod quota;
mod service_worker;
mod store;
mod system;
mod table;
mod think;
mod transfer;
mod trouble;
mod views;
mod vocabulary;

#[cfg(not(target_family = "wasm"))]
use std::future::IntoFuture;
#[cfg(not(target_family = "wasm"))]
use std::net::SocketAddr;
use std::path::PathBuf;

use agon_table::Time;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

pub use app::App;
#[cfg(target_family = "wasm")]
pub use offline::{OfflineError, answer};
pub use quota::{Quota, Rate};
pub use service_worker::Engine;
pub use store::StoreError;

/// How the app runs.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of the database; without one, games are forgotten with the program.
    pub data: Option<PathBuf>,
    /// Whether visitors may start and stop tournaments on the lab page.
    pub lab_runs: bool,
    /// How many thoughts are thought at once.
    pub cores: usize,
    /// What a client may use.
    pub quota: Quota,
    /// The program for browsers without a network.
    pub engine: Option<Engine>,
    /// Where the time of the players' clocks comes from: milliseconds since 1970.
    pub now: fn() -> u64,
}

impl Default for Options {
    fn default() -> Options {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Options {
            data: None,
            lab_runs: false,
            cores,
            quota: Quota::default(),
            engine: None,
            now: Time::SYSTEM.now,
        }
    }
}

/// The service.
pub fn router(app: App) -> Router {
    let limit = app.quota.body;
    let router = Router::new()
        .route("/", get(pages::front))
        .route("/about", get(pages::about))
        .route("/settings", post(pages::settings))
        .route("/games/{id}", get(pages::game))
        .route("/boards/{side}/{file}", get(pages::stylesheet))
        .route("/play", post(open::start))
        .route("/play/{id}", get(play::show))
        .route("/play/{id}/point", post(play::point))
        .route("/play/{id}/say", post(play::say))
        .route("/play/{id}/undo", post(play::undo))
        .route("/play/{id}/redo", post(play::redo))
        .route("/play/{id}/resign", post(play::resign))
        .route("/play/{id}/draw", post(play::draw))
        .route("/play/{id}/decline", post(play::decline))
        .route("/play/{id}/switch", post(play::switch))
        .route("/play/{id}/turn", post(play::turn))
        .route("/play/{id}/level", post(play::level))
        .route("/play/{id}/stop", post(play::stop))
        .route("/play/{id}/rematch", post(open::rematch))
        .route("/play/{id}/save/{format}", get(transfer::save_table))
        .route("/play/{id}/saved.json", get(play::saved))
        .route("/play/{id}/analysis", get(analysis::of_table))
        .route("/play/{id}/events", get(events::events))
        .route("/analysis", get(analysis::show))
        .route("/analysis/save/{format}", get(transfer::save_analysis))
        .route(
            "/analysis/import",
            post(transfer::import).layer(DefaultBodyLimit::max(transfer::LARGEST_FILE)),
        )
        .route("/api/games", get(api::games))
        .route("/api/tables", post(api::open))
        .route("/api/tables/{id}", get(api::table))
        .route("/api/tables/{id}/moves", post(api::play))
        .route("/api/tables/{id}/undo", post(api::undo))
        .route("/api/tables/{id}/redo", post(api::redo))
        .route("/api/tables/{id}/resign", post(api::resign))
        .route("/api/analyse", post(api::analyse));
    #[cfg(not(target_family = "wasm"))]
    let router = router.merge(lab::routes());
    service_worker::files(pages::files(router))
        .layer(DefaultBodyLimit::max(limit))
        .layer(from_fn_with_state(app.clone(), middleware::attend))
        .with_state(app)
}

/// Answers requests until the program is interrupted.
#[cfg(not(target_family = "wasm"))]
pub async fn serve(listener: tokio::net::TcpListener, app: App) -> std::io::Result<()> {
    let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
    let interrupted = async {
        // Without a signal to wait for, the program runs until it is killed; nothing is lost then either.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    // Whoever watches a table stays connected, so there is no waiting for the last one to go: everything is stored.
    tokio::select! {
        result = axum::serve(listener, service).into_future() => result,
        () = interrupted => Ok(()),
    }
}

//! The app: every game in the browser, for eyes and for screen readers.
//!
//! What may be done at a table is `agon-table`'s, boards and sentences are `agon-render`'s; here is what a server adds: pages,
//! tables that outlive it, thinking on a pool as wide as the machine, and quotas that keep one client from stopping the
//! others. [`App`] is the state, [`router`] the service, [`serve`] the loop.

mod access;
mod analysis;
mod answer;
mod api;
mod app;
mod at;
mod boards;
#[cfg(not(target_family = "wasm"))]
mod compression;
mod concurrency;
#[cfg(not(target_family = "wasm"))]
mod connection;
mod events;
mod exercise;
mod forms;
mod host;
#[cfg(not(target_family = "wasm"))]
mod lab;
mod lessons;
mod levels;
#[cfg(not(target_family = "wasm"))]
mod metrics;
mod middleware;
mod mine;
#[cfg(target_family = "wasm")]
mod offline;
mod open;
mod pages;
mod play;
mod preferences;
mod puzzles;
mod quota;
mod seat;
mod service_worker;
#[cfg(not(target_family = "wasm"))]
mod sheets;
mod store;
mod system;
mod table;
mod think;
mod transfer;
mod trouble;
mod views;
mod vocabulary;
mod wrong;

use std::net::IpAddr;
use std::path::PathBuf;

use agon_table::Time;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

pub use app::App;
#[cfg(not(target_family = "wasm"))]
pub use connection::Patience;
pub use host::{PublicUrl, PublicUrlError};
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
    /// How long a client may keep us waiting.
    #[cfg(not(target_family = "wasm"))]
    pub patience: Patience,
    /// The address under which the app is known outside.
    pub public_url: Option<PublicUrl>,
    /// Other names under which it is reached, besides `localhost`. All others are refused.
    pub names: Vec<String>,
    /// The proxy that is believed when it says for whom it asks; with a loopback address, all of them.
    pub proxy: Option<IpAddr>,
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
            #[cfg(not(target_family = "wasm"))]
            patience: Patience::default(),
            public_url: None,
            names: Vec::new(),
            proxy: None,
            engine: None,
            now: Time::SYSTEM.now,
        }
    }
}

/// The service.
pub fn router(app: App) -> Router {
    let limit = app.quota.body;
    // What stays when the visitor is gone is counted.
    let keeping = from_fn_with_state(app.clone(), middleware::keep);
    let router = Router::new()
        .route("/", get(pages::front))
        .route("/about", get(pages::about))
        .route("/settings", post(pages::settings).layer(keeping.clone()))
        .route("/games/{id}", get(pages::game))
        .route("/games/{id}/forget", post(preferences::forget).layer(keeping.clone()))
        .route("/boards/{side}/{file}", get(pages::stylesheet))
        .route("/mine", get(mine::show))
        .route("/mine/games.jsonl", get(mine::export))
        .route("/puzzles", get(puzzles::all))
        .route("/puzzles/{game}", get(puzzles::of_game))
        .route("/puzzles/{game}/today", get(puzzles::of_today))
        .route("/games/{id}/learn", get(lessons::of_game))
        .route("/learn", get(lessons::all))
        .route("/learn/{game}", get(lessons::of_game))
        .merge(exercise::routes("/puzzles"))
        .merge(exercise::routes("/learn"))
        .route("/play", post(open::start).layer(keeping.clone()))
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
        .route("/play/{id}/rematch", post(open::rematch).layer(keeping.clone()))
        .route("/play/{id}/seat/{secret}", get(seat::invitation).post(seat::take))
        .route("/play/{id}/delete", post(mine::delete))
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
        .route("/api/docs", get(pages::api))
        .route("/api/games", get(api::games))
        .route("/api/tables", get(api::tables).merge(post(api::open).layer(keeping.clone())))
        .route("/api/tables/{id}", get(api::table).delete(api::delete))
        .route("/api/tables/{id}/moves", post(api::play))
        .route("/api/tables/{id}/undo", post(api::undo))
        .route("/api/tables/{id}/redo", post(api::redo))
        .route("/api/tables/{id}/resign", post(api::resign))
        .route("/api/tables/{id}/draw", post(api::draw))
        .route("/api/tables/{id}/decline", post(api::decline))
        .route("/api/tables/{id}/switch", post(api::switch))
        .route("/api/tables/{id}/level", post(api::level))
        .route("/api/tables/{id}/hint", post(api::hint))
        .route("/api/tables/{id}/seat", post(api::seat))
        .route("/api/tables/{id}/rematch", post(api::rematch))
        .route("/api/tables/{id}/save/{format}", get(transfer::save_table))
        .route("/api/tables/{id}/events", get(events::events))
        .route("/api/export", get(mine::export))
        .route("/api/analyse", post(api::analyse));
    #[cfg(not(target_family = "wasm"))]
    let router = router
        .merge(lab::routes())
        .route("/sheets", post(sheets::add).layer(keeping))
        .route("/sheets/{id}/forget", post(sheets::forget))
        .route("/healthz", get(metrics::health))
        .route("/metrics", get(metrics::metrics));
    let router = service_worker::files(pages::files(router))
        .layer(DefaultBodyLimit::max(limit))
        .layer(from_fn_with_state(app.clone(), middleware::attend));
    #[cfg(not(target_family = "wasm"))]
    let router = router
        .layer(from_fn_with_state(app.clone(), compression::compress))
        .layer(from_fn_with_state(app.clone(), metrics::count));
    router.with_state(app)
}

/// Answers requests until the program is interrupted.
#[cfg(not(target_family = "wasm"))]
pub async fn serve(listener: tokio::net::TcpListener, app: App) -> std::io::Result<()> {
    /// What nobody will come back to is removed so often, and when the program starts.
    const TIDY: std::time::Duration = std::time::Duration::from_hours(24);
    let tidier = app.clone();
    let interrupted = async {
        // Without a signal to wait for, the program runs until it is killed; nothing is lost then either.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    let tidied = async {
        loop {
            tokio::time::sleep(TIDY).await;
            // A store that fails now fails again, and that is answered, when somebody comes.
            let _ = tidier.store.tidy();
        }
    };
    // Whoever watches a table stays connected, so there is no waiting for the last one to go: everything is stored.
    tokio::select! {
        result = connection::accept(listener, app) => result,
        () = interrupted => Ok(()),
        () = tidied => Ok(()),
    }
}

//! `agon serve`: the app in the browser.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use agon_agents::Catalogue;
use agon_server::{App, Engine, Options, PublicUrl, serve};
use anyhow::{Context, Result};

/// Serve the app: every game in the browser, for eyes and for screen readers.
#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// The address to listen on. Everybody who can reach it can play, so the default is this machine alone.
    #[arg(long, value_name = "ADDRESS")]
    host: Option<IpAddr>,
    /// The port to listen on, 8017 if nothing is said; 0 takes any free one.
    #[arg(long)]
    port: Option<u16>,
    /// The address under which the app is known outside, as in `https://play.example`. With https, cookies are sent over nothing else.
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Another name under which the app is reached. Addresses and localhost need not be named; all other names are refused, so that no
    /// page of somebody else can pass for the app.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Believe the proxy at this address when it says for whom it asks (X-Forwarded-For); without an address, one on this machine.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1")]
    behind_proxy: Option<IpAddr>,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// The folder in which games are kept, by default one under the user's data directory.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The engine that browsers fetch to play without the network, as 'cargo xtask wasm' builds it. Without this option it is
    /// looked for beside the program (agon.wasm) and where the build leaves it.
    #[arg(long, value_name = "FILE")]
    offline: Option<PathBuf>,
    /// Let visitors start and stop tournaments on the lab page. Nobody has to say so where only this machine is listened to.
    #[arg(long)]
    lab_runs: bool,
}

const PORT: u16 = 8017;

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let host = args.host.unwrap_or(IpAddr::from([127, 0, 0, 1]));
    let address = SocketAddr::new(host, args.port.unwrap_or(PORT));
    let data = args.data.clone().or_else(data_folder);
    let engine = match args.offline.clone().or_else(built_engine) {
        None => None,
        Some(path) => {
            let read = Engine::load(&path);
            Some(read.with_context(|| format!("the engine '{}' cannot be read", path.display()))?)
        }
    };
    // Whoever is behind a proxy is not alone on this machine.
    let alone = host.is_loopback() && args.behind_proxy.is_none() && args.public_url.is_none();
    let lab_runs = args.lab_runs || alone;
    let options = Options {
        data: data.clone(),
        lab_runs,
        engine,
        public_url: args.public_url.clone(),
        names: args.name.clone(),
        proxy: args.behind_proxy,
        ..Options::default()
    };
    // Threads that think keep what they allocated; there need not be more of them than think at once.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(options.cores.max(2) + 1)
        .build()
        .context("the server cannot be started")?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen on {address}; '--port' takes another port"))?;
        let app = App::new(catalogue.clone(), &options)?;
        let address = format!("http://{}/", listener.local_addr()?);
        writeln!(out, "Agon is at {address}")?;
        match &data {
            Some(folder) => {
                writeln!(out, "Games are kept in {}. Ctrl+C ends the program.", folder.display())?
            }
            None => writeln!(
                out,
                "Games are forgotten when the program ends: there is no folder to keep them in."
            )?,
        }
        if options.engine.is_some() {
            writeln!(out, "A browser that has been there plays on without the network.")?;
        }
        out.flush()?;
        if args.open {
            open(&address);
        }
        serve(listener, app).await.context("the server stopped")
    })
}

/// The engine beside the program, or where `cargo xtask wasm` leaves it.
fn built_engine() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let folder = program.parent()?;
    [folder.join("agon.wasm"), folder.join("../wasm/agon.wasm")].into_iter().find(|path| path.is_file())
}

/// Where programs keep their data on this system.
fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("agon"))
}

/// Asks the system to show the page; whoever has no browser reads the address.
fn open(address: &str) {
    let program = if cfg!(windows) {
        "explorer"
    } else if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let _ = std::process::Command::new(program).arg(address).spawn();
}

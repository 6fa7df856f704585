//! `agon bench`.

mod playouts;
mod search;

use std::io::Write;
use std::sync::Arc;

use agon_core::{Rules, SpecError};
use anyhow::Result;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Uniformly random games from the start, on one thread, per second of processor time.
    Playouts(playouts::Args),
    /// Every search on fixed positions: nodes and playouts per second of processor time, and a checksum of what they did.
    Search(search::Args),
}

pub(crate) fn run(command: &Command, out: &mut dyn Write) -> Result<()> {
    match command {
        Command::Playouts(args) => playouts::run(args, out),
        Command::Search(args) => search::run(args, out),
    }
}

/// The games named, or all of them.
fn chosen(names: &[String]) -> Result<Vec<Arc<dyn Rules>>, SpecError> {
    if names.iter().any(|name| name == "all") {
        agon_games::catalogue().map(|info| agon_games::find(info.id)).collect()
    } else {
        names.iter().map(|name| agon_games::find(name)).collect()
    }
}

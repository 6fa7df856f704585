//! `agon bench`.

mod playouts;
mod search;

use std::io::Write;
use std::sync::Arc;

use agon_agents::{Catalogue, Playable};
use agon_core::SpecError;
use anyhow::Result;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Uniformly random games from the start, on one thread, per second of processor time.
    Playouts(playouts::Args),
    /// Every search on fixed positions: nodes and playouts per second of processor time, and a checksum of what they did.
    Search(search::Args),
}

pub(crate) fn run(command: &Command, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    match command {
        Command::Playouts(args) => playouts::run(args, catalogue, out),
        Command::Search(args) => search::run(args, catalogue, out),
    }
}

/// The games named, or all of them.
fn chosen(names: &[String], catalogue: &Catalogue) -> Result<Vec<Arc<dyn Playable>>, SpecError> {
    if names.iter().any(|name| name == "all") {
        Ok(catalogue.games().cloned().collect())
    } else {
        names.iter().map(|name| catalogue.find(name)).collect()
    }
}

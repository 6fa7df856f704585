//! `agon bench`.

mod playouts;
mod search;

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use agon_agents::{Catalogue, Playable};
use anyhow::Result;
use serde::Serialize;

use crate::games::read_list;
use crate::interrupt::Interruptible;

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
fn chosen(names: &[String], catalogue: &Catalogue) -> Result<Vec<Arc<dyn Playable>>> {
    read_list(names, catalogue, &|| Ok(catalogue.games().cloned().collect()))
}

/// Rows that have been measured, and are printed as JSON in the end, or when an interrupt comes before.
struct Rows<T> {
    json: bool,
    done: Arc<Mutex<Vec<T>>>,
    interruptible: Interruptible,
}

impl<T: Serialize + Send + 'static> Rows<T> {
    fn new(json: bool) -> Rows<T> {
        let done: Arc<Mutex<Vec<T>>> = Arc::default();
        let so_far = done.clone();
        let interruptible = Interruptible::new("What had been measured was printed.", move |out| {
            let done = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            if json {
                writeln!(out, "{}", serde_json::to_string_pretty(&*done)?)?;
            }
            Ok(())
        });
        Rows { json, done, interruptible }
    }

    fn add(&self, row: T) {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).push(row);
    }

    fn finish(self, out: &mut dyn Write) -> Result<()> {
        drop(self.interruptible);
        if self.json {
            let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            writeln!(out, "{}", serde_json::to_string_pretty(&*done)?)?;
        }
        Ok(())
    }
}

//! `agon tune`, `agon examples`, `agon learn` and `agon pipeline`.

pub(crate) mod cascade;
mod course;
pub(crate) mod curve;
pub(crate) mod descent;
pub(crate) mod examples;
pub(crate) mod fit;
pub(crate) mod pipeline;
pub(crate) mod selfplay;
pub(crate) mod tune;

use std::io::Write;
use std::path::PathBuf;

use agon_agents::Catalogue;
use anyhow::Result;
use clap::Subcommand;

/// Make a network that judges positions.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Grow a cascade network that judges positions as a teacher does.
    Cascade(cascade::Args),
    /// Learn from the rules alone, by generations of fast games.
    SelfPlay(selfplay::Args),
    /// Learn from the rules alone, from the trees of searches that follow every line to its end.
    Descent(descent::Args),
    /// Fit a network to games that were played before.
    Fit(fit::Args),
    /// Draw how far the networks of a folder have come.
    Curve(curve::Args),
}

pub(crate) fn run(command: &Command, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    match command {
        Command::Cascade(args) => cascade::run(args, catalogue, out),
        Command::Curve(args) => curve::run(args, out),
        Command::Descent(args) => descent::run(args, catalogue, out),
        Command::Fit(args) => fit::run(args, catalogue, out),
        Command::SelfPlay(args) => selfplay::run(args, catalogue, out),
    }
}

/// The spec of a game as the name of a file or folder.
fn file_name(spec: &str) -> String {
    spec.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}

/// A file in the current folder that is named after a game.
fn default_file(spec: &str, ending: &str) -> PathBuf {
    format!("{}.{ending}", file_name(spec)).into()
}

/// How long agents thought, in a unit that suits it.
fn thinking_time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.1} seconds of thought"),
        seconds if seconds < 7200.0 => format!("{:.1} minutes of thought", seconds / 60.0),
        seconds => format!("{:.2} hours of thought", seconds / 3600.0),
    }
}

//! `agon learn curve`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use agon_learn::curve::Curve;
use anyhow::{Context, Result};

/// Draw how far the networks of a folder have come.
///
/// The folder is one of 'agon learn self-play' or 'agon learn descent', which may still be going on. Figures are written into it:
/// loss.svg has the error of every network on games kept apart, gate.svg how it did against the network before it, and strength.svg
/// how it did against agents who do not learn, if it met any.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder, such as `learned/othello.self-play`.
    folder: PathBuf,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let curve = Curve::read(&args.folder)?;
    let charts = [
        ("loss.svg", Some(curve.loss())),
        ("gate.svg", Some(curve.gate())),
        ("strength.svg", curve.strength()),
    ];
    let mut files = Vec::new();
    for (name, chart) in charts {
        let Some(chart) = chart else { continue };
        let file = args.folder.join(name);
        fs::write(&file, chart.file()).with_context(|| format!("cannot write '{}'", file.display()))?;
        files.push(file.display().to_string());
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&curve.rungs)?)?;
        return Ok(());
    }
    write!(out, "{}", curve.table().text())?;
    writeln!(out, "The figures are {}.", files.join(", "))?;
    Ok(())
}

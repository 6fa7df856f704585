//! `agon report`.

use std::io::Write;
use std::path::PathBuf;

use agon_arena::ledger::Ledger;
use agon_arena::report::{CsvRows, ParquetRows, Report};
use anyhow::{Result, anyhow};

use crate::files::{draft, finish, write_text};

/// Make a page of all games of a ledger, with tables and charts, and write the games as rows for other programs.
///
/// The folder gets report.html, which needs nothing else to be read, report.json with the same tables, and games.csv and
/// games.parquet with one row per game. What still runs can be reported on.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The ledger: what 'agon tournament', 'match --out', 'ladder', 'calibrate', 'balance', 'reproduce', 'tune', 'examples',
    /// 'pipeline', 'learn self-play' and 'learn descent' keep their games in.
    file: PathBuf,
    /// The folder to write to; beside the results, with their name and '-report', if left out.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The name of the agent that is rated 0; the one that the tournament names, or the mean of all, if left out.
    #[arg(long, value_name = "NAME")]
    anchor: Option<String>,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let ledger = Ledger::open(&args.file)?;
    let anchor =
        args.anchor.as_deref().map_or(Ok(ledger.anchor()), |name| anchor(&ledger, name).map(Some))?;
    let folder = args.out.clone().unwrap_or_else(|| {
        let mut name = args.file.file_stem().unwrap_or_default().to_owned();
        name.push("-report");
        args.file.with_file_name(name)
    });
    std::fs::create_dir_all(&folder)
        .map_err(|error| anyhow!("cannot make the folder '{}': {error}", folder.display()))?;
    let [csv_path, parquet_path] = ["games.csv", "games.parquet"].map(|name| folder.join(name));
    let (mut csv_file, mut parquet_file) = (draft(&csv_path)?, draft(&parquet_path)?);
    let mut csv = CsvRows::new(csv_file.out())?;
    let mut parquet = ParquetRows::new(parquet_file.out())?;
    // The games cannot be stopped from streaming by; after the first failure they are no longer written.
    let mut written: Result<()> = Ok(());
    let report = Report::of(&ledger, anchor, |row| {
        if written.is_ok() {
            written = csv.add(row).map_err(Into::into).and_then(|()| Ok(parquet.add(row)?));
        }
    })?;
    written.and_then(|()| csv.finish().map_err(Into::into)).and_then(|()| Ok(parquet.finish()?))?;
    finish(csv_file, &csv_path)?;
    finish(parquet_file, &parquet_path)?;
    let facts = serde_json::to_string_pretty(&report.json())?;
    write_text(&folder.join("report.json"), &format!("{facts}\n"))?;
    let page = folder.join("report.html");
    write_text(&page, &report.html())?;
    if args.json {
        writeln!(out, "{facts}")?;
        return Ok(());
    }
    write!(out, "{}", report.text())?;
    writeln!(out, "\n{} games; the page is '{}'", report.games(), page.display())?;
    Ok(())
}

fn anchor(ledger: &Ledger, name: &str) -> Result<usize> {
    ledger.roster().find(name).ok_or_else(|| {
        let known: Vec<&str> = ledger.roster().agents.iter().map(|agent| agent.name.as_str()).collect();
        anyhow!("no agent has the name '{name}'; known: {}", known.join(", "))
    })
}

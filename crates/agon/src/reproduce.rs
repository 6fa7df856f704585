//! `agon reproduce`.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use agon_agents::Catalogue;
use agon_arena::experiment::{Experiment, Scale, Setting};
use agon_arena::ledger::Ledger;
use agon_core::spread::processors;
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

/// Repeat the tables and figures of a published paper: the paper's numbers beside ours, with intervals, and sentences that
/// say where both agree. The figures, the tables and a page with all of it are written to a folder.
///
/// Every game is kept in the folder, in games.db, as soon as it ends: the same command goes on where it was interrupted.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The experiment, `list` for the list of all, or a file of your own that ends in `.toml`.
    name: String,
    /// How large: `quick` ends within ten minutes on two processors, `paper` takes the paper's own budgets and counts.
    #[arg(long, default_value_t = Scale::Quick)]
    scale: Scale,
    /// Games played at the same time; as many as there are processors if left out.
    #[arg(long)]
    jobs: Option<usize>,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for the page, figures and tables; `reproduced/NAME-SCALE` if left out.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    if args.name == "list" {
        return list(out);
    }
    let experiment = find(&args.name, args.scale)?;
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("reproduced").join(format!("{}-{}", experiment.name(), args.scale)));
    let bar = ProgressBar::no_length().with_style(
        ProgressStyle::with_template("{wide_bar} {pos} of {len}, {eta} left")
            .expect("the template is well-formed"),
    );
    bar.enable_steady_tick(Duration::from_millis(500));
    let progress = |done: usize, count: usize| {
        if done == 0 {
            bar.reset();
            bar.set_length(count as u64);
        } else {
            bar.inc(1);
        }
    };
    let jobs = args.jobs.unwrap_or_else(processors);
    let started = Instant::now();
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder '{}'", folder.display()))?;
    let mut ledger = Ledger::resume(&folder.join("games.db"), &experiment.describe(args.seed))?;
    let setting = Setting { catalogue, seed: args.seed, jobs, progress: &progress };
    let report = experiment.run(&setting, &mut ledger)?;
    ledger.close()?;
    bar.finish_and_clear();
    report.write(&folder).with_context(|| format!("cannot write to '{}'", folder.display()))?;
    write!(out, "{}", report.text())?;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(
        out,
        "\nIt took {seconds:.1} s with {jobs} at a time. The page is {}; figures and tables lie beside it.",
        folder.join("index.html").display()
    )?;
    Ok(())
}

fn find(name: &str, scale: Scale) -> Result<Experiment> {
    let file = PathBuf::from(name);
    if file.extension().is_none_or(|extension| extension != "toml") {
        return Ok(Experiment::find(name, scale)?);
    }
    let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read '{name}'"))?;
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Experiment::read(&stem, &text, scale)?)
}

fn list(out: &mut dyn Write) -> Result<()> {
    for name in Experiment::names() {
        let experiment = Experiment::find(name, Scale::Quick)?;
        let paper = experiment.paper();
        writeln!(out, "{name:<17} {}", experiment.title())?;
        writeln!(out, "{:<17} {}: \"{}\", {}", "", paper.authors, paper.title, paper.place)?;
    }
    Ok(())
}

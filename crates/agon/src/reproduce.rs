//! `agon reproduce`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use agon_agents::Catalogue;
use agon_arena::experiment::{Experiment, Item, Networks, Scale, Section, Setting};
use agon_arena::ledger::Ledger;
use agon_learn::curve::Curve;
use agon_learn::generations::network;
use agon_plot::table::Table;
use anyhow::{Context, Result};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::files;
use crate::interrupt::Interruptible;
use crate::jobs::Jobs;
use crate::learn;
use crate::wrap::entry;

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
    #[command(flatten)]
    jobs: Jobs,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for the page, figures and tables; `reproduced/NAME-SCALE` if left out.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    if args.name == "list" {
        return list(args.json, out);
    }
    let mut experiment = find(&args.name, args.scale)?;
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
    let jobs = args.jobs.count();
    let started = Instant::now();
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder '{}'", folder.display()))?;
    let lessons = learn_all(&experiment, &folder, args, catalogue, out)?;
    experiment = experiment.taught(lessons.networks)?;
    let mut ledger = Ledger::resume(&folder.join("games.db"), &experiment.describe(args.seed))?;
    let games = folder.join("games.db");
    let how = format!(
        "Every finished game is kept in '{0}': the same command goes on, and 'agon report {0}' makes a page of what is there.",
        games.display()
    );
    let interruptible = Interruptible::reporting(how, games, args.json);
    let setting = Setting { catalogue, seed: args.seed, jobs, progress: &progress };
    let mut report = experiment.run(&setting, &mut ledger)?;
    if let Some(section) = lessons.section {
        report.sections.insert(0, section);
    }
    ledger.close()?;
    bar.finish_and_clear();
    drop(interruptible);
    report.write(&folder).with_context(|| format!("cannot write to '{}'", folder.display()))?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report.json())?)?;
        return Ok(());
    }
    write!(out, "{}", report.text())?;
    let seconds = started.elapsed().as_secs_f64();
    writeln!(
        out,
        "\nIt took {seconds:.1} s with {jobs} at a time. The page is {}; figures and tables lie beside it.",
        folder.join("index.html").display()
    )?;
    Ok(())
}

/// What was learned for an experiment.
#[derive(Default)]
struct Lessons {
    /// The networks, by name.
    networks: Networks,
    /// What it took.
    section: Option<Section>,
}

/// Words of 'agon learn', as an experiment has them.
#[derive(clap::Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(subcommand)]
    command: learn::Command,
}

/// Learns what an experiment needs, each network in a folder of its own. What is there already is not learned again.
fn learn_all(
    experiment: &Experiment,
    folder: &Path,
    args: &Args,
    catalogue: &Catalogue,
    out: &mut dyn Write,
) -> Result<Lessons> {
    let mut lessons = Lessons::default();
    let mut table = Table::new("What was learned from")
        .words("network")
        .words("agon learn")
        .numbers("games")
        .numbers("positions searched")
        .numbers("error");
    for lesson in experiment.lessons() {
        let dir = folder.join(&lesson.name);
        if !args.json {
            writeln!(out, "Learning {}: agon learn {}", lesson.name, lesson.command)?;
            out.flush()?;
        }
        let more = [("--out", dir.display().to_string()), ("--seed", args.seed.to_string())];
        let more = more.into_iter().chain([("--jobs", args.jobs.count().to_string())]);
        let words = lesson.command.split_whitespace().map(str::to_owned);
        let words = words.chain(more.flat_map(|(option, value)| [option.to_owned(), value]));
        let Words { command } = Words::try_parse_from(words)?;
        learn::run(&command, catalogue, &mut std::io::sink())?;
        let curve = Curve::read(&dir)?;
        let best = curve.best().with_context(|| format!("{} has learned nothing", lesson.name))?;
        // All games count, also those after the best network.
        let last = curve.rungs.last().unwrap_or(best);
        table.row([
            lesson.name.clone(),
            lesson.command.clone(),
            last.games.to_string(),
            last.nodes.to_string(),
            format!("{:.5}", best.loss),
        ]);
        for rung in &curve.rungs {
            let name = format!("{}/{}", lesson.name, rung.generation);
            lessons.networks.insert(name, network(&dir, rung.generation));
        }
        lessons.networks.insert(lesson.name, network(&dir, best.generation));
    }
    if !table.is_empty() {
        lessons.section = Some(Section {
            heading: "Learning".to_owned(),
            items: vec![Item::Table(table)],
            repeatable: true,
        });
    }
    Ok(lessons)
}

fn find(name: &str, scale: Scale) -> Result<Experiment> {
    let file = PathBuf::from(name);
    if file.extension().is_none_or(|extension| extension != "toml") {
        return Ok(Experiment::find(name, scale)?);
    }
    let text = files::read(&file)?;
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Experiment::read(&stem, &text, scale)?)
}

fn list(json: bool, out: &mut dyn Write) -> Result<()> {
    if json {
        let facts = |name| -> Result<Value> {
            let experiment = Experiment::find(name, Scale::Quick)?;
            let paper = experiment.paper();
            let paper = json!({"authors": paper.authors, "title": paper.title, "place": paper.place});
            Ok(json!({"experiment": name, "title": experiment.title(), "paper": paper}))
        };
        let listed = Experiment::names().map(facts).collect::<Result<Vec<_>>>()?;
        writeln!(out, "{}", serde_json::to_string_pretty(&listed)?)?;
        return Ok(());
    }
    for name in Experiment::names() {
        let experiment = Experiment::find(name, Scale::Quick)?;
        let paper = experiment.paper();
        entry(out, &format!("{name:<17} {}", experiment.title()), 18)?;
        entry(out, &format!("{:<17} {}: \"{}\", {}", "", paper.authors, paper.title, paper.place), 18)?;
    }
    Ok(())
}

//! `agon puzzles`.

use std::io::Write;
use std::path::{Path, PathBuf};

use agon_agents::Catalogue;
use agon_core::spread::spread;
use agon_school::{Finding, Order, Puzzle, Sheet, check, make};
use anyhow::{Result, anyhow, bail, ensure};
use serde::Serialize;

use crate::files;
use crate::interrupt::Interruptible;
use crate::jobs::{Jobs, whole};
use crate::progress::Activity;

/// Make puzzles of a game: positions with one move that wins, or one that does not lose, proven and graded.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    #[arg(required_unless_present = "check")]
    game: Option<String>,
    /// How many puzzles to make; fewer come of it if the games that may be played do not have as many.
    #[arg(long, value_name = "NUMBER", default_value_t = 10, value_parser = whole::<u16>(1..=10_000))]
    count: u16,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The most games that are played for them.
    #[arg(long, value_name = "NUMBER", default_value_t = 400, value_parser = whole::<u32>(1..=1_000_000))]
    games: u32,
    /// The nodes of each search; the more, the deeper the puzzles.
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000, value_parser = whole::<u64>(1000..=1_000_000_000))]
    nodes: u64,
    #[command(flatten)]
    jobs: Jobs,
    /// Write the puzzles to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Prove the puzzles of this file again, with other searches, and tell what came of it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "count", "seed", "games", "out"])]
    check: Option<PathBuf>,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    if let Some(file) = &args.check {
        return prove(args, file, catalogue, out);
    }
    let game = args.game.as_deref().unwrap_or_default();
    let rules = catalogue.find(game)?;
    let order = Order {
        count: usize::from(args.count),
        seed: args.seed,
        games: args.games as usize,
        nodes: args.nodes,
        jobs: args.jobs.count(),
    };
    let interruptible = Interruptible::silent("Nothing was kept: puzzles are chosen when all are found.");
    let activity = Activity::new("playing");
    let puzzles = make(rules.as_ref(), &order, &mut |games, found| {
        activity.tell(|| format!("{games} games, {found} puzzles to choose from"));
    });
    drop((activity, interruptible));
    if puzzles.is_empty() {
        bail!("no puzzle was found in {} games of {}; try more --games or --nodes", args.games, rules.spec());
    }
    let made = format!(
        "agon puzzles {} --count {} --seed {} --games {} --nodes {}",
        rules.spec(),
        args.count,
        args.seed,
        args.games,
        args.nodes
    );
    let sheet = Sheet { game: rules.spec().to_owned(), made, puzzles };
    if let Some(file) = &args.out {
        files::write_text(file, &sheet.write())?;
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&sheet)?)?;
    } else if args.out.is_none() {
        out.write_all(sheet.write().as_bytes())?;
    }
    Ok(())
}

/// A puzzle and what came of proving it again.
#[derive(Serialize)]
struct Proven<'a> {
    #[serde(flatten)]
    puzzle: &'a Puzzle,
    #[serde(flatten)]
    finding: Finding,
}

/// Checks the puzzles of a file.
fn prove(args: &Args, file: &Path, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let named = |error: &dyn std::fmt::Display| anyhow!("'{}': {error}", file.display());
    let sheet = Sheet::read(&files::read(file)?).map_err(|error| named(&error))?;
    let rules = catalogue.find(&sheet.game)?;
    let activity = Activity::new("proving");
    let findings = spread(sheet.puzzles.len(), args.jobs.count(), |place| {
        check(rules.as_ref(), &sheet.puzzles[place], args.nodes)
    });
    drop(activity);
    let proven = sheet.puzzles.iter().zip(findings).map(|(puzzle, finding)| {
        let finding = finding.map_err(|error| named(&error))?;
        Ok(Proven { puzzle, finding })
    });
    let proven: Vec<Proven<'_>> = proven.collect::<Result<_>>()?;
    let wrong = proven.iter().filter(|one| !one.finding.against.is_empty()).count();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&proven)?)?;
    } else {
        tell(&proven, out)?;
    }
    ensure!(wrong == 0, "{wrong} of {} puzzles are contradicted", sheet.puzzles.len());
    Ok(())
}

/// Tells what came of each puzzle.
fn tell(proven: &[Proven<'_>], out: &mut dyn Write) -> Result<()> {
    for Proven { puzzle, finding } in proven {
        let word = |is: bool, yes: &'static str| if is { yes } else { "-" };
        writeln!(
            out,
            "{:?} in {} plies, grade {:2}: {:6} {:4} {}",
            puzzle.task,
            puzzle.plies,
            puzzle.grade,
            word(finding.is_proven, "proven"),
            word(finding.is_only, "only"),
            puzzle.line.join(" ")
        )?;
        for sentence in &finding.against {
            writeln!(out, "  against it: {sentence}")?;
        }
    }
    Ok(())
}

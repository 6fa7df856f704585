//! `agon examples`.

use std::io::Write;
use std::path::PathBuf;

use agon_agents::{AgentSpec, Catalogue, Playable};
use agon_learn::examples::{Collection, Plan, export, teacher};
use agon_learn::{Pace, Unfit, uct};
use anyhow::Result;
use serde_json::json;

use super::{default_file, thinking_time};
use crate::interrupt::Interruptible;
use crate::jobs::Jobs;
use crate::progress::Progress;

/// Let an agent play against itself, and keep what it thinks of every move it considers.
///
/// Some games begin in the initial position, the others in random openings that are all different. Games are kept one by
/// one: the same command after an interruption goes on where it was, and ends with the same examples.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello`.
    game: String,
    #[command(flatten)]
    options: ExampleOptions,
    /// The exploration constant Cp of both players; 'agon tune' finds the best one.
    #[arg(long, default_value_t = 0.7)]
    constant: f64,
    /// The teacher, if it is not plain UCT: any agent that gives a value to its moves, such as `pvs:nodes=20000`.
    #[arg(long, value_name = "SPEC", conflicts_with_all = ["playouts", "constant"])]
    agent: Option<AgentSpec>,
    /// The file, which 'agon report' reads too; `GAME.examples.sqlite` if left out.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write all examples to this Parquet file.
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// What can be chosen about the games.
#[derive(clap::Args, Clone)]
pub(super) struct ExampleOptions {
    /// Playouts per move.
    #[arg(long, default_value_t = 2000)]
    pub(super) playouts: u64,
    /// Games from the initial position.
    #[arg(long, value_name = "NUMBER", default_value_t = 30)]
    pub(super) starts: usize,
    /// How many different random openings there are.
    #[arg(long = "opening-count", alias = "openings", value_name = "NUMBER", default_value_t = 300)]
    pub(super) openings: usize,
    /// Games from each opening.
    #[arg(long, value_name = "NUMBER", default_value_t = 5)]
    pub(super) repeats: usize,
}

impl ExampleOptions {
    /// The plan they mean, with UCT for the teacher.
    pub(super) fn plan(&self, rules: &dyn Playable, constant: f64, seed: u64) -> Result<Plan> {
        if !(0.0..=35.0).contains(&constant) {
            return Err(Unfit::new("constant", &constant, "a number from 0 to 35").into());
        }
        Ok(self.taught_by(rules, uct(constant, self.playouts)?, seed))
    }

    /// The plan with any teacher.
    fn taught_by(&self, rules: &dyn Playable, teacher: AgentSpec, seed: u64) -> Plan {
        Plan {
            game: rules.spec().to_owned(),
            version: rules.info().version,
            features: rules.encoding().features,
            teacher,
            starts: self.starts,
            openings: self.openings,
            repeats: self.repeats,
            seed,
        }
    }
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    let plan = match &args.agent {
        Some(agent) => args.options.taught_by(rules.as_ref(), teacher(agent), args.seed),
        None => args.options.plan(rules.as_ref(), args.constant, args.seed)?,
    };
    let path = args.out.clone().unwrap_or_else(|| default_file(rules.spec(), "examples.sqlite"));
    let mut collection = Collection::begin(&path, &plan, rules.as_ref())?;
    let progress = Progress::new(collection.count()?, plan.games() as u64);
    let pace = Pace { jobs: args.jobs.count(), goes_on: &|| true, tell: &|| progress.advance() };
    let how = format!(
        "Every finished game is kept in '{}' with its examples: the same command goes on.",
        path.display()
    );
    let interruptible = Interruptible::reporting(how, path.clone(), args.json);
    plan.run(rules.as_ref(), &mut collection, &pace)?;
    progress.finish();
    drop(interruptible);
    let exported = args.export.as_ref().map(|file| export(&collection, file)).transpose()?;
    if args.json {
        let totals = collection.totals()?;
        let answer = json!({
            "plan": plan, "games": totals.games, "first": totals.results[0], "draws": totals.results[1],
            "second": totals.results[2], "examples": totals.examples, "mean_plies": totals.mean_plies,
            "seconds": totals.seconds,
        });
        collection.close()?;
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
        return Ok(());
    }
    tell(&collection, out)?;
    collection.close()?;
    writeln!(out, "They are in {}.", path.display())?;
    if let (Some(rows), Some(file)) = (exported, &args.export) {
        writeln!(out, "{rows} rows were written to {}.", file.display())?;
    }
    Ok(())
}

/// Prints what a collection holds.
pub(super) fn tell(collection: &Collection, out: &mut dyn Write) -> Result<()> {
    let (totals, plan) = (collection.totals()?, collection.plan());
    let [first, draws, second] = totals.results;
    writeln!(
        out,
        "{} examples of {} from {} games of {:.1} plies by {}, seed {}.",
        totals.examples, plan.game, totals.games, totals.mean_plies, plan.teacher, plan.seed
    )?;
    writeln!(
        out,
        "The first player won {first}, the second {second}, {draws} were drawn; {}.",
        thinking_time(totals.seconds)
    )?;
    Ok(())
}

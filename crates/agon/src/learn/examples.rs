//! `agon examples`.

use std::io::Write;
use std::path::PathBuf;

use agon_core::{Encode, Heuristic};
use agon_games::Visitor;
use agon_learn::Run;
use agon_learn::examples::{Plan, Store, export};
use anyhow::{Result, ensure};
use serde_json::json;

use super::{Call, default_file, jobs, processor_time};
use crate::progress::Progress;

/// Let UCT players play each other, and keep what they think of every move they consider.
///
/// Some games begin in the initial position, the others in random openings that are all different. Games are stored one by
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
    /// The file, a database of the kind `SQLite` reads; `GAME.examples.sqlite` if left out.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write all examples to this Parquet file.
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// Games played at the same time; as many as there are processors if left out.
    #[arg(long)]
    jobs: Option<usize>,
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
    /// Random openings.
    #[arg(long, value_name = "NUMBER", default_value_t = 300)]
    pub(super) openings: usize,
    /// Games from each opening.
    #[arg(long, value_name = "NUMBER", default_value_t = 5)]
    pub(super) repeats: usize,
}

impl ExampleOptions {
    /// The plan they mean, if it makes sense.
    pub(super) fn plan<G: Encode>(&self, game: &G, spec: &str, constant: f64, seed: u64) -> Result<Plan> {
        ensure!(self.playouts >= 1, "--playouts takes a number of at least 1");
        ensure!((0.0..100.0).contains(&constant), "--constant takes a number from 0 to 100");
        let plan = Plan {
            game: spec.to_owned(),
            version: game.info().version,
            features: game.feature_count(),
            playouts: self.playouts,
            constant,
            starts: self.starts,
            openings: self.openings,
            repeats: self.repeats,
            seed,
        };
        ensure!(plan.games() >= 1, "--starts, --openings and --repeats leave no game to play");
        Ok(plan)
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    agon_games::visit(&args.game, Call { args, out })?
}

impl Visitor for Call<'_, Args> {
    type Output = Result<()>;

    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) -> Result<()> {
        let Call { args, out } = self;
        let plan = args.options.plan(&game, &spec, args.constant, args.seed)?;
        let path = args.out.clone().unwrap_or_else(|| default_file(&spec, "examples.sqlite"));
        let store = Store::begin(&path, &plan)?;
        let progress = Progress::new(store.totals()?.games, plan.games() as u64);
        let run = Run { jobs: jobs(args.jobs), stop: &|| false, tell: &|| progress.advance() };
        plan.run(&game, &store, &run)?;
        progress.finish();
        let exported = args.export.as_ref().map(|file| export(&store, file)).transpose()?;
        if args.json {
            let totals = store.totals()?;
            let answer = json!({
                "plan": plan, "games": totals.games, "first": totals.results[0], "draws": totals.results[1],
                "second": totals.results[2], "examples": totals.examples, "mean_plies": totals.mean_plies,
                "seconds": totals.seconds,
            });
            writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
            return Ok(());
        }
        tell(&plan, &store, out)?;
        writeln!(out, "They are in {}.", path.display())?;
        if let (Some(rows), Some(file)) = (exported, &args.export) {
            writeln!(out, "{rows} rows were written to {}.", file.display())?;
        }
        Ok(())
    }
}

/// Prints what a store holds.
pub(super) fn tell(plan: &Plan, store: &Store, out: &mut dyn Write) -> Result<()> {
    let totals = store.totals()?;
    let [first, draws, second] = totals.results;
    writeln!(
        out,
        "{} examples of {} from {} games of {:.1} plies at {} playouts per move, Cp = {:.4}, seed {}.",
        totals.examples, plan.game, totals.games, totals.mean_plies, plan.playouts, plan.constant, plan.seed
    )?;
    writeln!(
        out,
        "The first player won {first}, the second {second}, {draws} were drawn; {}.",
        processor_time(totals.seconds)
    )?;
    Ok(())
}

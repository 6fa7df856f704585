//! `agon tune`.

use std::io::Write;
use std::path::PathBuf;

use agon_core::{Encode, Heuristic};
use agon_games::Visitor;
use agon_learn::tune::{Iteration, Journal, Settings};
use agon_learn::{Run, exploration};
use anyhow::{Result, ensure};
use serde_json::json;

use super::{Call, default_file, jobs, processor_time};
use crate::progress::Progress;

/// Find the exploration constant with which UCT plays a game best, by the cross-entropy method.
///
/// Constants are the Cp of the bound `X + 2*Cp*sqrt(2 ln n / n_j)`. Each plays games against a fixed reference from random openings with
/// sides exchanged. Every finished game is kept in a journal: the same command after an interruption goes on where it was.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello`.
    game: String,
    #[command(flatten)]
    options: TuneOptions,
    /// The journal of finished games; `GAME.tune.jsonl` if left out.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
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

/// What can be chosen about a tuning.
#[derive(clap::Args, Clone)]
pub(super) struct TuneOptions {
    /// Playouts per move of tuning games.
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    pub(super) tune_playouts: u64,
    /// Constants per iteration.
    #[arg(long, default_value_t = 20)]
    pub(super) population: usize,
    /// The share of the constants that makes the next distribution.
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    pub(super) elite: f64,
    /// Games of each constant, an even number.
    #[arg(long, value_name = "NUMBER", default_value_t = 40)]
    pub(super) tune_games: usize,
    /// Iterations.
    #[arg(long, value_name = "NUMBER", default_value_t = 8)]
    pub(super) iterations: usize,
    /// How much of the distribution is replaced after each iteration.
    #[arg(long, value_name = "SHARE", default_value_t = 0.7)]
    pub(super) smoothing: f64,
    /// The least and the greatest constant.
    #[arg(long, value_names = ["LEAST", "GREATEST"], num_args = 2, default_values_t = [0.2, 2.0])]
    pub(super) range: Vec<f64>,
    /// The constant of the opponent; 0.5 is the c = sqrt(2) of the plain agent `uct`.
    #[arg(long, value_name = "CONSTANT", default_value_t = 0.5)]
    pub(super) reference: f64,
}

impl TuneOptions {
    /// The settings they mean, if they make sense.
    pub(super) fn settings(&self, spec: &str, version: u32, seed: u64) -> Result<Settings> {
        ensure!(self.tune_playouts >= 1, "--tune-playouts takes a number of at least 1");
        ensure!(self.population >= 2, "--population takes a number of at least 2");
        ensure!(
            self.tune_games >= 2 && self.tune_games.is_multiple_of(2),
            "--tune-games takes an even number of at least 2"
        );
        ensure!(self.iterations >= 1, "--iterations takes a number of at least 1");
        ensure!(0.0 < self.elite && self.elite <= 1.0, "--elite takes a number above 0 and up to 1");
        ensure!(
            0.0 < self.smoothing && self.smoothing <= 1.0,
            "--smoothing takes a number above 0 and up to 1"
        );
        let range = [self.range[0], self.range[1]];
        ensure!(
            0.0 <= range[0] && range[0] < range[1] && range[1] < 100.0,
            "--range takes two numbers from 0 to 100, the smaller one first"
        );
        ensure!((0.0..100.0).contains(&self.reference), "--reference takes a number from 0 to 100");
        Ok(Settings {
            game: spec.to_owned(),
            version,
            playouts: self.tune_playouts,
            range,
            population: self.population,
            elite: self.elite,
            games: self.tune_games,
            iterations: self.iterations,
            smoothing: self.smoothing,
            reference: self.reference,
            seed,
        })
    }
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    agon_games::visit(&args.game, Call { args, out })?
}

impl Visitor for Call<'_, Args> {
    type Output = Result<()>;

    fn visit<G: Encode + Heuristic>(self, game: G, spec: String) -> Result<()> {
        let Call { args, out } = self;
        let settings = args.options.settings(&spec, game.info().version, args.seed)?;
        let path = args.journal.clone().unwrap_or_else(|| default_file(&spec, "tune.jsonl"));
        let mut journal = Journal::begin(&path, &settings)?;
        let progress = Progress::new(journal.len() as u64, settings.all_games() as u64);
        let run = Run { jobs: jobs(args.jobs), stop: &|| false, tell: &|| progress.advance() };
        let iterations = settings.run(&game, &mut journal, &run)?;
        progress.finish();
        if args.json {
            let last = iterations.last().map(|last| last.after);
            let answer = json!({"settings": settings, "iterations": iterations, "result": last});
            writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
            return Ok(());
        }
        tell(&settings, &iterations, out)?;
        writeln!(out, "Every game is in {}.", path.display())?;
        Ok(())
    }
}

/// Prints the trajectory and the result.
pub(super) fn tell(settings: &Settings, iterations: &[Iteration], out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "Tuning UCT for {}: {} constants per iteration, {} games each against {} at {} playouts, seed {}.",
        settings.game,
        settings.population,
        settings.games,
        settings.reference,
        settings.playouts,
        settings.seed
    )?;
    writeln!(out, "iteration   drawn from       best one (gain)    becomes")?;
    for (number, iteration) in iterations.iter().enumerate() {
        let best = iteration.samples.iter().max_by(|a, b| a.gain.total_cmp(&b.gain));
        let best = best.map_or_else(String::new, |best| format!("{:.3} ({:+.2})", best.constant, best.gain));
        writeln!(
            out,
            "{:>9}   {:.3} ± {:.3}    {best:<16}   {:.3} ± {:.3}",
            number + 1,
            iteration.before.mean,
            iteration.before.spread,
            iteration.after.mean,
            iteration.after.spread
        )?;
    }
    let seconds = iterations.iter().map(|iteration| iteration.seconds).sum();
    let games = iterations.len() * settings.population * settings.games;
    if let Some(last) = iterations.last() {
        let constant = last.after.mean;
        writeln!(
            out,
            "Cp = {constant:.4} ± {:.4}, which is uct:c={:.3}; {games} games, {}.",
            last.after.spread,
            exploration(constant),
            processor_time(seconds)
        )?;
    }
    Ok(())
}

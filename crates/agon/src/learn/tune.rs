//! `agon tune`.

use std::io::Write;
use std::path::PathBuf;

use agon_agents::{AgentSpec, Catalogue, Playable};
use agon_learn::tune::{Iteration, Knob, Normal, Settings};
use agon_learn::{Pace, uct};
use anyhow::{Result, anyhow};
use serde_json::json;

use super::{default_file, thinking_time};
use crate::interrupt::Interruptible;
use crate::jobs::Jobs;
use crate::progress::Progress;

/// Find the values with which an agent plays a game best, by the cross-entropy method.
///
/// If nothing else is said, that is the exploration constant of UCT: the Cp of the bound `X + 2*Cp*sqrt(2 ln n / n_j)`. With
/// --agent and --key, it is any numbers of any agent, several at once if need be. Values are drawn at random, and each draw
/// plays games against a fixed reference from random openings with sides exchanged; the best say where to look next. Every
/// finished game is kept: the same command after an interruption goes on where it was.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello`.
    game: String,
    /// The agent to be tuned, such as `uct:grave=on,playouts=500`, with --key.
    #[arg(long, value_name = "SPEC", requires = "keys", conflicts_with_all = ["tune_playouts", "range", "reference"])]
    agent: Option<AgentSpec>,
    /// A key of the agent and the range in which its best value is looked for, such as c=0.2..3; all that it takes, if no range
    /// is given. May be repeated.
    #[arg(long = "key", value_name = "KEY=LEAST..GREATEST", requires = "agent")]
    keys: Vec<String>,
    /// The opponent; the agent as it is, if left out.
    #[arg(long, value_name = "SPEC", requires = "agent")]
    against: Option<AgentSpec>,
    #[command(flatten)]
    options: TuneOptions,
    /// The file of all games, which 'agon report' reads too; `GAME.tune.sqlite` if left out.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
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
    /// Draws per iteration.
    #[arg(long, default_value_t = 20)]
    pub(super) population: usize,
    /// The share of them that makes the next distribution.
    #[arg(long, value_name = "SHARE", default_value_t = 0.2)]
    pub(super) elite: f64,
    /// Games of each draw, an even number.
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
    /// The settings they mean: the exploration constant of UCT is tuned.
    pub(super) fn settings(&self, rules: &dyn Playable, seed: u64) -> Result<Settings> {
        Ok(Settings {
            game: rules.spec().to_owned(),
            version: rules.info().version,
            agent: format!("uct:playouts={}", self.tune_playouts).parse()?,
            reference: uct(self.reference, self.tune_playouts)?,
            population: self.population,
            elite: self.elite,
            games: self.tune_games,
            iterations: self.iterations,
            smoothing: self.smoothing,
            seed,
            knobs: vec![Knob::exploration([self.range[0], self.range[1]])],
        })
    }
}

impl Args {
    fn settings(&self, rules: &dyn Playable) -> Result<Settings> {
        let plain = self.options.settings(rules, self.seed)?;
        let Some(agent) = &self.agent else { return Ok(plain) };
        let knobs = self.keys.iter().map(|text| knob(agent, text)).collect::<Result<_>>()?;
        let reference = self.against.as_ref().unwrap_or(agent).clone();
        Ok(Settings { agent: agent.clone(), reference, knobs, ..plain })
    }
}

/// Reads `c=0.2..3`, or `c` alone.
fn knob(agent: &AgentSpec, text: &str) -> Result<Knob> {
    let Some((key, range)) = text.split_once('=') else { return Ok(Knob::whole(agent, text)?) };
    let ends = range.split_once("..").and_then(|(low, high)| Some([low.parse().ok()?, high.parse().ok()?]));
    let range = ends.ok_or_else(|| anyhow!("'{text}' is not a key and its range, such as {key}=0.5..2"))?;
    Ok(Knob::plain(key, range))
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    let settings = args.settings(rules.as_ref())?;
    settings.check(rules.as_ref())?;
    let path = args.out.clone().unwrap_or_else(|| default_file(rules.spec(), "tune.sqlite"));
    let mut ledger = settings.ledger(&path)?;
    let progress = Progress::new(ledger.count()?, settings.all_games() as u64);
    let pace = Pace { jobs: args.jobs.count(), goes_on: &|| true, tell: &|| progress.advance() };
    let how = format!(
        "Every finished game is kept in '{0}': the same command goes on, and 'agon report {0}' makes a page of what is there.",
        path.display()
    );
    let interruptible = Interruptible::reporting(how, path.clone(), args.json);
    let iterations = settings.run(rules.as_ref(), &mut ledger, &pace)?;
    progress.finish();
    drop(interruptible);
    ledger.close()?;
    if args.json {
        let last = iterations.last().map(|last| &last.after);
        let agent = last.map(|last| settings.tuned(last)).transpose()?.map(|agent| agent.to_string());
        let answer = json!({"settings": settings, "iterations": iterations, "result": last, "agent": agent});
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
        return Ok(());
    }
    tell(&settings, &iterations, out)?;
    writeln!(out, "Every game is in {}.", path.display())?;
    Ok(())
}

/// Prints the trajectory and the result.
pub(super) fn tell(settings: &Settings, iterations: &[Iteration], out: &mut dyn Write) -> Result<()> {
    let names: Vec<&str> = settings.knobs.iter().map(|knob| knob.name.as_str()).collect();
    writeln!(
        out,
        "Tuning {} of {} for {}: {} draws per iteration, {} games each against {}, seed {}.",
        names.join(", "),
        settings.agent,
        settings.game,
        settings.population,
        settings.games,
        settings.reference,
        settings.seed
    )?;
    let normals = |normals: &[Normal]| {
        let words = normals.iter().map(|normal| format!("{:.3} ± {:.3}", normal.mean, normal.spread));
        words.collect::<Vec<_>>().join(", ")
    };
    let best = |iteration: &Iteration| {
        let best = iteration.samples.iter().max_by(|a, b| a.gain.total_cmp(&b.gain));
        best.map_or_else(String::new, |best| {
            let numbers: Vec<String> = best.numbers.iter().map(|number| format!("{number:.3}")).collect();
            format!("{} ({:+.2})", numbers.join(", "), best.gain)
        })
    };
    let rows = iterations.iter().map(|one| [normals(&one.before), best(one), normals(&one.after)]);
    let rows: Vec<[String; 3]> = rows.collect();
    let widths = [0, 1].map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let (drawn, gained) = (widths[0].max(13), widths[1].max(16));
    writeln!(out, "iteration   {:<drawn$}    {:<gained$}   becomes", "drawn from", "best one (gain)")?;
    for (number, [before, best, after]) in rows.iter().enumerate() {
        writeln!(out, "{:>9}   {before:<drawn$}    {best:<gained$}   {after}", number + 1)?;
    }
    let seconds = iterations.iter().map(|iteration| iteration.seconds).sum();
    let games = iterations.len() * settings.population * settings.games;
    if let Some(last) = iterations.last() {
        let found = names.iter().zip(&last.after);
        let found = found.map(|(name, normal)| format!("{name} = {:.4} ± {:.4}", normal.mean, normal.spread));
        writeln!(
            out,
            "{}, which is {}; {games} games, {}.",
            found.collect::<Vec<_>>().join(", "),
            settings.tuned(&last.after)?,
            thinking_time(seconds)
        )?;
    }
    Ok(())
}

//! `agon learn cascade`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use agon_agents::Catalogue;
use agon_core::Rules;
use agon_learn::cascade::Growth;
use agon_learn::examples::{Collection, Plan, Selected, Selection};
use agon_learn::lesson::{self, Lesson, LessonError, News, Step, write_chart};
use agon_learn::symmetry::symmetries;
use agon_nets::Model;
use agon_nets::cascade::Activation;
use agon_nets::training::{Objective, Patience, Polish, Pool, Rule, Settings, Shine};
use anyhow::{Result, ensure};
use clap::ValueEnum;
use serde_json::json;

use super::default_file;
use crate::interrupt::Interruptible;
use crate::jobs::Jobs;

/// Grow a cascade network that judges positions as a teacher does.
///
/// Hidden units are added one by one; then all weights are polished together. The network with the lowest test error of all is
/// kept: one polished, or, if that made none better, one as it had grown. After every unit there is a checkpoint:
/// the same command after an interruption goes on where it was, and ends with the same network.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello`.
    game: String,
    /// The examples; `GAME.examples.sqlite` if left out.
    #[arg(long, value_name = "FILE")]
    examples: Option<PathBuf>,
    #[command(flatten)]
    options: CascadeOptions,
    /// The file of the network; `GAME.cascade.safetensors` if left out.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the learning curve into this SVG file.
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// Which examples are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Filter {
    /// Those of the winners; of duplicates the most visited; test examples drawn one by one.
    Published,
    /// All; duplicates merged by their visits; test examples of other games than the training examples.
    Thorough,
}

/// What can be chosen about the network.
#[derive(clap::Args, Clone)]
pub(super) struct CascadeOptions {
    /// Which examples are used: as published, or all of them with an honest test.
    #[arg(long, value_enum, default_value = "thorough")]
    filter: Filter,
    /// Leave out examples with fewer visits.
    #[arg(long, value_name = "VISITS", default_value_t = 1)]
    least_visits: u64,
    /// The visits with which an example counts half as much as one with very many; 0: all count the same. If left out, what
    /// the filter says: 0 as published, 50 for thorough.
    #[arg(long, value_name = "VISITS")]
    half_visits: Option<f64>,
    /// The share of the game's result in what an example teaches; the rest is what the teacher thought. If left out, what the
    /// filter says: 0 as published, 0.6 for thorough.
    #[arg(long, value_name = "SHARE")]
    result: Option<f64>,
    /// What candidates are trained for: correlation, cascade2 or linearised.
    #[arg(long, default_value = "linearised", value_parser = objective)]
    objective: Objective,
    /// How weights follow gradients: irprop+, irprop- or quickprop.
    #[arg(long, default_value = "irprop+", value_parser = rule)]
    rule: Rule,
    /// The activations of candidates: any of sigmoid, tanh, gaussian, elliot, sine.
    #[arg(long, value_delimiter = ',', default_value = "tanh,gaussian,sine,elliot")]
    activations: Vec<Activation>,
    /// The factors of their net inputs.
    #[arg(long, value_delimiter = ',', value_name = "NUMBERS", default_value = "0.25,0.5,0.75,1")]
    steepnesses: Vec<f32>,
    /// Candidates of each kind.
    #[arg(long, value_name = "NUMBER", default_value = "4")]
    copies: NonZeroUsize,
    /// The most hidden units.
    #[arg(long, value_name = "NUMBER", default_value_t = 40)]
    units: usize,
    /// Units without a better test error after which growth ends.
    #[arg(long, value_name = "UNITS", default_value_t = 15)]
    patience: usize,
    /// The most epochs of candidates, and of the output, per unit.
    #[arg(long, value_name = "NUMBER", default_value_t = 80)]
    epochs: usize,
    /// The most examples that candidates are trained with, others for every unit; 0: all of them.
    #[arg(long, value_name = "NUMBER", default_value_t = 30_000)]
    sample: usize,
    /// Epochs in which all weights of the grown network are trained together; 0: it stays as it has grown.
    #[arg(long, value_name = "EPOCHS", default_value_t = Polish::default().epochs)]
    polish: usize,
    /// The first steps of weights in those epochs.
    #[arg(long, value_name = "STEP", default_value_t = Polish::default().rate)]
    polish_rate: f32,
}

fn objective(text: &str) -> Result<Objective, String> {
    let known = Objective::ALL.into_iter().find(|objective| objective.name() == text);
    known.ok_or_else(|| "expected correlation, cascade2 or linearised".to_owned())
}

fn rule(text: &str) -> Result<Rule, String> {
    let known = Rule::ALL.into_iter().find(|rule| rule.name() == text);
    known.ok_or_else(|| "expected irprop+, irprop- or quickprop".to_owned())
}

impl CascadeOptions {
    /// The selection they mean, if it makes sense.
    pub(super) fn selection(&self, seed: u64) -> Result<Selection> {
        let filter = match self.filter {
            Filter::Published => Selection::published(),
            Filter::Thorough => Selection::thorough(),
        };
        let half_visits = self.half_visits.unwrap_or(filter.half_visits);
        let result = self.result.unwrap_or(filter.result);
        let selection = Selection { least_visits: self.least_visits, half_visits, result, seed, ..filter };
        selection.check()?;
        Ok(selection)
    }

    /// The settings they mean, if they make sense.
    pub(super) fn settings(&self, seed: u64, threads: usize) -> Result<Settings> {
        let patience = Patience { most: self.epochs, least: self.epochs.min(50), ..Patience::default() };
        let (activations, steepnesses) = (self.activations.clone(), self.steepnesses.clone());
        let settings = Settings {
            objective: self.objective,
            rule: self.rule,
            pool: Pool { activations, steepnesses, copies: self.copies, spread: 1.0 },
            sample: self.sample,
            candidate_patience: patience,
            output_patience: patience,
            units: self.units,
            unit_patience: self.patience,
            polish: Polish { epochs: self.polish, rate: self.polish_rate, ..Polish::default() },
            seed,
            threads,
            ..Settings::default()
        };
        lesson::check(&settings)?;
        Ok(settings)
    }
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    let (spec, version) = (rules.spec(), rules.info().version);
    let settings = args.options.settings(args.seed, args.jobs.count())?;
    let selection = args.options.selection(args.seed)?;
    let path = args.examples.clone().unwrap_or_else(|| default_file(spec, "examples.sqlite"));
    let collection = Collection::open(&path)?;
    let plan = collection.plan();
    ensure!(
        (plan.game.as_str(), plan.version, plan.features) == (spec, version, rules.encoding().features),
        "{} holds examples of {} (version {} of the rules), not of {spec} (version {version})",
        path.display(),
        plan.game,
        plan.version
    );
    let network = args.out.clone().unwrap_or_else(|| default_file(spec, "cascade.safetensors"));
    let start = Instant::now();
    let mut silent = std::io::sink();
    let words: &mut dyn Write = if args.json { &mut silent } else { &mut *out };
    let interruptible = Interruptible::silent(format!(
        "What has grown is kept in '{}': the same command goes on.",
        Lesson::checkpoint_of(&network).display()
    ));
    let model = learn(rules.as_ref(), &collection, selection, settings, &network, &|_| false, words)?;
    drop(interruptible);
    if let Some(file) = &args.curve {
        write_chart(&model, file)?;
    }
    if args.json {
        let answer = json!({
            "game": model.game, "units": model.network.units.len(), "training": model.training,
            "file": network.display().to_string(), "seconds": start.elapsed().as_secs_f64(),
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
        return Ok(());
    }
    tell(&model, &network, out)?;
    writeln!(out, "{:.1} s on the wall.", start.elapsed().as_secs_f64())?;
    Ok(())
}

/// Selects examples of a collection and grows a network from them; says what happens, unit by unit.
pub(super) fn learn(
    rules: &dyn Rules,
    collection: &Collection,
    selection: Selection,
    settings: Settings,
    network: &Path,
    stop: &dyn Fn(Step) -> bool,
    out: &mut dyn Write,
) -> Result<Model> {
    let selected = selection.select(collection)?;
    if selected.train.is_empty() {
        return Err(LessonError::NoExamples(collection.count()?).into());
    }
    let plan = collection.plan();
    let Selected { train, test, .. } = &selected;
    writeln!(
        out,
        "{} training and {} test examples of {}, {} features, {:.1} of them active; {} candidates per unit.",
        train.len(),
        test.len(),
        plan.game,
        train.features(),
        train.mean_active() - 1.0,
        settings.pool.len()
    )?;
    writeln!(out, "units   training       test   epochs")?;
    let source = source(plan, selection);
    let symmetries = symmetries(rules);
    let lesson = Lesson {
        game: &plan.game,
        version: plan.version,
        selected: &selected,
        source,
        symmetries: &symmetries,
        settings,
        out: network,
    };
    let mut failure = Ok(());
    let mut tell = |news: News<'_>| {
        let line = match news {
            News::Grown(growth) => unit_line(growth),
            News::Polished(1, shine) => {
                let ways = if symmetries.len() == 1 {
                    String::new()
                } else {
                    format!(", examples in {} images", symmetries.len())
                };
                format!("polishing all weights{ways}\n{}", polish_line(1, shine))
            }
            News::Polished(epoch, shine) => polish_line(epoch, shine),
        };
        let told = writeln!(out, "{line}").and_then(|()| out.flush());
        if failure.is_ok() {
            failure = told;
        }
    };
    let model = lesson.learn(stop, &mut tell)?;
    failure?;
    Ok(model)
}

/// A line about a network with one more unit.
fn unit_line(growth: &Growth<'_>) -> String {
    let units = growth.network().units.len();
    let best = if growth.best_units() == units { "  best so far" } else { "" };
    growth.snapshots().last().map_or_else(String::new, |last| {
        format!("{units:>5}   {:.6}   {:.6}   {:>6}{best}", last.train, last.test, last.epochs)
    })
}

/// A line about an epoch of polishing.
fn polish_line(epoch: usize, shine: Shine) -> String {
    format!("        {:.6}   {:.6}   {epoch:>6}", shine.train, shine.test)
}

/// Where examples came from, in words.
fn source(plan: &Plan, selection: Selection) -> String {
    format!(
        "{} against itself, {} games from the start and {} from each of {} openings, seed {}; selection {}",
        plan.teacher,
        plan.starts,
        plan.repeats,
        plan.openings,
        plan.seed,
        serde_json::to_string(&selection).unwrap_or_default()
    )
}

/// Prints what was learned.
pub(super) fn tell(model: &Model, file: &Path, out: &mut dyn Write) -> Result<()> {
    let units = model.network.units.len();
    let [[_, grown], [train, test]] = [model.training.grown(units), model.training.errors(units)];
    let most = model.training.curve.len().saturating_sub(1);
    let noun = if units == 1 { "unit" } else { "units" };
    if test < grown {
        writeln!(
            out,
            "The network has {units} hidden {noun}. As it had grown, its test error was {grown:.6}; polished, it is {test:.6}, \
             and the training error {train:.6}."
        )?;
    } else {
        writeln!(
            out,
            "The network with {units} hidden {noun} is the best of those with up to {most}: its test error is {grown:.6}."
        )?;
    }
    writeln!(
        out,
        "It is in {}. Try: agon match {} neuralmcts:eval=cascade:{} uct",
        file.display(),
        model.game,
        file.display()
    )?;
    Ok(())
}

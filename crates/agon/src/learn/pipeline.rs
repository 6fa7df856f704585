//! `agon pipeline`.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use agon_agents::{Catalogue, Playable};
use agon_arena::ledger::other_line;
use agon_core::bounded;
use agon_learn::Pace;
use agon_learn::examples::{Collection, Plan};
use agon_learn::lesson::{Lesson, Step, write_chart};
use agon_learn::tune::Normal;
use agon_nets::Model;
use agon_search::settings::read_time;
use anyhow::{Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::cascade::{self, CascadeOptions};
use super::examples::ExampleOptions;
use super::file_name;
use super::tune::TuneOptions;
use crate::interrupt::Interruptible;
use crate::jobs::Jobs;
use crate::progress::Progress;

/// Tune UCT for a game, make examples, and grow a network from them.
///
/// With --budget, the playouts per move are chosen so that tuning takes an eighth of the time, examples five eighths, and the
/// growth and the polishing of the network at most an eighth each. Without it, all counts are as given, and the same seed
/// gives the same network on every machine. The same command after an interruption goes on where it was.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello`.
    game: String,
    /// The time for everything, such as 30m or 1h; the numbers of playouts follow from it.
    #[arg(long, value_name = "TIME", value_parser = budget)]
    budget: Option<Duration>,
    #[command(flatten)]
    tune: TuneOptions,
    #[command(flatten)]
    examples: ExampleOptions,
    #[command(flatten)]
    cascade: CascadeOptions,
    /// The folder of all files; `learned/GAME` if left out.
    #[arg(long, visible_alias = "dir", value_name = "DIR")]
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

fn budget(text: &str) -> Result<Duration, String> {
    let time = read_time(text).filter(|time| *time >= Duration::from_secs(10));
    time.ok_or_else(|| "expected a time of at least ten seconds, such as 10m or 1h".to_owned())
}

/// The shares of the time that the stages get; half of the last is for the growth of the network, the rest for polishing it.
const SHARES: [f64; 3] = [0.125, 0.625, 0.25];
/// No budget is so small that a player makes fewer playouts.
const LEAST_PLAYOUTS: u64 = 50;
/// The constant when there was no time to find one: what suits most games.
const UNTUNED: f64 = 0.7;
/// The playouts with which the speed of a game is measured.
const PROBE: u64 = 200;

/// The stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Tuning,
    Examples,
    Learning,
}

/// What an interrupted pipeline goes on from, besides the files of its stages: these tell how far it has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct State {
    game: String,
    /// The time for everything, in seconds.
    budget: Option<f64>,
    seed: u64,
    /// Playouts per move while tuning and for examples.
    playouts: [u64; 2],
    /// Seconds spent in each stage.
    spent: [f64; 3],
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    let dir = args.out.clone().unwrap_or_else(|| Path::new("learned").join(file_name(rules.spec())));
    fs::create_dir_all(&dir)
        .map_err(|error| anyhow!("cannot make the folder '{}': {error}", dir.display()))?;
    let begun = Begun::new(args, rules, &dir)?;
    let _interruptible = Interruptible::silent(format!(
        "Every finished game and all that has grown is kept in '{}': the same command goes on.",
        dir.display()
    ));
    let mut silent = std::io::sink();
    let words: &mut dyn Write = if args.json { &mut silent } else { &mut *out };
    let constant = begun.tune(words)?;
    let collection = begun.make_examples(constant, words)?;
    let model = begun.learn(collection, words)?;
    if args.json {
        let answer = json!({
            "game": model.game, "constant": constant, "units": model.network.units.len(),
            "training": model.training, "file": begun.network_file().display().to_string(),
            "seconds": begun.state().spent,
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
    }
    Ok(())
}

/// A pipeline that has begun: its options and its state, which is written to a file whenever it changes.
struct Begun<'a> {
    args: &'a Args,
    rules: Arc<dyn Playable>,
    dir: &'a Path,
    jobs: usize,
    state: Mutex<State>,
}

impl<'a> Begun<'a> {
    /// Goes on with the pipeline of a folder, or begins one.
    fn new(args: &'a Args, rules: Arc<dyn Playable>, dir: &'a Path) -> Result<Begun<'a>> {
        // Mistakes are told before hours are spent.
        args.tune.settings(rules.as_ref(), args.seed)?.check(rules.as_ref())?;
        args.cascade.settings(args.seed, 1).and(args.cascade.selection(args.seed))?;
        args.examples.plan(rules.as_ref(), UNTUNED, args.seed)?.check(rules.as_ref())?;
        let jobs = args.jobs.count();
        let budget = args.budget.map(|budget| budget.as_secs_f64());
        let path = dir.join("pipeline.json");
        let state = match bounded::read_to_string(&path) {
            Ok(text) => {
                let state: State = serde_json::from_str(&text)
                    .map_err(|error| anyhow!("{} is not the state of a pipeline: {error}", path.display()))?;
                let asked = settings(rules.spec(), budget, args.seed);
                if let Some(difference) = other_line(&settings(&state.game, state.budget, state.seed), &asked)
                {
                    let (file, game) = (path.display(), &state.game);
                    bail!(
                        "'{file}' holds something else, the pipeline '{game}': {difference}; name another --out for this one"
                    );
                }
                state
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let playouts = match budget {
                    None => [args.tune.tune_playouts, args.examples.playouts],
                    Some(budget) => afford(args, rules.as_ref(), budget * jobs as f64)?,
                };
                let game = rules.spec().to_owned();
                State { game, budget, seed: args.seed, playouts, spent: [0.0; 3] }
            }
            Err(error) => return Err(anyhow!("{}: {error}", path.display())),
        };
        let begun = Begun { args, rules, dir, jobs, state: Mutex::new(state) };
        begun.change(|_| {})?;
        Ok(begun)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics while it holds the state")
    }

    fn state(&self) -> State {
        self.lock().clone()
    }

    fn examples_file(&self) -> PathBuf {
        self.dir.join("examples.sqlite")
    }

    fn network_file(&self) -> PathBuf {
        self.dir.join("cascade.safetensors")
    }

    /// Whether a stage is behind us: the next one has left something.
    fn is_past(&self, stage: Stage) -> bool {
        let network = self.network_file();
        match stage {
            Stage::Tuning => self.examples_file().exists(),
            Stage::Examples => network.exists() || Lesson::checkpoint_of(&network).exists(),
            Stage::Learning => network.exists(),
        }
    }

    /// Changes the state and writes it, as a whole.
    fn change(&self, change: impl FnOnce(&mut State)) -> Result<()> {
        let mut state = self.lock();
        change(&mut state);
        let path = self.dir.join("pipeline.json");
        agon_core::atomic::write(&path, serde_json::to_string_pretty(&*state)? + "\n")
            .map_err(|error| anyhow!("cannot write '{}': {error}", path.display()))
    }

    /// Runs a stage with a clock: it can ask whether this part of its time is up, and the time it takes is kept now and then.
    /// What is past is over, and takes no time.
    fn timed<T>(
        &self,
        stage: Stage,
        work: impl FnOnce(&(dyn Fn(f64) -> bool + Sync)) -> Result<T>,
    ) -> Result<T> {
        if self.is_past(stage) {
            return work(&|_| true);
        }
        let (index, start) = (stage as usize, Instant::now());
        let before = self.state().spent[index];
        let kept = Mutex::new(Instant::now());
        let most = self.state().budget.map(|budget| budget * SHARES[index]);
        let is_over = |part: f64| {
            let spent = before + start.elapsed().as_secs_f64();
            let mut kept = kept.lock().expect("no thread panics here");
            if kept.elapsed() >= Duration::from_secs(2) {
                *kept = Instant::now();
                // A time that cannot be written now is written at the end of the stage.
                let _ = self.change(|state| state.spent[index] = spent);
            }
            most.is_some_and(|most| spent >= part * most)
        };
        let result = work(&is_over)?;
        self.change(|state| state.spent[index] = before + start.elapsed().as_secs_f64())?;
        Ok(result)
    }

    /// Tunes the exploration constant, and returns it.
    fn tune(&self, out: &mut dyn Write) -> Result<f64> {
        let (state, rules) = (self.state(), self.rules.as_ref());
        writeln!(out, "1. Tuning ({})", words(state.budget.map(|budget| budget * SHARES[0])))?;
        let options = TuneOptions { tune_playouts: state.playouts[0], ..self.args.tune.clone() };
        let settings = options.settings(rules, state.seed)?;
        let mut ledger = settings.ledger(&self.dir.join("tune.sqlite"))?;
        let progress = Progress::new(ledger.count()?, settings.all_games() as u64);
        let iterations = self.timed(Stage::Tuning, |is_over| {
            let goes_on = || !is_over(1.0);
            let pace = Pace { jobs: self.jobs, goes_on: &goes_on, tell: &|| progress.advance() };
            Ok(settings.run(rules, &mut ledger, &pace)?)
        })?;
        progress.finish();
        ledger.close()?;
        super::tune::tell(&settings, &iterations, out)?;
        if iterations.len() < settings.iterations {
            writeln!(
                out,
                "The time was enough for {} of {} iterations.",
                iterations.len(),
                settings.iterations
            )?;
        }
        // Four digits are more than a constant is known to, and read well.
        let round = |normal: &Normal| (normal.mean * 1e4).round() / 1e4;
        Ok(iterations.last().and_then(|last| last.after.first()).map_or(UNTUNED, round))
    }

    fn plan(&self, constant: f64) -> Result<Plan> {
        let state = self.state();
        let options = ExampleOptions { playouts: state.playouts[1], ..self.args.examples.clone() };
        options.plan(self.rules.as_ref(), constant, state.seed)
    }

    /// Plays the games to learn from.
    fn make_examples(&self, constant: f64, out: &mut dyn Write) -> Result<Collection> {
        let (state, rules) = (self.state(), self.rules.as_ref());
        writeln!(out, "2. Examples ({})", words(state.budget.map(|budget| budget * SHARES[1])))?;
        let plan = self.plan(constant)?;
        let mut collection = Collection::begin(&self.examples_file(), &plan, rules)?;
        let progress = Progress::new(collection.count()?, plan.games() as u64);
        self.timed(Stage::Examples, |is_over| {
            let goes_on = || !is_over(1.0);
            let pace = Pace { jobs: self.jobs, goes_on: &goes_on, tell: &|| progress.advance() };
            Ok(plan.run(rules, &mut collection, &pace)?)
        })?;
        progress.finish();
        super::examples::tell(&collection, out)?;
        Ok(collection)
    }

    fn learn(&self, collection: Collection, out: &mut dyn Write) -> Result<Model> {
        let state = self.state();
        writeln!(out, "3. Learning ({})", words(state.budget.map(|budget| budget * SHARES[2])))?;
        let network = self.network_file();
        let settings = self.args.cascade.settings(state.seed, self.jobs)?;
        let selection = self.args.cascade.selection(state.seed)?;
        let model = if self.is_past(Stage::Learning) {
            Model::load(&network)?
        } else {
            self.timed(Stage::Learning, |is_over| {
                let stop = |step| is_over(if step == Step::Growing { 0.5 } else { 1.0 });
                let rules = self.rules.as_ref();
                cascade::learn(rules, &collection, selection, settings, &network, &stop, out)
            })?
        };
        collection.close()?;
        write_chart(&model, &self.dir.join("curve.svg"))?;
        cascade::tell(&model, &network, out)?;
        let [tuning, examples, learning] = self.state().spent;
        writeln!(
            out,
            "On the wall: {} for tuning, {} for examples, {} for learning; --jobs {}.",
            words(Some(tuning)),
            words(Some(examples)),
            words(Some(learning)),
            self.jobs
        )?;
        Ok(model)
    }
}

/// What the whole of a pipeline depends on, besides what the ledgers of its stages compare.
fn settings(game: &str, budget: Option<f64>, seed: u64) -> String {
    let budget = budget.map(|budget| format!("budget = {budget} s\n")).unwrap_or_default();
    format!("game = {game}\n{budget}seed = {seed}\n")
}

/// The playouts per move, while tuning and for examples, that use up their shares of this many processor seconds.
fn afford(args: &Args, rules: &dyn Playable, seconds: f64) -> Result<[u64; 2]> {
    let probe = ExampleOptions { playouts: PROBE, starts: 1, openings: 0, repeats: 0 };
    let plan = probe.plan(rules, UNTUNED, args.seed)?;
    let per_playout = plan.time_one(rules)? / PROBE as f64;
    let games = [
        args.tune.settings(rules, args.seed)?.all_games(),
        args.examples.plan(rules, UNTUNED, args.seed)?.games(),
    ];
    let playouts = |share: f64, games: usize| {
        let most = share * seconds / (games.max(1) as f64 * per_playout);
        // Two digits: nobody needs to know how fast this machine was to the last playout.
        let unit = 10_f64.powf((most.max(1.0).log10() - 1.0).floor().max(0.0));
        (((most / unit).floor() * unit) as u64).max(LEAST_PLAYOUTS)
    };
    Ok([playouts(SHARES[0], games[0]), playouts(SHARES[1], games[1])])
}

/// A time in words.
fn words(seconds: Option<f64>) -> String {
    match seconds {
        None => "as long as it takes".to_owned(),
        Some(seconds) if seconds < 100.0 => format!("{seconds:.1} s"),
        Some(seconds) => format!("{:.1} min", seconds / 60.0),
    }
}

//! `agon calibrate`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use agon_agents::level::{Dial, Ladder, Level, Meeting, Step};
use agon_agents::{Catalogue, Playable};
use agon_arena::calibrate::{Settings, Subject, calibrate, load, save};
use anyhow::{Context, Result, bail, ensure};

use crate::games::read_list;
use crate::interrupt::Interruptible;
use crate::jobs::Jobs;

/// Find the ten levels of games by playing, and write a table for each.
///
/// Every game is kept in the folder as soon as it has ended, in GAME.games.db or, with --confirm, in GAME.confirmation.db; the
/// same command goes on where it was interrupted, and 'agon report' makes a page of such a file. Budgets are counts, so the tables are the same on every machine. Use another folder when a game or a search has changed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The games, such as `othello checkers`, or `all` for every game; a variant shares the levels of the game it varies.
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// Games with which every step is verified, an even number; a survey and the first rounds take a part of that.
    #[arg(long = "games", value_name = "NUMBER", default_value_t = 200)]
    count: usize,
    /// Search for nothing: play every step of the tables in the folder, or else of those that are built in, with this many games that
    /// had no part in the search, and write down what came out.
    #[arg(long, value_name = "NUMBER", conflicts_with = "count")]
    confirm: Option<usize>,
    #[command(flatten)]
    jobs: Jobs,
    /// The folder for tables and results.
    #[arg(long, visible_alias = "dir", value_name = "DIR", default_value = "calibration")]
    out: PathBuf,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let (option, count) = args.confirm.map_or(("--games", args.count), |count| ("--confirm", count));
    ensure!(
        Settings::GAMES.contains(&(count as u64)) && count.is_multiple_of(2),
        "{option} takes an even number from {} to {}, not {count}",
        Settings::GAMES.start(),
        Settings::GAMES.end()
    );
    let rules = read_list(&args.games, catalogue, &|| Ok(catalogue.families().cloned().collect()))?;
    if let Err(error) = std::fs::create_dir_all(&args.out) {
        bail!("cannot make the folder '{}': {error}", args.out.display());
    }
    let subject = |rules: Arc<dyn Playable>| -> Result<Subject> {
        if args.confirm.is_none() {
            return Ok(Subject::new(rules, args.seed, &args.out)?);
        }
        let game = &rules.spec().to_owned();
        let ladder = load(game, &args.out)?.or_else(|| Ladder::of(rules.as_ref()).cloned()).with_context(|| {
            format!("there is no table of {game}, neither built in nor in '{}'; 'agon calibrate {game}' makes one", args.out.display())
        })?;
        Ok(Subject::confirming(rules, ladder, args.seed, &args.out)?)
    };
    let subjects = rules.into_iter().map(subject).collect::<Result<Vec<_>>>()?;
    let settings = Settings { pairs: count / 2, seed: args.seed, jobs: args.jobs.count() };
    let how = format!(
        "Every finished game is kept in '{}', and so is the table of every game that is done: the same command goes on.",
        args.out.display()
    );
    let done: Arc<Mutex<Vec<Ladder>>> = Arc::default();
    let interruptible = {
        let (done, catalogue, json, count) = (done.clone(), catalogue.clone(), args.json, subjects.len());
        Interruptible::new(how, move |out| {
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.sort_by(|one, other| one.game.cmp(&other.game));
            if !json {
                writeln!(out, "{} of {count} games are done.", done.len())?;
            }
            answer(&done, json, &catalogue, out)
        })
    };
    let ladders = calibrate(subjects, settings, &|subject, ladder| {
        let file = save(ladder, &args.out)?;
        done.lock().unwrap_or_else(PoisonError::into_inner).push(ladder.clone());
        // Whoever waits sees something happen; what counts is printed at the end, in order.
        let minutes = subject.seconds() / 60.0;
        let reached = reached(ladder);
        let steps = Level::TOP - 1;
        let _ = writeln!(
            io::stderr(),
            "{}: {reached} of {steps} steps, {minutes:.1} core-minutes, {}",
            ladder.game,
            file.display()
        );
        Ok(())
    })?;
    drop(interruptible);
    answer(&ladders, args.json, catalogue, out)
}

/// Prints ladders, as tables or as JSON.
fn answer(ladders: &[Ladder], json: bool, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(ladders)?)?;
        return Ok(());
    }
    ladders.iter().try_for_each(|ladder| tell(ladder, catalogue, out))
}

/// The ladder of a game as a table.
fn tell(ladder: &Ladder, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}", ladder.game)?;
    for rung in ladder.rungs.iter().rev() {
        write!(out, "{:>5} {:>5}  ", rung.level, rung.rating)?;
        match rung.step() {
            None => write!(out, "{:37}", "")?,
            Some(step) => tell_step(&step, out)?,
        }
        writeln!(out, "{}", rung.spec)?;
    }
    let reached = reached(ladder);
    let steps = Level::TOP - 1;
    write!(out, "      {reached} of {steps} steps are certain and between 60 and 85 %")?;
    writeln!(out, "{}", if reached < usize::from(steps) { "; the others are marked '!'." } else { "." })?;
    if !is_our_strongest(ladder, catalogue) {
        writeln!(out, "      Level {} could think longer, but nine steps do not reach further.", Level::TOP)?;
    }
    if let Some(ends) = &ladder.confirmed {
        for (name, step) in [("greedy against level 1", ends.greedy), ("level 10 against level 1", ends.span)]
        {
            write!(out, "      {name:24} ")?;
            tell_step(&step, out)?;
            writeln!(out)?;
        }
        return Ok(());
    }
    let meetings = [
        ("level 1 against greedy", ladder.greedy),
        ("level 1 against random", ladder.random),
        ("level 10 against level 1", ladder.span),
    ];
    for (name, meeting) in meetings {
        if let Some(Meeting { score, games }) = meeting {
            writeln!(out, "      {name}: {:.1} % of {games} games", 100.0 * score)?;
        }
    }
    Ok(())
}

/// Whether the highest level is the top of a dial.
fn is_our_strongest(ladder: &Ladder, catalogue: &Catalogue) -> bool {
    let Ok(rules) = catalogue.find(&ladder.game) else { return true };
    let tops = Dial::all(rules.as_ref()).into_iter().map(|dial| dial.spec(dial.top()).to_string());
    ladder.rungs.last().is_none_or(|rung| tops.into_iter().any(|top| rung.spec == top))
}

/// How many steps are as they should be.
fn reached(ladder: &Ladder) -> usize {
    ladder.rungs.iter().filter(|rung| rung.step().is_some_and(|step| step.reached)).count()
}

/// The share of the points, its interval, the number of games and how likely all that is between equals.
fn tell_step(step: &Step, out: &mut dyn Write) -> Result<()> {
    let [score, low, high] = [step.score, step.low, step.high].map(|share| 100.0 * share);
    let mark = if step.reached { ' ' } else { '!' };
    write!(out, "{score:5.1} % ({low:4.1} to {high:5.1}) in {:>3}{mark} p {:<8.6}  ", step.games, step.p)?;
    Ok(())
}

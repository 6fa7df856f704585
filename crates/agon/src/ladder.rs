//! `agon ladder`.

use std::env;
use std::io::{Write, stderr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use agon_agents::{AgentSpec, Basis, Catalogue, Playable};
use agon_arena::contest::{Contest, Summary, summarise};
use agon_arena::ledger::Ledger;
use agon_arena::openings::{self, Source};
use agon_plot::table::Table;
use anyhow::{Result, anyhow, ensure};
use serde::{Deserialize, Serialize};

use crate::files;
use crate::interrupt::Interruptible;
use crate::jobs::{Jobs, whole};
use crate::progress::Progress;
use crate::wrap::table;

/// The programs of Debian that can be asked.
const DEBIAN: &str = include_str!("ladder.toml");
/// Random plies before a pair of games.
const OPENING: u32 = 4;
/// The time for a move of whoever plays where nobody is named.
const TIME: &str = "200ms";
/// Where Debian keeps its games, which is not on everybody's path.
const GAMES: &str = "/usr/games";

/// Set an agent against every program that is installed of a list of programs that play one game.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// Only programs that play these games, such as `chess`.
    games: Vec<String>,
    /// Who plays against them; without one `pvs:time=200ms`, or `uct` with the same time in a game that has no evaluation.
    #[arg(long, value_name = "SPEC")]
    agent: Option<AgentSpec>,
    /// The number of games against each, an even one.
    #[arg(long, value_name = "NUMBER", default_value_t = 20, value_parser = whole::<u32>(2..=100_000))]
    count: u32,
    /// A list of your own in place of the programs of Debian 12. It is TOML; of each program it says
    /// `[[rung]]`, `game`, `opponent` (its name), `program` (its file) and `spec`, an agent in which {program} stands for where
    /// the file was found.
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Keep the games in this folder: the same command goes on where it was interrupted.
    #[arg(long, value_name = "FOLDER", default_value = "ladder")]
    out: PathBuf,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    jobs: Jobs,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// A list of opponents.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rungs {
    rung: Vec<Rung>,
}

/// An opponent.
#[derive(Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Rung {
    game: String,
    opponent: String,
    program: String,
    spec: String,
}

/// What came of an opponent; nothing if he is not installed.
#[derive(Serialize)]
struct Climbed {
    #[serde(flatten)]
    rung: Rung,
    agent: AgentSpec,
    summary: Option<Summary>,
    milliseconds: Option<[f64; 2]>,
}

impl Args {
    /// Who plays a game.
    fn player(&self, rules: &dyn Playable) -> Result<AgentSpec> {
        let usual = || Basis::of(rules.bare()).player().unbudgeted().with("time", TIME);
        self.agent.clone().map_or_else(|| Ok(usual()?), Ok)
    }
}

impl Rung {
    /// Who it is, if he is installed.
    fn agent(&self) -> Result<Option<AgentSpec>> {
        let Some(program) = find(&self.program) else { return Ok(None) };
        Ok(Some(self.spec.replace("{program}", &program.display().to_string()).parse()?))
    }

    /// The match of two agents, and where its games are kept.
    fn contest(&self, args: &Args, rules: Arc<dyn Playable>, agents: [AgentSpec; 2]) -> (Contest, PathBuf) {
        let name: String =
            self.opponent.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
        let pairs = args.count / 2;
        let contest = Contest {
            openings: openings::random(rules.as_ref(), pairs as usize, OPENING, args.seed),
            rules,
            agents,
            pairs,
            seed: args.seed,
            jobs: args.jobs.said().unwrap_or(1),
            max_plies: None,
        };
        (contest, args.out.join(format!("{}-{name}.sqlite", self.game)))
    }
}

/// The file of a program, on the path or where Debian keeps its games.
fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = env::split_paths(&path).chain([PathBuf::from(GAMES)]);
    folders.find_map(|folder| Some(folder.join(program)).filter(|file| file.is_file()))
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    ensure!(args.count.is_multiple_of(2), "--count takes an even number of at least 2");
    let chosen = chosen(args, catalogue)?;
    let climbed: Arc<Mutex<Vec<Climbed>>> = Arc::default();
    let interruptible = {
        let (climbed, args) = (climbed.clone(), args.clone());
        let how =
            format!("Every finished game is kept in '{}': the same command goes on.", args.out.display());
        Interruptible::new(how, move |out| {
            answer(&args, &climbed.lock().unwrap_or_else(PoisonError::into_inner), out)
        })
    };
    for (rung, rules) in chosen {
        let opponent = rung.agent()?;
        let agent = args.player(rules.as_ref())?;
        let summary = match opponent {
            None => None,
            Some(opponent) => Some(play(args, &rung, rules, [agent.clone(), opponent])?),
        };
        let milliseconds =
            summary.as_ref().map(|summary| summary.spent.map(|spent| spent.mean_milliseconds()));
        let here = Climbed { rung, agent, summary, milliseconds };
        climbed.lock().unwrap_or_else(PoisonError::into_inner).push(here);
    }
    drop(interruptible);
    answer(args, &climbed.lock().unwrap_or_else(PoisonError::into_inner), out)
}

/// Prints what came of the matches so far.
fn answer(args: &Args, climbed: &[Climbed], out: &mut dyn Write) -> Result<()> {
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(climbed)?)?;
        return Ok(());
    }
    tell(climbed, out)
}

/// The opponents that are asked for, and their games.
fn chosen(args: &Args, catalogue: &Catalogue) -> Result<Vec<(Rung, Arc<dyn Playable>)>> {
    let text = match &args.list {
        None => DEBIAN.to_owned(),
        Some(file) => files::read(file)?,
    };
    let named = || args.list.as_ref().map_or_else(String::new, |file| format!("'{}': ", file.display()));
    let rungs: Rungs = toml::from_str(&text).map_err(|error| anyhow!("{}{error}", named()))?;
    for game in &args.games {
        catalogue.find(game)?;
        ensure!(
            rungs.rung.iter().any(|rung| rung.game == *game),
            "the list has no program that plays {game}"
        );
    }
    let wanted = |rung: &Rung| args.games.is_empty() || args.games.contains(&rung.game);
    let found = rungs.rung.into_iter().filter(wanted).map(|rung| {
        let rules = catalogue.find(&rung.game)?;
        Ok((rung, rules))
    });
    found.collect()
}

/// Plays what is missing of a match.
fn play(args: &Args, rung: &Rung, rules: Arc<dyn Playable>, agents: [AgentSpec; 2]) -> Result<Summary> {
    let (contest, file) = rung.contest(args, rules, agents);
    contest.check()?;
    let _ = writeln!(stderr(), "{}: {} against {}", rung.game, contest.agents[0], rung.opponent);
    std::fs::create_dir_all(&args.out)
        .map_err(|error| anyhow!("cannot make the folder '{}': {error}", args.out.display()))?;
    let mut ledger = Ledger::resume(&file, &contest.describe(&Source::Plies(OPENING), None))?;
    let progress = Progress::new(ledger.count()?, args.count.into());
    let games = contest.run(&mut ledger, &|_| progress.advance());
    progress.finish();
    let games = games?;
    ledger.close()?;
    Ok(summarise(games.iter().map(|kept| &kept.entry)))
}

fn tell(climbed: &[Climbed], out: &mut dyn Write) -> Result<()> {
    let mut agents: Vec<String> = climbed.iter().map(|one| one.agent.to_string()).collect();
    agents.sort();
    agents.dedup();
    let mut results = Table::new(format!("{} against programs that play one game", agents.join(" or ")))
        .words("game")
        .words("opponent")
        .numbers("won")
        .numbers("drawn")
        .numbers("lost")
        .numbers("Elo, 95 %")
        .numbers("ms a move, his");
    for Climbed { rung, summary, milliseconds, .. } in climbed {
        let (Some(summary), Some([ours, his])) = (summary, milliseconds) else { continue };
        let [low, high] = summary.elo_interval;
        results.row([
            rung.game.clone(),
            rung.opponent.clone(),
            summary.total.wins.to_string(),
            summary.total.draws.to_string(),
            summary.total.losses.to_string(),
            format!("{:+.0} ({low:+.0} to {high:+.0})", summary.elo),
            format!("{ours:.0}, {his:.0}"),
        ]);
    }
    if !results.is_empty() {
        table(out, &results)?;
    }
    let mut absent: Vec<&str> =
        climbed.iter().filter(|one| one.summary.is_none()).map(|one| one.rung.program.as_str()).collect();
    absent.dedup();
    if !absent.is_empty() {
        writeln!(out, "Not installed: {}.", absent.join(", "))?;
    }
    Ok(())
}

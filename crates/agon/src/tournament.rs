//! `agon tournament`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use agon_agents::Catalogue;
use agon_arena::ledger::{Ledger, Run};
use agon_arena::report::{facts, tables};
use agon_arena::schedule::Format;
use agon_arena::standings::Standings;
use agon_arena::tournament::Tournament;
use agon_core::bounded;
use agon_core::spread::processors;
use anyhow::{Result, anyhow, ensure};

use crate::interrupt::Interruptible;
use crate::jobs::Jobs;
use crate::progress::Progress;
use crate::wrap::{paragraph, table};

/// What stands in the file of a tournament, told at the end of the help.
const FORMAT: &str = r#"The same command goes on with a tournament that was interrupted, and shows the tables of one
that is finished. The file is TOML; only the lists of games and agents are needed:

  name = "Small boards"
  format = "round-robin"  # or "gauntlet": the first agent meets all others; or "swiss"
  rounds = 3              # for "swiss" only
  pairs = 10              # pairs of games with sides exchanged, per pairing and game
  openings = 4            # random plies, or a file with one opening per line
  max_plies = 200         # ends longer games; the agents do not see it coming
  seed = 1
  jobs = 2
  anchor = "chance"       # the agent that is rated 0; otherwise the mean of all is
  games = ["othello", { spec = "havannah:size=4", openings = 2, max_plies = 100 }]
  agents = ["uct:playouts=200", { spec = "random", name = "chance" }]"#;

/// Play a tournament that a file describes, and store every game as soon as it ends.
#[derive(clap::Args)]
#[command(after_help = FORMAT)]
pub(crate) struct Args {
    /// The file that describes the tournament.
    file: PathBuf,
    /// The file for the games; the tournament's own name with the ending .db if left out.
    #[arg(long, visible_alias = "db", value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
    /// Where the games are played: here, or as tasks of a Ray cluster, for which Python's package agon must be installed.
    #[arg(long, value_enum, default_value_t = Engine::Here)]
    on: Engine,
    /// The cluster, with '--on ray': its address, or 'auto' for one that was started on this machine. A local one if left out.
    #[arg(long, value_name = "ADDRESS")]
    address: Option<String>,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// What plays the games.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Engine {
    Here,
    Ray,
}

/// Lets Python's package play all games on a cluster.
fn play_on_ray(args: &Args, path: &Path) -> Result<()> {
    let python = std::env::var_os("AGON_PYTHON").unwrap_or_else(|| "python3".into());
    let mut command = Command::new(&python);
    command.args(["-m", "agon.ray", "tournament"]).arg(&args.file).arg("--out").arg(path);
    if let Some(jobs) = args.jobs.said() {
        command.args(["--jobs", &jobs.to_string()]);
    }
    if let Some(address) = &args.address {
        command.args(["--address", address]);
    }
    let python = python.to_string_lossy();
    let status = command.stdout(Stdio::null()).status();
    let status = status.map_err(|error| anyhow!("cannot start '{python}', which --on ray needs: {error}"))?;
    ensure!(
        status.success(),
        "'{python} -m agon.ray tournament' has not played all games; \"pip install './python[ray]'\" in a clone installs \
         the package, and AGON_PYTHON names another Python"
    );
    Ok(())
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let file = args.file.display();
    let text =
        bounded::read_to_string(&args.file).map_err(|error| anyhow!("cannot read '{file}': {error}"))?;
    let folder = args.file.parent().unwrap_or(Path::new(""));
    let tournament =
        Arc::new(Tournament::read(&text, catalogue, folder).map_err(|error| anyhow!("'{file}', {error}"))?);
    let jobs = args.jobs.said().or(tournament.jobs).unwrap_or_else(processors);
    let path = args.out.clone().unwrap_or_else(|| args.file.with_extension("db"));
    ensure!(path != args.file, "'{file}' is the tournament; name another file for its games with --out");
    let run = tournament.describe();
    ensure!(
        args.address.is_none() || args.on == Engine::Ray,
        "--address names a cluster; it needs '--on ray'"
    );
    if args.on == Engine::Ray {
        play_on_ray(args, &path)?;
    }
    let mut ledger = Ledger::resume(&path, &run)?;
    let progress = Progress::new(ledger.count()?, tournament.games());
    let how = format!("Every finished game is kept in '{}': the same command goes on.", path.display());
    let interruptible = Interruptible::new(how, {
        let (path, tournament, run, json) = (path.clone(), tournament.clone(), run.clone(), args.json);
        move |out| {
            let ledger = Ledger::open(&path)?;
            let standings = Standings::of(&ledger, ledger.anchor())?;
            if !json {
                writeln!(out, "{} of {} games:", standings.total.games, tournament.games())?;
            }
            answer(&tournament, &run, &standings, json, out)
        }
    });
    tournament.run(&mut ledger, jobs, &|_| progress.advance())?;
    progress.finish();
    drop(interruptible);
    let standings = Standings::of(&ledger, ledger.anchor())?;
    ledger.close()?;
    answer(&tournament, &run, &standings, args.json, out)?;
    if args.json {
        return Ok(());
    }
    let path = path.display();
    let hint = format!("'agon replay {path} N' shows a game, 'agon report {path}' makes a page of all");
    // Whoever does not read it can do without it.
    let _ = writeln!(std::io::stderr(), "The games are in '{path}': {hint}.");
    Ok(())
}

fn answer(
    tournament: &Tournament,
    run: &Run,
    standings: &Standings,
    json: bool,
    out: &mut dyn Write,
) -> Result<()> {
    if !json {
        return tell(tournament, standings, out);
    }
    let mut facts = facts(run, standings);
    facts["seed"] = tournament.seed.into();
    writeln!(out, "{}", serde_json::to_string_pretty(&facts)?)?;
    Ok(())
}

fn tell(tournament: &Tournament, standings: &Standings, out: &mut dyn Write) -> Result<()> {
    let agents = tournament.entrants.len();
    let format = match tournament.format {
        Format::RoundRobin => "a round robin".to_owned(),
        Format::Gauntlet => format!("a gauntlet of {}", tournament.entrants[0].name),
        Format::Swiss { rounds } => format!("a Swiss tournament of {rounds} rounds"),
    };
    writeln!(out, "{}: {format} with {agents} agents", tournament.name)?;
    writeln!(
        out,
        "{} games in {} pairs, {} plies long on average, seed {}",
        standings.total.games,
        standings.total.games / 2,
        decimal(standings.total.mean_plies),
        tournament.seed
    )?;
    let names: Vec<&str> = tournament.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    writeln!(out)?;
    table(out, &tables::ratings(&standings.total, &names))?;
    paragraph(out, &anchor(tournament))?;
    writeln!(out)?;
    table(out, &tables::cross(&standings.total, &names))?;
    writeln!(out)?;
    for (event, table) in tournament.events.iter().zip(&standings.by_rules) {
        let caption = format!(
            "{} ({}): {} games from {}, {} plies long on average",
            event.rules.info().name,
            event.rules.spec(),
            table.games,
            match event.openings.len() {
                1 => "one opening".to_owned(),
                count => format!("{count} openings"),
            },
            decimal(table.mean_plies)
        );
        crate::wrap::table(out, &tables::lines(table, &names, caption))?;
        writeln!(out)?;
    }
    if standings.by_rules.iter().chain([&standings.total]).any(|table| table.ratings.credited) {
        paragraph(out, tables::CREDITED)?;
    }
    for (name, line) in names.iter().zip(&standings.total.lines).filter(|(_, line)| line.spent.late > 0) {
        let (late, moves) = (line.spent.late, line.spent.moves);
        writeln!(out, "{name} took more than twice its time for {late} of its {moves} moves.")?;
    }
    for (number, fault) in standings.faults.iter().take(FAULTS) {
        writeln!(out, "Fault in game {number}: {fault}")?;
    }
    if standings.faults.len() > FAULTS {
        writeln!(out, "… and in {} more games; --json lists them all.", standings.faults.len() - FAULTS)?;
    }
    Ok(())
}

/// Faults that are told one by one.
const FAULTS: usize = 20;

fn anchor(tournament: &Tournament) -> String {
    let zero = match tournament.anchor {
        Some(agent) => tournament.entrants[agent].name.as_str(),
        None => "the mean of all",
    };
    format!("Ratings are Elo points after Bradley and Terry with 95 % intervals; {zero} is at 0.")
}

fn decimal(value: f64) -> String {
    format!("{value:.1}")
}

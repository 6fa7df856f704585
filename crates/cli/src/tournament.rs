//! `agon tournament`.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use agon_arena::report::{facts, tables};
use agon_arena::schedule::Format;
use agon_arena::standings::Standings;
use agon_arena::store::Store;
use agon_arena::tournament::Tournament;
use agon_core::spread::processors;
use anyhow::{Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};

/// Play a tournament that a TOML file describes, and store every game as soon as it ends.
///
/// The same command goes on with a tournament that was interrupted, and shows the tables of one that is finished.
///
/// The file says what is played and by whom; only the lists games and agents are needed:
///
///   name = "Small boards"
///   format = "round-robin"   # or "gauntlet": the first agent meets all others; or "swiss" with rounds = N
///   pairs = 10               # pairs of games with sides exchanged, per pairing and game
///   openings = 4             # random plies, or a file with one opening per line
///   max_plies = 200          # ends longer games
///   seed = 1
///   jobs = 2
///   anchor = "chance"        # the agent that is rated 0; otherwise the mean of all is
///   games = ["othello", { spec = "havannah:size=4", openings = 2, max_plies = 100 }]
///   agents = ["uct:playouts=200", { spec = "random", name = "chance" }]
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// The file that describes the tournament.
    file: PathBuf,
    /// The file for the games; the tournament's own name with the ending .db if left out.
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Games played at the same time; what the tournament says, or as many as there are processors, if left out.
    #[arg(long)]
    jobs: Option<usize>,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    ensure!(args.jobs != Some(0), "--jobs takes a number of at least 1");
    let file = args.file.display();
    let text =
        std::fs::read_to_string(&args.file).map_err(|error| anyhow!("cannot read '{file}': {error}"))?;
    let folder = args.file.parent().unwrap_or(Path::new(""));
    let tournament = Tournament::read(&text, folder).map_err(|error| anyhow!("'{file}', {error}"))?;
    let jobs = args.jobs.or(tournament.jobs).unwrap_or_else(processors);
    let path = args.db.clone().unwrap_or_else(|| args.file.with_extension("db"));
    ensure!(path != args.file, "'{file}' is the tournament; name another file for its games with --db");
    let mut store = Store::resume(&path, &tournament.roster())?;
    let progress = Progress::new(store.count()?, tournament.games());
    tournament.run(&mut store, jobs, &|_| progress.advance())?;
    progress.finish();
    let standings = Standings::of(&store, tournament.anchor)?;
    store.close()?;
    if args.json {
        let mut facts = facts(&tournament.roster(), &standings);
        facts["seed"] = tournament.seed.into();
        writeln!(out, "{}", serde_json::to_string_pretty(&facts)?)?;
        return Ok(());
    }
    tell(&tournament, &standings, out)?;
    let path = path.display();
    writeln!(
        std::io::stderr(),
        "The games are in '{path}'; 'agon replay {path} N' shows one, 'agon report {path}' makes a page of all."
    )?;
    Ok(())
}

/// How far the tournament has come: a bar where somebody watches, a line now and then where a file is written.
struct Progress {
    bar: Option<ProgressBar>,
    lines: Mutex<Lines>,
    games: u64,
}

struct Lines {
    start: Instant,
    before: u64,
    done: u64,
}

impl Progress {
    fn new(done: u64, games: u64) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {per_sec}, {eta} left");
            let bar = ProgressBar::new(games).with_style(style.expect("the template is well-formed"));
            bar.set_position(done);
            // Games of an earlier run say nothing about the speed of this one.
            bar.reset_eta();
            bar
        });
        if bar.is_none() && done > 0 {
            eprintln!("{done} of {games} games were there already");
        }
        Progress { bar, lines: Mutex::new(Lines { start: Instant::now(), before: done, done }), games }
    }

    fn advance(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
            return;
        }
        let mut lines = self.lines.lock().expect("nobody panics while writing a line");
        let tenth = |done: u64| 10 * done / self.games.max(1);
        lines.done += 1;
        if tenth(lines.done) > tenth(lines.done - 1) {
            let played = (lines.done - lines.before) as f64;
            let left = lines.start.elapsed().as_secs_f64() / played * (self.games - lines.done) as f64;
            eprintln!("{} of {} games, {left:.0} s left", lines.done, self.games);
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
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
    writeln!(out, "\n{}", tables::ratings(&standings.total, &names).text())?;
    writeln!(out, "{}", anchor(tournament))?;
    writeln!(out, "\n{}", tables::cross(&standings.total, &names).text())?;
    for (event, table) in tournament.events.iter().zip(&standings.by_rules) {
        let caption = format!(
            "{} ({}): {} games from {} openings, {} plies long on average",
            event.rules.info().name,
            event.rules.spec(),
            table.games,
            event.openings.len(),
            decimal(table.mean_plies)
        );
        writeln!(out, "{}", tables::lines(table, &names, caption).text())?;
    }
    if standings.by_rules.iter().chain([&standings.total]).any(|table| table.ratings.credited) {
        writeln!(out, "{}", tables::CREDITED)?;
    }
    for (number, fault) in &standings.faults {
        writeln!(out, "Fault in game {number}: {fault}")?;
    }
    Ok(())
}

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

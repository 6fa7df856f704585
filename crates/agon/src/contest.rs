//! `agon match`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use agon_agents::Catalogue;
use agon_arena::bout::Spent;
use agon_arena::contest::{Contest, Summary, Tally, summarise};
use agon_arena::ledger::{Entry, Kept, Ledger};
use agon_arena::openings::{self, Opening, Source};
use agon_arena::stats::{SPRT_BOUNDS, SequentialTest, Verdict};
use agon_core::spread::processors;
use agon_core::{Record, Rules};
use anyhow::{Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::{Value, json};

use crate::files::write_text;

/// Let two agents play pairs of games from the same openings with sides exchanged.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    game: String,
    /// The agent from whose view the results are told.
    agent_a: String,
    /// Its opponent.
    agent_b: String,
    /// The number of games, an even one.
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Where the pairs begin: after so many random plies, or as the lines of a file say: each a list of moves, a position
    /// in the game's notation, or a record as JSON. Empty lines and lines that begin with # are left out.
    #[arg(long, value_name = "PLIES|FILE", default_value = "4")]
    openings: String,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time; as many as there are processors if left out.
    #[arg(long)]
    jobs: Option<usize>,
    /// End games after this many plies.
    #[arg(long, value_name = "PLIES")]
    max_plies: Option<u32>,
    /// Stop as soon as a sequential test says whether the Elo difference is rather the first or the second number, each
    /// with a risk of 5 %; --games is the most that are played. It is looked at after every 16 pairs.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_test, allow_hyphen_values = true)]
    sprt: Option<SequentialTest>,
    /// Keep every game in this file as soon as it ends: the same command goes on where it was interrupted, and 'agon report'
    /// makes a page of it.
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// Write the games to this file, one JSON object per line.
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// A game as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    pair: u32,
    a_first: bool,
    gain: i8,
    score: f32,
    plies: u32,
    fault: &'a Option<String>,
    spent: &'a [Spent; 2],
    record: &'a Record,
}

impl<'a> Line<'a> {
    fn new(Kept { entry, record, .. }: &'a Kept) -> Line<'a> {
        let Entry { pair, a_first, gain, score, plies, fault, spent, .. } = entry;
        Line {
            pair: *pair,
            a_first: *a_first,
            gain: *gain,
            score: *score,
            plies: *plies,
            fault,
            spent,
            record,
        }
    }
}

/// Reads the two hypotheses of a sequential test.
fn read_test(text: &str) -> Result<SequentialTest, String> {
    let numbers = text.split_once(',').map(|(low, high)| (low.trim().parse(), high.trim().parse()));
    let test = match numbers {
        Some((Ok(low), Ok(high))) => SequentialTest::new(low, high),
        _ => None,
    };
    test.ok_or_else(|| "expected two Elo differences, the smaller one first, such as 0,20".to_owned())
}

/// The openings of all pairs, where they come from, and the same in words.
fn openings(args: &Args, rules: &dyn Rules) -> Result<(Vec<Opening>, Source, String)> {
    let pairs = args.games as usize / 2;
    if let Ok(plies) = args.openings.parse() {
        let openings = openings::random(rules, pairs, plies, args.seed);
        ensure!(!openings.is_empty(), "{} has no openings of {plies} plies", rules.spec());
        let words = format!("{} different openings of {plies} random plies", openings.len());
        return Ok((openings, Source::Plies(plies), words));
    }
    let file = &args.openings;
    let text = std::fs::read_to_string(file).map_err(|error| {
        anyhow!("--openings takes a number of plies or a file, and '{file}' cannot be read: {error}")
    })?;
    let mut openings = openings::read(rules, &text).map_err(|error| anyhow!("'{file}': {error}"))?;
    openings.truncate(pairs);
    let words = format!("{} of the openings in {file}", openings.len());
    Ok((openings, Source::File(file.clone()), words))
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    ensure!(args.games >= 2 && args.games.is_multiple_of(2), "--games takes an even number of at least 2");
    let rules = catalogue.find(&args.game)?;
    let agents = [args.agent_a.parse()?, args.agent_b.parse()?];
    let pairs = args.games / 2;
    let (openings, source, origin) = openings(args, rules.as_ref())?;
    let distinct = openings.len();
    let jobs = args.jobs.unwrap_or_else(processors);
    let contest =
        Contest { rules, agents, openings, pairs, seed: args.seed, jobs, max_plies: args.max_plies };
    contest.check()?;
    let run = contest.describe(&source, args.sprt);
    let mut ledger = match &args.ledger {
        Some(file) => Ledger::resume(file, &run)?,
        None => Ledger::in_memory(&run)?,
    };
    let games = play(&contest, &mut ledger, args.sprt)?;
    ledger.close()?;
    if let Some(file) = &args.record {
        let lines: Vec<String> =
            games.iter().map(|kept| serde_json::to_string(&Line::new(kept))).collect::<Result<_, _>>()?;
        write_text(Path::new(file), &(lines.join("\n") + "\n"))?;
    }
    let summary = summarise(games.iter().map(|kept| &kept.entry));
    let entries = games.iter().map(|kept| &kept.entry);
    let faults: Vec<(u32, &str)> =
        entries.filter_map(|entry| Some((entry.pair + 1, entry.fault.as_deref()?))).collect();
    if args.json {
        let agents: Vec<String> = contest.agents.iter().map(ToString::to_string).collect();
        let faults: Vec<Value> =
            faults.iter().map(|(pair, fault)| json!({"pair": pair, "fault": fault})).collect();
        let mut answer = json!({
            "game": contest.rules.spec(), "agents": agents, "seed": args.seed, "openings": distinct,
            "summary": summary, "faults": faults,
        });
        if let Some(test) = args.sprt {
            answer["sprt"] = json!({
                "elo0": test.elo0, "elo1": test.elo1, "verdict": test.verdict(&summary.pairs),
                "llr": summary.pairs.log_likelihood_ratio(test.elo0, test.elo1),
                "bounds": [SPRT_BOUNDS.0, SPRT_BOUNDS.1],
            });
        }
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
        return Ok(());
    }
    writeln!(out, "{}: {} against {}", contest.rules.info().name, contest.agents[0], contest.agents[1])?;
    writeln!(out, "{} games in {} pairs from {origin}, seed {}", games.len(), games.len() / 2, args.seed)?;
    tell(&summary, out)?;
    if let Some(test) = args.sprt {
        writeln!(out, "{}", sentence(test, &summary))?;
    }
    for (pair, fault) in faults {
        writeln!(out, "Fault in pair {pair}: {fault}")?;
    }
    // Times differ from run to run; kept apart, everything else is the same for the same seed.
    let [first, second] = summary.spent.map(|spent| 1000.0 * spent.seconds / spent.moves.max(1) as f64);
    let _ = writeln!(io::stderr(), "time per move: {first:.2} ms and {second:.2} ms");
    Ok(())
}

/// Plays the games, with a bar that tells how far it is where somebody can see it.
fn play(contest: &Contest, ledger: &mut Ledger, test: Option<SequentialTest>) -> Result<Vec<Kept>> {
    let style = ProgressStyle::with_template("{pos} of {len} games {bar:30} {msg} {eta} left")
        .expect("the template is well formed");
    // Shown on standard error, and only if that is a terminal.
    let bar = ProgressBar::new(2 * u64::from(contest.pairs)).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    let tally = Mutex::new(Tally::default());
    let done = |entry: &Entry| {
        let mut tally = tally.lock().expect("nobody panics while counting");
        tally.count(entry.gain);
        bar.set_message(format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses));
        bar.inc(1);
    };
    // What an earlier run has played is there at once.
    ledger.each(|_, entry| done(entry))?;
    bar.reset_eta();
    let games = match test {
        Some(test) => contest.run_test(ledger, test, &done),
        None => contest.run(ledger, &done),
    };
    bar.finish_and_clear();
    Ok(games?)
}

/// What a sequential test found out.
fn sentence(test: SequentialTest, summary: &Summary) -> String {
    let SequentialTest { elo0, elo1 } = test;
    let found = match test.verdict(&summary.pairs) {
        Verdict::Upper => format!("decided for {elo1:+}"),
        Verdict::Lower => format!("decided for {elo0:+}"),
        Verdict::Undecided => "not decided; more games are needed".to_owned(),
    };
    let ratio = summary.pairs.log_likelihood_ratio(elo0, elo1);
    format!(
        "sequential test of Elo {elo0:+} against {elo1:+}: {found} (log-likelihood ratio {ratio:.2}, bounds {:.2} and {:.2})",
        SPRT_BOUNDS.0, SPRT_BOUNDS.1
    )
}

fn tell(summary: &Summary, out: &mut dyn Write) -> Result<()> {
    let line = |name: &str, tally: Tally| {
        format!("{name:<10} won {:>4}, drawn {:>4}, lost {:>4}", tally.wins, tally.draws, tally.losses)
    };
    writeln!(out, "{}", line("in total", summary.total))?;
    writeln!(out, "{}", line("as first", summary.as_first))?;
    writeln!(out, "{}", line("as second", summary.as_second))?;
    let percent = |share: f64| 100.0 * share;
    writeln!(
        out,
        "win rate   {:.1} % ({:.1} to {:.1}, Clopper-Pearson 95 %)",
        percent(summary.win_rate),
        percent(summary.win_interval.low),
        percent(summary.win_interval.high)
    )?;
    for (name, mean, interval) in
        [("gain", summary.gain, summary.gain_interval), ("score", summary.score, summary.score_interval)]
    {
        writeln!(
            out,
            "{name:<10} {:+.3} ({:+.3} to {:+.3}, Jeffreys 95 % over pairs)",
            mean.mean, interval.low, interval.high
        )?;
    }
    let [low, high] = summary.elo_interval;
    writeln!(
        out,
        "Elo        {:+.0} ({low:+.0} to {high:+.0}, Jeffreys 95 % over pairs {:?}); likelihood of superiority {:.3}",
        summary.elo, summary.pairs.0, summary.superiority
    )?;
    writeln!(out, "length     {:.1} plies on average", summary.mean_plies)?;
    for (name, spent) in ["first", "second"].into_iter().zip(summary.spent) {
        writeln!(out, "per move of the {name} agent: {}", costs(spent))?;
    }
    for (name, spent) in
        ["first", "second"].into_iter().zip(summary.spent).filter(|(_, spent)| spent.late > 0)
    {
        writeln!(
            out,
            "late: {} moves of the {name} agent took more than twice their time and 100 ms, or came after its clock ran out",
            spent.late
        )?;
    }
    Ok(())
}

/// What an agent spent per move.
fn costs(spent: Spent) -> String {
    let moves = spent.moves.max(1) as f64;
    format!(
        "{:.0} nodes, {:.0} evaluations, {:.0} playouts, depth {:.1}",
        spent.nodes as f64 / moves,
        spent.evaluations as f64 / moves,
        spent.playouts as f64 / moves,
        spent.depth as f64 / moves
    )
}

//! `agon match`.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agon_agents::Catalogue;
use agon_arena::bout::Spent;
use agon_arena::contest::{Contest, Summary, Tally, summarise};
use agon_arena::ledger::{Entry, Kept, Ledger};
use agon_arena::openings::{self, Opening, Source};
use agon_arena::stats::{SPRT_BOUNDS, SequentialTest, Verdict};
use agon_core::{Reason, Record, Rules};
use anyhow::{Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::{Value, json};

use crate::files::{self, write_text};
use crate::interrupt::Interruptible;
use crate::jobs::{Jobs, whole};

/// Let two agents play pairs of games from the same openings with sides exchanged.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    game: String,
    /// The agent from whose view the results are told.
    agent_a: String,
    /// Its opponent.
    agent_b: String,
    /// The number of games, an even one.
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = whole::<u32>(Contest::GAMES))]
    games: u32,
    /// Where the pairs begin: after so many random plies, or as the lines of a file say: each a list of moves, a position
    /// in the game's notation, or a record as JSON. Empty lines and lines that begin with # are left out.
    #[arg(long, value_name = "PLIES|FILE", default_value = "4")]
    openings: String,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    jobs: Jobs,
    /// End games after this many plies. Only the referee knows it: the agents do not see the end coming.
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(Contest::MAX_PLIES))]
    max_plies: Option<u32>,
    /// Stop as soon as a sequential test says whether the Elo difference is rather the first or the second number, each
    /// with a risk of 5 %; --games is the most that are played. It is looked at after every 16 pairs.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_test, allow_hyphen_values = true)]
    sprt: Option<SequentialTest>,
    /// Keep every game in this file as soon as it ends: the same command goes on where it was interrupted, and 'agon report'
    /// makes a page of it.
    #[arg(long, visible_alias = "ledger", value_name = "FILE")]
    out: Option<PathBuf>,
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

/// The openings of all pairs, where they come from, and the same in words that follow their number.
fn openings(args: &Args, rules: &dyn Rules) -> Result<(Vec<Opening>, Source, String)> {
    let pairs = args.games as usize / 2;
    if let Ok(plies) = args.openings.parse() {
        let openings = openings::random(rules, pairs, plies, args.seed);
        ensure!(!openings.is_empty(), "{} has no openings of {plies} plies", rules.spec());
        return Ok((openings, Source::Plies(plies), format!("different openings of {plies} random plies")));
    }
    let file = &args.openings;
    let text = files::read(Path::new(file))
        .map_err(|error| anyhow!("--openings takes a number of plies or a file: {error}"))?;
    let mut openings = openings::read(rules, &text).map_err(|error| anyhow!("'{file}': {error}"))?;
    openings.truncate(pairs);
    Ok((openings, Source::File(file.clone()), format!("of the openings in {file}")))
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    ensure!(args.games.is_multiple_of(2), "--games takes an even number of at least 2");
    let rules = catalogue.find(&args.game)?;
    let agents = [args.agent_a.parse()?, args.agent_b.parse()?];
    let pairs = args.games / 2;
    let (openings, source, origin) = openings(args, rules.as_ref())?;
    let jobs = args.jobs.count();
    let contest =
        Contest { rules, agents, openings, pairs, seed: args.seed, jobs, max_plies: args.max_plies };
    contest.check()?;
    let run = contest.describe(&source, args.sprt);
    let mut ledger = match &args.out {
        Some(file) => Ledger::resume(file, &run)?,
        None => Ledger::in_memory(&run)?,
    };
    let account = Account::new(args, &contest, origin);
    let games = play(&contest, &mut ledger, &account)?;
    ledger.close()?;
    if let Some(file) = &args.record {
        let lines: Vec<String> =
            games.iter().map(|kept| serde_json::to_string(&Line::new(kept))).collect::<Result<_, _>>()?;
        write_text(Path::new(file), &(lines.join("\n") + "\n"))?;
    }
    let called = |kept: &&Kept| kept.record.reason == Some(Reason::Claim);
    let claims: Vec<u32> = games.iter().filter(called).map(|kept| kept.entry.pair + 1).collect();
    let entries: Vec<Entry> = games.into_iter().map(|kept| kept.entry).collect();
    let summary = account.tell(&entries, &claims, out)?;
    // Times differ from run to run; kept apart, everything else is the same for the same seed.
    let [first, second] = summary.spent.map(|spent| spent.mean_milliseconds());
    let _ = writeln!(io::stderr(), "time per move: {first:.2} ms and {second:.2} ms");
    Ok(())
}

/// All that is told of a match besides its games.
#[derive(Clone)]
struct Account {
    args: Args,
    /// The name of the game, and its spec.
    game: [String; 2],
    agents: [String; 2],
    /// How many openings there are.
    openings: usize,
    /// What they are, after their number.
    origin: String,
}

impl Account {
    fn new(args: &Args, contest: &Contest, origin: String) -> Account {
        Account {
            args: args.clone(),
            game: [contest.rules.info().name.to_string(), contest.rules.spec().to_owned()],
            agents: contest.agents.each_ref().map(ToString::to_string),
            openings: contest.openings.len(),
            origin,
        }
    }

    /// Tells what came of some games, which may not be all, and in which pairs an agent called a game drawn.
    fn tell(&self, entries: &[Entry], claims: &[u32], out: &mut dyn Write) -> Result<Summary> {
        let Account { args, game: [name, spec], agents, origin, .. } = self;
        let summary = summarise(entries);
        // A test may end a match before all openings have had their turn.
        let begun: HashSet<u32> =
            entries.iter().map(|entry| entry.pair % self.openings.max(1) as u32).collect();
        let faults: Vec<(u32, &str)> =
            entries.iter().filter_map(|entry| Some((entry.pair + 1, entry.fault.as_deref()?))).collect();
        if args.json {
            let faults: Vec<Value> =
                faults.iter().map(|(pair, fault)| json!({"pair": pair, "fault": fault})).collect();
            let mut answer = json!({
                "game": spec, "agents": agents, "seed": args.seed, "openings": begun.len(),
                "max_plies": args.max_plies, "summary": summary, "faults": faults, "claims": claims,
                // All that differs from run to run, each on a line of its own.
                "a_ms_per_move": summary.spent[0].mean_milliseconds(),
                "b_ms_per_move": summary.spent[1].mean_milliseconds(),
            });
            if let Some(test) = args.sprt {
                answer["sprt"] = json!({
                    "elo0": test.elo0, "elo1": test.elo1, "verdict": test.verdict(&summary.pairs),
                    "llr": summary.pairs.log_likelihood_ratio(test.elo0, test.elo1),
                    "bounds": [SPRT_BOUNDS.0, SPRT_BOUNDS.1],
                });
            }
            writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
            return Ok(summary);
        }
        writeln!(out, "{name}: {} against {}", agents[0], agents[1])?;
        let (games, pairs) = (entries.len(), summary.pairs.pairs());
        let played = if games < args.games as usize {
            format!("{games} of at most {} games", args.games)
        } else {
            format!("{games} games")
        };
        writeln!(out, "{played} in {pairs} pairs from {} {origin}, seed {}", begun.len(), args.seed)?;
        if let Some(plies) = args.max_plies {
            writeln!(
                out,
                "games end after {plies} plies, which only the referee knows: no agent sees that end coming"
            )?;
        }
        tell(&summary, out)?;
        if let Some(test) = args.sprt {
            writeln!(out, "{}", sentence(test, &summary))?;
        }
        for (pair, fault) in faults {
            writeln!(out, "Fault in pair {pair}: {fault}")?;
        }
        for pair in claims {
            writeln!(out, "Drawn in pair {pair} because an agent said so, and not by the rules here")?;
        }
        Ok(summary)
    }

    /// What becomes of the games if the match is interrupted.
    fn how_to_go_on(&self) -> String {
        match &self.args.out {
            Some(file) => format!(
                "Every finished game is kept in '{}': the same command goes on, and 'agon report' makes a page of what is there.",
                file.display()
            ),
            None => {
                "Nothing was kept; with --out FILE every game is, and the same command goes on.".to_owned()
            }
        }
    }
}

/// Plays the games, with a bar that tells how far it is where somebody can see it.
fn play(contest: &Contest, ledger: &mut Ledger, account: &Account) -> Result<Vec<Kept>> {
    let style = ProgressStyle::with_template("{pos} of {len} games {bar:30} {msg} {eta} left")
        .expect("the template is well formed");
    // Shown on standard error, and only if that is a terminal.
    let bar = ProgressBar::new(2 * u64::from(contest.pairs)).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    let played: Arc<Mutex<(Tally, Vec<Entry>)>> = Arc::default();
    let interruptible = {
        let (played, account) = (played.clone(), account.clone());
        Interruptible::new(account.how_to_go_on(), move |out| {
            let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
            played.1.sort_by_key(|entry| entry.number);
            account.tell(&played.1, &[], out).map(drop)
        })
    };
    let done = |entry: &Entry| {
        let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
        played.0.count(entry.gain);
        played.1.push(entry.clone());
        bar.set_message(format!("+{} ={} -{}", played.0.wins, played.0.draws, played.0.losses));
        bar.inc(1);
    };
    // What an earlier run has played is there at once.
    ledger.each(|_, entry| done(entry))?;
    bar.reset_eta();
    let games = match account.args.sprt {
        Some(test) => contest.run_test(ledger, test, &done),
        None => contest.run(ledger, &done),
    };
    bar.finish_and_clear();
    drop(interruptible);
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

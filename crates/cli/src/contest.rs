//! `agon match`.

use std::io::Write;

use agon_arena::bout::Spent;
use agon_arena::contest::{Contest, Summary, Tally, summarise};
use agon_arena::openings;
use agon_core::spread::processors;
use anyhow::{Result, anyhow, ensure};
use serde_json::json;

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
    games: usize,
    /// Random plies at the beginning of each pair of games.
    #[arg(long, value_name = "PLIES", default_value_t = 4)]
    openings: u32,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at the same time; as many as there are processors if left out.
    #[arg(long)]
    jobs: Option<usize>,
    /// End games after this many plies.
    #[arg(long, value_name = "PLIES")]
    max_plies: Option<u32>,
    /// Write the games to this file, one JSON object per line.
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    ensure!(args.games >= 2 && args.games.is_multiple_of(2), "--games takes an even number of at least 2");
    let rules = agon_games::find(&args.game)?;
    let agents = [args.agent_a.parse()?, args.agent_b.parse()?];
    let pairs = args.games / 2;
    let openings = openings::random(rules.as_ref(), pairs, args.openings, args.seed);
    ensure!(!openings.is_empty(), "{} has no openings of {} plies", rules.spec(), args.openings);
    let distinct = openings.len();
    let jobs = args.jobs.unwrap_or_else(processors);
    let contest =
        Contest { rules, agents, openings, pairs, seed: args.seed, jobs, max_plies: args.max_plies };
    let games = contest.run(&|_| {})?;
    if let Some(file) = &args.record {
        let lines: Vec<String> = games.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        std::fs::write(file, lines.join("\n") + "\n")
            .map_err(|error| anyhow!("cannot write '{file}': {error}"))?;
    }
    let summary = summarise(&games);
    if args.json {
        let agents: Vec<String> = contest.agents.iter().map(ToString::to_string).collect();
        let answer = json!({
            "game": contest.rules.spec(), "agents": agents, "seed": args.seed, "openings": distinct,
            "summary": summary,
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
        return Ok(());
    }
    writeln!(out, "{}: {} against {}", contest.rules.info().name, contest.agents[0], contest.agents[1])?;
    writeln!(
        out,
        "{} games in {pairs} pairs from {distinct} different openings of {} random plies, seed {}",
        args.games, args.openings, args.seed
    )?;
    tell(&summary, out)?;
    for played in games.iter().filter(|played| played.fault.is_some()) {
        writeln!(out, "Fault in pair {}: {}", played.pair + 1, played.fault.as_deref().unwrap_or_default())?;
    }
    Ok(())
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
    writeln!(
        out,
        "gain       {:+.3} ± {:.3}; score {:+.3} ± {:.3}",
        summary.gain.mean, summary.gain.radius, summary.score.mean, summary.score.radius
    )?;
    let elo = |value: Option<f64>| value.map_or_else(|| "infinite".to_owned(), |elo| format!("{elo:+.0}"));
    let [low, high] = summary.elo_interval;
    writeln!(
        out,
        "Elo        {} ({} to {}, over pairs {:?}); likelihood of superiority {:.3}",
        elo(summary.elo),
        elo(low),
        elo(high),
        summary.pairs.0,
        summary.superiority
    )?;
    writeln!(out, "length     {:.1} plies on average", summary.mean_plies)?;
    for (name, spent) in ["first", "second"].into_iter().zip(summary.spent) {
        writeln!(out, "per move of the {name} agent: {}", costs(spent))?;
    }
    Ok(())
}

/// What an agent spent per move.
fn costs(spent: Spent) -> String {
    let moves = spent.moves.max(1) as f64;
    format!(
        "{:.2} ms, {:.0} nodes, {:.0} evaluations, {:.0} playouts, depth {:.1}",
        1000.0 * spent.seconds / moves,
        spent.nodes as f64 / moves,
        spent.evaluations as f64 / moves,
        spent.playouts as f64 / moves,
        spent.depth as f64 / moves
    )
}

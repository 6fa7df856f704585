//! `agon analyse`.

use std::fs::File;
use std::io::Write;

use agon_agents::{AgentSpec, Assessment, Catalogue};
use agon_core::Match;
use agon_protocols::facts::facts;
use agon_search::trace::Recorder;
use anyhow::{Result, anyhow, bail};

use crate::play::worth;
use crate::progress::Activity;
use crate::show::{From, describe};

/// Give a value to every legal move of a position.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    game: String,
    #[command(flatten)]
    from: From,
    /// The agent, such as `alphabeta:depth=6`; 'agon agents' lists them.
    #[arg(long, value_name = "SPEC")]
    agent: String,
    /// The seed of everything random; the same as the agent's key `seed`.
    #[arg(long)]
    seed: Option<u64>,
    /// Write every node of the search to this file, one JSON object per line; 'agon trace' prints it.
    #[arg(long, value_name = "FILE")]
    trace: Option<String>,
    /// Leave nodes deeper than this out of the trace.
    #[arg(long, value_name = "PLIES", default_value_t = 64, requires = "trace")]
    trace_depth: u32,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    let mut spec: AgentSpec = args.agent.parse()?;
    if let Some(seed) = args.seed {
        spec = spec.with("seed", &seed.to_string())?;
    }
    let mut agent = rules.agent(&spec)?;
    let played = args.from.start(rules.as_ref())?;
    if let Some(ending) = played.ending() {
        bail!("the game is over in this position: {}", ending.words(rules.info()));
    }
    if let Some(file) = &args.trace {
        let Some(slot) = agent.recorder() else {
            bail!(
                "{} has no nodes to trace; minimax, alphabeta, negascout, hybrid, uct and their like have",
                spec.algorithm().name
            )
        };
        let created = File::create(file).map_err(|error| anyhow!("cannot write '{file}': {error}"))?;
        *slot = Some(Recorder::new(created, args.trace_depth));
    }
    let activity = Activity::new("searching");
    let assessment = agent.analyse(played.as_ref(), &mut |so_far| {
        activity.tell(|| so_far_in_words(played.as_ref(), so_far));
    });
    drop(activity);
    if let Some(recorder) = agent.recorder().and_then(Option::take) {
        recorder.finish()?;
    }
    if let Some(fault) = &assessment.fault {
        bail!("{spec} {fault}");
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&facts(played.as_ref(), &assessment))?)?;
        return Ok(());
    }
    describe(played.as_ref(), &rules.layout(), out)?;
    let mut order: Vec<usize> = (0..assessment.moves.len()).collect();
    order.sort_by(|&a, &b| {
        assessment.moves[b].rank().partial_cmp(&assessment.moves[a].rank()).expect("ranks are numbers")
    });
    for index in order {
        let assessed = &assessment.moves[index];
        let mark = if assessment.best == Some(index) { "*" } else { " " };
        let visits =
            if assessed.visits > 0 { format!(", {} visits", assessed.visits) } else { String::new() };
        writeln!(out, "{mark} {}: {}{visits}", played.move_text(index), worth(assessed))?;
    }
    let cost = assessment.cost;
    writeln!(out, "Expected: {}", assessment.line.join(" "))?;
    writeln!(
        out,
        "Depth {}, {} nodes, {} evaluations, {} playouts, {:.3} s",
        cost.depth,
        cost.nodes,
        cost.evaluations,
        cost.playouts,
        cost.time.as_secs_f64()
    )?;
    Ok(())
}

/// How far a search has come.
fn so_far_in_words(played: &dyn Match, assessment: &Assessment) -> String {
    let cost = assessment.cost;
    let best = assessment.best.map_or_else(String::new, |best| {
        format!(": {} is worth {}", played.move_text(best), worth(&assessment.moves[best]))
    });
    format!("depth {}, {} nodes, {} playouts{best}", cost.depth, cost.nodes, cost.playouts)
}

//! `agon bench search`.

use std::io::Write;
use std::time::Duration;

use agon_agents::registry::{ALGORITHMS, Algorithm, Budget};
use agon_agents::{AgentSpec, Assessment, Catalogue, Playable};
use agon_core::cpu::thread_time;
use agon_core::hash::combine;
use agon_core::{Match, Random, Rules};
use agon_search::settings::Kind;
use anyhow::Result;
use serde::Serialize;

use super::{Rows, chosen};
use crate::progress::Progress;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The games to search, such as `othello chess`, or `all`.
    #[arg(default_value = "all")]
    games: Vec<String>,
    /// An agent to measure, as often as wanted; every algorithm with its defaults if left out.
    #[arg(long, value_name = "SPEC")]
    agent: Vec<String>,
    /// The budget per position: whichever of these is reached first. Counts make the checksum repeatable.
    #[arg(long, value_name = "LIMITS", default_value = "nodes=20000,playouts=2000,iterations=500")]
    budget: String,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// One row of the table: one agent on the fixed positions of one game.
#[derive(Serialize)]
struct Row {
    game: String,
    /// The agent as it was asked for, or the name of its algorithm if all are measured.
    agent: String,
    nodes_per_s: f64,
    evaluations_per_s: f64,
    playouts_per_s: f64,
    /// Changes whenever the agent does anything differently on these positions.
    checksum: String,
}

/// How many random plies lead to each of the fixed positions.
const OPENINGS: [u32; 4] = [0, 4, 10, 20];

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let games = chosen(&args.games, catalogue)?;
    let specs = specs(args)?;
    if !args.json {
        writeln!(
            out,
            "{:<28}{:<28}{:>12}{:>14}{:>12}  checksum",
            "game", "agent", "nodes/s", "evaluations/s", "playouts/s"
        )?;
    }
    let rows = Rows::new(args.json);
    let progress = Progress::of(0, (games.len() * specs.len()) as u64, "searches measured");
    let progress = if args.json { progress } else { progress.without_lines() };
    for rules in games {
        let positions = positions(rules.as_ref());
        for spec in &specs {
            let name =
                if args.agent.is_empty() { spec.algorithm().name.to_owned() } else { spec.to_string() };
            let row = measure(rules.as_ref(), spec, &positions, name);
            progress.advance();
            // Some algorithms do not suit every game.
            let Ok(row) = row else { continue };
            if !args.json {
                progress.hidden(|| {
                    writeln!(
                        out,
                        "{:<28}{:<28}{:>12.0}{:>14.0}{:>12.0}  {}",
                        row.game,
                        row.agent,
                        row.nodes_per_s,
                        row.evaluations_per_s,
                        row.playouts_per_s,
                        row.checksum
                    )
                })?;
            }
            rows.add(row);
        }
    }
    progress.finish();
    rows.finish(out)
}

/// The agents named, or all algorithms of ours under the budget: other programs have to be named.
fn specs(args: &Args) -> Result<Vec<AgentSpec>> {
    if !args.agent.is_empty() {
        return args.agent.iter().map(|text| Ok(text.parse()?)).collect();
    }
    let is_ours = |algorithm: &&Algorithm| !algorithm.keys().any(|key| key.kind == Kind::Command);
    let searching = ALGORITHMS.iter().filter(is_ours).filter(|algorithm| algorithm.budget != Budget::NONE);
    searching.map(|algorithm| Ok(format!("{}:{}", algorithm.name, args.budget).parse()?)).collect()
}

/// The same positions for everybody: random openings of several lengths that leave the game undecided.
fn positions(rules: &dyn Rules) -> Vec<Box<dyn Match>> {
    let open = |plies: u32| {
        // A game may end within the opening: the first attempt in which it does not. The last has no plies at all.
        (0..32).map(|stream| opening(rules, plies, stream)).find(|played| played.ending().is_none())
    };
    OPENINGS.iter().filter_map(|&plies| open(plies)).collect()
}

fn opening(rules: &dyn Rules, plies: u32, stream: u64) -> Box<dyn Match> {
    let mut random = Random::stream(u64::from(plies), stream);
    let mut played = rules.start(None).expect("every game has an initial position");
    // Half the plies on every new attempt, so that short games get positions too.
    for _ in 0..plies >> stream {
        if played.move_count() == 0 {
            break;
        }
        played.play(random.below(played.move_count() as u32) as usize);
    }
    played
}

fn measure(
    rules: &dyn Playable,
    spec: &AgentSpec,
    positions: &[Box<dyn Match>],
    name: String,
) -> Result<Row> {
    let mut agent = rules.agent(spec)?;
    let mut used = Duration::ZERO;
    let (mut nodes, mut evaluations, mut playouts, mut checksum) = (0, 0, 0, 0);
    for played in positions {
        agent.reset();
        let before = thread_time();
        let assessment = agent.analyse(played.as_ref(), &mut |_| {});
        used += thread_time().saturating_sub(before);
        nodes += assessment.cost.nodes;
        evaluations += assessment.cost.evaluations;
        playouts += assessment.cost.playouts;
        checksum = combine([checksum, fingerprint(&assessment)]);
    }
    let per_second = |count: u64| count as f64 / used.as_secs_f64().max(1e-9);
    Ok(Row {
        game: rules.spec().to_owned(),
        agent: name,
        nodes_per_s: per_second(nodes),
        evaluations_per_s: per_second(evaluations),
        playouts_per_s: per_second(playouts),
        checksum: format!("{:08x}", checksum as u32),
    })
}

/// Everything countable about an analysis, as one number.
fn fingerprint(assessment: &Assessment) -> u64 {
    let cost = assessment.cost;
    let best = assessment.best.map_or(u64::MAX, |best| best as u64);
    combine([best, u64::from(cost.depth), cost.nodes, cost.evaluations, cost.playouts, cost.iterations])
}

//! `agon perft`.

use std::io::Write;
use std::time::Instant;

use agon_agents::Catalogue;
use anyhow::Result;
use serde_json::json;

/// Count the move sequences of exactly DEPTH plies; games that end earlier count nothing.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    game: String,
    /// The number of plies.
    depth: u32,
    /// The position to start from, in the game's notation.
    #[arg(long)]
    position: Option<String>,
    /// Show the count behind each legal move.
    #[arg(long)]
    divide: bool,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    let position = args.position.as_deref();
    let start = Instant::now();
    let divided = if args.divide { rules.divide(position, args.depth)? } else { Vec::new() };
    let nodes = if args.divide && args.depth > 0 {
        divided.iter().map(|(_, nodes)| nodes).sum()
    } else {
        rules.perft(position, args.depth)?
    };
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let mut answer = json!({"game": rules.spec(), "depth": args.depth, "nodes": nodes});
        if args.divide {
            answer["divide"] =
                divided.into_iter().map(|(mv, nodes)| json!({"move": mv, "nodes": nodes})).collect();
        }
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    for (mv, nodes) in &divided {
        writeln!(out, "{mv}: {nodes}")?;
    }
    writeln!(out, "{} depth {}: {nodes} nodes in {seconds:.2} s", rules.spec(), args.depth)?;
    Ok(())
}

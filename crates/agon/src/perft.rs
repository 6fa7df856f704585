//! `agon perft`.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use agon_agents::Catalogue;
use anyhow::Result;
use serde_json::json;

use crate::interrupt::Interruptible;
use crate::jobs::whole;
use crate::progress::Progress;

/// Count the move sequences of exactly DEPTH plies; games that end earlier count nothing.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    game: String,
    /// The number of plies.
    #[arg(value_parser = whole::<u8>(0..=255))]
    depth: u8,
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
    let counted: Arc<Mutex<Vec<(String, u64)>>> = Arc::default();
    let interruptible =
        Interruptible::new("These moves had been counted; a count cannot be gone on with.", {
            let counted = counted.clone();
            move |out| {
                let counted = counted.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(counted.iter().try_for_each(|(mv, nodes)| writeln!(out, "{mv}: {nodes}"))?)
            }
        });
    let progress = Progress::of(0, rules.start(position)?.move_count() as u64, "first moves");
    // A count that takes no time needs no progress.
    let takes_time = args.depth > 4;
    let divided = rules.divide(position, args.depth, &mut |mv, nodes| {
        counted.lock().unwrap_or_else(PoisonError::into_inner).push((mv.to_owned(), nodes));
        if takes_time {
            progress.advance();
        }
    })?;
    progress.finish();
    drop(interruptible);
    let nodes = match args.depth {
        0 => 1,
        _ => divided.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes)),
    };
    let divided = if args.divide { divided } else { Vec::new() };
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

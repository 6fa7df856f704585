//! `agon replay`.

use std::io::Write;
use std::path::PathBuf;

use agon_agents::Catalogue;
use agon_arena::ledger::{Kept, Ledger};
use agon_render::{speech, text};
use anyhow::{Result, anyhow, ensure};
use serde_json::json;

use crate::show::describe;

/// Show a game of a ledger, move by move.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The ledger: what 'agon tournament', 'match --out', 'calibrate', 'balance' and 'reproduce' keep their games in.
    file: PathBuf,
    /// The number of the game, from 1.
    number: u64,
    /// Show the board after this many moves, and nothing else; 0 is the beginning.
    #[arg(long)]
    ply: Option<usize>,
    /// Show the board after every move.
    #[arg(long)]
    boards: bool,
    /// Print JSON and nothing else.
    #[arg(long, conflicts_with_all = ["ply", "boards"])]
    json: bool,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    // A game that turns out to be unplayable on the way is told in a sentence, not shown in part.
    let mut text = Vec::new();
    tell(args, catalogue, &mut text)?;
    out.write_all(&text)?;
    Ok(())
}

fn tell(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let ledger = Ledger::open(&args.file)?;
    let Kept { pairing, entry, record, .. } = ledger.game(args.number)?;
    if args.json {
        let names = if entry.a_first { [0, 1] } else { [1, 0] };
        let names = names.map(|side| &ledger.roster().agents[pairing.agents[side]].name);
        let answer = json!({
            "number": args.number, "run": ledger.run().name, "players": names, "plies": entry.plies,
            "fault": entry.fault, "record": record,
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
        return Ok(());
    }
    let rules = catalogue.find(&record.game)?;
    let (layout, info) = (rules.layout(), rules.info());
    let shown = args.ply.unwrap_or(record.moves.len());
    ensure!(
        shown <= record.moves.len(),
        "--ply goes from 0 to {} in game {}, which has no move {shown}",
        record.moves.len(),
        args.number
    );
    let sides = if entry.a_first { [0, 1] } else { [1, 0] };
    let players = sides.map(|side| &ledger.roster().agents[pairing.agents[side]].name);
    writeln!(out, "Game {} of '{}': {}", args.number, ledger.run().name, info.name)?;
    writeln!(out, "{}: {}, {}: {}", info.sides[0], players[0], info.sides[1], players[1])?;

    let mut played = rules.start(record.position.as_deref())?;
    if let Some(position) = &record.position {
        writeln!(out, "From the position {position}")?;
    }
    for (index, word) in record.moves[..shown].iter().enumerate() {
        let found = played.find_move(word).map_err(|error| {
            anyhow!("game {} cannot be replayed: move {}: {error}", args.number, index + 1)
        })?;
        played.play(found);
        if args.ply.is_none() {
            writeln!(out, "{:>3}. {}", index + 1, speech::last(played.as_ref(), &layout))?;
            if args.boards {
                writeln!(out, "{}", text::board(played.as_ref(), &layout))?;
            }
        }
    }
    if args.ply.is_some() {
        writeln!(
            out,
            "After {shown} of {} moves. {}",
            record.moves.len(),
            speech::last(played.as_ref(), &layout)
        )?;
    }
    if shown < record.moves.len() || played.ending().is_some() {
        return describe(played.as_ref(), &layout, out);
    }
    // The arena ended the game, not the rules: by a fault of an agent or by its length.
    write!(out, "{}", text::board(played.as_ref(), &layout))?;
    writeln!(out, "{}", record.ending.as_deref().unwrap_or_default())?;
    if let Some(fault) = &entry.fault {
        writeln!(out, "{fault}.")?;
    }
    Ok(())
}

//! `agon show`.

use std::io::Write;

use agon_agents::Catalogue;
use agon_core::{Layout, Match, Rules};
use agon_render::{speech, text};
use anyhow::{Result, anyhow};
use serde_json::{Value, json};

use crate::wrap::entry;

/// Show a position as a text board and in words.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    game: String,
    #[command(flatten)]
    from: From,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// Where to begin: options that several commands share.
#[derive(clap::Args)]
pub(crate) struct From {
    /// The position, in the game's notation; the initial one if left out.
    #[arg(long)]
    position: Option<String>,
    /// Moves to play from there, separated by spaces; an Othello game may be a transcript such as f5d6c3d3.
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl From {
    /// A match in the position that the options describe.
    pub(crate) fn start(&self, rules: &dyn Rules) -> Result<Box<dyn Match>> {
        let mut played = rules.start(self.position.as_deref())?;
        let moves = agon_formats::moves(rules, self.moves.as_deref().unwrap_or_default());
        for (index, text) in moves.iter().enumerate() {
            played.follow(text).map_err(|error| anyhow!("move {}: {error}", index + 1))?;
        }
        Ok(played)
    }
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    let played = args.from.start(rules.as_ref())?;
    let layout = rules.layout();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&facts(played.as_ref(), &layout))?)?;
        return Ok(());
    }
    writeln!(out, "{}", rules.info().name)?;
    describe(played.as_ref(), &layout, out)?;
    if played.ending().is_none() {
        writeln!(out, "Legal moves: {}.", played.move_count())?;
    }
    entry(out, &format!("Position: {}", played.position()), 2)
}

fn facts(played: &dyn Match, layout: &Layout) -> Value {
    let moves: Vec<String> = (0..played.move_count()).map(|index| played.move_text(index)).collect();
    json!({
        "game": played.rules().spec(),
        "position": played.position(),
        "to_move": played.ending().is_none().then(|| played.info().sides[played.to_move().index()].to_string()),
        "ending": played.ending().map(|ending| ending.words(played.info())),
        "history": played.history(),
        "moves": moves,
        "board": text::board(played, layout).lines().collect::<Vec<_>>(),
        "pieces": speech::pieces(played, layout),
        "status": speech::status(played),
    })
}

/// Writes the board, where everything stands, and whose turn it is.
pub(crate) fn describe(played: &dyn Match, layout: &Layout, out: &mut dyn Write) -> Result<()> {
    write!(out, "{}", text::board(played, layout))?;
    for sentence in speech::pieces(played, layout) {
        entry(out, &sentence, 2)?;
    }
    entry(out, &speech::status(played), 2)
}

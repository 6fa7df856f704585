//! `agon rules`.

use std::io::Write;

use agon_agents::Catalogue;
use agon_core::Rules;
use anyhow::Result;

use crate::games::facts;
use crate::wrap::{entry, paragraph};

/// Tell the rules of a game in plain words, with their source, draw rules and notation.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    game: String,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    if !args.json {
        return tell(rules.as_ref(), out);
    }
    let info = rules.info();
    let mut answer = facts(rules.as_ref());
    answer["spec"] = rules.spec().into();
    for (key, text) in [("rules", &info.rules), ("draws", &info.draws), ("notation", &info.notation)] {
        answer[key] = text.to_string().into();
    }
    writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
    Ok(())
}

/// Writes everything a newcomer needs to know.
pub(crate) fn tell(rules: &dyn Rules, out: &mut dyn Write) -> Result<()> {
    let info = rules.info();
    writeln!(out, "{} ({})", info.name, rules.spec())?;
    paragraph(out, &info.summary)?;
    for (heading, text) in [
        ("Rules", &info.rules),
        ("Draws and limits", &info.draws),
        ("Notation", &info.notation),
        ("Source", &info.source),
    ] {
        writeln!(out, "\n{heading}")?;
        paragraph(out, text)?;
    }
    writeln!(out, "\nPieces on a text board")?;
    paragraph(out, &agon_render::text::legend(info))?;
    if !info.parameters.is_empty() {
        writeln!(out, "\nParameters, written {}:key=value", info.id)?;
        for p in info.parameters {
            entry(out, &format!("{}={} (normally {}): {}", p.key, p.values.join("|"), p.default, p.help), 2)?;
        }
    }
    Ok(())
}

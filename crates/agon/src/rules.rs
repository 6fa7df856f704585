//! `agon rules`.

use std::io::Write;

use agon_agents::Catalogue;
use agon_core::Rules;
use anyhow::Result;

use crate::paragraph;

/// Tell the rules of a game in plain words, with their source, draw rules and notation.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    game: String,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    tell(catalogue.find(&args.game)?.as_ref(), out)
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
            writeln!(out, "{}={} (normally {}): {}", p.key, p.values.join("|"), p.default, p.help)?;
        }
    }
    Ok(())
}

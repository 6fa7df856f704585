//! `agon learn fit`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;

use agon_agents::Catalogue;
use agon_learn::selfplay::refit;
use anyhow::Result;

use super::course::{tell, tell_end};
use super::selfplay::NetworkOptions;
use crate::jobs::Jobs;

/// Fit a network to games that were played before.
///
/// The games are those of 'agon learn self-play', all of them. Other patterns, shapes and settings can be tried on the same
/// games; which network is the strongest, 'agon match' tells.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello`.
    game: String,
    /// The file of games, such as `learned/othello.self-play/games.sqlite`.
    games: PathBuf,
    #[command(flatten)]
    network: NetworkOptions,
    /// The file of the network.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    jobs: Jobs,
    /// Print JSON and nothing else: a line for everything that happens.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules = catalogue.find(&args.game)?;
    let mut failure = None;
    let no_bar = OnceLock::new();
    let model = refit(
        &args.games,
        rules.as_ref(),
        |plan| args.network.change(rules.as_ref(), plan),
        args.jobs.count(),
        &mut |news| {
            if let Err(error) = tell(&news, &no_bar, args.json, out) {
                failure.get_or_insert(error);
            }
        },
    )?;
    if let Some(error) = failure {
        return Err(error);
    }
    model.save(&args.out)?;
    if args.json {
        return tell_end(Some(&args.out), out);
    }
    writeln!(out, "The network is in {}.", args.out.display())?;
    Ok(())
}

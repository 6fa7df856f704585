//! `agon bench playouts`.

use std::io::Write;

use agon_agents::Catalogue;
use agon_core::{Limits, Random, Rules, playout};
use anyhow::{Result, ensure};
use serde::Serialize;

use super::{Rows, chosen};
use crate::jobs::whole;
use crate::progress::Progress;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The games to measure, such as `othello chess`, or `all`.
    #[arg(default_value = "all")]
    games: Vec<String>,
    /// Processor seconds per game.
    #[arg(long, default_value_t = 1.0, allow_negative_numbers = true)]
    seconds: f64,
    /// The seed of the random games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Switch the no-progress rule off and end games only after this many plies.
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..=4_294_967_295))]
    cap: Option<u32>,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// One row of the table. The shares of games won by the first player, drawn, won by the second add up to 1.
#[derive(Serialize)]
struct Row {
    game: String,
    playouts_per_s: f64,
    plies_per_s: f64,
    mean_plies: f64,
    mean_plies_error: f64,
    first: f64,
    draw: f64,
    second: f64,
    capped: f64,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    ensure!(args.seconds > 0.0 && args.seconds <= 3600.0, "--seconds takes a number above 0, at most 3600");
    let games = chosen(&args.games, catalogue)?;
    if !args.json {
        writeln!(
            out,
            "{:<28}{:>14}{:>14}{:>18}{:>8}{:>8}{:>8}{:>8}",
            "game", "playouts/s", "plies/s", "mean plies", "first", "draw", "second", "capped"
        )?;
    }
    let rows = Rows::new(args.json);
    let progress = Progress::of(0, games.len() as u64, "games measured");
    let progress = if args.json { progress } else { progress.without_lines() };
    for rules in games {
        let row = measure(rules.as_ref(), args);
        progress.advance();
        if !args.json {
            progress.hidden(|| {
                writeln!(
                    out,
                    "{:<28}{:>14.0}{:>14.0}{:>11.2} ±{:>5.2}{:>8.3}{:>8.3}{:>8.3}{:>8.3}",
                    row.game,
                    row.playouts_per_s,
                    row.plies_per_s,
                    row.mean_plies,
                    row.mean_plies_error,
                    row.first,
                    row.draw,
                    row.second,
                    row.capped
                )
            })?;
        }
        rows.add(row);
    }
    progress.finish();
    rows.finish(out)
}

fn measure(rules: &dyn Rules, args: &Args) -> Row {
    let limits = match args.cap {
        Some(cap) => Limits { no_progress: None, ply_cap: Some(cap), ..rules.limits() },
        None => rules.limits(),
    };
    let (total, used) = playout::measure(rules, limits, &mut Random::new(args.seed), args.seconds);
    let (games, seconds) = (total.games as f64, used.as_secs_f64());
    Row {
        game: rules.spec().to_owned(),
        playouts_per_s: games / seconds,
        plies_per_s: total.plies as f64 / seconds,
        mean_plies: total.mean_plies(),
        mean_plies_error: total.mean_plies_error(),
        first: total.first as f64 / games,
        draw: total.draws as f64 / games,
        second: total.second as f64 / games,
        capped: total.capped as f64 / games,
    }
}

//! `agon gdl`.

use std::io::Write;
use std::path::PathBuf;

use agon_core::cpu::thread_time;
use agon_core::{Game, Random};
use agon_gdl::game::SheetGame;
use agon_gdl::ground::ground;
use agon_gdl::join::Budget;
use agon_gdl::lanes::Sum;
use agon_gdl::machine::Machine;
use agon_gdl::measure::{alone, together};
use agon_gdl::sheet::Sheet;
use anyhow::{Result, anyhow, ensure};
use serde_json::json;

use crate::sheets::text;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Say whether a sheet can be played, and what is odd about it.
    Check(Args),
    /// Say how many facts, moves and gates a sheet has.
    Ground(Args),
    /// Play random games of a sheet: one position at a time, and 512 games at once.
    Bench(BenchArgs),
}

/// A rule sheet in the Game Description Language.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The sheet, a file.
    file: PathBuf,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    sheet: Args,
    /// Seconds of processor time for each way to play.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(command: &Command, out: &mut dyn Write) -> Result<()> {
    match command {
        Command::Check(args) => check(args, out),
        Command::Ground(args) => tell_size(args, out),
        Command::Bench(args) => bench(args, out),
    }
}

fn read(args: &Args) -> Result<(String, Sheet)> {
    let text = text(&args.file)?;
    let sheet = Sheet::read(&text).map_err(|error| anyhow!("{}: {error}", args.file.display()))?;
    Ok((text, sheet))
}

fn check(args: &Args, out: &mut dyn Write) -> Result<()> {
    let (text, sheet) = read(args)?;
    let tell = |error: String| anyhow!("{}: {error}", args.file.display());
    let machine = Machine::new(&sheet, Budget::default()).map_err(|error| tell(error.to_string()))?;
    let is_chained = machine.grounded().is_none();
    let game = SheetGame::of("sheet", &text, &sheet, machine, Budget::default())
        .map_err(|refused| tell(refused.error.to_string()))?;
    let info = game.info();
    let kinds: Vec<&str> = info.pieces.iter().map(|kind| kind.name.as_ref()).collect();
    let cells = game.has_board().then(|| game.layout().cells.len());
    if args.json {
        let told = json!({
            "sides": info.sides, "cells": cells, "pieces": kinds, "is_chained": is_chained, "notes": game.notes(),
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&told)?)?;
        return Ok(());
    }
    writeln!(out, "A game of {} against {}.", info.sides[0], info.sides[1])?;
    if let Some(cells) = cells {
        writeln!(out, "A board of {cells} cells was found; on it: {}.", kinds.join(", "))?;
    } else {
        writeln!(out, "No board was found; positions are shown as lists of facts.")?;
    }
    if is_chained {
        writeln!(out, "It has too many instances for gates, and is worked out slowly.")?;
    }
    game.notes().iter().try_for_each(|note| writeln!(out, "Note: {note}."))?;
    Ok(())
}

fn tell_size(args: &Args, out: &mut dyn Write) -> Result<()> {
    let (_, sheet) = read(args)?;
    let before = thread_time();
    let grounded =
        ground(&sheet, Budget::default()).map_err(|error| anyhow!("{}: {error}", args.file.display()))?;
    let taken = thread_time().saturating_sub(before);
    let circuit = &grounded.circuit;
    let [legal, next, goal] = circuit.cone_sizes();
    let moves: Vec<usize> = grounded.moves.iter().map(Vec::len).collect();
    if args.json {
        let told = json!({
            "facts": grounded.fluents.len(), "moves": moves, "gates": circuit.gate_count(),
            "cones": { "legal": legal, "next": next, "goal": goal }, "links": circuit.link_count(),
            "circles": circuit.loop_count(), "rows": grounded.work,
            // What differs from run to run is on a line of its own.
            "seconds": taken.as_secs_f64(),
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&told)?)?;
        return Ok(());
    }
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    writeln!(out, "facts   {}", grounded.fluents.len())?;
    writeln!(out, "moves   {}", moves.join(" + "))?;
    writeln!(
        out,
        "gates   {}: {legal} for legal moves and the end, {next} more for the next position, {goal} more for goals",
        circuit.gate_count()
    )?;
    writeln!(out, "links   {}", circuit.link_count())?;
    writeln!(out, "circles {}", circuit.loop_count())?;
    writeln!(out, "rows    {} joined in {:.3} s", grounded.work, taken.as_secs_f64())?;
    Ok(())
}

fn bench(args: &BenchArgs, out: &mut dyn Write) -> Result<()> {
    ensure!(args.seconds > 0.0 && args.seconds <= 3600.0, "--seconds takes a number above 0, at most 3600");
    let (_, sheet) = read(&args.sheet)?;
    let machine = Machine::new(&sheet, Budget::default())?;
    let mut random = Random::new(args.seed);
    let one = alone(&machine, args.seconds, &mut random)?;
    let many = together(&machine, args.seconds, &mut random);
    let goals = |sum: &Sum| -> Vec<f64> {
        sum.goals.iter().map(|&goal| goal as f64 / sum.games.max(1) as f64).collect()
    };
    if args.sheet.json {
        let told = json!({
            "one": {
                "games_per_s": one.games_per_second(), "steps": one.mean_steps(),
                "us_per_position": one.seconds * 1e6 / one.steps.max(1) as f64,
            },
            "many": many.as_ref().map(|(many, sum)| json!({
                "games_per_s": many.games_per_second(), "steps": many.mean_steps(), "goals": goals(sum),
            })),
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&told)?)?;
        return Ok(());
    }
    writeln!(
        out,
        "one at a time: {:.0} games/s, {:.2} µs per position, {:.2} steps per game",
        one.games_per_second(),
        one.seconds * 1e6 / one.steps.max(1) as f64,
        one.mean_steps()
    )?;
    let Some((many, sum)) = many else {
        writeln!(out, "512 at once: there are no gates")?;
        return Ok(());
    };
    let goals: Vec<String> = goals(&sum).iter().map(|goal| format!("{goal:.2}")).collect();
    writeln!(
        out,
        "512 at once: {:.0} games/s, {:.2} steps per game, goals {}",
        many.games_per_second(),
        many.mean_steps(),
        goals.join(" and ")
    )?;
    Ok(())
}

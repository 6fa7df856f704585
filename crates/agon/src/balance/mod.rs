//! `agon balance`.

mod page;
mod shelf;
mod table;

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use agon_agents::{AgentSpec, Catalogue, Playable};
use agon_arena::balance::{Cell, Series, Setting, ladder};
use agon_arena::ledger::{Desk, Ledger};
use agon_core::spread::spread;
use anyhow::{Result, ensure};
use serde_json::json;

use crate::games::read_list;
use crate::interrupt::Interruptible;
use crate::jobs::{Jobs, whole};
use crate::progress::Progress;
use crate::wrap;
use shelf::Shelf;

/// Measure how close an agent keeps its games against opponents of all strengths, and how natural it looks.
///
/// Every opponent is played from random openings with sides exchanged. A referee with ten times the agent's budget judges
/// some of the games move by move. As many games are played by somebody who plays to win with the agent's budget: balance can
/// be expected only against opponents whom he beats.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The games, such as `othello chess`, or `all`.
    #[arg(required = true, value_name = "GAME")]
    played: Vec<String>,
    /// The agent whose balance is measured.
    #[arg(long, value_name = "SPEC", default_value = "fair")]
    agent: String,
    /// Let the agent remember one number of each opponent from game to game.
    #[arg(long)]
    memory: bool,
    /// The opponents: `quick`, `full`, or specs separated by semicolons.
    #[arg(long, value_name = "LIST", default_value = "quick")]
    opponents: String,
    /// Games against each opponent.
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = whole::<u32>(Setting::GAMES))]
    games: u32,
    /// Random plies at the beginning of each pair of games.
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = whole::<u32>(Setting::OPENINGS))]
    openings: u32,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The referee judges one of so many games; 0 for none.
    #[arg(long, value_name = "GAMES", default_value_t = 10, value_parser = whole::<u32>(Setting::JUDGED_EVERY))]
    judge_every: u32,
    #[command(flatten)]
    jobs: Jobs,
    /// Keep the games of each agent in a file of this folder, AGENT.db, and write a page with tables and curves of all agents there.
    /// What is there already is not played again; games and opponents can be added.
    #[arg(long, visible_alias = "report", value_name = "DIR")]
    out: Option<String>,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// Games that `all` plays on a board that is quick to play.
const QUICK: [(&str, &str); 1] = [("havannah", "size=5")];

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let games = read_list(&args.played, catalogue, &|| quick_families(catalogue))?;
    let agent: AgentSpec = args.agent.parse()?;
    let opponents = ladder::opponents(&args.opponents)?;
    ensure!(!opponents.is_empty(), "--opponents names nobody");
    let setting = Setting {
        agent,
        memory: args.memory,
        games: args.games as usize,
        opening_plies: args.openings,
        seed: args.seed,
        judged_every: args.judge_every as usize,
    };
    let shelf = args.out.as_deref().map(|folder| Shelf::open(Path::new(folder))).transpose()?;
    let mut ledger = match &shelf {
        Some(shelf) => shelf.resume(&setting)?,
        None => Ledger::in_memory(&setting.describe())?,
    };
    let mut series = Vec::new();
    for rules in &games {
        for opponent in &opponents {
            series.push(Series::new(rules.clone(), setting.clone(), opponent.clone(), &mut ledger)?);
        }
    }
    let desk = Desk::new(&mut ledger);
    let progress = Progress::of(0, series.len() as u64, "series");
    let finished: Arc<Mutex<Vec<Cell>>> = Arc::default();
    let interruptible = Interruptible::new(how_to_go_on(args), {
        let (finished, setting, catalogue, json) =
            (finished.clone(), setting.clone(), catalogue.clone(), args.json);
        move |out| {
            let mut cells = finished.lock().unwrap_or_else(PoisonError::into_inner).clone();
            // Cells of one game stand together, as they would in the end.
            cells.sort_by(|a, b| a.game.cmp(&b.game));
            answer(&setting, cells, &catalogue, json, out)
        }
    });
    let cells = spread(series.len(), args.jobs.count(), |number| {
        let cell = series[number].run(&desk);
        if let Ok(cell) = &cell {
            finished.lock().unwrap_or_else(PoisonError::into_inner).push(cell.clone());
        }
        progress.advance();
        cell
    });
    progress.finish();
    drop(interruptible);
    let cells: Vec<Cell> = cells.into_iter().collect::<Result<_, _>>()?;
    ledger.close()?;
    if let Some(shelf) = &shelf {
        page::write(shelf, catalogue)?;
    }
    answer(&setting, cells, catalogue, args.json, out)?;
    if let Some(folder) = args.out.as_ref().filter(|_| !args.json) {
        writeln!(out, "The page is {}.", Path::new(folder).join("index.html").display())?;
    }
    Ok(())
}

/// Prints what was measured, game by game.
fn answer(
    setting: &Setting,
    cells: Vec<Cell>,
    catalogue: &Catalogue,
    json: bool,
    out: &mut dyn Write,
) -> Result<()> {
    if json {
        let cells: Vec<Cell> = cells.into_iter().map(Cell::without_time).collect();
        let answer = json!({ "setting": setting, "cells": cells });
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
        return Ok(());
    }
    for cells in cells.chunk_by(|a, b| a.game == b.game) {
        let rules = catalogue.find(&cells[0].game)?;
        wrap::table(out, &table::results(&rules.info().name, setting, cells))?;
        writeln!(out)?;
    }
    for line in table::summary(setting, &cells).lines() {
        wrap::entry(out, line, 2)?;
    }
    table::LEGEND.lines().try_for_each(|line| wrap::entry(out, line, 2))
}

/// What becomes of the games if the measurement is interrupted.
fn how_to_go_on(args: &Args) -> String {
    match &args.out {
        Some(folder) => format!("Every finished game is kept in '{folder}': the same command goes on."),
        None => "These series had been finished, and nothing was kept; with --out DIR every game is, and the same \
                 command goes on."
            .to_owned(),
    }
}

/// Every game, on a board that is quick to play.
fn quick_families(catalogue: &Catalogue) -> Result<Vec<Arc<dyn Playable>>> {
    let board = |rules: &Arc<dyn Playable>| match QUICK.iter().find(|(id, _)| *id == rules.info().id) {
        Some((_, options)) => Ok(catalogue.vary(rules.as_ref(), options)?),
        None => Ok(rules.clone()),
    };
    catalogue.families().map(board).collect()
}

//! `agon balance`.

mod page;
mod shelf;
mod table;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use agon_agents::{AgentSpec, Catalogue, Playable};
use agon_arena::balance::{Cell, Series, Setting, ladder};
use agon_arena::ledger::{Desk, Ledger};
use agon_core::spread::{processors, spread};
use anyhow::{Result, ensure};
use serde_json::json;

use shelf::Shelf;

/// Measure how close an agent keeps its games against opponents of all strengths, and how natural it looks.
///
/// Every opponent is played from random openings with sides exchanged. A referee with ten times the agent's budget judges
/// some of the games move by move. As many games are played by somebody who plays to win with the agent's budget: balance can
/// be expected only against opponents whom he beats.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello`, several separated by commas, or `all`.
    games_to_play: String,
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
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Random plies at the beginning of each pair of games.
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    openings: u32,
    /// The seed of everything random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The referee judges one of so many games; 0 for none.
    #[arg(long, value_name = "GAMES", default_value_t = 10)]
    judge_every: usize,
    /// Series played at the same time; as many as there are processors if left out.
    #[arg(long)]
    jobs: Option<usize>,
    /// Keep the games of each agent in a file of this folder, AGENT.db, and write a page with tables and curves of all agents there.
    /// What is there already is not played again; games and opponents can be added.
    #[arg(long, value_name = "DIR")]
    report: Option<String>,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// Games that `all` plays on a board that is quick to play.
const QUICK: [(&str, &str); 1] = [("havannah", "size=5")];

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    ensure!(args.games >= 2, "--games takes a number of at least 2");
    let games = read_games(&args.games_to_play, catalogue)?;
    let agent: AgentSpec = args.agent.parse()?;
    let opponents = ladder::opponents(&args.opponents)?;
    ensure!(!opponents.is_empty(), "--opponents names nobody");
    let setting = Setting {
        agent: agent.to_string(),
        memory: args.memory,
        games: args.games,
        opening_plies: args.openings,
        seed: args.seed,
        judged_every: args.judge_every,
    };
    let shelf = args.report.as_deref().map(|folder| Shelf::open(Path::new(folder))).transpose()?;
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
    let jobs = args.jobs.unwrap_or_else(processors);
    let desk = Desk::new(&mut ledger);
    let cells = spread(series.len(), jobs, |number| series[number].run(&desk));
    let cells: Vec<Cell> = cells.into_iter().collect::<Result<_, _>>()?;
    ledger.close()?;
    if let Some(shelf) = &shelf {
        page::write(shelf, catalogue)?;
    }
    if args.json {
        let cells: Vec<Cell> = cells.into_iter().map(Cell::without_time).collect();
        let answer = json!({ "setting": setting, "cells": cells });
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
        return Ok(());
    }
    for cells in cells.chunks(opponents.len()) {
        let rules = catalogue.find(&cells[0].game)?;
        writeln!(out, "{}", table::results(&rules.info().name, &setting, cells).text())?;
    }
    writeln!(out, "{}", table::summary(&setting, &cells))?;
    write!(out, "{}", table::LEGEND)?;
    if let Some(folder) = &args.report {
        writeln!(out, "The page is {}.", Path::new(folder).join("index.html").display())?;
    }
    Ok(())
}

fn read_games(text: &str, catalogue: &Catalogue) -> Result<Vec<Arc<dyn Playable>>> {
    // A spec may itself contain commas: what has no game name begins with a key.
    let mut specs: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match specs.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => *last += &format!(",{part}"),
            _ => specs.push(part.to_owned()),
        }
    }
    ensure!(!specs.is_empty(), "'{text}' names no game");
    if specs == ["all"] {
        let board = |rules: &Arc<dyn Playable>| match QUICK.iter().find(|(id, _)| *id == rules.info().id) {
            Some((_, options)) => Ok(catalogue.vary(rules.as_ref(), options)?),
            None => Ok(rules.clone()),
        };
        return catalogue.families().map(board).collect();
    }
    Ok(specs.iter().map(|spec| catalogue.find(spec)).collect::<Result<_, _>>()?)
}

//! `agon games`.

use std::io::Write;

use agon_core::GameInfo;
use anyhow::Result;
use serde_json::{Value, json};

/// List the games with their ids, which all other commands take.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    if args.json {
        let games = agon_games::catalogue().map(facts).collect::<Result<Vec<_>>>()?;
        writeln!(out, "{}", serde_json::to_string_pretty(&games)?)?;
        return Ok(());
    }
    let width = agon_games::catalogue().map(|info| info.id.len()).max().unwrap_or(0);
    for info in agon_games::catalogue() {
        writeln!(out, "{:<width$}  {}", info.id, info.summary)?;
        for parameter in info.parameters {
            let values = parameter.values.join("|");
            writeln!(out, "{:<width$}  · {}={values}: {}", "", parameter.key, parameter.help)?;
        }
    }
    writeln!(
        out,
        "\n{} sets of rules. 'agon rules GAME' explains one, 'agon play GAME' plays it.",
        agon_games::catalogue().count()
    )?;
    Ok(())
}

fn facts(info: &'static GameInfo) -> Result<Value> {
    let rules = agon_games::find(info.id)?;
    let parameters: Vec<Value> = info
        .parameters
        .iter()
        .map(|p| json!({"key": p.key, "default": p.default, "values": p.values, "help": p.help}))
        .collect();
    Ok(json!({
        "id": info.id,
        "name": info.name,
        "summary": info.summary,
        "sides": info.sides,
        "cells": rules.layout().cells.len(),
        "features": rules.feature_count(),
        "parameters": parameters,
        "repetition": info.limits.repetition,
        "no_progress": info.limits.no_progress,
        "ply_cap": info.limits.ply_cap,
        "source": info.source,
        "version": info.version,
    }))
}

//! `agon games`.

use std::io::Write;

use agon_agents::Catalogue;
use agon_core::Rules;
use anyhow::Result;
use serde_json::{Value, json};

/// List the games with their ids, which all other commands take.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    if args.json {
        let games: Vec<Value> = catalogue.games().map(|rules| facts(rules.as_ref())).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&games)?)?;
        return Ok(());
    }
    let width = catalogue.infos().map(|info| info.id.len()).max().unwrap_or(0);
    for info in catalogue.infos() {
        writeln!(out, "{:<width$}  {}", info.id, info.summary)?;
        for parameter in info.parameters {
            let values = parameter.values.join("|");
            writeln!(out, "{:<width$}  · {}={values}: {}", "", parameter.key, parameter.help)?;
        }
    }
    writeln!(
        out,
        "\n{} sets of rules. 'agon rules GAME' explains one, 'agon play GAME' plays it.",
        catalogue.infos().count()
    )?;
    Ok(())
}

fn facts(rules: &dyn Rules) -> Value {
    let info = rules.info();
    let parameters: Vec<Value> = info
        .parameters
        .iter()
        .map(|p| json!({"key": p.key, "default": p.default, "values": p.values, "help": p.help}))
        .collect();
    json!({
        "id": info.id,
        "name": info.name,
        "summary": info.summary,
        "sides": info.sides,
        "cells": rules.layout().cells.len(),
        "features": rules.encoding().features,
        "parameters": parameters,
        "repetition": info.limits.repetition,
        "no_progress": info.limits.no_progress,
        "ply_cap": info.limits.ply_cap,
        "source": info.source,
        "version": info.version,
    })
}

//! `agon games`.

use std::io::Write;
use std::sync::Arc;

use agon_agents::{Catalogue, Playable};
use agon_core::Rules;
use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::wrap::entry;

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
        entry(out, &format!("{:<width$}  {}", info.id, info.summary), width + 2)?;
        for parameter in info.parameters {
            let values = parameter.values.join("|");
            entry(
                out,
                &format!("{:<width$}  · {}={values}: {}", "", parameter.key, parameter.help),
                width + 4,
            )?;
        }
    }
    let count = catalogue.infos().count();
    writeln!(out)?;
    entry(
        out,
        &format!("{count} sets of rules. 'agon rules GAME' explains one, 'agon play GAME' plays it."),
        0,
    )
}

/// The games that some words name: each of them one game, or several separated by commas, or `all` of those given.
pub(crate) fn read_list(
    words: &[String],
    catalogue: &Catalogue,
    all: &dyn Fn() -> Result<Vec<Arc<dyn Playable>>>,
) -> Result<Vec<Arc<dyn Playable>>> {
    // A spec may itself contain commas: what has no game name begins with a key.
    let mut specs: Vec<String> = Vec::new();
    for part in words.iter().flat_map(|word| word.split(',')).map(str::trim).filter(|part| !part.is_empty()) {
        match specs.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => *last += &format!(",{part}"),
            _ => specs.push(part.to_owned()),
        }
    }
    ensure!(!specs.is_empty(), "'{}' names no game", words.join(" "));
    if specs.iter().any(|spec| spec == "all") {
        return all();
    }
    Ok(specs.iter().map(|spec| catalogue.find(spec)).collect::<Result<_, _>>()?)
}

pub(crate) fn facts(rules: &dyn Rules) -> Value {
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

//! `agon agents`.

use std::io::Write;

use agon_agents::registry::{ALGORITHMS, Budget};
use agon_agents::selection::SELECTIONS;
use agon_search::settings::{Key, Keyed};
use anyhow::Result;
use serde_json::{Map, Value, json};

use crate::wrap::entry;

/// List the agents with all their keys, written `name:key=value,key=value`, and the selections that may follow an `@`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&facts())?)?;
        return Ok(());
    }
    for algorithm in ALGORITHMS {
        entry(out, &format!("{}: {}", algorithm.name, algorithm.summary), 2)?;
        for key in algorithm.keys() {
            describe(key, out)?;
        }
        let budget: Vec<String> =
            algorithm.budget.write().iter().map(|(key, value)| format!("{}={value}", key.name)).collect();
        if !budget.is_empty() {
            writeln!(out, "  Without a limit: {}", budget.join(","))?;
        }
    }
    writeln!(out)?;
    entry(out, "Limits, for every agent that searches; the first that is reached ends the search:", 0)?;
    Budget::KEYS.iter().try_for_each(|key| describe(key, out))?;
    writeln!(out)?;
    entry(out, "Selections, for every agent, such as uct@easy; a random one takes a seed as well:", 0)?;
    for form in SELECTIONS {
        entry(out, &format!("@{}: {}", form.usage(), form.summary), 2)?;
        form.parameters.iter().try_for_each(|parameter| describe(parameter, out))?;
    }
    Ok(())
}

fn describe(key: &Key, out: &mut dyn Write) -> Result<()> {
    let default = if key.default.is_empty() { String::new() } else { format!(" [{}]", key.default) };
    entry(out, &format!("  {}{default}: {} ({})", key.name, key.help, key.kind.words()), 4)
}

/// The same as data.
fn facts() -> Value {
    let keys = |keys: &mut dyn Iterator<Item = &Key>| -> Vec<Value> {
        keys.map(|key| {
            json!({"key": key.name, "default": key.default, "values": key.kind.words(), "help": key.help})
        })
        .collect()
    };
    let agents = ALGORITHMS.iter().map(|algorithm| {
        let budget =
            algorithm.budget.write().into_iter().map(|(key, value)| (key.name.to_owned(), value.into()));
        json!({
            "agent": algorithm.name,
            "summary": algorithm.summary,
            "keys": keys(&mut algorithm.keys()),
            "budget": budget.collect::<Map<String, Value>>(),
        })
    });
    let selections = SELECTIONS.iter().map(|form| {
        let parameters = keys(&mut form.parameters.iter());
        json!({"selection": form.name, "summary": form.summary, "parameters": parameters})
    });
    json!({
        "agents": agents.collect::<Vec<_>>(),
        "limits": keys(&mut Budget::KEYS.iter()),
        "selections": selections.collect::<Vec<_>>(),
    })
}

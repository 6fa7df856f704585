//! `agon agents`.

use std::io::Write;

use agon_agents::registry::{ALGORITHMS, Budget};
use agon_agents::selection::SELECTIONS;
use agon_search::settings::{Key, Keyed};
use anyhow::Result;

/// List the agents with all their keys, written `name:key=value,key=value`, and the selections that may follow an `@`.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut dyn Write) -> Result<()> {
    for algorithm in ALGORITHMS {
        writeln!(out, "{}: {}", algorithm.name, algorithm.summary)?;
        for key in algorithm.keys() {
            describe(key, out)?;
        }
        let budget: Vec<String> =
            algorithm.budget.write().iter().map(|(key, value)| format!("{}={value}", key.name)).collect();
        if !budget.is_empty() {
            writeln!(out, "  Without a limit: {}", budget.join(","))?;
        }
    }
    writeln!(out, "\nLimits, for every agent that searches; the first that is reached ends the search:")?;
    Budget::KEYS.iter().try_for_each(|key| describe(key, out))?;
    writeln!(out, "\nSelections, for every agent, such as uct@easy; a random one takes a seed as well:")?;
    for form in SELECTIONS {
        writeln!(out, "@{}: {}", form.usage(), form.summary)?;
        form.parameters.iter().try_for_each(|parameter| describe(parameter, out))?;
    }
    Ok(())
}

fn describe(key: &Key, out: &mut dyn Write) -> Result<()> {
    let default = if key.default.is_empty() { String::new() } else { format!(" [{}]", key.default) };
    writeln!(out, "  {}{default}: {} ({})", key.name, key.help, key.kind.words())?;
    Ok(())
}

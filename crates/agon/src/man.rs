//! `agon man`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap_mangen::Man;
use serde_json::{Value, json};

use crate::files::write_text;

/// Print the manual page, or write the pages of all commands into a folder.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder for the pages: agon.1, agon-play.1 and so on. Without it the first of them is printed.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Print all commands and their options as JSON and nothing else.
    #[arg(long, conflicts_with = "folder")]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let mut root = crate::describe().disable_help_subcommand(true);
    root.build();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&facts(&root))?)?;
        return Ok(());
    }
    let Some(folder) = &args.folder else {
        out.write_all(&page(&root)?)?;
        return Ok(());
    };
    std::fs::create_dir_all(folder)
        .map_err(|error| anyhow!("cannot make the folder '{}': {error}", folder.display()))?;
    let mut count = 0;
    let mut open = vec![root];
    while let Some(command) = open.pop() {
        let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
        let text = String::from_utf8(page(&command)?)?;
        write_text(&folder.join(format!("{name}.1")), &text)?;
        count += 1;
        open.extend(command.get_subcommands().cloned());
    }
    writeln!(out, "{count} pages are in '{}'.", folder.display())?;
    Ok(())
}

/// A command, what it takes, and the commands within.
fn facts(command: &clap::Command) -> Value {
    let words = command.get_arguments().filter(|argument| !argument.is_global_set()).map(|argument| {
        let values = argument.get_possible_values();
        let (least, takes_value) = argument
            .get_num_args()
            .map_or((0, false), |range| (range.min_values(), range.takes_values()));
        json!({
            "name": argument.get_id().as_str(),
            "long": argument.get_long(),
            "aliases": argument.get_all_aliases(),
            "positional": argument.is_positional(),
            "required": argument.is_required_set(),
            "takes_value": takes_value,
            "least_values": least,
            "value_names": argument.get_value_names().map(|names| names.iter().map(ToString::to_string).collect::<Vec<_>>()),
            "values": values.iter().map(clap::builder::PossibleValue::get_name).collect::<Vec<_>>(),
            "default": argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect::<Vec<_>>(),
            "help": argument.get_help().map(ToString::to_string),
        })
    });
    json!({
        "name": command.get_name(),
        "about": command.get_about().map(ToString::to_string),
        "arguments": words.collect::<Vec<_>>(),
        "commands": command.get_subcommands().map(facts).collect::<Vec<_>>(),
    })
}

fn page(command: &clap::Command) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(command.clone()).render(&mut text)?;
    Ok(text)
}

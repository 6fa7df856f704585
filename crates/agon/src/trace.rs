//! `agon trace`.

use std::fs::File;
use std::io::{BufReader, Write};

use agon_search::trace::{Comparison, Tree};
use anyhow::{Result, anyhow, bail};

/// Print the tree of a search that 'agon analyse --trace' wrote, or show where two of them part.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A trace to print, or the word `diff` and two traces to compare.
    #[arg(required = true, num_args = 1..=3, value_name = "FILE | diff FILE FILE")]
    words: Vec<String>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    match words[..] {
        ["diff", left, right] => write!(out, "{}", Comparison::new(&read(left)?, &read(right)?))?,
        [file] if file != "diff" => write!(out, "{}", read(file)?)?,
        _ => bail!("trace takes one file, or 'diff' and two files"),
    }
    Ok(())
}

fn read(file: &str) -> Result<Tree> {
    let opened = File::open(file).map_err(|error| anyhow!("cannot read '{file}': {error}"))?;
    Tree::read(BufReader::new(opened)).map_err(|error| anyhow!("'{file}' is not a trace: {error}"))
}

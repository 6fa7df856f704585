//! `agon trace`.

use std::fs::File;
use std::io::{BufReader, Write};

use agon_search::trace::{Comparison, Record, Tree};
use anyhow::{Result, anyhow, bail};
use serde_json::{Value, json};

/// Print the tree of a search that 'agon analyse --trace' wrote, or show where two of them part.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A trace to print, or the word `diff` and two traces to compare.
    #[arg(required = true, num_args = 1..=3, value_name = "FILE | diff FILE FILE")]
    words: Vec<String>,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    match words[..] {
        ["diff", left, right] => {
            let (left, right) = (read(left)?, read(right)?);
            let comparison = Comparison::new(&left, &right);
            if args.json {
                writeln!(out, "{}", serde_json::to_string_pretty(&parted(&comparison, [&left, &right]))?)?;
            } else {
                write!(out, "{comparison}")?;
            }
        }
        [file] if file != "diff" => {
            let tree = read(file)?;
            if args.json {
                let records: Vec<&Record> = (0..tree.len()).map(|place| tree.record(place)).collect();
                writeln!(out, "{}", serde_json::to_string_pretty(&records)?)?;
            } else {
                write!(out, "{tree}")?;
            }
        }
        _ => bail!("trace takes one file, or 'diff' and two files"),
    }
    Ok(())
}

/// Where two traces part, as data.
fn parted(comparison: &Comparison<'_>, trees: [&Tree; 2]) -> Value {
    let record = |tree: usize, place: Option<usize>| place.map(|place| trees[tree].record(place));
    let differences = comparison.differences().iter().map(|difference| {
        let (left, right) = (record(0, difference.left), record(1, difference.right));
        json!({"path": difference.path, "left": left, "right": right})
    });
    json!({
        "nodes": trees.map(Tree::len), "only_here": comparison.unmatched(),
        "differences": differences.collect::<Vec<_>>(),
    })
}

fn read(file: &str) -> Result<Tree> {
    let opened = File::open(file).map_err(|error| anyhow!("cannot read '{file}': {error}"))?;
    Tree::read(BufReader::new(opened)).map_err(|error| anyhow!("'{file}' is not a trace: {error}"))
}

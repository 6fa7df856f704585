//! `cargo xtask compare BEFORE AFTER`: how fast two builds of the program are, measured in turn.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::{command, output};

/// Every round measures both; the best of each counts, since whatever disturbs a measurement makes it slower.
const ROUNDS: u32 = 3;

/// Searches that both know under the same name and that seldom change, and what they may spend on a position.
const SEARCHES: [&str; 2] = ["pvs:pruning=off,eval=heuristic", "uct"];
const BUDGET: &str = "nodes=100000,playouts=10000";

/// What was measured of a game: a rate, and what says that both did the same.
type Rates = BTreeMap<(String, String), (f64, String)>;

pub(crate) fn run(programs: &[PathBuf; 2], seconds: f64) -> Result<()> {
    let mut best: [Rates; 2] = Default::default();
    for round in 1..=ROUNDS {
        for (program, best) in programs.iter().zip(&mut best) {
            eprintln!("round {round} of {ROUNDS}: {}", program.display());
            for (what, (rate, checksum)) in measure(program, seconds)? {
                let entry = best.entry(what).or_insert((0.0, checksum));
                entry.0 = entry.0.max(rate);
            }
        }
    }
    let [before, after] = best;
    println!("| game | what | before, per second | after | ratio |\n|---|---|---:|---:|---:|");
    let mut ratios: BTreeMap<&str, Vec<(f64, &str)>> = BTreeMap::new();
    for ((game, what), (rate, checksum)) in &after {
        let Some((earlier, earlier_checksum)) = before.get(&(game.clone(), what.clone())) else { continue };
        if checksum != earlier_checksum {
            println!("| {game} | {what} | | | visits other positions |");
            continue;
        }
        let ratio = rate / earlier;
        println!("| {game} | {what} | {earlier:.0} | {rate:.0} | {ratio:.3} |");
        ratios.entry(what).or_default().push((ratio, game));
    }
    ensure!(!ratios.is_empty(), "the two programs have no measurement in common");
    println!();
    for (what, mut ratios) in ratios {
        ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mean = ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64;
        let (worst, game) = ratios[0];
        println!(
            "{what}: {:.3} of the rate before in {} sets of rules (geometric mean), the worst {worst:.3} in {game}",
            mean.exp(),
            ratios.len()
        );
    }
    Ok(())
}

/// What one program does per second of processor time.
fn measure(program: &Path, seconds: f64) -> Result<Rates> {
    let seconds = seconds.to_string();
    let mut rates = Rates::new();
    for row in rows(program, &["playouts", "all", "--seconds", &seconds])? {
        rates.insert(
            (text(&row, "game")?, "random games".to_owned()),
            (number(&row, "playouts_per_s")?, String::new()),
        );
    }
    for search in SEARCHES {
        for row in rows(program, &["search", "all", "--agent", search, "--budget", BUDGET])? {
            let what = (text(&row, "game")?, search.to_owned());
            rates.insert(what, (number(&row, "nodes_per_s")?, text(&row, "checksum")?));
        }
    }
    Ok(rates)
}

fn rows(program: &Path, words: &[&str]) -> Result<Vec<Value>> {
    let program = program.display().to_string();
    let mut command = command(&program, &["bench"]);
    command.args(words).arg("--json");
    serde_json::from_str(&output(&mut command)?).with_context(|| format!("'{program}' printed no table"))
}

fn text(row: &Value, key: &str) -> Result<String> {
    row[key].as_str().map(str::to_owned).with_context(|| format!("no text '{key}' in {row}"))
}

fn number(row: &Value, key: &str) -> Result<f64> {
    row[key].as_f64().with_context(|| format!("no number '{key}' in {row}"))
}

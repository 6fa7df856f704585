//! Plays other people's sheets by gates and by forward chaining side by side: `AGON_SHEETS` is a folder of folders of `.kif` files.

use std::path::PathBuf;

use agon_gdl::join::Budget;
use agon_gdl::machine::Machine;
use agon_gdl::sheet::Sheet;

#[path = "../tests/walk.rs"]
mod walk;

use walk::compare;

fn sheets() -> Vec<PathBuf> {
    let Ok(folder) = std::env::var("AGON_SHEETS") else { return Vec::new() };
    let list = |folder: PathBuf| -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let folders = list(folder.into()).into_iter().filter(|path| path.is_dir());
    folders.flat_map(list).filter(|path| path.extension().is_some_and(|ending| ending == "kif")).collect()
}

fn main() {
    let games = std::env::var("AGON_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(100);
    for path in sheets() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let started = std::time::Instant::now();
        let sheet = match Sheet::read(&std::fs::read_to_string(&path).unwrap()) {
            Ok(sheet) => sheet,
            Err(error) => {
                println!("{name}: refused: {error}");
                continue;
            }
        };
        let gates = Machine::new(&sheet, Budget::default()).unwrap();
        let size = gates.grounded().map_or_else(
            || "no gates".to_owned(),
            |grounded| {
                let circuit = &grounded.circuit;
                format!(
                    "{} gates {:?}, {} links, {} loops, {} fluents, work {}",
                    circuit.gate_count(),
                    circuit.cone_sizes(),
                    circuit.link_count(),
                    circuit.loop_count(),
                    grounded.fluents.len(),
                    grounded.work
                )
            },
        );
        let built = started.elapsed();
        let chain = Machine::chained(&sheet, Budget::default()).unwrap();
        let plies = compare(&gates, &chain, games, 400);
        println!(
            "{name}: {size}; built in {built:.1?}; {plies} plies agree ({:.1?}); {:?}",
            started.elapsed(),
            sheet.notes
        );
    }
}

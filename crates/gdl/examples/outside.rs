//! Plays other people's sheets by gates and by forward chaining side by side: `AGON_SHEETS` is a folder of folders of `.kif` files.

use std::path::PathBuf;

use agon_gdl::join::Budget;
use agon_gdl::machine::Machine;
use agon_gdl::sheet::Sheet;

#[path = "../tests/walk.rs"]
mod walk;

use walk::compare;

/// Games longer than this are not played to their end.
const LONGEST: u32 = 4096;

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
        let gates = match Machine::new(&sheet, Budget::default()) {
            Ok(gates) => gates,
            Err(error) => {
                println!("{name}: refused: {error}");
                continue;
            }
        };
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
        let agreed = Machine::chained(&sheet, Budget::default())
            .and_then(|chain| compare(&gates, &chain, games, LONGEST))
            .map_or_else(|error| error.to_string(), |plies| format!("{plies} plies of {games} games agree"));
        println!(
            "{name}: {size}; built in {built:.1?}; {agreed} ({:.1?}); {:?}",
            started.elapsed(),
            sheet.notes
        );
    }
}

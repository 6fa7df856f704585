//! Perft numbers, kept as data: `tests/perft/GAME.perft` holds lines `spec | position or start | depth | nodes`.

use agon_games::{catalogue, find};

/// Deeper counts than this are for a longer run: `AGON_PERFT_NODES=20000000000 cargo test --release perft`.
const NODES: u64 = 200_000_000;

#[test]
fn every_count_in_the_data_files() {
    let limit = std::env::var("AGON_PERFT_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(NODES);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut checked, mut nodes_checked, mut left, mut wrong) = (0, 0, 0, Vec::new());
    for file in files {
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let line = line.split('#').next().unwrap().trim();
            if line.is_empty() {
                continue;
            }
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [spec, position, depth, nodes] = fields[..] else { panic!("{}: '{line}'", file.display()) };
            let (depth, nodes): (u8, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
            if nodes > limit {
                left += 1;
                continue;
            }
            let rules = find(spec).unwrap();
            let counted = rules.perft((position != "start").then_some(position), depth).unwrap();
            println!("{spec} {position} depth {depth}: {counted}");
            if counted != nodes {
                wrong.push(format!("{spec} {position} depth {depth}: {counted} instead of {nodes}"));
            }
            checked += 1;
            nodes_checked += counted;
        }
    }
    println!("{checked} counts checked, {nodes_checked} nodes; {left} counts above {limit} nodes left out");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_game_has_counts() {
    for info in catalogue() {
        let file = format!("{}/tests/perft/{}.perft", env!("CARGO_MANIFEST_DIR"), info.id);
        assert!(std::path::Path::new(&file).exists(), "{} has no perft file", info.id);
    }
}

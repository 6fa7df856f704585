//! Games, levels and agents are read from texts at the edges alone, where people, files and other programs name them. Below they are
//! values.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The edges: the command line and Python as a whole, and these files.
const EDGES: [&str; 17] = [
    // Files.
    "crates/arena/src/experiment/contender.rs",
    "crates/arena/src/experiment/depths.rs",
    "crates/arena/src/ledger/write.rs",
    "crates/arena/src/report/figures.rs",
    "crates/arena/src/tournament/read.rs",
    "crates/arena/src/calibrate/confirm.rs",
    "crates/table/src/saved.rs",
    // Orders of games that are played elsewhere.
    "crates/arena/src/bout.rs",
    // Other programs.
    "crates/ggp/src/seat.rs",
    // Addresses and forms.
    "crates/server/src/app.rs",
    "crates/server/src/lessons.rs",
    "crates/server/src/puzzles.rs",
    "crates/server/src/sheets.rs",
    "crates/server/src/transfer.rs",
    // The texts themselves.
    "crates/agents/src/catalogue.rs",
    "crates/agents/src/spec.rs",
    "crates/games/src/catalogue.rs",
];
const WHOLE: [&str; 2] = ["crates/agon/", "python/"];

/// What reads a game, an agent, a level or a selection.
const READING: [&str; 7] = [
    "atalogue.find(",
    "atalogue().find(",
    "agon_games::find(",
    "parse::<AgentSpec>",
    "parse::<Level>",
    "parse::<Selection>",
    "AgentSpec::from_str",
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Whether a source reads such texts, tests and comments apart.
fn reads(source: &str) -> bool {
    let (code, _) = source.split_once("mod tests {").unwrap_or((source, ""));
    let mut lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.any(|line| READING.iter().any(|reading| line.contains(reading)))
}

fn collect(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        if path.is_dir() && !WHOLE.iter().any(|edge| format!("{name}/").starts_with(edge)) {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !name.ends_with("tests.rs")
            && reads(&fs::read_to_string(&path).unwrap())
        {
            found.insert(name);
        }
    }
}

#[test]
fn games_and_agents_are_read_at_the_edges_alone() {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let source = entry.unwrap().path().join("src");
        let name = format!("{}/", source.strip_prefix(root()).unwrap().display());
        if !WHOLE.iter().any(|edge| name.starts_with(edge)) {
            collect(&source, &mut found);
        }
    }
    let edges: BTreeSet<String> = EDGES.map(str::to_owned).into();
    let inside: Vec<&String> = found.difference(&edges).collect();
    assert!(inside.is_empty(), "these take texts where they could take values: {inside:?}");
    // The list names nobody who reads nothing any more.
    let idle: Vec<&String> =
        edges.difference(&found).filter(|name| !name.ends_with("/catalogue.rs")).collect();
    assert!(idle.is_empty(), "these read nothing: {idle:?}");
}

#[test]
fn what_reads_is_recognised() {
    assert!(reads("let game = catalogue.find(name)?;"));
    assert!(!reads("// catalogue.find(name)\nlet game = rules;"));
    assert!(!reads("fn a() {}\n#[cfg(test)]\nmod tests {\n    use x;\n    catalogue.find(name);\n}\n"));
}

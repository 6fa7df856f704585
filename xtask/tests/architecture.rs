//! ARCHITECTURE.md tells which crate may know which; the manifests say the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// For every crate, the crates it knows.
type Picture = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What a manifest says: the crates of ours it depends on, on whatever platform, tests apart.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut is_wanted = false;
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_wanted = line.ends_with("dependencies]")
                && !line.contains("dev-dependencies")
                && !line.contains("build-dependencies");
        } else if let Some(rest) = line.strip_prefix("agon").filter(|_| is_wanted) {
            let name: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
            found.insert(name.strip_prefix('-').unwrap_or("agon").to_owned());
        }
    }
    found
}

/// What the crates of a folder say.
fn manifests(folder: &Path) -> Picture {
    let crates = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    crates
        .map(|entry| entry.expect("the folder can be read").path())
        .filter_map(|path| {
            let manifest = fs::read_to_string(path.join("Cargo.toml")).ok()?;
            Some((format!("crates/{}", path.file_name()?.to_str()?), dependencies(&manifest)))
        })
        .collect()
}

/// What the manifest in a folder says.
fn manifest(folder: &str) -> BTreeSet<String> {
    let path = root().join(folder).join("Cargo.toml");
    dependencies(&fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// What the page says: rows such as "| `crates/games` | … | core |", in which the last column names crates.
fn told(page: &str) -> Picture {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| {
        let (name, rest) = row.split_once('`').expect("a name ends");
        let knows = rest.trim_end_matches(['|', ' ']).rsplit('|').next().unwrap_or_default();
        let knows = knows.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "–"));
        (name.to_owned(), knows.map(str::to_owned).collect())
    })
    .collect()
}

#[test]
fn the_picture_of_the_crates_is_what_the_manifests_say() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page is there");
    let (told, true_ones) = (told(&page), manifests(&root().join("crates")));
    assert!(true_ones.len() > 5, "the manifests were found");
    for (name, knows) in &true_ones {
        assert_eq!(told.get(name), Some(knows), "what {name} may know");
    }
    let strangers: Vec<&String> =
        told.keys().filter(|name| name.starts_with("crates/") && !true_ones.contains_key(*name)).collect();
    assert!(strangers.is_empty(), "the page tells of {strangers:?}");
    for folder in ["python", "xtask"] {
        assert_eq!(told[folder], manifest(folder), "what {folder} may know");
    }
    for example in fs::read_dir(root().join("examples")).expect("the examples are there") {
        let example = format!("examples/{}", example.expect("the folder can be read").file_name().display());
        assert_eq!(told["examples"], manifest(&example), "what {example} may know");
    }
}

#[test]
fn the_design_is_one_page() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page is there");
    let lines = page.lines().count();
    assert!(lines <= 140, "ARCHITECTURE.md has {lines} lines");
}

#[test]
fn manifests_and_rows_are_read_as_they_are_meant() {
    let manifest = "[dependencies]\nagon-core.workspace = true\nserde = \"1\"\n[dev-dependencies]\nagon-games = { path = \"x\" }\n\
                    [target.'cfg(unix)'.dependencies]\nagon-arena.workspace = true\n";
    assert_eq!(dependencies(manifest), BTreeSet::from(["arena".to_owned(), "core".to_owned()]));
    let page =
        "| `crates/core` | words | – |\n| `crates/games` | one, two | core, search |\n| `models` | – | – |\n";
    let picture = told(page);
    assert!(picture["crates/core"].is_empty() && picture["models"].is_empty() && picture.len() == 3);
    assert_eq!(picture["crates/games"], BTreeSet::from(["core".to_owned(), "search".to_owned()]));
}

//! The guide for adding a game tells the truth about the repository.

use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn guide() -> String {
    fs::read_to_string(root().join("docs/adding-a-game.md")).unwrap()
}

/// The paths that stand between backquotes; commands and names of other things have blanks or no slash.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|text| {
        !text.contains(' ')
            && (text.contains('/') || Path::new(text).extension().is_some_and(|extension| extension == "md"))
    })
}

#[test]
fn every_place_that_is_named_exists() {
    let guide = guide();
    let (_, places) = guide.split_once("These are all the places:").unwrap();
    let named: Vec<&str> = paths(places).collect();
    for place in &named {
        // Othello has everything that a game can have.
        let here = place.replace("ID", "othello").replace('*', "de");
        assert!(root().join(&here).exists(), "{place}: there is no {here}");
    }
    for needed in
        ["crates/school/lessons/ID.jsonl", "crates/school/src/lesson.rs", "crates/nets/src/shipped.rs"]
    {
        assert!(named.contains(&needed), "{needed} is not named");
    }
}

#[test]
fn the_examples_have_as_many_lines_as_it_says() {
    let guide = guide();
    let mut seen = 0;
    for row in guide.lines().filter(|line| line.starts_with("| [")) {
        let (_, rest) = row.split_once("](../").unwrap();
        let (file, rest) = rest.split_once(") | ").unwrap();
        let said: usize = rest.split_once(" |").unwrap().0.parse().unwrap();
        assert_eq!(fs::read_to_string(root().join(file)).unwrap().lines().count(), said, "lines of {file}");
        seen += 1;
    }
    assert_eq!(seen, 4, "rows of the table of examples");
}

//! `cargo xtask new-game`: a game that compiles, plays and keeps its promises, to be changed into another one.
//!
//! The template is the crate `examples/new-game`, which is built and tested as every other: it cannot fall behind.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::{Misuse, command, root, succeed};

/// What the template is called, in the ways in which a name is written.
const TEMPLATE: [&str; 4] = ["new-game", "new_game", "NewGame", "New Game"];

/// The files of a game, below its folder.
const FILES: [&str; 4] = ["Cargo.toml", "src/lib.rs", "src/main.rs", "tests/program.rs"];

/// The line of the workspace's manifest after which the other examples follow: their searches are compiled with them.
const OPTIMISED: &str = "connect-four = { opt-level = 3 }\n";

/// Words that cannot be the name of a crate.
const RESERVED: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn \
                        for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct \
                        super trait true try type typeof unsafe unsized use virtual where while yield \
                        agon alloc core proc-macro std test xtask";

pub(crate) fn run(name: &str) -> Result<()> {
    write(&root(), name)?;
    // Another name is longer or shorter, and imports are sorted.
    succeed(&mut command("cargo", &["fmt", "--package", name]))?;
    println!("examples/{name} has a game to begin with. Check it, see what it does without, and play it:");
    println!("  cargo test -p {name}");
    println!("  cargo run --release -p {name} -- check {name}");
    println!("  cargo run --release -p {name} -- play {name}");
    println!("docs/adding-a-game.md tells what to change.");
    Ok(())
}

/// Writes the game into a workspace.
fn write(root: &Path, name: &str) -> Result<()> {
    let template = root.join("examples").join(TEMPLATE[0]);
    let folder = root.join("examples").join(name);
    let names = spell(name)?;
    if folder.exists() {
        return Err(Misuse(format!("examples/{name} exists already; choose another name")).into());
    }
    if root.join(format!("crates/games/tests/perft/{name}.perft")).exists() {
        return Err(Misuse(format!("'{name}' comes with the program already; choose another name")).into());
    }
    for file in FILES {
        let text = fs::read_to_string(template.join(file)).with_context(|| format!("no template {file}"))?;
        if identifiers(&text).any(|word| word == names[2]) {
            let sentence =
                format!("'{}' is something else in the rules of a game; choose another name", names[2]);
            return Err(Misuse(sentence).into());
        }
    }
    let manifest = root.join("Cargo.toml");
    let listed =
        list(&fs::read_to_string(&manifest)?, name).context("Cargo.toml does not list connect-four")?;
    for file in FILES {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("a file lies in a folder"))?;
        fs::write(path, rename(&fs::read_to_string(template.join(file))?, &TEMPLATE, &names))?;
    }
    fs::write(manifest, listed)?;
    Ok(())
}

/// A name as folders and ids, crates, types and people write it; an error if no crate can be called so.
fn spell(name: &str) -> Result<[String; 4], Misuse> {
    let words: Vec<&str> = name.split('-').collect();
    let is_word = |word: &&str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    if !words.iter().all(is_word) || !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        let name: String = name.chars().take(40).collect();
        return Err(Misuse(format!(
            "'{name}' is not a name for a game; expected small letters, digits and single hyphens, as in connect-four"
        )));
    }
    if RESERVED.split_whitespace().any(|word| word == name) || name.starts_with("agon-") {
        return Err(Misuse(format!(
            "'{name}' means something to Rust or to this workspace; choose another name"
        )));
    }
    let titles: Vec<String> = words.iter().map(|word| word[..1].to_uppercase() + &word[1..]).collect();
    Ok([name.to_owned(), words.join("_"), titles.concat(), titles.join(" ")])
}

/// A text with one name in the place of another.
fn rename(text: &str, from: &[impl AsRef<str>; 4], to: &[impl AsRef<str>; 4]) -> String {
    from.iter().zip(to).fold(text.to_owned(), |text, (from, to)| text.replace(from.as_ref(), to.as_ref()))
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// The workspace's manifest with one example more.
fn list(manifest: &str, name: &str) -> Option<String> {
    let at = manifest.find(OPTIMISED)? + OPTIMISED.len();
    Some(format!("{}{}{}", &manifest[..at], OPTIMISED.replace("connect-four", name), &manifest[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workspace with the template and nothing else.
    fn workspace(name: &str) -> std::path::PathBuf {
        let folder = crate::target().join("tmp").join(name);
        let _ = fs::remove_dir_all(&folder);
        for file in FILES
            .map(|file| format!("examples/new-game/{file}"))
            .iter()
            .chain(["Cargo.toml".to_owned()].iter())
        {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::copy(root().join(file), path).unwrap();
        }
        folder
    }

    fn refusal(root: &Path, name: &str) -> String {
        write(root, name).unwrap_err().downcast::<Misuse>().unwrap().0
    }

    #[test]
    fn a_game_is_the_template_under_another_name() {
        let folder = workspace("template-renamed");
        write(&folder, "four-towers-2").unwrap();
        let game = folder.join("examples/four-towers-2");
        for file in FILES {
            let text = fs::read_to_string(game.join(file)).unwrap();
            for name in TEMPLATE {
                assert!(!text.contains(name), "{file} still speaks of {name}");
            }
            // Nothing else was changed: the template compiles, and so does this.
            let back = rename(&text, &spell("four-towers-2").unwrap(), &TEMPLATE);
            assert_eq!(back, fs::read_to_string(root().join("examples/new-game").join(file)).unwrap());
        }
        let rules = fs::read_to_string(game.join("src/lib.rs")).unwrap();
        for expected in ["pub struct FourTowers2;", "text(\"four-towers-2\")", "text(\"Four Towers 2\")"] {
            assert!(rules.contains(expected), "{expected}");
        }
        assert!(
            fs::read_to_string(game.join("src/main.rs")).unwrap().contains("use four_towers_2::FourTowers2;")
        );
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("connect-four = { opt-level = 3 }\nfour-towers-2 = { opt-level = 3 }\n"));
        assert_eq!(
            refusal(&folder, "four-towers-2"),
            "examples/four-towers-2 exists already; choose another name"
        );
    }

    #[test]
    fn every_file_of_the_template_is_copied() {
        let mut found = Vec::new();
        for folder in ["", "src", "tests"] {
            for entry in fs::read_dir(root().join("examples/new-game").join(folder)).unwrap() {
                let entry = entry.unwrap();
                if entry.file_type().unwrap().is_file() {
                    found.push(Path::new(folder).join(entry.file_name()).to_str().unwrap().to_owned());
                }
            }
        }
        found.sort();
        assert_eq!(found, FILES);
    }

    #[test]
    fn names_that_make_no_crate_are_refused_in_a_sentence() {
        let folder = workspace("template-refused");
        for name in ["", "Hex", "four_towers", "-a", "a-", "a--b", "2048", "hé", "../a", "a/b"] {
            assert!(refusal(&folder, name).contains("small letters, digits and single hyphens"), "{name}");
        }
        for name in ["match", "core", "test", "xtask", "agon", "agon-core"] {
            assert!(refusal(&folder, name).contains("means something to Rust"), "{name}");
        }
        for name in ["game", "piece-kind", "stones"] {
            assert!(refusal(&folder, name).contains("is something else in the rules"), "{name}");
        }
        assert!(refusal(&root(), "othello").contains("comes with the program already"));
        assert!(refusal(&root(), "new-game").contains("exists already"));
        assert!(!folder.join("examples/game").exists());
    }
}

//! The wheel of the package for Python is built from what the tests of the workspace have compiled.

use std::collections::BTreeSet;
use std::process::Command;

/// Packages with their features, as cargo would compile them.
fn compiled(words: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    cargo.args(["tree", "--offline", "--prefix", "none", "--format", "{p} {f}"]).args(words);
    let output = cargo.output().expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("cargo writes text");
    // A package that was printed before is marked.
    text.lines().map(|line| line.trim_end_matches(" (*)").trim_end().to_owned()).collect()
}

/// Features that only one of them asks for make cargo compile a package twice, and every package that depends on it.
#[test]
fn nothing_is_compiled_a_second_time_for_the_wheel() {
    let workspace = compiled(&["--workspace", "--edges", "all"]);
    let wheel = compiled(&["--package", "agon-python", "--edges", "normal,build"]);
    assert!(wheel.len() > 100 && workspace.len() > wheel.len());
    let others: Vec<&String> = wheel.difference(&workspace).collect();
    assert!(
        others.is_empty(),
        "python/Cargo.toml should ask for the features with which the workspace compiles {others:?}"
    );
}

//! The app in a real browser, as part of `cargo xtask test`.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::tally::{self, Tally};
use crate::{command, root, setup, site, succeed, target, wasm};

/// The browser tests alone.
pub(crate) fn run() -> Result<()> {
    provide()?;
    let (tally, is_good) = tests()?;
    println!("{}", tally.summary());
    ensure!(is_good, "tests failed");
    Ok(())
}

/// Runs the browser tests on a machine that has all they need, and counts them.
pub(crate) fn tests() -> Result<(Tally, bool)> {
    tally::run(&mut npm(&["test"])?)
}

/// Remakes the pictures of the documentation.
pub(crate) fn pictures() -> Result<()> {
    provide()?;
    succeed(&mut npm(&["run", "pictures"])?)
}

fn provide() -> Result<()> {
    setup::provide(&setup::BROWSER, "nothing here runs without it")
}

/// A script of the browser tests, with the program and the engine that it needs.
fn npm(script: &[&str]) -> Result<Command> {
    succeed(&mut command("cargo", &["build", "--quiet", "--package", "agon"]))?;
    let mut npm = Command::new("npm");
    npm.args(script).current_dir(root().join("tests/browser"));
    let engine = wasm::build()?;
    let site = target().join("site");
    site::write(&engine, &site)?;
    npm.env("AGON", target().join("debug").join("agon")).env("AGON_ENGINE", engine).env("AGON_SITE", site);
    Ok(npm)
}

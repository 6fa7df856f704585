//! The package for Python, as part of `cargo xtask test`: built into an environment of its own, and tested there.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::setup::{self, Need};
use crate::tally::{self, Tally};
use crate::{command, root, succeed, target};

/// The environment.
pub(crate) fn environment() -> PathBuf {
    target().join("python-env")
}

/// A program of the environment.
pub(crate) fn program(name: &str) -> PathBuf {
    environment().join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
}

/// The tests of the package alone.
pub(crate) fn run() -> Result<()> {
    setup::provide(&[Need::Python, Need::Peers], "nothing here runs without it")?;
    let (tally, is_good) = tests()?;
    println!("{}", tally.summary());
    ensure!(is_good, "tests failed");
    Ok(())
}

/// Builds the package, and runs its tests.
pub(crate) fn tests() -> Result<(Tally, bool)> {
    build()?;
    let reasons = target().join("skipped-python.txt");
    fs::write(&reasons, "")?;
    let mut pytest = Command::new(program("python"));
    pytest.args(["-m", "pytest", "--quiet", "--no-header", "-p", "no:cacheprovider", "."]);
    // Not beside the sources: the package that was installed is tested.
    pytest.current_dir(root().join("python/tests")).env(crate::test::SKIPPED, &reasons);
    let (mut tally, is_good) = tally::run(&mut pytest)?;
    // The runner counts what is skipped; a test that says why is counted by its reason.
    let told = fs::read_to_string(&reasons)?;
    let told: Vec<String> = told.lines().map(str::to_owned).collect();
    tally.ignored = tally.ignored.saturating_sub(told.len() as u32);
    tally.skipped.extend(told);
    Ok((tally, is_good))
}

/// Builds the wheel as the other tests are built, so that it shares what they have compiled, and installs it.
fn build() -> Result<()> {
    let wheels = target().join("wheels-of-tests");
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    let maturin = program("maturin");
    let mut build = Command::new(&maturin);
    build.args(["build", "--quiet", "--profile", "dev", "--compatibility", "linux", "--out"]).arg(&wheels);
    build.args(["--manifest-path", "python/Cargo.toml", "--interpreter"]).arg(program("python"));
    succeed(build.current_dir(root()))?;
    let wheel = fs::read_dir(&wheels)?.next().context("maturin has built no wheel")??.path();
    ensure!(wheel.extension().is_some_and(|extension| extension == "whl"), "{} is no wheel", wheel.display());
    let python = program("python").display().to_string();
    let args =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall"];
    succeed(command(&python, &args).arg(wheel))
}

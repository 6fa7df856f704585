//! `cargo xtask test`: everything that must hold before a change lands.

use std::time::Instant;

use anyhow::{Result, bail, ensure};

use crate::setup::{self, Need};
use crate::tally::{self, Tally};
use crate::{browser, command, python, succeed, target, wasm};

/// Names the file in which a test that cannot run here writes why, one line each.
pub(crate) const SKIPPED: &str = "AGON_SKIPPED";

pub(crate) fn run(browser: bool) -> Result<()> {
    let start = Instant::now();
    let is_strict = setup::is_strict(std::env::var("CI").ok().as_deref());
    ensure!(browser || !is_strict, "--no-browser skips tests, and with CI=true nothing may be skipped");
    let refusal = if is_strict {
        "with CI=true nothing may be skipped"
    } else {
        "'cargo xtask test --no-browser' installs nothing and leaves out the browser tests and the package for Python"
    };
    setup::provide(&setup::wanted(browser, is_strict), refusal)?;

    let mut total = Tally::default();
    step("formatting", || succeed(&mut command("cargo", &["fmt", "--all", "--check"])))?;
    step("lints", || {
        let args = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
        succeed(&mut command("cargo", &args))?;
        if browser || Need::Target.is_there() {
            wasm::lint()
        } else {
            total.skipped.push(format!("the lints of the engine: the target {} is missing", wasm::TARGET));
            Ok(())
        }
    })?;
    step("documentation", || {
        let args = ["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"];
        succeed(command("cargo", &args).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    step("tests and doctests", || add(&mut total, workspace_tests()?))?;
    if Need::Python.is_there() {
        step("the package for Python", || add(&mut total, python::tests()?))?;
    } else {
        total.skipped.push("the package for Python: its environment is missing".to_owned());
    }
    if browser {
        step("the app in a browser", || add(&mut total, browser::tests()?))?;
    } else {
        total.skipped.push("the app in a browser: refused with --no-browser".to_owned());
    }
    println!("{}", verdict(&total, is_strict)?);
    println!("after {:.0} s", start.elapsed().as_secs_f64());
    println!("{}", total.summary());
    Ok(())
}

/// What a run without failures has shown; where nothing may be skipped, a skipped test is a failure.
fn verdict(total: &Tally, is_strict: bool) -> Result<&'static str> {
    match total.skips() {
        0 => Ok("everything holds"),
        _ if is_strict => bail!("with CI=true nothing may be skipped:\n{}", total.summary()),
        _ => Ok("what was run holds; some of it was skipped"),
    }
}

fn step(name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("== {name}");
    let start = Instant::now();
    work()?;
    println!("== {name}: ok after {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Adds tests to the total, and fails with the sum of all if some of them did.
fn add(total: &mut Tally, (tally, is_good): (Tally, bool)) -> Result<()> {
    total.add(&tally);
    if is_good {
        return Ok(());
    }
    println!("{}", total.summary());
    bail!("tests failed")
}

/// All tests of the workspace. Those that end early because a program is missing write the reason into a file.
fn workspace_tests() -> Result<(Tally, bool)> {
    let reasons = target().join("skipped.txt");
    std::fs::create_dir_all(target())?;
    std::fs::write(&reasons, "")?;
    let mut tests = command("cargo", &["test", "--workspace", "--no-fail-fast"]);
    let (mut tally, is_good) = tally::run(tests.env(SKIPPED, &reasons))?;
    tally.enter_early_ends(&std::fs::read_to_string(&reasons)?);
    Ok((tally, is_good))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn everything_holds_only_if_nothing_was_skipped() {
        let mut total = Tally { passed: 3, ..Tally::default() };
        assert_eq!(verdict(&total, true).expect("all passed"), "everything holds");
        total.skipped.push("no browser".to_owned());
        assert!(!verdict(&total, false).expect("allowed at home").contains("everything"));
        let error = verdict(&total, true).expect_err("not allowed here").to_string();
        assert!(error.contains("skipped: no browser"), "{error}");
    }

    #[test]
    fn failed_tests_fail_the_gate_and_are_counted() {
        let mut total = Tally { passed: 3, ..Tally::default() };
        assert!(add(&mut total, (Tally { failed: 1, ..Tally::default() }, false)).is_err());
        assert_eq!((total.passed, total.failed), (3, 1));
    }

    /// Where the tests of a crate are one program, cargo does not find new files by itself.
    #[test]
    fn every_file_of_tests_belongs_to_a_program() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
        let mut named = 0;
        for folder in fs::read_dir(crates).unwrap() {
            let tests = folder.unwrap().path().join("tests");
            let Ok(all) = fs::read_to_string(tests.join("all.rs")) else { continue };
            for file in fs::read_dir(&tests).unwrap() {
                let path = file.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap();
                let is_module = path.extension().is_some_and(|extension| extension == "rs") && name != "all";
                if is_module || path.join("mod.rs").is_file() {
                    assert!(all.contains(&format!("mod {name};")), "all.rs does not name {}", path.display());
                    named += 1;
                }
            }
        }
        assert!(named > 0);
    }
}

//! `cargo xtask test`: everything that must hold before a change lands.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Result, bail};

use crate::{command, succeed};

pub(crate) fn run() -> Result<()> {
    let start = Instant::now();
    step("formatting", || succeed(&mut command("cargo", &["fmt", "--all", "--check"])))?;
    step("lints", || {
        let args = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
        succeed(&mut command("cargo", &args))?;
        crate::wasm::lint()
    })?;
    step("documentation", || {
        let args = ["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"];
        succeed(command("cargo", &args).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    let mut counts = Counts::default();
    step("tests and doctests", || {
        counts = tests(&mut command("cargo", &["test", "--workspace", "--no-fail-fast"]))?;
        Ok(())
    })?;
    step("the app in a browser", crate::browser::run)?;
    println!("everything holds after {:.0} s", start.elapsed().as_secs_f64());
    println!("{} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.ignored);
    Ok(())
}

fn step(name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("== {name}");
    let start = Instant::now();
    work()?;
    println!("== {name}: ok after {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

#[derive(Default)]
struct Counts {
    passed: u32,
    failed: u32,
    ignored: u32,
}

/// Runs the tests, passes their output on, and adds up their closing lines.
fn tests(command: &mut Command) -> Result<Counts> {
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let mut counts = Counts::default();
    for line in BufReader::new(child.stdout.take().expect("stdout is piped")).lines() {
        let line = line?;
        if let Some(results) = line.strip_prefix("test result:") {
            let words: Vec<&str> = results.split([' ', ';']).filter(|word| !word.is_empty()).collect();
            for pair in words.windows(2) {
                let Ok(number) = pair[0].parse::<u32>() else { continue };
                match pair[1] {
                    "passed" => counts.passed += number,
                    "failed" => counts.failed += number,
                    "ignored" => counts.ignored += number,
                    _ => {}
                }
            }
        }
        println!("{line}");
    }
    let status = child.wait()?;
    if !status.success() {
        println!("{} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.ignored);
        bail!("tests failed");
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

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

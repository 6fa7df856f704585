//! `cargo xtask fuzz`: coverage-guided fuzzing of every text reader, on the stable toolchain.

use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use crate::{command, succeed};

const TARGETS: [&str; 2] = ["positions", "moves"];

pub(crate) fn run(seconds: f64) -> Result<()> {
    ensure!(seconds >= 1.0, "--seconds takes a number of at least 1");
    let mut version = Command::new("cargo");
    version.args(["fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !version.status().is_ok_and(|status| status.success()) {
        succeed(&mut command("cargo", &["install", "--locked", "cargo-fuzz"]))?;
    }
    for target in TARGETS {
        // Sanitizers need a nightly compiler, and there is no unsafe code for them to watch.
        let limit = format!("-max_total_time={}", seconds.round());
        let args =
            ["fuzz", "run", "--sanitizer", "none", target, "--", &limit, "-max_len=600", "-timeout=20"];
        succeed(&mut command("cargo", &args))?;
    }
    Ok(())
}

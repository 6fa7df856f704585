//! `cargo xtask fuzz`: coverage-guided fuzzing of every text reader, on the stable toolchain.

use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use crate::{command, root, succeed};

/// What is fuzzed, the longest text, and a folder of texts to begin with.
const TARGETS: [(&str, u32, Option<&str>); 3] =
    [("positions", 600, None), ("moves", 600, None), ("sheets", 6000, Some("crates/gdl/sheets"))];

pub(crate) fn run(seconds: f64) -> Result<()> {
    ensure!(seconds >= 1.0, "--seconds takes a number of at least 1");
    let mut version = Command::new("cargo");
    version.args(["fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !version.status().is_ok_and(|status| status.success()) {
        succeed(&mut command("cargo", &["install", "--locked", "cargo-fuzz"]))?;
    }
    for (target, longest, seeds) in TARGETS {
        // Sanitizers need a nightly compiler, and there is no unsafe code for them to watch.
        let limit = format!("-max_total_time={}", seconds.round());
        let longest = format!("-max_len={longest}");
        // What is found is kept in the first folder.
        let corpus = format!("fuzz/corpus/{target}");
        std::fs::create_dir_all(root().join(&corpus))?;
        let mut args = vec!["fuzz", "run", "--sanitizer", "none", target, &corpus];
        args.extend(seeds);
        args.extend(["--", &limit, &longest, "-timeout=20", "-rss_limit_mb=2048"]);
        succeed(&mut command("cargo", &args))?;
    }
    Ok(())
}

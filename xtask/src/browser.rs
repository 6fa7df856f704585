//! The app in a real browser, as part of `cargo xtask test`.

use std::process::{Command, Stdio};

use anyhow::Result;

use crate::{command, root, succeed, target, wasm};

/// Runs the browser tests, or says what is missing for them.
pub(crate) fn run() -> Result<()> {
    npm("tests were", &["test"])
}

/// Remakes the pictures of the documentation.
pub(crate) fn pictures() -> Result<()> {
    npm("pictures were", &["run", "pictures"])
}

/// Runs a script of the browser tests with everything it needs, or says that `what` was not done and why.
fn npm(what: &str, script: &[&str]) -> Result<()> {
    for (program, package) in [("npm", "npm"), ("chromium", "chromium")] {
        if !exists(program) && !install(package) {
            println!("browser {what} NOT run: {program} is missing and could not be installed with apt-get");
            return Ok(());
        }
    }
    let folder = root().join("tests/browser");
    let packages = |args: &[&str]| {
        let mut npm = Command::new("npm");
        npm.args(args).current_dir(&folder);
        npm
    };
    if !folder.join("node_modules/playwright-core").exists() {
        let installed = succeed(&mut packages(&["ci", "--no-audit", "--no-fund", "--ignore-scripts"]));
        if let Err(error) = installed {
            println!("browser {what} NOT run: their npm packages could not be installed ({error})");
            return Ok(());
        }
    }
    succeed(&mut command("cargo", &["build", "--quiet", "--package", "agon"]))?;
    let mut tests = packages(script);
    tests.env("AGON", target().join("debug").join("agon"));
    if let Some(engine) = wasm::build()? {
        tests.env("AGON_ENGINE", engine);
    } else {
        println!("the tests without the network were NOT run");
        tests.env_remove("AGON_ENGINE");
    }
    succeed(&mut tests)
}

fn exists(program: &str) -> bool {
    quiet(Command::new(program).arg("--version"))
}

/// Installs a package where we may; elsewhere a person has to.
fn install(package: &str) -> bool {
    println!("installing {package}");
    let _ = quiet(Command::new("apt-get").args(["update"]));
    quiet(Command::new("apt-get").args(["install", "--yes", "--no-install-recommends", package]))
}

fn quiet(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

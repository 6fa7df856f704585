//! The project's own chores: `cargo xtask test`, `cargo xtask browser`, `cargo xtask pictures`, `cargo xtask wasm`,
//! `cargo xtask peers`, `cargo xtask fuzz`.

mod browser;
mod fuzz;
mod peers;
mod test;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

const USAGE: &str = "usage: cargo xtask COMMAND

test                 everything that must hold: formatting, lints, documentation, all tests
browser              only the tests of the app in a browser
pictures             remake docs/pictures with the app in a browser
wasm                 build the engine that plays inside a browser, and tell its size
wasm --bench [--seconds S]
                     its playouts per second beside those of the program
peers [--seconds S]  playouts per processor second of OpenSpiel and of Agon, side by side
fuzz [--seconds S]   feed the position and move readers of every game with hostile text";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn dispatch(args: &[String]) -> Result<()> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["test"] => test::run(),
        ["browser"] => browser::run(),
        ["pictures"] => browser::pictures(),
        ["wasm"] => wasm::run(),
        ["wasm", "--bench", ref rest @ ..] => wasm::bench(seconds(rest, 3.0)?),
        ["peers", ref rest @ ..] => peers::run(seconds(rest, 2.0)?),
        ["fuzz", ref rest @ ..] => fuzz::run(seconds(rest, 30.0)?),
        _ => bail!("{USAGE}"),
    }
}

/// The value of `--seconds`, the only option there is.
fn seconds(args: &[&str], default: f64) -> Result<f64> {
    match args {
        [] => Ok(default),
        ["--seconds", value] => {
            value.parse().with_context(|| format!("'{value}' is not a number of seconds"))
        }
        _ => bail!("{USAGE}"),
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// The folder of the build.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}

/// A command run in the root of the repository.
fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Runs a command and fails if it does.
fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if status.success() { Ok(()) } else { bail!("{command:?} failed ({status})") }
}

/// The standard output of a command that must succeed.
fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(std::process::Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed ({})", output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

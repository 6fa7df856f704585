//! The project's own chores: `cargo xtask test`, `cargo xtask new-game`, `cargo xtask browser`, `cargo xtask pictures`,
//! `cargo xtask wasm`, `cargo xtask site`, `cargo xtask compare`, `cargo xtask peers`, `cargo xtask fuzz`, `cargo xtask fuzz-commands`.

mod browser;
mod chore;
mod compare;
mod fuzz;
mod hostile;
mod peers;
mod python;
mod setup;
mod site;
mod tally;
mod template;
mod test;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use chore::Chore;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let chore = match chore::read(&args) {
        Ok(chore) => chore,
        Err(sentence) => return refuse(&sentence),
    };
    match run(chore) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<Misuse>() => refuse(&error.to_string()),
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// An order that cannot be carried out as it was given, in a sentence.
#[derive(Debug)]
struct Misuse(String);

impl std::fmt::Display for Misuse {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Misuse {}

fn refuse(sentence: &str) -> ExitCode {
    eprintln!("xtask: {sentence}");
    ExitCode::from(2)
}

fn run(chore: Chore) -> Result<()> {
    match chore {
        Chore::Help => {
            println!("{}", chore::USAGE);
            Ok(())
        }
        Chore::Test { browser } => test::run(browser),
        Chore::NewGame { name } => template::run(&name),
        Chore::Browser => browser::run(),
        Chore::Python => python::run(),
        Chore::Pictures => browser::pictures(),
        Chore::Wasm => wasm::run(),
        Chore::Site { out } => site::run(out),
        Chore::WasmBench { seconds } => wasm::bench(seconds),
        Chore::Compare { programs, seconds } => compare::run(&programs, seconds),
        Chore::Peers { seconds } => peers::run(seconds),
        Chore::Fuzz { seconds } => fuzz::run(seconds),
        Chore::FuzzCommands { count, seed } => hostile::run(count, seed),
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

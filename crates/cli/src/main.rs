//! The program `agon`: the command line of everything else.

mod bench;
mod clock;
mod perft;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Plays board games: any of them, by eye or by ear.
#[derive(Parser)]
#[command(name = "agon", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the move sequences of a given length.
    Perft(perft::Args),
    /// Measure speed.
    #[command(subcommand)]
    Bench(bench::Command),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Perft(args) => perft::run(&args),
        Command::Bench(command) => bench::run(&command),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agon: {error}");
            ExitCode::from(2)
        }
    }
}

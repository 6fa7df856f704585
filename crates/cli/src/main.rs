//! The program `agon`: the command line of everything else.
//!
//! Every command writes to the `out` it is given, and returns an error that is one sentence.

mod agents;
mod analyse;
mod bench;
mod clock;
mod contest;
mod games;
mod perft;
mod play;
mod rules;
mod serve;
mod show;
mod solve;
mod trace;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

/// Plays board games: any of them, by eye or by ear.
///
/// Without a command, the app is served as 'agon serve' does: open the address that is printed.
#[derive(Parser)]
#[command(name = "agon", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the app: every game in the browser.
    Serve(serve::Args),
    /// List the games.
    Games(games::Args),
    /// Tell the rules of a game in plain words.
    Rules(rules::Args),
    /// Show a position as a text board and in words.
    Show(show::Args),
    /// Play a game in the terminal.
    Play(play::Args),
    /// List the agents and their keys.
    Agents(agents::Args),
    /// Give a value to every legal move of a position.
    Analyse(analyse::Args),
    /// Print the tree of a search that 'analyse --trace' wrote, or show where two of them part.
    Trace(trace::Args),
    /// Let two agents play a match.
    Match(contest::Args),
    /// Find the value of every position of a small game.
    Solve(solve::Args),
    /// Count the move sequences of a given length.
    Perft(perft::Args),
    /// Measure speed.
    #[command(subcommand)]
    Bench(bench::Command),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return answer_usage(&error),
    };
    let mut out = io::stdout().lock();
    let result = match cli.command.unwrap_or(Command::Serve(serve::Args::default())) {
        Command::Serve(args) => serve::run(&args, &mut out),
        Command::Games(args) => games::run(&args, &mut out),
        Command::Rules(args) => rules::run(&args, &mut out),
        Command::Show(args) => show::run(&args, &mut out),
        Command::Play(args) => play::run(&args, &mut io::stdin().lock(), &mut out),
        Command::Agents(args) => agents::run(&args, &mut out),
        Command::Analyse(args) => analyse::run(&args, &mut out),
        Command::Trace(args) => trace::run(&args, &mut out),
        Command::Match(args) => contest::run(&args, &mut out),
        Command::Solve(args) => solve::run(&args, &mut out),
        Command::Perft(args) => perft::run(&args, &mut out),
        Command::Bench(command) => bench::run(&command, &mut out),
    };
    match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output may stop reading: `agon games | head -1` is not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()),
    }
}

fn fail(sentence: &str) -> ExitCode {
    // Nothing is left to be done if even this cannot be written.
    let _ = writeln!(io::stderr(), "agon: {sentence}");
    ExitCode::from(2)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints the help that was asked for, or the one sentence of a usage error.
fn answer_usage(error: &clap::Error) -> ExitCode {
    let wants_help =
        !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if wants_help {
        // Nobody reading is no error.
        let _ = write!(io::stdout(), "{}", error.render());
        return ExitCode::SUCCESS;
    }
    let rendered = error.render().to_string();
    let first = rendered.split("\n\n").next().unwrap_or_default();
    let sentence = first.split_whitespace().collect::<Vec<_>>().join(" ");
    fail(&format!("{}; see 'agon --help'", sentence.strip_prefix("error: ").unwrap_or(&sentence)))
}

/// Writes a paragraph broken into lines of at most 88 characters.
fn paragraph(out: &mut dyn Write, text: &str) -> Result<()> {
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 88 {
            writeln!(out)?;
            width = 0;
        }
        if width > 0 {
            write!(out, " ")?;
            width += 1;
        }
        write!(out, "{word}")?;
        width += length;
    }
    writeln!(out)?;
    Ok(())
}

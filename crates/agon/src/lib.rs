//! The command line of everything else, as a library: a program with games of its own has all of it too.
//!
//! ```no_run
//! # use agon::Catalogue;
//! fn main() -> std::process::ExitCode {
//!     agon::run(&Catalogue::shipped())
//! }
//! ```
//!
//! Every command writes to the `out` it is given, and returns an error that is one sentence.

mod agents;
mod analyse;
mod balance;
mod bench;
mod calibrate;
mod check;
mod complete;
mod contest;
mod export;
mod files;
mod games;
mod gdl;
mod ggp;
mod interrupt;
mod jobs;
mod ladder;
mod learn;
mod man;
mod perft;
mod play;
mod progress;
mod protocol;
mod puzzles;
mod replay;
mod report;
mod reproduce;
mod rules;
mod serve;
mod sheets;
mod show;
mod solve;
mod tournament;
mod trace;
mod usage;
mod wrap;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

pub use agon_agents::Catalogue;
use clap::{Parser, Subcommand};
pub use learn::selfplay::SelfPlay;
use protocol::Protocol;

/// Searches take and give back tables of megabytes, thousands of times an hour; the system's allocator keeps the holes, and a
/// server would grow for days.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Plays board games: any of them, by eye or by ear.
///
/// Without a command, the app is served as 'agon serve' does: open the address that is printed.
#[derive(Parser)]
#[command(name = "agon", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// A folder of rule sheets (.kif), each of which is a game more, known by the name of its file; --games FOLDER means the same.
    #[arg(long, global = true, value_name = "FOLDER")]
    sheets: Option<PathBuf>,
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
    /// Set an agent against the programs that are installed of those that play one game.
    Ladder(ladder::Args),
    /// Play a tournament of many agents at many games, and go on with it if it was interrupted.
    Tournament(tournament::Args),
    /// Show a game of a ledger, move by move.
    Replay(replay::Args),
    /// Make a page of the games of a tournament or any other ledger, with tables and charts.
    Report(report::Args),
    /// Check a rule sheet (.kif), tell what becomes of it, or measure it.
    #[command(subcommand)]
    Gdl(gdl::Command),
    /// Play in matches of general game playing, over HTTP.
    Ggp(ggp::Args),
    /// Run a match of general game playing between players elsewhere.
    GgpMatch(ggp::MatchArgs),
    /// Let another program play with an agent, over the Go Text Protocol: commands come in on standard input, answers go out on
    /// standard output, and `list_commands` names them all.
    Gtp(protocol::Args),
    /// Let another program play chess or xiangqi with an agent, over UCI, or over UCCI if it begins with that word.
    Uci(protocol::Args),
    /// Let another program play draughts with an agent, over the Hub protocol.
    Hub(protocol::Args),
    /// Let another program play gomoku with an agent, as a brain of the Gomocup.
    Gomocup(protocol::Args),
    /// Let another program play Othello with an agent, over the protocol of `NBoard`.
    Nboard(protocol::Args),
    /// Write stored games in the format that their players use: PGN, PDN, SGF, GGF or JSON.
    Export(export::Args),
    /// Read games from a PGN, PDN, SGF or GGF file and print them as JSON records.
    Import(export::ImportArgs),
    /// Find the ten levels of games by playing.
    Calibrate(calibrate::Args),
    /// Measure how close an agent keeps its games against opponents of all strengths.
    Balance(balance::Args),
    /// Repeat the tables and figures of published papers, and compare.
    Reproduce(reproduce::Args),
    /// Find the value of every position of a small game.
    Solve(solve::Args),
    /// Find the values with which an agent plays a game best.
    Tune(learn::tune::Args),
    /// Let an agent play against itself, and keep what it thinks of every move it considers.
    Examples(learn::examples::Args),
    /// Grow a network from examples.
    #[command(subcommand)]
    Learn(learn::Command),
    /// Tune, make examples and learn: from the rules of a game to a stronger agent in one command.
    Pipeline(learn::pipeline::Args),
    /// Make puzzles of a game, positions with one right move, or check those of a file.
    Puzzles(puzzles::Args),
    /// Count the move sequences of a given length.
    Perft(perft::Args),
    /// Check the promises of a game, and tell what it does not have yet.
    Check(check::Args),
    /// Measure speed.
    #[command(subcommand)]
    Bench(bench::Command),
    /// Print what a shell needs to complete the words of a command line.
    Completions(complete::Args),
    /// Write the manual pages.
    Man(man::Args),
}

/// Does what the command line of this process asks for, with the games of a catalogue.
pub fn run(catalogue: &Catalogue) -> ExitCode {
    run_words(catalogue, std::env::args_os())
}

/// The same for other words than those of the command line, the first of which names the program.
pub fn run_words(catalogue: &Catalogue, words: impl Iterator<Item = OsString>) -> ExitCode {
    interrupt::watch();
    let words = sheets::spelled_out(words.collect());
    let said = || words.iter().skip(1).filter_map(|word| word.clone().into_string().ok());
    let cli = match Cli::try_parse_from(&words) {
        Ok(cli) => cli,
        Err(error) => return usage::answer(&error, said()),
    };
    // Not locked for long: what is told of an interrupted run comes from another thread.
    let mut out = io::stdout();
    let command = cli.command.unwrap_or(Command::Serve(serve::Args::default()));
    let extended = match command {
        // It reads its sheet itself, to say more about it.
        Command::Gdl(_) | Command::GgpMatch(_) => Ok(catalogue.clone()),
        _ => sheets::extend(catalogue, cli.sheets.as_deref(), said()),
    };
    let catalogue = &match extended {
        Ok(extended) => extended,
        Err(error) => return fail(&error.to_string()),
    };
    let result = match command {
        Command::Serve(args) => serve::run(&args, catalogue, &mut out),
        Command::Games(args) => games::run(&args, catalogue, &mut out),
        Command::Rules(args) => rules::run(&args, catalogue, &mut out),
        Command::Show(args) => show::run(&args, catalogue, &mut out),
        Command::Play(args) => play::run(&args, catalogue, &mut out),
        Command::Agents(args) => agents::run(&args, &mut out),
        Command::Analyse(args) => analyse::run(&args, catalogue, &mut out),
        Command::Trace(args) => trace::run(&args, &mut out),
        Command::Match(args) => contest::run(&args, catalogue, &mut out),
        Command::Ladder(args) => ladder::run(&args, catalogue, &mut out),
        Command::Tournament(args) => tournament::run(&args, catalogue, &mut out),
        Command::Replay(args) => replay::run(&args, catalogue, &mut out),
        Command::Report(args) => report::run(&args, &mut out),
        Command::Gdl(command) => gdl::run(&command, &mut out),
        Command::Ggp(args) => ggp::run(&args, &mut out),
        Command::GgpMatch(args) => ggp::run_match(&args, &mut out),
        Command::Gtp(args) => protocol::run(&args, Protocol::Gtp, catalogue, &mut out),
        Command::Uci(args) => protocol::run(&args, Protocol::Uci, catalogue, &mut out),
        Command::Hub(args) => protocol::run(&args, Protocol::Hub, catalogue, &mut out),
        Command::Gomocup(args) => protocol::run(&args, Protocol::Gomocup, catalogue, &mut out),
        Command::Nboard(args) => protocol::run(&args, Protocol::NBoard, catalogue, &mut out),
        Command::Export(args) => export::run(&args, catalogue, &mut out),
        Command::Import(args) => export::import(&args, catalogue, &mut out),
        Command::Calibrate(args) => calibrate::run(&args, catalogue, &mut out),
        Command::Balance(args) => balance::run(&args, catalogue, &mut out),
        Command::Reproduce(args) => reproduce::run(&args, catalogue, &mut out),
        Command::Solve(args) => solve::run(&args, catalogue, &mut out),
        Command::Tune(args) => learn::tune::run(&args, catalogue, &mut out),
        Command::Examples(args) => learn::examples::run(&args, catalogue, &mut out),
        Command::Learn(command) => learn::run(&command, catalogue, &mut out),
        Command::Pipeline(args) => learn::pipeline::run(&args, catalogue, &mut out),
        Command::Puzzles(args) => puzzles::run(&args, catalogue, &mut out),
        Command::Perft(args) => perft::run(&args, catalogue, &mut out),
        Command::Check(args) => check::run(&args, catalogue, &mut out),
        Command::Bench(command) => bench::run(&command, catalogue, &mut out),
        Command::Completions(args) => complete::run(&args, &mut out),
        Command::Man(args) => man::run(&args, &mut out),
    };
    agon_agents::external::end_idle();
    match result.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output may stop reading: `agon games | head -1` is not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()),
    }
}

/// The whole command line as clap describes it, for whoever documents or completes it.
pub fn describe() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

fn fail(sentence: &str) -> ExitCode {
    // Nothing is left to be done if even this cannot be written.
    let _ = writeln!(io::stderr(), "agon: {}", agon_core::notation::repeatable(sentence));
    ExitCode::from(2)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

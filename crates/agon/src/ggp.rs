//! `agon ggp` and `agon ggp-match`.

use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;

use agon_ggp::Player;
use agon_ggp::http::USUAL_PORT;
use agon_ggp::referee::{self, Terms};
use agon_ggp::serve::serve;
use anyhow::{Context, Result, anyhow};

use crate::sheets::text;

/// Play in matches of general game playing: a game server sends rules and asks for moves, over HTTP.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The port to listen at.
    #[arg(long, default_value_t = USUAL_PORT)]
    port: u16,
    /// The address to listen at; 0.0.0.0 is heard by other machines.
    #[arg(long, default_value = "127.0.0.1")]
    address: String,
    /// Who finds the moves, instead of UCT. The clocks of the match end every thought; without a budget of its own an agent may stop long before.
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Think while the others do, too; an agent that keeps its tree (reuse=on) gains from it.
    #[arg(long)]
    ponder: bool,
    /// The name that servers are told, one word.
    #[arg(long, default_value = "agon")]
    name: String,
}

/// Run a match of general game playing between players at these addresses, one for each role, and record it.
#[derive(clap::Args)]
pub(crate) struct MatchArgs {
    /// The rule sheet, a file.
    sheet: PathBuf,
    /// The addresses of the players, in the order of the roles.
    #[arg(required = true, value_name = "URL")]
    players: Vec<String>,
    /// Seconds to prepare.
    #[arg(long, default_value_t = 30)]
    startclock: u64,
    /// Seconds for each move.
    #[arg(long, default_value_t = 10)]
    playclock: u64,
    /// The seed of the random moves that take the place of those that do not come.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// After so many steps the match is over.
    #[arg(long, default_value_t = 2000)]
    longest: u32,
    /// Print JSON and nothing else.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let place = (args.address.as_str(), args.port);
    let listener = TcpListener::bind(place)
        .with_context(|| format!("nobody can listen at {} port {}", args.address, args.port))?;
    let spec = args.agent.as_deref().map(str::parse).transpose()?;
    let player = Player::new(&args.name, spec);
    let player = Arc::new(if args.ponder { player.pondering() } else { player });
    writeln!(out, "{} plays at http://{}/", args.name, listener.local_addr()?)?;
    out.flush()?;
    Ok(serve(&listener, &player)?)
}

pub(crate) fn run_match(args: &MatchArgs, out: &mut dyn Write) -> Result<()> {
    let sheet = text(&args.sheet)?;
    let stem = args.sheet.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let terms = Terms {
        id: format!("{stem}.{}", args.seed),
        start_clock: args.startclock,
        play_clock: args.playclock,
        seed: args.seed,
        longest: args.longest,
    };
    let mut told = Ok(());
    let report = referee::run(&sheet, &args.players, &terms, &mut |step, moves| {
        if !args.json && told.is_ok() {
            told = writeln!(out, "{step}: {}", moves.join(" ")).and_then(|()| out.flush());
        }
    })
    .map_err(|error| anyhow!("{}: {error}", args.sheet.display()))?;
    told?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        return Ok(());
    }
    for (step, role, problem) in &report.faults {
        writeln!(out, "Step {step}, {role}: {problem}.")?;
    }
    for (place, (role, goal)) in report.roles.iter().zip(&report.goals).enumerate() {
        let goal = goal.map_or_else(|| "no goal".to_owned(), |goal| goal.to_string());
        let slowest = report.milliseconds.iter().skip(1).map(|times| times[place]).max().unwrap_or(0);
        writeln!(out, "{role}: {goal}, {slowest} ms for the slowest move")?;
    }
    Ok(())
}

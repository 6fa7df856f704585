//! `agon gtp`, `agon uci`, `agon hub`, `agon gomocup` and `agon nboard`: an agent at the disposal of another program.

use std::io::{self, BufReader, Write};
use std::sync::Arc;

use agon_agents::{AgentSpec, Basis, Catalogue, Playable};
use anyhow::Result;

/// What all of them are told.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    game: String,
    /// The agent that answers, as 'agon agents' lists them; without one `pvs`, or `uct` in a game that has no evaluation.
    #[arg(long, value_name = "SPEC")]
    agent: Option<AgentSpec>,
}

/// The protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protocol {
    Gtp,
    Uci,
    Hub,
    Gomocup,
    NBoard,
}

pub(crate) fn run(args: &Args, protocol: Protocol, catalogue: &Catalogue, out: &mut dyn Write) -> Result<()> {
    let rules: Arc<dyn Playable> = catalogue.find(&args.game)?;
    let spec = args.agent.clone().unwrap_or_else(|| Basis::of(rules.bare()).player());
    let input = BufReader::new(io::stdin());
    match protocol {
        Protocol::Gtp => agon_protocols::gtp(catalogue, &rules, &spec, &mut io::stdin().lock(), out)?,
        Protocol::Uci => agon_protocols::uci(&rules, &spec, input, out)?,
        Protocol::Hub => agon_protocols::hub(&rules, &spec, input, out)?,
        Protocol::Gomocup => agon_protocols::gomocup(&rules, &spec, input, out)?,
        Protocol::NBoard => agon_protocols::nboard(catalogue, &rules, &spec, input, out)?,
    }
    Ok(())
}

//! `agon gtp`, `agon uci`, `agon hub`, `agon gomocup` and `agon nboard`: an agent at the disposal of another program.

use std::io::{self, BufReader, Write};
use std::sync::Arc;

use agon_agents::{AgentSpec, Catalogue, Playable};
use anyhow::Result;

/// What all of them are told.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as `othello` or `havannah:size=5`.
    game: String,
    /// The agent that answers, as 'agon agents' lists them.
    #[arg(long, value_name = "SPEC", default_value = "pvs")]
    agent: String,
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
    let spec: AgentSpec = args.agent.parse()?;
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

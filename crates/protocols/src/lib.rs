//! Agents at the disposal of other programs, in the protocols that their games have: [`gtp()`] for every game, [`uci()`] (and
//! UCCI) for chess and xiangqi, [`hub()`] for draughts, [`gomocup()`] for gomoku, [`nboard()`] for Othello.
//!
//! Lines come in, lines go out. GTP answers one after the other; in the other protocols somebody may say something while an agent
//! thinks, and the `desk` sees to that. How moves and positions are written, both ends agree in `agon_agents::dialect`.

mod desk;
pub mod facts;
mod gomocup;
mod gtp;
mod hub;
mod nboard;
mod options;
mod pace;
mod thought;
mod uci;

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use agon_agents::{AgentError, AgentSpec, Catalogue, Playable};
use agon_core::PositionError;
use thiserror::Error;

pub use gtp::serve as gtp;

/// Why there is no conversation, or none any more.
#[derive(Debug, Error)]
pub enum ProtocolError {
    /// The game is not played over the protocol.
    #[error("{game} is not played over this protocol; known: {known}")]
    Foreign {
        /// The game.
        game: String,
        /// The games that are.
        known: String,
    },
    /// There is no such agent.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A position cannot be set up.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Nobody can be read from or written to.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ProtocolError {
    fn foreign<'a>(rules: &dyn Playable, known: impl IntoIterator<Item = &'a str>) -> ProtocolError {
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        ProtocolError::Foreign { game: rules.spec().to_owned(), known }
    }
}

/// Speaks UCI, or UCCI if it is greeted so: chess and xiangqi.
pub fn uci(
    rules: &Arc<dyn Playable>,
    spec: &AgentSpec,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), ProtocolError> {
    desk::converse(&mut uci::Uci::new(rules, spec)?, rules, input, out)
}

/// Speaks the Hub protocol: draughts.
pub fn hub(
    rules: &Arc<dyn Playable>,
    spec: &AgentSpec,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), ProtocolError> {
    desk::converse(&mut hub::Hub::new(rules, spec)?, rules, input, out)
}

/// Is a brain of the Gomocup: gomoku.
pub fn gomocup(
    rules: &Arc<dyn Playable>,
    spec: &AgentSpec,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), ProtocolError> {
    desk::converse(&mut gomocup::Gomocup::new(rules, spec)?, rules, input, out)
}

/// Speaks the `NBoard` protocol: Othello. The catalogue reads its games.
pub fn nboard(
    catalogue: &Catalogue,
    rules: &Arc<dyn Playable>,
    spec: &AgentSpec,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), ProtocolError> {
    desk::converse(&mut nboard::NBoard::new(catalogue, rules, spec)?, rules, input, out)
}

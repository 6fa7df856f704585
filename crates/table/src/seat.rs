//! Who sits at a side of the board.

use std::fmt;
use std::str::FromStr;

use agon_agents::{AgentError, AgentSpec, Level};
use agon_core::Rules;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Who sits at one side of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Seat {
    /// A person.
    Person,
    /// The program, at a level.
    Level(Level),
    /// The program, as this agent.
    Agent(AgentSpec),
}

/// A text that names nobody.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SeatError {
    /// It is neither a person nor a level nor an agent.
    #[error("'{text}' is not a seat; expected person, a level: {levels}, or the word agent and a spec")]
    Unknown {
        /// What was typed.
        text: String,
        /// The levels there are.
        levels: String,
    },
    /// It says that it is an agent, and is none.
    #[error(transparent)]
    Agent(#[from] AgentError),
}

/// What an agent's seat is written with, because some agents are called as levels are.
const AGENT: &str = "agent ";

impl Seat {
    /// The agent that moves here; a person's moves are a person's.
    pub fn spec(&self, rules: &dyn Rules) -> Option<AgentSpec> {
        match self {
            Seat::Person => None,
            Seat::Level(level) => Some(level.spec(rules)),
            Seat::Agent(spec) => Some(spec.clone()),
        }
    }
}

impl FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Seat, SeatError> {
        if text == "person" {
            return Ok(Seat::Person);
        }
        if let Some(spec) = text.strip_prefix(AGENT) {
            return Ok(Seat::Agent(spec.parse()?));
        }
        // As they are written, so that a table is stored in one way only.
        let level = Level::all().find(|level| level.to_string() == text);
        level.map(Seat::Level).ok_or_else(|| {
            let levels: Vec<String> = Level::all().map(|level| level.to_string()).collect();
            SeatError::Unknown { text: text.chars().take(40).collect(), levels: levels.join(", ") }
        })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Person => formatter.write_str("person"),
            Seat::Level(level) => level.fmt(formatter),
            Seat::Agent(spec) => write!(formatter, "{AGENT}{spec}"),
        }
    }
}

impl TryFrom<String> for Seat {
    type Error = SeatError;

    fn try_from(text: String) -> Result<Seat, SeatError> {
        text.parse()
    }
}

impl From<Seat> for String {
    fn from(seat: Seat) -> String {
        seat.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_as_they_are_written() {
        let agents = ["fair", "uct:playouts=50@easy"].map(|spec| Seat::Agent(spec.parse().unwrap()));
        let levels = Level::all().map(Seat::Level);
        for seat in [Seat::Person].into_iter().chain(levels).chain(agents) {
            assert_eq!(seat.to_string().parse(), Ok(seat.clone()));
        }
        let wrong = "99".parse::<Seat>().unwrap_err().to_string();
        assert!(wrong.starts_with("'99' is not a seat; expected person, a level: 1, 2, "), "{wrong}");
        assert!("agent nobody".parse::<Seat>().unwrap_err().to_string().contains("no agent 'nobody'"));
        assert!("uct".parse::<Seat>().is_err(), "an agent says that it is one");
    }
}

//! Why something cannot be learned.

use agon_agents::AgentError;
use agon_arena::contest::ContestError;
use agon_arena::ledger::LedgerError;
use agon_nets::model::ModelError;
use thiserror::Error;

/// A setting with a value that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{name} is {value}; expected {expected}")]
pub struct Unfit {
    name: String,
    value: String,
    expected: String,
}

impl Unfit {
    /// What was set, to what, and what was expected instead.
    pub fn new(name: impl Into<String>, value: &dyn ToString, expected: impl Into<String>) -> Unfit {
        Unfit { name: name.into(), value: value.to_string(), expected: expected.into() }
    }

    /// Nothing, if a seed can be kept: TOML, as which ledgers tell what they are of, knows no greater numbers.
    pub(crate) fn unless_kept(seed: u64) -> Result<(), Unfit> {
        let expected = format!("a number from 0 to {}", i64::MAX);
        Unfit::unless(i64::try_from(seed).is_ok(), "seed", &seed, &expected)
    }

    /// Nothing, if there is at least one.
    pub(crate) fn unless_counted(name: &str, count: u64) -> Result<(), Unfit> {
        Unfit::unless(count >= 1, name, &count, "at least one")
    }

    /// Nothing, if there are no more than that.
    pub(crate) fn unless_at_most(most: u64, name: &str, count: u64) -> Result<(), Unfit> {
        Unfit::unless(count <= most, name, &count, &format!("at most {most}"))
    }

    /// Nothing, if there is at least one, and no more than that.
    pub(crate) fn unless_within(most: u64, name: &str, count: u64) -> Result<(), Unfit> {
        Unfit::unless_counted(name, count)?;
        Unfit::unless_at_most(most, name, count)
    }

    /// Nothing, if a setting is as it should be.
    pub(crate) fn unless(fits: bool, name: &str, value: &dyn ToString, expected: &str) -> Result<(), Unfit> {
        if fits { Ok(()) } else { Err(Unfit::new(name, value, expected)) }
    }
}

/// Why something cannot be tuned, or no examples be had.
#[derive(Debug, Error)]
pub enum LearnError {
    /// A setting makes no sense.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// An agent is none, or does not suit the game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The file of the games cannot be kept or read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Two agents cannot meet.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// A network cannot be read or written.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// An agent plays without saying what its moves are worth.
    #[error(
        "{agent} cannot teach: it gives a value to {valued} of the {moves} first moves of {game}, not to all"
    )]
    Mute {
        /// The agent.
        agent: String,
        /// The game.
        game: String,
        /// The moves it valued.
        valued: usize,
        /// The moves there were.
        moves: usize,
    },
    /// There is no such file.
    #[error("there is no file {path}; 'agon examples' makes one")]
    Missing {
        /// The file.
        path: String,
    },
    /// The file holds games, but no examples.
    #[error("{path} is not a file of examples: it {why}")]
    NotExamples {
        /// The file.
        path: String,
        /// What it is instead, or what is wrong with it.
        why: String,
    },
    /// The file does not hold what was wanted of it.
    #[error("{path} is no file of self-play for this game: {why}")]
    NotSelfPlay {
        /// The file.
        path: String,
        /// What it is instead, or what is wrong with it.
        why: String,
    },
    /// The file is not one of generations of networks.
    #[error("{path} has no learning curve: {why}")]
    NoCurve {
        /// The file.
        path: String,
        /// What it is instead.
        why: String,
    },
    /// The export cannot be written.
    #[error("cannot write '{path}': {why}")]
    Export {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
}

//! What can be wrong with a sheet of rules.

use thiserror::Error;

/// Where something stands in a text, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// A sheet that cannot be read, or is no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SheetError {
    /// A part of the text is wrong.
    #[error("line {}, column {}: {problem}", place.line, place.column)]
    At {
        /// Where.
        place: Place,
        /// What is wrong, and what was expected.
        problem: String,
    },
    /// The sheet as a whole is wrong.
    #[error("{0}")]
    Whole(String),
}

impl SheetError {
    pub(crate) fn at(place: Place, problem: impl Into<String>) -> SheetError {
        SheetError::At { place, problem: problem.into() }
    }
}

/// The amount of work, or of links between gates, that was allowed for a sheet is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Exhausted {
    /// More rows were joined than allowed.
    #[error("the rules have too many instances to be worked out: more than {0} rows would be joined")]
    Work(u64),
    /// More facts were found, or terms made, than allowed.
    #[error("the rules have too many facts: more than {0}")]
    Facts(usize),
    /// Terms were nested deeper than allowed.
    #[error("the rules nest terms deeper than {0}")]
    Depth(u32),
    /// More links between gates were needed than allowed.
    #[error("the rules need too many gates: more than {0} links between them")]
    Links(usize),
}

//! Matches, and whatever is played wherever a Python function has it played: tournaments, calibrations, examples, self-play.

pub(crate) mod calibration;
mod elsewhere;
pub(crate) mod examples;
pub(crate) mod matches;
pub(crate) mod selfplay;
pub(crate) mod tournament;

use std::sync::Arc;

use pyo3::prelude::*;

use crate::catalogue::{self, Known};

/// The sheets that this process knows, for those who play its games elsewhere: names and texts.
#[pyfunction]
#[pyo3(name = "_sheets")]
pub(crate) fn sheets() -> Vec<(String, String)> {
    catalogue::sheets()
}

/// A game that somebody asks for who may know more sheets.
fn known(game: &str, sheets: &[(String, String)]) -> PyResult<Arc<Known>> {
    // Also where another sheet has this name here, such as one of an earlier run.
    for (name, text) in sheets.iter().filter(|(name, _)| game == name) {
        catalogue::add_sheet(name, text)?;
    }
    catalogue::find(game)
}

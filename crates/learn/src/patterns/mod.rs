//! Fitting networks of patterns to positions whose worth is known, or thought to be.
//!
//! [`Positions`] holds what is learned from, and [`Fit`] does the learning; [`inspect()`] looks at
//! what came of it. The same positions and settings give the same
//! network, to the last bit, on however many threads.

mod data;
mod fit;
mod inspect;
mod rows;

pub use data::Positions;
pub use fit::{Epoch, Fit, Settings};
pub use inspect::{Findings, inspect};

use agon_core::Rules;
use agon_nets::patterns::{Recipe, Scheme};

use crate::symmetry::symmetries;

/// The patterns of a recipe for a game; what symmetries map onto each other shares weights.
pub fn scheme(rules: &dyn Rules, recipe: &Recipe) -> Scheme {
    let encoding = rules.encoding();
    // The first features are those of one owner and kind by cell, so they tell where cells go.
    let cells = symmetries(rules)
        .iter()
        .map(|images| images[..encoding.cells].iter().map(|&image| usize::from(image)).collect())
        .collect::<Vec<Vec<usize>>>();
    Scheme::new(&rules.layout(), &encoding, &cells, recipe)
}

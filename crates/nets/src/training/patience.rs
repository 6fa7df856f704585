//! When to give up: no worthwhile progress for some epochs.

use serde::{Deserialize, Serialize};

/// The rule by which a phase of training ends.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Patience {
    /// Progress by less than this part is none.
    pub fraction: f64,
    /// The epochs without progress after which a phase ends.
    pub epochs: usize,
    /// The least epochs of a phase.
    pub least: usize,
    /// The most epochs of a phase.
    pub most: usize,
}

impl Default for Patience {
    /// The values of FANN, the library that most published cascades were trained with.
    fn default() -> Patience {
        Patience { fraction: 0.01, epochs: 12, least: 50, most: 150 }
    }
}

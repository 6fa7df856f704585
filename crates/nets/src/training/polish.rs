//! How a grown network is polished.

use serde::{Deserialize, Serialize};

/// How long and how boldly.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Polish {
    /// Times that every example is looked at; 0 leaves the network as it has grown.
    pub epochs: usize,
    /// Examples between two steps.
    pub batch: usize,
    /// The first step of a weight; steps shrink evenly to nothing.
    pub rate: f32,
}

impl Default for Polish {
    fn default() -> Polish {
        Polish { epochs: 60, batch: 1024, rate: 0.002 }
    }
}

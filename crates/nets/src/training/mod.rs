//! How networks were trained, as their files tell it: the settings, and what every unit and epoch achieved. The training itself
//! is not here.

mod patience;
mod polish;
mod rule;
mod settings;

use serde::{Deserialize, Serialize};

pub use patience::Patience;
pub use polish::Polish;
pub use rule::Rule;
pub use settings::{Objective, Pool, Settings};

/// How a network came about. Nothing in it depends on the machine or the time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Training {
    /// The settings.
    pub settings: Settings,
    /// Examples trained with.
    pub train: usize,
    /// Examples tested with.
    pub test: usize,
    /// A checksum of all of them.
    pub fingerprint: String,
    /// Where the examples came from, in words.
    pub source: String,
    /// The errors and epochs with 0, 1, 2 … hidden units; of all that were tried, also those that were not kept.
    pub curve: Vec<Rung>,
    /// The errors after each epoch of polishing.
    pub polish: Vec<Shine>,
}

impl Training {
    /// The errors on training and test examples with this many units as they have grown.
    pub fn grown(&self, units: usize) -> [f64; 2] {
        self.curve.get(units).map_or([0.0; 2], |rung| [rung.train, rung.test])
    }

    /// The errors of the network with this many units as it is, polished or not.
    pub fn errors(&self, units: usize) -> [f64; 2] {
        let polished = self.polish.iter().map(|shine| [shine.train, shine.test]);
        [self.grown(units)]
            .into_iter()
            .chain(polished)
            .reduce(|best, next| if next[1] < best[1] { next } else { best })
            .unwrap_or_default()
    }
}

/// What a network achieved with some number of hidden units.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rung {
    /// The mean squared error on the training examples.
    pub train: f64,
    /// The mean squared error on the test examples.
    pub test: f64,
    /// The epochs it took.
    pub epochs: u64,
}

/// What an epoch achieved.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Shine {
    /// The mean squared error on the training examples, each as it was met.
    pub train: f64,
    /// The mean squared error on the test examples after the epoch.
    pub test: f64,
}

/// The network as it was after a unit was added and the output trained.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// The weights of the output unit; the hidden units before never change.
    pub output: Vec<f32>,
    /// The mean squared error on the examples it was trained with.
    pub train: f64,
    /// The mean squared error on the others; that of the training examples if there are no others.
    pub test: f64,
    /// The epochs that candidates and output took, all blocks of candidates counted.
    pub epochs: u64,
}

/// The errors of a growth.
pub fn curve(snapshots: &[Snapshot]) -> Vec<Rung> {
    snapshots.iter().map(|&Snapshot { train, test, epochs, .. }| Rung { train, test, epochs }).collect()
}

//! What can be chosen about training.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use super::{Patience, Polish, Rule};
use crate::cascade::Activation;

/// What candidates are trained for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// Cascade-Correlation (Fahlman and Lebiere): the greatest covariance with the error.
    Correlation,
    /// Cascade-2 (Fahlman): with a weight of its own, the smallest squared difference to the error.
    Cascade2,
    /// Cascade-2, with the candidate seen through the slope of the output's tanh, which is what it will be seen through.
    #[default]
    Linearised,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Objective; 3] = [Objective::Correlation, Objective::Cascade2, Objective::Linearised];

    /// Its name in options and files.
    pub fn name(self) -> &'static str {
        match self {
            Objective::Correlation => "correlation",
            Objective::Cascade2 => "cascade2",
            Objective::Linearised => "linearised",
        }
    }
}

/// The candidates for each new unit: every activation with every steepness, each several times from other weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pool {
    /// The activations.
    pub activations: Vec<Activation>,
    /// The factors of the net input.
    pub steepnesses: Vec<f32>,
    /// How many candidates there are of each kind.
    pub copies: NonZeroUsize,
    /// The width of the first weights: they are uniform, and a net input is about as large as this.
    pub spread: f32,
}

impl Pool {
    /// The number of candidates.
    pub fn len(&self) -> usize {
        self.activations.len().saturating_mul(self.steepnesses.len()).saturating_mul(self.copies.get())
    }

    /// Whether there are none, which makes training impossible.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The settings of training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// What candidates are trained for.
    pub objective: Objective,
    /// How weights follow gradients.
    pub rule: Rule,
    /// The first steps of Rprop.
    pub first_step: f32,
    /// What is added to the slope of the output's tanh, so that saturated outputs learn from their errors too (Fahlman's
    /// remedy for flat spots). Of use where targets are -1 and 1; 0 follows the true gradient.
    pub flat_spot: f32,
    /// The candidates.
    pub pool: Pool,
    /// The most examples that candidates are trained with, evenly drawn and others for every unit; 0: all. Outputs always
    /// are trained with all.
    pub sample: usize,
    /// When the training of candidates ends.
    pub candidate_patience: Patience,
    /// When the training of the output ends.
    pub output_patience: Patience,
    /// The most hidden units.
    pub units: usize,
    /// The units without a better test error after which training ends.
    pub unit_patience: usize,
    /// How the grown network is polished.
    pub polish: Polish,
    /// Training ends when every answer is this close to its target; never, if there is no such number.
    pub tolerance: Option<f32>,
    /// The seed of all first weights.
    pub seed: u64,
    /// Threads; the result does not depend on their number.
    #[serde(skip, default = "one")]
    pub threads: usize,
}

fn one() -> usize {
    1
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            objective: Objective::default(),
            rule: Rule::default(),
            first_step: 0.01,
            flat_spot: 0.0,
            pool: Pool {
                activations: vec![
                    Activation::Tanh,
                    Activation::Gaussian,
                    Activation::Sine,
                    Activation::Elliot,
                ],
                steepnesses: vec![0.25, 0.5, 0.75, 1.0],
                copies: NonZeroUsize::new(4).expect("four is not zero"),
                spread: 1.0,
            },
            sample: 0,
            candidate_patience: Patience::default(),
            output_patience: Patience::default(),
            units: 100,
            unit_patience: 15,
            polish: Polish::default(),
            tolerance: None,
            seed: 1,
            threads: 1,
        }
    }
}

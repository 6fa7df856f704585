//! Networks as they are trained and stored: hidden units in a cascade and one output unit.

use super::activation::Activation;
use super::math::tanh;

/// A hidden unit: connected to every input and to every unit before it.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// Its function.
    pub activation: Activation,
    /// What its net input is multiplied with.
    pub steepness: f32,
    /// One weight per feature, the constant one, per real input, and per earlier unit, in this order.
    pub weights: Vec<f32>,
}

/// A cascade network with a tanh output.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// The number of binary features.
    pub features: usize,
    /// The number of real inputs; games have none.
    pub reals: usize,
    /// The hidden units, in the order in which they were added.
    pub units: Vec<Unit>,
    /// The weights of the output unit, in the order of [`Unit::weights`] and with one for every unit.
    pub output: Vec<f32>,
}

impl Network {
    /// A network without hidden units that answers 0.
    pub fn empty(features: usize, reals: usize) -> Network {
        Network { features, reals, units: Vec::new(), output: vec![0.0; features + 1 + reals] }
    }

    /// The number of inputs of a unit that has no units before it.
    pub fn base(&self) -> usize {
        self.features + 1 + self.reals
    }

    /// Whether all parts have the sizes they must have, and all numbers are numbers.
    pub fn is_sound(&self) -> bool {
        let fits = |weights: &[f32], units: usize| {
            weights.len() == self.base() + units && weights.iter().all(|weight| weight.is_finite())
        };
        fits(&self.output, self.units.len())
            && self
                .units
                .iter()
                .enumerate()
                .all(|(number, unit)| unit.steepness.is_finite() && fits(&unit.weights, number))
    }

    /// The answer for one position. For one after the other, [`Inference`](super::Inference) is faster.
    pub fn value(&self, active: &[u32], reals: &[f32]) -> f32 {
        let net = |weights: &[f32], values: &[f32]| {
            let sparse: f32 = active.iter().map(|&feature| weights[feature as usize]).sum();
            let dense = &weights[self.features + 1..];
            let inputs = reals.iter().chain(values);
            weights[self.features] + sparse + dense.iter().zip(inputs).map(|(a, b)| a * b).sum::<f32>()
        };
        let mut values = Vec::with_capacity(self.units.len());
        for unit in &self.units {
            values.push(unit.activation.value(unit.steepness * net(&unit.weights, &values)));
        }
        tanh(net(&self.output, &values))
    }
}

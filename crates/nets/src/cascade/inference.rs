//! Networks laid out for speed: weights in rows by input, so that one input reaches all units in a few instructions, and
//! eight positions at a time where there are as many.

use agon_core::Random;

use super::activation::Activation;
use super::math::tanh;
use super::network::Network;

/// Positions that go through the units together.
const BATCH: usize = 8;

/// A network ready to answer, with its scratch space.
#[derive(Clone, Debug)]
pub struct Inference {
    /// Net inputs per row: the units and the output, filled up to whole vectors.
    width: usize,
    features: usize,
    reals: usize,
    functions: Vec<(Activation, f32)>,
    /// A row of weights for each feature, the constant one and each real input.
    inputs: Vec<f32>,
    /// For each unit, its weights to the units after it and to the output, one after the other.
    onward: Vec<f32>,
    /// Net inputs of a position.
    nets: Vec<f32>,
    /// Net inputs of a batch, unit by unit.
    lanes: Vec<[f32; BATCH]>,
}

impl Inference {
    /// Lays a network out.
    ///
    /// # Panics
    /// If the network is not sound.
    pub fn new(network: &Network) -> Inference {
        assert!(network.is_sound(), "a network has as many weights as connections");
        let units = network.units.len();
        let width = (units + 1).next_multiple_of(8);
        let mut inputs = vec![0.0; width * network.base()];
        let mut onward = Vec::new();
        let columns: Vec<&[f32]> = network
            .units
            .iter()
            .map(|unit| unit.weights.as_slice())
            .chain([network.output.as_slice()])
            .collect();
        for (column, weights) in columns.iter().enumerate() {
            for (row, &weight) in weights[..network.base()].iter().enumerate() {
                inputs[row * width + column] = weight;
            }
        }
        for unit in 0..units {
            onward.extend(columns[unit + 1..].iter().map(|weights| weights[network.base() + unit]));
        }
        Inference {
            width,
            features: network.features,
            reals: network.reals,
            functions: network.units.iter().map(|unit| (unit.activation, unit.steepness)).collect(),
            inputs,
            onward,
            nets: vec![0.0; width],
            lanes: vec![[0.0; BATCH]; units + 1],
        }
    }

    /// The same network without a share of its hidden units, which ones depends on the seed; the others count more to make up for
    /// it (dropout, while answering).
    #[must_use]
    pub fn thinned(&self, share: f32, seed: u64) -> Inference {
        let mut thinned = self.clone();
        let mut random = Random::new(seed);
        let mut onward = thinned.onward.as_mut_slice();
        for unit in 0..self.functions.len() {
            let weight = if random.unit() < f64::from(share) { 0.0 } else { 1.0 / (1.0 - share) };
            let (weights, rest) = onward.split_at_mut(self.functions.len() - unit);
            for onward in weights {
                *onward *= weight;
            }
            onward = rest;
        }
        thinned
    }

    /// The number of binary features it expects.
    pub fn features(&self) -> usize {
        self.features
    }

    /// The answer for one position.
    pub fn value(&mut self, active: &[u32], reals: &[f32]) -> f32 {
        self.feed(active, reals);
        let mut onward = self.onward.as_slice();
        for (unit, &(activation, steepness)) in self.functions.iter().enumerate() {
            let (value, later) =
                self.nets[unit..=self.functions.len()].split_first_mut().expect("there is an output");
            let value = activation.value(steepness * *value);
            let (weights, rest) = onward.split_at(later.len());
            for (net, &weight) in later.iter_mut().zip(weights) {
                *net += weight * value;
            }
            onward = rest;
        }
        tanh(self.nets[self.functions.len()])
    }

    /// The answers for many positions without real inputs, appended to `values`. `starts` says where in `active` the
    /// features of each position begin, and where the last ones end. The answers are those of [`value`](Inference::value)
    /// to the last bit.
    pub fn batch(&mut self, active: &[u32], starts: &[usize], values: &mut Vec<f32>) {
        let outputs = self.functions.len();
        let count = starts.len().saturating_sub(1);
        for first in (0..count).step_by(BATCH) {
            let taken = BATCH.min(count - first);
            for lane in 0..taken {
                self.feed(&active[starts[first + lane]..starts[first + lane + 1]], &[]);
                for (lanes, &net) in self.lanes.iter_mut().zip(&self.nets) {
                    lanes[lane] = net;
                }
            }
            let mut onward = self.onward.as_slice();
            for (unit, &(activation, steepness)) in self.functions.iter().enumerate() {
                let (value, later) = self.lanes[unit..].split_first_mut().expect("there is an output");
                activation.apply(steepness, value);
                let (weights, rest) = onward.split_at(later.len());
                for (nets, &weight) in later.iter_mut().zip(weights) {
                    for lane in 0..BATCH {
                        nets[lane] += weight * value[lane];
                    }
                }
                onward = rest;
            }
            values.extend(self.lanes[outputs][..taken].iter().map(|&net| tanh(net)));
        }
    }

    /// Sums up what reaches the units from the inputs.
    #[inline]
    fn feed(&mut self, active: &[u32], reals: &[f32]) {
        let row = |number: usize| &self.inputs[self.width * number..][..self.width];
        self.nets.copy_from_slice(row(self.features));
        for &feature in active {
            for (net, &weight) in self.nets.iter_mut().zip(row(feature as usize)) {
                *net += weight;
            }
        }
        debug_assert_eq!(reals.len(), self.reals, "a position has all real inputs");
        for (number, &real) in reals.iter().enumerate() {
            for (net, &weight) in self.nets.iter_mut().zip(row(self.features + 1 + number)) {
                *net += weight * real;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Random;

    use super::*;
    use crate::cascade::network::Unit;

    fn network(units: usize, random: &mut Random) -> Network {
        let mut weights = |count: usize| (0..count).map(|_| random.unit() as f32 - 0.5).collect::<Vec<_>>();
        let units: Vec<Unit> = (0..units)
            .map(|number| Unit {
                activation: Activation::ALL[number % 5],
                steepness: 0.5 + number as f32 * 0.1,
                weights: weights(21 + number),
            })
            .collect();
        let output = weights(21 + units.len());
        Network { features: 20, reals: 0, units, output }
    }

    #[test]
    fn single_answers_batches_and_the_plain_formula_agree() {
        let mut random = Random::new(3);
        for units in [0, 1, 7, 8, 20] {
            let network = network(units, &mut random);
            let mut inference = Inference::new(&network);
            let (mut active, mut starts, mut singles) = (Vec::new(), vec![0], Vec::new());
            for _ in 0..21 {
                let own: Vec<u32> = (0..20).filter(|_| random.below(3) == 0).collect();
                singles.push(inference.value(&own, &[]));
                assert!((singles[singles.len() - 1] - network.value(&own, &[])).abs() < 1e-5);
                active.extend(own);
                starts.push(active.len());
            }
            let mut values = Vec::new();
            inference.batch(&active, &starts, &mut values);
            assert_eq!(values, singles);
        }
    }

    #[test]
    fn units_that_are_left_out_say_nothing_and_others_more() {
        let network = network(20, &mut Random::new(5));
        let whole = Inference::new(&network);
        let active: Vec<u32> = (0..20).step_by(3).collect();
        assert_eq!(whole.thinned(0.0, 1).value(&active, &[]), whole.clone().value(&active, &[]));
        assert_eq!(whole.thinned(0.5, 1).value(&active, &[]), whole.thinned(0.5, 1).value(&active, &[]));
        assert_ne!(whole.thinned(0.5, 1).value(&active, &[]), whole.thinned(0.5, 2).value(&active, &[]));
        // With nothing but what goes straight to the output, only the inputs count.
        let mut none = network.clone();
        none.output.truncate(none.base());
        none.units.clear();
        let thinned = (0..100).map(|seed| whole.thinned(0.99, seed).onward);
        let mut bare = Inference { onward: vec![0.0; whole.onward.len()], ..whole.clone() };
        assert!(thinned.into_iter().any(|onward| onward.iter().all(|&weight| weight == 0.0)));
        assert_eq!(bare.value(&active, &[]), Inference::new(&none).value(&active, &[]));
    }
}

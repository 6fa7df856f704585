//! Candidates for the next hidden unit: trained side by side, and the best one wins.
//!
//! Sixteen candidates with the same activation form a block and go through the examples together, one number of each in
//! every vector. A block is trained from beginning to end by one thread, so nothing depends on how many threads there are.

use agon_core::Random;
use agon_core::spread::spread;

use agon_nets::cascade::{Activation, Unit};
use agon_nets::training::{Objective, Settings};

use super::data::Columns;
use super::lanes::{LANES, Lanes, blocks, with_slopes};
use super::optimiser::Optimiser;
use super::watch::Watch;

/// What candidates have to explain, example by example.
#[derive(Clone, Debug)]
pub(crate) struct Residual {
    objective: Objective,
    /// The error of the network. For correlation, less its mean; otherwise times the root of the example's weight.
    errors: Vec<f32>,
    /// How much a change of the output's net input changes what is compared with the error; unused by correlation.
    slopes: Vec<f32>,
    /// What a candidate that explains everything would gain.
    total: f64,
    /// Of so many examples in a row candidates see one: this one of the first.
    every: usize,
    first: usize,
}

impl Residual {
    /// The residual of a network with these outputs and this number of units.
    pub(crate) fn new(
        settings: &Settings,
        columns: &Columns<'_>,
        outputs: &[f32],
        number: usize,
    ) -> Residual {
        let every = if settings.sample == 0 { 1 } else { columns.len().div_ceil(settings.sample).max(1) };
        let first = number % every;
        let objective = settings.objective;
        let (targets, weights) = (columns.data.targets(), columns.data.weights());
        let examples = || targets.iter().zip(weights).zip(outputs);
        let total = |errors: &[f32]| {
            errors.iter().skip(first).step_by(every).map(|&error| f64::from(error).powi(2)).sum::<f64>()
        };
        if objective == Objective::Correlation {
            let weight: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
            let sum: f64 = examples().map(|((t, w), o)| f64::from(w * (t - o))).sum();
            let mean = (sum / weight.max(1e-9)) as f32;
            let errors: Vec<f32> = examples().map(|((t, w), o)| w * (t - o - mean)).collect();
            return Residual { objective, total: total(&errors), errors, slopes: Vec::new(), every, first };
        }
        let errors: Vec<f32> = examples().map(|((t, w), o)| w.sqrt() * (t - o)).collect();
        let slope = |output: f32| match objective {
            Objective::Linearised => 1.0 - output * output + settings.flat_spot,
            _ => 1.0,
        };
        let slopes =
            weights.iter().zip(outputs).map(|(weight, &output)| weight.sqrt() * slope(output)).collect();
        Residual { objective, total: total(&errors), errors, slopes, every, first }
    }
}

/// The winner of a pool.
#[derive(Clone, Debug)]
pub(crate) struct Winner {
    pub(crate) unit: Unit,
    /// The weight with which it should enter the output unit at first.
    pub(crate) output: f32,
    /// How well it did: the share of the squared error it explains, or its covariance with the error.
    pub(crate) score: f64,
    /// The epochs of all blocks.
    pub(crate) epochs: usize,
}

/// Trains all candidates for unit number `number` and returns the best.
pub(crate) fn best(columns: &Columns<'_>, residual: &Residual, settings: &Settings, number: usize) -> Winner {
    let blocks = blocks(&settings.pool);
    let winners = spread(blocks.len(), settings.threads, |index| {
        let (activation, steepness) = &blocks[index];
        let random = Random::stream(settings.seed, (number * blocks.len() + index) as u64);
        Block::new(columns, residual, settings, *activation, steepness, random).train()
    });
    let epochs = winners.iter().map(|winner| winner.epochs).sum();
    let best = winners.into_iter().reduce(|best, next| if next.score > best.score { next } else { best });
    Winner { epochs, ..best.expect("a pool is never empty") }
}

/// After how many examples gradients are added up, so that sums stay small enough to be exact.
const PORTION: usize = 1024;

/// Candidates that are trained together. Row by row, one number per candidate.
struct Block<'a> {
    columns: &'a Columns<'a>,
    residual: &'a Residual,
    settings: &'a Settings,
    activation: Activation,
    steepness: Lanes,
    /// How many lanes are candidates; the others compute along.
    used: usize,
    /// The weights of the inputs, and in the last row those of the output.
    weights: Vec<Lanes>,
    gradient: Vec<Lanes>,
    portion: Vec<Lanes>,
}

impl<'a> Block<'a> {
    fn new(
        columns: &'a Columns<'a>,
        residual: &'a Residual,
        settings: &'a Settings,
        activation: Activation,
        steepnesses: &[f32],
        mut random: Random,
    ) -> Block<'a> {
        let inputs = columns.inputs();
        let spread = settings.pool.spread
            / (columns.data.mean_active() + (inputs - columns.data.features()) as f32).sqrt();
        let mut row = |spread: f32| std::array::from_fn(|_| spread * (2.0 * random.unit() as f32 - 1.0));
        let mut weights: Vec<Lanes> = (0..inputs).map(|_| row(spread)).collect();
        weights.push(row(0.1));
        Block {
            columns,
            residual,
            settings,
            activation,
            steepness: std::array::from_fn(|lane| steepnesses[lane % steepnesses.len()]),
            used: steepnesses.len(),
            gradient: vec![[0.0; LANES]; weights.len()],
            portion: vec![[0.0; LANES]; weights.len()],
            weights,
        }
    }

    fn train(mut self) -> Winner {
        let count = self.weights.len() * LANES;
        let settings = self.settings;
        let mut optimiser = Optimiser::new(
            settings.rule,
            count,
            settings.first_step,
            self.columns.len() / self.residual.every,
        );
        let mut watch = Watch::new(settings.candidate_patience);
        let mut before = [f64::INFINITY; LANES];
        let mut best: Option<Winner> = None;
        loop {
            let scores = self.epoch();
            for (lane, &score) in scores[..self.used].iter().enumerate() {
                if best.as_ref().is_none_or(|best| score > best.score) {
                    best = Some(self.winner(lane, score));
                }
            }
            let leader = scores[..self.used].iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if watch.is_over(-leader) {
                break;
            }
            let grew: [bool; LANES] = std::array::from_fn(|lane| -scores[lane] > before[lane]);
            before = scores.map(|score| -score);
            optimiser.update(self.weights.as_flattened_mut(), self.gradient.as_flattened(), &grew);
        }
        Winner { epochs: watch.epochs(), ..best.expect("there was an epoch") }
    }

    /// The candidate of a lane as it is now.
    fn winner(&self, lane: usize, score: f64) -> Winner {
        let (output, inputs) = self.weights.split_last().expect("there is a row for the output");
        let unit = Unit {
            activation: self.activation,
            steepness: self.steepness[lane],
            weights: inputs.iter().map(|row| row[lane]).collect(),
        };
        let output = if self.residual.objective == Objective::Correlation { 0.0 } else { output[lane] };
        Winner { unit, output, score, epochs: 0 }
    }

    /// Goes through all examples, leaves the gradient of the error, and returns how well each candidate does.
    fn epoch(&mut self) -> [f64; LANES] {
        self.gradient.fill([0.0; LANES]);
        let mut sums = [0.0; LANES];
        let Residual { every, first, .. } = *self.residual;
        for begin in (first..self.columns.len()).step_by(PORTION * every) {
            self.portion.fill([0.0; LANES]);
            let part = (begin..self.columns.len().min(begin + PORTION * every)).step_by(every);
            let part = match self.residual.objective {
                Objective::Correlation => self.covariances(part),
                Objective::Cascade2 | Objective::Linearised => self.differences(part),
            };
            for (sum, part) in sums.iter_mut().zip(part) {
                *sum += f64::from(part);
            }
            for (total, part) in self.gradient.iter_mut().zip(&self.portion) {
                add(total, part);
            }
        }
        let total = self.residual.total.max(1e-12);
        if self.residual.objective == Objective::Correlation {
            // What is descended is the error, minus the absolute value of the covariance.
            let signs = sums.map(|sum: f64| -sum.signum() as f32);
            for row in &mut self.gradient {
                for lane in 0..LANES {
                    row[lane] *= signs[lane];
                }
            }
            return sums.map(|sum| sum.abs() / total.sqrt());
        }
        sums.map(|left| 1.0 - left / total)
    }

    /// The covariances over some examples, up to their sign; their gradients go to the portion.
    fn covariances(&mut self, examples: impl Iterator<Item = usize>) -> Lanes {
        let mut sums = [0.0; LANES];
        for example in examples {
            let (values, slopes) = self.forward(example);
            let error = self.residual.errors[example];
            let mut delta = [0.0; LANES];
            for lane in 0..LANES {
                sums[lane] += error * values[lane];
                delta[lane] = error * slopes[lane];
            }
            self.backward(example, &delta);
        }
        sums
    }

    /// The squared differences between error and weighted candidate over some examples, likewise.
    fn differences(&mut self, examples: impl Iterator<Item = usize>) -> Lanes {
        let output = *self.weights.last().expect("there is a row for the output");
        let (mut sums, mut outputs) = ([0.0; LANES], [0.0; LANES]);
        for example in examples {
            let (values, slopes) = self.forward(example);
            let (error, through) = (self.residual.errors[example], self.residual.slopes[example]);
            let mut delta = [0.0; LANES];
            for lane in 0..LANES {
                let left = error - through * output[lane] * values[lane];
                let pull = -2.0 * left * through;
                sums[lane] += left * left;
                outputs[lane] += pull * values[lane];
                delta[lane] = pull * output[lane] * slopes[lane];
            }
            self.backward(example, &delta);
        }
        *self.portion.last_mut().expect("there is a row for the output") = outputs;
        sums
    }

    #[inline(always)]
    fn forward(&self, example: usize) -> (Lanes, Lanes) {
        let bias = self.columns.data.features();
        let (sparse, dense) = self.weights.split_at(bias + 1);
        let mut net = sparse[bias];
        for &feature in self.columns.data.active(example) {
            add(&mut net, &sparse[usize::from(feature)]);
        }
        for (row, &value) in dense.iter().zip(self.columns.dense(example)) {
            for lane in 0..LANES {
                net[lane] += row[lane] * value;
            }
        }
        with_slopes(self.activation, &self.steepness, &net)
    }

    #[inline(always)]
    fn backward(&mut self, example: usize, delta: &Lanes) {
        let bias = self.columns.data.features();
        let (sparse, dense) = self.portion.split_at_mut(bias + 1);
        add(&mut sparse[bias], delta);
        for &feature in self.columns.data.active(example) {
            add(&mut sparse[usize::from(feature)], delta);
        }
        for (row, &value) in dense.iter_mut().zip(self.columns.dense(example)) {
            for lane in 0..LANES {
                row[lane] += delta[lane] * value;
            }
        }
    }
}

#[inline(always)]
fn add(sum: &mut Lanes, row: &Lanes) {
    for lane in 0..LANES {
        sum[lane] += row[lane];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cascade::data::Data;

    fn data(random: &mut Random) -> Data {
        let mut data = Data::new(9, 2);
        for _ in 0..40 {
            let active: Vec<u32> = (0..9).filter(|_| random.below(3) == 0).collect();
            let reals = [random.unit() as f32, random.unit() as f32];
            data.push(&active, &reals, 2.0 * random.unit() as f32 - 1.0, 0.5 + random.unit() as f32);
        }
        data
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let mut random = Random::new(5);
        let data = data(&mut random);
        let mut columns = Columns::new(&data);
        columns.push_column((0..40).map(|example| (example as f32 * 0.37).sin()));
        let outputs: Vec<f32> = (0..40).map(|_| 0.8 * random.unit() as f32 - 0.4).collect();
        for objective in Objective::ALL {
            // Also where candidates see every other example only.
            let settings = Settings { objective, sample: 20, ..Settings::default() };
            let residual = Residual::new(&settings, &columns, &outputs, 1);
            for activation in Activation::ALL {
                let steepness = [0.5, 1.0, 1.5];
                let stream = Random::new(8);
                let mut block = Block::new(&columns, &residual, &settings, activation, &steepness, stream);
                // Scores are shares of a total; the gradient is of what they are shares of.
                let scale = match objective {
                    Objective::Correlation => residual.total.sqrt(),
                    _ => residual.total,
                };
                block.epoch();
                let gradient = block.gradient.clone();
                for (row, gradient) in gradient.iter().enumerate() {
                    if objective == Objective::Correlation && row + 1 == block.weights.len() {
                        continue;
                    }
                    let (kept, h) = (block.weights[row], 1e-2);
                    block.weights[row] = kept.map(|weight| weight + h);
                    let above = block.epoch();
                    block.weights[row] = kept.map(|weight| weight - h);
                    let below = block.epoch();
                    block.weights[row] = kept;
                    for lane in 0..steepness.len() {
                        let difference = -scale * (above[lane] - below[lane]) / (2.0 * f64::from(h));
                        let found = f64::from(gradient[lane]);
                        let near = (difference - found).abs() < 0.02 + 0.02 * found.abs();
                        assert!(near, "{objective:?} {activation} {row} {lane}: {found} is not {difference}");
                    }
                }
            }
        }
    }
}

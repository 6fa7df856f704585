//! The training of the output unit.

use agon_core::spread::spread;
use agon_nets::cascade::math::tanh;
use agon_nets::training::Settings;

use super::data::Columns;
use super::optimiser::Optimiser;
use super::watch::Watch;

/// Examples whose gradients one thread adds up at a time; fixed, so that sums do not depend on the number of threads.
const PORTION: usize = 8192;

/// How well an output unit does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Fit {
    /// The mean squared error, examples counting by their weights.
    pub(crate) error: f64,
    /// The largest error.
    pub(crate) worst: f32,
}

/// Trains the weights of the output unit, leaves the best ones, and returns the number of epochs.
pub(crate) fn train(columns: &Columns<'_>, weights: &mut Vec<f32>, settings: &Settings) -> usize {
    let mut optimiser = Optimiser::new(settings.rule, weights.len(), settings.first_step, columns.len());
    let mut watch = Watch::new(settings.output_patience);
    let mut best = (f64::INFINITY, weights.clone());
    let mut before = f64::INFINITY;
    loop {
        let (error, gradient) = epoch(columns, weights, settings);
        if error < best.0 {
            best = (error, weights.clone());
        }
        if watch.is_over(error) {
            break;
        }
        optimiser.update(weights, &gradient, &[error > before]);
        before = error;
    }
    *weights = best.1;
    watch.epochs()
}

/// The sum of the weighted squared errors, and its gradient.
fn epoch(columns: &Columns<'_>, weights: &[f32], settings: &Settings) -> (f64, Vec<f32>) {
    let parts = spread(columns.len().div_ceil(PORTION), settings.threads, |part| {
        let mut gradient = vec![0.0; weights.len()];
        let (sparse, dense) = gradient.split_at_mut(columns.data.features() + 1);
        let bias = sparse.len() - 1;
        let mut sum = 0.0;
        for example in part * PORTION..columns.len().min((part + 1) * PORTION) {
            let output = tanh(columns.net(example, weights));
            let left = columns.data.targets()[example] - output;
            let weight = columns.data.weights()[example];
            sum += f64::from(weight * left * left);
            let delta = -2.0 * weight * left * (1.0 - output * output + settings.flat_spot);
            sparse[bias] += delta;
            for &feature in columns.data.active(example) {
                sparse[usize::from(feature)] += delta;
            }
            for (slope, &value) in dense.iter_mut().zip(columns.dense(example)) {
                *slope += delta * value;
            }
        }
        (sum, gradient)
    });
    let mut total = (0.0, vec![0.0; weights.len()]);
    for (sum, gradient) in parts {
        total.0 += sum;
        total.1.iter_mut().zip(gradient).for_each(|(total, part)| *total += part);
    }
    total
}

/// The outputs for all examples.
pub(crate) fn outputs(columns: &Columns<'_>, weights: &[f32], threads: usize) -> Vec<f32> {
    let parts = spread(columns.len().div_ceil(PORTION), threads, |part| {
        let examples = part * PORTION..columns.len().min((part + 1) * PORTION);
        examples.map(|example| tanh(columns.net(example, weights))).collect::<Vec<f32>>()
    });
    parts.concat()
}

/// How well these outputs fit the targets.
pub(crate) fn fit(columns: &Columns<'_>, outputs: &[f32]) -> Fit {
    let (mut sum, mut weight, mut worst) = (0.0, 0.0, 0.0_f32);
    let examples = columns.data.targets().iter().zip(columns.data.weights()).zip(outputs);
    for ((target, own), output) in examples {
        let left = target - output;
        sum += f64::from(*own) * f64::from(left).powi(2);
        weight += f64::from(*own);
        worst = worst.max(left.abs());
    }
    Fit { error: if weight > 0.0 { sum / weight } else { 0.0 }, worst }
}

#[cfg(test)]
mod tests {
    use agon_core::Random;

    use super::*;
    use crate::cascade::data::Data;

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let mut random = Random::new(2);
        let mut data = Data::new(6, 2);
        for _ in 0..30 {
            let active: Vec<u32> = (0..6).filter(|_| random.below(2) == 0).collect();
            let target = 2.0 * random.unit() as f32 - 1.0;
            data.push(&active, &[random.unit() as f32, 0.5], target, 0.5 + random.unit() as f32);
        }
        let columns = Columns::new(&data);
        let mut weights: Vec<f32> = (0..9).map(|_| random.unit() as f32 - 0.5).collect();
        let (_, gradient) = epoch(&columns, &weights, &Settings::default());
        for index in 0..9 {
            let (kept, h) = (weights[index], 1e-2);
            weights[index] = kept + h;
            let above = epoch(&columns, &weights, &Settings::default()).0;
            weights[index] = kept - h;
            let below = epoch(&columns, &weights, &Settings::default()).0;
            weights[index] = kept;
            let difference = (above - below) / (2.0 * f64::from(h));
            assert!((difference - f64::from(gradient[index])).abs() < 1e-2, "{index}: {difference}");
        }
    }
}

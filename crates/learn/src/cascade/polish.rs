//! The last lesson: all weights of a grown network learn together.
//!
//! Growth trains every unit once and freezes it, so a unit never hears what later ones made of it. Here the gradient goes back
//! through the whole cascade, and Adam (Kingma and Ba) follows it in small batches with steps that shrink to nothing. One
//! epoch costs far less than a unit: the time that growth takes goes into the many candidates.

use std::ops::ControlFlow;

use agon_core::Random;
use agon_core::hash::mix;
use agon_core::spread::spread;
use agon_nets::cascade::math::tanh;
use agon_nets::cascade::{Activation, Network, Unit};
use agon_nets::training::{Polish, Shine};

use super::data::Data;

/// Examples that one thread adds up at a time; fixed, so that sums do not depend on the number of threads.
const PORTION: usize = 256;

/// What a network is polished with.
#[derive(Clone, Copy, Debug)]
pub struct Lore<'a> {
    /// The examples.
    pub train: &'a Data,
    /// Those that say which epoch left the best network; without any, the training examples do.
    pub test: &'a Data,
    /// The images of features under the symmetries of the game. Every epoch shows every example in one of them, drawn anew.
    /// Without any, examples are shown as they are.
    pub symmetries: &'a [Vec<u16>],
}

/// Trains all weights, and returns the network with the lowest test error and what every epoch achieved; `tell` hears of each,
/// and may break off. Where no epoch makes the network better than it was, it comes back as it was.
pub fn polish(
    network: &Network,
    lore: Lore<'_>,
    polish: Polish,
    seed: u64,
    threads: usize,
    tell: &mut dyn FnMut(usize, Shine) -> ControlFlow<()>,
) -> (Network, Vec<Shine>) {
    let Lore { train, test, symmetries } = lore;
    let mut random = Random::stream(seed, 0x5417_e000);
    let mut weights = Weights::new(network);
    let judged = if test.is_empty() { train } else { test };
    let mut best = (weights.error(judged, threads), network.clone());
    let mut adam = Adam::new(weights.all.len());
    let mut order: Vec<u32> = (0..train.len() as u32).collect();
    let batch = polish.batch.max(1);
    let steps = (polish.epochs * train.len().div_ceil(batch)) as f32;
    let mut shines = Vec::new();
    for epoch in 0..polish.epochs {
        shuffle(&mut order, &mut random);
        let (mut sum, mut mass) = (0.0, 0.0);
        for examples in order.chunks(batch) {
            let symmetry = random.bits();
            let (gradient, part) = weights.gradient(train, examples, threads, |example| {
                // A number as random as the seed, and nothing but a function of it and the example.
                let drawn = mix(symmetry ^ u64::from(example)) as usize % symmetries.len().max(1);
                symmetries.get(drawn).map(Vec::as_slice)
            });
            let left = 1.0 - adam.steps as f32 / steps;
            adam.step(&mut weights.all, &gradient, polish.rate * left);
            (sum, mass) = (sum + part.sum, mass + part.mass);
        }
        let shine = Shine { train: sum / mass.max(f64::MIN_POSITIVE), test: weights.error(judged, threads) };
        if shine.test < best.0 {
            best = (shine.test, weights.network(network));
        }
        shines.push(shine);
        if tell(epoch + 1, shine).is_break() {
            break;
        }
    }
    (best.1, shines)
}

/// The weights in rows by where they come from, one column for each unit and the output, filled up to whole vectors: first the
/// rows of the inputs, then those of the units.
struct Weights {
    width: usize,
    base: usize,
    functions: Vec<(Activation, f32)>,
    all: Vec<f32>,
}

/// Weighted squared errors, and the weights they were weighted with.
#[derive(Clone, Copy)]
struct Sum {
    sum: f64,
    mass: f64,
}

/// What goes through the cascade for one example.
struct Wave {
    active: Vec<u16>,
    nets: Vec<f32>,
    values: Vec<f32>,
    deltas: Vec<f32>,
}

impl Wave {
    /// Takes the features of an example, or of its image.
    fn see(&mut self, data: &Data, example: usize, images: Option<&[u16]>) {
        self.active.clear();
        let active = data.active(example).iter();
        match images {
            None => self.active.extend(active),
            Some(images) => self.active.extend(active.map(|&feature| images[usize::from(feature)])),
        }
    }
}

impl Weights {
    fn new(network: &Network) -> Weights {
        let (base, units) = (network.base(), network.units.len());
        let width = (units + 1).next_multiple_of(8);
        let mut all = vec![0.0; (base + units) * width];
        let columns = network.units.iter().map(|unit| &unit.weights).chain([&network.output]);
        for (column, weights) in columns.enumerate() {
            for (row, &weight) in weights.iter().enumerate() {
                all[row * width + column] = weight;
            }
        }
        let functions = network.units.iter().map(|unit| (unit.activation, unit.steepness)).collect();
        Weights { width, base, functions, all }
    }

    /// The network with these weights, which otherwise is this one.
    fn network(&self, like: &Network) -> Network {
        let column = |column: usize| -> Vec<f32> {
            (0..self.base + column).map(|row| self.all[row * self.width + column]).collect()
        };
        let units = like.units.iter().enumerate();
        let units = units.map(|(number, unit)| Unit { weights: column(number), ..unit.clone() }).collect();
        Network { units, output: column(like.units.len()), ..like.clone() }
    }

    fn wave(&self) -> Wave {
        let [nets, values, deltas] = [(); 3].map(|()| vec![0.0; self.width]);
        Wave { active: Vec::new(), nets, values, deltas }
    }

    fn row(&self, row: usize) -> &[f32] {
        &self.all[row * self.width..][..self.width]
    }

    /// The answer for an example whose features were taken.
    fn forward(&self, data: &Data, example: usize, wave: &mut Wave) -> f32 {
        let outputs = self.functions.len();
        wave.nets.copy_from_slice(self.row(data.features()));
        for &feature in &wave.active {
            add(&mut wave.nets, self.row(feature.into()), 1.0);
        }
        for (index, &value) in data.inputs(example).iter().enumerate() {
            add(&mut wave.nets, self.row(data.features() + 1 + index), value);
        }
        for (unit, &(activation, steepness)) in self.functions.iter().enumerate() {
            let value = activation.value(steepness * wave.nets[unit]);
            wave.values[unit] = value;
            add(&mut wave.nets[unit + 1..], &self.row(self.base + unit)[unit + 1..], value);
        }
        tanh(wave.nets[outputs])
    }

    /// Adds the gradient for an example that was just answered, `delta` being that of the output's net input.
    fn backward(&self, data: &Data, example: usize, delta: f32, wave: &mut Wave, gradient: &mut [f32]) {
        let (width, outputs) = (self.width, self.functions.len());
        wave.deltas.fill(0.0);
        wave.deltas[outputs] = delta;
        for (unit, &(activation, steepness)) in self.functions.iter().enumerate().rev() {
            let later = unit + 1..width;
            let row = (self.base + unit) * width;
            let pull =
                super::data::dot(&self.row(self.base + unit)[later.clone()], &wave.deltas[later.clone()]);
            add(&mut gradient[row + unit + 1..row + width], &wave.deltas[later], wave.values[unit]);
            let slope = activation.slope(steepness * wave.nets[unit], wave.values[unit]);
            wave.deltas[unit] = pull * steepness * slope;
        }
        let mut reaches =
            |row: usize, value: f32| add(&mut gradient[row * width..][..width], &wave.deltas, value);
        reaches(data.features(), 1.0);
        for &feature in &wave.active {
            reaches(feature.into(), 1.0);
        }
        for (index, &value) in data.inputs(example).iter().enumerate() {
            reaches(data.features() + 1 + index, value);
        }
    }

    /// The mean gradient over some examples, and their errors.
    fn gradient<'a>(
        &self,
        data: &Data,
        examples: &[u32],
        threads: usize,
        images: impl Fn(u32) -> Option<&'a [u16]> + Sync,
    ) -> (Vec<f32>, Sum) {
        let portions: Vec<&[u32]> = examples.chunks(PORTION).collect();
        let parts = spread(portions.len(), threads.min(portions.len()), |part| {
            let (mut gradient, mut wave) = (vec![0.0; self.all.len()], self.wave());
            let mut sum = Sum { sum: 0.0, mass: 0.0 };
            for &example in portions[part] {
                let images = images(example);
                let example = example as usize;
                wave.see(data, example, images);
                let answer = self.forward(data, example, &mut wave);
                let (left, weight) = (answer - data.targets()[example], data.weights()[example]);
                sum.sum += f64::from(weight * left * left);
                sum.mass += f64::from(weight);
                let delta = 2.0 * weight * left * (1.0 - answer * answer);
                self.backward(data, example, delta, &mut wave, &mut gradient);
            }
            (gradient, sum)
        });
        let mut parts = parts.into_iter();
        let (mut gradient, mut sum) = parts.next().expect("a batch has examples");
        for (part, more) in parts {
            add(&mut gradient, &part, 1.0);
            sum = Sum { sum: sum.sum + more.sum, mass: sum.mass + more.mass };
        }
        let share = 1.0 / (sum.mass as f32).max(f32::MIN_POSITIVE);
        for slope in &mut gradient {
            *slope *= share;
        }
        (gradient, sum)
    }

    /// The mean squared error.
    fn error(&self, data: &Data, threads: usize) -> f64 {
        const PART: usize = 8192;
        let parts = spread(data.len().div_ceil(PART), threads, |part| {
            let mut wave = self.wave();
            let mut sum = Sum { sum: 0.0, mass: 0.0 };
            for example in part * PART..data.len().min((part + 1) * PART) {
                wave.see(data, example, None);
                let left = self.forward(data, example, &mut wave) - data.targets()[example];
                let weight = data.weights()[example];
                sum.sum += f64::from(weight * left * left);
                sum.mass += f64::from(weight);
            }
            sum
        });
        let (sum, mass) =
            parts.iter().fold((0.0, 0.0), |(sum, mass), part| (sum + part.sum, mass + part.mass));
        sum / mass.max(f64::MIN_POSITIVE)
    }
}

#[inline(always)]
fn add(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, &value) in sums.iter_mut().zip(row) {
        *sum += factor * value;
    }
}

fn shuffle(numbers: &mut [u32], random: &mut Random) {
    for last in (1..numbers.len()).rev() {
        numbers.swap(last, random.below(last as u32 + 1) as usize);
    }
}

/// Steps by the mean of recent gradients, in units of their recent size.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: usize,
    /// How much of the zeros they began with is left in means and squares.
    left: [f32; 2],
}

impl Adam {
    const MEMORY: f32 = 0.9;
    const SQUARE_MEMORY: f32 = 0.999;

    fn new(count: usize) -> Adam {
        Adam { means: vec![0.0; count], squares: vec![0.0; count], steps: 0, left: [1.0; 2] }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        self.left = [self.left[0] * Adam::MEMORY, self.left[1] * Adam::SQUARE_MEMORY];
        let (rate, scale) = (rate / (1.0 - self.left[0]), 1.0 / (1.0 - self.left[1]));
        let state = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(state) {
            *mean += (1.0 - Adam::MEMORY) * (slope - *mean);
            *square += (1.0 - Adam::SQUARE_MEMORY) * (slope * slope - *square);
            *weight -= rate * *mean / ((scale * *square).sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(random: &mut Random) -> Network {
        let mut numbers =
            |count: usize| -> Vec<f32> { (0..count).map(|_| random.unit() as f32 - 0.5).collect() };
        let units = Activation::ALL.into_iter().enumerate();
        let units = units.map(|(number, activation)| {
            let weights = numbers(9 + 1 + 2 + number);
            Unit { activation, steepness: 0.5 + 0.25 * number as f32, weights }
        });
        let units: Vec<Unit> = units.collect();
        Network { features: 9, reals: 2, output: numbers(9 + 1 + 2 + units.len()), units }
    }

    fn data(random: &mut Random, network: &Network, count: usize) -> Data {
        let mut data = Data::new(9, 2);
        for _ in 0..count {
            let active: Vec<u32> = (0..9).filter(|_| random.below(3) == 0).collect();
            let reals = [random.unit() as f32, random.unit() as f32];
            data.push(&active, &reals, network.value(&active, &reals), 0.5 + random.unit() as f32);
        }
        data
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let mut random = Random::new(3);
        let data = data(&mut random, &network(&mut Random::new(4)), 40);
        let network = network(&mut random);
        let mut weights = Weights::new(&network);
        assert_eq!(weights.network(&network), network);
        let examples: Vec<u32> = (0..40).collect();
        let (gradient, sum) = weights.gradient(&data, &examples, 1, |_| None);
        assert!((weights.error(&data, 1) - sum.sum / sum.mass).abs() < 1e-6);
        let mut checked = 0;
        for (index, &slope) in gradient.iter().enumerate() {
            let (row, column) = (index / weights.width, index % weights.width);
            if column > network.units.len() || row >= network.base() + column {
                assert_eq!(slope, 0.0, "there is no such connection: {row} to {column}");
                continue;
            }
            let (kept, h) = (weights.all[index], 5e-3);
            weights.all[index] = kept + h;
            let above = weights.error(&data, 1);
            weights.all[index] = kept - h;
            let below = weights.error(&data, 1);
            weights.all[index] = kept;
            let difference = (above - below) / (2.0 * f64::from(h));
            assert!((difference - f64::from(slope)).abs() < 1e-3, "{row} to {column}: {slope}, {difference}");
            checked += 1;
        }
        assert_eq!(checked, 6 * 12 + 15);
    }

    #[test]
    fn a_network_is_found_again_whatever_the_number_of_threads() {
        let mut random = Random::new(7);
        let teacher = network(&mut random);
        let (train, test) = (data(&mut random, &teacher, 2000), data(&mut random, &teacher, 200));
        let settings = Polish { epochs: 40, batch: 600, rate: 0.01 };
        let pupil = network(&mut random);
        let lore = Lore { train: &train, test: &test, symmetries: &[] };
        let learn =
            |threads| polish(&pupil, lore, settings, 1, threads, &mut |_, _| ControlFlow::Continue(()));
        let (learned, shines) = learn(1);
        let before = Weights::new(&pupil).error(&test, 1);
        let after = Weights::new(&learned).error(&test, 1);
        assert!(after < before / 20.0, "{before} to {after}");
        assert_eq!(shines.len(), 40);
        assert_eq!(learn(3), (learned, shines));
    }

    #[test]
    fn what_holds_for_a_position_is_learned_for_its_images() {
        // Only one half of the features is ever seen; the other half is its image.
        let mut random = Random::new(9);
        let (mut train, mut test) = (Data::new(8, 0), Data::new(8, 0));
        for _ in 0..600 {
            let active: Vec<u32> = (0..4).filter(|_| random.below(2) == 0).collect();
            let target = 0.2 * active.iter().sum::<u32>() as f32 - 0.5;
            train.push(&active, &[], target, 1.0);
            test.push(&active.iter().map(|feature| feature + 4).collect::<Vec<_>>(), &[], target, 1.0);
        }
        let symmetries = [(0..8).collect(), vec![4, 5, 6, 7, 0, 1, 2, 3]];
        let error = |symmetries: &[Vec<u16>]| {
            let lore = Lore { train: &train, test: &test, symmetries };
            let settings = Polish { epochs: 60, batch: 64, rate: 0.02 };
            let (learned, _) =
                polish(&Network::empty(8, 0), lore, settings, 1, 1, &mut |_, _| ControlFlow::Continue(()));
            Weights::new(&learned).error(&test, 1)
        };
        assert!(error(&symmetries) < 0.01 && error(&[]) > 0.1);
    }
}

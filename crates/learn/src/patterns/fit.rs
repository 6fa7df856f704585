//! Learning by steepest descent, a batch of positions at a time.
//!
//! What a batch asks for is found for its positions side by side; what it teaches is added up class by class, each by one
//! thread and in the order of the positions. So the sums, and with them the network, do not depend on the number of threads.

use std::sync::Mutex;

use agon_core::Random;
use agon_core::spread::spread;
use agon_nets::cascade::math::exp;
use agon_nets::patterns::{Network, Phase};

use super::data::Positions;
use super::rows::Reader;
use crate::error::Unfit;

/// What can be chosen about learning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How often all positions are looked at.
    pub epochs: usize,
    /// Positions per step.
    pub batch: usize,
    /// How far weights move at first.
    pub rate: f32,
    /// How strongly weights are drawn towards zero.
    pub decay: f32,
    /// The seed of everything random.
    pub seed: u64,
    /// Threads; the result does not depend on them.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { epochs: 8, batch: 4096, rate: 0.05, decay: 1e-6, seed: 1, threads: 1 }
    }
}

/// What came of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean squared error of the chance of winning on the positions that are learned from, while they were.
    pub train: f64,
    /// The same on those that are kept apart.
    pub test: f64,
}

/// A network and what it is to learn.
pub struct Fit<'a> {
    train: &'a Positions,
    test: &'a Positions,
    settings: Settings,
}

/// Positions that one thread takes up at a time.
const CHUNK: usize = 256;
/// What keeps the first steps of a weight finite.
const TINY: f32 = 1e-8;

/// What a chunk of positions says.
#[derive(Default)]
struct Answer {
    /// The rows each position asks for.
    rows: Vec<u32>,
    /// What each position teaches about its sums.
    slopes: Vec<f32>,
    /// What the chunk teaches about the head.
    head: Vec<f32>,
    loss: f64,
}

/// The weights of a class, and how far they have been moved so far.
struct Learner {
    weights: Vec<f32>,
    moved: Vec<f32>,
    slopes: Vec<f32>,
    touched: Vec<u32>,
}

impl<'a> Fit<'a> {
    /// Prepares to learn from some positions; others are kept apart to see how much was learned by heart.
    pub fn new(train: &'a Positions, test: &'a Positions, settings: Settings) -> Result<Fit<'a>, Unfit> {
        Unfit::unless(!train.is_empty(), "the number of positions", &0, "at least one")?;
        Unfit::unless(settings.epochs >= 1, "epochs", &settings.epochs, "at least one")?;
        Unfit::unless(settings.batch >= 1, "batch", &settings.batch, "at least one")?;
        let sane = settings.rate > 0.0 && settings.rate <= 10.0;
        Unfit::unless(sane, "rate", &settings.rate, "a number above 0 and up to 10")?;
        Unfit::unless(
            (0.0..=1.0).contains(&settings.decay),
            "decay",
            &settings.decay,
            "a number from 0 to 1",
        )?;
        Ok(Fit { train, test, settings })
    }

    /// Lets a network learn; `tell` hears of every epoch. The network of the epoch that does best on positions it has not seen
    /// is returned, with that epoch.
    pub fn learn(&self, network: &Network, tell: &mut dyn FnMut(Epoch)) -> (Network, Epoch) {
        let Settings { epochs, batch, rate, seed, threads, .. } = self.settings;
        let reader = Reader::new(&network.scheme);
        let starts = reader.starts();
        let mut network = network.clone();
        let learner = |weights: &Vec<f32>| {
            Mutex::new(Learner {
                moved: vec![0.0; weights.len()],
                slopes: vec![0.0; weights.len()],
                weights: weights.clone(),
                touched: Vec::new(),
            })
        };
        let learners: Vec<Mutex<Learner>> = network.tables.iter().map(learner).collect();
        let mut head_moved = vec![0.0; network.head.len()];
        let mut order: Vec<u32> = (0..self.train.len() as u32).collect();
        let mut random = Random::stream(seed, 0xf17);
        let mut best: Option<(Network, Epoch)> = None;
        let steps = self.train.len().div_ceil(batch) * epochs;
        let mut step = 0;
        for number in 1..=epochs {
            shuffle(&mut order, &mut random);
            let mut loss = 0.0;
            for batch in order.chunks(batch) {
                // Small steps in the end let the weights come to rest.
                let rate = rate * (1.0 - step as f32 / steps as f32).max(0.02);
                step += 1;
                let answers = spread(batch.len().div_ceil(CHUNK), threads, |chunk| {
                    let chunk = &batch[chunk * CHUNK..batch.len().min((chunk + 1) * CHUNK)];
                    answer(&network, &reader, self.train, chunk, true)
                });
                loss += answers.iter().map(|answer| answer.loss).sum::<f64>();
                spread(learners.len(), threads, |class| {
                    let mut learner = learners[class].lock().expect("no thread panics while it learns");
                    if class + 1 == learners.len() {
                        learner.hear_loose(&network, self.train, batch, &answers);
                    } else {
                        learner.hear(&network, starts[class]..starts[class + 1], reader.patterns, &answers);
                    }
                    learner.step(rate, self.settings.decay, network.shape.width(), batch.len());
                });
                for (index, (weight, moved)) in network.head.iter_mut().zip(&mut head_moved).enumerate() {
                    let slope =
                        answers.iter().map(|answer| answer.head[index]).sum::<f32>() / batch.len() as f32;
                    *moved += slope * slope;
                    *weight -= rate * slope / (*moved + TINY).sqrt();
                }
                for (table, learner) in network.tables.iter_mut().zip(&learners) {
                    let mut learner = learner.lock().expect("no thread panics while it learns");
                    learner.publish(table, network.shape.width());
                }
            }
            let epoch =
                Epoch { number, train: loss / self.train.len() as f64, test: self.loss(&network, &reader) };
            tell(epoch);
            if best.as_ref().is_none_or(|(_, best)| epoch.test < best.test) {
                best = Some((network.clone(), epoch));
            }
        }
        let (mut network, epoch) = best.expect("there is at least one epoch");
        spread_canon(&mut network);
        (network, epoch)
    }

    /// The mean loss on the positions that were kept apart.
    fn loss(&self, network: &Network, reader: &Reader) -> f64 {
        let all: Vec<u32> = (0..self.test.len() as u32).collect();
        let answers = spread(all.len().div_ceil(CHUNK), self.settings.threads, |chunk| {
            let chunk = &all[chunk * CHUNK..all.len().min((chunk + 1) * CHUNK)];
            answer(network, reader, self.test, chunk, false).loss
        });
        answers.iter().sum::<f64>() / self.test.len().max(1) as f64
    }
}

/// What a network says about some positions and, if wanted, what they teach.
fn answer(network: &Network, reader: &Reader, positions: &Positions, chunk: &[u32], teach: bool) -> Answer {
    let (width, phases, hidden) = (network.shape.width(), network.shape.phases, network.shape.hidden);
    let starts = reader.starts();
    let loose = network.tables.last().expect("there is a table of loose features");
    let mut answer = Answer {
        rows: vec![0; chunk.len() * reader.patterns],
        slopes: vec![0.0; if teach { chunk.len() * width } else { 0 }],
        head: vec![0.0; network.head.len()],
        loss: 0.0,
    };
    let mut sum = vec![0.0; width];
    for (place, &index) in chunk.iter().enumerate() {
        let index = index as usize;
        let rows = &mut answer.rows[place * reader.patterns..][..reader.patterns];
        reader.read(positions, index, rows);
        sum.copy_from_slice(&loose[network.scheme.loose * width..][..width]);
        for (class, table) in network.tables[..network.tables.len() - 1].iter().enumerate() {
            for &row in &rows[starts[class]..starts[class + 1]] {
                add(&mut sum, &table[row as usize * width..][..width]);
            }
        }
        for &feature in positions.loose(index) {
            add(&mut sum, &loose[usize::from(feature) * width..][..width]);
        }
        let pieces = positions.pieces(index);
        let score = network.finish(&sum, pieces);
        let chance = 1.0 / (1.0 + exp(-score));
        let target = f32::midpoint(positions.target(index), 1.0).clamp(0.0, 1.0);
        let slope = chance - target;
        answer.loss += f64::from(slope * slope);
        if !teach {
            continue;
        }
        let phase = Phase::new(pieces, &network.middles);
        let slopes = &mut answer.slopes[place * width..][..width];
        slopes[phase.from] = slope * (1.0 - phase.share);
        if phase.share > 0.0 {
            slopes[phase.from + 1] = slope * phase.share;
        }
        for unit in 0..hidden {
            let active = sum[phases + unit].clamp(0.0, 1.0);
            let squared = active * active;
            answer.head[phase.from * hidden + unit] += slope * (1.0 - phase.share) * squared;
            if phase.share > 0.0 {
                answer.head[(phase.from + 1) * hidden + unit] += slope * phase.share * squared;
            }
            if active > 0.0 && active < 1.0 {
                slopes[phases + unit] = slope * 2.0 * active * phase.mix(&network.head[unit..], hidden);
            }
        }
    }
    answer
}

#[inline]
fn add(sum: &mut [f32], row: &[f32]) {
    for (sum, weight) in sum.as_chunks_mut::<4>().0.iter_mut().zip(row.as_chunks::<4>().0) {
        for (sum, weight) in sum.iter_mut().zip(weight) {
            *sum += weight;
        }
    }
}

impl Learner {
    /// Adds up what all positions teach about the rows of a class, whose places are these among the rows of a position.
    fn hear(
        &mut self,
        network: &Network,
        places: std::ops::Range<usize>,
        patterns: usize,
        answers: &[Answer],
    ) {
        let width = network.shape.width();
        for answer in answers {
            for (rows, slopes) in answer.rows.chunks(patterns).zip(answer.slopes.chunks(width)) {
                for &row in &rows[places.clone()] {
                    self.note(row, slopes, width);
                }
            }
        }
    }

    /// The same for features that are not on the board, and for the row that always counts.
    fn hear_loose(&mut self, network: &Network, positions: &Positions, batch: &[u32], answers: &[Answer]) {
        let width = network.shape.width();
        let slopes = answers.iter().flat_map(|answer| answer.slopes.chunks(width));
        for (&index, slopes) in batch.iter().zip(slopes) {
            for &feature in positions.loose(index as usize) {
                self.note(feature.into(), slopes, width);
            }
            self.note(network.scheme.loose as u32, slopes, width);
        }
    }

    #[inline]
    fn note(&mut self, row: u32, slopes: &[f32], width: usize) {
        let sum = &mut self.slopes[row as usize * width..][..width];
        // A row without a slope has not been touched yet, or need not be.
        if sum.iter().all(|&slope| slope == 0.0) {
            self.touched.push(row);
        }
        add(sum, slopes);
    }

    /// Moves the rows that were heard of. Weights that have been moved much move less.
    fn step(&mut self, rate: f32, decay: f32, width: usize, positions: usize) {
        let Learner { weights, moved, slopes, touched } = self;
        touched.sort_unstable();
        touched.dedup();
        for &row in touched.iter() {
            let span = row as usize * width..(row as usize + 1) * width;
            let lanes = weights[span.clone()].iter_mut().zip(&mut moved[span.clone()]).zip(&mut slopes[span]);
            for ((weight, moved), slope) in lanes {
                let down = *slope / positions as f32 + decay * *weight;
                *moved += down * down;
                *weight -= rate * down / (moved.sqrt() + TINY);
                *slope = 0.0;
            }
        }
    }

    /// Writes the rows that were moved into the network.
    fn publish(&mut self, table: &mut [f32], width: usize) {
        for row in self.touched.drain(..) {
            let span = row as usize * width..(row as usize + 1) * width;
            table[span.clone()].copy_from_slice(&self.weights[span]);
        }
    }
}

fn shuffle(order: &mut [u32], random: &mut Random) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last as u32 + 1) as usize);
    }
}

/// Gives contents that mean the same the same weights: only the first of them were learned.
fn spread_canon(network: &mut Network) {
    let width = network.shape.width();
    for (class, table) in network.scheme.classes.iter().zip(&mut network.tables) {
        for (row, &canon) in class.canon().iter().enumerate() {
            table.copy_within(canon as usize * width..(canon as usize + 1) * width, row * width);
        }
    }
}

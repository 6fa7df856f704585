//! Learning by steepest descent, a batch of positions at a time.
//!
//! What a batch asks for is found for its positions side by side; what it teaches is added up class by class, each by one
//! thread and in the order of the positions. So the sums, and with them the network, do not depend on the number of threads.

use std::sync::Mutex;

use agon_core::Random;
use agon_core::spread::spread;
use agon_nets::cascade::math::exp;
use agon_nets::patterns::{Network, Phase, Shape};

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
    /// What a weight must have heard before it moves freely: the larger, the less is believed of contents that are rarely seen.
    pub caution: f32,
    /// The seed of everything random.
    pub seed: u64,
    /// Threads; the result does not depend on them.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { epochs: 8, batch: 4096, rate: 0.05, caution: 1e-3, seed: 1, threads: 1 }
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

/// What gets through the ends of hidden units.
const LEAK: f32 = 0.1;

/// One step in so many, in the beginning, and this many at most, are smaller than they would be: all weights still move alike then, and together
/// they would throw sums far off.
const FIRST: usize = 6;
const MOST_FIRST: usize = 100;

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

/// How far weights move now.
#[derive(Clone, Copy)]
struct Rates {
    /// Those that go straight into the value.
    straight: f32,
    /// Those that go into hidden units.
    hidden: f32,
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
        let sane = settings.caution > 0.0 && settings.caution <= 1.0;
        Unfit::unless(sane, "caution", &settings.caution, "a number above 0 and up to 1")?;
        Ok(Fit { train, test, settings })
    }

    /// Lets a network learn; `tell` hears of every epoch. The network of the epoch that does best on positions it has not seen
    /// is returned, with that epoch.
    pub fn learn(&self, network: &Network, tell: &mut dyn FnMut(Epoch)) -> (Network, Epoch) {
        let Settings { epochs, batch, rate, caution, seed, threads } = self.settings;
        let reader = Reader::new(&network.scheme);
        let starts = reader.starts();
        let mut network = network.clone();
        let learner = |weights: &Vec<f32>| {
            Mutex::new(Learner {
                moved: vec![caution * caution; weights.len()],
                slopes: vec![0.0; weights.len()],
                weights: weights.clone(),
                touched: Vec::new(),
            })
        };
        let learners: Vec<Mutex<Learner>> = network.tables.iter().map(learner).collect();
        let mut head_moved = vec![caution * caution; network.head.len()];
        let mut order: Vec<u32> = (0..self.train.len() as u32).collect();
        let mut random = Random::stream(seed, 0xf17);
        let mut best: Option<(Network, Epoch)> = None;
        let steps = self.train.len().div_ceil(batch) * epochs;
        // At first all weights of a hidden unit move the same way: without this, the first steps would throw it to one of its ends in all
        // positions at once.
        let together = (reader.patterns.max(1) as f32).sqrt();
        let first = (steps / FIRST).clamp(1, MOST_FIRST);
        let mut step = 0;
        for number in 1..=epochs {
            shuffle(&mut order, &mut random);
            let mut loss = 0.0;
            for batch in order.chunks(batch) {
                let begun = ((step + 1) as f32 / first as f32).min(1.0);
                // Small steps in the end let the weights come to rest.
                let rate = rate * begun * (1.0 - step as f32 / steps as f32).max(0.02);
                let rates = Rates { straight: rate, hidden: rate / together };
                step += 1;
                let answers = spread(batch.len().div_ceil(CHUNK), threads, |chunk| {
                    let chunk = &batch[chunk * CHUNK..batch.len().min((chunk + 1) * CHUNK)];
                    answer(&network, &reader, self.train, chunk, Some(LEAK))
                });
                loss += answers.iter().map(|answer| answer.loss).sum::<f64>();
                spread(learners.len(), threads, |class| {
                    let mut learner = learners[class].lock().expect("no thread panics while it learns");
                    if class + 1 == learners.len() {
                        learner.hear_loose(&network, self.train, batch, &answers);
                    } else {
                        learner.hear(&network, starts[class]..starts[class + 1], reader.patterns, &answers);
                    }
                    learner.step(rates, network.shape, batch.len());
                });
                for (index, (weight, moved)) in network.head.iter_mut().zip(&mut head_moved).enumerate() {
                    let slope =
                        answers.iter().map(|answer| answer.head[index]).sum::<f32>() / batch.len() as f32;
                    *moved += slope * slope;
                    *weight -= rate * slope / moved.sqrt();
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
            answer(network, reader, self.test, chunk, None).loss
        });
        answers.iter().sum::<f64>() / self.test.len().max(1) as f64
    }
}

/// What a network says about some positions and, if wanted, what they teach.
///
/// A hidden unit that is at one of its ends hears nothing, and stays there for good if it is there in all positions. So a little
/// of what would lead it back gets through: as much as if it were so far from its lower end.
fn answer(
    network: &Network,
    reader: &Reader,
    positions: &Positions,
    chunk: &[u32],
    teach: Option<f32>,
) -> Answer {
    let (width, phases, hidden) = (network.shape.width(), network.shape.phases, network.shape.hidden);
    let starts = reader.starts();
    let loose = network.tables.last().expect("there is a table of loose features");
    let mut answer = Answer {
        rows: vec![0; chunk.len() * reader.patterns],
        slopes: vec![0.0; if teach.is_some() { chunk.len() * width } else { 0 }],
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
        let Some(leak) = teach else { continue };
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
            let lever = slope * 2.0 * phase.mix(&network.head[unit..], hidden);
            let leads_back = if active == 0.0 { lever < 0.0 } else { lever > 0.0 };
            if active > 0.0 && active < 1.0 {
                slopes[phases + unit] = lever * active;
            } else if leads_back {
                slopes[phases + unit] = lever * leak;
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
    fn step(&mut self, rates: Rates, shape: Shape, positions: usize) {
        let width = shape.width();
        let Learner { weights, moved, slopes, touched } = self;
        touched.sort_unstable();
        touched.dedup();
        for &row in touched.iter() {
            let span = row as usize * width..(row as usize + 1) * width;
            let lanes = weights[span.clone()].iter_mut().zip(&mut moved[span.clone()]).zip(&mut slopes[span]);
            for (lane, ((weight, moved), slope)) in lanes.enumerate() {
                let rate = if lane < shape.phases { rates.straight } else { rates.hidden };
                let down = *slope / positions as f32;
                *moved += down * down;
                *weight -= rate * down / moved.sqrt();
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use agon_core::{Match, Rules};
    use agon_nets::patterns::Board;

    use super::*;
    use crate::patterns::{inspect, scheme};
    use crate::symmetry::symmetries;

    /// Positions of random games, with targets that have nothing to do with them.
    fn positions(rules: &dyn Rules, network: &Network, count: usize) -> Positions {
        let mut random = Random::new(9);
        let mut positions = Positions::new(network.scheme.cells);
        while positions.len() < count {
            let mut game = rules.start(None).unwrap();
            while game.ending().is_none() && positions.len() < count {
                let place = positions.push(&seen(game.as_ref(), network));
                positions.teach(place, 2.0 * random.unit() as f32 - 1.0);
                game.play(random.below(game.move_count() as u32) as usize);
            }
        }
        positions
    }

    fn seen(game: &dyn Match, network: &Network) -> Board {
        let (mut features, mut board) = (Vec::new(), Board::default());
        game.features(&mut features);
        board.read(&network.scheme, &features);
        board
    }

    fn network(rules: &dyn Rules, recipe: &str) -> Network {
        let scheme = Arc::new(scheme(rules, &recipe.parse().unwrap()));
        Network::new(scheme, Shape { phases: 2, hidden: 2 }, vec![6.0, 20.0], 5)
    }

    /// The loss that learning goes down.
    fn cross_entropy(network: &Network, positions: &Positions) -> f64 {
        (0..positions.len())
            .map(|index| {
                let board =
                    Board { codes: positions.codes(index).to_vec(), loose: positions.loose(index).to_vec() };
                let score = f64::from(network.score(&board));
                let target = f64::midpoint(f64::from(positions.target(index)), 1.0);
                target * (-score).exp().ln_1p() + (1.0 - target) * score.exp().ln_1p()
            })
            .sum()
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let rules = agon_games::find("nine-mens-morris").unwrap();
        let network = network(rules.as_ref(), "cell+line3");
        let positions = positions(rules.as_ref(), &network, 200);
        let reader = Reader::new(&network.scheme);
        let all: Vec<u32> = (0..positions.len() as u32).collect();
        let told = answer(&network, &reader, &positions, &all, Some(0.0));
        let (starts, width) = (reader.starts(), network.shape.width());
        let mut checked = 0;
        for class in 0..network.tables.len() {
            let weights = network.tables[class].clone();
            let mut learner =
                Learner { moved: Vec::new(), slopes: vec![0.0; weights.len()], weights, touched: Vec::new() };
            if class + 1 == network.tables.len() {
                learner.hear_loose(&network, &positions, &all, std::slice::from_ref(&told));
            } else {
                let places = starts[class]..starts[class + 1];
                learner.hear(&network, places, reader.patterns, std::slice::from_ref(&told));
            }
            let canon = network.scheme.classes.get(class).map(agon_nets::patterns::Class::canon);
            for row in learner.touched.iter().take(3).map(|&row| row as usize) {
                for lane in 0..network.shape.phases + network.shape.hidden {
                    let moved = |step: f32| {
                        let mut network = network.clone();
                        // Contents that mean the same move together.
                        let alike = |other: &usize| {
                            canon.as_ref().map_or(*other == row, |canon| canon[*other] as usize == row)
                        };
                        for other in (0..learner.weights.len() / width).filter(alike) {
                            network.tables[class][other * width + lane] += step;
                        }
                        cross_entropy(&network, &positions)
                    };
                    let slope = (moved(2e-4) - moved(-2e-4)) / 4e-4;
                    let found = f64::from(learner.slopes[row * width + lane]);
                    assert!(
                        (slope - found).abs() < 0.06 * (1.0 + slope.abs()),
                        "class {class}: {found} is not {slope}"
                    );
                    checked += usize::from(slope.abs() > 0.1);
                }
            }
        }
        assert!(checked > 20, "only {checked} slopes were more than nothing");
        for unit in 0..network.head.len() {
            let moved = |step: f32| {
                let mut network = network.clone();
                network.head[unit] += step;
                cross_entropy(&network, &positions)
            };
            let slope = (moved(2e-4) - moved(-2e-4)) / 4e-4;
            assert!((slope - f64::from(told.head[unit])).abs() < 0.05 * (1.0 + slope.abs()));
        }
    }

    #[test]
    fn images_of_a_position_are_worth_the_same() {
        for (game, recipe, count) in [
            ("othello", "cell+line8+box2x3+line4*", 4),
            ("lines-of-action", "cell+line8+box2x2*+box3x3", 4),
            ("nine-mens-morris", "cell+line3+star", 8),
            ("havannah", "cell+star*+line4*", 4),
            ("outer-open-gomoku", "cell+line6*", 8),
            ("xiangqi", "cell*+cell+line3/owner", 2),
        ] {
            let rules = agon_games::find(game).unwrap();
            let symmetries = symmetries(rules.as_ref());
            assert_eq!(symmetries.len(), count, "{game}");
            let begun = network(rules.as_ref(), recipe);
            let train = positions(rules.as_ref(), &begun, 600);
            let settings = Settings { epochs: 2, batch: 64, ..Settings::default() };
            let (network, _) = Fit::new(&train, &train, settings).unwrap().learn(&begun, &mut |_| {});
            let mut played = rules.start(None).unwrap();
            let (mut random, mut features) = (Random::new(4), Vec::new());
            while played.plies() < 30 && played.ending().is_none() {
                played.play(random.below(played.move_count() as u32) as usize);
                played.features(&mut features);
                let scores = symmetries.iter().map(|images| {
                    let image: Vec<u32> =
                        features.iter().map(|&feature| images[feature as usize].into()).collect();
                    let mut board = Board::default();
                    board.read(&network.scheme, &image);
                    network.score(&board)
                });
                let scores: Vec<f32> = scores.collect();
                assert!(scores.iter().all(|score| (score - scores[0]).abs() < 1e-3), "{game}: {scores:?}");
            }
        }
    }

    /// Positions of random games that are won if exactly one of two things is so: no sum of what stands on single cells, and no
    /// sum of what stands on lines, tells that.
    fn riddles(rules: &dyn Rules, network: &Network, count: usize, groups: [&[usize]; 2]) -> Positions {
        let mut riddles = positions(rules, network, count);
        let kinds = network.scheme.kinds as i32;
        for index in 0..count {
            // Whether the mover has more there.
            let leads = |cells: &[usize]| {
                let codes = riddles.codes(index);
                let owner = |&cell: &usize| match i32::from(codes[cell]) {
                    0 => 0,
                    code => {
                        if code <= kinds {
                            1
                        } else {
                            -1
                        }
                    }
                };
                cells.iter().map(owner).sum::<i32>() > 0
            };
            let target = if leads(groups[0]) == leads(groups[1]) { -1.0 } else { 1.0 };
            riddles.teach(index, target);
        }
        riddles
    }

    /// The error of a network with so many hidden units that has learned, and how many of these are at work.
    fn solved(
        rules: &dyn Rules,
        recipe: &str,
        hidden: usize,
        groups: [&[usize]; 2],
        settings: Settings,
    ) -> (f64, usize) {
        let scheme = Arc::new(scheme(rules, &recipe.parse().unwrap()));
        let begun = Network::new(scheme, Shape { phases: 1, hidden }, vec![0.0], 5);
        let train = riddles(rules, &begun, 3000, groups);
        let (network, epoch) = Fit::new(&train, &train, settings).unwrap().learn(&begun, &mut |_| {});
        (epoch.test, inspect(&network, &train).at_work)
    }

    #[test]
    fn hidden_units_stay_at_work_and_tell_what_a_sum_cannot() {
        let rules = agon_games::find("tapatan").unwrap();
        let settings = Settings { epochs: 30, batch: 128, ..Settings::default() };
        let (corners, middle) = ([0, 2, 6, 8], [4]);
        let [(straight, _), (bent, at_work)] =
            [0, 8].map(|hidden| solved(rules.as_ref(), "cell", hidden, [&corners, &middle], settings));
        assert!(at_work >= 6, "{at_work} of 8 hidden units are at work");
        assert!(bent < 0.6 * straight, "an error of {bent}, and of {straight} without hidden units");
    }

    #[test]
    fn hidden_units_stay_at_work_where_a_thousand_patterns_are_heard_at_once() {
        let rules = agon_games::find("outer-open-gomoku").unwrap();
        let settings = Settings { epochs: 3, batch: 128, ..Settings::default() };
        let middle = [96, 97, 98, 111, 112, 113, 126, 127, 128];
        let (_, at_work) = solved(rules.as_ref(), "cell+line6*", 8, [&middle, &[0, 14, 210, 224]], settings);
        assert!(at_work >= 6, "{at_work} of 8 hidden units are at work");
    }

    #[test]
    fn the_number_of_threads_makes_no_difference() {
        let rules = agon_games::find("tapatan").unwrap();
        let begun = network(rules.as_ref(), "cell+line3");
        let train = positions(rules.as_ref(), &begun, 3000);
        let learned = |threads: usize| {
            let settings = Settings { epochs: 2, batch: 1000, threads, ..Settings::default() };
            Fit::new(&train, &train, settings).unwrap().learn(&begun, &mut |_| {})
        };
        let one = learned(1);
        assert_eq!(one, learned(3));
        assert_ne!(one.0, begun);
    }
}

//! The exploration constant of UCT for a game, by the cross-entropy method.
//!
//! Constants are drawn from a normal distribution, each plays some games against a fixed reference, and the best of them
//! make the next distribution. All constants of an iteration play from the same openings and with the same seeds, so that
//! luck is shared. Every finished game is a line of a [`Journal`]: a run that was killed plays only what is missing, and
//! comes to the same constant.

mod journal;

use std::sync::Mutex;

use agon_core::cpu::thread_time;
use agon_core::hash::combine;
use agon_core::spread::spread;
use agon_core::{Encode, Outcome, Player, Random};
use serde::{Deserialize, Serialize};

use journal::Entry;
pub use journal::{Journal, JournalError};

use crate::play::{Bout, Run, openings};

/// What is tuned, and how. Constants are the Cp of `X + 2·Cp·√(2 ln n / n_j)`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// Playouts per move.
    pub playouts: u64,
    /// The least and the greatest constant.
    pub range: [f64; 2],
    /// Constants per iteration.
    pub population: usize,
    /// The share of them that makes the next distribution.
    pub elite: f64,
    /// Games of each constant, an even number.
    pub games: usize,
    /// Iterations.
    pub iterations: usize,
    /// How much of the distribution is replaced by that of the elite.
    pub smoothing: f64,
    /// The constant of the opponent.
    pub reference: f64,
    /// The seed of everything random.
    pub seed: u64,
}

/// A distribution of constants.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Distribution {
    /// Its mean.
    pub mean: f64,
    /// Its standard deviation.
    pub spread: f64,
}

/// A constant and how it did.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sample {
    /// The constant.
    pub constant: f64,
    /// The mean of +1, 0 and -1 over its games.
    pub gain: f64,
}

/// One iteration.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Iteration {
    /// The distribution that constants were drawn from.
    pub before: Distribution,
    /// The constants, in the order in which they were drawn.
    pub samples: Vec<Sample>,
    /// The distribution that the best of them made.
    pub after: Distribution,
    /// Processor seconds.
    pub seconds: f64,
}

impl Settings {
    /// The distribution of the first iteration: the centre of the range, and half its width.
    pub fn first(&self) -> Distribution {
        let [low, high] = self.range;
        Distribution { mean: f64::midpoint(low, high), spread: (high - low) / 2.0 }
    }

    /// The number of games of all iterations.
    pub fn all_games(&self) -> usize {
        self.iterations * self.population * self.games
    }

    /// Runs all iterations that the journal does not hold yet, as far as it is let. Returns the finished ones.
    pub fn run<G: Encode>(
        &self,
        game: &G,
        journal: &mut Journal,
        run: &Run<'_>,
    ) -> Result<Vec<Iteration>, JournalError> {
        let mut iterations: Vec<Iteration> = Vec::new();
        while iterations.len() < self.iterations {
            let before = iterations.last().map_or_else(|| self.first(), |last| last.after);
            let Some(iteration) = self.iterate(game, iterations.len(), before, journal, run)? else { break };
            iterations.push(iteration);
        }
        Ok(iterations)
    }

    /// One iteration; none if it was stopped.
    fn iterate<G: Encode>(
        &self,
        game: &G,
        number: usize,
        before: Distribution,
        journal: &mut Journal,
        run: &Run<'_>,
    ) -> Result<Option<Iteration>, JournalError> {
        let constants = self.draw(number, before);
        let openings = openings(game, self.games.div_ceil(2), combine([self.seed, number as u64]));
        let known = journal.entries(number);
        let journal = Mutex::new(journal);
        let entries = spread(self.population * self.games, run.jobs, |place| {
            let (sample, match_number) = (place / self.games, place % self.games);
            if let Some(&entry) = known.get(&(sample, match_number)) {
                return Ok(Some(entry));
            }
            if (run.stop)() {
                return Ok(None);
            }
            let before = thread_time();
            // Both games of a pair begin alike, with sides exchanged.
            let side = match_number % 2;
            let mut pair = [self.reference; 2];
            pair[side] = constants[sample];
            let bout = Bout {
                game,
                start: &openings[match_number / 2 % openings.len()],
                constants: pair,
                playouts: self.playouts,
                seed: combine([self.seed, number as u64, match_number as u64]),
            };
            let gain = match bout.play(|_, _| {}).outcome {
                Outcome::Win(winner) if winner == Player::BOTH[side] => 1,
                Outcome::Win(_) => -1,
                Outcome::Draw => 0,
            };
            let seconds = thread_time().saturating_sub(before).as_secs_f64();
            let entry = Entry { iteration: number, sample, game: match_number, gain, seconds };
            let mut journal = journal.lock().expect("no thread panics while it writes");
            journal.add(entry)?;
            (run.tell)();
            Ok(Some(entry))
        });
        let entries: Option<Vec<Entry>> = entries.into_iter().collect::<Result<_, JournalError>>()?;
        Ok(entries.map(|entries| {
            let gains = entries.chunks(self.games).map(|games| {
                f64::from(games.iter().map(|entry| entry.gain).sum::<i32>()) / self.games as f64
            });
            let samples: Vec<Sample> =
                constants.iter().zip(gains).map(|(&constant, gain)| Sample { constant, gain }).collect();
            let after = self.learn(before, &samples);
            let seconds = entries.iter().map(|entry| entry.seconds).sum();
            Iteration { before, samples, after, seconds }
        }))
    }

    /// The constants of an iteration: normally distributed, and cut to the range.
    fn draw(&self, number: usize, from: Distribution) -> Vec<f64> {
        let mut random = Random::stream(self.seed, number as u64);
        let [low, high] = self.range;
        (0..self.population)
            .map(|_| (from.mean + from.spread * normal(&mut random)).clamp(low, high))
            .collect()
    }

    /// The next distribution.
    fn learn(&self, before: Distribution, samples: &[Sample]) -> Distribution {
        let mut best: Vec<&Sample> = samples.iter().collect();
        best.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        best.truncate(((self.elite * samples.len() as f64).round() as usize).clamp(1, samples.len()));
        let count = best.len() as f64;
        let mean = best.iter().map(|sample| sample.constant).sum::<f64>() / count;
        let variance = best.iter().map(|sample| (sample.constant - mean).powi(2)).sum::<f64>() / count;
        let blend = |old: f64, new: f64| (1.0 - self.smoothing) * old + self.smoothing * new;
        Distribution { mean: blend(before.mean, mean), spread: blend(before.spread, variance.sqrt()) }
    }
}

/// A number that is as good as normally distributed: the sum of twelve uniform ones, which is the same on every machine.
fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| random.unit()).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings {
            game: "tic-tac-toe".to_owned(),
            version: 1,
            playouts: 20,
            range: [0.2, 2.0],
            population: 10,
            elite: 0.2,
            games: 4,
            iterations: 3,
            smoothing: 0.5,
            reference: 0.5,
            seed: 1,
        }
    }

    #[test]
    fn the_first_constants_fill_the_range() {
        let settings = Settings { population: 2000, ..settings() };
        assert_eq!(settings.first(), Distribution { mean: 1.1, spread: 0.9 });
        let drawn = settings.draw(0, settings.first());
        assert!(drawn.iter().all(|constant| (0.2..=2.0).contains(constant)));
        let mean = drawn.iter().sum::<f64>() / 2000.0;
        assert!((mean - 1.1).abs() < 0.05, "{mean}");
        // About a sixth of a normal distribution is more than one deviation below its mean.
        let cut = drawn.iter().filter(|&&constant| constant == 0.2).count();
        assert!((270..370).contains(&cut), "{cut}");
    }

    #[test]
    fn the_next_distribution_is_made_by_the_best() {
        let gains = [0.1, 0.9, -0.3, 0.5, 0.2, 0.0, 0.3, -1.0, 0.4, 0.1];
        let samples: Vec<Sample> = gains
            .iter()
            .enumerate()
            .map(|(index, &gain)| Sample { constant: 0.2 * (index + 1) as f64, gain })
            .collect();
        let after = settings().learn(Distribution { mean: 1.1, spread: 0.9 }, &samples);
        // The elite is 0.4 and 0.8: mean 0.6, deviation 0.2.
        assert!((after.mean - (0.55 + 0.3)).abs() < 1e-12 && (after.spread - (0.45 + 0.1)).abs() < 1e-12);
    }
}

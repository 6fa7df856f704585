//! The best values for keys of an agent, by the cross-entropy method.
//!
//! Values are drawn from normal distributions, one for each key; each draw plays some games against a fixed reference, and the
//! best of them make the next distributions. All draws of an iteration play from the same openings and with the same seeds, so
//! that luck is shared. Every finished game is kept in a ledger: a run that was killed plays only what is missing, and comes to
//! the same values.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::Path;

use agon_agents::{AgentError, AgentSpec, Playable};
use agon_arena::bout::Bout;
use agon_arena::ledger::{self, Entry, Extra, Ledger, Named, Pairing, Roster, RuleSet, Slot};
use agon_arena::openings;
use agon_core::Random;
use agon_core::hash::combine;
use agon_search::settings::Kind;
use serde::{Deserialize, Serialize};

use crate::error::{LearnError, Unfit};
use crate::play::{EXPLORATION, Pace, seat};

/// What is tuned, and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules.
    pub version: u32,
    /// The agent that is tuned.
    pub agent: AgentSpec,
    /// The opponent.
    pub reference: AgentSpec,
    /// Draws per iteration.
    pub population: usize,
    /// The share of them that makes the next distribution.
    pub elite: f64,
    /// Games of each draw, an even number.
    pub games: usize,
    /// Iterations.
    pub iterations: usize,
    /// How much of the distribution is replaced by that of the elite.
    pub smoothing: f64,
    /// The seed of everything random.
    pub seed: u64,
    /// What is varied.
    pub knobs: Vec<Knob>,
}

/// A key of an agent that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Knob {
    /// What the number is called.
    pub name: String,
    /// The key.
    pub key: String,
    /// The least and the greatest number.
    pub range: [f64; 2],
    /// The value of the key for the number 1.
    pub unit: f64,
}

impl Knob {
    /// The number is the value of the key.
    pub fn plain(key: &str, range: [f64; 2]) -> Knob {
        Knob { name: key.to_owned(), key: key.to_owned(), range, unit: 1.0 }
    }

    /// A key in the whole range that an agent allows.
    pub fn whole(agent: &AgentSpec, key: &str) -> Result<Knob, LearnError> {
        let range = match kind(agent, key)? {
            Kind::Number(least, most) if most.is_finite() => [least, most],
            Kind::Count(least, most) if most < u64::from(u32::MAX) => [least as f64, most as f64],
            kind => {
                let sentence = format!("{}: say the range to search, as in {key}=1..10", kind.words());
                return Err(Unfit::new(format!("the key {key}"), &"without an end", sentence).into());
            }
        };
        Ok(Knob::plain(key, range))
    }

    /// The constant of UCT that papers call Cp, where `c` is 2√2 Cp.
    pub fn exploration(range: [f64; 2]) -> Knob {
        Knob { name: "Cp".to_owned(), key: "c".to_owned(), range, unit: EXPLORATION }
    }

    /// The agent with this number.
    fn turn(&self, agent: &AgentSpec, number: f64) -> Result<AgentSpec, LearnError> {
        let value = self.unit * number;
        let text = match kind(agent, &self.key)? {
            Kind::Count(..) | Kind::CountOr(..) => (value.round() + 0.0).to_string(),
            // The digits that searches work with.
            Kind::Number(..) => (value as f32).to_string(),
            kind => {
                let found = format!("{} of {}", self.key, agent.algorithm().name);
                return Err(Unfit::new(
                    "the key to be tuned",
                    &found,
                    format!("one that is a number, not {}", kind.words()),
                )
                .into());
            }
        };
        Ok(agent.with(&self.key, &text)?)
    }
}

/// What the values of a key look like.
fn kind(agent: &AgentSpec, key: &str) -> Result<Kind, AgentError> {
    let algorithm = agent.algorithm();
    algorithm.key(key).map(|key| key.kind).ok_or_else(|| AgentError::UnknownKey {
        name: algorithm.name,
        key: key.to_owned(),
        known: algorithm.all_keys().map(|key| key.name).collect(),
    })
}

/// A normal distribution.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Normal {
    /// Its mean.
    pub mean: f64,
    /// Its standard deviation.
    pub spread: f64,
}

/// What was drawn and how it did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sample {
    /// One number for each knob.
    pub numbers: Vec<f64>,
    /// The mean of +1, 0 and -1 over its games.
    pub gain: f64,
}

/// One iteration.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Iteration {
    /// The distributions that numbers were drawn from, one for each knob.
    pub before: Vec<Normal>,
    /// What was drawn, in order.
    pub samples: Vec<Sample>,
    /// The distributions that the best of them made.
    pub after: Vec<Normal>,
    /// Seconds that agents thought.
    pub seconds: f64,
}

/// As many as anybody plays, and few enough for all products to fit.
const POPULATION: RangeInclusive<usize> = 2..=10_000;
const GAMES: RangeInclusive<usize> = 2..=100_000;
const ITERATIONS: RangeInclusive<usize> = 1..=10_000;

/// Whether a number is above 0 and at most 1.
fn is_share(number: f64) -> bool {
    number > 0.0 && number <= 1.0
}

impl Settings {
    /// The distributions of the first iteration: the centre of each range, and half its width.
    pub fn first(&self) -> Vec<Normal> {
        let normal =
            |&[low, high]: &[f64; 2]| Normal { mean: f64::midpoint(low, high), spread: (high - low) / 2.0 };
        self.knobs.iter().map(|knob| normal(&knob.range)).collect()
    }

    /// The number of games of all iterations.
    pub fn all_games(&self) -> usize {
        self.iterations * self.population * self.games
    }

    /// The tuned agent: numbers to four digits, which is more than they are known to, and reads well.
    pub fn tuned(&self, found: &[Normal]) -> Result<AgentSpec, LearnError> {
        let numbers: Vec<f64> = found.iter().map(|normal| (normal.mean * 1e4).round() / 1e4).collect();
        self.with(&numbers)
    }

    /// The agent with these numbers.
    fn with(&self, numbers: &[f64]) -> Result<AgentSpec, LearnError> {
        let agent = self.agent.clone();
        self.knobs.iter().zip(numbers).try_fold(agent, |agent, (knob, &number)| knob.turn(&agent, number))
    }

    /// What is wrong with the settings, if anything.
    pub fn check(&self, rules: &dyn Playable) -> Result<(), LearnError> {
        let counts = [
            ("population", self.population, POPULATION),
            ("the number of games of each draw", self.games, GAMES),
            ("iterations", self.iterations, ITERATIONS),
        ];
        for (name, count, range) in counts {
            let expected = format!("a number from {} to {}", range.start(), range.end());
            Unfit::unless(range.contains(&count), name, &count, &expected)?;
        }
        Unfit::unless_kept(self.seed)?;
        let even = self.games.is_multiple_of(2);
        Unfit::unless(even, "the number of games of each draw", &self.games, "an even number")?;
        Unfit::unless(is_share(self.elite), "elite", &self.elite, "a number above 0 and up to 1")?;
        Unfit::unless(
            is_share(self.smoothing),
            "smoothing",
            &self.smoothing,
            "a number above 0 and up to 1",
        )?;
        Unfit::unless(!self.knobs.is_empty(), "the number of keys to be tuned", &0, "at least one")?;
        for Knob { name, key, range: [low, high], .. } in &self.knobs {
            let ordered = low.is_finite() && high.is_finite() && low < high;
            let name = format!("the range of {name}");
            Unfit::unless(ordered, &name, &format!("{low}..{high}"), "two numbers, the smaller one first")?;
            let twice = self.knobs.iter().filter(|other| other.key == *key).count() > 1;
            Unfit::unless(!twice, "the key to be tuned", &format!("{key} twice"), "every key once")?;
        }
        // What suits at both ends of all ranges suits between them.
        for end in [0, 1] {
            let numbers: Vec<f64> = self.knobs.iter().map(|knob| knob.range[end]).collect();
            rules.agent(&self.with(&numbers)?)?;
        }
        rules.agent(&self.reference)?;
        Ok(())
    }

    /// The ledger of this tuning, which is begun if it is not there.
    pub fn ledger(&self, path: &Path) -> Result<Ledger, LearnError> {
        let rules = RuleSet { spec: self.game.clone(), version: self.version, openings: Vec::new() };
        let run = ledger::Run {
            kind: ledger::Kind::Tuning,
            name: format!("Tuning {} for {}", self.agent, self.game),
            text: toml::to_string(self).expect("settings are made of texts and numbers"),
            anchor: None,
            roster: Roster { agents: Vec::new(), rules: vec![rules] },
        };
        Ok(Ledger::resume(path, &run)?)
    }

    /// Runs all iterations that the ledger does not hold yet, as far as it is let. Returns the finished ones.
    pub fn run(
        &self,
        rules: &dyn Playable,
        ledger: &mut Ledger,
        pace: &Pace<'_>,
    ) -> Result<Vec<Iteration>, LearnError> {
        self.check(rules)?;
        let mut iterations: Vec<Iteration> = Vec::new();
        while iterations.len() < self.iterations {
            let before = iterations.last().map_or_else(|| self.first(), |last| last.after.clone());
            let Some(iteration) = self.iterate(rules, iterations.len(), before, ledger, pace)? else { break };
            iterations.push(iteration);
        }
        Ok(iterations)
    }

    /// One iteration; none if it was stopped.
    fn iterate(
        &self,
        rules: &dyn Playable,
        number: usize,
        before: Vec<Normal>,
        ledger: &mut Ledger,
        pace: &Pace<'_>,
    ) -> Result<Option<Iteration>, LearnError> {
        let drawn = self.draw(number, &before);
        let agents = drawn.iter().map(|numbers| self.with(numbers)).collect::<Result<Vec<AgentSpec>, _>>()?;
        let reference = &self.reference;
        let openings = openings::shortest(rules, self.games.div_ceil(2), combine([self.seed, number as u64]));
        let slots = self.slots(number, &agents, ledger)?;
        let first = (number * self.population * self.games) as u64 + 1;
        let play = |slot: Slot| {
            let place = (slot.number - first) as usize;
            let (sample, game) = (place / self.games, place % self.games);
            let bout = Bout {
                rules,
                agents: [&agents[sample], reference],
                opening: openings.get(game / 2 % openings.len().max(1)),
                a_first: slot.a_first,
                seed: combine([self.seed, number as u64, game as u64]),
                max_plies: None,
            };
            let [mut a, mut b] = seat(&bout);
            (bout.play_with(&mut [a.as_mut(), b.as_mut()]), Extra::default())
        };
        let (wanted, tell) = (slots.iter().copied(), |_: &Entry| (pace.tell)());
        if !ledger.play(wanted, pace.jobs, pace.goes_on, &play, &tell)? {
            return Ok(None);
        }
        let mut played: HashMap<u64, (i8, f64)> = HashMap::new();
        ledger.each(|_, entry| {
            let seconds = entry.spent.iter().map(|spent| spent.seconds).sum();
            played.insert(entry.number, (entry.gain, seconds));
        })?;
        let games: Vec<(i8, f64)> =
            slots.iter().filter_map(|slot| played.get(&slot.number).copied()).collect();
        let gains = games.chunks(self.games).map(|games| {
            f64::from(games.iter().map(|&(gain, _)| i32::from(gain)).sum::<i32>()) / self.games as f64
        });
        let samples: Vec<Sample> =
            drawn.into_iter().zip(gains).map(|(numbers, gain)| Sample { numbers, gain }).collect();
        let after = self.learn(&before, &samples);
        let seconds = games.iter().map(|&(_, seconds)| seconds).sum();
        Ok(Some(Iteration { before, samples, after, seconds }))
    }

    /// The games of an iteration, draw by draw. Both games of a pair begin alike, with sides exchanged.
    fn slots(
        &self,
        number: usize,
        agents: &[AgentSpec],
        ledger: &mut Ledger,
    ) -> Result<Vec<Slot>, LearnError> {
        let opponent = ledger.agent(&Named::plain(&self.reference))?;
        let mut slots = Vec::new();
        for (sample, agent) in agents.iter().enumerate() {
            let agent = ledger.agent(&Named::plain(agent))?;
            let meeting = Pairing { round: number as u32, rules: 0, agents: [agent, opponent] };
            let pairing = ledger.pair(&[meeting])?[0];
            slots.extend((0..self.games).map(|game| Slot {
                number: ((number * self.population + sample) * self.games + game) as u64 + 1,
                pairing,
                // Equal draws share a pairing, but no pair.
                pair: (sample * self.games / 2 + game / 2) as u32,
                a_first: game.is_multiple_of(2),
            }));
        }
        Ok(slots)
    }

    /// The numbers of an iteration: normally distributed, and cut to their ranges.
    fn draw(&self, number: usize, from: &[Normal]) -> Vec<Vec<f64>> {
        let mut random = Random::stream(self.seed, number as u64);
        let mut draw = |knob: &Knob, from: &Normal| {
            let [low, high] = knob.range;
            (from.mean + from.spread * normal(&mut random)).clamp(low, high)
        };
        (0..self.population)
            .map(|_| self.knobs.iter().zip(from).map(|(knob, from)| draw(knob, from)).collect())
            .collect()
    }

    /// The next distributions.
    fn learn(&self, before: &[Normal], samples: &[Sample]) -> Vec<Normal> {
        let mut best: Vec<&Sample> = samples.iter().collect();
        best.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        best.truncate(((self.elite * samples.len() as f64).round() as usize).clamp(1, samples.len()));
        let count = best.len() as f64;
        let blend = |old: f64, new: f64| (1.0 - self.smoothing) * old + self.smoothing * new;
        let learned = |(place, before): (usize, &Normal)| {
            let numbers = || best.iter().map(|sample| sample.numbers[place]);
            let mean = numbers().sum::<f64>() / count;
            let variance = numbers().map(|number| (number - mean).powi(2)).sum::<f64>() / count;
            Normal { mean: blend(before.mean, mean), spread: blend(before.spread, variance.sqrt()) }
        };
        before.iter().enumerate().map(learned).collect()
    }
}

/// A number that is as good as normally distributed: the sum of twelve uniform ones, which is the same on every machine.
fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| random.unit()).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use agon_agents::Catalogue;

    use super::*;
    use crate::play::uct;

    fn settings() -> Settings {
        Settings {
            game: "tic-tac-toe".to_owned(),
            version: 1,
            agent: "uct:playouts=20".parse().unwrap(),
            reference: uct(0.5, 20).unwrap(),
            population: 10,
            elite: 0.2,
            games: 4,
            iterations: 3,
            smoothing: 0.5,
            seed: 1,
            knobs: vec![Knob::exploration([0.2, 2.0])],
        }
    }

    #[test]
    fn the_first_numbers_fill_the_range() {
        let settings = Settings { population: 2000, ..settings() };
        assert_eq!(settings.first(), [Normal { mean: 1.1, spread: 0.9 }]);
        let drawn: Vec<f64> = settings.draw(0, &settings.first()).concat();
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
            .map(|(index, &gain)| Sample { numbers: vec![0.2 * (index + 1) as f64, 7.0], gain })
            .collect();
        let before = [Normal { mean: 1.1, spread: 0.9 }, Normal { mean: 5.0, spread: 1.0 }];
        let after = settings().learn(&before, &samples);
        // The elite is 0.4 and 0.8: mean 0.6, deviation 0.2.
        assert!(
            (after[0].mean - (0.55 + 0.3)).abs() < 1e-12 && (after[0].spread - (0.45 + 0.1)).abs() < 1e-12
        );
        assert_eq!(after[1], Normal { mean: 6.0, spread: 0.5 }, "every number learns by itself");
    }

    #[test]
    fn numbers_become_values_of_keys() {
        let with = |knobs: Vec<Knob>, numbers: &[f64]| {
            Settings { agent: "uct:playouts=20,grave=on".parse().unwrap(), knobs, ..settings() }
                .with(numbers)
                .unwrap()
                .to_string()
        };
        assert_eq!(with(vec![Knob::exploration([0.0, 1.0])], &[0.7]), "uct:c=1.9798989,grave=on,playouts=20");
        let knobs = vec![Knob::plain("ref", [1.0, 500.0]), Knob::plain("bias", [0.0, 0.1])];
        assert_eq!(
            with(knobs, &[99.6, 0.05]),
            "uct:grave=on,bias=0.05,playouts=20",
            "100 is the default of ref"
        );
    }

    #[test]
    fn settings_that_make_no_sense_are_told() {
        let rules = Catalogue::shipped().find("tic-tac-toe").unwrap();
        let sentence = |settings: Settings| settings.check(rules.as_ref()).unwrap_err().to_string();
        let range =
            |low: f64, high: f64| Settings { knobs: vec![Knob::exploration([low, high])], ..settings() };
        assert!(settings().check(rules.as_ref()).is_ok());
        let told = sentence(range(2.0, 1.0));
        assert_eq!(told, "the range of Cp is 2..1; expected two numbers, the smaller one first");
        assert!(sentence(range(f64::NAN, 1.0)).contains("the range of Cp is NaN..1"));
        assert!(sentence(range(0.1, f64::NAN)).contains("NaN"));
        assert!(sentence(range(0.1, 50.0)).contains("key c: expected a number from 0 to 100"));
        assert!(sentence(Settings { games: 3, ..settings() }).contains("is 3; expected an even number"));
        assert!(sentence(Settings { elite: f64::NAN, ..settings() }).contains("elite is NaN"));
        assert!(sentence(Settings { smoothing: 1.5, ..settings() }).contains("smoothing is 1.5"));
        assert!(sentence(Settings { population: 1, ..settings() }).contains("population is 1"));
        let most = sentence(Settings { population: usize::MAX, ..settings() });
        assert_eq!(most, format!("population is {}; expected a number from 2 to 10000", usize::MAX));
        assert!(sentence(Settings { games: usize::MAX - 1, ..settings() }).contains("from 2 to 100000"));
        assert!(sentence(Settings { seed: u64::MAX, ..settings() }).contains("seed is 18446744073709551615"));
        assert!(sentence(Settings { iterations: usize::MAX, ..settings() }).contains("from 1 to 10000"));
        let keys = |knobs: Vec<Knob>| sentence(Settings { knobs, ..settings() });
        assert!(keys(Vec::new()).contains("at least one"));
        assert!(keys(vec![Knob::plain("ref", [-5.0, 9.0])]).contains("'-5' is not a value of uct's key ref"));
        assert!(keys(vec![Knob::plain("d", [0.0, 1.0])]).contains("no key 'd'"));
        assert!(
            keys(vec![Knob::plain("policy", [0.0, 1.0])])
                .contains("policy of uct; expected one that is a number")
        );
        assert!(keys(vec![Knob::plain("c", [0.0, 1.0]), Knob::plain("c", [0.0, 2.0])]).contains("c twice"));
        let unsuitable = Settings { reference: "lexicographic".parse().unwrap(), ..settings() };
        assert!(sentence(unsuitable).contains("lexicographic"));
        let agent: AgentSpec = "uct".parse().unwrap();
        assert_eq!(Knob::whole(&agent, "epsilon").unwrap().range, [0.0, 1.0]);
        assert!(Knob::whole(&agent, "playouts").unwrap_err().to_string().contains("say the range"));
    }
}

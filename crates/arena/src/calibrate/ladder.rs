//! The search for the rungs of one game.

use agon_agents::AgentSpec;
use agon_agents::level::{Dial, Ladder, Level, Rung, Step};

use super::Settings;
use super::curve::{Curve, Results};
use super::evidence::{Evidence, Wanted};
use super::notches::Notches;
use super::placing::place;
use super::steps::{meeting, step};
use crate::stats::{Pentanomial, elo};

/// Notches between neighbours of the survey.
const SURVEY_STEP: f64 = 1.0;
/// The survey, and the rounds after it, play this share of the games that a step is verified with in the end.
const SHARES: [usize; 8] = [4, 4, 2, 1, 1, 1, 1, 1];

/// The search for the ladder of a game, given the results so far.
pub(super) struct LadderSearch<'a> {
    notches: Notches,
    evidence: &'a Evidence,
    settings: Settings,
    greedy: AgentSpec,
}

impl<'a> LadderSearch<'a> {
    pub(super) fn new(dial: Dial, evidence: &'a Evidence, settings: Settings) -> LadderSearch<'a> {
        let greedy = "greedy".parse().expect("greedy is an agent");
        LadderSearch { notches: Notches::new(&dial), evidence, settings, greedy }
    }

    /// The ladder, or the games without which it cannot be told.
    ///
    /// A survey tells how strength grows along the dial. The rungs are placed where steps should be even, and neighbours play;
    /// what comes out corrects the estimate and may move rungs, until all stay where they are or there were enough rounds.
    pub(super) fn climb(&self, game: String, version: u32) -> Result<Ladder, Vec<Wanted>> {
        let full = self.settings.pairs;
        let pairs = SHARES.map(|share| full.div_ceil(share));
        let mut results = Results::default();
        self.survey(pairs[0], &mut results)?;
        let mut rungs = self.place(&results);
        for (round, &pairs) in pairs.iter().enumerate().skip(1) {
            self.verify(&rungs, pairs, &mut results)?;
            let better = self.place(&results);
            let settled = better == rungs && pairs == full;
            if settled || round + 1 == SHARES.len() {
                break;
            }
            rungs = better;
        }
        self.fill(&mut rungs);
        // Of steps that are not claimed less has to be known.
        self.verify(&rungs, pairs[0], &mut results)?;
        self.tell(&rungs, &results, game, version)
    }

    /// Where strength does not suffice for all steps, the levels above the last one are spread over what is left of the dial: more
    /// thought is never worse by much, and the highest level should be the strongest.
    fn fill(&self, rungs: &mut Vec<usize>) {
        let (found, levels) = (rungs.len(), usize::from(Level::TOP));
        let (from, top) = (self.notches.at(rungs[found - 1]), self.notches.range()[1]);
        for level in found + 1..=levels {
            let share = (level - found) as f64 / (levels - found) as f64;
            let place = self.notches.place(from + share * (top - from));
            // The same player twice would not even be another one by name.
            rungs.push(place.max(rungs[level - 2] + 1).min(self.notches.len() - 1));
        }
    }

    fn place(&self, results: &Results) -> Vec<usize> {
        place(&self.notches, &Curve::fit(&self.notches, results), results, self.settings.pairs)
    }

    /// Lets neighbours on the dial play, and the greedy player against the weaker ones.
    fn survey(&self, pairs: usize, results: &mut Results) -> Result<(), Vec<Wanted>> {
        let [lowest, highest] = self.notches.range();
        let count = ((highest - lowest) / SURVEY_STEP).round().max(1.0);
        let places: Vec<usize> = (0..=count as u32)
            .map(|index| self.notches.place(lowest + (highest - lowest) * f64::from(index) / count))
            .collect();
        let meetings = places.windows(2).map(|pair| (pair[1], pair[0]));
        let weak = places.iter().copied().filter(|&place| self.notches.at(place) <= Dial::DECIDED);
        self.play(meetings, weak, pairs, results)
    }

    /// Lets every level play against the one below, and the greedy player against the lowest.
    fn verify(&self, rungs: &[usize], pairs: usize, results: &mut Results) -> Result<(), Vec<Wanted>> {
        let meetings =
            rungs.windows(2).map(|pair| (pair[1], pair[0])).filter(|(upper, lower)| upper != lower);
        self.play(meetings, rungs[..1].iter().copied(), pairs, results)
    }

    /// Adds the results of meetings, all of the same number of games, or says which games are missing.
    fn play(
        &self,
        meetings: impl Iterator<Item = (usize, usize)>,
        greedy: impl Iterator<Item = usize>,
        pairs: usize,
        results: &mut Results,
    ) -> Result<(), Vec<Wanted>> {
        let mut missing = Vec::new();
        let mut ask = |a: &AgentSpec, b: &AgentSpec, known: Option<&Pentanomial>| {
            // A meeting may have been longer in an earlier round.
            if known.is_some_and(|known| known.pairs() >= pairs as u64) {
                return None;
            }
            self.evidence.ask(a, b, pairs).map_err(|games| missing.extend(games)).ok()
        };
        for (upper, lower) in meetings {
            let known = results.meetings.get(&(upper, lower));
            if let Some(result) = ask(self.notches.spec(upper), self.notches.spec(lower), known) {
                results.meetings.insert((upper, lower), result);
            }
        }
        for place in greedy {
            if let Some(result) = ask(&self.greedy, self.notches.spec(place), results.greedy.get(&place)) {
                results.greedy.insert(place, result);
            }
        }
        if missing.is_empty() { Ok(()) } else { Err(missing) }
    }

    /// The ladder with what is known of its steps.
    fn tell(
        &self,
        rungs: &[usize],
        results: &Results,
        game: String,
        version: u32,
    ) -> Result<Ladder, Vec<Wanted>> {
        let pairs = self.settings.pairs;
        let [lowest, highest] = [rungs[0], rungs[rungs.len() - 1]].map(|place| self.notches.spec(place));
        let random = "random".parse().expect("random is an agent");
        let [random, span] =
            [(lowest, &random), (highest, lowest)].map(|(a, b)| self.evidence.ask(a, b, pairs));
        let missing: Vec<Wanted> = [&random, &span]
            .into_iter()
            .filter_map(|asked| asked.as_ref().err().cloned())
            .flatten()
            .collect();
        if !missing.is_empty() {
            return Err(missing);
        }
        // The ladder tells it the other way round.
        let mut greedy = results.greedy[&rungs[0]];
        greedy.0.reverse();
        let mut rating = 0.0;
        let rungs = rungs.iter().enumerate().map(|(index, &place)| {
            let below =
                index.checked_sub(1).map(|below| match results.meetings.get(&(place, rungs[below])) {
                    Some(&result) => step(result, SHARES.len() - 1),
                    // The dial is too short for so many different players.
                    None => Step { score: 0.5, low: 0.5, high: 0.5, games: 0, p: 1.0, reached: false },
                });
            rating += below.map_or(0.0, |step| elo(step.score.clamp(0.5, 0.99)));
            Rung {
                level: index as u8 + 1,
                spec: self.notches.spec(place).to_string(),
                rating: f64::round(rating) as i32,
                below,
                confirmed: None,
            }
        });
        let rungs = rungs.collect();
        Ok(Ladder {
            game,
            version,
            seed: self.settings.seed,
            greedy: Some(meeting(greedy)),
            random: random.ok().map(meeting),
            span: span.ok().map(meeting),
            confirmed: None,
            rungs,
        })
    }
}

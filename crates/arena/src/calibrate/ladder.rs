//! The search for the rungs of one game.

use agon_agents::AgentSpec;
use agon_agents::level::{Dial, Level, Rung, Step, Table};

use super::Settings;
use super::evidence::{Evidence, Wanted};
use super::steps::{WANTED, difference, meeting, step};
use crate::stats::elo;

/// Notches between neighbours of the scan: above [`Dial::DECIDED`] games cost more and strength grows more evenly.
const SCAN_STEP: [f64; 2] = [1.0, 2.0];
/// Rungs are looked for on a grid as fine as this.
const GRID: f64 = 1.0 / 16.0;
/// The lowest level that does not overlook what a single move shows.
const LAST_SOUND: u8 = 3;
/// How often a rung is moved before the nearest to what was wanted has to do.
const ATTEMPTS: usize = 6;
/// Steps between players who together look at more positions than this are looked at twice instead of three times.
const COSTLY: u64 = 30_000;
/// A look before the last does not settle what is close to the bounds, and gives up what is far beyond them.
const CLEAR: std::ops::RangeInclusive<f64> = 0.62..=0.83;
const HOPEFUL: std::ops::RangeInclusive<f64> = 0.55..=0.90;
/// The lowest level should lose by this much against a player who looks one move ahead: he wins seven games of ten.
const BELOW_GREEDY: f64 = 150.0;
/// What the lowest level may score against him, in the search for it.
const GREEDY_SCORE: f64 = 0.55;
/// He should lose by this much at least, if steps as wide as can be take him there.
const NEAR_GREEDY: f64 = 40.0;
/// The Elo of a step that is looked for, at least and at most: 63 % and 82 % of the points.
const STEP: [f64; 2] = [90.0, 260.0];
/// Where there is room, steps are between these: 67 % and 78 %.
const PLEASANT: [f64; 2] = [120.0, 220.0];
/// More thought is taken to be harmful where the scan says that it costs this much.
const HARMFUL: f64 = 100.0;
/// Below this no number of games we could play would make steps certain; the rungs are spread evenly and not moved.
const NARROW: f64 = 75.0;

/// The search for the ladder of a game, given the results so far.
pub struct Ladder<'a> {
    dial: Dial,
    evidence: &'a Evidence,
    settings: Settings,
}

/// How strength grows along the dial: notches with their ratings, and the rating of the greedy player.
struct Curve {
    /// From the lowest notch to that of the strongest player.
    knots: Vec<(f64, f64)>,
    greedy: f64,
}

/// A rung that was tried.
struct Attempt {
    notch: f64,
    spec: AgentSpec,
    step: Step,
    suits: bool,
}

impl<'a> Ladder<'a> {
    pub(super) fn new(dial: Dial, evidence: &'a Evidence, settings: Settings) -> Ladder<'a> {
        Ladder { dial, evidence, settings }
    }

    /// The ladder, or the games without which it cannot be told.
    pub(super) fn climb(&self, game: String, version: u32) -> Result<Table, Vec<Wanted>> {
        let curve = self.scan()?;
        let top = curve.top();
        let (mut notch, mut spec) = (top, self.dial.spec(top));
        // From the top down: the level, who plays it, and how he did against the level below.
        let mut rungs: Vec<(u8, AgentSpec, Option<Step>)> = Vec::new();
        for level in (2..=Level::TOP).rev() {
            let goal = curve.goal(notch, level);
            let lower = self.descend(&curve, notch, &spec, goal, level - 1)?;
            rungs.push((level, std::mem::replace(&mut spec, lower.spec), Some(lower.step)));
            notch = lower.notch;
        }
        rungs.push((1, spec, None));
        rungs.reverse();
        let (lowest, highest) = (&rungs[0].1, &rungs[rungs.len() - 1].1);
        let pairs = self.settings.pairs;
        let [greedy, random] = ["greedy", "random"].map(|name| {
            let anchor = name.parse().expect("the anchors are agents");
            self.evidence.ask(lowest, &anchor, 2 * pairs).map(meeting)
        });
        let span = self.evidence.ask(highest, lowest, pairs).map(meeting);
        let missing: Vec<Wanted> = [&greedy, &random, &span]
            .into_iter()
            .filter_map(|asked| asked.as_ref().err().cloned())
            .flatten()
            .collect();
        if !missing.is_empty() {
            return Err(missing);
        }
        let mut rating = 0.0;
        let rungs = rungs.iter().map(|(level, spec, below)| {
            rating += below.map_or(0.0, |step| elo(step.score.clamp(0.5, 0.99)));
            Rung {
                level: *level,
                spec: spec.to_string(),
                rating: f64::round(rating) as i32,
                below: *below,
                confirmed: None,
            }
        });
        let rungs = rungs.collect();
        Ok(Table {
            game,
            version,
            seed: self.settings.seed,
            greedy: greedy.ok(),
            random: random.ok(),
            span: span.ok(),
            confirmed: None,
            rungs,
        })
    }

    /// Lets neighbours on the dial play, and the greedy player against some of the weaker ones.
    fn scan(&self) -> Result<Curve, Vec<Wanted>> {
        let top = self.dial.top();
        let mut notches = vec![Dial::LOWEST];
        while notches[notches.len() - 1] < top {
            let last = notches[notches.len() - 1];
            let next = last + SCAN_STEP[usize::from(last >= Dial::DECIDED)];
            // A last gap that is too small is joined to the one before.
            notches.push(if next + 0.75 > top { top } else { next });
        }
        let pairs = self.settings.pairs.div_ceil(2);
        let greedy: AgentSpec = "greedy".parse().expect("greedy is an agent");
        let steps: Vec<_> = notches
            .windows(2)
            .map(|pair| self.evidence.ask(&self.dial.spec(pair[1]), &self.dial.spec(pair[0]), pairs))
            .collect();
        let weak: Vec<f64> = notches.iter().copied().filter(|&notch| notch <= Dial::DECIDED).collect();
        let anchors: Vec<_> =
            weak.iter().map(|&notch| self.evidence.ask(&greedy, &self.dial.spec(notch), pairs)).collect();
        let missing: Vec<Wanted> = steps
            .iter()
            .chain(&anchors)
            .filter_map(|asked| asked.as_ref().err().cloned())
            .flatten()
            .collect();
        if !missing.is_empty() {
            return Err(missing);
        }
        let gains: Vec<f64> = steps.into_iter().flatten().map(difference).collect();
        let mut curve = Curve { knots: vec![(Dial::LOWEST, 0.0)], greedy: 0.0 };
        for (&notch, gain) in notches[1..=strongest(&gains)].iter().zip(&gains) {
            let below = curve.top_rating();
            // The dial is taken to be in order; where it is not, the games to come will tell.
            curve.knots.push((notch, below + gain.max(5.0)));
        }
        let (mut sum, mut weight) = (0.0, 0.0);
        for (&notch, result) in weak.iter().zip(anchors.into_iter().flatten()) {
            let score = result.score().0;
            // Even results say most.
            let own = score * (1.0 - score) + 0.01;
            sum += own * (curve.rating(notch) + difference(result));
            weight += own;
        }
        curve.greedy = sum / weight;
        Ok(curve)
    }

    /// The player who should lose to `upper` by `goal` Elo, found by playing.
    fn descend(
        &self,
        curve: &Curve,
        notch: f64,
        upper: &AgentSpec,
        goal: f64,
        level: u8,
    ) -> Result<Attempt, Vec<Wanted>> {
        let narrow = goal < NARROW;
        let goal = if narrow { goal.max(1.0) } else { goal.clamp(STEP[0], STEP[1]) };
        let mut below = notch - curve.notch(curve.rating(notch) - goal).min(notch - GRID);
        let lowest = if level < LAST_SOUND { Dial::LOWEST } else { Dial::SOUND };
        // Between gaps that were too small and gaps that were too wide there is the one that is wanted.
        let (mut small, mut wide) = (0.0_f64, f64::INFINITY);
        let mut attempts: Vec<Attempt> = Vec::new();
        for _ in 0..if narrow { 2 } else { ATTEMPTS } {
            let lower = (((notch - below) / GRID).round() * GRID).max(lowest);
            let spec = self.dial.spec(lower);
            if spec == *upper || attempts.iter().any(|attempt| attempt.spec == spec) {
                break;
            }
            let step = self.verify(upper, &spec, if narrow { 1 } else { 3 })?;
            let too_strong = level == 1 && {
                let greedy = "greedy".parse().expect("greedy is an agent");
                self.evidence.ask(&spec, &greedy, self.settings.pairs)?.score().0 >= GREEDY_SCORE
            };
            let suits = step.reached && !too_strong;
            attempts.push(Attempt { notch: lower, spec, step, suits });
            if suits {
                break;
            }
            // The next try assumes that strength grows evenly from here; a step that was too small to be certain has to grow.
            let gap = notch - lower;
            if step.score > *WANTED.end() {
                wide = wide.min(gap);
            } else {
                small = small.max(gap);
            }
            let found = elo(step.score.clamp(0.02, 0.98)).max(10.0);
            let wanted = if step.score < *CLEAR.start() { goal.max(elo(0.70)) } else { goal };
            let least = if too_strong { 1.4 } else { 0.5 };
            below = gap * (wanted / found).clamp(least, 2.0);
            if wide.is_finite() {
                let edge = 0.2 * (wide - small);
                below = below.clamp((small + edge).min(wide), (wide - edge).max(small));
            }
        }
        let miss = |attempt: &Attempt| {
            let score = attempt.step.score;
            let outside = (WANTED.start() - score).max(score - WANTED.end()).max(0.0);
            (!attempt.suits, !attempt.step.reached, outside)
        };
        let best = attempts
            .into_iter()
            .filter(|attempt| attempt.step.score >= 0.5)
            .min_by(|a, b| miss(a).partial_cmp(&miss(b)).expect("scores are numbers"));
        // Where nothing weaker was found the level is the same player once more, and the table says that no step was reached.
        Ok(best.unwrap_or_else(|| Attempt {
            notch,
            spec: upper.clone(),
            step: Step { score: 0.5, low: 0.5, high: 0.5, games: 0, p: 1.0, reached: false },
            suits: false,
        }))
    }

    /// Plays until a step is certain, hopeless, or has been looked at often enough.
    fn verify(&self, upper: &AgentSpec, lower: &AgentSpec, looks: usize) -> Result<Step, Vec<Wanted>> {
        let nodes = |spec: &AgentSpec| spec.limit().nodes.unwrap_or(0);
        let looks = if nodes(upper) + nodes(lower) > COSTLY { looks.min(2) } else { looks };
        let mut look = 1;
        loop {
            let pairs = self.settings.pairs << (look - 1);
            let step = step(self.evidence.ask(upper, lower, pairs)?, looks);
            let settled = step.reached && CLEAR.contains(&step.score) || !HOPEFUL.contains(&step.score);
            if settled || look == looks {
                return Ok(step);
            }
            look += 1;
        }
    }
}

impl Curve {
    /// The notch of the strongest player.
    fn top(&self) -> f64 {
        self.knots[self.knots.len() - 1].0
    }

    /// His rating.
    fn top_rating(&self) -> f64 {
        self.knots[self.knots.len() - 1].1
    }

    /// The rating that the lowest level should have, given that of the level so many steps above: well below the greedy player,
    /// but no lower than the steps reach, and no higher than needed for steps that can be felt.
    fn bottom(&self, rating: f64, steps: f64) -> f64 {
        let lowest = self.knots[0].1;
        (self.greedy - BELOW_GREEDY)
            .max(rating - steps * PLEASANT[1])
            .min(self.greedy - NEAR_GREEDY)
            .max(rating - steps * STEP[1])
            .min(rating - steps * PLEASANT[0])
            .max(lowest)
    }

    /// The Elo between a level at a notch and the level below, if all steps down to the bottom are to be equal. In games with
    /// little room the lowest levels go below [`Dial::SOUND`], and those above share out what lies above.
    fn goal(&self, notch: f64, level: u8) -> f64 {
        let rating = self.rating(notch);
        let steps = f64::from(level - 1);
        let even = (rating - self.bottom(rating, steps)) / steps;
        if level > LAST_SOUND {
            even.min((rating - self.rating(Dial::SOUND)) / f64::from(level - LAST_SOUND))
        } else {
            even
        }
    }

    /// The rating at a notch.
    fn rating(&self, notch: f64) -> f64 {
        let above = self.knots.partition_point(|knot| knot.0 < notch).clamp(1, self.knots.len() - 1);
        let [(x0, y0), (x1, y1)] = [self.knots[above - 1], self.knots[above]];
        y0 + (y1 - y0) * ((notch - x0) / (x1 - x0)).clamp(0.0, 1.0)
    }

    /// The notch with a rating: ratings grow from knot to knot.
    fn notch(&self, rating: f64) -> f64 {
        let above = self.knots.partition_point(|knot| knot.1 < rating).clamp(1, self.knots.len() - 1);
        let [(x0, y0), (x1, y1)] = [self.knots[above - 1], self.knots[above]];
        x0 + (x1 - x0) * ((rating - y0) / (y1 - y0)).clamp(0.0, 1.0)
    }
}

/// How many gains it takes to reach the strongest player: the last, unless more thought only did harm.
fn strongest(gains: &[f64]) -> usize {
    let mut rating = 0.0;
    let ratings: Vec<f64> = gains
        .iter()
        .map(|gain| {
            rating += gain;
            rating
        })
        .collect();
    let best = (0..ratings.len()).max_by(|&a, &b| ratings[a].total_cmp(&ratings[b])).unwrap_or(0);
    if ratings[best] - rating > HARMFUL { best + 1 } else { gains.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_player_is_the_last_unless_thought_does_harm() {
        assert_eq!(strongest(&[200.0, 100.0, -50.0]), 3);
        assert_eq!(strongest(&[200.0, 100.0, -150.0]), 2);
        assert_eq!(strongest(&[100.0]), 1);
    }

    #[test]
    fn steps_are_even_and_widen_only_as_far_as_they_must() {
        let curve = |greedy: f64, top: f64| Curve { knots: vec![(-1.0, 0.0), (9.0, top)], greedy };
        // Nine steps from 1800 to well below the greedy player at 500.
        assert!((curve(500.0, 1800.0).goal(9.0, 10) - 1450.0 / 9.0).abs() < 1e-9);
        // A wide game: pleasant steps end above him, so that they grow.
        assert!((curve(500.0, 2600.0).goal(9.0, 10) - 2140.0 / 9.0).abs() < 1e-9);
        // He stands so high that the levels have to go far below him.
        assert!((curve(1700.0, 1800.0).goal(9.0, 10) - 120.0).abs() < 1e-9);
        // There is not more room than there is.
        assert!(curve(300.0, 500.0).goal(9.0, 10) < 500.0 / 8.0);
    }
}

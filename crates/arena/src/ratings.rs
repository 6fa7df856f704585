//! Ratings: one number per agent that explains who scores how much against whom.
//!
//! The model is that of Bradley and Terry on the Elo scale, with a draw as half a win, fitted by maximum likelihood to all
//! results at once, as Ordo does. Only differences have a meaning, so one agent, or the mean of all, is put at zero.
//!
//! Results fix the ratings only if no group of agents scored nothing against the rest (Ford's condition); one unbeaten
//! agent is enough to break it. Then, and only then, every agent is credited with one drawn game against an imaginary
//! player in the middle: ratings stay finite, and their intervals say how little is known.

use serde::Serialize;

use crate::contest::Tally;
use crate::stats::TWO_SIDED_95;

/// Elo points per natural unit of the logistic curve.
pub(crate) const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The ratings of some agents.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// One per agent, in their order.
    pub agents: Vec<Rating>,
    /// Whether each agent was credited with a drawn game, because the results alone do not fix all ratings.
    pub credited: bool,
}

/// The rating of an agent.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Elo points above the anchor.
    pub elo: f64,
    /// Half the width of the 95 % interval of that difference, from the observed information.
    pub radius: f64,
}

impl Ratings {
    /// Fits ratings to results, where `results[a][b]` are the games of `a` against `b` as `a` sees them. The agent
    /// `anchor`, or without one the mean of all, is at zero.
    pub fn fit(results: &[Vec<Tally>], anchor: Option<usize>) -> Ratings {
        let credited = !is_connected(results);
        let model = Model { results, credit: f64::from(u8::from(credited)) };
        let strengths = maximise(results.len(), 1000, 1e-12, |strengths| model.derivatives(strengths));
        let covariance = inverse(model.derivatives(&strengths).1);
        let count = results.len();
        // A rating is a difference: of one agent and the mean of some.
        let reference = |agent: usize| match anchor {
            Some(anchor) => f64::from(u8::from(agent == anchor)),
            None => 1.0 / count as f64,
        };
        let agents = (0..count).map(|agent| {
            let weight = |other: usize| f64::from(u8::from(other == agent)) - reference(other);
            let elo: f64 = (0..count).map(|other| weight(other) * strengths[other]).sum();
            let row = |i: usize| (0..count).map(|j| weight(j) * covariance[i][j]).sum::<f64>();
            let variance: f64 = (0..count).map(|i| weight(i) * row(i)).sum();
            // Rounding may leave a trace below zero where the variance is zero.
            Rating { elo: SCALE * elo, radius: SCALE * TWO_SIDED_95 * variance.max(0.0).sqrt() }
        });
        Ratings { agents: agents.collect(), credited }
    }

    /// The same ratings among more agents: `places` says which ones have them, and nothing is known about the others.
    pub(crate) fn placed(self, places: &[usize], count: usize) -> Ratings {
        let mut agents = vec![Rating { elo: 0.0, radius: f64::INFINITY }; count];
        for (&place, rating) in places.iter().zip(self.agents) {
            agents[place] = rating;
        }
        Ratings { agents, ..self }
    }
}

/// Whether every agent can be reached from every other one by steps to somebody who took points from the one before.
fn is_connected(results: &[Vec<Tally>]) -> bool {
    let took_points = |a: usize, b: usize| results[a][b].half_points() > 0;
    let reaches_all = |step: &dyn Fn(usize, usize) -> bool| {
        let mut reached = vec![false; results.len()];
        let mut open = vec![0];
        while let Some(agent) = open.pop() {
            if !std::mem::replace(&mut reached[agent], true) {
                open.extend((0..results.len()).filter(|&other| step(agent, other)));
            }
        }
        reached.into_iter().all(|reached| reached)
    };
    results.is_empty() || reaches_all(&took_points) && reaches_all(&|a, b| took_points(b, a))
}

struct Model<'a> {
    results: &'a [Vec<Tally>],
    /// Drawn games that each agent is credited with against an imaginary player of strength zero.
    credit: f64,
}

/// The most likely values of `count` unknowns, by Newton's method with bounded steps; the likelihood has one maximum. `derivatives` are
/// the slope of its logarithm and minus its curvature. At most so many steps are made, and the last is shorter than `precision`.
pub(crate) fn maximise(
    count: usize,
    steps: usize,
    precision: f64,
    derivatives: impl Fn(&[f64]) -> (Vec<f64>, Vec<Vec<f64>>),
) -> Vec<f64> {
    let mut values = vec![0.0; count];
    for _ in 0..steps {
        let (gradient, information) = derivatives(&values);
        let covariance = inverse(information);
        let steps: Vec<f64> =
            covariance.iter().map(|row| row.iter().zip(&gradient).map(|(c, g)| c * g).sum()).collect();
        let longest = steps.iter().fold(0.0f64, |longest, step| longest.max(step.abs()));
        for (value, step) in values.iter_mut().zip(&steps) {
            *value += step / longest.max(1.0);
        }
        if longest < precision {
            break;
        }
    }
    values
}

impl Model<'_> {
    /// The slope of the logarithm of the likelihood, and the information: minus its curvature.
    fn derivatives(&self, strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let count = strengths.len();
        let expected = |difference: f64| 1.0 / (1.0 + (-difference).exp());
        // All strengths can be shifted together without a change of the likelihood. A matrix of equal numbers holds them
        // in place and takes no part in differences.
        let mut information = vec![vec![1.0; count]; count];
        let mut gradient = vec![0.0; count];
        for a in 0..count {
            let alone = expected(strengths[a]);
            gradient[a] += self.credit * (0.5 - alone);
            information[a][a] += self.credit * alone * (1.0 - alone);
            for b in 0..count {
                let tally = self.results[a][b];
                let games = tally.games() as f64;
                let share = expected(strengths[a] - strengths[b]);
                gradient[a] += tally.half_points() as f64 / 2.0 - games * share;
                information[a][a] += games * share * (1.0 - share);
                information[a][b] -= games * share * (1.0 - share);
            }
        }
        (gradient, information)
    }
}

/// The inverse of a symmetric positive definite matrix, by elimination; such a matrix needs no exchange of rows.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| f64::from(u8::from(column == index))));
    }
    for pivot in 0..count {
        let scale = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|value| *value /= scale);
        let source = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(&source).for_each(|(value, source)| *value -= factor * source);
        }
    }
    matrix.into_iter().map(|row| row[count..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(count: usize, results: &[(usize, usize, u64, u64, u64)]) -> Vec<Vec<Tally>> {
        let mut table = vec![vec![Tally::default(); count]; count];
        for &(a, b, wins, draws, losses) in results {
            table[a][b] = Tally { wins, draws, losses };
            table[b][a] = Tally { wins: losses, draws, losses: wins };
        }
        table
    }

    fn near(value: f64, expected: f64) -> bool {
        (value - expected).abs() < 1e-6
    }

    #[test]
    fn two_agents_are_as_far_apart_as_their_score_says() {
        // 70 wins and 10 draws of 100 games are 75 points: three to one, 400 log10(3) = 190.848... Elo points.
        let Ratings { agents, credited } = Ratings::fit(&table(2, &[(0, 1, 70, 10, 20)]), Some(1));
        assert!(!credited);
        assert!(near(agents[0].elo, 400.0 * 3f64.log10()));
        // The information about the difference is 100 · ¾ · ¼.
        assert!(near(agents[0].radius, SCALE * TWO_SIDED_95 / 18.75f64.sqrt()));
        assert_eq!((agents[1].elo, agents[1].radius), (0.0, 0.0));
        let centred = Ratings::fit(&table(2, &[(0, 1, 70, 10, 20)]), None).agents;
        assert!(near(centred[0].elo, 200.0 * 3f64.log10()) && near(centred[1].elo, -centred[0].elo));
        assert!(near(centred[0].radius, agents[0].radius / 2.0));
    }

    #[test]
    fn three_agents_by_hand() {
        // Strengths 4 : 2 : 1 explain these results exactly, so they are the most likely ones.
        let results = table(3, &[(0, 1, 20, 0, 10), (1, 2, 20, 0, 10), (0, 2, 24, 0, 6)]);
        let Ratings { agents, credited } = Ratings::fit(&results, Some(2));
        assert!(!credited);
        assert!(near(agents[0].elo, 400.0 * 4f64.log10()));
        assert!(near(agents[1].elo, 400.0 * 2f64.log10()));
        // The information about the strengths of 0 and 1 against 2 is [w01 + w02, -w01; -w01, w01 + w12] with
        // w01 = w12 = 30 · 2/9 and w02 = 30 · 4/25; the variance of the first is the second diagonal entry divided by
        // the determinant.
        let (w01, w02) = (30.0 * 2.0 / 9.0, 30.0 * 4.0 / 25.0);
        let variance: f64 = 2.0 * w01 / ((w01 + w02) * 2.0 * w01 - w01 * w01);
        assert!(near(agents[0].radius, SCALE * TWO_SIDED_95 * variance.sqrt()));
    }

    #[test]
    fn the_unbeaten_and_the_winless_get_finite_ratings_with_wide_intervals() {
        let results = table(3, &[(0, 1, 10, 0, 0), (0, 2, 10, 0, 0), (1, 2, 5, 0, 5)]);
        let Ratings { agents, credited } = Ratings::fit(&results, None);
        assert!(credited);
        assert!(agents[0].elo > 200.0 && agents[0].elo < 1000.0, "{agents:?}");
        assert!(near(agents[1].elo, agents[2].elo));
        assert!(agents[0].radius > 150.0, "{agents:?}");
        let mean: f64 = agents.iter().map(|rating| rating.elo).sum();
        assert!(near(mean, 0.0));
    }

    #[test]
    fn nobody_and_nothing_played_are_no_special_cases() {
        assert!(Ratings::fit(&[], None).agents.is_empty());
        let idle = Ratings::fit(&table(2, &[]), None);
        assert!(idle.credited && idle.agents.iter().all(|rating| near(rating.elo, 0.0)));
        // A thousand wins to none need many bounded steps.
        let lopsided = Ratings::fit(&table(2, &[(0, 1, 100_000, 0, 0)]), None);
        assert!(lopsided.agents[0].elo.is_finite() && lopsided.agents[0].elo > 1000.0);
    }
}

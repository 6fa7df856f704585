//! How strength grows along the dial, as far as results tell.
//!
//! A line through knots is fitted to all results at once: most likely under the model of Bradley and Terry with draws as
//! halves, among lines that do not bend without need. Where players near two notches did better or worse against each other
//! than that line says, strength is not one number there, and the difference counts for those two notches as well.

use std::collections::BTreeMap;

use super::notches::Notches;
use crate::ratings::{SCALE, maximise};
use crate::stats::{Pentanomial, elo, expected_score};

/// Notches between knots.
const SPACING: f64 = 0.5;
/// By how many natural units the line may well bend at a knot.
const BEND: f64 = 0.4;
/// Notches over which what was special about two players fades.
const REACH: f64 = 1.0;
/// Games for which the line speaks against games between two players themselves.
const LINE_GAMES: f64 = 60.0;
/// Games as the line expects them that are added to the results of two players, so that no difference is infinite.
const EXPECTED_GAMES: f64 = 4.0;

/// The results so far: who met whom, the higher place on the dial first, and the greedy player against places.
#[derive(Default)]
pub(super) struct Results {
    pub(super) meetings: BTreeMap<(usize, usize), Pentanomial>,
    pub(super) greedy: BTreeMap<usize, Pentanomial>,
}

/// The strengths that explain the results.
pub(super) struct Curve<'a> {
    notches: &'a Notches,
    /// In Elo, at knots from the lowest notch on.
    knots: Vec<f64>,
    greedy: f64,
    meetings: Vec<Surprise>,
    greedy_meetings: Vec<Surprise>,
}

/// By how much a meeting came out better for the first player than the line says.
struct Surprise {
    at: [f64; 2],
    games: f64,
    elo: f64,
}

/// A result as the fit sees it: the share of each knot in the difference of strengths, games and points.
struct Sample {
    shares: Vec<(usize, f64)>,
    games: f64,
    points: f64,
}

impl<'a> Curve<'a> {
    /// The most likely strengths.
    pub(super) fn fit(notches: &'a Notches, results: &Results) -> Curve<'a> {
        let [lowest, highest] = notches.range();
        let count = 2 + ((highest - lowest) / SPACING) as usize;
        let samples: Vec<Sample> = results
            .meetings
            .iter()
            .map(|(&(upper, lower), result)| {
                let [above, below] = [upper, lower].map(|place| shares(notches.at(place) - lowest));
                let shares = above.into_iter().chain(below.map(|(knot, share)| (knot, -share))).collect();
                let (games, points) = count_points(*result);
                Sample { shares, games, points }
            })
            .collect();
        let strengths = maximise(count, 100, 1e-9, |strengths| derivatives(strengths, &samples));
        let knots = strengths.into_iter().map(|strength| SCALE * strength).collect();
        let mut curve =
            Curve { notches, knots, greedy: 0.0, meetings: Vec::new(), greedy_meetings: Vec::new() };
        curve.greedy = curve.rate_greedy(results);
        let surprise = |at: [f64; 2], line: f64, result: Pentanomial| {
            let (games, points) = count_points(result);
            let expected = expected_score(line).clamp(0.01, 0.99);
            let score = (points + EXPECTED_GAMES * expected) / (games + EXPECTED_GAMES);
            Surprise { at, games, elo: elo(score) - elo(expected) }
        };
        let meetings = results.meetings.iter().map(|(&(upper, lower), &result)| {
            let line = curve.rating(upper) - curve.rating(lower);
            surprise([upper, lower].map(|place| notches.at(place)), line, result)
        });
        let greedy_meetings = results.greedy.iter().map(|(&place, &result)| {
            surprise([0.0, notches.at(place)], curve.greedy - curve.rating(place), result)
        });
        let (meetings, greedy_meetings) = (meetings.collect(), greedy_meetings.collect());
        Curve { meetings, greedy_meetings, ..curve }
    }

    /// The rating at a place, in Elo.
    pub(super) fn rating(&self, place: usize) -> f64 {
        let [lowest, _] = self.notches.range();
        shares(self.notches.at(place) - lowest).iter().map(|&(knot, share)| share * self.knots[knot]).sum()
    }

    /// By how many Elo the player at a place should beat the one at a lower place.
    pub(super) fn step(&self, upper: usize, lower: usize) -> f64 {
        let at = [upper, lower].map(|place| self.notches.at(place));
        self.rating(upper) - self.rating(lower) + nearby(&self.meetings, at)
    }

    /// By how many Elo the greedy player should beat the one at a place.
    pub(super) fn greedy_lead(&self, place: usize) -> f64 {
        self.greedy - self.rating(place) + nearby(&self.greedy_meetings, [0.0, self.notches.at(place)])
    }

    /// The rating with which the greedy player is expected to have as many points as he has.
    fn rate_greedy(&self, results: &Results) -> f64 {
        let surplus = |rating: f64| -> f64 {
            let of = |(&place, &result): (&usize, &Pentanomial)| {
                let (games, points) = count_points(result);
                // A drawn game at every place keeps the rating finite.
                points + 0.5 - (games + 1.0) * expected_score(rating - self.rating(place))
            };
            results.greedy.iter().map(of).sum()
        };
        let (mut low, mut high) = (-10_000.0, 10_000.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            *(if surplus(middle) > 0.0 { &mut low } else { &mut high }) = middle;
        }
        low
    }
}

/// The knots on both sides of a notch, counted from the lowest one, and their shares in its strength.
fn shares(above_lowest: f64) -> [(usize, f64); 2] {
    let knot = (above_lowest / SPACING).floor();
    let share = above_lowest / SPACING - knot;
    [(knot as usize, 1.0 - share), (knot as usize + 1, share)]
}

/// Games, and the points of the first player.
fn count_points(result: Pentanomial) -> (f64, f64) {
    let games = 2.0 * result.pairs() as f64;
    (games, if games > 0.0 { games * result.score().0 } else { 0.0 })
}

/// What meetings near this one were worth beyond the line.
fn nearby(surprises: &[Surprise], at: [f64; 2]) -> f64 {
    let (mut sum, mut weight) = (0.0, LINE_GAMES);
    for surprise in surprises {
        let distance = (surprise.at[0] - at[0]).abs() + (surprise.at[1] - at[1]).abs();
        let own = surprise.games * (1.0 - distance / REACH).max(0.0);
        sum += own * surprise.elo;
        weight += own;
    }
    sum / weight
}

/// The slope of the logarithm of the likelihood, less the price of bends, and minus its curvature.
fn derivatives(strengths: &[f64], samples: &[Sample]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strengths.len();
    // Only differences matter: a matrix of equal numbers holds the strengths in place and takes no part in those.
    let mut information = vec![vec![1.0; count]; count];
    let mut gradient = vec![0.0; count];
    let mut add = |shares: &[(usize, f64)], slope: f64, curvature: f64| {
        for &(row, share) in shares {
            gradient[row] += slope * share;
            for &(column, other) in shares {
                information[row][column] += curvature * share * other;
            }
        }
    };
    let difference = |shares: &[(usize, f64)]| -> f64 {
        shares.iter().map(|&(knot, share)| share * strengths[knot]).sum()
    };
    for Sample { shares, games, points } in samples {
        let share = 1.0 / (1.0 + (-difference(shares)).exp());
        add(shares, points - games * share, games * share * (1.0 - share));
    }
    let price = BEND.powi(-2);
    for knot in 1..count - 1 {
        let bend = [(knot - 1, 1.0), (knot, -2.0), (knot + 1, 1.0)];
        add(&bend, -price * difference(&bend), price);
    }
    (gradient, information)
}

#[cfg(test)]
pub(super) mod tests {
    use agon_agents::level::Dial;

    use super::*;

    /// What comes out on average of a survey of many games between players of such ratings, the greedy one among them.
    pub(in super::super) fn survey(notches: &Notches, rating: impl Fn(f64) -> f64, greedy: f64) -> Results {
        const PAIRS: f64 = 1000.0;
        let result = |elo: f64| {
            let won = (PAIRS * expected_score(elo)).round() as u64;
            Pentanomial([PAIRS as u64 - won, 0, 0, 0, won])
        };
        let at = |place: usize| rating(notches.at(place));
        let [lowest, highest] = notches.range();
        let count = (2.0 * (highest - lowest)) as u32;
        let places: Vec<usize> = (0..count)
            .map(|index| notches.place(lowest + f64::from(index) / 2.0))
            .chain([notches.len() - 1])
            .collect();
        Results {
            meetings: places
                .windows(2)
                .map(|pair| ((pair[1], pair[0]), result(at(pair[1]) - at(pair[0]))))
                .collect(),
            greedy: places.iter().map(|&place| (place, result(greedy - at(place)))).collect(),
        }
    }

    pub(in super::super) fn notches() -> Notches {
        Notches::new(&Dial::new(agon_games::find("othello").unwrap().as_ref()))
    }

    #[test]
    fn ratings_are_found_again() {
        let notches = notches();
        // Steep at first, then flat.
        let rating = |notch: f64| 300.0 * (notch + 1.0).sqrt();
        let results = survey(&notches, rating, 500.0);
        let curve = Curve::fit(&notches, &results);
        for (upper, lower) in [(200, 20), (120, 60), (40, 0)] {
            let truth = rating(notches.at(upper)) - rating(notches.at(lower));
            let found = curve.step(upper, lower);
            assert!((found - truth).abs() < 25.0, "{upper} and {lower}: {found} instead of {truth}");
        }
        let place = notches.place(2.0);
        assert!((curve.greedy_lead(place) - (500.0 - rating(2.0))).abs() < 25.0);
    }

    #[test]
    fn two_players_count_for_more_than_the_line() {
        let notches = notches();
        let mut results = survey(&notches, |notch| 100.0 * notch, 0.0);
        let (upper, lower) = (notches.place(4.0), notches.place(2.0));
        let line = Curve::fit(&notches, &results).step(upper, lower);
        assert!((line - 200.0).abs() < 15.0, "{line}");
        // He only draws, whatever others did; so probably does his neighbour.
        results.meetings.insert((upper, lower), Pentanomial([0, 0, 200, 0, 0]));
        let curve = Curve::fit(&notches, &results);
        assert!(curve.step(upper, lower) < 60.0);
        assert!(curve.step(upper + 1, lower) < 90.0);
        assert!(curve.step(notches.place(8.0), notches.place(6.0)) > 150.0);
    }
}

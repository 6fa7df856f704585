//! Where the rungs belong, given how strength grows along the dial.
//!
//! Every ladder has a price: for steps that are too small or too wide, for a lowest level that is too strong, for strength left
//! unused at the top, for games still to be played. The cheapest of all ladders is found by going up level by level.

use agon_agents::level::{Dial, Level};

use super::curve::{Curve, Results};
use super::notches::Notches;

/// Steps are looked for between these, in Elo: 70 and 80 % of the points. Outside it costs, one [`TOLERANCE`] as much as one: below as
/// above.
const STEP: [f64; 2] = [148.0, 240.0];
const TOLERANCE: [f64; 2] = [25.0, 50.0];
/// Within, equal steps are better, but that is a small matter.
const EVENNESS: f64 = 100.0;
/// No step is looked for beyond these, but for the last one.
const POSSIBLE: std::ops::RangeInclusive<f64> = 20.0..=500.0;
/// The price of a last step that is too wide, beside most of that of the strength which the level below lacks: the highest level is the
/// strongest player.
const LEAP: f64 = 2.0;
/// The greedy player should beat the lowest level by this much at least: 45 % of the points are left to it.
const GREEDY_LEAD: f64 = 35.0;
const GREEDY_TOLERANCE: f64 = 20.0;
/// The price of an Elo point by which the lowest level is weaker than that.
const WEAKNESS: f64 = 0.0005;
/// The price of an Elo point that the highest level lacks to the strongest player.
const STRENGTH: f64 = 0.03;
/// The price of each doubling of what the highest level looks at: nobody likes to wait for thought that adds nothing.
const THOUGHT: f64 = 0.1;
/// The price of a level that is no stronger than the one below.
const MISSING: f64 = 5.0;
/// The price of a step about which all games have still to be played.
const UNPLAYED: f64 = 0.5;
/// The lowest level that does not overlook what a single move shows.
const LAST_SOUND: u8 = 3;

/// The cheapest ladders that end at each place, after some number of levels.
struct Layer {
    /// The price and the place of the level below.
    best: Vec<(f64, usize)>,
}

/// The places of the rungs, from the lowest up; fewer than there are levels if strength does not suffice for all steps.
/// A step is fully known after `pairs` pairs of games.
pub(super) fn place(notches: &Notches, curve: &Curve<'_>, results: &Results, pairs: usize) -> Vec<usize> {
    let ratings: Vec<f64> = (0..notches.len()).map(|place| curve.rating(place)).collect();
    let strongest = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let price = |upper: usize, lower: usize| {
        let played = results.meetings.get(&(upper, lower)).map_or(0.0, |result| result.pairs() as f64);
        price_of_step(curve.step(upper, lower)) + UNPLAYED * (1.0 - played / pairs as f64).max(0.0)
    };
    let lowest = (0..notches.len()).map(|place| (price_of_lowest(curve.greedy_lead(place)), place)).collect();
    let mut layers = vec![Layer { best: lowest }];
    for level in 2..=Level::TOP {
        let below = &layers[layers.len() - 1].best;
        let is_last = level == Level::TOP;
        let possible = |lead: f64| POSSIBLE.contains(&lead) || is_last && lead > *POSSIBLE.end();
        let step = |upper: usize, lower: usize| {
            let (price, lead) = (price(upper, lower), curve.step(upper, lower));
            if is_last && lead > STEP[1] {
                price.min(LEAP + 0.7 * STRENGTH * (lead - STEP[1]))
            } else {
                price
            }
        };
        let cheapest = |upper: usize| {
            if level >= LAST_SOUND && notches.at(upper) < Dial::SOUND {
                return (f64::INFINITY, 0);
            }
            (0..upper)
                .filter(|&lower| below[lower].0.is_finite() && possible(ratings[upper] - ratings[lower]))
                .map(|lower| (below[lower].0 + step(upper, lower), lower))
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .unwrap_or((f64::INFINITY, 0))
        };
        let best = (0..notches.len()).map(cheapest).collect();
        layers.push(Layer { best });
    }
    let ends = layers.iter().enumerate().flat_map(|(steps, layer)| {
        let missing = MISSING * (usize::from(Level::TOP) - 1 - steps) as f64;
        let price = move |(top, &(price, _)): (usize, &(f64, usize))| (price + missing, steps, top);
        layer.best.iter().enumerate().map(price)
    });
    let (_, steps, mut top) = ends
        .map(|(price, steps, top)| {
            let thought = THOUGHT * (notches.at(top) - Dial::DECIDED).max(0.0);
            (price + thought + STRENGTH * (strongest - ratings[top]), steps, top)
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .expect("there is a place on every dial");
    let mut rungs = vec![top];
    for layer in layers[1..=steps].iter().rev() {
        top = layer.best[top].1;
        rungs.push(top);
    }
    rungs.reverse();
    rungs
}

fn price_of_step(elo: f64) -> f64 {
    let outside = ((STEP[0] - elo) / TOLERANCE[0]).max((elo - STEP[1]) / TOLERANCE[1]).max(0.0);
    outside.powi(2) + ((elo - f64::midpoint(STEP[0], STEP[1])) / EVENNESS).powi(2)
}

fn price_of_lowest(greedy_lead: f64) -> f64 {
    let short = ((GREEDY_LEAD - greedy_lead) / GREEDY_TOLERANCE).max(0.0);
    short.powi(2) + WEAKNESS * (greedy_lead - GREEDY_LEAD).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::super::curve::tests::{notches, survey};
    use super::*;

    /// The ladder if all of the dial is worth so many Elo, and the greedy player stands at some share of that.
    fn ladder(room: f64, greedy: f64) -> (Vec<f64>, f64) {
        let notches = notches();
        let [lowest, highest] = notches.range();
        let rating = |notch: f64| room * (notch - lowest) / (highest - lowest);
        let results = survey(&notches, rating, greedy * room);
        let rungs = place(&notches, &Curve::fit(&notches, &results), &results, 100);
        (rungs.iter().map(|&rung| rating(notches.at(rung))).collect(), greedy * room)
    }

    fn steps(rungs: &[f64]) -> Vec<f64> {
        rungs.windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    #[test]
    fn steps_are_even_and_reach_from_the_greedy_player_to_the_top() {
        let (rungs, greedy) = ladder(2000.0, 0.2);
        assert_eq!(rungs.len(), 10);
        assert!(steps(&rungs).iter().all(|step| (140.0..250.0).contains(step)), "{rungs:?}");
        assert!(rungs[0] < greedy - 10.0, "{rungs:?}");
        assert!(rungs[9] > 1900.0, "{rungs:?}");
    }

    #[test]
    fn what_nine_steps_cannot_span_is_left_to_the_last_one() {
        let (rungs, greedy) = ladder(3500.0, 0.2);
        let (last, others) =
            steps(&rungs).split_last().map(|(&last, others)| (last, others.to_vec())).unwrap();
        assert!(others.iter().all(|step| (140.0..280.0).contains(step)), "{rungs:?}");
        assert!(last > 400.0 && rungs[9] > 3450.0, "{rungs:?}");
        assert!((greedy - 200.0..greedy).contains(&rungs[0]), "{rungs:?}");
    }

    #[test]
    fn there_are_no_more_steps_than_there_is_room() {
        let (rungs, _) = ladder(500.0, 0.6);
        assert!((3..=5).contains(&rungs.len()), "{rungs:?}");
        assert!(steps(&rungs).iter().all(|step| *step > 90.0), "{rungs:?}");
    }
}

//! How weights follow gradients: Rprop in its two improved forms, and Quickprop.

use agon_nets::training::Rule;

/// Rprop: how steps grow and shrink, and their limits.
const GROW: f32 = 1.2;
const SHRINK: f32 = 0.5;
const LEAST: f32 = 1e-6;
const MOST: f32 = 50.0;
/// Quickprop: the learning rate, shared out among the examples, the decay of weights, and how much a step may grow.
const RATE: f32 = 0.7;
const DECAY: f32 = 1e-4;
const GROWTH: f32 = 1.75;
/// Below this a Quickprop step says nothing about the parabola.
const TINY: f32 = 1e-3;

/// The state of a rule for many weights. Weights are in rows of as many lanes as there are independent learners; whether
/// the error grew is told lane by lane.
#[derive(Clone, Debug)]
pub(crate) struct Optimiser {
    rule: Rule,
    slopes: Vec<f32>,
    steps: Vec<f32>,
    moves: Vec<f32>,
    rate: f32,
}

impl Optimiser {
    /// For `count` weights, first steps of this size, and gradients that are sums over `examples`.
    pub(crate) fn new(rule: Rule, count: usize, first: f32, examples: usize) -> Optimiser {
        Optimiser {
            rule,
            slopes: vec![0.0; count],
            steps: vec![first; count],
            moves: vec![0.0; count],
            rate: RATE / examples.max(1) as f32,
        }
    }

    /// Moves the weights against the gradient of the error; `grew` says of each lane whether its error grew.
    pub(crate) fn update(&mut self, weights: &mut [f32], gradient: &[f32], grew: &[bool]) {
        let lanes = grew.len();
        for (index, (weight, &slope)) in weights.iter_mut().zip(gradient).enumerate() {
            let (before, step, last) =
                (&mut self.slopes[index], &mut self.steps[index], &mut self.moves[index]);
            match self.rule {
                Rule::Quickprop => {
                    let slope = slope + DECAY * *weight;
                    *last = quickprop(-slope, -*before, *last, self.rate);
                    (*weight, *before) = (*weight + *last, slope);
                }
                Rule::RpropPlus | Rule::RpropMinus => {
                    let turn = slope * *before;
                    if turn < 0.0 {
                        *step = (*step * SHRINK).max(LEAST);
                        if self.rule == Rule::RpropPlus && grew[index % lanes] {
                            *weight -= *last;
                        }
                        (*last, *before) = (0.0, 0.0);
                        continue;
                    }
                    if turn > 0.0 {
                        *step = (*step * GROW).min(MOST);
                    }
                    *last = if slope == 0.0 { 0.0 } else { -step.copysign(slope) };
                    (*weight, *before) = (*weight + *last, slope);
                }
            }
        }
    }
}

/// The next step, from the descent directions now and before and the last step.
fn quickprop(slope: f32, before: f32, last: f32, rate: f32) -> f32 {
    let shrink = GROWTH / (1.0 + GROWTH);
    let parabola = || last * slope / (before - slope);
    if last > TINY {
        let plain = if slope > 0.0 { rate * slope } else { 0.0 };
        plain + if slope > shrink * before { GROWTH * last } else { parabola() }
    } else if last < -TINY {
        let plain = if slope < 0.0 { rate * slope } else { 0.0 };
        plain + if slope < shrink * before { GROWTH * last } else { parabola() }
    } else {
        rate * slope
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The weight after each of these (gradient, error grew) pairs.
    fn path(rule: Rule, epochs: &[(f32, bool)]) -> Vec<f32> {
        let mut optimiser = Optimiser::new(rule, 1, 0.1, 1);
        let mut weight = [1.0];
        let follow = |&(gradient, grew): &(f32, bool)| {
            optimiser.update(&mut weight, &[gradient], &[grew]);
            weight[0]
        };
        epochs.iter().map(follow).collect()
    }

    fn close(found: &[f32], expected: &[f32]) {
        assert_eq!(found.len(), expected.len());
        let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-5;
        assert!(found.iter().zip(expected).all(near), "{found:?} is not {expected:?}");
    }

    #[test]
    fn rprop_plus_takes_the_steps_computed_by_hand() {
        // Steps: .1, .12, .144, then the sign changes: the step halves to .072 and, as the error grew, the last move is
        // undone; the epoch after a change keeps the step, and the next grows it to .0864.
        let epochs = [(2.0, false), (0.1, false), (3.0, false), (-1.0, true), (1.0, false), (1.0, false)];
        close(&path(Rule::RpropPlus, &epochs), &[0.9, 0.78, 0.636, 0.78, 0.708, 0.6216]);
        // The same with an error that did not grow: the move stays, and the weight rests for an epoch.
        let epochs = [(2.0, false), (0.1, false), (3.0, false), (-1.0, false), (-1.0, false), (0.0, false)];
        close(&path(Rule::RpropPlus, &epochs), &[0.9, 0.78, 0.636, 0.636, 0.708, 0.708]);
    }

    #[test]
    fn rprop_minus_never_takes_a_step_back() {
        let epochs = [(2.0, false), (0.1, false), (3.0, false), (-1.0, true), (-1.0, false), (-1.0, false)];
        close(&path(Rule::RpropMinus, &epochs), &[0.9, 0.78, 0.636, 0.636, 0.708, 0.7944]);
    }

    #[test]
    fn rprop_keeps_its_limits() {
        let found = path(Rule::RpropPlus, &[(1.0, false); 60]);
        let last = found.windows(2).last().unwrap();
        assert!((last[0] - last[1] - MOST).abs() < 0.01, "{last:?}");
        let turns: Vec<(f32, bool)> =
            (0..200).map(|epoch| (if epoch % 4 < 2 { 1.0 } else { -1.0 }, false)).collect();
        let found = path(Rule::RpropMinus, &turns);
        assert!((found[199] - found[198]).abs() <= 2.0 * LEAST);
    }

    #[test]
    fn quickprop_jumps_to_the_bottom_of_a_parabola() {
        // E = (w - 3)²: the first step is rate · slope, .7 · 4; the next jumps to the bottom, up to the small plain part
        // and the decay.
        let mut optimiser = Optimiser::new(Rule::Quickprop, 1, 0.1, 1);
        let mut weight = [1.0];
        optimiser.update(&mut weight, &[-4.0], &[false]);
        assert!((weight[0] - 3.8).abs() < 1e-3, "{weight:?}");
        let gradient = 2.0 * (weight[0] - 3.0);
        optimiser.update(&mut weight, &[gradient], &[false]);
        assert!((weight[0] - 3.0).abs() < 2e-3, "{weight:?}");
        // Downhill in the same direction and steeper than before, a step grows by the factor and the plain part.
        assert!((quickprop(2.0, 1.0, 0.5, 0.1) - (0.2 + 0.875)).abs() < 1e-6);
        assert!((quickprop(-2.0, -1.0, -0.5, 0.1) + (0.2 + 0.875)).abs() < 1e-6);
    }

    #[test]
    fn lanes_learn_independently() {
        let mut optimiser = Optimiser::new(Rule::RpropPlus, 4, 0.1, 1);
        let mut weights = [0.0; 4];
        optimiser.update(&mut weights, &[1.0, 1.0, -1.0, 0.0], &[false, false]);
        optimiser.update(&mut weights, &[-1.0, -1.0, -1.0, 0.0], &[true, false]);
        close(&weights, &[0.0, -0.1, 0.22, 0.0]);
    }
}

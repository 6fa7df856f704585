//! A look at a network that has learned.

use agon_nets::cascade::math::tanh;
use agon_nets::patterns::{Board, Network};

use super::data::Positions;

/// Positions on which a network is looked at.
const SAMPLE: usize = 2000;
/// A hidden unit is at work if it is neither at its lowest nor at its highest in this share of the positions, at least.
const AT_WORK: f64 = 0.02;

/// What a network is like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Findings {
    /// Its hidden units.
    pub hidden: usize,
    /// Those among them whose value changes with the position.
    pub at_work: usize,
    /// How far off a value is, at most, since weights are rounded to whole numbers.
    pub rounding: f32,
}

/// Looks at a network on some of these positions.
pub fn inspect(network: &Network, positions: &Positions) -> Findings {
    let rounded = network.rounded();
    let (phases, hidden) = (network.shape.phases, network.shape.hidden);
    let (mut between, mut rounding, mut looked) = (vec![0; hidden], 0.0_f32, 0);
    for index in (0..positions.len()).step_by(positions.len() / SAMPLE + 1) {
        let board = Board { codes: positions.codes(index).to_vec(), loose: positions.loose(index).to_vec() };
        let sum = network.sum(&board);
        for (between, &input) in between.iter_mut().zip(&sum[phases..]) {
            *between += u32::from(input > 0.0 && input < 1.0);
        }
        let [real, whole] = [network.finish(&sum, board.pieces()), rounded.score(&board)];
        rounding = rounding.max((tanh(real / 2.0) - tanh(whole / 2.0)).abs());
        looked += 1;
    }
    let enough = AT_WORK * f64::from(looked);
    let at_work = between.iter().filter(|&&between| between > 0 && f64::from(between) >= enough).count();
    Findings { hidden, at_work, rounding }
}

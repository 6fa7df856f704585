//! Candidates in blocks, one per vector lane.

use agon_nets::cascade::Activation;
use agon_nets::training::Pool;

/// How many candidates are trained side by side: as many numbers as fill a cache line.
pub(super) const LANES: usize = 16;

/// One number for each candidate of a block.
pub(super) type Lanes = [f32; LANES];

/// The candidates of a pool in blocks: an activation, and the steepness of each lane.
pub(super) fn blocks(pool: &Pool) -> Vec<(Activation, Vec<f32>)> {
    let lanes: Vec<f32> = (0..pool.copies.get()).flat_map(|_| pool.steepnesses.iter().copied()).collect();
    let blocks = |&activation: &Activation| lanes.chunks(LANES).map(move |part| (activation, part.to_vec()));
    pool.activations.iter().flat_map(blocks).collect()
}

/// The values of a block of candidates, and the derivatives with respect to their net inputs.
#[inline(always)]
pub(super) fn with_slopes(activation: Activation, steepness: &Lanes, net: &Lanes) -> (Lanes, Lanes) {
    let (mut values, mut slopes) = ([0.0; LANES], [0.0; LANES]);
    macro_rules! each {
        ($($kind:ident),+) => {
            match activation {
                // The kind is a constant in each arm, so that the loop has no branches in it.
                $(Activation::$kind => for lane in 0..LANES {
                    let z = steepness[lane] * net[lane];
                    values[lane] = Activation::$kind.value(z);
                    slopes[lane] = steepness[lane] * Activation::$kind.slope(z, values[lane]);
                }),+
            }
        };
    }
    each!(Sigmoid, Tanh, Gaussian, Elliot, Sine);
    (values, slopes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_computes_what_each_lane_would() {
        let steepness: Lanes = std::array::from_fn(|lane| 0.25 * (lane + 1) as f32);
        let net: Lanes = std::array::from_fn(|lane| lane as f32 * 0.4 - 3.0);
        for activation in Activation::ALL {
            let (values, slopes) = with_slopes(activation, &steepness, &net);
            for lane in 0..LANES {
                let z = steepness[lane] * net[lane];
                assert_eq!(values[lane], activation.value(z));
                assert_eq!(slopes[lane], steepness[lane] * activation.slope(z, values[lane]));
            }
        }
    }
}

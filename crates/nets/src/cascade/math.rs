//! Elementary functions from additions and multiplications alone: the same bits on every machine, and loops over them
//! become vector code. Errors are a few units in the last place of an `f32`, far below what training notices.

/// 1.5 · 2²³: adding it rounds to a whole number, which then stands in the lowest bits.
const ROUND: f32 = 12_582_912.0;

/// eˣ, for x cut to the range in which the result is a normal number.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 88.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let twos = shifted - ROUND;
    let rest = x - twos * LN2_HIGH - twos * LN2_LOW;
    let mut sum = 1.987_569_1e-4;
    for coefficient in [1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5] {
        sum = sum * rest + coefficient;
    }
    let power = f32::from_bits(shifted.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127) << 23);
    (sum * rest * rest + rest + 1.0) * power
}

/// The hyperbolic tangent.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    // Beyond nine the result is 1 to the last bit, and the exponential stays far from its limits.
    1.0 - 2.0 / (exp(2.0 * x.clamp(-20.0, 20.0)) + 1.0)
}

/// The sine, for arguments of a few thousand at most.
#[inline(always)]
pub fn sin(x: f32) -> f32 {
    const PI_HIGH: f32 = 3.140_625;
    const PI_MIDDLE: f32 = 9.670_258e-4;
    const PI_LOW: f32 = 6.277_114e-7;
    let shifted = x * std::f32::consts::FRAC_1_PI + ROUND;
    let halves = shifted - ROUND;
    let rest = x - halves * PI_HIGH - halves * PI_MIDDLE - halves * PI_LOW;
    let square = rest * rest;
    let mut sum = -2.505_210_8e-8;
    for coefficient in [2.755_731_9e-6, -1.984_127e-4, 8.333_333e-3, -1.666_666_7e-1, 1.0] {
        sum = sum * square + coefficient;
    }
    f32::from_bits((sum * rest).to_bits() ^ (shifted.to_bits() << 31))
}

/// The cosine.
#[inline(always)]
pub fn cos(x: f32) -> f32 {
    sin(x + std::f32::consts::FRAC_PI_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_agree_with_those_of_the_standard_library() {
        for step in -4000..=4000 {
            let x = step as f32 * 0.02;
            let wide = f64::from(x);
            let relative = f64::from(exp(x)) / wide.exp() - 1.0;
            assert!(relative.abs() < 4e-7, "exp({x}) is off by {relative:e}");
            for (found, expected) in [
                (tanh(x), wide.tanh()),
                (sin(x), wide.sin()),
                (cos(x), (x + std::f32::consts::FRAC_PI_2).sin().into()),
            ] {
                assert!((f64::from(found) - expected).abs() < 1e-6, "{found} is not {expected} at {x}");
            }
        }
        assert_eq!((tanh(1e9), tanh(-1e9), tanh(0.0)), (1.0, -1.0, 0.0));
        assert!(exp(-1e9) > 0.0 && exp(1e9).is_finite());
    }
}

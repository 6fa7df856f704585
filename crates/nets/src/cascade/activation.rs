//! The functions that units apply to their net input.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::math::{cos, exp, sin, tanh};

/// The function of a unit, applied to z, the net input times the unit's steepness.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// 1 / (1 + e⁻ᶻ), from 0 to 1.
    Sigmoid,
    /// tanh z, from -1 to 1.
    Tanh,
    /// e^(-z²), from 0 to 1.
    Gaussian,
    /// z / (1 + |z|), from -1 to 1.
    Elliot,
    /// sin z.
    Sine,
}

impl Activation {
    /// All of them.
    pub const ALL: [Activation; 5] =
        [Activation::Sigmoid, Activation::Tanh, Activation::Gaussian, Activation::Elliot, Activation::Sine];

    /// Its name in options and files.
    pub fn name(self) -> &'static str {
        match self {
            Activation::Sigmoid => "sigmoid",
            Activation::Tanh => "tanh",
            Activation::Gaussian => "gaussian",
            Activation::Elliot => "elliot",
            Activation::Sine => "sine",
        }
    }

    /// The function at z.
    #[inline(always)]
    pub fn value(self, z: f32) -> f32 {
        match self {
            Activation::Sigmoid => 1.0 / (1.0 + exp(-z)),
            Activation::Tanh => tanh(z),
            Activation::Gaussian => exp(-z * z),
            Activation::Elliot => z / (1.0 + z.abs()),
            Activation::Sine => sin(z),
        }
    }

    /// Its derivative at z, where it has the value `y`.
    #[inline(always)]
    pub fn slope(self, z: f32, y: f32) -> f32 {
        match self {
            Activation::Sigmoid => y * (1.0 - y),
            Activation::Tanh => 1.0 - y * y,
            Activation::Gaussian => -2.0 * z * y,
            Activation::Elliot => (1.0 - y.abs()) * (1.0 - y.abs()),
            Activation::Sine => cos(z),
        }
    }

    /// Replaces net inputs by values; all share one steepness.
    #[inline]
    pub(crate) fn apply<const N: usize>(self, steepness: f32, net: &mut [f32; N]) {
        macro_rules! each {
            ($($kind:ident),+) => {
                match self {
                    // The kind is a constant in each arm, so that the loop has no branches in it.
                    $(Activation::$kind => net.iter_mut().for_each(|x| *x = Activation::$kind.value(steepness * *x))),+
                }
            };
        }
        each!(Sigmoid, Tanh, Gaussian, Elliot, Sine);
    }
}

impl fmt::Display for Activation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Activation {
    type Err = String;

    fn from_str(text: &str) -> Result<Activation, String> {
        Activation::ALL.into_iter().find(|activation| activation.name() == text).ok_or_else(|| {
            let known: Vec<&str> = Activation::ALL.iter().map(|activation| activation.name()).collect();
            format!("'{text}' is not an activation; known: {}", known.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_the_derivatives_of_values() {
        for activation in Activation::ALL {
            assert_eq!(activation.name().parse(), Ok(activation));
            for step in -30..30 {
                // Not at 0, where the derivative of one of them jumps.
                let (z, h) = (step as f32 * 0.2 + 0.1, 1e-2);
                let difference = (activation.value(z + h) - activation.value(z - h)) / (2.0 * h);
                let slope = activation.slope(z, activation.value(z));
                assert!((difference - slope).abs() < 2e-3, "{activation} at {z}: {difference} or {slope}");
            }
        }
        let error = "relu".parse::<Activation>().unwrap_err();
        assert!(error.contains("'relu'") && error.contains("gaussian"), "{error}");
    }

    #[test]
    fn many_are_computed_as_one_is() {
        let net: [f32; 8] = std::array::from_fn(|lane| lane as f32 * 0.4 - 3.0);
        for activation in Activation::ALL {
            let mut shared = net;
            activation.apply(0.5, &mut shared);
            assert_eq!(shared, net.map(|net| activation.value(0.5 * net)));
        }
    }
}

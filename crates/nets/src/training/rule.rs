//! How weights follow gradients.

use serde::{Deserialize, Serialize};

/// A rule that turns gradients into steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Rule {
    /// iRprop+ (Igel and Hüsken): a step that changed the sign of its derivative is taken back if the error grew.
    #[default]
    #[serde(rename = "irprop+")]
    RpropPlus,
    /// iRprop-: such a step is not taken back; the weight rests for one epoch.
    #[serde(rename = "irprop-")]
    RpropMinus,
    /// Quickprop (Fahlman): jumps to the bottom of the parabola through the last two derivatives.
    #[serde(rename = "quickprop")]
    Quickprop,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 3] = [Rule::RpropPlus, Rule::RpropMinus, Rule::Quickprop];

    /// Its name in options and files.
    pub fn name(self) -> &'static str {
        match self {
            Rule::RpropPlus => "irprop+",
            Rule::RpropMinus => "irprop-",
            Rule::Quickprop => "quickprop",
        }
    }
}

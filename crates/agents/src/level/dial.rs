//! The strength dial: one family of players from nearly aimless to our strongest, on one scale.
//!
//! Below notch [`Dial::STEADY`] a player searches little and draws his move by value: mistakes are small ones mostly, and
//! from [`Dial::SOUND`] on never those that a single move shows. From [`Dial::STEADY`] to [`Dial::DECIDED`] he does so less and
//! less often, and plays the best he finds otherwise. From there on he always does, and each notch doubles what he looks at.
//! Where one way ends it is the same as the next, so that strength grows without a jump, whatever values mean in a game.
//! Budgets are counts, so that a phone and a server play the same.

use agon_core::Rules;

use crate::basis::{Basis, round};
use crate::spec::AgentSpec;

/// The dial of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dial {
    /// What the players search with.
    basis: Basis,
    /// Nodes that even the weakest player has.
    base: f64,
}

/// Nodes of the strongest player: up to a tenth of a second on a server, and up to one on a phone.
const TOP_NODES: f64 = 60_000.0;
/// The temperature at notch 0, and how many halvings a notch is.
const WARMEST: f64 = 0.64;
const COOLING: f64 = 1.25;
/// The floor in temperatures: a move e⁴ = 55 times less likely than the best is not played at all.
const FLOOR: f64 = 4.0;
/// The chance of a hasty move at [`Dial::STEADY`] is one; this is what is left of it just below [`Dial::DECIDED`].
const LEAST_HASTE: f64 = 0.02;
/// MiB of the table of alpha-beta: more than the few nodes of a level fill.
const MEMORY: &str = "4";

impl Dial {
    /// The lowest notch.
    pub const LOWEST: f64 = -1.0;
    /// The notch from which on a win in one is always taken, and a loss in one avoided.
    pub const SOUND: f64 = 0.0;
    /// The notch from which on haste becomes rarer.
    pub const STEADY: f64 = 2.0;
    /// The notch from which on the best move is played always.
    pub const DECIDED: f64 = 6.0;

    /// The dial of a game.
    pub fn new(rules: &dyn Rules) -> Dial {
        Dial::with(Basis::of(rules), rules)
    }

    /// The dials of a game, one for each way in which it can be judged; the one that is used unless others are measured first.
    pub fn all(rules: &dyn Rules) -> Vec<Dial> {
        Basis::all(rules).into_iter().map(|basis| Dial::with(basis, rules)).collect()
    }

    fn with(basis: Basis, rules: &dyn Rules) -> Dial {
        Dial { basis, base: basis.least(rules) }
    }

    /// The highest notch.
    pub fn top(&self) -> f64 {
        Dial::DECIDED + (TOP_NODES / (2.0 * self.base)).log2().max(1.0)
    }

    /// The player at a notch, from [`LOWEST`](Dial::LOWEST) to [`top`](Dial::top).
    pub fn spec(&self, notch: f64) -> AgentSpec {
        // How a hasty move is drawn, which is the same from `STEADY` on.
        let warmth = notch.min(Dial::STEADY);
        let temperature = round(WARMEST * (-COOLING * warmth).exp2());
        let floor = round(FLOOR * temperature).min(2.0);
        let nodes = self.base * (warmth / 2.0).exp2();
        let (search, selection) = if notch < Dial::SOUND {
            (self.basis.survey(nodes), format!("softmax({temperature},{floor})"))
        } else if notch <= Dial::STEADY {
            (self.basis.survey(nodes), format!("sound({temperature},{floor})"))
        } else if notch < Dial::DECIDED {
            let haste = (notch - Dial::STEADY) / (Dial::DECIDED - Dial::STEADY);
            let chance = round(LEAST_HASTE.powf(haste));
            (self.basis.search(nodes), format!("slip({chance},{temperature},{floor})"))
        } else {
            let nodes = 2.0 * self.base * (notch - Dial::DECIDED).exp2();
            (self.basis.search(nodes), "careful".to_owned())
        };
        let search = match self.basis {
            Basis::Network | Basis::HandMade => {
                search.with("memory", MEMORY).expect("alpha-beta has a table")
            }
            Basis::Playouts { .. } => search,
        };
        format!("{search}@{selection}").parse().expect("the dial writes specs that exist")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dial_runs_from_noise_to_depth() {
        let rules = agon_games::find("othello").unwrap();
        let dial = Dial::new(rules.as_ref());
        let spec = |notch: f64| dial.spec(notch).to_string();
        assert!(spec(Dial::LOWEST).ends_with("@softmax(1.5,2)"), "{}", spec(Dial::LOWEST));
        assert!(spec(0.0).ends_with("@sound(0.64,2)"), "{}", spec(0.0));
        assert!(spec(2.0).ends_with("nodes=110@sound(0.11,0.44)"), "{}", spec(2.0));
        assert!(spec(4.0).ends_with("nodes=110@slip(0.14,0.11,0.44)"), "{}", spec(4.0));
        assert!(spec(6.0).ends_with("@careful"));
        assert!(spec(dial.top()).contains("nodes=60000"), "{}", spec(dial.top()));
        let nodes = |notch: f64| dial.spec(notch).limit().nodes.unwrap();
        assert!((0..24).all(|step| nodes(f64::from(step) / 2.0) <= nodes(f64::from(step + 1) / 2.0)));
    }
}

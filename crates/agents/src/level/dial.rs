//! The strength dial: one family of players from nearly aimless to our strongest, on one scale.
//!
//! Below notch [`Dial::STEADY`] a player searches little and draws his move by value: mistakes are small ones mostly, and
//! from [`Dial::SOUND`] on never those that a single move shows. From [`Dial::STEADY`] to [`Dial::DECIDED`] he does so less and
//! less often, and plays the best he finds otherwise. From there on he always does, and each notch doubles what he looks at.
//! Where one way ends it is the same as the next, so that strength grows without a jump, whatever values mean in a game.
//! Budgets are counts, so that a phone and a server play the same.

use agon_core::{Random, Rules};

use crate::spec::AgentSpec;

/// The dial of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dial {
    /// Positions that even the weakest player looks at: enough for every move and some more.
    base: f64,
}

/// Positions that the strongest player looks at: up to a tenth of a second on a server, and up to one on a phone.
const TOP_NODES: f64 = 60_000.0;
/// The temperature at notch 0, and how many halvings a notch is.
const WARMEST: f64 = 0.64;
const COOLING: f64 = 1.25;
/// The floor in temperatures: a move e⁴ = 55 times less likely than the best is not played at all.
const FLOOR: f64 = 4.0;
/// The chance of a hasty move at [`Dial::STEADY`] is one; this is what is left of it just below [`Dial::DECIDED`].
const LEAST_HASTE: f64 = 0.02;
/// Random games from which the number of moves is estimated.
const GAMES: u64 = 4;

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
        let mut widest = 1;
        for game in 0..GAMES {
            let mut random = Random::stream(game, 0xd1a1);
            let mut played = rules.start(None).expect("every game has an initial position");
            while played.ending().is_none() {
                widest = widest.max(played.move_count());
                played.play(random.below(played.move_count() as u32) as usize);
            }
        }
        Dial { base: 3.0 * widest as f64 }
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
        let nodes = round(self.base * (warmth / 2.0).exp2());
        let text = if notch < Dial::SOUND {
            format!("pvs:memory=4,multipv=all,nodes={nodes}@softmax({temperature},{floor})")
        } else if notch <= Dial::STEADY {
            format!("pvs:memory=4,multipv=all,nodes={nodes}@sound({temperature},{floor})")
        } else if notch < Dial::DECIDED {
            let haste = (notch - Dial::STEADY) / (Dial::DECIDED - Dial::STEADY);
            let chance = round(LEAST_HASTE.powf(haste));
            format!("pvs:memory=4,nodes={nodes}@slip({chance},{temperature},{floor})")
        } else {
            let nodes = round(2.0 * self.base * (notch - Dial::DECIDED).exp2());
            format!("pvs:memory=4,nodes={nodes}@careful")
        };
        text.parse().expect("the dial writes specs that exist")
    }
}

/// A number with two significant digits: tables are read by people.
fn round(number: f64) -> f64 {
    let unit = 10_f64.powf(number.log10().floor() - 1.0);
    let rounded = (number / unit).round() * unit;
    // What is left of binary fractions goes.
    (rounded * 1e6).round() / 1e6
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

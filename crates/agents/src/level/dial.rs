//! The strength dial: one family of players from nearly aimless to our strongest, on one scale.
//!
//! Below notch [`Dial::DECIDED`] a player searches little and draws his move by value: mistakes are small ones mostly, and
//! never those that a single move shows. From there on he plays the best he finds, and each notch doubles what he looks at.
//! Budgets are counts, so that a phone and a server play the same.

use agon_core::{Random, Rules};

use crate::spec::AgentSpec;

/// The dial of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dial {
    /// Positions that even the weakest player looks at: enough for every move and some more.
    base: f64,
}

/// Positions that the strongest player looks at: a tenth of a second on a server, about one on a phone.
const TOP_NODES: f64 = 100_000.0;
/// The temperature at the lowest notch, and how many halvings a notch is.
const WARMEST: f64 = 0.64;
const COOLING: f64 = 1.25;
/// The floor in temperatures: a move e⁴ = 55 times less likely than the best is not played at all.
const FLOOR: f64 = 4.0;
/// Random games from which the number of moves is estimated.
const GAMES: u64 = 4;

impl Dial {
    /// The notch from which on the best move is played.
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

    /// The player at a notch, from 0 to [`top`](Dial::top).
    pub fn spec(&self, notch: f64) -> AgentSpec {
        let text = if notch < Dial::DECIDED {
            let nodes = round(self.base * (notch / 2.0).exp2());
            let temperature = round(WARMEST * (-COOLING * notch).exp2());
            let floor = round(FLOOR * temperature).min(2.0);
            format!("pvs:hash=4,multipv=all,nodes={nodes}@softmax({temperature},{floor})")
        } else {
            let nodes = round(2.0 * self.base * (notch - Dial::DECIDED).exp2());
            format!("pvs:hash=4,nodes={nodes}@careful")
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
        assert!(spec(0.0).ends_with("@softmax(0.64,2)"), "{}", spec(0.0));
        assert!(spec(5.0).contains("multipv=all") && spec(5.0).contains("softmax(0.0084,"), "{}", spec(5.0));
        assert!(spec(6.0).ends_with("@careful"));
        assert!(spec(dial.top()).contains("nodes=100000"), "{}", spec(dial.top()));
        let nodes = |notch: f64| dial.spec(notch).limit().nodes.unwrap();
        assert!(
            (0..24).all(|step| step == 11 || nodes(f64::from(step) / 2.0) < nodes(f64::from(step + 1) / 2.0))
        );
    }
}

//! The places on the dial where a rung can be.

use agon_agents::AgentSpec;
use agon_agents::level::Dial;

/// Places are this far apart, unless the players there are the same.
const GRID: f64 = 1.0 / 16.0;

/// Different players along the dial, from the weakest place to the highest.
pub(super) struct Notches(Vec<(f64, AgentSpec)>);

impl Notches {
    pub(super) fn new(dial: &Dial) -> Notches {
        let top = dial.top();
        let mut places: Vec<(f64, AgentSpec)> = Vec::new();
        let steps = ((top - Dial::LOWEST) / GRID).floor() as u32;
        for notch in (0..=steps).map(|step| Dial::LOWEST + f64::from(step) * GRID).chain([top]) {
            let spec = dial.spec(notch);
            if places.last().is_none_or(|(_, last)| *last != spec) {
                places.push((notch, spec));
            }
        }
        Notches(places)
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The notch of a place.
    pub(super) fn at(&self, place: usize) -> f64 {
        self.0[place].0
    }

    /// Who plays there.
    pub(super) fn spec(&self, place: usize) -> &AgentSpec {
        &self.0[place].1
    }

    /// The lowest notch and the highest.
    pub(super) fn range(&self) -> [f64; 2] {
        [self.at(0), self.at(self.len() - 1)]
    }

    /// The first place at a notch or above, or else the last one.
    pub(super) fn place(&self, notch: f64) -> usize {
        self.0.partition_point(|&(at, _)| at < notch).min(self.len() - 1)
    }
}

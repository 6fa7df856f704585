//! What is to be learned, and how.

use agon_agents::{AgentSpec, Playable};
use agon_nets::patterns::{Recipe, Shape};
use serde::{Deserialize, Serialize};

use crate::error::{LearnError, Unfit};

/// So many generations are young.
const YOUNG: u64 = 3;
/// The share of random moves in the first generation; it halves with every young one. Without it the games of somebody who knows
/// nothing resemble each other too much to teach anything.
const RANDOM: f64 = 0.25;

/// Everything that games and networks depend on, but for how many generations there are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The spec of the game.
    pub game: String,
    /// The version of its rules and encoding.
    pub version: u32,
    /// Who plays the first generation.
    pub first: String,
    /// Positions that later generations look at per move.
    pub nodes: u64,
    /// Games of a full generation; the young ones before it are smaller.
    pub games: u64,
    /// Every game begins with up to so many random moves.
    pub opening: u32,
    /// The share of later moves that are random; in young generations it is larger.
    pub random: f64,
    /// A game that is longer counts as drawn.
    pub longest: u32,
    /// Generations whose games a network learns from.
    pub window: u64,
    /// The most positions it learns from.
    pub positions: usize,
    /// The share of the result of the game in what a position is said to be worth; the rest is what the search said.
    pub result: f32,
    /// Which patterns.
    pub patterns: Recipe,
    /// Phases of the game with weights of their own.
    pub phases: usize,
    /// Hidden units.
    pub hidden: usize,
    /// How often all positions are looked at.
    pub epochs: usize,
    /// How far weights move at first.
    pub rate: f32,
    /// What a weight must have heard before it moves freely.
    pub caution: f32,
    /// Games in which a new network has to beat the best one so far.
    pub gate: u32,
    /// The seed of everything random.
    pub seed: u64,
}

impl Plan {
    /// What is wrong with the plan, if anything.
    pub fn check(&self, rules: &dyn Playable) -> Result<(), LearnError> {
        let at_least_one =
            |what: &str, number: u64| Unfit::unless(number >= 1, what, &number, "at least one");
        at_least_one("nodes", self.nodes)?;
        at_least_one("games", self.games)?;
        at_least_one("window", self.window)?;
        at_least_one("positions", self.positions as u64)?;
        at_least_one("epochs", self.epochs as u64)?;
        at_least_one("longest", self.longest.into())?;
        Unfit::unless(self.games <= 100_000_000, "games", &self.games, "at most 100000000")?;
        Unfit::unless((0.0..=1.0).contains(&self.random), "random", &self.random, "a share from 0 to 1")?;
        Unfit::unless((0.0..=1.0).contains(&self.result), "result", &self.result, "a share from 0 to 1")?;
        Unfit::unless((1..=16).contains(&self.phases), "phases", &self.phases, "a number from 1 to 16")?;
        Unfit::unless(self.hidden <= 256, "hidden", &self.hidden, "at most 256")?;
        Unfit::unless(
            self.rate > 0.0 && self.rate <= 10.0,
            "rate",
            &self.rate,
            "a number above 0 and up to 10",
        )?;
        Unfit::unless(
            i64::try_from(self.seed).is_ok(),
            "seed",
            &self.seed,
            "less than 2 to the power of 63",
        )?;
        let cautious = self.caution > 0.0 && self.caution <= 1.0;
        Unfit::unless(cautious, "caution", &self.caution, "a number above 0 and up to 1")?;
        rules.agent(&self.first.parse()?)?;
        Ok(())
    }

    /// Whether a generation is one of the first, which play fewer games and more random moves, and whose networks need not prove
    /// themselves: whatever they learn, the games of the next one will be better.
    pub fn is_young(generation: u64) -> bool {
        generation < YOUNG
    }

    /// The games of a generation: every young one plays half as many as the next.
    pub fn games_of(&self, generation: u64) -> u64 {
        (self.games >> YOUNG.saturating_sub(generation)).max(1)
    }

    /// The games of all generations before this one.
    pub fn games_before(&self, generation: u64) -> u64 {
        let young: u64 = (0..generation.min(YOUNG)).map(|earlier| self.games_of(earlier)).sum();
        young + generation.saturating_sub(YOUNG) * self.games
    }

    /// The share of random moves in a generation.
    pub(super) fn random_of(&self, generation: u64) -> f64 {
        self.random.max(if Plan::is_young(generation) { RANDOM / (1 << generation) as f64 } else { 0.0 })
    }

    /// The shape of the networks.
    pub fn shape(&self) -> Shape {
        Shape { phases: self.phases, hidden: self.hidden }
    }

    /// Who plays with the network of a file.
    pub(super) fn player(&self, network: &str) -> Result<AgentSpec, LearnError> {
        let spec: AgentSpec = "pvs:memory=1".parse()?;
        let spec = spec.with("nodes", &self.nodes.to_string())?;
        Ok(spec.with("eval", &format!("net:{network}"))?)
    }
}

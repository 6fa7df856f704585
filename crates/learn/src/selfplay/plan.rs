//! What is to be learned, and how.

use std::ops::RangeInclusive;

use agon_agents::{AgentSpec, Playable};
use agon_arena::bout::FinishedGame;
use agon_arena::contest::Tally;
use agon_arena::ledger::Kind;
use agon_core::Rules;
use serde::{Deserialize, Serialize};

use super::game;
use super::lesson::{self, Hindsight};
use crate::error::{LearnError, Unfit};
use crate::generations::{Common, Kept, MOST_GAMES, MOST_MEETINGS, Method, Window};
use crate::patterns::Positions;

/// The most random moves that a game begins with.
const LONGEST_OPENING: u64 = 1000;

/// Games that show how a young generation does: they decide nothing.
const YOUNG_GATE: u32 = 40;

/// So many generations are young.
const YOUNG: u64 = 3;
/// The share of random moves in the first generation; it halves with every young one. Without it the games of somebody who knows
/// nothing resemble each other too much to teach anything.
const RANDOM: f64 = 0.25;

/// From this generation on, a network that has seen enough may call a game decided.
const GROWN: u64 = 3;

agon_search::words! {
    /// How moves are drawn by lot, after the opening.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Drawn {
        /// All alike.
        #[default]
        Any = "any",
        /// By the rank that a search gives them, the best ones more often.
        Rank = "rank",
    }
}

/// Everything that games and networks depend on, but for how many generations there are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// What it has in common with all plans.
    #[serde(flatten)]
    pub common: Common,
    /// Who plays the first generation.
    pub first: String,
    /// Games of a full generation; the young ones before it are smaller.
    pub games: u64,
    /// Every game begins with up to so many random moves.
    pub opening: u32,
    /// The share of later moves that are random; in young generations it is larger.
    pub random: f64,
    /// How they are drawn.
    #[serde(default)]
    pub drawn: Drawn,
    /// The share of the result of the game in what a position is said to be worth; the rest is what the search said.
    pub result: f32,
    /// How much of the result is left after each ply on the way back; searches on the way say the rest.
    #[serde(default = "whole")]
    pub lambda: f32,
    /// What a game has to be worth to one player, for a while, to break off.
    #[serde(default = "whole")]
    pub enough: f32,
    /// Games in which a new network may not lose to the best one so far.
    pub gate: u32,
}

/// Nothing is left out.
fn whole() -> f32 {
    1.0
}

impl Plan {
    /// Whether a generation is one of the first, which play fewer games and more random moves, and whose networks need not prove
    /// themselves: whatever they learn, the games of the next one will be better.
    fn is_young(generation: u64) -> bool {
        generation < YOUNG
    }

    /// How many games a generation plays: every young one half as many as the next.
    fn size(&self, generation: u64) -> u64 {
        (self.games >> YOUNG.saturating_sub(generation)).max(1)
    }

    /// The share of random moves in a generation.
    pub(super) fn random_of(&self, generation: u64) -> f64 {
        self.random.max(if Plan::is_young(generation) { RANDOM / (1 << generation) as f64 } else { 0.0 })
    }

    /// What a game of a generation has to be worth to break off: nothing is enough as long as networks know little.
    pub(super) fn enough(&self, generation: u64) -> f32 {
        if generation < GROWN || self.enough == 1.0 { f32::INFINITY } else { self.enough }
    }
}

impl Method for Plan {
    const KIND: Kind = Kind::SelfPlay;
    const NAME: &'static str = "Self-play";
    const CONTINUES: bool = false;

    fn common(&self) -> &Common {
        &self.common
    }

    fn check(&self, rules: &dyn Playable) -> Result<(), LearnError> {
        self.common.check()?;
        Unfit::unless_within(MOST_GAMES, "games", self.games)?;
        Unfit::unless_at_most(LONGEST_OPENING, "opening", self.opening.into())?;
        Unfit::unless_at_most(MOST_MEETINGS, "gate", self.gate.into())?;
        Unfit::unless((0.0..=1.0).contains(&self.random), "random", &self.random, "a share from 0 to 1")?;
        Unfit::unless((0.0..=1.0).contains(&self.result), "result", &self.result, "a share from 0 to 1")?;
        Unfit::unless((0.0..=1.0).contains(&self.lambda), "lambda", &self.lambda, "a share from 0 to 1")?;
        Unfit::unless(
            self.enough > 0.0 && self.enough <= 1.0,
            "enough",
            &self.enough,
            "a number above 0 and up to 1",
        )?;
        rules.agent(&self.first.parse()?)?;
        Ok(())
    }

    fn games_of(&self, generation: u64) -> RangeInclusive<u64> {
        let young: u64 = (0..generation.min(YOUNG)).map(|earlier| self.size(earlier)).sum();
        let before = young + generation.saturating_sub(YOUNG) * self.games;
        before + 1..=before + self.size(generation)
    }

    fn player(&self, network: Option<&str>) -> Result<AgentSpec, LearnError> {
        let Some(network) = network else { return Ok(self.first.parse()?) };
        let spec: AgentSpec = "pvs:memory=1".parse()?;
        let spec = spec.with("nodes", &self.common.nodes.to_string())?;
        Ok(spec.with("eval", &format!("net:{network}"))?)
    }

    fn play(
        &self,
        rules: &dyn Playable,
        player: &AgentSpec,
        generation: u64,
        number: u64,
    ) -> (FinishedGame, Vec<u8>) {
        game::play(self, rules, player, generation, number)
    }

    fn yields(&self, game: &Kept) -> u64 {
        game.plies.into()
    }

    fn replay(
        &self,
        rules: &dyn Rules,
        window: &Window<'_>,
        game: &Kept,
        phase: u64,
        positions: &mut Positions,
    ) {
        let hindsight = Hindsight { share: self.result, lambda: self.lambda };
        lesson::replay(rules, window, game, phase, hindsight, positions);
    }

    fn witness(&self, network: Option<&str>) -> Result<AgentSpec, LearnError> {
        self.player(network)
    }

    fn gate(&self, generation: u64) -> u32 {
        if Plan::is_young(generation) { YOUNG_GATE.min(self.gate) } else { self.gate }
    }

    fn accepts(&self, generation: u64, tally: Tally) -> bool {
        Plan::is_young(generation) || tally.wins >= tally.losses
    }
}

//! What is to be learned, and how.

use std::ops::RangeInclusive;

use agon_agents::{AgentSpec, Playable};
use agon_arena::bout::FinishedGame;
use agon_arena::contest::Tally;
use agon_arena::ledger::Kind;
use agon_core::Rules;
use agon_search::bestfirst::Ends;
use agon_search::settings::Setting;
use serde::{Deserialize, Serialize};

use super::{game, replay, trees};
use crate::error::{LearnError, Unfit};
use crate::generations::{Common, Kept, MOST_GAMES, MOST_MEETINGS, Method, Window};
use crate::patterns::Positions;

agon_search::words! {
    /// Which positions of a game are learned from, and what they are said to be worth.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Targets {
        /// All into which the searches have looked, and what the tree says.
        Tree = "tree",
        /// Those that came on the board, and what the search of each said.
        Root = "root",
        /// Those that came on the board, and how the game ended.
        Terminal = "terminal",
    }
}

/// Everything that games and networks depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// What it has in common with all plans.
    #[serde(flatten)]
    pub common: Common,
    /// What the end of a game is worth.
    pub ends: Ends,
    /// What is learned from.
    pub targets: Targets,
    /// All games.
    pub games: u64,
    /// Networks that are made on the way; each plays the games between it and the next.
    pub generations: u64,
    /// Games that show how a network does against the one before it; they decide nothing.
    pub gate: u32,
}

impl Plan {
    /// How firmly the player of a game believes in his ranking of the moves, from 0 in the first game to 1 in the last.
    pub(super) fn greed(&self, number: u64) -> f64 {
        (number - 1) as f64 / (self.games - 1).max(1) as f64
    }
}

impl Method for Plan {
    const KIND: Kind = Kind::Descent;
    const NAME: &'static str = "Descent";
    const CONTINUES: bool = true;

    fn common(&self) -> &Common {
        &self.common
    }

    fn check(&self, rules: &dyn Playable) -> Result<(), LearnError> {
        self.common.check()?;
        Unfit::unless_counted("generations", self.generations)?;
        Unfit::unless_at_most(MOST_GAMES, "games", self.games)?;
        Unfit::unless_at_most(MOST_MEETINGS, "gate", self.gate.into())?;
        let expected = format!("at least as many as there are generations ({})", self.generations);
        Unfit::unless(self.games >= self.generations, "games", &self.games, &expected)?;
        rules.agent(&self.player(None)?)?;
        Ok(())
    }

    fn games_of(&self, generation: u64) -> RangeInclusive<u64> {
        let before = |generation: u64| generation * self.games / self.generations;
        before(generation) + 1..=before(generation + 1)
    }

    /// Without a network he knows the ends of games alone.
    fn player(&self, network: Option<&str>) -> Result<AgentSpec, LearnError> {
        let spec: AgentSpec = "descent:memory=64".parse()?;
        judging(&spec.with("ends", &self.ends.write())?, self.common.nodes, network)
    }

    fn play(
        &self,
        rules: &dyn Playable,
        player: &AgentSpec,
        _generation: u64,
        number: u64,
    ) -> (FinishedGame, Vec<u8>) {
        game::play(self, rules, player, number)
    }

    fn yields(&self, game: &Kept) -> u64 {
        trees::count(&game.attachment) as u64
    }

    fn replay(
        &self,
        rules: &dyn Rules,
        window: &Window<'_>,
        game: &Kept,
        phase: u64,
        positions: &mut Positions,
    ) {
        replay::replay(self.targets, rules, window, game, phase, positions);
    }

    fn witness(&self, network: Option<&str>) -> Result<AgentSpec, LearnError> {
        judging(&"pvs:memory=1".parse()?, self.common.nodes, network)
    }

    fn gate(&self, _generation: u64) -> u32 {
        self.gate
    }

    /// Whatever comes of its games, the new network plays on.
    fn accepts(&self, _generation: u64, _tally: Tally) -> bool {
        true
    }
}

/// An agent with a budget, and the network of a file to judge positions by.
fn judging(spec: &AgentSpec, nodes: u64, network: Option<&str>) -> Result<AgentSpec, LearnError> {
    let eval = network.map_or_else(|| "ends".to_owned(), |file| format!("net:{file}"));
    Ok(spec.with("nodes", &nodes.to_string())?.with("eval", &eval)?)
}

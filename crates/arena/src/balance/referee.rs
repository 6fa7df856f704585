//! Somebody who thinks longer than the players, and judges what they did.

use agon_agents::balanced::{Glance, finished};
use agon_agents::{Agent, AgentError, AgentSpec, Playable};
use agon_core::{Match, Player, Record, Rules};
use serde::{Deserialize, Serialize};

/// A move as the referee sees it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ply {
    /// Whether the agent made it, and not its opponent.
    pub by_agent: bool,
    /// The value of the position before the move for the agent.
    pub value: f32,
    /// How much worse than the best the move was.
    pub regret: f32,
    /// How much worse than the best it looked two plies ahead.
    pub visible: f32,
    /// The number of plies in which the mover could win for certain.
    pub win: Option<u32>,
    /// The number of plies in which the move played certainly wins.
    pub taken: Option<u32>,
}

/// A judge of moves.
pub struct Referee {
    judge: Box<dyn Agent>,
    glance: Glance,
}

impl Referee {
    /// A judge who uses this agent, which has to give exact values to all moves.
    pub fn new(rules: &dyn Playable, spec: &AgentSpec) -> Result<Referee, AgentError> {
        Ok(Referee { judge: rules.agent(spec)?, glance: Glance::new(rules)? })
    }

    /// Judges all moves of a game after the first `skipped`, which nobody chose. The agent had the first move or the second.
    ///
    /// # Panics
    /// If the game is not one of these rules.
    pub fn judge(
        &mut self,
        rules: &dyn Rules,
        record: &Record,
        agent_first: bool,
        skipped: usize,
    ) -> Vec<Ply> {
        self.judge.reset();
        let mut plies = Vec::new();
        replay(rules, record, |game, index, number| {
            if number >= skipped {
                plies.push(self.ply(game, index, agent_first));
            }
        });
        plies
    }

    fn ply(&mut self, game: &dyn Match, index: usize, agent_first: bool) -> Ply {
        let assessment = finished(self.judge.as_mut(), game);
        let best = assessment.best.expect("a game that goes on has moves");
        let by_agent = (game.to_move() == Player::First) == agent_first;
        let (top, own) = (assessment.moves[best], assessment.moves[index]);
        let win = |proof: Option<agon_core::Proof>| {
            proof.filter(|proof| proof.gain == 1).map(|proof| proof.distance)
        };
        let visible = if index == best {
            0.0
        } else {
            (self.glance.look(game, best) - self.glance.look(game, index)).max(0.0)
        };
        Ply {
            by_agent,
            value: if by_agent { top.value } else { -top.value },
            regret: (top.value - own.value).max(0.0),
            visible,
            win: win(top.proof),
            taken: win(own.proof),
        }
    }
}

/// Goes through a game again: calls with each position, the index of the move played in it, and the number of moves
/// before.
pub(super) fn replay(rules: &dyn Rules, record: &Record, mut each: impl FnMut(&dyn Match, usize, usize)) {
    let mut game = rules.start(record.position.as_deref()).expect("the game was played from there");
    for (number, text) in record.moves.iter().enumerate() {
        let index = game.find_move(text).expect("the move was played");
        each(game.as_ref(), index, number);
        game.play(index);
    }
}

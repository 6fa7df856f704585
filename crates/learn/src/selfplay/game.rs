//! One game of a program against itself, and what is kept of it.

use agon_agents::{Agent, AgentSpec, Playable};
use agon_arena::bout::{FinishedGame, Spent};
use agon_core::hash::combine;
use agon_core::{Assessed, Match, Outcome, Player, Random, Value};

use super::plan::{Drawn, Plan};
use crate::ordinal;

/// What is kept of a ply: the move, what the search said, and what kind of ply it was.
const PLY: usize = 5;
/// The position was searched.
const SEARCHED: u8 = 1;
/// The move was drawn all the same.
const DRAWN: u8 = 2;
/// Values are kept as whole numbers up to this.
const UNIT: f32 = 32_000.0;
/// How firmly moves that are drawn by rank keep to the ranking: so likely is each of the first ones if those before it are not drawn.
const GREED: f64 = 0.3;
/// A game that is sure to be won breaks off after so many plies of certainty.
const SURE: i32 = 8;

/// A ply of a game that was kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ply {
    /// The index of the move.
    pub choice: usize,
    /// What the search said the position is worth to the mover, if there was one.
    pub value: Option<f32>,
    /// Whether the move was drawn by lot.
    pub drawn: bool,
}

/// Reads the plies of a game.
pub(super) fn read(bytes: &[u8]) -> impl Iterator<Item = Ply> + '_ {
    bytes.as_chunks::<PLY>().0.iter().map(|&[low, high, small, large, kind]| Ply {
        choice: u16::from_le_bytes([low, high]).into(),
        value: (kind & SEARCHED != 0).then(|| f32::from(i16::from_le_bytes([small, large])) / UNIT),
        drawn: kind & (SEARCHED | DRAWN) != SEARCHED,
    })
}

/// Plays the game with this number of a generation; returns it and its plies as they are kept.
pub(super) fn play(
    plan: &Plan,
    rules: &dyn Playable,
    player: &AgentSpec,
    generation: u64,
    number: u64,
) -> (FinishedGame, Vec<u8>) {
    let seed = combine([plan.common.seed, number]);
    let mut random = Random::stream(seed, 0x5e1f);
    let mut agent = rules.agent(&player.seeded(seed >> 1)).expect("the agent was tried before");
    let mut game = rules.start(None).expect("every game has an initial position");
    let mut plies = Vec::new();
    let mut spent = [Spent::default(); 2];
    let opening = random.below(plan.opening + 1);
    let (share, enough) = (plan.random_of(generation), plan.enough(generation));
    // For how many plies the first player has been sure to win, or less than nothing.
    let mut sure: i32 = 0;
    // A drawn opening may end the game before it has begun.
    while game.ending().is_none() && game.plies() < plan.common.longest && sure.abs() < SURE {
        let begins = game.plies() < opening;
        let drawn = begins || random.unit() < share;
        let thought = if drawn && (begins || plan.drawn == Drawn::Any) {
            None
        } else {
            Some(think(agent.as_mut(), game.as_ref(), &mut spent))
        };
        let by_rank = thought.as_ref().filter(|_| drawn);
        let choice = match (by_rank, &thought) {
            (Some(ranked), _) => ordinal::choose(&ranked.moves, GREED, &mut random).unwrap_or(ranked.choice),
            (None, Some(thought)) => thought.choice,
            (None, None) => random.below(game.move_count() as u32) as usize,
        };
        let value = thought.as_ref().map(|thought| thought.value);
        let kind = if thought.is_some() { SEARCHED } else { 0 } | if drawn { DRAWN } else { 0 };
        plies.extend((choice as u16).to_le_bytes());
        plies.extend(((value.unwrap_or(0.0) * UNIT) as i16).to_le_bytes());
        plies.push(kind);
        let mover = game.to_move();
        let first = value.map_or(0.0, |value| Value::from_pov(value, mover).pov(Player::First));
        let side = if first.abs() < enough { 0 } else { first.signum() as i32 };
        sure = if sure * side < 0 { side } else { side.abs() * sure + side };
        // What is proven need not be played out.
        match value {
            Some(1.0) => game.resign(!mover),
            Some(-1.0) => game.resign(mover),
            _ => game.play(choice),
        }
    }
    let gain = match game.ending().map(|ending| ending.outcome) {
        Some(Outcome::Win(Player::First)) => 1,
        Some(Outcome::Win(Player::Second)) => -1,
        _ => 0,
    };
    let score = game.score().unwrap_or(0.0);
    (FinishedGame { gain, score, plies: game.plies(), fault: None, spent, record: game.record() }, plies)
}

/// What the agent would play, what that is worth (a value of 1 or -1 is proven), and what it thinks of all moves.
struct Thought {
    choice: usize,
    value: f32,
    moves: Vec<Assessed<usize>>,
}

fn think(agent: &mut dyn Agent, game: &dyn Match, spent: &mut [Spent; 2]) -> Thought {
    let assessment = agent.analyse(game, &mut |_| {});
    spent[game.to_move().index()].add(assessment.cost);
    let moves = assessment.moves;
    let Some(choice) = assessment.choice else {
        return Thought { choice: 0, value: 0.0, moves };
    };
    let value = match moves[choice].proof {
        Some(proof) if proof.gain != 0 => f32::from(proof.gain),
        // Only what is proven is certain.
        _ => moves[choice].value.clamp(-0.999, 0.999),
    };
    Thought { choice, value, moves }
}

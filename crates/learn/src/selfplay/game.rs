//! One game of a program against itself, and what is kept of it.

use agon_agents::{Agent, AgentSpec, Playable};
use agon_arena::bout::{FinishedGame, Spent};
use agon_core::hash::combine;
use agon_core::{Match, Outcome, Player, Random};

use super::plan::Plan;

/// What is kept of a ply: the move, what the search said, and what kind of ply it was.
const PLY: usize = 5;
/// The move was looked for, not drawn.
const SEARCHED: u8 = 1;
/// The move that was found best takes nothing.
const QUIET: u8 = 2;
/// Values are kept as whole numbers up to this.
const UNIT: f32 = 32_000.0;

/// A ply of a game that was kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ply {
    /// The index of the move.
    pub choice: usize,
    /// What the search said the position is worth to the mover; nothing if the move was drawn.
    pub value: Option<f32>,
    /// Whether nothing is about to be taken, so that what stands on the board is what counts.
    pub quiet: bool,
}

/// Reads the plies of a game.
pub(super) fn read(bytes: &[u8]) -> impl Iterator<Item = Ply> + '_ {
    bytes.as_chunks::<PLY>().0.iter().map(|&[low, high, small, large, kind]| Ply {
        choice: u16::from_le_bytes([low, high]).into(),
        value: (kind & SEARCHED != 0).then(|| f32::from(i16::from_le_bytes([small, large])) / UNIT),
        quiet: kind & QUIET != 0,
    })
}

/// Plays the game with this number, with this share of random moves; returns it and its plies as they are kept.
pub(super) fn play(
    plan: &Plan,
    rules: &dyn Playable,
    player: &AgentSpec,
    share: f64,
    number: u64,
) -> (FinishedGame, Vec<u8>) {
    let seed = combine([plan.basis.seed, number]);
    let mut random = Random::stream(seed, 0x5e1f);
    let mut agent = rules.agent(&player.seeded(seed >> 1)).expect("the agent was tried before");
    let mut game = rules.start(None).expect("every game has an initial position");
    let mut plies = Vec::new();
    let mut spent = [Spent::default(); 2];
    let opening = random.below(plan.opening + 1);
    // A drawn opening may end the game before it has begun.
    while game.ending().is_none() && game.plies() < plan.basis.longest {
        let drawn = game.plies() < opening || random.unit() < share;
        let (choice, value, kind) = if drawn {
            (random.below(game.move_count() as u32) as usize, 0.0, 0)
        } else {
            think(agent.as_mut(), game.as_ref(), &mut spent)
        };
        plies.extend((choice as u16).to_le_bytes());
        plies.extend(((value * UNIT) as i16).to_le_bytes());
        plies.push(kind);
        // What is proven need not be played out.
        let loser = match value {
            1.0 => Some(!game.to_move()),
            -1.0 => Some(game.to_move()),
            _ => None,
        };
        match loser {
            Some(loser) => game.resign(loser),
            None => game.play(choice),
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

/// What the agent plays, what it thinks of it, and what kind of ply it is; a value of 1 or -1 is proven.
fn think(agent: &mut dyn Agent, game: &dyn Match, spent: &mut [Spent; 2]) -> (usize, f32, u8) {
    let assessment = agent.analyse(game, &mut |_| {});
    spent[game.to_move().index()].add(assessment.cost);
    let Some(choice) = assessment.choice else {
        return (0, 0.0, 0);
    };
    let chosen = &assessment.moves[choice];
    let value = match chosen.proof {
        Some(proof) if proof.gain != 0 => f32::from(proof.gain),
        // Only what is proven is certain.
        _ => chosen.value.clamp(-0.999, 0.999),
    };
    let quiet = if game.move_trace(choice).captured.is_empty() { QUIET } else { 0 };
    (choice, value, SEARCHED | quiet)
}

//! Positions of kept games, for a network to learn from.

use agon_agents::Playable;
use agon_arena::ledger::Ledger;
use agon_core::hash::combine;
use agon_core::spread::spread;
use agon_nets::patterns::{Board, Scheme};

use super::game::{read, result};
use super::plan::Plan;
use crate::error::LearnError;
use crate::patterns::Positions;

/// One game in so many is kept apart, to see how much was learned by heart.
const APART: u64 = 20;
/// Games that a thread takes up at a time.
const CHUNK: usize = 256;

/// Positions to learn from, and some from games that are kept apart.
pub(super) struct Window {
    pub train: Positions,
    pub test: Positions,
    pub games: u64,
}

impl Window {
    /// The positions of the games with these numbers.
    pub(super) fn open(
        plan: &Plan,
        rules: &dyn Playable,
        ledger: &Ledger,
        scheme: &Scheme,
        numbers: std::ops::RangeInclusive<u64>,
        threads: usize,
    ) -> Result<Window, LearnError> {
        let mut games = Vec::new();
        ledger.each(|_, entry| {
            if numbers.contains(&entry.number) {
                games.push((entry.number, entry.gain, entry.plies));
            }
        })?;
        let plies: u64 = games.iter().map(|&(_, _, plies)| u64::from(plies)).sum();
        // Positions of one game resemble each other: rather fewer of each than fewer games.
        let stride = plies.div_ceil(plan.positions as u64).max(1);
        let attachments = games
            .iter()
            .map(|&(number, ..)| Ok(ledger.attachment(number)?.unwrap_or_default()))
            .collect::<Result<Vec<Vec<u8>>, LearnError>>()?;
        let chunks = spread(games.len().div_ceil(CHUNK), threads, |chunk| {
            let mut both = [Positions::new(scheme.cells), Positions::new(scheme.cells)];
            for index in chunk * CHUNK..games.len().min((chunk + 1) * CHUNK) {
                let (number, gain, _) = games[index];
                let apart = number % APART == 0;
                let phase = combine([plan.seed, number]) % stride;
                replay(
                    plan,
                    rules,
                    scheme,
                    &attachments[index],
                    gain,
                    (phase, stride),
                    &mut both[usize::from(apart)],
                );
            }
            both
        });
        let mut window = Window {
            train: Positions::new(scheme.cells),
            test: Positions::new(scheme.cells),
            games: games.len() as u64,
        };
        for [train, test] in &chunks {
            window.train.append(train);
            window.test.append(test);
        }
        Ok(window)
    }
}

/// Adds the positions of a game.
fn replay(
    plan: &Plan,
    rules: &dyn Playable,
    scheme: &Scheme,
    kept: &[u8],
    gain: i8,
    (phase, stride): (u64, u64),
    positions: &mut Positions,
) {
    let mut game = rules.start(None).expect("every game has an initial position");
    let (mut features, mut board) = (Vec::new(), Board::default());
    for (number, ply) in read(kept).enumerate() {
        if let Some(value) = ply.value
            && number as u64 % stride == phase
        {
            game.features(&mut features);
            board.read(scheme, &features);
            let result = result(gain, game.to_move());
            positions.push(&board, plan.result * result + (1.0 - plan.result) * value);
        }
        if ply.choice < game.move_count() {
            game.play(ply.choice);
        }
    }
}

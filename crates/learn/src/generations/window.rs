//! Positions of kept games, for a network to learn from.

use std::ops::RangeInclusive;

use agon_agents::Playable;
use agon_arena::ledger::Ledger;
use agon_core::hash::combine;
use agon_core::spread::spread;
use agon_nets::patterns::Scheme;

use super::method::Method;
use crate::error::LearnError;
use crate::patterns::Positions;

/// One game in so many is kept apart, to see how much was learned by heart.
const APART: u64 = 20;
/// Games that a thread takes up at a time.
const CHUNK: usize = 256;

/// A game of a ledger.
pub struct Kept {
    /// Its number.
    pub number: u64,
    /// What it was worth to the first player: 1, 0 or -1.
    pub gain: i8,
    /// Its score from the first player's view.
    pub score: f32,
    /// Its length.
    pub plies: u32,
    /// What was kept of it besides.
    pub attachment: Vec<u8>,
}

/// How positions are taken from games.
pub struct Window<'a> {
    /// What a network sees of them.
    pub scheme: &'a Scheme,
    /// One in so many is taken.
    pub stride: u64,
}

/// Positions to learn from, and some from games that are kept apart.
pub(super) struct Lore {
    pub train: Positions,
    pub test: Positions,
    pub games: u64,
}

impl Lore {
    /// The positions of the games with these numbers.
    pub(super) fn gather<M: Method>(
        method: &M,
        rules: &dyn Playable,
        ledger: &Ledger,
        scheme: &Scheme,
        numbers: &RangeInclusive<u64>,
        threads: usize,
    ) -> Result<Lore, LearnError> {
        let games = kept(ledger, numbers)?;
        let common = method.common();
        let all: u64 = games.iter().map(|game| method.yields(game)).sum();
        // Positions of one game resemble each other: rather fewer of each than fewer games.
        let stride = all.div_ceil(common.study.positions as u64).max(1);
        let window = Window { scheme, stride };
        let chunks = spread(games.len().div_ceil(CHUNK), threads, |chunk| {
            let mut both = [Positions::new(scheme.cells), Positions::new(scheme.cells)];
            for game in &games[chunk * CHUNK..games.len().min((chunk + 1) * CHUNK)] {
                let phase = combine([common.seed, game.number]) % stride;
                let part = &mut both[usize::from(game.number % APART == 0)];
                method.replay(rules, &window, game, phase, part);
            }
            both
        });
        let [mut train, mut test] = [(); 2].map(|()| Positions::new(scheme.cells));
        for [learned, apart] in &chunks {
            train.append(learned);
            test.append(apart);
        }
        // So few games that none is apart: better to learn by heart than not to learn.
        if test.is_empty() {
            test = train.clone();
        }
        Ok(Lore { train, test, games: games.len() as u64 })
    }
}

/// The games with these numbers.
fn kept(ledger: &Ledger, numbers: &RangeInclusive<u64>) -> Result<Vec<Kept>, LearnError> {
    let mut games = Vec::new();
    ledger.each(|_, entry| {
        if numbers.contains(&entry.number) {
            let (number, gain, score, plies) = (entry.number, entry.gain, entry.score, entry.plies);
            games.push(Kept { number, gain, score, plies, attachment: Vec::new() });
        }
    })?;
    for game in &mut games {
        game.attachment = ledger.attachment(game.number)?.unwrap_or_default();
    }
    Ok(games)
}

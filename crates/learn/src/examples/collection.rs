//! Examples in a ledger: those of a game are attached to it.

use std::path::{Path, PathBuf};

use agon_agents::Playable;
use agon_arena::ledger::{self, Entry, Ledger, Named, Pairing, Roster, RuleSet};
use agon_core::Player;

use super::{Example, Plan};
use crate::error::LearnError;

/// The index of the only pairing: the teacher against itself.
pub(super) const PAIRING: usize = 0;

/// The bytes of an example before those of its state: ply, child, players and end, visits, utility.
const HEAD: usize = 4 + 4 + 1 + 8 + 4;

/// What a collection holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Totals {
    /// Games.
    pub games: u64,
    /// Games won by the first player, drawn, and won by the second.
    pub results: [u64; 3],
    /// Examples.
    pub examples: u64,
    /// The mean length of a game in plies.
    pub mean_plies: f64,
    /// Seconds that the teacher thought.
    pub seconds: f64,
}

/// A ledger of games with their examples.
pub struct Collection {
    path: PathBuf,
    plan: Plan,
    ledger: Ledger,
}

impl Collection {
    /// Opens the collection of a plan, or begins it.
    pub fn begin(path: &Path, plan: &Plan, rules: &dyn Playable) -> Result<Collection, LearnError> {
        plan.check(rules)?;
        let rules = RuleSet { spec: plan.game.clone(), version: plan.version, openings: Vec::new() };
        let run = ledger::Run {
            kind: ledger::Kind::Examples,
            name: format!("Examples of {}", plan.game),
            text: toml::to_string(plan).expect("a plan is made of texts and numbers"),
            anchor: None,
            roster: Roster { agents: vec![Named::plain(&plan.teacher.as_said())], rules: vec![rules] },
        };
        let mut ledger = Ledger::resume(path, &run)?;
        ledger.pair(&[Pairing { round: 0, rules: 0, agents: [0, 0] }])?;
        Ok(Collection { path: path.to_owned(), plan: plan.clone(), ledger })
    }

    /// Opens a file that exists, for reading.
    pub fn open(path: &Path) -> Result<Collection, LearnError> {
        let name = || path.display().to_string();
        if !path.exists() {
            return Err(LearnError::Missing { path: name() });
        }
        let ledger = Ledger::open(path)?;
        let kind = ledger.run().kind;
        if kind != ledger::Kind::Examples {
            let why = format!("holds the games of another kind of run ({kind})");
            return Err(LearnError::NotExamples { path: name(), why });
        }
        let plan = toml::from_str(&ledger.run().text).map_err(|error| LearnError::NotExamples {
            path: name(),
            why: format!("says nothing sensible about how they were made: {}", error.message()),
        })?;
        Ok(Collection { path: path.to_owned(), plan, ledger })
    }

    /// The plan of the games.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The number of games.
    pub fn count(&self) -> Result<u64, LearnError> {
        Ok(self.ledger.count()?)
    }

    pub(super) fn ledger(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    /// Hands every game to `visit`, in order, with its examples as they are kept.
    fn each_game(
        &self,
        mut visit: impl FnMut(&Entry, &[u8]) -> Result<(), LearnError>,
    ) -> Result<(), LearnError> {
        let mut games = Vec::new();
        self.ledger.each(|_, entry| games.push(entry.clone()))?;
        games.iter().try_for_each(|game| {
            let bytes = self.ledger.attachment(game.number)?.unwrap_or_default();
            visit(game, &bytes)
        })
    }

    /// What it holds.
    pub fn totals(&self) -> Result<Totals, LearnError> {
        let mut totals = Totals { games: 0, results: [0; 3], examples: 0, mean_plies: 0.0, seconds: 0.0 };
        let mut plies = 0;
        self.each_game(|game, bytes| {
            totals.games += 1;
            totals.results[(1 - result(game)) as usize] += 1;
            totals.examples += (bytes.len() / self.size()) as u64;
            plies += u64::from(game.plies);
            totals.seconds += game.spent.iter().map(|spent| spent.seconds).sum::<f64>();
            Ok(())
        })?;
        totals.mean_plies = plies as f64 / totals.games.max(1) as f64;
        Ok(totals)
    }

    /// Leaves one plain file behind.
    pub fn close(self) -> Result<(), LearnError> {
        Ok(self.ledger.close()?)
    }

    fn damaged(&self, game: &Entry) -> LearnError {
        let why = format!("is damaged: the examples of game {} are cut off", game.number);
        LearnError::NotExamples { path: self.path.display().to_string(), why }
    }

    /// The bytes of an example.
    fn size(&self) -> usize {
        HEAD + self.plan.features.div_ceil(8)
    }

    /// Hands every example to `visit` in the order of games and plies, with the result of its game for the first player.
    pub fn each(&self, mut visit: impl FnMut(Example, i32)) -> Result<(), LearnError> {
        self.each_game(|game, bytes| {
            for bytes in bytes.chunks(self.size()) {
                let example = read(game.number as usize - 1, bytes, self.plan.features);
                visit(example.ok_or_else(|| self.damaged(game))?, result(game));
            }
            Ok(())
        })
    }
}

/// 1, 0 or -1 for the first player.
fn result(entry: &Entry) -> i32 {
    i32::from(if entry.a_first { entry.gain } else { -entry.gain })
}

/// The examples of a game as bytes.
pub(super) fn write(examples: &[Example]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for example in examples {
        let player = |player: Player| player.index() as u8;
        let flags = player(example.mover) | player(example.to_move) << 1 | u8::from(example.ended) << 2;
        bytes.extend(example.ply.to_le_bytes());
        bytes.extend((example.child as u32).to_le_bytes());
        bytes.push(flags);
        bytes.extend(example.visits.to_le_bytes());
        bytes.extend(example.utility.to_le_bytes());
        bytes.extend(&example.state);
    }
    bytes
}

/// One example of a game, if it is all there.
fn read(game: usize, bytes: &[u8], features: usize) -> Option<Example> {
    let (ply, rest) = bytes.split_first_chunk()?;
    let (child, rest) = rest.split_first_chunk()?;
    let (&[flags], rest) = rest.split_first_chunk()?;
    let (visits, rest) = rest.split_first_chunk()?;
    let (utility, state) = rest.split_first_chunk()?;
    (state.len() == features.div_ceil(8)).then(|| Example {
        game,
        ply: u32::from_le_bytes(*ply),
        child: u32::from_le_bytes(*child) as usize,
        mover: Player::BOTH[usize::from(flags & 1)],
        to_move: Player::BOTH[usize::from(flags >> 1 & 1)],
        visits: u64::from_le_bytes(*visits),
        utility: f32::from_le_bytes(*utility),
        ended: flags & 4 != 0,
        state: state.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_survive_being_written() {
        let example = |ply: u32, mover: Player, ended: bool| Example {
            game: 5,
            ply,
            child: 300,
            mover,
            to_move: !mover,
            visits: 1 << 40,
            utility: -0.3,
            ended,
            state: vec![7, 0, 129],
        };
        let examples = [example(3, Player::First, false), example(70_000, Player::Second, true)];
        let bytes = write(&examples);
        assert_eq!(bytes.len(), 2 * (HEAD + 3));
        let back: Vec<Example> =
            bytes.chunks_exact(HEAD + 3).map(|bytes| read(5, bytes, 24).unwrap()).collect();
        assert_eq!(back, examples);
        assert_eq!(read(5, &bytes[..HEAD + 2], 24), None);
        assert_eq!(read(5, &bytes[..7], 24), None);
    }
}

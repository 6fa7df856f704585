//! What a ledger is of: the run, who plays what in it, and which games there are.

use std::fmt;
use std::str::FromStr;

use agon_core::{Record, Rules};
use serde::Serialize;

use crate::bout::{FinishedGame, Spent};
use crate::openings::Opening;

/// What games are played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// Two agents against each other.
    Match,
    /// Many agents at many games.
    #[default]
    Tournament,
    /// The search for the levels of a game.
    Calibration,
    /// Whether levels are as they are said to be.
    Confirmation,
    /// How close an agent keeps its games.
    Balance,
    /// The tables and figures of a paper.
    Experiment,
    /// The search for the best constant of an agent.
    Tuning,
    /// Positions to learn from.
    Examples,
    /// Generations of games that networks learn from.
    SelfPlay,
    /// Games whose search trees networks learn from.
    Descent,
}

impl Kind {
    const ALL: [(Kind, &str); 10] = [
        (Kind::Match, "match"),
        (Kind::Tournament, "tournament"),
        (Kind::Calibration, "calibration"),
        (Kind::Confirmation, "confirmation"),
        (Kind::Balance, "balance"),
        (Kind::Experiment, "experiment"),
        (Kind::Tuning, "tuning"),
        (Kind::Examples, "examples"),
        (Kind::SelfPlay, "self-play"),
        (Kind::Descent, "descent"),
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Kind::ALL.iter().find(|(kind, _)| kind == self).map_or("", |(_, word)| word);
        formatter.write_str(word)
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        let found = Kind::ALL.iter().find(|(_, word)| *word == text);
        found.map(|(kind, _)| *kind).ok_or_else(|| format!("'{text}' is no kind of run"))
    }
}

/// What games are played for, and by whom.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The TOML that says everything results depend on; a ledger is continued only by the same text.
    pub text: String,
    /// The name of the agent that is rated zero, if it is not the mean of all. Results do not depend on it.
    pub anchor: Option<String>,
    /// Who plays what. More may be added while the run goes on.
    pub roster: Roster,
}

/// Who plays, and what is played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// Who plays.
    pub agents: Vec<Named>,
    /// What is played.
    pub rules: Vec<RuleSet>,
}

impl Roster {
    /// The index of the agent with a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.agents.iter().position(|agent| agent.name == name)
    }
}

/// An agent with its name in the tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its spec.
    pub spec: String,
}

impl Named {
    /// An agent that is called what it is.
    pub fn plain(spec: &impl ToString) -> Named {
        let spec = spec.to_string();
        Named { name: spec.clone(), spec }
    }
}

/// A set of rules that is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// The spec of the game.
    pub spec: String,
    /// The version of its rules.
    pub version: u32,
    /// Where its games begin; nothing where that follows from the text of the run.
    pub openings: Vec<Start>,
}

impl RuleSet {
    /// Rules, and where their games begin.
    pub fn new(rules: &dyn Rules, openings: &[Opening]) -> RuleSet {
        let start = |opening: &Opening| Start {
            position: opening.position.clone(),
            moves: opening.start(rules).history(),
        };
        RuleSet {
            spec: rules.spec().to_owned(),
            version: rules.info().version,
            openings: openings.iter().map(start).collect(),
        }
    }
}

/// Where a game begins, in the game's notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// The position, if not the initial one.
    pub position: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
}

/// Two agents that meet at a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pairing {
    /// What tells meetings of the same two at the same game apart, from 0: the round of a tournament, say.
    pub round: u32,
    /// The index of the rules in the roster.
    pub rules: usize,
    /// The indices of agents a and b in the roster.
    pub agents: [usize; 2],
}

/// A game that is to be played, or was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Its number, from 1.
    pub number: u64,
    /// The index of its pairing.
    pub pairing: usize,
    /// Which pair of games of the pairing it belongs to, from 0.
    pub pair: u32,
    /// Whether agent a has the first move.
    pub a_first: bool,
}

impl Slot {
    /// A game of a run that knows neither all its pairings nor all its pairs from the start. The numbers go along the diagonals
    /// of the table of both, so that there is room for more of either, however many there are.
    pub fn open_ended(pairing: usize, pair: u32, a_first: bool) -> Slot {
        let (row, column) = (pairing as u64, u64::from(pair));
        let diagonal = row + column;
        let before = diagonal * (diagonal + 1) / 2 + column;
        Slot { number: 2 * before + 1 + u64::from(!a_first), pairing, pair, a_first }
    }
}

/// A finished game without its moves. Results are agent a's.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its number.
    pub number: u64,
    /// The index of its pairing.
    pub pairing: usize,
    /// Which pair of games of that pairing it belongs to, from 0.
    pub pair: u32,
    /// Whether agent a had the first move.
    pub a_first: bool,
    /// +1, 0 or -1 for agent a.
    pub gain: i8,
    /// The graded result in [-1, 1] for agent a.
    pub score: f32,
    /// The length of the game in plies.
    pub plies: u32,
    /// What each agent spent, a's first.
    pub spent: [Spent; 2],
    /// What went wrong, if an agent failed and lost by it.
    pub fault: Option<String>,
}

impl Entry {
    /// What came of a slot.
    pub fn new(slot: Slot, game: &FinishedGame) -> Entry {
        Entry {
            number: slot.number,
            pairing: slot.pairing,
            pair: slot.pair,
            a_first: slot.a_first,
            gain: game.gain,
            // As they are kept, so that what is read is what was written: the database knows no minus zero, and microseconds.
            score: game.score + 0.0,
            plies: game.plies,
            spent: game.spent.map(|spent| Spent { seconds: (spent.seconds * 1e6).round() / 1e6, ..spent }),
            fault: game.fault.clone(),
        }
    }

    /// The points of agent a times two.
    pub fn half_points(&self) -> u8 {
        (self.gain + 1) as u8
    }
}

/// What is kept of a game besides its result and its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extra {
    /// JSON; what is in it depends on the kind of run.
    pub note: Option<String>,
    /// Anything that is long.
    pub attachment: Option<Vec<u8>>,
}

/// A game as it is kept, but for its attachment.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    /// Who met at what.
    pub pairing: Pairing,
    /// What came of it.
    pub entry: Entry,
    /// Its moves.
    pub record: Record,
    /// JSON; what is in it depends on the kind of run.
    pub note: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_game_of_a_growing_run_has_a_number_of_its_own() {
        let games = (0..40).flat_map(|pairing| (0..40).map(move |pair| (pairing, pair)));
        let numbers: HashSet<u64> = games
            .flat_map(|(pairing, pair)| {
                [true, false].map(|first| Slot::open_ended(pairing, pair, first).number)
            })
            .collect();
        assert_eq!(numbers.len(), 2 * 40 * 40);
        // The triangle that is complete has all numbers without a gap.
        assert!((1..=40 * 41).all(|number| numbers.contains(&number)));
    }

    #[test]
    fn kinds_are_words() {
        for (kind, word) in Kind::ALL {
            assert_eq!((kind.to_string().as_str(), word.parse()), (word, Ok(kind)));
        }
        assert!("diary".parse::<Kind>().is_err());
    }
}

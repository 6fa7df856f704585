//! All that is known about one agent, game and opponent.

use serde::Serialize;

use super::ladder;
use super::natural::{correlation, is_visible_blunder, wins_refused};
use super::referee::Ply;
use super::series::{Note, Setting, slot};
use super::shape::Shape;
use crate::bout::Spent;
use crate::contest::Tally;
use crate::ledger::{Entry, Kept, Ledger, LedgerError};
use crate::stats::{Mean, mean_result};

/// The games of an agent against one opponent, in numbers from the agent's view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// The game's spec.
    pub game: String,
    /// The opponent's spec.
    pub opponent: String,
    /// Games won, drawn and lost.
    pub tally: Tally,
    /// The mean of +1, 0 and -1.
    pub gain: Mean,
    /// The mean graded result.
    pub score: Mean,
    /// The mean length of a game in plies.
    pub plies: f64,
    /// The gain of somebody who plays to win with the same means.
    pub honest: Mean,
    /// What was remembered of the opponent after each game, where something is.
    pub memory: Vec<f32>,
    /// Wins in one that were there and not taken, in all games.
    pub wins_in_one_refused: u64,
    /// Games lost because an agent failed.
    pub faults: u64,
    /// Positions visited per move of the agent.
    pub nodes: f64,
    /// Milliseconds per move of the agent; depends on the machine, and is no part of what is compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<f64>,
    /// What the referee says about some of the games.
    pub judged: Option<Judged>,
}

/// What the referee says about some games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// Who judged.
    pub referee: String,
    /// The number of games.
    pub games: usize,
    /// The agent's moves in them.
    pub moves: usize,
    /// The share of positions in which nobody was ahead by 0.25.
    pub close: f64,
    /// Changes of the lead per game.
    pub lead_changes: f64,
    /// When winners pulled ahead for good, as a share of the game, on average.
    pub swing: Option<f64>,
    /// Wins in 1, 3 and 5 plies that the agent did not take, per 100 games.
    pub refused: [f64; 3],
    /// Visible blunders per 100 moves of the agent.
    pub blunders: f64,
    /// The same of the opponent, an honest player who is as strong where the games are even.
    pub opponent_blunders: f64,
    /// The rank correlation of what the agent's moves gave away with its advantage.
    pub correlation: Option<f64>,
    /// What a move of the agent gave away on average when it was ahead, and when it was not.
    pub regret: [Option<f64>; 2],
}

impl Cell {
    /// What a ledger says about a series, given by the indices of the agent's meeting and of that of somebody who plays to win;
    /// none if it is not complete.
    pub(super) fn of(
        ledger: &Ledger,
        setting: &Setting,
        [agent, honest]: [usize; 2],
    ) -> Result<Option<Cell>, LedgerError> {
        let read = |pairing: usize| -> Result<Option<Vec<Kept>>, LedgerError> {
            (0..setting.games).map(|number| ledger.find(slot(pairing, number).number)).collect()
        };
        let (Some(own), Some(honest)) = (read(agent)?, read(honest)?) else { return Ok(None) };
        let note = |kept: &Kept| -> Note {
            kept.note.as_deref().and_then(|note| serde_json::from_str(note).ok()).unwrap_or_default()
        };
        let notes: Vec<Note> = own.iter().map(note).collect();
        let entries = || own.iter().map(|kept| &kept.entry);
        let gain = |games: &[Kept]| mean_result(games.iter().map(|kept| f64::from(kept.entry.gain))).0;
        let mut spent = Spent::default();
        entries().for_each(|entry| spent += entry.spent[0]);
        let moves = spent.moves.max(1) as f64;
        let pairing = ledger.pairings()[agent];
        let judged: Vec<(i8, Vec<Ply>)> = entries()
            .zip(&notes)
            .filter_map(|(entry, note)| Some((entry.gain, note.judged.clone()?)))
            .collect();
        let referee = || ladder::referee(&setting.agent).to_string();
        Ok(Some(Cell {
            game: ledger.roster().rules[pairing.rules].spec.clone(),
            opponent: ledger.roster().agents[pairing.agents[1]].spec.clone(),
            tally: Tally::of(entries()),
            gain: gain(&own),
            score: mean_result(entries().map(|entry| f64::from(entry.score))).0,
            plies: entries().map(|entry| f64::from(entry.plies)).sum::<f64>() / own.len().max(1) as f64,
            honest: gain(&honest),
            memory: notes.iter().filter_map(|note| note.u).collect(),
            wins_in_one_refused: notes.iter().map(|note| note.refused).sum(),
            faults: entries().filter(|entry: &&Entry| entry.fault.is_some()).count() as u64,
            nodes: spent.nodes as f64 / moves,
            milliseconds: Some(1000.0 * spent.seconds / moves),
            judged: (setting.judged_every > 0).then(|| Judged::new(referee(), &judged)),
        }))
    }

    /// The same without what depends on the machine.
    pub fn without_time(self) -> Cell {
        Cell { milliseconds: None, ..self }
    }

    /// Whether playing to win with the same means beats this opponent for certain: only then can balance be expected.
    pub fn is_beatable(&self) -> bool {
        self.honest.mean - self.honest.radius > 0.0
    }
}

impl Judged {
    pub(super) fn new(referee: String, games: &[(i8, Vec<Ply>)]) -> Judged {
        let own: Vec<&Ply> = games.iter().flat_map(|(_, plies)| plies).filter(|ply| ply.by_agent).collect();
        let other: Vec<&Ply> =
            games.iter().flat_map(|(_, plies)| plies).filter(|ply| !ply.by_agent).collect();
        let shapes: Vec<Shape> = games
            .iter()
            .filter_map(|(gain, plies)| {
                let values: Vec<f32> = plies.iter().map(|ply| ply.value).collect();
                Shape::of(&values, *gain)
            })
            .collect();
        let refused = [1, 3, 5].map(|within| {
            let count: u64 = games.iter().map(|(_, plies)| wins_refused(plies, within)).sum();
            100.0 * count as f64 / games.len().max(1) as f64
        });
        let blunders = |plies: &[&Ply]| {
            100.0 * plies.iter().filter(|ply| is_visible_blunder(ply)).count() as f64
                / plies.len().max(1) as f64
        };
        let regret = |ahead: bool| {
            average(own.iter().filter(|ply| (ply.value > 0.0) == ahead).map(|ply| f64::from(ply.regret)))
        };
        let regrets: Vec<f32> = own.iter().map(|ply| ply.regret).collect();
        let advantages: Vec<f32> = own.iter().map(|ply| ply.value).collect();
        Judged {
            referee,
            games: games.len(),
            moves: own.len(),
            close: average(shapes.iter().map(|shape| shape.close)).unwrap_or(0.0),
            lead_changes: average(shapes.iter().map(|shape| f64::from(shape.lead_changes))).unwrap_or(0.0),
            swing: average(shapes.iter().filter_map(|shape| shape.swing)),
            refused,
            blunders: blunders(&own),
            opponent_blunders: blunders(&other),
            correlation: correlation(&regrets, &advantages),
            regret: [regret(true), regret(false)],
        }
    }
}

/// The mean, if there is anything.
fn average(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value;
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}

//! The tree of a search, node by node: written while it searches, read back, printed, and compared.
//!
//! A trace is a file of JSON Lines, one node per line, in the order in which the search leaves them (children before their
//! parent). Windows and values are whole numbers as in [`score`](mod@crate::score), millionths of a value of 1; a search
//! with other values writes lists. `null` is an infinite bound, or the value of a node at which the search was stopped. Searches
//! that play random games also tell how many went through a node, and how many of them were won and drawn.
//!
//! Logs of this kind are how Freckers players were debugged and compared by their authors; see
//! [`lexicographic`](crate::lexicographic).

mod diff;
mod tree;

use std::fmt;
use std::io::{self, BufWriter, Write};

use agon_core::{Game, Line, Player};
use serde::{Deserialize, Serialize};

pub use diff::{Comparison, Difference};
pub use tree::{TraceError, Tree};

use crate::score::{is_proven, to_proof, to_value};

/// Who is told about every node. A search is compiled once for each, so that [`Off`] costs nothing.
pub trait Tracer {
    /// Whether nodes at this ply are of interest.
    fn wants(&self, ply: u32) -> bool;

    /// A node is looked at. Only called if wanted.
    fn enter(&mut self, entry: Entry);

    /// The node entered last is left. Only called if wanted.
    fn leave(&mut self, value: Option<Mark>, cut: bool);

    /// Random games went through the node entered last, which has not been left. Only called if wanted.
    fn count(&mut self, games: Games);
}

/// Random games and how they ended, as the view of their node has it; the rest were lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Games {
    /// All of them.
    pub visits: u64,
    /// Those that were won.
    pub wins: u64,
    /// Those that were drawn.
    pub draws: u64,
}

/// Nobody is told.
#[derive(Clone, Copy, Debug)]
pub struct Off;

impl Tracer for Off {
    #[inline(always)]
    fn wants(&self, _: u32) -> bool {
        false
    }

    fn enter(&mut self, _: Entry) {}

    fn leave(&mut self, _: Option<Mark>, _: bool) {}

    fn count(&mut self, _: Games) {}
}

/// What is known about a node when it is entered.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Plies below the root.
    pub ply: u32,
    /// How much deeper the search may look.
    pub depth: u32,
    /// The move that led here; empty at the root.
    pub mv: String,
    /// The position, at the root.
    pub position: Option<String>,
    /// Whose view the window and the value are.
    pub view: Player,
    /// The lower end of the window.
    pub alpha: Option<Mark>,
    /// The upper end of the window.
    pub beta: Option<Mark>,
}

impl Entry {
    /// The node at the end of a line, `ply` plies below the root, with a window that `view` sees.
    pub(crate) fn at<G: Game>(
        game: &G,
        line: &Line<G>,
        ply: u32,
        depth: u32,
        view: Player,
        (alpha, beta): (Option<Mark>, Option<Mark>),
    ) -> Entry {
        let above = line.steps().last().filter(|_| ply > 0);
        Entry {
            ply,
            depth,
            mv: above.map_or_else(String::new, |step| game.write_move(&step.position, step.mv)),
            position: (ply == 0).then(|| game.write_position(line.position(), line.clocks())),
            view,
            alpha,
            beta,
        }
    }
}

/// A bound or value as the search compares them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Mark {
    /// A [`Score`](crate::score::Score).
    Score(i32),
    /// Several numbers, compared from left to right.
    Tuple(Vec<i64>),
}

/// A node as a trace holds it: one line of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its number, in the order in which nodes were entered.
    pub id: u64,
    /// The number of the node above; none for the root of an iteration.
    pub parent: Option<u64>,
    /// Plies below the root.
    pub ply: u32,
    /// How much deeper the search could look.
    pub depth: u32,
    /// The move that led here, in the game's notation; empty at the root.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position, at the root of an iteration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Whose view the window and the value are: 1 or 2, the first or the second player.
    pub view: u8,
    /// The lower end of the window; none if there was no bound.
    pub alpha: Option<Mark>,
    /// The upper end of the window; none if there was no bound.
    pub beta: Option<Mark>,
    /// What the search returned; none if it was stopped.
    pub value: Option<Mark>,
    /// Whether the value reached the upper end, so that the rest of the node did not matter.
    pub cut: bool,
    /// The random games that went through the node, in a search that plays some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Games>,
}

/// Writes a trace.
pub struct Recorder {
    out: BufWriter<Box<dyn Write + Send>>,
    deepest: u32,
    next_id: u64,
    /// The nodes that have been entered and not left.
    open: Vec<Record>,
    error: Option<io::Error>,
}

impl Recorder {
    /// Writes the nodes down to `deepest` plies below the root.
    pub fn new(out: impl Write + Send + 'static, deepest: u32) -> Recorder {
        let out = BufWriter::new(Box::new(out) as Box<dyn Write + Send>);
        Recorder { out, deepest, next_id: 0, open: Vec::new(), error: None }
    }

    /// Writes what is left and tells how many nodes were written, or what went wrong on the way.
    pub fn finish(mut self) -> io::Result<u64> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush().map(|()| self.next_id),
        }
    }
}

impl Tracer for &mut Recorder {
    fn wants(&self, ply: u32) -> bool {
        ply <= self.deepest && self.error.is_none()
    }

    fn enter(&mut self, entry: Entry) {
        let Entry { ply, depth, mv, position, view, alpha, beta } = entry;
        self.open.push(Record {
            id: self.next_id,
            parent: self.open.last().map(|above| above.id),
            ply,
            depth,
            mv,
            position,
            view: view.index() as u8 + 1,
            alpha,
            beta,
            value: None,
            cut: false,
            games: None,
        });
        self.next_id += 1;
    }

    fn count(&mut self, games: Games) {
        if let Some(record) = self.open.last_mut() {
            record.games = Some(games);
        }
    }

    fn leave(&mut self, value: Option<Mark>, cut: bool) {
        let Some(record) = self.open.pop() else { return };
        let record = Record { value, cut, ..record };
        let written = serde_json::to_writer(&mut self.out, &record).map_err(io::Error::from);
        if let Err(error) = written.and_then(|()| self.out.write_all(b"\n")) {
            self.error = Some(error);
        }
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Recorder").field("written", &self.next_id).finish_non_exhaustive()
    }
}

/// In words that a person can compare: `+0.250`, `wins in 3`, `(1, -2, 40)`.
impl fmt::Display for Mark {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::Score(score) if is_proven(*score) => {
                let distance = to_proof(*score).map_or(0, |proof| proof.distance);
                write!(formatter, "{} in {distance}", if *score > 0 { "wins" } else { "loses" })
            }
            Mark::Score(score) => write!(formatter, "{:+.6}", to_value(*score)),
            Mark::Tuple(numbers) => {
                let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
                write!(formatter, "({})", texts.join(", "))
            }
        }
    }
}

/// The window, the value and the cut: `[-0.250000, +inf] +0.125000`. Random games are told behind it, and where nothing but
/// games went through a node there is no window.
impl fmt::Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = |mark: &Option<Mark>, infinite: &str| {
            mark.as_ref().map_or_else(|| infinite.to_owned(), Mark::to_string)
        };
        if self.games.is_none() || self.alpha.is_some() || self.beta.is_some() {
            write!(formatter, "[{}, {}] ", bound(&self.alpha, "-inf"), bound(&self.beta, "+inf"))?;
        }
        write!(formatter, "{}{}", bound(&self.value, "stopped"), if self.cut { " cut" } else { "" })?;
        let Some(Games { visits, wins, draws }) = self.games else { return Ok(()) };
        let losses = visits.saturating_sub(wins + draws);
        write!(formatter, " ({visits} visits: {wins} won, {draws} drawn, {losses} lost)")
    }
}

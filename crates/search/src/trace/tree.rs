//! A trace read back as a tree, and printed.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead, Read};

use super::Record;

/// A trace in memory: the roots of its iterations with all that is below them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    records: Vec<Record>,
    /// The children of each record, and at the end the roots, in the order in which they were entered.
    children: Vec<Vec<usize>>,
}

/// A file that is no trace.
#[derive(Debug)]
pub enum TraceError {
    /// It cannot be read.
    Read(io::Error),
    /// A line is not a node.
    Line {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for TraceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceError::Read(error) => write!(formatter, "the trace cannot be read: {error}"),
            TraceError::Line { number, reason } => {
                write!(formatter, "line {number} is not a node of a trace: {reason}")
            }
        }
    }
}

impl std::error::Error for TraceError {}

/// No node is longer.
const LONGEST_LINE: u64 = 1 << 20;

impl Tree {
    /// Reads a trace.
    pub fn read(mut text: impl BufRead) -> Result<Tree, TraceError> {
        let mut records: Vec<(usize, Record)> = Vec::new();
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let read = text.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
            if read.map_err(TraceError::Read)? == 0 {
                break;
            }
            let wrong = |reason: String| TraceError::Line { number, reason };
            if line.len() as u64 == LONGEST_LINE {
                return Err(wrong("it is too long".to_owned()));
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            let record = serde_json::from_slice(&line).map_err(|error| wrong(error.to_string()))?;
            records.push((number, record));
        }
        records.sort_by_key(|(_, record)| record.id);
        let mut places = HashMap::new();
        let mut children = vec![Vec::new(); records.len() + 1];
        for (place, (number, record)) in records.iter().enumerate() {
            // Parents are entered before their children, so that nothing can be its own ancestor.
            let above = match record.parent {
                None => Some(records.len()),
                Some(parent) => places.get(&parent).copied(),
            };
            let error = |reason: String| TraceError::Line { number: *number, reason };
            let above = above.ok_or_else(|| {
                error(format!("there is no node {} before it", record.parent.unwrap_or_default()))
            })?;
            children[above].push(place);
            if places.insert(record.id, place).is_some() {
                return Err(error(format!("there are two nodes {}", record.id)));
            }
        }
        Ok(Tree { records: records.into_iter().map(|(_, record)| record).collect(), children })
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// A node, by its place in the order of entering.
    pub fn record(&self, place: usize) -> &Record {
        &self.records[place]
    }

    /// The places of the roots of all iterations.
    pub fn roots(&self) -> &[usize] {
        self.children.last().map_or(&[], |roots| roots)
    }

    /// The places of the nodes directly below a node.
    pub fn children(&self, place: usize) -> &[usize] {
        &self.children[place]
    }

    /// The number of nodes at and below a node.
    pub fn size(&self, place: usize) -> usize {
        1 + self.children(place).iter().map(|&child| self.size(child)).sum::<usize>()
    }

    fn print(&self, formatter: &mut fmt::Formatter<'_>, place: usize) -> fmt::Result {
        let record = self.record(place);
        writeln!(formatter, "{} {record}", Heading(record))?;
        self.children(place).iter().try_for_each(|&child| self.print(formatter, child))
    }
}

/// The tree, indented by ply: `depth*2 spaces, player, move, window, value, cut`.
impl fmt::Display for Tree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.roots().iter().try_for_each(|&root| self.print(formatter, root))
    }
}

/// What a line about a node begins with: the move, or the depth and the position of a root.
pub(super) struct Heading<'a>(pub(super) &'a Record);

impl fmt::Display for Heading<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { ply, depth, mv, view, position, .. } = self.0;
        write!(formatter, "{:indent$}", "", indent = 2 * *ply as usize)?;
        match position {
            Some(position) => write!(formatter, "depth {depth} from {position}:")?,
            None => write!(formatter, "{mv}")?,
        }
        write!(formatter, " p{view}")
    }
}

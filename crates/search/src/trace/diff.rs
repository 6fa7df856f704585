//! Where two searches part.

use std::collections::HashMap;
use std::fmt;

use super::Record;
use super::tree::{Heading, Tree};

/// Two traces side by side. Nodes correspond when the same moves lead to them in iterations of the same depth; a node
/// that one search looks at twice (`NegaScout` does) corresponds to the other's second look, if there is one.
#[derive(Debug)]
pub struct Comparison<'a> {
    left: &'a Tree,
    right: &'a Tree,
    differences: Vec<Difference>,
}

/// A node in which two traces differ, by its place in each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The moves that lead there.
    pub path: Vec<String>,
    /// Its place in the first trace, if it is there.
    pub left: Option<usize>,
    /// Its place in the second trace, if it is there.
    pub right: Option<usize>,
}

impl<'a> Comparison<'a> {
    /// Compares two traces.
    pub fn new(left: &'a Tree, right: &'a Tree) -> Comparison<'a> {
        let mut comparison = Comparison { left, right, differences: Vec::new() };
        comparison.compare(left.roots(), right.roots(), &mut Vec::new());
        comparison
    }

    /// All differences, in the order of a walk through both trees. What only one search has looked at counts once,
    /// whatever is below it.
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// Nodes of the first trace that the second does not have, and the other way round.
    pub fn unmatched(&self) -> (usize, usize) {
        let mut sizes = (0, 0);
        for difference in &self.differences {
            match (difference.left, difference.right) {
                (Some(place), None) => sizes.0 += self.left.size(place),
                (None, Some(place)) => sizes.1 += self.right.size(place),
                _ => {}
            }
        }
        sizes
    }

    fn compare(&mut self, left: &[usize], right: &[usize], path: &mut Vec<String>) {
        for (left, right) in pairs(self.left, left, self.right, right) {
            let record = match (left, right) {
                (Some(place), _) => self.left.record(place),
                (None, Some(place)) => self.right.record(place),
                (None, None) => continue,
            };
            if record.parent.is_some() {
                path.push(record.mv.clone());
            }
            let both = left.zip(right);
            if both.is_none_or(|(left, right)| differ(self.left.record(left), self.right.record(right))) {
                self.differences.push(Difference { path: path.clone(), left, right });
            }
            if let Some((left, right)) = both {
                self.compare(self.left.children(left), self.right.children(right), path);
            }
            if record.parent.is_some() {
                path.pop();
            }
        }
    }
}

fn differ(left: &Record, right: &Record) -> bool {
    left.alpha != right.alpha
        || left.beta != right.beta
        || left.value != right.value
        || left.cut != right.cut
        || left.view != right.view
        || left.position != right.position
}

/// The nodes of both lists that correspond, in the order of the first list, and then those of the second that are left.
fn pairs(
    left_tree: &Tree,
    left: &[usize],
    right_tree: &Tree,
    right: &[usize],
) -> Vec<(Option<usize>, Option<usize>)> {
    let mut waiting = keys(right_tree, right);
    let mut pairs: Vec<_> = Vec::new();
    for (place, key) in keys(left_tree, left) {
        let twin = waiting.iter().position(|(_, other)| *other == key).map(|index| waiting.remove(index).0);
        pairs.push((Some(place), twin));
    }
    pairs.extend(waiting.into_iter().map(|(place, _)| (None, Some(place))));
    pairs
}

/// Every node with what it is known by: the move, the depth, and which look it is.
fn keys<'t>(tree: &'t Tree, places: &[usize]) -> Vec<(usize, (&'t str, u32, usize))> {
    let mut looks = HashMap::new();
    let key = |&place: &usize| {
        let record = tree.record(place);
        let look = looks.entry((record.mv.as_str(), record.depth)).or_insert(0);
        *look += 1;
        (place, (record.mv.as_str(), record.depth, *look))
    };
    places.iter().map(key).collect()
}

/// A summary, then the differences as an indented tree: `-` what only the first search looked at, `+` what only the second
/// did, `<` and `>` how they saw the same node.
impl fmt::Display for Comparison<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.differences.is_empty() {
            return writeln!(formatter, "The traces are the same: {} nodes.", self.left.len());
        }
        let (gone, new) = self.unmatched();
        let (left, right) = (self.left.len(), self.right.len());
        writeln!(formatter, "{left} nodes, {gone} of them only here (- <)")?;
        writeln!(formatter, "{right} nodes, {new} of them only here (+ >)")?;
        writeln!(formatter, "{} nodes in both", left - gone)?;
        if let Some(first) = self.differences.first() {
            let place = if first.path.is_empty() { "at the root".into() } else { first.path.join(" ") };
            writeln!(
                formatter,
                "They part first {}{place}.",
                if first.path.is_empty() { "" } else { "after " }
            )?;
        }
        for difference in &self.differences {
            match (difference.left, difference.right) {
                (Some(left), Some(right)) => {
                    let (left, right) = (self.left.record(left), self.right.record(right));
                    writeln!(formatter, "< {} {left}", Heading(left))?;
                    writeln!(formatter, "> {} {right}", Heading(right))?;
                }
                (Some(place), None) => only(formatter, '-', self.left, place)?,
                (None, Some(place)) => only(formatter, '+', self.right, place)?,
                (None, None) => {}
            }
        }
        Ok(())
    }
}

fn only(formatter: &mut fmt::Formatter<'_>, sign: char, tree: &Tree, place: usize) -> fmt::Result {
    let (record, size) = (tree.record(place), tree.size(place));
    write!(formatter, "{sign} {} {record}", Heading(record))?;
    match size {
        1 => writeln!(formatter),
        _ => writeln!(formatter, " ({size} nodes)"),
    }
}

//! The graph of positions that a search has looked into. It holds no positions and no moves: an edge is the
//! n-th legal move of its node, and whoever needs the position plays the moves again.

use agon_core::{Outcome, Player};

use super::chunks::Chunks;
use super::fact::{Fact, Judge};
use super::index::Index;
use super::rule::{Rule, View, pov};
use crate::task::Looked;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A position whose moves have been looked at. Twenty-four bytes, and at most eight in the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    key: u64,
    value: f32,
    first: u32,
    fact: Fact,
    count: u16,
    mover: Player,
    marks: u8,
}

/// Searching here would change nothing more.
const SETTLED: u8 = 1;
/// The iteration passes here: coming back would repeat the position.
const ON_PATH: u8 = 2;
/// This iteration was here and found no way on.
const EXHAUSTED: u8 = 4;
/// The game has been here as often as it may: coming back ends it.
const BARRED: u8 = 8;

/// A move. Where it leads to a node, value and facts are read there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    value: f32,
    child: u32,
    visits: u32,
    outcome: Option<Outcome>,
    marks: u8,
}

/// On the way taken, the rules of repetition or length ended the game after this move.
const CUT: u8 = 1;
/// The move makes progress.
const PROGRESS: u8 = 2;

impl Edge {
    /// A move and the value after it; with the outcome, if it ended the game.
    pub(super) fn new(value: f32, outcome: Option<Outcome>, progress: bool) -> Edge {
        Edge { value, child: NONE, visits: 0, outcome, marks: if progress { PROGRESS } else { 0 } }
    }

    /// Fills in the value of a move that did not end the game.
    pub(super) fn set_value(&mut self, value: f32) {
        self.value = value;
    }

    #[inline]
    pub(super) fn child(&self) -> Option<u32> {
        (self.child != NONE).then_some(self.child)
    }

    #[inline]
    pub(super) fn ends_game(&self) -> bool {
        self.outcome.is_some()
    }

    #[inline]
    pub(super) fn makes_progress(&self) -> bool {
        self.marks & PROGRESS != 0
    }

    #[inline]
    pub(super) fn is_cut(&self) -> bool {
        self.marks & CUT != 0
    }
}

/// The edge that a mover likes best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Favourite {
    pub(super) ordinal: u16,
    merit: f32,
    view: View,
}

impl Favourite {
    /// Worse than every edge.
    const NONE: Favourite = Favourite { ordinal: 0, merit: f32::NEG_INFINITY, view: View::NOTHING };
}

/// Nodes, edges and the index.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: Chunks<Node>,
    edges: Chunks<Edge>,
    index: Index,
    count: u32,
    /// Whether positions reached on different ways share a node.
    shares: bool,
    /// The most bytes to take.
    limit: usize,
}

impl Graph {
    pub(super) fn new(shares: bool, limit: usize) -> Graph {
        Graph { nodes: Chunks::new(), edges: Chunks::new(), index: Index::default(), count: 0, shares, limit }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.index = Index::default();
        self.count = 0;
    }

    /// Whether a node with these many moves can be added within the limit on memory.
    pub(super) fn has_room(&mut self, moves: usize) -> bool {
        // Collecting garbage takes a word a node, before it frees anything.
        let scratch = (self.count as usize + 1) * size_of::<u32>();
        let bytes =
            self.nodes.bytes_with(1) + self.edges.bytes_with(moves) + self.index.bytes_with_one() + scratch;
        let fits = bytes <= self.limit && moves <= Chunks::<Edge>::LONGEST && self.count < NONE - 1;
        // Memory may run out before the limit is reached.
        fits && self.nodes.prepare(1) && self.edges.prepare(moves) && self.index.prepare()
    }

    /// The node of a position; never one if positions are not shared.
    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        self.index.find(key, |node| self.nodes.get(node).key)
    }

    /// Adds a node.
    pub(super) fn add(&mut self, key: u64, mover: Player, unknown: Fact, edges: &[Edge]) -> u32 {
        let first = self.edges.push(edges);
        let count = edges.len() as u16;
        let node = Node { key, value: 0.0, first, fact: unknown, count, mover, marks: 0 };
        let place = self.nodes.push(&[node]);
        if self.shares {
            self.index.insert(key, place, |node| self.nodes.get(node).key);
        }
        self.count += 1;
        place
    }

    #[inline]
    pub(super) fn edges(&self, node: u32) -> &[Edge] {
        let Node { first, count, .. } = *self.nodes.get(node);
        self.edges.run(first, usize::from(count))
    }

    #[inline]
    pub(super) fn edge(&self, node: u32, ordinal: u16) -> &Edge {
        self.edges.get(self.nodes.get(node).first + u32::from(ordinal))
    }

    fn edge_mut(&mut self, node: u32, ordinal: u16) -> &mut Edge {
        self.edges.get_mut(self.nodes.get(node).first + u32::from(ordinal))
    }

    /// Makes an edge lead to a node.
    pub(super) fn link(&mut self, node: u32, ordinal: u16, child: u32) {
        self.edge_mut(node, ordinal).child = child;
    }

    /// Counts that an edge was chosen.
    #[inline]
    pub(super) fn count_visit(&mut self, node: u32, ordinal: u16) {
        self.edge_mut(node, ordinal).visits += 1;
    }

    /// Closes an edge because the game would end after it, on the way taken, with this value.
    pub(super) fn cut(&mut self, node: u32, ordinal: u16, value: f32) {
        let edge = self.edge_mut(node, ordinal);
        edge.marks |= CUT;
        edge.value = value;
    }

    /// Takes a cut back.
    pub(super) fn uncut(&mut self, node: u32, ordinal: u16) {
        self.edge_mut(node, ordinal).marks &= !CUT;
    }

    #[inline]
    pub(super) fn mover(&self, node: u32) -> Player {
        self.nodes.get(node).mover
    }

    #[inline]
    pub(super) fn value(&self, node: u32) -> f32 {
        self.nodes.get(node).value
    }

    #[inline]
    pub(super) fn fact(&self, node: u32) -> Fact {
        self.nodes.get(node).fact
    }

    #[inline]
    pub(super) fn is_settled(&self, node: u32) -> bool {
        self.nodes.get(node).marks & SETTLED != 0
    }

    /// Whether an iteration may go to this node now.
    #[inline]
    pub(super) fn is_open(&self, node: u32) -> bool {
        self.nodes.get(node).marks == 0
    }

    #[inline]
    pub(super) fn enter_path(&mut self, node: u32) {
        self.nodes.get_mut(node).marks |= ON_PATH;
    }

    #[inline]
    pub(super) fn leave_path(&mut self, node: u32) {
        self.nodes.get_mut(node).marks &= !ON_PATH;
    }

    pub(super) fn set_exhausted(&mut self, node: u32, exhausted: bool) {
        let marks = &mut self.nodes.get_mut(node).marks;
        *marks = if exhausted { *marks | EXHAUSTED } else { *marks & !EXHAUSTED };
    }

    /// Bars the way to a node for the rest of a search.
    pub(super) fn bar(&mut self, node: u32) {
        self.nodes.get_mut(node).marks |= BARRED;
    }

    /// Says that a position is even, unless it is settled: nobody can force anything there.
    pub(super) fn set_even(&mut self, node: u32) {
        if !self.is_settled(node) {
            self.nodes.get_mut(node).value = 0.0;
        }
    }

    /// What is known about an edge, on the path of the iteration.
    #[inline]
    pub(super) fn view(&self, edge: &Edge) -> View {
        let visits = edge.visits;
        let closed = |value| View { value, visits, ..View::NOTHING };
        if edge.is_cut() {
            return closed(edge.value);
        }
        let Some(child) = edge.child() else {
            let settled = edge.outcome.is_some();
            let fact = Fact::end(edge.outcome);
            return View { value: edge.value, fact, settled, open: !settled, visits };
        };
        let Node { value, fact, marks, .. } = *self.nodes.get(child);
        if marks & (ON_PATH | BARRED) != 0 {
            // A draw by repetition: true on this path, no fact about the position.
            return closed(0.0);
        }
        View { value, fact, settled: marks & SETTLED != 0, open: marks == 0, visits }
    }

    /// The edge that the mover of a node likes best, with its merit. Of equals, one that is settled, which is worth what it
    /// seems to be; then the most visited; then the first.
    #[inline]
    pub(super) fn favourite(&self, node: u32, rule: Rule, mut hear: impl FnMut(&Edge, &View)) -> Favourite {
        let mover = self.mover(node);
        let mut best = Favourite::NONE;
        for (ordinal, edge) in (0..).zip(self.edges(node)) {
            let view = self.view(edge);
            hear(edge, &view);
            let merit = rule.merit(mover, &view);
            let certainty = |view: &View| (view.settled, view.visits);
            if merit > best.merit || merit == best.merit && certainty(&view) > certainty(&best.view) {
                best = Favourite { ordinal, merit, view };
            }
        }
        best
    }

    /// Makes a node know what its edges know. Returns whether it knows something certain or final that it did not.
    #[inline]
    pub(super) fn back_up(&mut self, place: u32, rule: Rule) -> bool {
        let node = *self.nodes.get(place);
        let mut judge = Judge::new(node.mover);
        let mut all_settled = true;
        let best = self.favourite(place, rule, |edge, view| {
            judge.hear(view.fact, edge.makes_progress());
            all_settled &= view.settled;
        });
        let fact = if node.fact.is_known() { node.fact } else { judge.verdict(node.fact) };
        let settled = all_settled || rule.settles(node.mover, fact, &best.view, best.merit);
        let marks = if settled { node.marks | SETTLED } else { node.marks };
        let changed = fact != node.fact || marks != node.marks;
        *self.nodes.get_mut(place) = Node { value: best.view.value, fact, marks, ..node };
        changed
    }

    /// Values every node anew by another rule. Nodes are mostly younger than those before them; what the order misses, the
    /// iterations to come put right.
    pub(super) fn revalue(&mut self, rule: Rule) {
        for node in 0..self.count {
            self.nodes.get_mut(node).marks &= !SETTLED;
        }
        for node in (0..self.count).rev() {
            self.back_up(node, rule);
        }
    }

    /// Everything that can be reached from `root`, nearest first.
    pub(super) fn tree(&self, root: u32) -> Vec<Looked> {
        let mut reached = vec![false; self.count as usize];
        reached[root as usize] = true;
        let mut nodes = vec![(root, None)];
        let mut next = 0;
        while let Some(&(node, _)) = nodes.get(next) {
            for (ordinal, edge) in self.edges(node).iter().enumerate() {
                // What the history has ended is no way on.
                if let Some(child) = edge.child().filter(|_| !edge.is_cut())
                    && !std::mem::replace(&mut reached[child as usize], true)
                {
                    nodes.push((child, Some((next, ordinal))));
                }
            }
            next += 1;
        }
        let look = |&(node, from): &(u32, Option<(usize, usize)>)| {
            let Node { key, value, mover, .. } = *self.nodes.get(node);
            Looked { key, from, value: pov(value, mover) }
        };
        nodes.iter().map(look).collect()
    }

    /// Drops what cannot be reached from `root` and what belonged to one search only: cuts and bars. Returns the new place
    /// of the root.
    pub(super) fn collect(&mut self, root: u32) -> u32 {
        // The index is made anew and gives its place to the map of old to new numbers.
        self.index = Index::default();
        let mut places = vec![NONE; self.count as usize];
        places[root as usize] = 0;
        let mut reached = vec![root];
        while let Some(node) = reached.pop() {
            for child in self.edges(node).iter().filter_map(Edge::child) {
                if places[child as usize] == NONE {
                    places[child as usize] = 0;
                    reached.push(child);
                }
            }
        }
        let mut kept = 0;
        for place in places.iter_mut().filter(|place| **place != NONE) {
            *place = kept;
            kept += 1;
        }
        let mut nodes = self.nodes.rewrite();
        let mut edges = self.edges.rewrite();
        for old in (0..self.count).filter(|&old| places[old as usize] != NONE) {
            let Node { first, count, .. } = nodes.old(old);
            let first = edges.keep(first, usize::from(count), |edge| {
                let child = edge.child().map_or(NONE, |child| places[child as usize]);
                Edge { child, marks: edge.marks & !CUT, ..edge }
            });
            nodes.keep(old, 1, |node| Node { first, marks: node.marks & SETTLED, ..node });
        }
        nodes.finish();
        edges.finish();
        self.count = kept;
        let root = places[root as usize];
        drop(places);
        for node in 0..self.count {
            let key = self.nodes.get(node).key;
            self.index.insert(key, node, |node| self.nodes.get(node).key);
        }
        root
    }
}

#[cfg(test)]
mod tests {
    use Player::{First, Second};

    use super::*;

    #[test]
    fn nodes_and_edges_are_small() {
        // The index adds at most 7.5 bytes a node; its own test says so.
        assert!(size_of::<Node>() + 8 <= 32);
        assert!(size_of::<Edge>() <= 16);
    }

    fn leaf(value: f32) -> Edge {
        Edge::new(value, None, true)
    }

    fn node(graph: &mut Graph, key: u64, mover: Player, edges: &[Edge]) -> u32 {
        let node = graph.add(key, mover, Fact::unknown(None), edges);
        graph.back_up(node, Rule::Minimax);
        node
    }

    #[test]
    fn garbage_is_dropped_and_the_rest_stays_linked() {
        let mut graph = Graph::new(true, usize::MAX);
        let root = node(&mut graph, 10, First, &[leaf(0.1), leaf(0.2)]);
        let dropped = node(&mut graph, 11, Second, &[leaf(0.3)]);
        let kept = node(&mut graph, 12, Second, &[leaf(-0.4), leaf(0.5), leaf(0.6)]);
        let below = node(&mut graph, 13, First, &[Edge::new(1.0, Some(Outcome::Win(First)), true)]);
        graph.link(root, 0, dropped);
        graph.link(root, 1, kept);
        graph.link(kept, 2, below);
        graph.link(below, 0, kept);
        graph.cut(kept, 1, 0.0);
        let new = graph.collect(kept);
        assert_eq!((graph.count, new), (2, 0));
        assert_eq!([10, 11, 12, 13].map(|key| graph.find(key)), [None, None, Some(0), Some(1)]);
        let edges = graph.edges(new);
        assert!(!edges[1].is_cut());
        assert_eq!(edges[2].child(), Some(1));
        assert_eq!(graph.edge(1, 0).child(), Some(0));
        assert_eq!(graph.fact(1).outcome, Some(Outcome::Win(First)));
    }

    #[test]
    fn repetition_is_worth_a_draw_and_proves_nothing() {
        let mut graph = Graph::new(true, usize::MAX);
        let lost = Edge::new(-1.0, Some(Outcome::Win(Second)), true);
        let above = node(&mut graph, 1, Second, &[leaf(0.4)]);
        let below = node(&mut graph, 2, First, &[lost, leaf(0.7)]);
        graph.link(below, 1, above);
        graph.enter_path(above);
        graph.back_up(below, Rule::Minimax);
        assert_eq!(graph.nodes.get(below).value, 0.0);
        assert!(!graph.fact(below).is_known() && !graph.is_settled(below));
        graph.leave_path(above);
        graph.back_up(below, Rule::Minimax);
        assert_eq!(graph.nodes.get(below).value, 0.4);
    }

    #[test]
    fn room_is_counted_before_it_is_taken() {
        let mut graph = Graph::new(true, 1 << 20);
        let mut key = 0;
        while graph.has_room(40) {
            graph.add(key, First, Fact::unknown(None), &[leaf(0.0); 40]);
            key += 1;
        }
        let bytes = graph.nodes.bytes_with(0) + graph.edges.bytes_with(0);
        assert!((1 << 19..1 << 20).contains(&bytes), "{bytes}");
    }
}

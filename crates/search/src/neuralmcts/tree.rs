//! The tree: flat lists of nodes and edges.

use agon_core::Player;

/// A position whose moves are listed and judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    first: u32,
    count: u32,
    /// Simulations that came through, those before it had edges included.
    pub(super) visits: u32,
    /// Who moves.
    pub(super) mover: Player,
}

/// A move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// The node it leads to; 0, the root, means none yet.
    pub(super) child: u32,
    /// Simulations that went along.
    pub(super) visits: u32,
    /// The sum of their results for the node's mover.
    pub(super) sum: f64,
    /// What the evaluation says about the move, for the node's mover; the result, if the game is over then.
    pub(super) guess: f32,
    /// Whether the game is over then.
    pub(super) ended: bool,
}

impl<M> Edge<M> {
    /// The mean result, of a move that was tried.
    pub(super) fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| (self.sum / f64::from(self.visits)) as f32)
    }
}

/// The number of the root.
pub(super) const ROOT: u32 = 0;

#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    memory: usize,
}

impl<M: Copy> Tree<M> {
    pub(super) fn new(memory: usize) -> Tree<M> {
        Tree { nodes: Vec::new(), edges: Vec::new(), memory }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// Whether there is room for one more node with this many edges. There always is for the root.
    pub(super) fn has_room(&mut self, edges: usize) -> bool {
        let bytes =
            (self.nodes.len() + 1) * size_of::<Node>() + (self.edges.len() + edges) * size_of::<Edge<M>>();
        let fits = bytes <= self.memory && u32::try_from(self.edges.len() + edges).is_ok();
        // Memory may run out before the limit is reached.
        self.nodes.is_empty()
            || (fits && self.nodes.try_reserve(1).is_ok() && self.edges.try_reserve(edges).is_ok())
    }

    /// Adds a node that was visited `visits` times before it had edges.
    pub(super) fn add(&mut self, mover: Player, visits: u32, edges: impl Iterator<Item = Edge<M>>) -> u32 {
        let (number, first) = (self.nodes.len() as u32, self.edges.len() as u32);
        self.edges.extend(edges);
        self.nodes.push(Node { first, count: self.edges.len() as u32 - first, visits, mover });
        number
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub(super) fn edges(&self, node: u32) -> &[Edge<M>] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.edges[first as usize..][..count as usize]
    }

    pub(super) fn set_child(&mut self, node: u32, slot: usize, child: u32) {
        let first = self.nodes[node as usize].first as usize;
        self.edges[first + slot].child = child;
    }

    /// Counts a simulation through an edge, with its result for the node's mover.
    pub(super) fn record(&mut self, node: u32, slot: usize, gain: f32) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        let edge = &mut self.edges[node.first as usize + slot];
        edge.visits += 1;
        edge.sum += f64::from(gain);
    }
}

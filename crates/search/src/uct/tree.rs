//! The tree: two flat lists of nodes and edges, and the moves of the edges.
//!
//! A node is a position whose moves are listed; a position that was visited only once is just an edge with one visit.
//! Positions themselves are not kept. The edges of a node lie side by side, those that were visited first, and their
//! numbers lie kind by kind (all visits, all sums, all links), which is what the choice of a move reads and what the
//! processor can work on eight at a time.

use std::hash::Hash;

use agon_core::Player;

use super::bounds::Bounds;
use super::moves::{Moves, grow};

/// A position with its moves listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    first: u32,
    /// Simulations that came through.
    pub(super) visits: u32,
    /// Moves.
    pub(super) count: u16,
    /// Moves tried so far; theirs are the first edges.
    pub(super) visited: u16,
    /// Plies to the end of a proven win or loss.
    pub(super) distance: u16,
    /// What is certain, for the mover.
    pub(super) bounds: Bounds,
    /// Who moves.
    pub(super) mover: Player,
}

/// What an edge leads to: a node or none yet, and what is certain about it for the player who moves along the edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link(u32);

impl Link {
    const NODE: u32 = (1 << 28) - 1;

    /// The node, if there is one. The root is at the end of no edge, so its number is free to mean none.
    #[inline]
    pub(super) fn node(self) -> Option<u32> {
        (self.0 & Link::NODE != 0).then_some(self.0 & Link::NODE)
    }

    #[inline]
    pub(super) fn bounds(self) -> Bounds {
        Bounds::from_bits((self.0 >> 28) as u8)
    }

    fn with_node(self, node: u32) -> Link {
        Link(self.0 & !Link::NODE | node)
    }

    fn with_bounds(self, bounds: Bounds) -> Link {
        Link(self.0 & Link::NODE | u32::from(bounds.bits()) << 28)
    }
}

/// The edges of a node, kind by kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edges<'a> {
    /// Simulations that went along.
    pub(super) visits: &'a [u32],
    /// The sum of their results for the node's mover, as the bits of an `i32`.
    pub(super) sums: &'a [u32],
    links: &'a [u32],
}

impl Edges<'_> {
    /// The sum of the results along one edge.
    #[inline]
    pub(super) fn sum(&self, slot: usize) -> i32 {
        self.sums[slot] as i32
    }

    /// The mean of the results along one edge that was visited.
    #[inline]
    pub(super) fn mean(&self, slot: usize) -> f32 {
        self.sum(slot) as f32 / self.visits[slot] as f32
    }

    #[inline]
    pub(super) fn link(&self, slot: usize) -> Link {
        Link(self.links[slot])
    }
}

/// The words that an edge takes besides its move: visits, sum, link.
const WORDS: usize = 3;

/// The number of the root.
pub(super) const ROOT: u32 = 0;

/// A tree of at most `memory` bytes.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node>,
    words: Vec<u32>,
    moves: Moves<M>,
    /// The heuristic value of every edge for the node's mover, for searches that back up such values.
    guesses: Option<Vec<f32>>,
    memory: usize,
}

impl<M: Copy + Eq + Hash> Tree<M> {
    /// The bytes of a node without its edges.
    pub(super) const NODE_BYTES: usize = size_of::<Node>();
    /// The bytes of an edge with its move, in a search that backs up no heuristic values.
    pub(super) const EDGE_BYTES: usize = WORDS * size_of::<u32>() + Moves::<M>::BYTES;

    pub(super) fn new(memory: usize, guesses: bool) -> Tree<M> {
        const { assert!(Self::NODE_BYTES <= 32 && Self::EDGE_BYTES <= 16, "trees are small, whatever the game") };
        let guesses = guesses.then(Vec::new);
        Tree { nodes: Vec::new(), words: Vec::new(), moves: Moves::new(), guesses, memory }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.words.clear();
        self.moves.clear();
        if let Some(guesses) = &mut self.guesses {
            guesses.clear();
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Memory taken, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let guesses = self.guesses.as_ref().map_or(0, Vec::capacity);
        self.nodes.capacity() * size_of::<Node>() + (self.words.capacity() + guesses) * 4 + self.moves.bytes()
    }

    /// Adds a node that was visited `visits` times before it had edges; `None` if there is no room for it.
    pub(super) fn add(&mut self, moves: &[M], mover: Player, visits: u32) -> Option<u32> {
        let number = self.nodes.len() as u32;
        let (first, count) = (self.words.len() / WORDS, u16::try_from(moves.len()).ok()?);
        if number > Link::NODE || first + moves.len() > u32::MAX as usize || !self.reserve(moves.len()) {
            return None;
        }
        self.nodes.push(Node {
            first: first as u32,
            visits,
            count,
            visited: 0,
            distance: 0,
            bounds: Bounds::UNKNOWN,
            mover,
        });
        self.words.resize(self.words.len() + WORDS * moves.len(), 0);
        self.moves.extend(moves);
        if let Some(guesses) = &mut self.guesses {
            guesses.resize(first + moves.len(), 0.0);
        }
        Some(number)
    }

    /// Makes room for one more node. The root always gets it, so that every move has a value.
    fn reserve(&mut self, edges: usize) -> bool {
        let memory = if self.nodes.is_empty() { usize::MAX } else { self.memory };
        let left = |tree: &Tree<M>| memory.saturating_sub(tree.bytes());
        let allowance = left(self);
        let mut fits = grow(&mut self.nodes, 1, allowance);
        let allowance = left(self);
        fits = fits && grow(&mut self.words, WORDS * edges, allowance);
        let allowance = left(self);
        fits = fits && self.moves.grow(edges, allowance);
        let allowance = left(self);
        fits && self.guesses.as_mut().is_none_or(|guesses| grow(guesses, edges, allowance))
    }

    #[inline]
    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// Sets what is certain about a node.
    pub(super) fn set_bounds(&mut self, node: u32, bounds: Bounds, distance: u16) {
        let node = &mut self.nodes[node as usize];
        (node.bounds, node.distance) = (bounds, distance);
    }

    #[inline]
    pub(super) fn edges(&self, node: &Node) -> Edges<'_> {
        let count = usize::from(node.count);
        let words = &self.words[WORDS * node.first as usize..][..WORDS * count];
        let (visits, rest) = words.split_at(count);
        let (sums, links) = rest.split_at(count);
        Edges { visits, sums, links }
    }

    #[inline]
    pub(super) fn mv(&self, node: &Node, slot: usize) -> M {
        self.moves.get(node.first as usize + slot)
    }

    /// The heuristic values of the edges of a node; none in a search without them.
    pub(super) fn guesses(&self, node: &Node) -> Option<&[f32]> {
        let guesses = self.guesses.as_ref()?;
        Some(&guesses[node.first as usize..][..usize::from(node.count)])
    }

    pub(super) fn set_guess(&mut self, node: u32, slot: usize, value: f32) {
        if let Some(guesses) = &mut self.guesses {
            guesses[self.nodes[node as usize].first as usize + slot] = value;
        }
    }

    #[inline]
    pub(super) fn link(&self, node: u32, slot: usize) -> Link {
        self.edges(self.node(node)).link(slot)
    }

    fn link_mut(&mut self, node: u32, slot: usize) -> &mut u32 {
        let Node { first, count, .. } = self.nodes[node as usize];
        &mut self.words[WORDS * first as usize + 2 * usize::from(count) + slot]
    }

    pub(super) fn set_child(&mut self, node: u32, slot: usize, child: u32) {
        let link = self.link_mut(node, slot);
        *link = Link(*link).with_node(child).0;
    }

    pub(super) fn set_link_bounds(&mut self, node: u32, slot: usize, bounds: Bounds) {
        let link = self.link_mut(node, slot);
        *link = Link(*link).with_bounds(bounds).0;
    }

    /// Puts an edge that was not visited yet in line behind the visited ones and returns its slot there.
    #[inline]
    pub(super) fn first_visit(&mut self, node: u32, slot: usize) -> usize {
        let node = &mut self.nodes[node as usize];
        let (first, next) = (node.first as usize, usize::from(node.visited));
        node.visited += 1;
        self.moves.swap(first + next, first + slot);
        if let Some(guesses) = &mut self.guesses {
            guesses.swap(first + next, first + slot);
        }
        next
    }

    /// Counts simulations through an edge, with the sum of their results for the node's mover.
    #[inline]
    pub(super) fn record(&mut self, node: u32, slot: usize, visits: u32, gain: i32) {
        let node = &mut self.nodes[node as usize];
        node.visits += visits;
        let (at, count) = (WORDS * node.first as usize + slot, usize::from(node.count));
        self.words[at] += visits;
        self.words[at + count] = self.words[at + count].wrapping_add_signed(gain);
    }

    /// What the edges of a node make certain for its mover, and how far away a win or a loss is on the way that was
    /// found: as soon as possible for the winner, as late as possible for the loser.
    pub(super) fn implied(&self, node: &Node) -> (Bounds, u16) {
        let edges = self.edges(node);
        let slots = 0..usize::from(node.count);
        // Whoever has to move gets a loss at least: the start of a choice between bounds.
        let bounds =
            slots.clone().fold(Bounds::exact(-1), |bounds, slot| bounds.or(edges.link(slot).bounds()));
        let distances = slots
            .filter(|&slot| bounds.gain().is_some() && edges.link(slot).bounds().gain() == bounds.gain())
            .map(|slot| self.distance(edges.link(slot)));
        let distance = match bounds.gain() {
            Some(1) => distances.min(),
            Some(-1) => distances.max(),
            _ => None,
        };
        (bounds, distance.unwrap_or(0))
    }

    /// The plies to the end of a proven win or loss, from before the move along an edge.
    pub(super) fn distance(&self, link: Link) -> u16 {
        link.node().map_or(0, |node| self.node(node).distance).saturating_add(1)
    }

    /// The node behind a move of a node.
    pub(super) fn child(&self, node: u32, mv: M) -> Option<u32> {
        let node = self.node(node);
        let slot = (0..usize::from(node.visited)).find(|&slot| self.mv(node, slot) == mv)?;
        self.edges(node).link(slot).node()
    }

    /// Makes a node the root and forgets everything that is not below it. Returns the new numbers of the old nodes.
    ///
    /// A node comes after its parent and its edges after those of earlier nodes, so everything slides to the front.
    pub(super) fn prune(&mut self, root: u32) -> Vec<Option<u32>> {
        let mut numbers: Vec<Option<u32>> = vec![None; self.nodes.len()];
        numbers[root as usize] = Some(ROOT);
        let (mut kept, mut edge) = (0, 0);
        for old in root as usize..self.nodes.len() {
            if numbers[old].is_none() {
                continue;
            }
            numbers[old] = Some(kept as u32);
            let mut node = self.nodes[old];
            let (first, count) = (node.first as usize, usize::from(node.count));
            for slot in 0..usize::from(node.visited) {
                if let Some(child) = self.edges(&node).link(slot).node() {
                    // Any number marks the child; it gets its own when its turn comes.
                    numbers[child as usize] = Some(ROOT);
                }
            }
            self.words.copy_within(WORDS * first..WORDS * (first + count), WORDS * edge);
            self.moves.slide(first..first + count, edge);
            if let Some(guesses) = &mut self.guesses {
                guesses.copy_within(first..first + count, edge);
            }
            node.first = edge as u32;
            self.nodes[kept] = node;
            kept += 1;
            edge += count;
        }
        self.nodes.truncate(kept);
        self.words.truncate(WORDS * edge);
        self.moves.truncate(edge);
        if let Some(guesses) = &mut self.guesses {
            guesses.truncate(edge);
        }
        for node in 0..kept as u32 {
            for slot in 0..usize::from(self.node(node).visited) {
                if let Some(child) = self.link(node, slot).node() {
                    let number = numbers[child as usize].expect("a child of a kept node is kept");
                    self.set_child(node, slot, number);
                }
            }
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_and_edges_are_small() {
        let edges = [Tree::<u8>::EDGE_BYTES, Tree::<u32>::EDGE_BYTES, Tree::<[u64; 2]>::EDGE_BYTES];
        assert_eq!((Tree::<u8>::NODE_BYTES, edges), (16, [13, 16, 16]));
    }

    /// A root with three moves, a node behind the second of them, and one more below that.
    fn family() -> Tree<u8> {
        let mut tree: Tree<u8> = Tree::new(1 << 20, true);
        let root = tree.add(&[10, 11, 12], Player::First, 0).unwrap();
        tree.first_visit(root, 1);
        tree.first_visit(root, 2);
        let other = tree.add(&[20], Player::Second, 1).unwrap();
        tree.set_child(root, 1, other);
        let child = tree.add(&[30, 31], Player::Second, 1).unwrap();
        tree.set_child(root, 0, child);
        tree.first_visit(child, 1);
        let grandchild = tree.add(&[40], Player::First, 1).unwrap();
        tree.set_child(child, 0, grandchild);
        tree.set_guess(grandchild, 0, 0.5);
        tree.record(child, 0, 1, -1);
        tree
    }

    #[test]
    fn visited_edges_come_first_with_their_moves() {
        let tree = family();
        let root = tree.node(ROOT);
        assert_eq!([0, 1, 2].map(|slot| tree.mv(root, slot)), [11, 12, 10]);
        assert_eq!(tree.child(ROOT, 11), Some(2));
        assert_eq!(tree.child(ROOT, 10), None);
    }

    #[test]
    fn pruning_keeps_what_is_below_the_new_root() {
        let mut tree = family();
        let numbers = tree.prune(2);
        assert_eq!(numbers, [None, None, Some(0), Some(1)]);
        let root = *tree.node(ROOT);
        assert_eq!((root.count, root.visited, root.visits, root.mover), (2, 1, 2, Player::Second));
        assert_eq!(tree.mv(&root, 0), 31);
        assert_eq!((tree.edges(&root).visits[0], tree.edges(&root).sum(0)), (1, -1));
        assert_eq!(tree.child(ROOT, 31), Some(1));
        assert_eq!(tree.guesses(tree.node(1)), Some(&[0.5][..]));
        assert_eq!(tree.nodes.len(), 2);
    }

    #[test]
    fn a_full_tree_refuses_nodes_but_never_the_root() {
        let mut tree: Tree<u16> = Tree::new(16 << 10, false);
        let moves: Vec<u16> = (0..100).collect();
        let mut added = 0;
        while tree.add(&moves, Player::First, 0).is_some() {
            added += 1;
        }
        assert!((6..=10).contains(&added), "{added} nodes of 1.4 kB");
        assert!(tree.bytes() <= 16 << 10);
        let mut tiny: Tree<u16> = Tree::new(0, false);
        assert!(tiny.add(&moves, Player::First, 0).is_some() && tiny.add(&moves, Player::First, 0).is_none());
    }
}

//! The tree: values of leaves, or how near they come to a target, backed up as means.

use agon_core::{Cost, Game, Line, Player, Proof, Value};

use crate::evaluate::Evaluate;

/// A move of a node and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    child: Option<u32>,
    pub(super) visits: u32,
    /// The sum of values for the player who chooses here.
    sum: f32,
    /// The sum of what selection prefers: the values, or how near they come to the target.
    liked: f32,
    /// The gain for the player who chooses here, if the move ends the game.
    end: Option<i8>,
}

impl Edge {
    const UNKNOWN: Edge = Edge { child: None, visits: 0, sum: 0.0, liked: 0.0, end: None };

    /// The mean value, once there is one.
    pub(super) fn value(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / self.visits as f32)
    }

    /// What the move is certain to lead to.
    pub(super) fn proof(&self) -> Option<Proof> {
        self.end.map(|gain| Proof { gain, distance: 1 })
    }
}

struct Node<M> {
    player: Player,
    moves: Vec<M>,
    edges: Vec<Edge>,
    visits: u32,
}

impl<M> Node<M> {
    fn new(moves: Vec<M>, player: Player) -> Node<M> {
        let edges = vec![Edge::UNKNOWN; moves.len()];
        Node { player, moves, edges, visits: 0 }
    }

    /// The edge to follow; the earliest of equals.
    fn select(&self, exploration: f32) -> usize {
        let spread = 2.0 * (self.visits as f32 + 1.0).ln();
        let score = |edge: &Edge| {
            let visits = edge.visits as f32;
            edge.liked / visits.max(1.0) + exploration * (spread / (visits + 1.0)).sqrt()
        };
        let mut best = (0, f32::NEG_INFINITY);
        for (index, edge) in self.edges.iter().enumerate() {
            let score = score(edge);
            if score > best.1 {
                best = (index, score);
            }
        }
        best.0
    }
}

/// A search tree below one position.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    exploration: f32,
    /// What both sides aim at, from the first player's view; without one, both play to win.
    target: Option<f32>,
}

impl<M: Copy + Eq> Tree<M> {
    pub(super) fn new(moves: Vec<M>, player: Player, exploration: f32, target: Option<f32>) -> Tree<M> {
        Tree { nodes: vec![Node::new(moves, player)], exploration, target }
    }

    /// The moves of the root with their edges.
    pub(super) fn root(&self) -> impl Iterator<Item = (M, &Edge)> {
        self.nodes[0].moves.iter().copied().zip(&self.nodes[0].edges)
    }

    /// The mean of all values for the player at the root.
    pub(super) fn mean(&self) -> f32 {
        let sum: f32 = self.nodes[0].edges.iter().map(|edge| edge.sum).sum();
        sum / self.nodes[0].visits.max(1) as f32
    }

    /// Follows the most promising moves to a new position, judges it, and tells everybody on the way; returns how deep it
    /// went. The line comes back as it was.
    pub(super) fn iterate<G: Game<Move = M>>(
        &mut self,
        game: &G,
        line: &mut Line<G>,
        evaluation: &mut dyn Evaluate<G>,
        cost: &mut Cost,
    ) -> u32 {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        let value = loop {
            let index = self.nodes[at].select(self.exploration);
            line.push(game, self.nodes[at].moves[index]);
            path.push((at, index));
            if let Some(child) = self.nodes[at].edges[index].child {
                at = child as usize;
                continue;
            }
            cost.nodes += 1;
            let mut moves = Vec::new();
            if let Some(ending) = line.generate(game, &mut moves) {
                let value = ending.outcome.value();
                self.nodes[at].edges[index].end = Some(value.pov(self.nodes[at].player) as i8);
                break value;
            }
            self.nodes[at].edges[index].child = Some(self.nodes.len() as u32);
            self.nodes.push(Node::new(moves, line.to_move(game)));
            cost.evaluations += 1;
            cost.playouts += evaluation.playouts();
            break evaluation.evaluate(game, line.position());
        };
        for &(node, edge) in path.iter().rev() {
            line.pop();
            self.credit(node, edge, value);
        }
        path.len() as u32
    }

    fn credit(&mut self, node: usize, edge: usize, value: Value) {
        let node = &mut self.nodes[node];
        let seen = value.pov(node.player);
        node.visits += 1;
        let edge = &mut node.edges[edge];
        edge.visits += 1;
        edge.sum += seen;
        edge.liked += match self.target {
            None => seen,
            // The distance is the same for both sides.
            Some(target) => -(value.pov(Player::First) - target).abs(),
        };
    }
}

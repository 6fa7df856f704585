//! The trees of a game, grown together: every position into which a search has looked, as it is kept.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use agon_core::{Match, Rules};
use agon_search::Looked;

/// What is kept of a position: the one before it, the move that led on, what it is worth, and whether it was on the board.
const BYTES: usize = 9;
/// No position before.
const START: u32 = u32::MAX;
/// Values are kept as whole numbers up to this.
const UNIT: f32 = 32_000.0;

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Node {
    /// The place of the position before it, which comes earlier, and the move that leads on.
    from: Option<(usize, usize)>,
    /// What it is worth to the player to move.
    pub value: f32,
    /// Whether it came on the board.
    pub played: bool,
}

/// The trees of the searches of a game. A position that several of them know is worth what the last one said.
#[derive(Default)]
pub(super) struct Trees {
    nodes: Vec<Node>,
    places: HashMap<u64, usize>,
}

impl Trees {
    /// Adds the tree of a search; `before` is the place of the position that was on the board before and the move that was
    /// played there. Returns the place of the position that was searched.
    pub(super) fn add(&mut self, tree: &[Looked], before: Option<(usize, usize)>) -> Option<usize> {
        let mut places = Vec::with_capacity(tree.len());
        for looked in tree {
            let place = match self.places.entry(looked.key) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(unknown) => {
                    let from = looked.from.map_or(before, |(place, choice)| Some((places[place], choice)));
                    self.nodes.push(Node { from, value: 0.0, played: false });
                    *unknown.insert(self.nodes.len() - 1)
                }
            };
            self.nodes[place].value = looked.value;
            places.push(place);
        }
        let root = *places.first()?;
        self.nodes[root].played = true;
        Some(root)
    }

    /// The positions as they are kept.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES * self.nodes.len());
        for &Node { from, value, played } in &self.nodes {
            let (place, choice) = from.map_or((START, 0), |(place, choice)| (place as u32, choice as u16));
            bytes.extend(place.to_le_bytes());
            bytes.extend(choice.to_le_bytes());
            bytes.extend(((value * UNIT) as i16).to_le_bytes());
            bytes.push(u8::from(played));
        }
        bytes
    }
}

/// Reads positions as they are kept.
fn read(bytes: &[u8]) -> Vec<Node> {
    let node = |&[a, b, c, d, low, high, small, large, played]: &[u8; BYTES]| {
        let place = u32::from_le_bytes([a, b, c, d]);
        let choice = usize::from(u16::from_le_bytes([low, high]));
        Node {
            from: (place != START).then_some((place as usize, choice)),
            value: f32::from(i16::from_le_bytes([small, large])) / UNIT,
            played: played != 0,
        }
    };
    bytes.as_chunks().0.iter().map(node).collect()
}

/// The number of positions that are kept in so many bytes.
pub(super) fn count(bytes: &[u8]) -> usize {
    bytes.len() / BYTES
}

/// Plays through the trees of a game. `see` is shown the positions with their places, each after the one it comes from. A
/// position to which the way that is kept does not lead, since the rules of repetition or length end the game before, is left out.
pub(super) fn walk(rules: &dyn Rules, bytes: &[u8], see: &mut dyn FnMut(usize, &Node, &dyn Match)) {
    let nodes = read(bytes);
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (place, node) in nodes.iter().enumerate() {
        if let Some(after) = node.from.and_then(|(before, _)| after.get_mut(before)) {
            after.push(place);
        }
    }
    let mut game = rules.start(None).expect("every game has an initial position");
    // Where the game stands, and what is still to be seen: the later ones first.
    let (mut path, mut waiting) = (Vec::new(), Vec::new());
    waiting.extend((0..nodes.len()).rev().filter(|&place| nodes[place].from.is_none()));
    while let Some(place) = waiting.pop() {
        let node = &nodes[place];
        while path.last().copied() != node.from.map(|(before, _)| before) {
            path.pop();
            if !path.is_empty() {
                game.undo();
            }
        }
        if let Some((_, choice)) = node.from {
            if choice >= game.move_count() {
                continue;
            }
            game.play(choice);
        }
        path.push(place);
        if game.ending().is_none() {
            see(place, node, game.as_ref());
            waiting.extend(after[place].iter().rev());
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_agents::Catalogue;

    use super::*;

    #[test]
    fn trees_are_played_through_as_they_grew() {
        let rules = Catalogue::shipped().find("nine-mens-morris").unwrap();
        let mut agent = rules.agent(&"descent:nodes=300,eval=ends".parse().unwrap()).unwrap();
        let mut game = rules.start(None).unwrap();
        let (mut trees, mut expected, mut before, mut boards) =
            (Trees::default(), HashMap::new(), None, Vec::new());
        for _ in 0..4 {
            let choice = agent.analyse(game.as_ref(), &mut |_| {}).choice.unwrap();
            let tree = agent.tree();
            expected.extend(tree.iter().map(|looked| (looked.key, looked.value)));
            before = trees.add(&tree, before).map(|place| (place, choice));
            boards.push(game.hash());
            game.play(choice);
        }
        let (mut seen, mut played) = (HashMap::new(), Vec::new());
        let bytes = trees.bytes();
        walk(rules.as_ref(), &bytes, &mut |_, node, game| {
            seen.insert(game.hash(), node.value);
            if node.played {
                played.push(game.hash());
            }
        });
        assert_eq!(played, boards);
        assert_eq!(seen.len(), count(&bytes));
        assert_eq!(seen.len(), expected.len());
        assert!(seen.len() > 40, "{}", seen.len());
        for (key, value) in expected {
            assert!((seen[&key] - value).abs() < 1e-4);
        }
    }

    #[test]
    fn damaged_trees_are_no_reason_to_panic() {
        let rules = Catalogue::shipped().find("tic-tac-toe").unwrap();
        let node = |place: u32, choice: u16| {
            [&place.to_le_bytes()[..], &choice.to_le_bytes(), &0i16.to_le_bytes(), &[1]].concat()
        };
        let bytes = [node(START, 0), node(0, 700), node(9, 0), node(3, 0), node(0, 2), vec![1, 2]].concat();
        let mut seen = Vec::new();
        walk(rules.as_ref(), &bytes, &mut |place, _, _| seen.push(place));
        assert_eq!(seen, [0, 4]);
    }
}

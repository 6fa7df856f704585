//! The finished list of gates, in the order of evaluation: what is legal and over first, then what comes next, then goals.

use crate::graph::{Graph, UNREACHED, components};
use crate::net::{Literal, Net};

/// Gates in the order of evaluation. Node 0 is false; then come fluents, moves of all roles, and gates.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// The number of fluents.
    pub(crate) fluents: u32,
    /// The number of fluents and moves.
    pub(crate) inputs: u32,
    pub(crate) gates: Vec<Gate>,
    /// The nodes that gates look at.
    pub(crate) links: Vec<u32>,
    /// The gates up to which one has to go to know what is legal and over, what comes next, and all.
    pub(crate) ends: [u32; 3],
    /// Gates that depend on each other, as ranges.
    pub(crate) loops: Vec<(u32, u32)>,
    /// For each role and move, whether it is legal.
    pub(crate) legal: Vec<Vec<Literal>>,
    pub(crate) terminal: Literal,
    /// For each fluent, whether it holds next.
    pub(crate) next: Vec<Literal>,
    /// For each role, the goals and when they hold.
    pub(crate) goals: Vec<Vec<(Literal, i32)>>,
    /// The gates that goals need, as ranges.
    pub(crate) goal_ranges: Vec<(u32, u32)>,
}

/// A gate is true if all nodes of its first links are true and all of the others are false.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gate {
    pub(crate) begin: u32,
    pub(crate) middle: u32,
    pub(crate) end: u32,
    /// In a circle, what the gate is taken to be before it is known: nothing holds without a reason.
    pub(crate) at_first: bool,
}

struct Wiring<'a>(&'a Net);

impl Graph for Wiring<'_> {
    fn len(&self) -> usize {
        self.0.len() as usize
    }

    fn dependency(&self, node: u32, index: u32) -> Option<u32> {
        self.0.literals(node).get(index as usize).map(|literal| literal.node())
    }
}

impl Circuit {
    pub(crate) fn new(
        net: &Net,
        fluents: u32,
        mut legal: Vec<Vec<Literal>>,
        mut terminal: Literal,
        mut next: Vec<Literal>,
        mut goals: Vec<Vec<(Literal, i32)>>,
    ) -> Circuit {
        let first_gate = net.first_gate();
        let cones: [Vec<u32>; 3] = [
            legal.iter().flatten().chain([&terminal]).map(|literal| literal.node()).collect(),
            next.iter().map(|literal| literal.node()).collect(),
            goals.iter().flatten().map(|(literal, _)| literal.node()).collect(),
        ];
        let order = components(&Wiring(net), cones.iter().flatten().copied());
        let merged = find_merged(net, &order.of, &cones);

        let mut circuit = Circuit {
            fluents,
            inputs: first_gate - 1,
            gates: Vec::new(),
            links: Vec::new(),
            ends: [0; 3],
            loops: Vec::new(),
            legal: Vec::new(),
            terminal,
            next: Vec::new(),
            goals: Vec::new(),
            goal_ranges: Vec::new(),
        };
        // Where each node of the net is now.
        let mut places: Vec<u32> = (0..net.len()).collect();
        let mut last_component = 0;
        let cone_ends: Vec<u32> = cones
            .iter()
            .map(|roots| {
                let reached = roots.iter().map(|&root| order.of[root as usize] + 1).max().unwrap_or(0);
                last_component = reached.max(last_component);
                last_component
            })
            .collect();
        let mut gate_count = 0;
        let mut kept: Vec<u32> = Vec::new();
        for (component, members) in order.members.iter().enumerate() {
            let begin = gate_count;
            for &node in members.iter().filter(|&&node| node >= first_gate && !merged[node as usize]) {
                places[node as usize] = first_gate + gate_count;
                kept.push(node);
                gate_count += 1;
            }
            if members.len() > 1 {
                circuit.loops.push((begin, gate_count));
            }
            for (cone, &end) in cone_ends.iter().enumerate() {
                if component < end as usize {
                    circuit.ends[cone] = gate_count;
                }
            }
        }
        circuit.ends[1] = circuit.ends[1].max(circuit.ends[0]);
        circuit.ends[2] = circuit.ends[2].max(circuit.ends[1]);

        let mut literals = Vec::new();
        for &node in &kept {
            literals.clear();
            spread(net, node, &merged, &mut literals);
            literals.sort_unstable_by_key(|literal| (literal.is_opposite(), places[literal.node() as usize]));
            literals.dedup();
            let begin = circuit.links.len() as u32;
            let middle = begin + literals.iter().filter(|literal| !literal.is_opposite()).count() as u32;
            circuit.links.extend(literals.iter().map(|literal| places[literal.node() as usize]));
            let end = circuit.links.len() as u32;
            circuit.gates.push(Gate { begin, middle, end, at_first: net.is_promised(node) });
        }

        let place = |literal: &mut Literal| {
            *literal = Literal(places[literal.node() as usize] << 1 | u32::from(literal.is_opposite()));
        };
        legal.iter_mut().flatten().for_each(place);
        next.iter_mut().for_each(place);
        goals.iter_mut().flatten().for_each(|(literal, _)| place(literal));
        place(&mut terminal);
        circuit.goal_ranges = circuit.needed(goals.iter().flatten().map(|(literal, _)| literal.node()));
        Circuit { legal, terminal, next, goals, ..circuit }
    }

    /// The number of gates.
    pub fn gate_count(&self) -> usize {
        self.gates.len()
    }

    /// The number of links between gates and inputs.
    pub fn link_count(&self) -> usize {
        self.links.len()
    }

    /// How many gates say what is legal and over, how many more say what comes next, and how many more what it is worth.
    pub fn cone_sizes(&self) -> [u32; 3] {
        let [legal, next, goal] = self.ends;
        [legal, next - legal, goal - next]
    }

    /// How many groups of gates depend on themselves.
    pub fn loop_count(&self) -> usize {
        self.loops.len()
    }

    /// The node of a move.
    pub(crate) fn move_node(&self, role: usize, mv: u32) -> u32 {
        let before: usize = self.legal[..role].iter().map(Vec::len).sum();
        1 + self.fluents + before as u32 + mv
    }

    /// The first node that is a gate.
    pub(crate) fn first_gate(&self) -> u32 {
        1 + self.inputs
    }

    /// The gates that some nodes need, as ranges in the order of evaluation.
    fn needed(&self, nodes: impl IntoIterator<Item = u32>) -> Vec<(u32, u32)> {
        let mut needed = vec![false; self.gates.len()];
        let mut stack: Vec<u32> = nodes.into_iter().collect();
        while let Some(node) = stack.pop() {
            let Some(gate) = node.checked_sub(self.first_gate()) else { continue };
            if !std::mem::replace(&mut needed[gate as usize], true) {
                let Gate { begin, end, .. } = self.gates[gate as usize];
                stack.extend_from_slice(&self.links[begin as usize..end as usize]);
            }
        }
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for gate in (0..self.gates.len() as u32).filter(|&gate| needed[gate as usize]) {
            match ranges.last_mut() {
                Some((_, end)) if *end == gate => *end += 1,
                _ => ranges.push((gate, gate + 1)),
            }
        }
        ranges
    }
}

/// Conjunctions that only one other conjunction looks at become part of it.
fn find_merged(net: &Net, component: &[u32], cones: &[Vec<u32>; 3]) -> Vec<bool> {
    let mut users = vec![0u32; net.len() as usize];
    let mut is_opposed = vec![false; net.len() as usize];
    for node in (net.first_gate()..net.len()).filter(|&node| component[node as usize] != UNREACHED) {
        for literal in net.literals(node) {
            users[literal.node() as usize] += 1;
            is_opposed[literal.node() as usize] |= literal.is_opposite();
        }
    }
    cones.iter().flatten().for_each(|&root| users[root as usize] += 2);
    let mut size_of = vec![0u32; component.len()];
    component.iter().filter(|&&own| own != UNREACHED).for_each(|&own| size_of[own as usize] += 1);
    let is_alone =
        |node: u32| component[node as usize] != UNREACHED && size_of[component[node as usize] as usize] == 1;
    (0..net.len())
        .map(|node| {
            node >= net.first_gate()
                && users[node as usize] == 1
                && !is_opposed[node as usize]
                && is_alone(node)
        })
        .collect()
}

/// The literals of a gate, with those of the gates that became part of it.
fn spread(net: &Net, node: u32, merged: &[bool], literals: &mut Vec<Literal>) {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        for &literal in net.literals(node) {
            if merged[literal.node() as usize] {
                stack.push(literal.node());
            } else {
                literals.push(literal);
            }
        }
    }
}

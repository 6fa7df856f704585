//! Gates under construction: conjunctions of literals, each made once and folded as far as it can be.
//!
//! There is one kind of gate. A disjunction is a conjunction of opposites whose opposite is used.

use crate::hashing::{Map, row_hash};

/// A gate or input, or its opposite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Literal(pub(crate) u32);

impl Literal {
    pub(crate) const FALSE: Literal = Literal(0);
    pub(crate) const TRUE: Literal = Literal(1);

    pub(crate) const fn of(node: u32) -> Literal {
        Literal(node << 1)
    }

    pub(crate) const fn node(self) -> u32 {
        self.0 >> 1
    }

    pub(crate) const fn is_opposite(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// Marks the end of a chain of gates with the same hash.
const NONE: u32 = u32::MAX;

/// The gates. Node 0 is false; inputs come next.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    inputs: u32,
    /// For each gate, where its literals are.
    spans: Vec<(u32, u32)>,
    links: Vec<Literal>,
    /// Gates that stand for atoms of a circle. They hold the opposite of the atom.
    promised: Vec<bool>,
    by_hash: Map<u64, u32>,
    older: Vec<u32>,
}

impl Net {
    pub(crate) fn new(inputs: u32) -> Net {
        Net {
            inputs,
            spans: Vec::new(),
            links: Vec::new(),
            promised: Vec::new(),
            by_hash: Map::default(),
            older: Vec::new(),
        }
    }

    /// The literal of an input.
    pub(crate) fn input(&self, number: u32) -> Literal {
        debug_assert!(number < self.inputs);
        Literal::of(1 + number)
    }

    /// The first node that is a gate.
    pub(crate) fn first_gate(&self) -> u32 {
        1 + self.inputs
    }

    /// The number of nodes: the constant, inputs and gates.
    pub(crate) fn len(&self) -> u32 {
        self.first_gate() + self.spans.len() as u32
    }

    /// The number of links.
    pub(crate) fn links(&self) -> usize {
        self.links.len()
    }

    /// The literals of a gate; none of an input.
    pub(crate) fn literals(&self, node: u32) -> &[Literal] {
        match node.checked_sub(self.first_gate()) {
            Some(gate) => {
                let (begin, end) = self.spans[gate as usize];
                &self.links[begin as usize..end as usize]
            }
            None => &[],
        }
    }

    /// Whether a gate stands for an atom of a circle.
    pub(crate) fn is_promised(&self, node: u32) -> bool {
        node.checked_sub(self.first_gate()).is_some_and(|gate| self.promised[gate as usize])
    }

    fn push(&mut self, literals: &[Literal], is_promised: bool, older: u32) -> u32 {
        let node = self.len();
        let begin = self.links.len() as u32;
        self.links.extend_from_slice(literals);
        self.spans.push((begin, self.links.len() as u32));
        self.promised.push(is_promised);
        self.older.push(older);
        node
    }

    /// All of the literals, which are sorted on the way.
    pub(crate) fn all(&mut self, literals: &mut Vec<Literal>) -> Literal {
        literals.sort_unstable();
        literals.dedup();
        if literals.first() == Some(&Literal::FALSE) {
            return Literal::FALSE;
        }
        literals.retain(|&literal| literal != Literal::TRUE);
        // A literal and its opposite are neighbours now.
        if literals.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Literal::FALSE;
        }
        match literals[..] {
            [] => Literal::TRUE,
            [only] => only,
            _ => {
                let hash = row_hash(literals.iter().map(|literal| literal.0));
                let youngest = self.by_hash.get(&hash).copied().unwrap_or(NONE);
                let mut known = youngest;
                while known != NONE {
                    if self.literals(known) == &literals[..] {
                        return Literal::of(known);
                    }
                    known = self.older[(known - self.first_gate()) as usize];
                }
                let node = self.push(literals, false, youngest);
                self.by_hash.insert(hash, node);
                Literal::of(node)
            }
        }
    }

    /// Any of the literals.
    pub(crate) fn any(&mut self, literals: &mut Vec<Literal>) -> Literal {
        for literal in literals.iter_mut() {
            *literal = !*literal;
        }
        !self.all(literals)
    }

    /// An atom whose conditions are told later, because they lead back to it.
    pub(crate) fn promise(&mut self) -> Literal {
        !Literal::of(self.push(&[], true, NONE))
    }

    /// Tells what a promised atom is: any of the literals.
    pub(crate) fn keep(&mut self, promised: Literal, literals: &[Literal]) {
        let begin = self.links.len() as u32;
        let mut opposites: Vec<Literal> = literals.iter().map(|&literal| !literal).collect();
        opposites.sort_unstable();
        opposites.dedup();
        self.links.extend(opposites);
        let gate = promised.node() - self.first_gate();
        self.spans[gate as usize] = (begin, self.links.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_are_folded_and_shared() {
        let mut net = Net::new(3);
        let [a, b, c] = [0, 1, 2].map(|number| net.input(number));
        assert_eq!(net.all(&mut vec![a, !a, b]), Literal::FALSE);
        assert_eq!(net.all(&mut vec![a, Literal::TRUE, a]), a);
        assert_eq!(net.any(&mut vec![a, Literal::FALSE]), a);
        assert_eq!(net.any(&mut vec![]), Literal::FALSE);
        let both = net.all(&mut vec![b, a]);
        assert_eq!(net.all(&mut vec![a, b, b]), both);
        assert_eq!(net.any(&mut vec![!a, !b]), !both);
        assert_ne!(net.any(&mut vec![a, c]), both);
        assert_eq!((net.len(), net.links()), (6, 4));
    }
}

//! Gates for one position at a time: only what changes since the position before is worked out again.
//!
//! Each gate counts its inputs that keep it from being true. A changed node changes the counts of those that look at it, and marks
//! them; marked gates are settled in the order of the circuit, so that each changes once at most. Marks of gates that nobody asks
//! for stay until somebody does: goals cost nothing before the end.

use crate::bits::{Bits, ones};
use crate::circuit::{Circuit, Gate};
use crate::net::Literal;

/// Who looks at each node.
#[derive(Clone, Debug)]
pub(crate) struct Readers {
    begins: Vec<u32>,
    /// Gates, twice their number, and one more if they want the opposite.
    gates: Vec<u32>,
    /// For each gate, the loop that it belongs to, or none.
    loop_of: Vec<u32>,
}

const NO_LOOP: u32 = u32::MAX;

impl Readers {
    pub(crate) fn new(circuit: &Circuit) -> Readers {
        let nodes = (circuit.first_gate() as usize) + circuit.gates.len();
        let mut begins = vec![0u32; nodes + 1];
        circuit.links.iter().for_each(|&node| begins[node as usize + 1] += 1);
        for node in 0..nodes {
            begins[node + 1] += begins[node];
        }
        let mut places = begins.clone();
        let mut gates = vec![0; circuit.links.len()];
        for (number, gate) in circuit.gates.iter().enumerate() {
            for link in gate.begin..gate.end {
                let place = &mut places[circuit.links[link as usize] as usize];
                gates[*place as usize] = (number as u32) << 1 | u32::from(link >= gate.middle);
                *place += 1;
            }
        }
        let mut loop_of = vec![NO_LOOP; circuit.gates.len()];
        for (number, &(begin, end)) in circuit.loops.iter().enumerate() {
            loop_of[begin as usize..end as usize].fill(number as u32);
        }
        Readers { begins, gates, loop_of }
    }
}

/// The value of every node in the position that was looked at last.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    values: Vec<bool>,
    /// For each gate, the links that keep it from being true.
    against: Vec<u32>,
    /// Marked gates.
    marks: Vec<u64>,
    state: Bits,
    /// The nodes of the moves that are being made.
    moving: Vec<u32>,
    work: Vec<u32>,
}

impl Probe {
    pub(crate) fn new(circuit: &Circuit) -> Probe {
        let gates = circuit.gates.len();
        // All values are false at first, and all gates are to be settled.
        let against = circuit.gates.iter().map(|gate| gate.middle - gate.begin).collect();
        let mut marks = vec![0; gates.div_ceil(64)];
        (0..gates).for_each(|gate| marks[gate / 64] |= 1 << (gate % 64));
        Probe {
            values: vec![false; circuit.first_gate() as usize + gates],
            against,
            marks,
            state: Bits::empty(circuit.fluents as usize),
            moving: Vec::new(),
            work: Vec::new(),
        }
    }

    fn flip(&mut self, node: u32, readers: &Readers) {
        let value = !self.values[node as usize];
        self.values[node as usize] = value;
        let (begin, end) = (readers.begins[node as usize], readers.begins[node as usize + 1]);
        for &reader in &readers.gates[begin as usize..end as usize] {
            let gate = (reader >> 1) as usize;
            let helps = value != (reader & 1 == 1);
            self.against[gate] = if helps { self.against[gate] - 1 } else { self.against[gate] + 1 };
            self.marks[gate / 64] |= 1 << (gate % 64);
        }
    }

    /// Goes to a position; nobody moves in it yet.
    fn visit(&mut self, state: &Bits, readers: &Readers) {
        for node in std::mem::take(&mut self.moving) {
            self.flip(node, readers);
        }
        if self.state == *state {
            return;
        }
        let (old, new) = (std::mem::replace(&mut self.state, state.clone()), state.words());
        for (index, &old) in old.words().iter().enumerate() {
            for bit in ones(old ^ new[index]) {
                self.flip(1 + 64 * index as u32 + bit, readers);
            }
        }
    }

    /// Settles all marked gates before `end`.
    fn settle(&mut self, end: u32, circuit: &Circuit, readers: &Readers) {
        let first = circuit.first_gate();
        let mut word = 0;
        while word < (end as usize).div_ceil(64) {
            let left = end as usize - 64 * word;
            let mask = if left < 64 { (1 << left) - 1 } else { u64::MAX };
            let marked = self.marks[word] & mask;
            if marked == 0 {
                word += 1;
                continue;
            }
            let gate = 64 * word + marked.trailing_zeros() as usize;
            if readers.loop_of[gate] != NO_LOOP {
                self.settle_loop(circuit.loops[readers.loop_of[gate] as usize], circuit, readers);
                continue;
            }
            self.marks[word] &= !(1 << (gate % 64));
            if (self.against[gate] == 0) != self.values[first as usize + gate] {
                self.flip(first + gate as u32, readers);
            }
        }
    }

    /// Works out from nothing what holds in a loop: a circle gives no reason to itself.
    fn settle_loop(&mut self, (begin, end): (u32, u32), circuit: &Circuit, readers: &Readers) {
        let first = circuit.first_gate();
        for gate in begin..end {
            let Gate { at_first, .. } = circuit.gates[gate as usize];
            if self.values[(first + gate) as usize] != at_first {
                self.flip(first + gate, readers);
            }
        }
        let mut work = std::mem::take(&mut self.work);
        work.extend((begin..end).rev());
        while let Some(gate) = work.pop() {
            self.marks[gate as usize / 64] &= !(1 << (gate % 64));
            if (self.against[gate as usize] == 0) != self.values[(first + gate) as usize] {
                self.flip(first + gate, readers);
                let node = first + gate;
                let (from, to) = (readers.begins[node as usize], readers.begins[node as usize + 1]);
                let readers = readers.gates[from as usize..to as usize].iter().map(|reader| reader >> 1);
                work.extend(readers.filter(|reader| (begin..end).contains(reader)));
            }
        }
        self.work = work;
    }

    fn value(&self, literal: Literal) -> bool {
        self.values[literal.node() as usize] != literal.is_opposite()
    }

    /// Whether the game is over in a position.
    pub(crate) fn is_terminal(&mut self, state: &Bits, circuit: &Circuit, readers: &Readers) -> bool {
        self.visit(state, readers);
        self.settle(circuit.ends[0], circuit, readers);
        self.value(circuit.terminal)
    }

    /// Replaces the contents of `moves` by the legal moves of a role.
    pub(crate) fn legal(
        &mut self,
        state: &Bits,
        role: usize,
        circuit: &Circuit,
        readers: &Readers,
        moves: &mut Vec<u32>,
    ) {
        self.visit(state, readers);
        self.settle(circuit.ends[0], circuit, readers);
        moves.clear();
        let all = circuit.legal[role].iter().enumerate();
        moves.extend(all.filter(|(_, literal)| self.value(**literal)).map(|(number, _)| number as u32));
    }

    /// The position after a move of each role.
    pub(crate) fn next(&mut self, state: &Bits, moves: &[u32], circuit: &Circuit, readers: &Readers) -> Bits {
        self.visit(state, readers);
        for (role, &mv) in moves.iter().enumerate() {
            let node = circuit.move_node(role, mv);
            self.flip(node, readers);
            self.moving.push(node);
        }
        self.settle(circuit.ends[1], circuit, readers);
        let mut next = Bits::empty(circuit.fluents as usize);
        for (fluent, &literal) in circuit.next.iter().enumerate() {
            if self.value(literal) {
                next.insert(fluent as u32);
            }
        }
        next
    }

    /// What a position is worth to a role, if the sheet says so and says it once.
    pub(crate) fn goal(
        &mut self,
        state: &Bits,
        role: usize,
        circuit: &Circuit,
        readers: &Readers,
    ) -> Option<i32> {
        self.visit(state, readers);
        self.settle(circuit.ends[2], circuit, readers);
        let mut holding = circuit.goals[role].iter().filter(|(literal, _)| self.value(*literal));
        let goal = holding.next().map(|(_, goal)| *goal);
        goal.filter(|_| holding.next().is_none())
    }
}

//! Circles of gates, for all games at once: they are gone through to and fro, and only gates whose inputs changed are worked out
//! again. However long a circle is and in whatever order its gates lie, a gate changes at most once in each game.

use crate::circuit::Circuit;

/// Who looks at the gates of circles, and which gates are to be worked out.
#[derive(Clone, Debug)]
pub(crate) struct Circles {
    /// For each gate, where its readers in the same circle begin; one more at the end. Empty if there are no circles.
    begins: Vec<u32>,
    readers: Vec<u32>,
    /// Gates that are to be worked out.
    marks: Vec<u64>,
    /// Links looked at so far.
    pub(crate) links: u64,
}

impl Circles {
    pub(crate) fn new(circuit: &Circuit) -> Circles {
        if circuit.loops.is_empty() {
            return Circles { begins: Vec::new(), readers: Vec::new(), marks: Vec::new(), links: 0 };
        }
        let (gates, first) = (circuit.gates.len(), circuit.first_gate());
        let inside = |report: &mut dyn FnMut(u32, u32)| {
            for &(from, to) in &circuit.loops {
                for reader in from..to {
                    let gate = circuit.gates[reader as usize];
                    for &link in &circuit.links[gate.begin as usize..gate.end as usize] {
                        if (first + from..first + to).contains(&link) {
                            report(link - first, reader);
                        }
                    }
                }
            }
        };
        let mut begins = vec![0u32; gates + 1];
        inside(&mut |gate, _| begins[gate as usize + 1] += 1);
        for gate in 0..gates {
            begins[gate + 1] += begins[gate];
        }
        let mut places = begins.clone();
        let mut readers = vec![0; begins[gates] as usize];
        inside(&mut |gate, reader| {
            let place = &mut places[gate as usize];
            readers[*place as usize] = reader;
            *place += 1;
        });
        Circles { begins, readers, marks: vec![0; gates.div_ceil(64)], links: 0 }
    }

    /// Works out the gates of a circle, again wherever an input changed; `judge` works one out and says whether it changed.
    pub(crate) fn settle(
        &mut self,
        circuit: &Circuit,
        from: u32,
        to: u32,
        judge: &mut dyn FnMut(u32) -> bool,
    ) {
        let words = from as usize / 64..(to as usize).div_ceil(64);
        for gate in from..to {
            self.marks[gate as usize / 64] |= 1 << (gate % 64);
        }
        let mut is_forth = true;
        while self.marks[words.clone()].iter().any(|&marks| marks != 0) {
            for place in words.clone() {
                let word = if is_forth { place } else { words.start + words.end - 1 - place };
                let mut left = self.marks[word];
                while left != 0 {
                    let bit = if is_forth { left.trailing_zeros() } else { left.ilog2() };
                    // What is marked behind is for the way back.
                    let ahead = if is_forth { u64::MAX << bit << 1 } else { (1 << bit) - 1 };
                    self.marks[word] &= !(1 << bit);
                    self.visit(circuit, 64 * word as u32 + bit, judge);
                    left = self.marks[word] & ahead;
                }
            }
            is_forth = !is_forth;
        }
    }

    fn visit(&mut self, circuit: &Circuit, gate: u32, judge: &mut dyn FnMut(u32) -> bool) {
        let links = circuit.gates[gate as usize];
        self.links += u64::from(links.end - links.begin);
        if judge(gate) {
            let (begin, end) = (self.begins[gate as usize], self.begins[gate as usize + 1]);
            for &reader in &self.readers[begin as usize..end as usize] {
                self.marks[reader as usize / 64] |= 1 << (reader % 64);
            }
        }
    }
}

//! Retrograde analysis: from the ends of the game backwards, ply by ply.

use std::ops::Range;
use std::sync::atomic::{AtomicI16, Ordering};

use agon_core::spread::{MOST_WORKERS, spread};

use super::states::{Kind, States};
use super::verdict::Verdict;

/// The values of all states. What is neither won nor lost in any number of plies is a draw.
///
/// Round `n` finds the states that are decided in `n` plies from those decided in fewer. Within a round the order does not
/// matter, so that the values do not depend on the number of threads.
///
/// Returns nothing if there is no memory for them. `watch` is told after every round how many plies it was about and how many states it
/// decided.
pub(super) fn solve<S: States>(
    states: &S,
    threads: usize,
    watch: &mut dyn FnMut(u32, usize),
) -> Option<Vec<Verdict>> {
    let (mut values, mut found) = (Vec::new(), Vec::new());
    values.try_reserve_exact(states.size()).ok()?;
    found.try_reserve_exact(states.size()).ok()?;
    values.extend((0..states.size()).map(|_| AtomicI16::new(0)));
    let verdicts = Verdicts(values);
    let mut decided = in_parallel(states.size(), threads, &|range| {
        let mut scratch = S::Scratch::default();
        let mut found = Vec::new();
        for state in range {
            if let Kind::Ended(verdict) = states.successors(state, &mut scratch, |_| false) {
                verdicts.decide(state, verdict, &mut found);
            }
        }
        found
    });
    let mut plies = 0;
    while !decided.is_empty() {
        watch(plies, decided.len());
        decided = in_parallel(decided.len(), threads, &|range| {
            let mut scratch = (S::Scratch::default(), S::Scratch::default());
            let mut found = Vec::new();
            for &state in &decided[range] {
                verdicts.spread(states, state as usize, plies, &mut scratch, &mut found);
            }
            found
        });
        plies += 1;
    }
    found.extend(verdicts.0.into_iter().map(|value| Verdict::from_bits(value.into_inner())));
    Some(found)
}

/// Cuts `0..length` into as many pieces as there are threads and joins what is found in them.
fn in_parallel(length: usize, threads: usize, work: &(dyn Fn(Range<usize>) -> Vec<u32> + Sync)) -> Vec<u32> {
    let threads = threads.clamp(1, MOST_WORKERS);
    let piece = length.div_ceil(threads).max(1);
    let found = spread(length.div_ceil(piece), threads, |number| {
        work(number * piece..((number + 1) * piece).min(length))
    });
    found.concat()
}

/// The values as far as they are known; 0 for a state that is not decided yet, and for a draw.
struct Verdicts(Vec<AtomicI16>);

impl Verdicts {
    fn get(&self, state: usize) -> Verdict {
        Verdict::from_bits(self.0[state].load(Ordering::Relaxed))
    }

    /// Writes a value down and remembers the state, unless another thread has done so before.
    fn decide(&self, state: usize, verdict: Verdict, found: &mut Vec<u32>) {
        let bits = verdict.to_bits();
        if bits != 0 && self.0[state].compare_exchange(0, bits, Ordering::Relaxed, Ordering::Relaxed).is_ok()
        {
            found.push(state as u32);
        }
    }

    /// Decides what follows in one more ply from a state decided in `plies`.
    fn spread<S: States>(
        &self,
        states: &S,
        state: usize,
        plies: u32,
        scratch: &mut (S::Scratch, S::Scratch),
        found: &mut Vec<u32>,
    ) {
        let verdict = self.get(state);
        let (walk, look) = scratch;
        states.predecessors(state, walk, |edge| {
            if self.get(edge.state) != Verdict::DRAW {
                return;
            }
            let decision = verdict.before(edge.keeps_turn);
            if decision.gain() > 0 || self.is_lost(states, edge.state, plies, look) {
                self.decide(edge.state, decision, found);
            }
        });
    }

    /// Whether every move from an open state loses in at most `plies` plies after it. What other threads find in
    /// the same round takes longer and does not count.
    ///
    /// Looking again is simpler than counting the moves that are left, and right also where a symmetry makes several moves
    /// one.
    fn is_lost<S: States>(&self, states: &S, state: usize, plies: u32, scratch: &mut S::Scratch) -> bool {
        let mut all_lose = true;
        states.successors(state, scratch, |edge| {
            let next = self.get(edge.state);
            all_lose = next.distance() <= plies && next.before(edge.keeps_turn).gain() < 0;
            all_lose
        });
        all_lose
    }
}

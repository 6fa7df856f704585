//! Where frogs can go, as the player to move sees it: his frogs cross from the top row to the bottom row.

use crate::bits::{ones, select};
use crate::grid8::Way;

/// The directions in which a frog may go: never back.
const WAYS: [Way; 5] = [Way::new(1, 0), Way::new(1, -1), Way::new(1, 1), Way::new(0, -1), Way::new(0, 1)];

/// What a frog may land on between two jumps of a chain. It always comes to rest on a pad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Landing {
    /// Whatever holds no frog, water too.
    Free,
    /// Free pads only.
    Pads,
}

/// The frogs of the player to move, all frogs, and the free pads.
#[derive(Clone, Copy)]
pub(super) struct Pond {
    pub(super) own: u64,
    pub(super) frogs: u64,
    pub(super) pads: u64,
}

/// A frog's way from one square to another, whatever lies between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leap {
    pub(super) from: usize,
    pub(super) to: usize,
}

/// For each direction, the squares from which a frog could jump.
#[derive(Clone, Copy)]
struct Jumps([u64; 5]);

impl Jumps {
    /// The squares one jump away from those of a set.
    #[inline]
    fn ahead(&self, set: u64) -> u64 {
        let Jumps(from) = self;
        (0..5).fold(0, |landed, way| landed | WAYS[way].two_ahead(set & from[way]))
    }

    /// The squares from which some jump exists.
    #[inline]
    fn any(&self) -> u64 {
        self.0.iter().fold(0, |any, from| any | from)
    }
}

impl Pond {
    /// The jumps that exist, for a frog that stands there or has just landed there.
    #[inline]
    fn jumps(&self, landing: Landing) -> Jumps {
        let free = match landing {
            Landing::Free => !self.frogs,
            Landing::Pads => self.pads,
        };
        Jumps(WAYS.map(|way| way.behind(way.behind(free) & self.frogs)))
    }

    /// The pads on which chains of jumps from `start` can come to rest. The frog itself, which has left its square,
    /// is never in its own way: all landings are an even number of rows and columns apart, and what is jumped is not.
    #[inline]
    fn chain_ends(&self, jumps: &Jumps, start: u64) -> u64 {
        jumps.ahead(start) & self.pads | self.long_chain_ends(jumps, start)
    }

    /// Those of them that cannot be reached by a single jump.
    #[inline]
    fn long_chain_ends(&self, jumps: &Jumps, start: u64) -> u64 {
        let first = jumps.ahead(start);
        let (mut reached, mut newest) = (first, first);
        while newest != 0 {
            newest = jumps.ahead(newest) & !reached;
            reached |= newest;
        }
        reached & !first & self.pads
    }

    /// Lists every way a frog can go, frog by frog.
    pub(super) fn each_leap(&self, landing: Landing, mut leap: impl FnMut(Leap)) {
        let jumps = self.jumps(landing);
        for from in ones(self.own) {
            let frog = 1 << from;
            let steps = WAYS.iter().fold(0, |steps, way| steps | way.ahead(frog)) & self.pads;
            for to in ones(steps | self.chain_ends(&jumps, frog)) {
                leap(Leap { from, to });
            }
        }
    }

    /// Counts the ways frogs can go, so that one can be chosen without listing all.
    // Always inlined: handing the result over in memory costs a seventh of a random game.
    #[inline(always)]
    pub(super) fn leaps(&self, landing: Landing) -> Leaps {
        let jumps = self.jumps(landing);
        let further = jumps.any();
        let mut leaps = Leaps { ends: [0; 10], wanderers: 0, chains: [0; 6], count: 0 };
        for (number, way) in WAYS.into_iter().enumerate() {
            let landed = way.two_ahead(self.own & jumps.0[number]);
            leaps.ends[2 * number] = way.ahead(self.own) & self.pads;
            leaps.ends[2 * number + 1] = landed & self.pads;
            leaps.wanderers |= way.two_back(landed & further);
        }
        leaps.count = leaps.ends.iter().map(|ends| ends.count_ones()).sum();
        for (chain, frog) in leaps.chains.iter_mut().zip(ones(leaps.wanderers)) {
            *chain = self.long_chain_ends(&jumps, 1 << frog);
            leaps.count += chain.count_ones();
        }
        leaps
    }

    /// The squares of a shortest way for a leap that is legal, both ends included.
    pub(super) fn way(&self, landing: Landing, leap: Leap) -> Vec<usize> {
        let step = WAYS.iter().any(|way| way.ahead(1 << leap.from) == 1 << leap.to);
        if step {
            return vec![leap.from, leap.to];
        }
        // Forward, what each jump can reach; then back, one square that leads to the next.
        let jumps = self.jumps(landing);
        let mut layers = vec![1_u64 << leap.from];
        let mut reached = layers[0];
        while reached >> leap.to & 1 == 0 {
            let newest = jumps.ahead(layers[layers.len() - 1]) & !reached;
            assert!(newest != 0, "only legal moves have a way");
            reached |= newest;
            layers.push(newest);
        }
        layers.pop();
        let mut way = vec![leap.to];
        while let Some(layer) = layers.pop() {
            let next = 1 << way[way.len() - 1];
            way.extend(ones(layer).find(|&square| jumps.ahead(1 << square) & next != 0));
        }
        way.reverse();
        way
    }
}

/// All the ways frogs can go, counted but not listed.
pub(super) struct Leaps {
    /// For each direction, where steps end and where single jumps end.
    ends: [u64; 10],
    /// The frogs that can jump more than once.
    wanderers: u64,
    /// For each of those, lowest first, where only longer chains of jumps end.
    chains: [u64; 6],
    count: u32,
}

impl Leaps {
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// The leap of this number, if there are as many.
    #[inline]
    pub(super) fn get(&self, mut number: u32) -> Option<Leap> {
        if number >= self.count {
            return None;
        }
        for (index, &ends) in self.ends.iter().enumerate() {
            let here = ends.count_ones();
            if number < here {
                let to = select(ends, number);
                return Some(Leap { from: WAYS[index / 2].back(to, 1 + index % 2), to });
            }
            number -= here;
        }
        for (from, &ends) in ones(self.wanderers).zip(&self.chains) {
            let here = ends.count_ones();
            if number < here {
                return Some(Leap { from, to: select(ends, number) });
            }
            number -= here;
        }
        None
    }
}

//! Where frogs can go, as the player to move sees it: his own frogs swim from the top row to the bottom row.

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
    #[inline]
    fn jumps(&self, landing: Landing) -> Jumps {
        let free = match landing {
            Landing::Free => !self.frogs,
            Landing::Pads => self.pads,
        };
        Jumps(WAYS.map(|way| way.behind(way.behind(free) & self.frogs)))
    }

    /// For each direction, the pads to which a frog can step.
    #[inline]
    fn steps(&self) -> [u64; 5] {
        WAYS.map(|way| way.ahead(self.own) & self.pads)
    }

    /// The pads on which chains of jumps from `start` can come to rest. The frog itself, which has left its square,
    /// is never in its own way: all landings are an even number of rows and columns apart, and what is jumped is not.
    #[inline]
    fn chain_ends(&self, jumps: &Jumps, start: u64) -> u64 {
        let (mut reached, mut newest) = (start, start);
        loop {
            newest = jumps.ahead(newest) & !reached;
            if newest == 0 {
                return reached & self.pads;
            }
            reached |= newest;
        }
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
    #[inline]
    pub(super) fn leaps(&self, landing: Landing) -> Leaps {
        let jumps = self.jumps(landing);
        let steps = self.steps();
        let mut leaps = Leaps { steps, jumpers: self.own & jumps.any(), chains: [0; 6], count: 0 };
        leaps.count = steps.iter().map(|to| to.count_ones()).sum();
        for (chain, frog) in leaps.chains.iter_mut().zip(ones(leaps.jumpers)) {
            *chain = self.chain_ends(&jumps, 1 << frog);
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
    /// For each direction, where steps end.
    steps: [u64; 5],
    /// The frogs that can jump.
    jumpers: u64,
    /// For each of those, lowest first, where its chains of jumps end.
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
        for (way, &ends) in WAYS.iter().zip(&self.steps) {
            let here = ends.count_ones();
            if number < here {
                let to = select(ends, number);
                return Some(Leap { from: way.back(to), to });
            }
            number -= here;
        }
        for (from, &ends) in ones(self.jumpers).zip(&self.chains) {
            let here = ends.count_ones();
            if number < here {
                return Some(Leap { from, to: select(ends, number) });
            }
            number -= here;
        }
        None
    }
}

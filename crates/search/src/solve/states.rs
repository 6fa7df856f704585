//! The states of a game as a graph: listed one by one, or computed from their numbers.

use std::collections::HashMap;

use agon_core::{Game, Numbering, Player};

use super::verdict::Verdict;

/// A move from one state to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    /// The state at the other end.
    pub(super) state: usize,
    /// Whether the same player is to move at both ends.
    pub(super) keeps_turn: bool,
}

/// What a number stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing.
    Unused,
    /// The game has ended, with this value.
    Ended(Verdict),
    /// The game goes on.
    Open,
}

/// The states of a game, numbered.
pub(super) trait States: Sync {
    /// Room for whatever a walk needs.
    type Scratch: Default;

    /// Every number is below this.
    fn size(&self) -> usize;

    /// What the number stands for; for an open state also its successors, until `visit` has enough of them and returns
    /// `false`.
    fn successors(&self, state: usize, scratch: &mut Self::Scratch, visit: impl FnMut(Edge) -> bool) -> Kind;

    /// The open states from which a move leads here.
    fn predecessors(&self, state: usize, scratch: &mut Self::Scratch, visit: impl FnMut(Edge));
}

/// Scratch space for positions and moves.
pub(super) struct Scratch<G: Game> {
    moves: Vec<G::Move>,
    positions: Vec<G::Position>,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Scratch<G> {
        Scratch { moves: Vec::new(), positions: Vec::new() }
    }
}

/// States computed from their numbers.
pub(super) struct Numbered<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) numbering: &'a dyn Numbering<G>,
}

impl<G: Game> States for Numbered<'_, G> {
    type Scratch = Scratch<G>;

    fn size(&self) -> usize {
        self.numbering.size()
    }

    fn successors(
        &self,
        state: usize,
        scratch: &mut Scratch<G>,
        mut visit: impl FnMut(Edge) -> bool,
    ) -> Kind {
        let Some(position) = self.numbering.position(state) else { return Kind::Unused };
        let mover = self.game.to_move(&position);
        if let Some(ending) = self.game.generate(&position, &mut scratch.moves) {
            return Kind::Ended(Verdict::of_ending(ending, mover));
        }
        for &mv in &scratch.moves {
            let mut next = position.clone();
            self.game.play(&mut next, mv);
            let state = self.numbering.number(&next).expect("a legal move leads to a numbered position");
            if !visit(Edge { state, keeps_turn: self.game.to_move(&next) == mover }) {
                break;
            }
        }
        Kind::Open
    }

    fn predecessors(&self, state: usize, scratch: &mut Scratch<G>, mut visit: impl FnMut(Edge)) {
        let Some(position) = self.numbering.position(state) else { return };
        let mover = self.game.to_move(&position);
        self.numbering.predecessors(&position, &mut scratch.positions);
        for before in &scratch.positions {
            if let Some(state) = self.numbering.number(before) {
                visit(Edge { state, keeps_turn: self.game.to_move(before) == mover });
            }
        }
    }
}

/// All positions that can be reached, in the order in which a walk from the first one finds them.
pub(super) struct Listed<G: Game> {
    pub(super) positions: Vec<G::Position>,
    numbers: HashMap<G::Position, u32>,
    movers: Vec<Player>,
    /// The values of ended positions.
    ended: Vec<Option<Verdict>>,
    successors: Links,
    predecessors: Links,
}

/// Lists of states, one behind the other.
#[derive(Default)]
struct Links {
    /// Where the list of each state begins, and where the last one ends.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Links {
    fn of(&self, state: usize) -> impl Iterator<Item = usize> {
        let range = self.starts[state] as usize..self.starts[state + 1] as usize;
        self.targets[range].iter().map(|&target| target as usize)
    }

    /// The same links the other way round.
    fn reversed(&self) -> Links {
        let states = self.starts.len() - 1;
        let mut starts = vec![0; states + 2];
        for &target in &self.targets {
            starts[target as usize + 2] += 1;
        }
        for state in 2..starts.len() {
            starts[state] += starts[state - 1];
        }
        // While the lists are filled, entry `state + 1` is where its next link goes.
        let mut targets = vec![0; self.targets.len()];
        for source in 0..states {
            for target in self.of(source) {
                let place = &mut starts[target + 1];
                targets[*place as usize] = source as u32;
                *place += 1;
            }
        }
        starts.pop();
        Links { starts, targets }
    }
}

impl<G: Game> Listed<G> {
    /// Lists what can be reached from `start`, unless there are more than `most` positions.
    pub(super) fn new(game: &G, start: G::Position, most: usize) -> Option<Listed<G>> {
        let mut listed = Listed {
            positions: vec![start.clone()],
            numbers: HashMap::from([(start, 0)]),
            movers: Vec::new(),
            ended: Vec::new(),
            successors: Links { starts: vec![0], targets: Vec::new() },
            predecessors: Links::default(),
        };
        let mut moves = Vec::new();
        while let Some(position) = listed.positions.get(listed.movers.len()).cloned() {
            let mover = game.to_move(&position);
            let ending = game.generate(&position, &mut moves);
            listed.movers.push(mover);
            listed.ended.push(ending.map(|ending| Verdict::of_ending(ending, mover)));
            for &mv in &moves {
                let mut next = position.clone();
                game.play(&mut next, mv);
                let number = listed.positions.len() as u32;
                let number = *listed.numbers.entry(next).or_insert_with_key(|next| {
                    listed.positions.push(next.clone());
                    number
                });
                listed.successors.targets.push(number);
            }
            listed.successors.starts.push(listed.successors.targets.len() as u32);
            if listed.positions.len() > most {
                return None;
            }
        }
        listed.predecessors = listed.successors.reversed();
        Some(listed)
    }

    pub(super) fn number(&self, position: &G::Position) -> Option<usize> {
        self.numbers.get(position).map(|&number| number as usize)
    }

    fn edge(&self, from: usize, to: usize) -> Edge {
        Edge { state: to, keeps_turn: self.movers[from] == self.movers[to] }
    }
}

impl<G: Game> States for Listed<G> {
    type Scratch = ();

    fn size(&self) -> usize {
        self.positions.len()
    }

    fn successors(&self, state: usize, (): &mut (), mut visit: impl FnMut(Edge) -> bool) -> Kind {
        if let Some(verdict) = self.ended[state] {
            return Kind::Ended(verdict);
        }
        let _ = self.successors.of(state).all(|next| visit(self.edge(state, next)));
        Kind::Open
    }

    fn predecessors(&self, state: usize, (): &mut (), visit: impl FnMut(Edge)) {
        self.predecessors.of(state).map(|before| self.edge(state, before)).for_each(visit);
    }
}

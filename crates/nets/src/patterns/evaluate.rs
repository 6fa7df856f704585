//! Networks of patterns as evaluations.

use std::sync::Arc;

use agon_core::{Encode, Player, Value};
use agon_search::Evaluate;

use super::compiled::{Compiled, Group};

/// The evaluation of positions by a network of patterns. It remembers the position it judged last, for either mover, and looks
/// only at the cells that have changed since.
#[derive(Clone)]
pub struct Patterned<G: Encode> {
    network: Arc<Compiled>,
    /// The whole network, while a part of it is left out.
    whole: Option<Arc<Compiled>>,
    views: [Option<View<G>>; 2],
    sum: Vec<Group>,
    changed: Vec<u32>,
}

/// What the player to move sees of a position.
#[derive(Clone)]
struct View<G: Encode> {
    position: G::Position,
    /// What stands on each cell.
    codes: Vec<u8>,
    pieces: usize,
    /// For each pattern the row that its contents ask for, and the one that is in the sum.
    wanted: Vec<u32>,
    counted: Vec<u32>,
    sum: Vec<Group>,
}

impl<G: Encode> Patterned<G> {
    /// Asks this network, which must be one for the game.
    pub fn new(network: Arc<Compiled>) -> Patterned<G> {
        let sum = vec![Group::default(); network.groups];
        Patterned { network, whole: None, views: [None, None], sum, changed: Vec::new() }
    }

    /// The network that is asked.
    pub fn network(&self) -> &Arc<Compiled> {
        &self.network
    }
}

impl<G: Encode> Evaluate<G> for Patterned<G> {
    fn evaluate(&mut self, game: &G, position: &G::Position) -> Value {
        let Patterned { network, views, sum, changed, .. } = self;
        let network = network.as_ref();
        let mover = game.to_move(position);
        let view = match &mut views[mover.index()] {
            Some(view) => {
                let before = std::mem::replace(&mut view.position, position.clone());
                game.each_difference(&before, position, |cell| {
                    view.look(network, game, mover, cell, changed)
                });
                view
            }
            unseen => {
                let view = unseen.insert(View::empty(network, position.clone()));
                for cell in 0..network.touching.len() {
                    view.look(network, game, mover, cell, changed);
                }
                view
            }
        };
        view.settle(network, changed);
        sum.copy_from_slice(&view.sum);
        let first = game.feature_count() - game.loose_count();
        game.each_loose(position, |feature| network.add(sum, network.loose + (feature - first as u32)));
        network.make_up(sum);
        Value::from_pov(network.finish(sum, view.pieces), mover)
    }

    fn thin(&mut self, share: f32, seed: u64) -> bool {
        if let Some(whole) = self.whole.take() {
            self.network = whole;
            self.views = [None, None];
        }
        if share > 0.0 {
            let thinned = Arc::new(self.network.thinned(share, seed));
            self.whole = Some(std::mem::replace(&mut self.network, thinned));
            self.views = [None, None];
        }
        true
    }

    fn fork(&self) -> Box<dyn Evaluate<G>> {
        Box::new(self.clone())
    }
}

impl<G: Encode> View<G> {
    /// A board on which nothing stands.
    fn empty(network: &Compiled, position: G::Position) -> View<G> {
        let mut sum = vec![Group::default(); network.groups];
        for &row in &network.empty {
            network.add(&mut sum, row);
        }
        network.add(&mut sum, network.constant());
        View {
            position,
            codes: vec![0; network.touching.len()],
            pieces: 0,
            wanted: network.empty.clone(),
            counted: network.empty.clone(),
            sum,
        }
    }

    /// Looks at a cell that may have changed.
    #[inline]
    fn look(&mut self, network: &Compiled, game: &G, mover: Player, cell: usize, changed: &mut Vec<u32>) {
        let kinds = game.info().pieces.len();
        let code = game.piece(&self.position, cell).map_or(0, |piece| {
            let whose = piece.owner.map_or(2, |owner| usize::from(owner != mover));
            1 + whose * kinds + usize::from(piece.kind)
        });
        let seen = if mover == Player::First { cell } else { game.turned(cell) };
        let old = usize::from(std::mem::replace(&mut self.codes[seen], code as u8));
        if old == code {
            return;
        }
        self.pieces = self.pieces + usize::from(old == 0) - usize::from(code == 0);
        let [before, after] =
            [old, code].map(|code| [0, 1, 2].map(|way| u32::from(network.symbols[way][code])));
        for touch in &network.touching[seen] {
            let (way, pattern) = (usize::from(touch.seen), touch.pattern as usize);
            if before[way] == after[way] {
                continue;
            }
            if self.wanted[pattern] == self.counted[pattern] {
                changed.push(touch.pattern);
            }
            let wanted = &mut self.wanted[pattern];
            *wanted = wanted.wrapping_add(touch.power.wrapping_mul(after[way].wrapping_sub(before[way])));
        }
    }

    /// Brings the sum up to date.
    #[inline]
    fn settle(&mut self, network: &Compiled, changed: &mut Vec<u32>) {
        // An exchange looks at two rows: where most patterns have changed, adding all up anew is less work.
        if 2 * changed.len() > self.wanted.len() {
            self.counted.copy_from_slice(&self.wanted);
            self.sum.fill(Group::default());
            network.add(&mut self.sum, network.constant());
            for &row in &self.wanted {
                network.add(&mut self.sum, row);
            }
            return changed.clear();
        }
        // A pattern may be listed twice, if it was changed back in between; the second time there is nothing to do.
        for pattern in changed.drain(..) {
            let pattern = pattern as usize;
            let (old, new) = (self.counted[pattern], self.wanted[pattern]);
            if old != new {
                network.exchange(&mut self.sum, old, new);
                self.counted[pattern] = new;
            }
        }
    }
}

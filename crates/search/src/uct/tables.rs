//! What moves were worth wherever they were played, or below one node.

use agon_core::{Encode, Player};

/// A player and one of his moves, as a number.
pub(super) type Key = u32;

#[inline]
pub(super) fn key<G: Encode>(game: &G, position: &G::Position, mv: G::Move) -> Key {
    (2 * game.action(position, mv) + game.to_move(position).index()) as Key
}

/// How many keys a game has.
pub(super) fn key_count<G: Encode>(game: &G) -> usize {
    2 * game.action_count()
}

/// A result in `First`'s view, as the player of a key sees it.
#[inline]
fn gain(key: Key, result: i32) -> i32 {
    if key as usize % 2 == Player::First.index() { result } else { -result }
}

/// Simulations and the sum of their results.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    visits: u32,
    sum: i32,
}

impl Total {
    fn mean(self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum as f32 / self.visits as f32)
    }
}

/// The mean result of the simulations in which a move was played, for each move: MAST and progressive history.
#[derive(Clone, Debug)]
pub(super) struct ActionMeans(Vec<Total>);

impl ActionMeans {
    pub(super) fn new(keys: usize) -> ActionMeans {
        ActionMeans(vec![Total::default(); keys])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Total::default());
    }

    /// The mean for the player of the key; `None` if he never played it.
    #[inline]
    pub(super) fn mean(&self, key: Key) -> Option<f32> {
        self.0[key as usize].mean()
    }

    /// Counts a simulation.
    pub(super) fn record(&mut self, keys: &[Key], result: i32) {
        for &key in keys {
            let total = &mut self.0[key as usize];
            total.visits += 1;
            total.sum += gain(key, result);
        }
    }
}

/// For each node and each move the mean result of the simulations through the node in which the move was played at any
/// time later: all moves as first. An open hash table, since no node sees more than a few of all moves.
#[derive(Clone, Debug)]
pub(super) struct Amaf {
    entries: Vec<Entry>,
    used: usize,
    memory: usize,
    /// The keys that a simulation has played, each once, and in which simulation a key was last among them.
    seen: Vec<Key>,
    last: Vec<u64>,
    simulation: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    node: u32,
    key: Key,
    total: Total,
}

impl Amaf {
    /// A table of at most `memory` bytes.
    pub(super) fn new(keys: usize, memory: usize) -> Amaf {
        let entries = vec![Entry::default(); 1 << 10];
        Amaf { entries, used: 0, memory, seen: Vec::new(), last: vec![0; keys], simulation: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
        self.used = 0;
    }

    fn place(&self, node: u32, key: Key) -> usize {
        let mask = self.entries.len() - 1;
        let mut place = agon_core::hash::mix(u64::from(node) << 32 | u64::from(key)) as usize & mask;
        loop {
            let entry = &self.entries[place];
            if entry.total.visits == 0 || (entry.node, entry.key) == (node, key) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// Visits and mean of a move below a node, for the player of the key; `None` if it was not played there.
    pub(super) fn get(&self, node: u32, key: Key) -> Option<(u32, f32)> {
        let total = self.entries[self.place(node, key)].total;
        total.mean().map(|mean| (total.visits, mean))
    }

    fn add(&mut self, entry: Entry) {
        let mut place = self.place(entry.node, entry.key);
        if self.entries[place].total.visits == 0 {
            if 4 * self.used >= 3 * self.entries.len() {
                if !self.grow() {
                    return;
                }
                place = self.place(entry.node, entry.key);
            }
            self.used += 1;
            self.entries[place] = entry;
        } else {
            let total = &mut self.entries[place].total;
            total.visits += entry.total.visits;
            total.sum += entry.total.sum;
        }
    }

    /// Doubles the table; `false` if the old and the new one together need more memory than there is.
    fn grow(&mut self) -> bool {
        let doubled = 2 * self.entries.len();
        if (doubled + self.entries.len()) * size_of::<Entry>() > self.memory {
            return false;
        }
        let mut larger = Vec::new();
        if larger.try_reserve_exact(doubled).is_err() {
            return false;
        }
        larger.resize(doubled, Entry::default());
        let old = std::mem::replace(&mut self.entries, larger);
        self.refill(old.into_iter());
        true
    }

    fn refill(&mut self, entries: impl Iterator<Item = Entry>) {
        self.used = 0;
        for entry in entries.filter(|entry| entry.total.visits > 0) {
            self.add(entry);
        }
    }

    /// Renumbers the nodes and forgets those without a new number.
    pub(super) fn renumber(&mut self, numbers: &[Option<u32>]) {
        let empty = vec![Entry::default(); self.entries.len()];
        let old = std::mem::replace(&mut self.entries, empty);
        let kept = old.into_iter().filter_map(|entry| {
            let node = numbers.get(entry.node as usize).copied().flatten()?;
            Some(Entry { node, ..entry })
        });
        self.refill(kept);
    }

    /// Counts a simulation that went through these nodes and played these moves, the first of them in the first node.
    pub(super) fn record(
        &mut self,
        nodes: impl DoubleEndedIterator<Item = u32> + ExactSizeIterator,
        keys: &[Key],
        result: i32,
    ) {
        self.simulation += 1;
        let mut seen = std::mem::take(&mut self.seen);
        seen.clear();
        let mut from = keys.len();
        for (level, node) in nodes.enumerate().rev() {
            for &key in &keys[level..from] {
                if std::mem::replace(&mut self.last[key as usize], self.simulation) != self.simulation {
                    seen.push(key);
                }
            }
            from = level;
            for &key in &seen {
                self.add(Entry { node, key, total: Total { visits: 1, sum: gain(key, result) } });
            }
        }
        self.seen = seen;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_counts_once_for_every_node_above_it() {
        let mut amaf = Amaf::new(8, 1 << 20);
        // Key 0 is played by First in node 5 and again later, key 3 by Second in node 7, key 4 in the playout.
        amaf.record([5, 7].into_iter(), &[0, 3, 4, 0], 1);
        assert_eq!(amaf.get(5, 0), Some((1, 1.0)));
        assert_eq!(amaf.get(7, 0), Some((1, 1.0)));
        assert_eq!(amaf.get(5, 3), Some((1, -1.0)));
        assert_eq!(amaf.get(7, 4), Some((1, 1.0)));
        assert_eq!(amaf.get(6, 4), None);
        amaf.record([5].into_iter(), &[0], -1);
        assert_eq!(amaf.get(5, 0), Some((2, 0.0)));
        let mut numbers = vec![None; 8];
        numbers[7] = Some(1);
        amaf.renumber(&numbers);
        assert_eq!((amaf.get(1, 3), amaf.get(5, 0)), (Some((1, -1.0)), None));
    }

    #[test]
    fn tables_grow_up_to_their_memory() {
        let mut amaf = Amaf::new(2, 3 * 2048 * size_of::<Entry>());
        for node in 0..10_000 {
            amaf.record([node].into_iter(), &[0], 1);
        }
        assert_eq!(amaf.entries.len(), 4096);
        assert!((0..3000).all(|node| amaf.get(node, 0) == Some((1, 1.0))));
        assert_eq!(amaf.get(9_999, 0), None);
    }
}

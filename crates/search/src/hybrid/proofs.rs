//! What is certain about positions, and the table that remembers it.

use agon_core::{Outcome, Player, Proof};

/// Stands for "not at all" where a number of plies is expected, and "for ever" where a bound is.
const NEVER: u8 = u8::MAX;

/// What is certain about a position for the player to move, whatever line led to it. Numbers are plies.
///
/// The shortest forced win, if there is one, takes at most `win` and at least `no_win` plies; likewise for losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    win: u8,
    loss: u8,
    no_win: u8,
    no_loss: u8,
}

/// What is asked about a position: whether the player to move wins, whether he loses, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ask {
    pub(super) win: bool,
    pub(super) loss: bool,
}

impl Ask {
    pub(super) const WIN: Ask = Ask { win: true, loss: false };
    pub(super) const LOSS: Ask = Ask { win: false, loss: true };
    pub(super) const NOTHING: Ask = Ask { win: false, loss: false };

    /// The same question as the other player puts it.
    pub(super) fn flipped(self) -> Ask {
        Ask { win: self.loss, loss: self.win }
    }
}

impl Known {
    /// Nothing is known.
    pub(super) const NOTHING: Known = Known { win: NEVER, loss: NEVER, no_win: 0, no_loss: 0 };
    /// The game has not ended here, and that is all.
    pub(super) const UNDECIDED: Known = Known { no_win: 1, no_loss: 1, ..Known::NOTHING };
    /// What is known of a player whose moves have not been looked at: the start of [`add_move`](Known::add_move).
    pub(super) const NO_MOVES: Known = Known { win: NEVER, loss: 0, no_win: NEVER, no_loss: 0 };

    /// What the end of a game tells.
    pub(super) fn ended(outcome: Outcome, player: Player) -> Known {
        let draw = Known { no_win: NEVER, no_loss: NEVER, ..Known::NOTHING };
        match outcome.winner() {
            None => draw,
            Some(winner) if winner == player => Known { win: 0, no_win: 0, ..draw },
            Some(_) => Known { loss: 0, no_loss: 0, ..draw },
        }
    }

    /// The same from the other player's view.
    pub(super) fn flipped(self) -> Known {
        Known { win: self.loss, loss: self.win, no_win: self.no_loss, no_loss: self.no_win }
    }

    /// The same one ply earlier.
    pub(super) fn earlier(self) -> Known {
        // Beyond the largest number a bound stays true as it is, but a win could no longer be told from none.
        let bound = |plies: u8| if plies >= NEVER - 1 { plies } else { plies + 1 };
        let event = |plies: u8| if plies >= NEVER - 1 { NEVER } else { plies + 1 };
        Known {
            win: event(self.win),
            loss: event(self.loss),
            no_win: bound(self.no_win),
            no_loss: bound(self.no_loss),
        }
    }

    /// Adds a move that leads to `after`, as the player to move sees it: he takes the shortest win and the longest loss.
    pub(super) fn add_move(&mut self, after: Known) {
        let after = after.earlier();
        self.win = self.win.min(after.win);
        self.no_win = self.no_win.min(after.no_win);
        self.loss = self.loss.max(after.loss);
        self.no_loss = self.no_loss.max(after.no_loss);
    }

    /// Some moves have not been looked at: only what one move is enough for remains.
    pub(super) fn with_moves_left_out(self) -> Known {
        Known { loss: NEVER, no_win: 0, ..self }
    }

    /// Both of two statements about the same position.
    pub(super) fn and(self, other: Known) -> Known {
        Known {
            win: self.win.min(other.win),
            loss: self.loss.min(other.loss),
            no_win: self.no_win.max(other.no_win),
            no_loss: self.no_loss.max(other.no_loss),
        }
    }

    /// What remains when the game is stopped after this many plies: wins that come later are none.
    pub(super) fn within(self, plies: u32) -> Known {
        let event = |event: u8| if u32::from(event) <= plies { event } else { NEVER };
        Known { win: event(self.win), loss: event(self.loss), ..self }
    }

    /// Whether this settles the question for the next `plies` plies.
    pub(super) fn answers(self, ask: Ask, plies: u8) -> bool {
        self.win <= plies
            || self.loss <= plies
            || (!ask.win || self.no_win > plies) && (!ask.loss || self.no_loss > plies)
    }

    /// Whether the player can avoid losing in the next `plies` plies.
    pub(super) fn is_safe(self, plies: u8) -> bool {
        self.no_loss > plies
    }

    /// Whether the player wins in the next `plies` plies.
    pub(super) fn wins(self, plies: u8) -> bool {
        self.win <= plies
    }

    /// The result, if it is certain.
    pub(super) fn proof(self) -> Option<Proof> {
        if self.win != NEVER {
            Some(Proof { gain: 1, distance: u32::from(self.win) })
        } else if self.loss != NEVER {
            Some(Proof { gain: -1, distance: u32::from(self.loss) })
        } else if self.no_win == NEVER && self.no_loss == NEVER {
            Some(Proof { gain: 0, distance: 0 })
        } else {
            None
        }
    }

    /// How much work it would be to find this out again.
    fn worth(self) -> u8 {
        // Proven results are few and serve for the rest of the game.
        if self.win != NEVER || self.loss != NEVER { NEVER } else { self.no_win.max(self.no_loss) }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    known: Known,
    /// The index of the move to look at first.
    first: u16,
}

const EMPTY: Entry = Entry { key: 0, known: Known::NOTHING, first: 0 };

/// Entries that share an index: a cache line.
const WAYS: usize = 4;

/// Remembers what is certain about positions, by their keys.
pub(super) struct ProofTable {
    entries: Vec<Entry>,
    used: bool,
}

impl ProofTable {
    /// A table of about this many bytes.
    pub(super) fn new(bytes: usize) -> ProofTable {
        let buckets = (bytes / (WAYS * size_of::<Entry>())).max(1);
        let buckets = 1 << buckets.ilog2();
        ProofTable { entries: vec![EMPTY; WAYS * buckets], used: false }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.used {
            self.entries.fill(EMPTY);
            self.used = false;
        }
    }

    fn bucket(&self, key: u64) -> usize {
        // The high bits: the low ones index other tables too.
        let buckets = self.entries.len() / WAYS;
        WAYS * ((u128::from(key) * buckets as u128) >> 64) as usize
    }

    /// What is known about a position, and the move to look at first.
    #[inline]
    pub(super) fn get(&self, key: u64) -> (Known, usize) {
        let start = self.bucket(key);
        let bucket = &self.entries[start..start + WAYS];
        bucket
            .iter()
            .find(|entry| entry.key == key)
            .map_or((Known::NOTHING, 0), |entry| (entry.known, usize::from(entry.first)))
    }

    /// Remembers more about a position, in place of what is worth least.
    pub(super) fn put(&mut self, key: u64, known: Known, first: usize) {
        self.used = true;
        let start = self.bucket(key);
        let bucket = &mut self.entries[start..start + WAYS];
        let place = (0..WAYS)
            .find(|&way| bucket[way].key == key)
            .or_else(|| (0..WAYS).min_by_key(|&way| bucket[way].known.worth()))
            .unwrap_or(0);
        let known = if bucket[place].key == key { known.and(bucket[place].known) } else { known };
        bucket[place] = Entry { key, known, first: first as u16 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: Known = Known { win: 3, loss: NEVER, no_win: 3, no_loss: NEVER };
    const LOST: Known = Known { win: NEVER, loss: 4, no_win: NEVER, no_loss: 4 };

    fn parent(children: &[Known]) -> Known {
        let mut known = Known::NO_MOVES;
        for &child in children {
            known.add_move(child);
        }
        known
    }

    #[test]
    fn one_winning_move_wins_and_only_losing_moves_lose() {
        assert_eq!(parent(&[LOST, WON]).proof(), Some(Proof { gain: 1, distance: 4 }));
        assert_eq!(parent(&[LOST, Known { loss: 2, ..LOST }]).proof(), Some(Proof { gain: -1, distance: 5 }));
        assert_eq!(parent(&[LOST, Known::UNDECIDED]).proof(), None);
        assert_eq!(parent(&[LOST]).with_moves_left_out().proof(), None);
    }

    #[test]
    fn a_draw_is_proven_when_both_sides_can_hold_for_ever() {
        let draw = Known::ended(Outcome::Draw, Player::First);
        assert_eq!(draw.proof(), Some(Proof { gain: 0, distance: 0 }));
        assert_eq!(parent(&[LOST, draw]).proof(), draw.proof());
        assert_eq!(parent(&[Known::UNDECIDED, draw]).proof(), None);
        assert!(parent(&[Known::UNDECIDED, draw]).is_safe(200));
    }

    const BOTH: Ask = Ask { win: true, loss: true };

    #[test]
    fn bounds_grow_by_one_ply_and_answer_that_far() {
        let known = parent(&[Known::UNDECIDED.flipped()]);
        assert!(known.answers(BOTH, 1) && !known.answers(BOTH, 2));
        assert!(!parent(&[Known::NOTHING]).answers(BOTH, 1));
    }

    #[test]
    fn the_table_keeps_what_is_worth_most() {
        let mut table = ProofTable::new(1);
        table.put(1, WON, 7);
        for key in 2..20 {
            table.put(key, Known::UNDECIDED, 0);
        }
        assert_eq!(table.get(1), (WON, 7));
        assert_eq!(table.get(19), (Known::UNDECIDED, 0));
        table.put(1, Known::UNDECIDED, 3);
        assert_eq!(table.get(1), (WON, 3), "a proof is never forgotten for less");
        table.clear();
        assert_eq!(table.get(1), (Known::NOTHING, 0));
    }
}

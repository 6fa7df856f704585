//! Positions to learn from, close together in memory.

use agon_nets::patterns::Board;

/// Positions as the mover sees them, and what they are worth to the mover.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    cells: usize,
    codes: Vec<u8>,
    loose: Vec<u16>,
    /// Where the loose features of each position end.
    ends: Vec<usize>,
    targets: Vec<f32>,
}

impl Positions {
    /// None yet, of boards with so many cells.
    pub fn new(cells: usize) -> Positions {
        Positions { cells, ..Positions::default() }
    }

    /// Adds a position and returns its place; it is worth nothing until it is taught.
    pub fn push(&mut self, board: &Board) -> usize {
        self.codes.extend_from_slice(&board.codes);
        self.loose.extend_from_slice(&board.loose);
        self.ends.push(self.loose.len());
        self.targets.push(0.0);
        self.len() - 1
    }

    /// Says what a position is worth to the mover, from -1 to 1.
    pub fn teach(&mut self, index: usize, target: f32) {
        self.targets[index] = target;
    }

    /// Adds all positions of another list.
    pub fn append(&mut self, other: &Positions) {
        let before = self.loose.len();
        self.codes.extend_from_slice(&other.codes);
        self.loose.extend_from_slice(&other.loose);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.targets.extend_from_slice(&other.targets);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// What stands on the cells of a position.
    pub fn codes(&self, index: usize) -> &[u8] {
        &self.codes[index * self.cells..][..self.cells]
    }

    /// The features of a position that are not on the board.
    pub fn loose(&self, index: usize) -> &[u16] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.loose[start..self.ends[index]]
    }

    /// What a position is worth to the mover.
    pub fn target(&self, index: usize) -> f32 {
        self.targets[index]
    }

    /// The number of pieces on the board of a position.
    pub fn pieces(&self, index: usize) -> usize {
        self.codes(index).iter().filter(|&&code| code != 0).count()
    }

    /// The numbers of pieces in the middles of up to so many phases that hold about as many positions each. Where many positions
    /// have as many pieces, one phase does for several.
    pub fn middles(&self, phases: usize) -> Vec<f32> {
        let mut counts: Vec<usize> =
            (0..self.len()).step_by(self.len() / 100_000 + 1).map(|index| self.pieces(index)).collect();
        counts.sort_unstable();
        let mut middles: Vec<f32> = (0..phases)
            .map(|phase| (2 * phase + 1) * counts.len() / (2 * phases))
            .map(|place| counts.get(place).map_or(0.0, |&count| count as f32))
            .collect();
        middles.dedup();
        middles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_hold_about_as_many_positions_each_and_none_is_empty() {
        let middles = |pieces: &[u8]| {
            let mut positions = Positions::new(9);
            for &count in pieces {
                let codes = (0..9).map(|cell| u8::from(cell < count)).collect();
                positions.push(&Board { codes, loose: Vec::new() });
            }
            positions.middles(4)
        };
        assert_eq!(middles(&[1, 2, 3, 4, 5, 6, 7, 8]), [2.0, 4.0, 6.0, 8.0]);
        assert_eq!(middles(&[2, 6, 6, 6, 6, 6, 6, 6]), [6.0]);
        assert_eq!(middles(&[1, 1, 3, 3, 6, 6, 6, 6]), [1.0, 3.0, 6.0]);
        assert_eq!(middles(&[]), [0.0]);
    }
}

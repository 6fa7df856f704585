//! The network as training sees it: weights as real numbers, and everything computed anew.

use std::sync::Arc;

use agon_core::Random;

use super::scheme::Scheme;

/// Sums are kept in groups of so many numbers, which is what processors add at once.
pub(super) const LANES: usize = 4;

/// Weights are rounded to a multiple of one over this, or of less where one is too large for two bytes.
const FINEST: f32 = 4096.0;

/// What can be chosen about a network besides its patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Phases of the game with weights of their own; between them the weights change gradually.
    pub phases: usize,
    /// Hidden units.
    pub hidden: usize,
}

impl Shape {
    /// The numbers of a row of weights, those included that only fill up a group.
    pub fn width(self) -> usize {
        (self.phases + self.hidden).next_multiple_of(LANES)
    }
}

/// How far a game has come, by the number of pieces on the board: between which two phases, and how far from the first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Phase {
    /// The phase before.
    pub from: usize,
    /// The share of the phase after it.
    pub share: f32,
}

impl Phase {
    /// The phase of a board with so many pieces, if the middles of the phases are at these numbers, in order.
    pub fn new(pieces: usize, middles: &[f32]) -> Phase {
        let pieces = pieces as f32;
        let after = middles.partition_point(|&middle| middle <= pieces);
        if after == 0 || middles.len() < 2 {
            return Phase { from: 0, share: 0.0 };
        }
        if after == middles.len() {
            return Phase { from: after - 2, share: 1.0 };
        }
        let (from, to) = (middles[after - 1], middles[after]);
        Phase { from: after - 1, share: (pieces - from) / (to - from) }
    }

    /// The mean of two numbers, weighted by how near their phases are.
    #[inline]
    pub fn mix(self, numbers: &[f32], stride: usize) -> f32 {
        let at = self.from * stride;
        if self.share == 0.0 {
            return numbers[at];
        }
        numbers[at] + self.share * (numbers[at + stride] - numbers[at])
    }
}

/// A position as the mover sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// What stands on each cell: 0 for nothing, then the pieces by owner and kind.
    pub codes: Vec<u8>,
    /// The active features that are not on the board.
    pub loose: Vec<u16>,
}

impl Board {
    /// Reads the board from the features of a position.
    pub fn read(&mut self, scheme: &Scheme, features: &[u32]) {
        self.codes.clear();
        self.codes.resize(scheme.cells, 0);
        self.loose.clear();
        let on_board = scheme.on_board();
        for &feature in features {
            let feature = feature as usize;
            if feature < on_board {
                self.codes[feature % scheme.cells] = (1 + feature / scheme.cells) as u8;
            } else {
                self.loose.push((feature - on_board) as u16);
            }
        }
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.codes.iter().filter(|&&code| code != 0).count()
    }
}

/// A network of patterns.
///
/// The rows of weights of all patterns and loose features of a position, and one that always counts, are added up. The first
/// numbers of the sum, one for each phase, go straight into the value; the others go through the hidden units, which are cut
/// to [0, 1] and squared.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// The patterns.
    pub scheme: Arc<Scheme>,
    /// How many phases and hidden units.
    pub shape: Shape,
    /// The numbers of pieces in the middles of the phases.
    pub middles: Vec<f32>,
    /// The rows of each class of patterns, then those of loose features and the one that always counts.
    pub tables: Vec<Vec<f32>>,
    /// For each phase what the hidden units count.
    pub head: Vec<f32>,
}

impl Network {
    /// A network that knows nothing: every position is even. Hidden units are drawn at random.
    pub fn new(scheme: Arc<Scheme>, shape: Shape, middles: Vec<f32>, seed: u64) -> Network {
        let width = shape.width();
        let mut random = Random::stream(seed, 0x9a77);
        let mut small = |size: f32| (2.0 * random.unit() as f32 - 1.0) * size;
        let patterns = scheme.places().max(1) as f32;
        let mut table = |rows: usize, offset: f32| {
            let mut weights = vec![0.0; rows * width];
            for row in weights.chunks_mut(width) {
                for weight in &mut row[shape.phases..shape.phases + shape.hidden] {
                    *weight = offset + small(0.5 / patterns.sqrt());
                }
            }
            weights
        };
        let mut tables: Vec<Vec<f32>> = scheme.classes.iter().map(|class| table(class.rows(), 0.0)).collect();
        let mut loose = table(scheme.loose, 0.0);
        loose.extend(table(1, 0.4));
        tables.push(loose);
        // Contents that mean the same have the same weights.
        for (class, table) in scheme.classes.iter().zip(&mut tables) {
            for (row, &canon) in class.canon().iter().enumerate() {
                table.copy_within(canon as usize * width..(canon as usize + 1) * width, row * width);
            }
        }
        let mut head = vec![0.0; shape.phases * shape.hidden];
        for weight in &mut head {
            *weight = small(0.3);
        }
        Network { scheme, shape, middles, tables, head }
    }

    /// What a position is worth to the mover, before it is squeezed into (-1, 1).
    pub fn score(&self, board: &Board) -> f32 {
        self.finish(&self.sum(board), board.pieces())
    }

    /// The sum of all rows that a position asks for.
    pub fn sum(&self, board: &Board) -> Vec<f32> {
        let mut sum = vec![0.0; self.shape.width()];
        let mut add = |table: &[f32], row: usize| {
            let width = sum.len();
            for (sum, weight) in sum.iter_mut().zip(&table[row * width..]) {
                *sum += weight;
            }
        };
        for (class, table) in self.scheme.classes.iter().zip(&self.tables) {
            let symbol = self.scheme.symbol_of(class.seen);
            for place in &class.places {
                let content = |cell: &u16| usize::from(symbol[usize::from(board.codes[usize::from(*cell)])]);
                add(table, place.iter().rev().fold(0, |row, cell| row * class.symbols + content(cell)));
            }
        }
        let loose = self.tables.last().expect("there is a table of loose features");
        for &feature in &board.loose {
            add(loose, feature.into());
        }
        add(loose, self.scheme.loose);
        sum
    }

    /// The same network with weights as they are kept: whole numbers.
    pub fn rounded(&self) -> Network {
        let scale = self.scale();
        let mut network = self.clone();
        for weight in network.tables.iter_mut().flatten() {
            *weight = (*weight * scale).round() / scale;
        }
        network
    }

    /// What weights are multiplied with before they are rounded to two bytes.
    pub(super) fn scale(&self) -> f32 {
        let largest =
            self.tables.iter().flatten().fold(0.0, |largest: f32, weight| largest.max(weight.abs()));
        FINEST.min(32_000.0 / largest.max(1e-6))
    }

    /// The score that follows from the sum of all rows.
    pub fn finish(&self, sum: &[f32], pieces: usize) -> f32 {
        let Shape { phases, hidden } = self.shape;
        let phase = Phase::new(pieces, &self.middles);
        let mut score = phase.mix(&sum[..phases], 1);
        for (unit, &input) in sum[phases..phases + hidden].iter().enumerate() {
            let active = input.clamp(0.0, 1.0);
            score += active * active * phase.mix(&self.head[unit..], hidden);
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_change_gradually() {
        let middles = [10.0, 20.0, 40.0];
        for (pieces, from, share) in
            [(0, 0, 0.0), (10, 0, 0.0), (15, 0, 0.5), (20, 1, 0.0), (35, 1, 0.75), (50, 1, 1.0)]
        {
            assert_eq!(Phase::new(pieces, &middles), Phase { from, share }, "{pieces}");
        }
        assert_eq!(Phase::new(7, &[3.0]), Phase { from: 0, share: 0.0 });
    }
}

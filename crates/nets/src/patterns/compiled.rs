//! The network as searches use it: whole numbers, laid out for adding and taking away rows.

use agon_core::Random;

use super::network::{LANES, Network, Phase, Shape};
use super::scheme::Seen;
use crate::cascade::math::tanh;

/// So many sums that are kept together.
pub(super) type Group = [i32; LANES];

/// A network ready to be asked.
#[derive(Clone, Debug)]
pub struct Compiled {
    shape: Shape,
    /// Groups in a row.
    pub(super) groups: usize,
    /// The rows of all patterns, of loose features, and the one that always counts.
    rows: Vec<[i16; LANES]>,
    scale: f32,
    /// How much all that depends on the position counts: more than 1 where something is left out.
    weight: f32,
    /// By number of pieces.
    phases: Vec<Phase>,
    head: Vec<f32>,
    /// For each cell the patterns it is part of.
    pub(super) touching: Vec<Vec<Touch>>,
    /// For each pattern its row when its cells are empty.
    pub(super) empty: Vec<u32>,
    /// What is seen of each content of a cell, for each way of seeing.
    pub(super) symbols: [Vec<u8>; 3],
    pub(super) loose: u32,
}

/// A pattern that a cell is part of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub pattern: u32,
    /// How far one symbol more moves the row.
    pub power: u32,
    /// Which way of seeing.
    pub seen: u8,
}

impl Compiled {
    /// Prepares a network; returns it and the largest error that rounding made to a weight.
    pub fn new(network: &Network) -> (Compiled, f32) {
        let (scheme, width) = (&network.scheme, network.shape.width());
        let weights = || network.tables.iter().flatten().copied();
        let scale = network.scale();
        let rounded: Vec<i16> = weights().map(|weight| (weight * scale).round() as i16).collect();
        let error = weights()
            .zip(&rounded)
            .fold(0.0, |error: f32, (weight, &whole)| error.max((weight - f32::from(whole) / scale).abs()));
        let mut touching = vec![Vec::new(); scheme.cells];
        let (mut empty, mut base) = (Vec::new(), 0);
        for class in &scheme.classes {
            for place in &class.places {
                let mut power = 1;
                for &cell in place {
                    let touch = Touch { pattern: empty.len() as u32, power, seen: class.seen as u8 };
                    touching[usize::from(cell)].push(touch);
                    power *= class.symbols as u32;
                }
                empty.push(base);
            }
            base += class.rows() as u32;
        }
        let compiled = Compiled {
            shape: network.shape,
            groups: width / LANES,
            rows: rounded.as_chunks().0.to_vec(),
            scale,
            weight: 1.0,
            phases: (0..=scheme.cells).map(|pieces| Phase::new(pieces, &network.middles)).collect(),
            head: network.head.clone(),
            touching,
            empty,
            symbols: [Seen::Kinds, Seen::Owners, Seen::First].map(|seen| scheme.symbol_of(seen)),
            loose: base,
        };
        (compiled, error)
    }

    /// The same network without a share of its patterns, places on the board that the seed chooses; what the others say counts more
    /// to make up for it (dropout, while answering).
    pub(super) fn thinned(&self, share: f32, seed: u64) -> Compiled {
        let mut random = Random::new(seed);
        // For each pattern its new number, if it is left.
        let mut left = 0;
        let numbers: Vec<Option<u32>> = self
            .empty
            .iter()
            .map(|_| (random.unit() >= f64::from(share)).then(|| (left, left += 1).0))
            .collect();
        let renumber =
            |touch: &Touch| numbers[touch.pattern as usize].map(|pattern| Touch { pattern, ..*touch });
        let empty = self.empty.iter().zip(&numbers).filter(|(_, number)| number.is_some());
        Compiled {
            touching: self.touching.iter().map(|list| list.iter().filter_map(renumber).collect()).collect(),
            empty: empty.map(|(&row, _)| row).collect(),
            weight: 1.0 / (1.0 - share),
            ..self.clone()
        }
    }

    /// The row that always counts.
    pub(super) fn constant(&self) -> u32 {
        (self.rows.len() / self.groups) as u32 - 1
    }

    /// Adds a row.
    #[inline]
    pub(super) fn add(&self, sum: &mut [Group], row: u32) {
        let rows = &self.rows[row as usize * self.groups..][..self.groups];
        for (sum, row) in sum.iter_mut().zip(rows) {
            for (sum, &weight) in sum.iter_mut().zip(row) {
                *sum += i32::from(weight);
            }
        }
    }

    /// Adds a row and takes another one away.
    #[inline]
    pub(super) fn exchange(&self, sum: &mut [Group], old: u32, new: u32) {
        let [old, new] = [old, new].map(|row| &self.rows[row as usize * self.groups..][..self.groups]);
        for ((sum, old), new) in sum.iter_mut().zip(old).zip(new) {
            for ((sum, &old), &new) in sum.iter_mut().zip(old).zip(new) {
                *sum += i32::from(new) - i32::from(old);
            }
        }
    }

    /// Makes up for the patterns that are left out, if any are.
    #[inline]
    pub(super) fn make_up(&self, sum: &mut [Group]) {
        if self.weight == 1.0 {
            return;
        }
        let constant = &self.rows[self.constant() as usize * self.groups..];
        for (sum, constant) in sum.iter_mut().zip(constant) {
            for (sum, &constant) in sum.iter_mut().zip(constant) {
                let constant = i32::from(constant);
                *sum = constant + (self.weight * (*sum - constant) as f32).round() as i32;
            }
        }
    }

    /// The value in (-1, 1) that follows from the sum of all rows.
    #[inline]
    pub(super) fn finish(&self, sum: &[Group], pieces: usize) -> f32 {
        let Shape { phases, hidden } = self.shape;
        let phase = self.phases[pieces];
        let sum = sum.as_flattened();
        let mut score = sum[phase.from] as f32;
        if phase.share > 0.0 {
            score += phase.share * (sum[phase.from + 1] as f32 - score);
        }
        score /= self.scale;
        for (unit, &input) in sum[phases..phases + hidden].iter().enumerate() {
            let active = (input as f32 / self.scale).clamp(0.0, 1.0);
            score += active * active * phase.mix(&self.head[unit..], hidden);
        }
        // A guess is never as good as a win.
        tanh(score / 2.0).clamp(-0.9999, 0.9999)
    }
}

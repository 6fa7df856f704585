//! Numbers for the positions of games of lining up: what the mover has, then what the opponent has among the points
//! left, both as ranks of combinations, and all of it up to the symmetries of the board.

use agon_core::{Numbering, Player};

use super::{Board, LineUp};
use crate::bits::{ones, select};
use crate::stones::Stones;

/// The largest board, and room for every number of pieces on it.
const POINTS: usize = 25;

/// The number of ways to choose `k` of `n` things.
static BINOMIAL: [[u32; 8]; POINTS + 1] = {
    let mut table = [[0; 8]; POINTS + 1];
    let mut n = 0;
    while n <= POINTS {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < 8 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The place of a set among all sets of its size, in the order of their values as numbers.
#[inline]
fn rank(set: u32) -> usize {
    ones(u64::from(set)).enumerate().map(|(i, point)| BINOMIAL[point][i + 1] as usize).sum()
}

/// The sets of `size` of the first `points` points in the order of [`rank`].
fn subsets(points: usize, size: usize) -> Vec<u32> {
    let mut sets = Vec::with_capacity(BINOMIAL[points][size] as usize);
    if size == 0 {
        return vec![0];
    }
    let mut set = (1u32 << size) - 1;
    while set < 1 << points {
        sets.push(set);
        // The next larger number with as many ones.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        set = carried | (((set ^ carried) >> 2) / lowest);
    }
    sets
}

/// The members of `set`, which has none in `taken`, numbered among the points that are not taken.
#[inline]
fn squeeze(set: u32, taken: u32) -> u32 {
    ones(u64::from(set))
        .fold(0, |squeezed, point| squeezed | 1 << (point as u32 - (taken & ((1 << point) - 1)).count_ones()))
}

/// The inverse of [`squeeze`]; `free` are the points that are not taken.
#[inline]
fn spread(squeezed: u32, free: u32) -> u32 {
    ones(u64::from(squeezed)).fold(0, |set, n| set | 1 << select(u64::from(free), n as u32))
}

/// A symmetry of the board, byte by byte: where the points of every part of a set go.
struct Symmetry([[u32; 256]; 4]);

impl Symmetry {
    fn new(images: &[u8]) -> Symmetry {
        let mut tables = [[0; 256]; 4];
        for (part, table) in tables.iter_mut().enumerate() {
            for (byte, set) in table.iter_mut().enumerate() {
                *set = ones((byte as u64) << (8 * part))
                    .filter_map(|point| images.get(point))
                    .fold(0, |set, &image| set | 1 << image);
            }
        }
        Symmetry(tables)
    }

    #[inline]
    fn apply(&self, set: u32) -> u32 {
        set.to_le_bytes().iter().zip(&self.0).fold(0, |all, (&byte, table)| all | table[usize::from(byte)])
    }
}

/// What a set has to do with the smallest of the sets it can be turned into.
#[derive(Clone, Copy)]
struct Class {
    /// The number of that smallest set.
    smallest: u16,
    /// The symmetries, as bits, that turn it into that.
    ways: u8,
}

/// The sets of one size up to symmetry.
struct Classes {
    /// The class of every set, by rank.
    of: Vec<Class>,
    /// The smallest set of every class.
    smallest: Vec<u32>,
}

/// The positions with these numbers of pieces.
struct Layer {
    own: usize,
    enemy: usize,
    start: usize,
    /// The sets of the enemy among the points left.
    sets: Vec<u32>,
}

/// The numbering. The players have the same aims and the same moves, so it does not matter who of them is to move.
pub(super) struct Numbers<B> {
    symmetries: Vec<Symmetry>,
    /// By number of pieces.
    classes: Vec<Classes>,
    layers: Vec<Layer>,
    size: usize,
    board: std::marker::PhantomData<B>,
}

impl<B: Board> Numbers<B> {
    /// The numbers for a game that begins on the empty board.
    pub(super) fn new() -> Numbers<B> {
        let points = LineUp::<B>::POINTS;
        let pieces = B::PIECES as usize;
        let symmetries: Vec<Symmetry> = B::symmetries().iter().map(|images| Symmetry::new(images)).collect();
        let classes: Vec<Classes> = (0..=pieces).map(|size| classes(&symmetries, points, size)).collect();
        let mut layers = Vec::new();
        let mut size = 0;
        for (own, movers) in classes.iter().enumerate() {
            // The opponent has as many on the board as the mover, or one more.
            for enemy in own..=(own + 1).min(pieces) {
                let sets = subsets(points - own, enemy);
                let start = size;
                size += movers.smallest.len() * sets.len();
                layers.push(Layer { own, enemy, start, sets });
            }
        }
        Numbers { symmetries, classes, layers, size, board: std::marker::PhantomData }
    }

    fn layer_of(&self, number: usize) -> &Layer {
        let after = self.layers.partition_point(|layer| layer.start <= number);
        &self.layers[after - 1]
    }

    /// The ranks of the images of the enemy under the symmetries that make the mover's set smallest.
    #[inline]
    fn ranks(&self, class: Class, smallest: u32, enemy: u32) -> impl Iterator<Item = usize> {
        ones(u64::from(class.ways)).map(move |way| rank(squeeze(self.symmetries[way].apply(enemy), smallest)))
    }
}

fn classes(symmetries: &[Symmetry], points: usize, size: usize) -> Classes {
    let mut smallest = Vec::new();
    let of = subsets(points, size).into_iter().map(|set| {
        let images = symmetries.iter().map(|symmetry| symmetry.apply(set));
        let least = images.clone().min().unwrap_or(set);
        // Sets come in rising order, so that a class begins with its smallest.
        if least == set {
            smallest.push(set);
        }
        let number = smallest.binary_search(&least).expect("smaller sets came before");
        let ways = images.enumerate().fold(0, |ways, (way, image)| ways | u8::from(image == least) << way);
        Class { smallest: number as u16, ways }
    });
    Classes { of: of.collect(), smallest }
}

impl<B: Board> Numbering<LineUp<B>> for Numbers<B> {
    fn size(&self) -> usize {
        self.size
    }

    #[inline]
    fn number(&self, position: &Stones) -> Option<usize> {
        let [own, enemy] = [position.own, position.enemy].map(|set| set.count_ones() as usize);
        // One layer for every number of pieces on the board: they are placed in turn.
        let layer = self.layers.get(own + enemy)?;
        if (layer.own, layer.enemy) != (own, enemy) || B::LINES.contain(position.own) {
            return None;
        }
        let class = self.classes[own].of[rank(position.own)];
        let smallest = self.classes[own].smallest[usize::from(class.smallest)];
        let least = self.ranks(class, smallest, position.enemy).min()?;
        Some(layer.start + usize::from(class.smallest) * layer.sets.len() + least)
    }

    fn position(&self, number: usize) -> Option<Stones> {
        let layer = self.layer_of(number);
        let classes = &self.classes[layer.own];
        let place = number - layer.start;
        let own = *classes.smallest.get(place / layer.sets.len())?;
        let enemy = spread(layer.sets[place % layer.sets.len()], LineUp::<B>::ALL & !own);
        let class = classes.of[rank(own)];
        let is_least = class.ways.is_power_of_two()
            || self.ranks(class, own, enemy).min() == Some(place % layer.sets.len());
        (is_least && !B::LINES.contain(own)).then_some(Stones { own, enemy, mover: Player::First })
    }

    fn alike(&self, number: usize) -> u32 {
        let position = self.position(number).expect("the number is in use");
        let class = self.classes[position.own.count_ones() as usize].of[rank(position.own)];
        let same = ones(u64::from(class.ways))
            .filter(|&way| self.symmetries[way].apply(position.enemy) == position.enemy)
            .count();
        // Every symmetry that changes the position makes another one of it, all of them equally often.
        (self.symmetries.len() / same) as u32
    }

    fn predecessors(&self, position: &Stones, into: &mut Vec<Stones>) {
        into.clear();
        // Whoever was to move then is the opponent now, and had no line. Nor has the mover: see `number`.
        let mut add = |own: u32| {
            if !B::LINES.contain(own) {
                into.push(Stones { own, enemy: position.own, mover: !position.mover });
            }
        };
        for point in ones(u64::from(position.enemy)) {
            add(position.enemy & !(1 << point));
        }
        if position.own.count_ones() == B::PIECES && position.enemy.count_ones() == B::PIECES {
            // On all boards a piece can go back the way it came.
            let empty = LineUp::<B>::ALL & !position.occupied();
            for number in ones(B::slides(position.enemy, empty)) {
                let back = B::slide(number, position.enemy, empty);
                add(position.enemy & !(1 << back.from) | 1 << back.to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use agon_core::Game;

    use super::*;
    use crate::tapatan::Start;
    use crate::tsoro_yematatu::{Square, Triangle};

    #[test]
    fn ranks_count_up() {
        for (points, size) in [(25, 4), (21, 4), (7, 3), (9, 0), (5, 5)] {
            let sets = subsets(points, size);
            assert_eq!(sets.len(), BINOMIAL[points][size] as usize);
            assert!(sets.iter().enumerate().all(|(place, &set)| rank(set) == place));
        }
    }

    #[test]
    fn squeezing_is_undone_by_spreading() {
        let taken = 0b1001_0110;
        let set = 0b0110_1000;
        assert_eq!(squeeze(set, taken), 0b1110);
        assert_eq!(spread(0b1110, 0xff & !taken), set);
    }

    #[test]
    fn numbers_and_positions_are_inverse() {
        fn check<B: Board>(stride: usize) {
            let numbers = Numbers::<B>::new();
            let mut used = 0;
            for number in (0..numbers.size()).step_by(stride) {
                if let Some(position) = numbers.position(number) {
                    used += 1;
                    assert_eq!(numbers.number(&position), Some(number), "{position:?}");
                    for symmetry in &numbers.symmetries {
                        let [own, enemy] = [position.own, position.enemy].map(|set| symmetry.apply(set));
                        let image = Stones { own, enemy, mover: Player::Second };
                        assert_eq!(numbers.number(&image), Some(number), "{image:?}");
                    }
                }
            }
            assert!(used > numbers.size() / stride / 2, "{used} of {} numbers are used", numbers.size());
        }
        check::<Start>(1);
        check::<Triangle>(1);
        check::<Square>(97);
    }

    /// All positions with at most `pieces` pieces a side that the layers allow, the mover having no line.
    fn all<B: Board>() -> impl Iterator<Item = Stones> {
        let layers = (0..=B::PIECES as usize)
            .flat_map(|own| [(own, own), (own, own + 1)])
            .filter(|&(_, enemy)| enemy <= B::PIECES as usize);
        layers.flat_map(|(own, enemy)| {
            subsets(LineUp::<B>::POINTS, own).into_iter().filter(|&own| !B::LINES.contain(own)).flat_map(
                move |own| {
                    let free = LineUp::<B>::ALL & !own;
                    subsets(free.count_ones() as usize, enemy).into_iter().map(move |enemy| Stones {
                        own,
                        enemy: spread(enemy, free),
                        mover: Player::First,
                    })
                },
            )
        })
    }

    #[test]
    fn alike_counts_the_positions_of_a_number() {
        fn check<B: Board>() {
            let numbers = Numbers::<B>::new();
            let mut counts = HashMap::new();
            for position in all::<B>() {
                *counts.entry(numbers.number(&position).unwrap()).or_insert(0) += 1;
            }
            for number in 0..numbers.size() {
                let counted = counts.get(&number).copied();
                assert_eq!(numbers.position(number).map(|_| numbers.alike(number)), counted, "{number}");
            }
        }
        check::<Start>();
        check::<Triangle>();
    }

    #[test]
    fn predecessors_are_those_whose_moves_lead_here() {
        fn check<B: Board>(game: LineUp<B>) {
            let numbers = Numbers::<B>::new();
            let mut into: HashMap<Stones, HashSet<Stones>> = HashMap::new();
            let mut moves = Vec::new();
            for before in all::<B>() {
                game.generate(&before, &mut moves);
                for &mv in &moves {
                    let mut after = before;
                    game.play(&mut after, mv);
                    into.entry(after).or_default().insert(before);
                }
            }
            let mut found = Vec::new();
            for (after, expected) in into {
                numbers.predecessors(&after, &mut found);
                assert_eq!(found.len(), expected.len(), "{after:?}");
                assert_eq!(found.iter().copied().collect::<HashSet<_>>(), expected, "{after:?}");
            }
        }
        check(LineUp(Start::Empty));
        check(LineUp(Triangle));
    }
}

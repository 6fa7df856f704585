//! Which patterns share their weights, and how contents are numbered.

use std::collections::HashMap;

use agon_core::Encoding;
use agon_core::layout::Layout;
use serde::{Deserialize, Serialize};

use super::geometry;
use super::recipe::{Ingredient, Recipe};

/// What is told apart on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seen {
    /// Nothing, or a piece of some owner and kind.
    Kinds,
    /// Nothing, or a piece of some owner.
    Owners,
    /// A piece of the first kind of some owner, or anything else: men, pawns.
    First,
}

/// The most rows of weights that one class may have; patterns with more contents see owners only, and are left out if that is
/// not enough.
const MOST_ROWS: usize = 1 << 18;

/// Patterns that share their weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Class {
    /// What is told apart on each cell.
    pub seen: Seen,
    /// How many things are told apart.
    pub symbols: usize,
    /// Orders of the cells that mean the same, besides the one they are listed in.
    pub orders: Vec<Vec<u8>>,
    /// The places on the board, each as its cells; contents are read in this order.
    pub places: Vec<Vec<u16>>,
}

/// All patterns of a network.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Scheme {
    /// The number of cells.
    pub cells: usize,
    /// How many owners pieces can have.
    pub owners: usize,
    /// How many kinds of pieces there are.
    pub kinds: usize,
    /// Features that are not on the board: hands and the like.
    pub loose: usize,
    /// The patterns, by what shares weights.
    pub classes: Vec<Class>,
}

impl Class {
    /// The number of cells of a pattern.
    pub fn len(&self) -> usize {
        self.places[0].len()
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The number of different contents.
    pub fn rows(&self) -> usize {
        self.symbols.pow(self.len() as u32)
    }

    /// For every contents the lowest one that means the same.
    pub fn canon(&self) -> Vec<u32> {
        let (length, symbols) = (self.len(), self.symbols);
        let digits = |mut row: usize| -> Vec<usize> {
            (0..length).map(|_| (row % symbols, row /= symbols).0).collect()
        };
        let number = |digits: &[usize], order: &[u8]| {
            order.iter().rev().fold(0, |row, &cell| row * symbols + digits[usize::from(cell)]) as u32
        };
        (0..self.rows())
            .map(|row| {
                let digits = digits(row);
                self.orders.iter().map(|order| number(&digits, order)).fold(row as u32, u32::min)
            })
            .collect()
    }
}

impl Scheme {
    /// The patterns of a recipe on a board. Symmetries say where each cell goes, as the mover sees the board.
    pub fn new(layout: &Layout, encoding: &Encoding, symmetries: &[Vec<usize>], recipe: &Recipe) -> Scheme {
        let Encoding { cells, owners, kinds, features, .. } = *encoding;
        let mut scheme =
            Scheme { cells, owners, kinds, loose: features - owners * kinds * cells, classes: Vec::new() };
        for &ingredient in &recipe.0 {
            scheme.add(layout, symmetries, ingredient);
        }
        scheme
    }

    /// Whether all numbers fit together, in a scheme that was read from a file.
    pub(super) fn is_sound(&self) -> bool {
        let sizes = [self.cells, self.owners, self.kinds, self.loose];
        let class = |class: &Class| {
            let Some(first) = class.places.first() else { return false };
            let length = first.len();
            let fits = |place: &Vec<u16>| {
                place.len() == length && place.iter().all(|&cell| usize::from(cell) < self.cells)
            };
            let order =
                |order: &Vec<u8>| order.len() == length && order.iter().all(|&at| usize::from(at) < length);
            class.symbols == self.symbols(class.seen)
                && class.symbols.checked_pow(length as u32).is_some_and(|rows| rows <= MOST_ROWS)
                && class.places.iter().all(fits)
                && class.orders.iter().all(order)
        };
        sizes.iter().all(|&size| u16::try_from(size).is_ok())
            && self.owners * self.kinds < usize::from(u8::MAX)
            && self.classes.iter().all(class)
    }

    /// How many things can be told apart on a cell.
    fn symbols(&self, seen: Seen) -> usize {
        match seen {
            Seen::Kinds => 1 + self.owners * self.kinds,
            Seen::Owners | Seen::First => 1 + self.owners,
        }
    }

    /// What is seen of each content of a cell: nothing, then the pieces by owner and kind.
    pub fn symbol_of(&self, seen: Seen) -> Vec<u8> {
        let pieces = (0..self.owners * self.kinds).map(|piece| match seen {
            Seen::Kinds => 1 + piece,
            Seen::Owners => 1 + piece / self.kinds,
            Seen::First if piece % self.kinds == 0 => 1 + piece / self.kinds,
            Seen::First => 0,
        });
        std::iter::once(0).chain(pieces.map(|symbol| symbol as u8)).collect()
    }

    /// The features of pieces on cells; the loose ones follow.
    pub(super) fn on_board(&self) -> usize {
        self.owners * self.kinds * self.cells
    }

    /// The number of features of a position.
    pub fn features(&self) -> usize {
        self.on_board() + self.loose
    }

    /// The number of patterns on the board.
    pub fn places(&self) -> usize {
        self.classes.iter().map(|class| class.places.len()).sum()
    }

    fn add(&mut self, layout: &Layout, symmetries: &[Vec<usize>], ingredient: Ingredient) {
        let mut places = geometry::places(layout, ingredient.figure);
        let mut index: HashMap<Vec<u16>, usize> =
            places.iter().enumerate().map(|(index, place)| (sorted(place), index)).collect();
        // Where the board can be turned, windows that are wide are also high.
        let mut next = 0;
        while next < places.len() {
            for symmetry in symmetries {
                let image = image(&places[next], symmetry);
                index.entry(sorted(&image)).or_insert_with(|| {
                    places.push(image);
                    places.len() - 1
                });
            }
            next += 1;
        }
        // Places that look the same, if that is to count.
        let mut alike: HashMap<Vec<[i32; 2]>, Vec<usize>> = HashMap::new();
        if ingredient.tied {
            for (number, place) in places.iter().enumerate() {
                alike.entry(geometry::steps(layout, place)).or_default().push(number);
            }
        }
        let mut order: Vec<Option<Vec<u16>>> = vec![None; places.len()];
        for start in 0..places.len() {
            if order[start].is_some() {
                continue;
            }
            let (mut members, mut stabilisers) = (Vec::new(), Vec::new());
            let mut waiting = vec![places[start].clone()];
            while let Some(cells) = waiting.pop() {
                let number = index[&sorted(&cells)];
                if let Some(known) = &order[number] {
                    // The same cells in another order mean the same.
                    let found: Vec<u8> = cells.iter().map(|cell| position(known, *cell)).collect();
                    if !stabilisers.contains(&found) {
                        stabilisers.push(found);
                    }
                    continue;
                }
                order[number] = Some(cells.clone());
                members.push(number);
                for symmetry in symmetries {
                    waiting.push(image(&cells, symmetry));
                }
                if ingredient.tied {
                    let place = &places[number];
                    let turned: Vec<usize> =
                        cells.iter().map(|cell| usize::from(position(place, *cell))).collect();
                    for &other in &alike[&geometry::steps(layout, place)] {
                        let image = turned.iter().map(|&at| places[other][at]).collect();
                        if order[other].as_ref() != Some(&image) {
                            waiting.push(image);
                        }
                    }
                }
            }
            members.sort_unstable();
            let seen = if self.symbols(ingredient.seen).pow(places[start].len() as u32) <= MOST_ROWS {
                ingredient.seen
            } else {
                Seen::Owners
            };
            let class = Class {
                seen,
                symbols: self.symbols(seen),
                orders: closure(&stabilisers, places[start].len()),
                places: members
                    .iter()
                    .map(|&member| order[member].clone().expect("members have an order"))
                    .collect(),
            };
            if class.symbols.pow(class.len() as u32) <= MOST_ROWS {
                self.classes.push(class);
            }
        }
    }
}

/// Where cells go.
fn image(cells: &[u16], symmetry: &[usize]) -> Vec<u16> {
    cells.iter().map(|&cell| symmetry[usize::from(cell)] as u16).collect()
}

fn sorted(cells: &[u16]) -> Vec<u16> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

fn position(cells: &[u16], cell: u16) -> u8 {
    cells.iter().position(|&other| other == cell).expect("the same cells in another order") as u8
}

/// All orders that follow from some, the identity left out.
fn closure(generators: &[Vec<u8>], length: usize) -> Vec<Vec<u8>> {
    let identity: Vec<u8> = (0..length as u8).collect();
    let mut group = vec![identity.clone()];
    let mut next = 0;
    while next < group.len() {
        for generator in generators {
            let product: Vec<u8> = generator.iter().map(|&at| group[next][usize::from(at)]).collect();
            if !group.contains(&product) {
                group.push(product);
            }
        }
        next += 1;
    }
    group.retain(|order| *order != identity);
    group.sort_unstable();
    group
}

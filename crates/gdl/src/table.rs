//! Relations as tables of rows, with indices made when a join asks for them.

use crate::hashing::{Map, row_hash};
use crate::term::{Symbol, Term, Terms};

/// A way into an argument of a relation: the place of the argument, then of its part, and so on.
pub(crate) type Path = Box<[u8]>;

/// Marks the end of a chain of rows.
const NONE: u32 = u32::MAX;

/// The rows of one relation, each once, in the order in which they came.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    arity: usize,
    rows: Vec<Term>,
    len: u32,
    /// The youngest row of each hash, and for each row an older one with the same hash.
    by_hash: Map<u64, u32>,
    older: Vec<u32>,
    indices: Vec<Index>,
}

/// The rows that have these functions at these paths, by what stands at other paths.
#[derive(Clone, Debug)]
struct Index {
    shape: Vec<(Path, Symbol)>,
    key: Vec<Path>,
    /// The oldest and the youngest row of each key.
    ends: Map<u64, (u32, u32)>,
    /// For each row of the table, the next one with the same key.
    next: Vec<u32>,
}

impl Table {
    pub(crate) fn new(arity: usize) -> Table {
        Table {
            arity,
            rows: Vec::new(),
            len: 0,
            by_hash: Map::default(),
            older: Vec::new(),
            indices: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    pub(crate) fn row(&self, number: u32) -> &[Term] {
        let begin = number as usize * self.arity;
        &self.rows[begin..begin + self.arity]
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Term]> {
        (0..self.len).map(|number| self.row(number))
    }

    /// The number of a row.
    pub(crate) fn find(&self, row: &[Term]) -> Option<u32> {
        let mut number = self.by_hash.get(&hash(row)).copied().unwrap_or(NONE);
        while number != NONE && self.row(number) != row {
            number = self.older[number as usize];
        }
        (number != NONE).then_some(number)
    }

    /// Adds a row unless it is there; its number.
    pub(crate) fn insert(&mut self, row: &[Term], terms: &Terms) -> u32 {
        if let Some(known) = self.find(row) {
            return known;
        }
        let number = self.len;
        self.rows.extend_from_slice(row);
        self.len += 1;
        self.older.push(self.by_hash.insert(hash(row), number).unwrap_or(NONE));
        for index in &mut self.indices {
            index.add(number, row, terms);
        }
        number
    }

    /// Removes all rows; the indices stay, and are empty.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.len = 0;
        self.by_hash.clear();
        self.older.clear();
        for index in &mut self.indices {
            index.ends.clear();
            index.next.clear();
        }
    }

    /// The number of the index with this shape and key, made if it is new.
    pub(crate) fn index(&mut self, shape: &[(Path, Symbol)], key: &[Path], terms: &Terms) -> usize {
        if let Some(known) = self.indices.iter().position(|index| index.shape == shape && index.key == key) {
            return known;
        }
        let mut index =
            Index { shape: shape.to_vec(), key: key.to_vec(), ends: Map::default(), next: Vec::new() };
        for number in 0..self.len {
            let begin = number as usize * self.arity;
            index.add(number, &self.rows[begin..begin + self.arity], terms);
        }
        self.indices.push(index);
        self.indices.len() - 1
    }

    /// The rows that have these values at the paths of an index, oldest first; values with the same hash are among them.
    pub(crate) fn matching(&self, index: usize, key: u64) -> impl Iterator<Item = u32> + '_ {
        let index = &self.indices[index];
        let mut number = index.ends.get(&key).map_or(NONE, |ends| ends.0);
        std::iter::from_fn(move || {
            let current = number;
            (current != NONE).then(|| {
                number = index.next[current as usize];
                current
            })
        })
    }
}

impl Index {
    fn add(&mut self, number: u32, row: &[Term], terms: &Terms) {
        self.next.push(NONE);
        let fits = self.shape.iter().all(|(path, name)| {
            at(row, path, terms)
                .is_some_and(|term| terms.name(term) == *name && !terms.parts(term).is_empty())
        });
        if !fits {
            return;
        }
        let key = row_hash(self.key.iter().map(|path| at(row, path, terms).map_or(NONE, |term| term.0)));
        let ends = self.ends.entry(key).or_insert((number, number));
        if ends.1 != number {
            self.next[ends.1 as usize] = number;
            ends.1 = number;
        }
    }
}

fn hash(row: &[Term]) -> u64 {
    row_hash(row.iter().map(|term| term.0))
}

/// What stands at a path of a row.
pub(crate) fn at(row: &[Term], path: &[u8], terms: &Terms) -> Option<Term> {
    let (&column, rest) = path.split_first()?;
    terms.follow(*row.get(usize::from(column))?, rest)
}

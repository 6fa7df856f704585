//! Which rows of weights a position asks for.

use agon_nets::patterns::Scheme;

use super::data::Positions;

/// The patterns of a scheme, laid out for reading many positions.
pub(super) struct Reader {
    /// For each class what is seen of each content, times the powers of the symbols: one table per cell of the pattern.
    classes: Vec<Class>,
    /// Rows of patterns of a position.
    pub patterns: usize,
}

struct Class {
    /// What a content of the n-th cell adds to the row.
    parts: Vec<Vec<u32>>,
    places: Vec<Vec<u16>>,
    canon: Option<Vec<u32>>,
}

impl Reader {
    pub(super) fn new(scheme: &Scheme) -> Reader {
        let classes: Vec<Class> = scheme
            .classes
            .iter()
            .map(|class| {
                let symbols = scheme.symbol_of(class.seen);
                let part = |cell: usize| {
                    let power = class.symbols.pow(cell as u32) as u32;
                    symbols.iter().map(|&symbol| u32::from(symbol) * power).collect()
                };
                Class {
                    parts: (0..class.len()).map(part).collect(),
                    places: class.places.clone(),
                    canon: (!class.orders.is_empty()).then(|| class.canon()),
                }
            })
            .collect();
        Reader { patterns: scheme.places(), classes }
    }

    /// Writes the rows of a position, class by class, each counted within its class.
    pub(super) fn read(&self, positions: &Positions, index: usize, rows: &mut [u32]) {
        let codes = positions.codes(index);
        let mut rows = rows.iter_mut();
        for class in &self.classes {
            for (place, slot) in class.places.iter().zip(rows.by_ref()) {
                let row = place
                    .iter()
                    .zip(&class.parts)
                    .fold(0, |row, (&cell, part)| row + part[usize::from(codes[usize::from(cell)])]);
                *slot = class.canon.as_ref().map_or(row, |canon| canon[row as usize]);
            }
        }
    }

    /// Where the rows of each class begin among those of a position.
    pub(super) fn starts(&self) -> Vec<usize> {
        let mut at = 0;
        let mut starts: Vec<usize> =
            self.classes.iter().map(|class| (at, at += class.places.len()).0).collect();
        starts.push(at);
        starts
    }
}

//! Positions as stacks of planes, as convolutions like them: the sparse features, each at its place on a grid.

use crate::encode::Encoding;
use crate::erased::{Match, Rules};
use crate::layout::{Layout, Shape};
use crate::player::Player;

/// How the features of a game become numbers in planes.
///
/// There is one plane for each owner (the player who looks, the other one, nobody) and kind of piece, one filled plane for each
/// feature that is not on the board, and a last one that is filled when the player who looks is to move. Both players look from
/// their own side of the board.
#[derive(Clone, Debug)]
pub struct Planes {
    encoding: Encoding,
    rows: usize,
    columns: usize,
    /// Where each cell lies in a plane.
    places: Vec<usize>,
    /// The planes of pieces.
    pieces: usize,
}

impl Planes {
    /// The planes of a game.
    pub fn of(rules: &(impl Rules + ?Sized)) -> Planes {
        let encoding = rules.encoding();
        let layout = rules.layout();
        let (columns, rows) = grid(&layout);
        let width = columns.iter().max().map_or(1, |most| most + 1);
        let places = rows.iter().zip(&columns).map(|(row, column)| row * width + column).collect();
        let height = rows.iter().max().map_or(1, |most| most + 1);
        let pieces = encoding.owners * encoding.kinds;
        Planes { encoding, rows: height, columns: width, places, pieces }
    }

    /// The number of planes, of rows and of columns.
    pub fn shape(&self) -> [usize; 3] {
        [self.pieces + self.loose() + 1, self.rows, self.columns]
    }

    /// The numbers of a position.
    pub fn size(&self) -> usize {
        self.shape().iter().product()
    }

    fn loose(&self) -> usize {
        self.encoding.features - self.pieces * self.encoding.cells
    }

    /// Writes the ones among zeros, as `player` sees the position. `features` is scratch space.
    ///
    /// # Panics
    /// If there are not as many zeros as [`size`](Planes::size) says.
    pub fn write(
        &self,
        played: &(impl Match + ?Sized),
        player: Player,
        features: &mut Vec<u32>,
        zeros: &mut [f32],
    ) {
        let Encoding { cells, owners: _, kinds, hand, .. } = self.encoding;
        let area = self.rows * self.columns;
        let moves = played.to_move() == player;
        let whole = |plane: usize| plane * area..(plane + 1) * area;
        if moves {
            zeros[whole(self.pieces + self.loose())].fill(1.0);
        }
        played.features(features);
        for &feature in features.iter() {
            let feature = feature as usize;
            let (plane, cell) = (feature / cells.max(1), feature % cells.max(1));
            if plane >= self.pieces {
                let loose = feature - self.pieces * cells;
                // Hands come first, the mover's before the other one's.
                let seen = match loose {
                    own if !moves && own < hand => own + hand,
                    other if !moves && other < 2 * hand => other - hand,
                    extra => extra,
                };
                zeros[whole(self.pieces + seen)].fill(1.0);
            } else if moves {
                zeros[plane * area + self.places[cell]] = 1.0;
            } else {
                // What the mover sees as its own is the other one's, from the other side of the board.
                let (owner, kind) = (plane / kinds, plane % kinds);
                let owner = if owner < 2 { 1 - owner } else { owner };
                zeros[(owner * kinds + kind) * area + self.places[self.encoding.turned[cell]]] = 1.0;
            }
        }
    }
}

/// The column and the row of each cell. Rows of hexagons are pushed together so that neighbours stay neighbours.
fn grid(layout: &Layout) -> (Vec<usize>, Vec<usize>) {
    let lean = if layout.shape == Shape::Hexes { 0.5 } else { 0.0 };
    let rank = |places: Vec<f32>| {
        let mut distinct = places.clone();
        distinct.sort_by(f32::total_cmp);
        distinct.dedup_by(|a, b| (*a - *b).abs() < 1e-3);
        let find = |place: &f32| distinct.iter().position(|known| (known - place).abs() < 1e-3).unwrap_or(0);
        places.iter().map(find).collect()
    };
    (
        rank(layout.cells.iter().map(|cell| cell.x - lean * cell.y).collect()),
        rank(layout.cells.iter().map(|cell| cell.y).collect()),
    )
}

//! What players of Havannah look at: groups of chains that can no longer be cut, and the edges and corners they reach.
//!
//! Two stones with two empty cells between them that both touch are as good as connected: if the opponent takes one
//! of the cells, the other one remains. The same holds for a stone before two empty cells of an edge. Chains joined
//! in this way are counted as one group.

use agon_core::{Heuristic, Threats};

use super::position::{EMPTY, PATTERNS, Position, ROOT, around};
use super::{Havannah, Move};
use crate::bits::ones;
use crate::hex::{Hex, Hexagon, MAX_CELLS, MAX_ROWS, OUTSIDE};
use crate::knowledge::verdict;

/// What a group is worth that reaches this many edges, or corners: three edges, or two corners, are nearly won.
const EDGES: [i32; 7] = [0, 15, 120, 700, 900, 900, 900];
const CORNERS: [i32; 7] = [0, 15, 600, 800, 800, 800, 800];
/// A stone in the middle of the board, less by one for each step outward.
const INWARD: i32 = 3;
/// A group less is a gain, because joined chains reach more together.
const GROUP: i32 = -6;
/// Having the move.
const MOVE: i32 = 40;

/// With fewer stones on the board nobody can win with the next one: it takes a bridge of four, at least.
const FEWEST: usize = 5;

/// The steps to the stones that two empty cells connect, and to those cells: half of them, since the other half are
/// the same seen from the other stone. As steps in x and y.
const BRIDGES: [[(i32, i32); 3]; 3] =
    [[(2, 1), (1, 0), (1, 1)], [(1, 2), (0, 1), (1, 1)], [(1, -1), (1, 0), (0, -1)]];

/// Stones by row as the position has them: row y + 1, bit x + 1.
type StoneRows = [u32; MAX_ROWS + 2];

/// The chains of a position, joined into groups.
struct Groups {
    links: [u16; MAX_CELLS],
}

impl Groups {
    fn root(&self, mut stone: usize) -> usize {
        while self.links[stone] & ROOT == 0 {
            stone = usize::from(self.links[stone]);
        }
        stone
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            self.links[one] |= self.links[other];
            self.links[other] = one as u16;
        }
    }

    fn reach(&mut self, stone: usize, borders: u16) {
        let root = self.root(stone);
        self.links[root] |= borders;
    }
}

/// The cells of a row that are bit x + 1 there, by number.
#[inline]
fn number(board: &Hexagon, row: usize, bit: usize) -> usize {
    board.start(row) + bit - 1 - board.first_column(row)
}

/// The edges that a stone away from them reaches over two empty cells.
#[inline]
fn edges_before(board: &Hexagon, position: &Position, cell: &Hex) -> u16 {
    let (mut once, mut twice) = (0, 0);
    for &next in cell.neighbours.iter().filter(|&&next| next != OUTSIDE) {
        if position.links[usize::from(next)] == EMPTY {
            let edge = board.cell(usize::from(next)).border & 0x3f;
            twice |= once & edge;
            once |= edge;
        }
    }
    twice
}

/// The steps from the middle of the board.
#[inline]
fn outward(board: &Hexagon, cell: &Hex) -> i32 {
    let half = board.size() as i32 - 1;
    let (x, y) = (i32::from(cell.x) - half, i32::from(cell.y) - half);
    x.abs().max(y.abs()).max((x - y).abs())
}

/// A row moved so that the bit of a cell `steps` further comes to the place of the cell.
#[inline]
fn ahead(row: u32, steps: i32) -> u32 {
    if steps >= 0 { row >> steps } else { row << -steps }
}

/// What speaks for each player.
fn prospects(board: &Hexagon, position: &Position) -> [i32; 2] {
    let mut groups = Groups { links: position.links };
    let rows = board.rows();
    let mut empty: StoneRows = [0; MAX_ROWS + 2];
    for row in 0..rows {
        let cells = ((1 << board.width(row)) - 1) << (board.first_column(row) + 1);
        empty[row + 1] = cells & !(position.rows[0][row + 1] | position.rows[1][row + 1]);
    }
    let mut worth = [0; 2];
    for (own, worth) in position.rows.iter().zip(&mut worth) {
        for row in 0..rows {
            for [(x, y), one, other] in BRIDGES {
                let at = |set: &StoneRows, (x, y): (i32, i32)| {
                    set.get((row as i32 + 1 + y) as usize).map_or(0, |&cells| ahead(cells, x))
                };
                let mut bridges = own[row + 1] & at(own, (x, y)) & at(&empty, one) & at(&empty, other);
                while bridges != 0 {
                    let bit = bridges.trailing_zeros() as usize;
                    let end = number(board, (row as i32 + y) as usize, (bit as i32 + x) as usize);
                    groups.join(number(board, row, bit), end);
                    bridges &= bridges - 1;
                }
            }
            for bit in ones(u64::from(own[row + 1])) {
                let stone = number(board, row, bit);
                let cell = board.cell(stone);
                let outward = outward(board, cell);
                *worth -= INWARD * outward;
                // The border is one step further.
                if outward + 2 == board.size() as i32 {
                    let edges = edges_before(board, position, cell);
                    if edges != 0 {
                        groups.reach(stone, edges);
                    }
                }
            }
        }
    }
    for (own, worth) in position.rows.iter().zip(&mut worth) {
        for row in 0..rows {
            for bit in ones(u64::from(own[row + 1])) {
                let link = groups.links[number(board, row, bit)];
                if link & ROOT != 0 {
                    let (edges, corners) = (link & 0x3f, link >> 6 & 0x3f);
                    *worth +=
                        EDGES[edges.count_ones() as usize] + CORNERS[corners.count_ones() as usize] + GROUP;
                }
            }
        }
    }
    worth
}

impl Heuristic for Havannah {
    const HAND_MADE: bool = true;
    const FORESEES: bool = false;

    fn heuristic(&self, position: &Position) -> f32 {
        let worth = prospects(self.board, position);
        let mover = position.mover();
        verdict(worth[mover.index()] - worth[(!mover).index()] + MOVE, mover)
    }

    /// Joining chains, bridging, hindering the opponent's chains from being joined, and the middle of the board.
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let Move::Place(number) = mv else { return 0 };
        let cell = self.board.cell(usize::from(number));
        let mover = position.mover();
        let runs = |player: agon_core::Player| {
            i32::from(PATTERNS[around(&position.rows[player.index()], cell)].runs)
        };
        let own = &position.rows[mover.index()];
        let bridged = BRIDGES
            .iter()
            .flat_map(|&[(x, y), _, _]| [(x, y), (-x, -y)])
            .filter(|&(x, y)| {
                let row = own.get((i32::from(cell.y) + 1 + y) as usize);
                row.is_some_and(|&row| ahead(row, i32::from(cell.x) + 1 + x) & 1 == 1)
            })
            .count() as i32;
        let joins = |runs: i32| 20 * (runs - 1).max(0) + 3 * runs.min(1);
        2 * joins(runs(mover)) + joins(runs(!mover)) + 6 * bridged - outward(self.board, cell)
    }

    /// Cells where somebody wins at once.
    fn threats(&self, position: &Position, moves: &mut Vec<Move>) -> Threats {
        if position.stones() < FEWEST {
            return Threats::Unknown;
        }
        let wins = |player| position.wins(self.board, player).map(|cell| Move::Place(cell as u16));
        if let Some(mv) = wins(position.mover()).next() {
            moves.push(mv);
            return Threats::Won(1);
        }
        moves.extend(wins(!position.mover()));
        match moves.len() {
            0 => Threats::Unknown,
            1 => Threats::Forced(2),
            _ => Threats::Lost(2),
        }
    }

    /// A stone more is never a disadvantage: it adds to the own chains and takes a cell from the enemy's.
    fn pass(&self, position: &Position) -> Option<Position> {
        // While the first stone may be taken over, the rules tell by the number of stones what has happened.
        (position.stones() >= 2).then(|| position.with_mover(!position.mover()))
    }
}

#[cfg(test)]
mod tests {
    use agon_core::Game;

    use super::*;
    use crate::knowledge::tests::value;

    #[test]
    fn evaluations_are_fair() {
        // The colours of all stones exchanged, by playing the same stones for the other player.
        let mut moves = Vec::new();
        for (size, number) in [(4, 1), (5, 2), (8, 3), (10, 4)] {
            let game = Havannah::new(size, false);
            let mut random = agon_core::Random::new(number);
            let mut position = game.initial();
            let mut exchanged = position.with_mover(!position.mover());
            while game.generate(&position, &mut moves).is_none() {
                let value = game.heuristic(&position);
                assert!(value.abs() < 1.0);
                assert_eq!(game.heuristic(&exchanged), -value);
                let mv = random.pick(&moves);
                game.play(&mut position, mv);
                game.play(&mut exchanged, mv);
            }
        }
    }

    #[test]
    fn groups_that_reach_edges_are_good() {
        let game = Havannah::new(5, false);
        let value = |board: &str| value(&game, board);
        // A white stone before the upper edge is connected to it, and so is one that a bridge joins to that stone.
        let near = value("5/2W3/7/8/9/8/7/1B4/5 w -");
        assert!(near.abs() < 0.2, "both stand alike: {near}");
        let bridge = value("5/2W3/7/3W4/9/8/7/BB4/5 w -");
        let apart = value("5/2W3/7/8/4W4/8/7/BB4/5 w -");
        assert!(bridge > 0.0 && apart < bridge + 0.2);
        // A chain from edge to edge is better than the same stones apart.
        let chain = value("5/2W3/2W4/2W5/2W6/1W6/W6/3BB1/BB1BB w -");
        let loose = value("1W3/5W/W6/7W/1W6W/8/7/3BB1/BB1BB w -");
        assert!(chain > loose, "{chain} {loose}");
    }

    #[test]
    fn joining_is_promising_and_passing_gives_the_turn_away() {
        let game = Havannah::new(5, false);
        let (position, _) = game.read_position("5/2W3/7/2W5/9/8/7/1B4/4B w -").unwrap();
        let promise = |text: &str| game.promise(&position, game.read_move(&position, text).unwrap());
        assert!(promise("c3") > promise("e9") && promise("c3") > promise("a5"));
        let passed = game.pass(&position).unwrap();
        assert_eq!(game.to_move(&passed), !game.to_move(&position));
        assert!(game.pass(&game.initial()).is_none());
    }
}

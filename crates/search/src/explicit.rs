//! A game that is nothing but a pseudo-random tree: for comparing searches where no structure helps any of them.

use std::borrow::Cow;

use agon_core::hash::{combine, mix};
use agon_core::info::text;
use agon_core::{
    Cell, Clocks, Encode, Ending, Game, GameInfo, Heuristic, Layout, Limits, Outcome, Piece, PieceKind,
    Player, PositionError, Reason, Shape, Trace,
};

/// A random tree. The same numbers give the same tree; whose turn it is is random too, so that a search that takes
/// alternation for granted is found out.
#[derive(Clone, Copy, Debug)]
pub struct RandomTree {
    /// The number of the tree.
    pub seed: u64,
    /// Every position has from one to this many moves.
    pub branching: u8,
    /// All games have ended after this many plies.
    pub depth: u8,
    /// One position in this many ends the game before that; 0 for none.
    pub early_end: u8,
    /// Whether players take turns; otherwise it is random who does.
    pub alternating: bool,
}

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    key: u64,
    ply: u8,
}

static INFO: GameInfo = GameInfo {
    id: text("random-tree"),
    name: text("Random tree"),
    sides: [text("First"), text("Second")],
    pieces: Cow::Borrowed(&[PieceKind::new("piece", ['x', 'o'])]),
    summary: text("A pseudo-random tree."),
    rules: text("Choose a branch."),
    draws: text("Some leaves are drawn."),
    notation: text("The number of a branch; the key and ply of a node."),
    source: text("Made up."),
    parameters: &[],
    endings: &["a leaf was reached"],
    limits: Limits { repetition: None, no_progress: None, ply_cap: None },
    version: 1,
};

impl Game for RandomTree {
    type Position = Position;
    type Move = u8;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn initial(&self) -> Position {
        Position { key: mix(self.seed ^ 0x5eed), ply: 0 }
    }

    fn to_move(&self, position: &Position) -> Player {
        let turn = if self.alternating { u64::from(position.ply) } else { position.key >> 8 };
        Player::BOTH[turn as usize % 2]
    }

    fn generate(&self, position: &Position, moves: &mut Vec<u8>) -> Option<Ending> {
        moves.clear();
        let early = self.early_end > 0
            && position.ply > 0
            && (position.key >> 40).is_multiple_of(u64::from(self.early_end));
        if early || position.ply >= self.depth {
            let outcome = match (position.key >> 16) % 3 {
                0 => Outcome::Draw,
                1 => Outcome::Win(Player::First),
                _ => Outcome::Win(Player::Second),
            };
            return Some(Ending { outcome, reason: Reason::Rule(0) });
        }
        moves.extend(0..=(position.key >> 24) as u8 % self.branching);
        None
    }

    fn play(&self, position: &mut Position, branch: u8) {
        *position = Position { key: combine([position.key, u64::from(branch)]), ply: position.ply + 1 };
    }

    fn hash(&self, position: &Position) -> u64 {
        position.key
    }

    fn write_move(&self, _: &Position, branch: u8) -> String {
        branch.to_string()
    }

    fn write_position(&self, position: &Position, _: Clocks) -> String {
        format!("{:016x} {}", position.key, position.ply)
    }

    fn read_position(&self, text: &str) -> Result<(Position, Clocks), PositionError> {
        let read = || {
            let (key, ply) = text.split_once(' ')?;
            Some(Position { key: u64::from_str_radix(key, 16).ok()?, ply: ply.parse().ok()? })
        };
        let position = read().ok_or_else(|| PositionError::new(&INFO.id, text, "expected 'key ply'"))?;
        Ok((position, Clocks { plies: u32::from(position.ply), quiet: 0 }))
    }

    fn layout(&self) -> Layout {
        Layout::new(Shape::Points, vec![Cell { name: "root".into(), x: 0.0, y: 0.0 }])
    }

    fn piece(&self, _: &Position, _: usize) -> Option<Piece> {
        None
    }

    fn trace(&self, _: &Position, _: u8) -> Trace {
        Trace::action("branch")
    }
}

impl Heuristic for RandomTree {
    const HAND_MADE: bool = true;

    fn heuristic(&self, position: &Position) -> f32 {
        // Few distinct values, so that ties are common.
        ((position.key >> 32) % 41) as f32 / 20.5 - 0.975
    }

    fn is_loud(&self, position: &Position, branch: u8) -> bool {
        (position.key >> 50).wrapping_add(u64::from(branch)) % 4 == 0
    }
}

impl Encode for RandomTree {
    fn cell_count(&self) -> usize {
        1
    }

    fn max_active(&self) -> usize {
        0
    }

    fn action_count(&self) -> usize {
        usize::from(self.branching)
    }

    fn action(&self, _: &Position, branch: u8) -> usize {
        usize::from(branch)
    }
}

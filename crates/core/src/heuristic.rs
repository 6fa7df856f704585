//! What a person who plays the game would tell a search about it. Everything here is optional: the defaults make a
//! new game playable, and a search may ignore all of it.

use crate::encode::Encode;
use crate::player::Player;

/// Hand-made knowledge: an evaluation, and hints for the order of moves.
pub trait Heuristic: Encode {
    /// Whether [`heuristic`](Heuristic::heuristic) is the game's own. Where it is not, random games tell more about a position,
    /// and levels and hints are made of these.
    const HAND_MADE: bool = false;

    /// Whether the evaluation foresees what a few quiet moves can change, so that a search may leave out quiet moves and whole lines
    /// where it is far from what is needed. Not so where every stone is quiet until it decides the game.
    const FORESEES: bool = true;

    /// How good a position that has not ended looks, in (-1, 1) from `First`'s view.
    /// By default the player with more on the board (and in hand) is thought to be better.
    fn heuristic(&self, position: &Self::Position) -> f32 {
        weigh(self, position)
    }

    /// The pieces on the board, those of `First` less those of `Second`, each counting 1; a game in which pieces rise may count
    /// those that have as more.
    fn material(&self, position: &Self::Position) -> f32 {
        let owners = (0..self.cell_count()).filter_map(|cell| self.piece(position, cell)?.owner);
        owners.map(|owner| if owner == Player::First { 1.0 } else { -1.0 }).sum()
    }

    /// Whether a move changes so much that a position should not be judged before it: captures and the like.
    /// A search that runs out of depth goes on with these.
    #[inline]
    fn is_loud(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let _ = (position, mv);
        false
    }

    /// Whether the mover may decline all loud moves; not so while a capture is compulsory.
    #[inline]
    fn may_stand(&self, position: &Self::Position) -> bool {
        let _ = position;
        true
    }

    /// A cheap guess how promising a move is, the higher the better; comparable within one position only.
    #[inline]
    fn promise(&self, position: &Self::Position, mv: Self::Move) -> i32 {
        let _ = (position, mv);
        0
    }

    /// Whether a loud move plainly gives away more than it takes, once everybody has taken back. A search that only looks at loud
    /// moves leaves it out.
    #[inline]
    fn is_poor(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let _ = (position, mv);
        false
    }

    /// All promises of a position together, in the order of the moves, where that is cheaper than asking one by one; `false`, and
    /// nothing added, where it is not.
    #[inline]
    fn promises(&self, position: &Self::Position, moves: &[Self::Move], promises: &mut Vec<i32>) -> bool {
        let _ = (position, moves, promises);
        false
    }

    /// What can be said at a glance of whoever is about to win: a player who would win if it were his turn again makes a threat,
    /// and a threat leaves little choice. What is said is a fact, from which searches take proofs. The position must not have ended;
    /// `moves` comes empty, and the moves put there are legal.
    #[inline]
    fn threats(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Threats {
        let _ = (position, moves);
        Threats::Unknown
    }

    /// The position with the turn given away, where the game is such that having to move is never worse than passing;
    /// `None` where it is not, or not here.
    #[inline]
    fn pass(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// How a player stands, in numbers compared one after the other; `None` in games that are not judged this way.
    #[inline]
    fn standing(&self, position: &Self::Position, player: Player) -> Option<Standing> {
        let _ = (position, player);
        None
    }
}

/// What threats leave to the player to move; which moves are meant is said beside it. Plies are counted from the position on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threats {
    /// Nothing is said.
    Unknown,
    /// The mover wins within so many plies, with any of the moves.
    Won(u32),
    /// The mover loses within so many plies whatever he does, and no move lasts longer than the best of these.
    Lost(u32),
    /// All other moves lose within so many plies, or can as well be made after one of these; none is better than the best of these,
    /// or lasts longer.
    Forced(u32),
    /// There is a choice, and these are the moves that make a threat.
    Free,
}

/// How a player of a race stands: what comes first decides, what comes later breaks ties.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Standing {
    /// Points ahead of the opponent, fewer than 16.
    pub points: i32,
    /// How much shorter the way that is left is than the opponent's, less than 64.
    pub lead: i32,
    /// How far the player himself has come, from 0 to 511.
    pub progress: i32,
}

impl Standing {
    /// The standing as a value in (-1, 1), in the same order.
    pub fn value(self) -> f32 {
        let Standing { points, lead, progress } = self;
        let x = f64::from(points) + f64::from(lead) / 128.0 + f64::from(progress) / 65536.0;
        (x / (2.0 + x.abs())) as f32
    }
}

/// The judgement of somebody who knows nothing of a game: who has more on the board, and in hand, is better.
pub fn weigh<G: Encode>(game: &G, position: &G::Position) -> f32 {
    let mut counts = Player::BOTH.map(|player| game.hand(position, player) as f32);
    for cell in 0..game.cell_count() {
        if let Some(owner) = game.piece(position, cell).and_then(|piece| piece.owner) {
            counts[owner.index()] += 1.0;
        }
    }
    squash((counts[0] - counts[1]) / (1.0 + counts[0] + counts[1]))
}

/// Maps any number into (-1, 1), keeping order and sign: `x / (1 + |x|)`.
#[inline]
pub fn squash(x: f32) -> f32 {
    x / (1.0 + x.abs())
}

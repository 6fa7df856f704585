//! What can be chosen about the search.

use super::rollout::Style;

/// How the moves of a playout are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// All legal moves are equally likely.
    #[default]
    Uniform,
    /// The move with the best mean result of all simulations in which it was played, except for a share of
    /// [`Settings::epsilon`] (Finnsson and Björnsson's MAST).
    Mast,
    /// A win in one is taken, and a move that gives one to the opponent is not made, if possible (Teytaud and Teytaud).
    Decisive,
}

/// Generalised rapid action value estimation (Cazenave).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grave {
    /// The statistics are those of the closest ancestor with more visits than this.
    pub reference: u32,
    /// How fast a move's own results replace them.
    pub bias: f32,
}

/// The settings of UCT. The default is the plain algorithm.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The c of `X + c·√(ln n / n_j)`, with results from -1 to 1. Papers that write `X + 2·Cp·√(2 ln n / n_j)` mean
    /// c = 2√2·Cp.
    pub exploration: f32,
    /// The plies after which a playout counts as a draw, besides the game's own limits.
    pub cap: Option<u32>,
    /// The seed of everything random.
    pub seed: u64,
    /// Whether to keep bounds on the values of nodes, to back up proven results and not to look into what cannot matter
    /// any more (Cazenave and Saffidine's score-bounded search). Any of the searches for proofs below implies it.
    pub solver: bool,
    /// How the moves of playouts are chosen.
    pub policy: Policy,
    /// The share of uniformly random moves in MAST.
    pub epsilon: f32,
    /// GRAVE. With it, moves compete before their first visit, and `√(ln n / (n_j + 1))` replaces `√(ln n / n_j)`.
    pub grave: Option<Grave>,
    /// The weight W of progressive history (Nijssen and Winands); 0 for none.
    pub history: f32,
    /// The share α of implicit minimax backups (Lanctot, Winands, Pepels and Sturtevant) in the value of a move; 0 for
    /// none.
    pub implicit: f32,
    /// Whether the part of the tree below the moves played is kept for the next search.
    pub reuse: bool,
    /// The number of threads, each with a tree of its own; the results at the root are added up.
    pub threads: usize,
    /// The depth of the win/loss search in playouts (MCTS-MR of Baier and Winands); 0 for none.
    pub rollout_depth: u32,
    /// The depth of the win/loss search in tree nodes (MCTS-MS); 0 for none.
    pub expansion_depth: u32,
    /// The number of earlier visits at which a node gets that search; at least 1.
    pub expansion_visits: u32,
    /// The depth of the win/loss search in the ancestors of a proven loss (MCTS-MB); 0 for none.
    pub backup_depth: u32,
    /// The most memory for trees, in bytes. A full tree keeps its shape, and playouts go on from its leaves.
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            exploration: std::f32::consts::SQRT_2,
            cap: None,
            seed: 1,
            solver: false,
            policy: Policy::Uniform,
            epsilon: 0.1,
            grave: None,
            history: 0.0,
            implicit: 0.0,
            reuse: false,
            threads: 1,
            rollout_depth: 0,
            expansion_depth: 0,
            expansion_visits: 1,
            backup_depth: 0,
            memory: 1 << 30,
        }
    }
}

impl Settings {
    /// Whether proven results are backed up.
    #[inline]
    pub(super) fn proves(&self) -> bool {
        self.solver || self.expansion_depth > 0 || self.backup_depth > 0
    }

    /// Whether moves are valued by their upper confidence bounds alone.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.grave.is_none() && self.history == 0.0 && self.implicit == 0.0
    }

    /// Whether the moves of every simulation are looked at when it is over.
    #[inline]
    pub(super) fn remembers_moves(&self) -> bool {
        self.policy == Policy::Mast || self.grave.is_some() || self.history > 0.0
    }

    /// Whether playouts are uniform and nobody asks for their moves.
    #[inline]
    pub(super) fn has_plain_playouts(&self) -> bool {
        !self.remembers_moves() && self.style() == Style::UNIFORM
    }

    /// Whether simulations are so long that the clock must be looked at after each.
    pub(super) fn is_slow(&self) -> bool {
        self.style().depth > 0 || self.expansion_depth > 0 || self.backup_depth > 0 || self.implicit > 0.0
    }

    /// How the moves of playouts are chosen.
    #[inline]
    pub(super) fn style(&self) -> Style {
        // To take wins in one and not to give any is a search of two plies.
        let decisive = if self.policy == Policy::Decisive { 2 } else { 0 };
        Style {
            depth: self.rollout_depth.max(decisive),
            epsilon: (self.policy == Policy::Mast).then_some(self.epsilon),
        }
    }
}

//! What can be chosen about the search.

use super::rollout::Style;
use crate::settings::{Memory, SEED};

crate::words! {
    /// How the moves of a playout are chosen.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Policy {
        /// All legal moves are equally likely.
        Uniform = "uniform",
        /// The move with the best mean result of all simulations in which it was played, except for a share of
        /// [`Settings::epsilon`] (Finnsson and Björnsson's MAST).
        Mast = "mast",
        /// A win in one is taken, and a move that gives one to the opponent is not made, if possible (Teytaud and Teytaud).
        Decisive = "decisive",
    }
}

crate::words! {
    /// What a move without a visit is worth to a simulation that chooses.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Urgency {
        /// More than every other: all moves are tried before any is tried again.
        First = "first",
        /// The mean of its parent, and as uncertain as after one visit: as in Ludii.
        Parent = "parent",
    }
}

crate::settings! {
    /// The settings of UCT. The default is the plain algorithm.
    ///
    /// Papers that write `X + 2·Cp·√(2 ln n / n_j)` mean an [exploration](Settings::exploration) of 2√2·Cp. The solver is Cazenave
    /// and Saffidine's score-bounded search, which does not look into what cannot matter any more; the searches for proofs
    /// imply it: in playouts, tree nodes and above proven losses they are the MCTS-MR, MCTS-MS and MCTS-MB of Baier and
    /// Winands. GRAVE is Cazenave's generalised rapid action value estimation: with it, moves compete before their first visit,
    /// and `√(ln n / (n_j + 1))` replaces `√(ln n / n_j)`; the statistics are those of the closest ancestor with enough visits.
    /// Progressive history is Nijssen and Winands's, implicit minimax backups are those of Lanctot, Winands, Pepels and
    /// Sturtevant.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Settings {
        /// exploration: X + c*sqrt(ln n/n_j), results from -1 to 1; c is 2*sqrt(2)*Cp
        pub exploration: f32 as "c" = "1.4142135" in Number(0.0, 100.0),
        /// plies after which a playout counts as a draw; 0: the game's own limits only
        pub cap: u32 as "cap" = "0" in Count(0, 100_000),
        /// what a move is worth before its first visit: more than every other, or the mean of its parent, as in Ludii; only for
        /// moves valued by their bounds alone, without grave, history and implicit
        pub urgency: Urgency as "fpu" = "first",
        /// the seed of everything random
        pub seed: u64 as SEED,
        /// back up proven wins, draws and losses (score bounds)
        pub solver: bool as "solver" = "off",
        /// moves of playouts: any, the best so far by mean result, or wins in one taken and not given
        pub policy: Policy as "policy" = "uniform",
        /// share of random moves in policy=mast
        pub epsilon: f32 as "epsilon" = "0.1" in Number(0.0, 1.0),
        /// blend in the results of moves played later on (generalised RAVE)
        pub grave: bool as "grave" = "off",
        /// visits above which a node's own such results count, for grave=on
        pub reference: u32 as "ref" = "100",
        /// how fast a move's own results replace them, for grave=on
        pub bias: f32 as "bias" = "0.00001" in Number(0.0, 1.0),
        /// weight W of progressive history, such as 3; 0: off
        pub history: f32 as "history" = "0" in Number(0.0, 1000.0),
        /// share of implicit minimax backups of the hand-made evaluation, such as 0.2; 0: off
        pub implicit: f32 as "implicit" = "0" in Number(0.0, 1.0),
        /// keep the part of the tree that the moves played lead to
        pub reuse: bool as "reuse" = "off",
        /// threads, each with a tree of its own; playouts and memory are shared out
        pub threads: usize as "threads" = "1" in Count(1, 256),
        /// simulations whose random games are played together, which is cheaper where the rules are a sheet; only where any move is as
        /// likely and nobody looks at the moves
        pub batch: u32 as "batch" = "1" in Count(1, 4096),
        /// random games of a simulation, which then counts for as many
        pub each: u32 as "each" = "1" in Count(1, 4096),
        /// depth of win/loss minimax for every move of a playout; 0: off
        pub rollout_depth: u32 as "mr" = "0" in Count(0, 8),
        /// depth of win/loss minimax in tree nodes, implies solver; 0: off
        pub expansion_depth: u32 as "ms" = "0" in Count(0, 16),
        /// earlier visits at which a node gets it, for ms
        pub expansion_visits: u32 as "msvisits" = "1" in Count(1, u32::MAX as u64),
        /// depth of win/loss minimax above proven losses, implies solver; 0: off
        pub backup_depth: u32 as "mb" = "0" in Count(0, 16),
        /// most MiB for trees; a full tree stays and is played out from
        pub memory: Memory as "memory" = "1024",
    }
}

impl Settings {
    /// The plies after which a playout counts as a draw, besides the game's own limits.
    #[inline]
    pub(super) fn cap(&self) -> Option<u32> {
        (self.cap > 0).then_some(self.cap)
    }

    /// The square of the bonus of a move with one visit, at a node with this many.
    #[inline]
    pub(super) fn width(&self, visits: u32) -> f32 {
        self.exploration * self.exploration * (visits.max(1) as f32).ln()
    }

    /// Whether proven results are backed up.
    #[inline]
    pub(super) fn proves(&self) -> bool {
        self.solver || self.expansion_depth > 0 || self.backup_depth > 0
    }

    /// Whether moves are valued by their upper confidence bounds alone.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        !self.grave && self.history == 0.0 && self.implicit == 0.0
    }

    /// Whether the moves of every simulation are looked at when it is over.
    #[inline]
    pub(super) fn remembers_moves(&self) -> bool {
        self.policy == Policy::Mast || self.grave || self.history > 0.0
    }

    /// Whether playouts are uniform and nobody asks for their moves.
    #[inline]
    pub(super) fn has_plain_playouts(&self) -> bool {
        !self.remembers_moves() && self.style() == Style::UNIFORM
    }

    /// Whether simulations are so long that the clock must be looked at after each.
    pub(super) fn is_slow(&self) -> bool {
        let Style { decisive, depth, .. } = self.style();
        decisive || depth > 0 || self.expansion_depth > 0 || self.backup_depth > 0 || self.implicit > 0.0
    }

    /// How the moves of playouts are chosen.
    #[inline]
    pub(super) fn style(&self) -> Style {
        let is_decisive = self.policy == Policy::Decisive;
        // To take wins in one and not to give any is a search of two plies; a deeper one includes it.
        let depth = if is_decisive && self.rollout_depth > 0 { 2 } else { 0 };
        Style {
            decisive: is_decisive && self.rollout_depth == 0,
            depth: self.rollout_depth.max(depth),
            epsilon: (self.policy == Policy::Mast).then_some(self.epsilon),
        }
    }
}

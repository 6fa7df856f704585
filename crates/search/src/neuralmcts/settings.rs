//! What can be chosen about the search.

use crate::settings::Memory;

crate::words! {
    /// What a move is worth before its first visit.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Urgency {
        /// As much as a won game, as published: moves are tried one after the other, the most promising first.
        Win = "win",
        /// What the evaluation says: a move that looks bad may never be tried.
        Evaluation = "eval",
    }
}

crate::settings! {
    /// The settings. The default is the algorithm as published.
    ///
    /// The exploration is the `uct` of the paper's bonus: in the terms of UCT, 2·Cp. With a blend of 1 there are no random games.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Settings {
        /// exploration: the bonus is (C+1)/2*c*sqrt(2(1+ln V)/v), C the evaluation of the move
        pub exploration: f32 as "c" = "1.4" in Number(0.0, 100.0),
        /// whether the bonus has the factor (C+1)/2
        pub prior: bool as "prior" = "on",
        /// what a move is worth before its first visit: a won game, as published, or its evaluation
        pub urgency: Urgency as "fpu" = "win",
        /// share of the evaluation in the result of a simulation; 1: no random games
        pub blend: f32 as "blend" = "0" in Number(0.0, 1.0),
        /// plies after which the evaluation replaces a random game's end; 0: never
        pub horizon: u32 as "horizon" = "0" in Count(0, 100_000),
        /// share of the moves of random games that are the best by the evaluation
        pub guided: f32 as "guided" = "0" in Number(0.0, 1.0),
        /// most MiB for the tree; a full tree stays and is played out from
        pub memory: Memory as "memory" = "1024",
    }
}

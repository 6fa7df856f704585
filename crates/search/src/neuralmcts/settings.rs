//! What can be chosen about the search.

/// What a move is worth before its first visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Urgency {
    /// As much as a won game, as published: moves are tried one after the other, the most promising first.
    #[default]
    Win,
    /// What the evaluation says: a move that looks bad may never be tried.
    Evaluation,
}

/// The settings. The default is the algorithm as published.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The `uct` of the exploration bonus `(C + 1)/2 · uct · √(2 (1 + ln V) / v)`: in the terms of UCT, 2·Cp.
    pub exploration: f32,
    /// Whether the bonus has the factor `(C + 1)/2`, which makes moves that look bad less interesting.
    pub prior: bool,
    /// What a move is worth before its first visit.
    pub urgency: Urgency,
    /// The share of the evaluation in the result of a simulation; the rest is the random game's. With 1 there are none.
    pub blend: f32,
    /// The plies after which a random game is stopped and the evaluation takes its place.
    pub horizon: Option<u32>,
    /// The share of the moves of random games that are the best ones by the evaluation.
    pub guided: f32,
    /// The seed of everything random.
    pub seed: u64,
    /// The most memory for the tree, in bytes. A full tree keeps its shape, and random games go on from its leaves.
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            exploration: 1.4,
            prior: true,
            urgency: Urgency::Win,
            blend: 0.0,
            horizon: None,
            guided: 0.0,
            seed: 1,
            memory: 1 << 30,
        }
    }
}

//! Play that adapts to how the game stands, after Fujita, "`AlphaDDA`: strategies for adjusting the playing strength of a
//! fully trained `AlphaZero` system to a suitable human training partner".
//!
//! All three forms are a Monte Carlo tree search that judges leaves with an evaluation, and all begin with the mean value of
//! the last few positions of the game. [`Form::Budget`] makes fewer iterations the better it stands; [`Form::Dropout`] leaves more
//! of its network out of the answers; [`Form::Target`] prefers lines whose value stays near that mean. Where the originals ask a
//! network, the evaluation given here is asked. Its probabilities of moves have no counterpart here, so all forms select as the
//! original of [`Form::Target`] does. The published constants were fitted to networks that are soon sure of themselves; an
//! evaluation that stays near 0 needs a steeper slope. Nothing makes sure that a win at once is taken, there as here.
//!
//! The original of [`Form::Dropout`] draws anew for every position what is left out. Here that is drawn once for a search, from the
//! seed and the position at the root, so that a search sees one weaker network and not a trembling one, and gives the same result
//! whenever it is repeated.

mod tree;

use agon_core::hash::combine;
use agon_core::{Analysis, Assessed, Game, Line, Player};

use crate::evaluate::Evaluate;
use crate::limit::Meter;
use crate::task::{Search, Task};
use tree::Tree;

crate::settings! {
    /// Which positions say how the game stands: the mean of their values does.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Window {
        /// how many positions, the current one included, say how the game stands
        pub window: usize as "window" = "3" in Count(1, 1000),
    }
}

crate::settings! {
    /// How the number of iterations falls with the mean value, for [`Form::Budget`].
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Slope {
        /// A: makes 10^(-A(v+x0)) iterations at a mean value of v
        pub slope: f32 as "a" = "2" in Number(0.0, 1000.0),
        /// X0 in the same formula
        pub offset: f32 as "x0" = "-1.4" in Number(-10.0, 10.0),
    }
}

crate::settings! {
    /// How the share of the network that is left out grows with the mean value, for [`Form::Dropout`].
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Dropout {
        /// A: leaves a share of A(v+x0) of the network out at a mean value of v
        pub slope: f32 as "a" = "5" in Number(0.0, 1000.0),
        /// X0 in the same formula
        pub offset: f32 as "x0" = "-0.5" in Number(-10.0, 10.0),
    }
}

crate::settings! {
    /// How the tree is grown.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Growth {
        /// exploration: Q + c*sqrt(2 ln(N+1)/(n+1))
        pub exploration: f32 as "c" = "1.25" in Number(0.0, 100.0),
    }
}

/// What depends on how the game stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    /// The number of iterations: `10^(-slope * (mean + offset))`, between 1 and the limit.
    Budget(Slope),
    /// The share of the network that is left out: `slope * (mean + offset)`, between 0 and [`MOST_DROPPED`].
    Dropout {
        /// How it grows.
        dropout: Dropout,
        /// What decides which parts.
        seed: u64,
    },
    /// What both sides of the tree aim at: the mean value.
    Target,
}

/// The settings of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// What adapts,
    pub form: Form,
    /// to what,
    pub window: Window,
    /// in which tree.
    pub growth: Growth,
}

/// A search that adapts to how the game stands.
pub struct AlphaDda<G: Game> {
    settings: Settings,
    evaluation: Box<dyn Evaluate<G>>,
}

/// Iterations where no limit is set.
const DEFAULT_ITERATIONS: u64 = 200;

impl<G: Game> AlphaDda<G> {
    /// A search that judges positions with this evaluation.
    pub fn new(evaluation: Box<dyn Evaluate<G>>, settings: Settings) -> AlphaDda<G> {
        AlphaDda { settings, evaluation }
    }

    /// The mean value of the last positions for the player to move.
    fn standing(&mut self, game: &G, line: &Line<G>) -> f32 {
        let player = line.to_move(game);
        let earlier = self.settings.window.window.max(1) - 1;
        let skipped = line.steps().len().saturating_sub(earlier);
        let mut sum = self.evaluation.evaluate(game, line.position()).pov(player);
        let mut count = 1.0;
        for step in line.steps().skip(skipped) {
            sum += self.evaluation.evaluate(game, &step.position).pov(player);
            count += 1.0;
        }
        sum / count
    }
}

/// The iterations for a mean value: `10^(-slope * (mean + offset))`, rounded up, from 1 to `most`.
pub fn iterations(mean: f32, slope: f32, offset: f32, most: u64) -> u64 {
    let wanted = 10f64.powf(f64::from(-slope * (mean + offset))).ceil();
    // A conversion from a float saturates, so infinity is harmless.
    (wanted as u64).clamp(1, most.max(1))
}

/// The most of a network that is left out.
pub const MOST_DROPPED: f32 = 0.95;

/// The share of the network that is left out at a mean value: `slope * (mean + offset)`, from 0 to [`MOST_DROPPED`].
pub fn dropped(mean: f32, slope: f32, offset: f32) -> f32 {
    (slope * (mean + offset)).clamp(0.0, MOST_DROPPED)
}

impl<G: Game> Search<G> for AlphaDda<G> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let Task { game, line, limit, watch } = task;
        let mut moves = Vec::new();
        if line.generate(game, &mut moves).is_some() {
            return Analysis::unknown(&[]);
        }
        let standing = self.standing(game, line);
        let mut limit = limit.clone();
        let most =
            limit.iterations.unwrap_or(if limit.is_unbounded() { DEFAULT_ITERATIONS } else { u64::MAX });
        let target = match self.settings.form {
            Form::Budget(Slope { slope, offset }) => {
                limit.iterations = Some(iterations(standing, slope, offset, most));
                None
            }
            Form::Dropout { dropout: Dropout { slope, offset }, seed } => {
                limit.iterations = Some(most);
                self.evaluation.thin(dropped(standing, slope, offset), combine([seed, line.hash()]));
                None
            }
            Form::Target => {
                limit.iterations = Some(most);
                let player = line.to_move(game);
                Some(if player == Player::First { standing } else { -standing })
            }
        };
        let mut meter = Meter::new(&limit);
        let mut tree = Tree::new(moves, line.to_move(game), self.settings.growth.exploration, target);
        let mut path = line.clone();
        loop {
            let depth = tree.iterate(game, &mut path, self.evaluation.as_mut(), &mut meter.cost);
            meter.cost.iterations += 1;
            meter.cost.depth = meter.cost.depth.max(depth);
            if meter.is_over() {
                break;
            }
        }
        // How the game stands is for the whole network to say.
        self.evaluation.thin(0.0, 0);
        let analysis = report(&tree, meter.total());
        watch(&analysis);
        analysis
    }
}

/// The moves of the root: the most visited one is best, whatever its value.
fn report<M: Copy + Eq>(tree: &Tree<M>, cost: agon_core::Cost) -> Analysis<M> {
    let mean = tree.mean();
    let moves: Vec<Assessed<M>> = tree
        .root()
        .map(|(mv, edge)| Assessed {
            mv,
            value: edge.value().unwrap_or(mean),
            proof: edge.proof(),
            visits: u64::from(edge.visits),
        })
        .collect();
    let mut best = 0;
    for (index, assessed) in moves.iter().enumerate() {
        let key = |assessed: &Assessed<M>| (assessed.visits, assessed.value);
        if key(assessed) > key(&moves[best]) {
            best = index;
        }
    }
    let line = vec![moves[best].mv];
    Analysis { moves, best: Some(best), line, cost }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_iterations_the_better_it_stands() {
        // The constants of Othello on eight by eight: all 400 up to 0.47, and 14 when everything is won.
        assert_eq!(iterations(0.47, 2.8, -1.4, 400), 400);
        assert_eq!(iterations(1.0, 2.8, -1.4, 400), 14);
        assert_eq!(iterations(-1.0, 2.8, -1.4, 400), 400);
        assert_eq!(iterations(1.0, 10.0, 1.0, 400), 1);
        assert_eq!(iterations(f32::NEG_INFINITY, 2.0, 0.0, 7), 7);
    }

    #[test]
    fn more_is_left_out_the_better_it_stands() {
        // The constants of Othello on six by six: everything counts up to 0.5, and little above 0.69.
        assert_eq!(dropped(0.5, 5.0, -0.5), 0.0);
        assert_eq!(dropped(-1.0, 5.0, -0.5), 0.0);
        assert!((dropped(0.6, 5.0, -0.5) - 0.5).abs() < 1e-6);
        assert_eq!(dropped(0.7, 5.0, -0.5), MOST_DROPPED);
    }
}

//! The value of every position of a small game, found and told without the game's type.

use std::path::Path;
use std::time::Instant;

use agon_core::{Clocks, Encode};
use agon_search::solve::check::{Tally, check_all, check_sample};
use agon_search::solve::{FileError, Solution, TooLarge};
use thiserror::Error;

/// The largest game that is solved: two bytes for each number, and some more for the work.
const MOST: usize = 1_000_000_000;

/// What is wanted of a solution.
pub struct Order<'a> {
    /// How many threads to use.
    pub threads: usize,
    /// How many values are compared with those of their successors; all of them if there are no more.
    pub check: usize,
    /// Where to keep the solution.
    pub out: Option<&'a Path>,
    /// Is told round by round how many plies it was about and how many positions are decided in as many.
    pub watch: &'a mut dyn FnMut(u32, usize),
}

/// What a solution says.
pub struct Solved {
    /// The value of the initial position for the first player: 1, 0 or -1.
    pub gain: i8,
    /// In how many plies it is reached.
    pub plies: u32,
    /// Values stored.
    pub stored: usize,
    /// Positions that can be reached with pieces yet to be placed.
    pub placing: Tally,
    /// The other positions that can be reached.
    pub moving: Tally,
    /// Ended games among them.
    pub ended: u64,
    /// The longest win: its plies and where it begins.
    pub longest: Option<(u32, String)>,
    /// Values that were checked.
    pub checked: u64,
    /// Seconds on the wall that solving took, and those of everything.
    pub seconds: [f64; 2],
}

/// Why a game has no solution.
#[derive(Debug, Error)]
pub enum SolveError {
    /// It has too many positions.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The solution cannot be kept.
    #[error(transparent)]
    File(#[from] FileError),
    /// What was found is wrong.
    #[error("{wrong} of {checked} values contradict those of their successors")]
    Contradiction {
        /// Values that are wrong.
        wrong: u64,
        /// Values that were checked.
        checked: u64,
    },
}

/// Solves a game whose type is known.
pub(crate) fn solve<G: Encode>(game: &G, spec: &str, order: &mut Order<'_>) -> Result<Solved, SolveError> {
    let start = Instant::now();
    let solution = Solution::solve_watched(game, MOST, order.threads, order.watch)?;
    let solving = start.elapsed().as_secs_f64();
    let census = solution.census(game);
    let checked = if solution.size() <= order.check {
        check_all(&solution, game)
    } else {
        check_sample(&solution, game, order.check, 1)
    };
    if checked.contradictions > 0 {
        return Err(SolveError::Contradiction { wrong: checked.contradictions, checked: checked.positions });
    }
    if let Some(path) = order.out {
        solution.save(game, spec, path)?;
    }
    let initial = solution.verdict(&game.initial()).expect("the initial position has a value");
    Ok(Solved {
        gain: initial.gain(),
        plies: initial.distance(),
        stored: solution.size(),
        placing: census.placing,
        moving: census.moving,
        ended: census.ended,
        longest: census
            .longest
            .as_ref()
            .map(|(position, plies)| (*plies, game.write_position(position, Clocks::default()))),
        checked: checked.positions,
        seconds: [solving, start.elapsed().as_secs_f64()],
    })
}

//! Perfect play: a search that looks everything up.

use std::collections::HashMap;
use std::sync::Arc;

use agon_core::analysis::best_of;
use agon_core::{Analysis, Game, Limits, Line, Proof};

use super::{Solution, Verdict};
use crate::limit::Meter;
use crate::task::{Search, Task};

crate::settings! {
    /// Where the solution comes from.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Source {
        /// a file made by 'agon solve'; without one, the smallest games are solved on the spot
        pub file: String as "file" = "",
    }
}

/// Gives every move its exact value.
///
/// A solution knows nothing of the past. Its wins are called proven only where no limit can come in between: the
/// game is long enough, and no position that could repeat once too often has been on the board. What is drawn is
/// called a proven draw; this holds for games whose limits make draws, as those of all small games do.
pub struct Perfect<G: Game> {
    solution: Arc<Solution<G>>,
}

impl<G: Game> Perfect<G> {
    /// Plays by this solution.
    pub fn new(solution: Arc<Solution<G>>) -> Perfect<G> {
        Perfect { solution }
    }

    /// The value of a move of a line.
    fn value_of(&self, game: &G, line: &Line<G>, mv: G::Move) -> Option<Verdict> {
        let mut next = line.position().clone();
        game.play(&mut next, mv);
        let keeps_turn = game.to_move(&next) == line.to_move(game);
        self.solution.verdict(&next).map(|verdict| verdict.before(keeps_turn))
    }
}

impl<G: Game> Search<G> for Perfect<G> {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let Task { game, line, limit, watch } = task;
        let mut meter = Meter::new(limit);
        let mut moves = Vec::new();
        line.generate(game, &mut moves);
        let mut analysis = Analysis::unknown(&moves);
        if moves.is_empty() {
            return analysis;
        }
        let spent = spent_positions(line);
        let past_is_harmless = spent.iter().all(|position| position == line.position());
        // A win that does not come nearer with its first move might lead back here.
        let least = if spent.is_empty() { None } else { self.solution.verdict(line.position()) };
        for assessed in &mut analysis.moves {
            meter.cost.nodes += 1;
            let Some(verdict) = self.value_of(game, line, assessed.mv) else { continue };
            assessed.value = f32::from(verdict.gain());
            let comes_back =
                verdict.gain() > 0 && least.is_some_and(|least| verdict.distance() > least.distance() + 1);
            // A game that ends on the board with this move is not asked for its past.
            let is_proven = verdict.gain() == 0
                || verdict.distance() == 1
                || past_is_harmless && !comes_back && has_room(game, line, verdict.distance());
            assessed.proof = is_proven.then(|| Proof { gain: verdict.gain(), distance: verdict.distance() });
        }
        analysis.best = best_of(&analysis.moves);
        if let Some(best) = analysis.best_move() {
            analysis.line = self.expected(game, line, best.mv);
        }
        meter.cost.depth = 1;
        analysis.cost = meter.total();
        watch(&analysis);
        analysis
    }
}

impl<G: Game> Perfect<G> {
    /// The line of best play, until the game ends or begins to go in circles.
    fn expected(&self, game: &G, line: &Line<G>, first: G::Move) -> Vec<G::Move> {
        let mut line = line.clone();
        let mut expected = vec![first];
        let mut moves = Vec::new();
        line.push(game, first);
        while line.generate(game, &mut moves).is_none() && line.occurrences() == 1 {
            let rank = |mv: G::Move| self.value_of(game, &line, mv).map_or(0, Verdict::rank);
            // The first of equals, as at the root.
            let Some(best) = moves.iter().copied().rev().max_by_key(|&mv| rank(mv)) else { break };
            expected.push(best);
            line.push(game, best);
        }
        expected
    }
}

/// The positions that have been on the board, or are, so often that the game would be over if they came again. Whoever
/// wins in the shortest way passes no position twice, and can only be disturbed by these.
pub(super) fn spent_positions<G: Game>(line: &Line<G>) -> Vec<G::Position> {
    let Some(occurrences) = line.limits().repetition else { return Vec::new() };
    let reversible = (line.clocks().quiet as usize).min(line.steps().len());
    let past = line.steps().skip(line.steps().len() - reversible).map(|step| &step.position);
    let mut counts: HashMap<&G::Position, u32> = HashMap::new();
    let mut spent = Vec::new();
    for position in past.chain([line.position()]) {
        let count = counts.entry(position).or_insert(0);
        *count += 1;
        if *count + 1 == u32::from(occurrences) {
            spent.push(position.clone());
        }
    }
    spent
}

/// Whether a win in this many plies comes before the limits on length and on moves without progress.
fn has_room<G: Game>(game: &G, line: &Line<G>, plies: u32) -> bool {
    let clocks = line.clocks();
    line.limits().ply_cap.is_none_or(|cap| clocks.plies + plies <= cap)
        && quiet_limit(game, line.limits(), line.position()).is_none_or(|limit| clocks.quiet + plies <= limit)
}

/// The plies without progress after which a game under these limits is drawn in `position`.
pub(super) fn quiet_limit<G: Game>(game: &G, limits: Limits, position: &G::Position) -> Option<u32> {
    // A changed limit of a line replaces the game's; see `Line`.
    let limit = limits.no_progress;
    if limit == game.limits().no_progress { game.no_progress_limit(position) } else { limit }
}

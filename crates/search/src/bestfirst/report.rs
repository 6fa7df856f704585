//! What a search has found out about the moves of the root, and which of them it would play.

use agon_core::{Analysis, Assessed, Ending, Game, Line, Outcome, Player, Proof};

use super::Decision;
use super::fact::Fact;
use super::rule::{Rule, View, pov};
use super::walk::Walk;

/// The root as the outside sees it: a line and its moves.
pub(super) struct Report<'a, G: Game> {
    pub(super) line: &'a Line<G>,
    pub(super) moves: Vec<G::Move>,
    /// How the game ends after a move because of what was before it.
    pub(super) endings: Vec<Option<Ending>>,
    pub(super) decision: Decision,
}

impl<G: Game> Report<'_, G> {
    /// The state of a search.
    pub(super) fn analysis(&self, walk: &Walk<'_, G>) -> Analysis<G::Move> {
        let mover = walk.graph.mover(walk.root);
        let (mut moves, mut best) = (Vec::with_capacity(self.moves.len()), None);
        for (ordinal, &mv) in self.moves.iter().enumerate() {
            let view = self.view(walk, ordinal);
            let proof = view.fact.outcome.map(|outcome| Proof {
                gain: view.fact.gain(mover),
                // How long a draw takes is nobody's aim.
                distance: if outcome == Outcome::Draw && view.fact.distance > 0 {
                    0
                } else {
                    u32::from(view.fact.distance) + 1
                },
            });
            moves.push(Assessed { mv, value: pov(view.value, mover), proof, visits: u64::from(view.visits) });
            let rank = self.rank(walk.rule, mover, &view);
            if best.is_none_or(|(_, most)| rank > most) {
                best = Some((ordinal, rank));
            }
        }
        let best = best.map(|(ordinal, _)| ordinal);
        let line = best.map_or_else(Vec::new, |ordinal| walk.expected(self.line, ordinal as u16));
        Analysis { moves, best, line, cost: walk.meter.total() }
    }

    /// What is known about a move; its facts are those that the history cannot spoil.
    fn view(&self, walk: &Walk<'_, G>, ordinal: usize) -> View {
        let edge = walk.graph.edge(walk.root, ordinal as u16);
        let view = walk.graph.view(edge);
        if let Some(ending) = self.endings[ordinal] {
            return View { fact: Fact::end(Some(ending.outcome)), ..view };
        }
        let clocks = self.line.clocks();
        let distance = u32::from(view.fact.distance) + 1;
        let quiet = if edge.makes_progress() { 0 } else { clocks.quiet + 1 };
        let is_in_time = self.line.limits().ply_cap.is_none_or(|cap| clocks.plies + distance <= cap)
            && view.fact.holds_after(quiet);
        // A proof can only come back to the root if that is settled itself, and then takes longer than the root's.
        let root = walk.graph.fact(walk.root);
        let comes_back = root.is_known() && distance > u32::from(root.distance) && self.is_last_visit();
        if is_in_time && !comes_back { view } else { View { fact: Fact::end(None), ..view } }
    }

    /// Whether the game ends if the position of the root comes once more.
    fn is_last_visit(&self) -> bool {
        let limit = self.line.limits().repetition;
        limit.is_some_and(|occurrences| self.line.occurrences() + 1 >= usize::from(occurrences))
    }

    /// How much the search would like to play a move: the greatest is played, the first of equals.
    fn rank(&self, rule: Rule, mover: Player, view: &View) -> (f32, f32, f32) {
        let (gain, visits) = (f32::from(view.fact.gain(mover)), view.visits as f32);
        let merit = rule.merit(mover, view);
        match (rule, self.decision) {
            (Rule::Minimax, Decision::Safe) if gain < 1.0 => (gain, visits, pov(view.value, mover)),
            // A win sooner rather than later, a loss the other way round.
            (Rule::Minimax, _) => (merit, -gain * f32::from(view.fact.distance), visits),
            // What is settled is worth what it seems to be.
            (Rule::Balanced { .. }, _) => (merit, f32::from(u8::from(view.settled)), visits),
        }
    }
}

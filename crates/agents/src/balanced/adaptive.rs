//! `adaptive`: as good as the opponent's own moves, by rank.
//!
//! `AdaptiveMiniMax`: every recent move of the opponent has a rank among the moves he had, from 0 for the worst to 1 for the
//! best; the move played is the one whose rank is nearest to their mean.

use std::collections::BTreeMap;

use agon_core::{Assessed, Match};
use agon_search::Stop;
use agon_search::trace::Recorder;

use super::part;
use crate::agent::{Agent, Assessment};
use crate::spec::{AgentError, AgentSpec};

/// A player who follows the quality of the opponent's moves.
pub(crate) struct Adaptive {
    wide: Box<dyn Agent>,
    window: usize,
    prior: f32,
    /// The ranks of the opponent's moves so far, by ply.
    ranks: BTreeMap<u32, f32>,
    stop: Stop,
}

impl Adaptive {
    pub(crate) fn new(spec: &AgentSpec, game: &str, stop: &Stop) -> Result<Adaptive, AgentError> {
        Ok(Adaptive {
            wide: part(spec, "pvs:hash=1,multipv=all", 1.0, game, stop)?,
            window: spec.number("window"),
            prior: spec.number("prior"),
            ranks: BTreeMap::new(),
            stop: stop.clone(),
        })
    }

    /// The mean rank of the opponent's last moves.
    fn quality(&mut self, played: &dyn Match) -> f32 {
        let opponent = !played.to_move();
        self.ranks.retain(|&ply, _| ply < played.plies());
        let mut texts = played.history();
        let mut back = played.fork();
        let mut ranks = Vec::new();
        while ranks.len() < self.window
            && let Some(text) = texts.pop()
        {
            back.undo();
            if back.to_move() != opponent || back.move_count() < 2 {
                continue;
            }
            let (wide, ply) = (&mut self.wide, back.plies());
            let rank = *self.ranks.entry(ply).or_insert_with(|| {
                let assessment = wide.analyse(back.as_ref(), &mut |_| {});
                back.find_move(&text).map_or(1.0, |index| rank(&assessment.moves, index))
            });
            ranks.push(rank);
        }
        if ranks.is_empty() { self.prior } else { ranks.iter().sum::<f32>() / ranks.len() as f32 }
    }
}

/// The rank of a move from 0, the worst, to 1, the best; equals share the middle of their ranks.
fn rank(moves: &[Assessed<usize>], index: usize) -> f32 {
    let own = moves[index].rank().0;
    let others = || moves.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, mv)| mv.rank().0);
    let worse = others().filter(|&value| value < own).count() as f32;
    let equal = others().filter(|&value| value == own).count() as f32;
    (worse + equal / 2.0) / (moves.len() - 1).max(1) as f32
}

impl Agent for Adaptive {
    fn analyse(&mut self, played: &dyn Match, watch: &mut dyn FnMut(&Assessment)) -> Assessment {
        let quality = self.quality(played);
        let mut assessment = self.wide.analyse(played, watch);
        let distance = |index: usize| (rank(&assessment.moves, index) - quality).abs();
        assessment.choice = (0..assessment.moves.len()).min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        assessment
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn reset(&mut self) {
        self.ranks.clear();
        self.wide.reset();
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_go_from_the_worst_to_the_best_and_equals_share() {
        let moves: Vec<_> = [0.1, -0.5, 0.1, 0.9, -1.0]
            .into_iter()
            .enumerate()
            .map(|(mv, value)| Assessed { mv, value, proof: None, visits: 0 })
            .collect();
        let ranks: Vec<f32> = (0..5).map(|index| rank(&moves, index)).collect();
        assert_eq!(ranks, [0.625, 0.25, 0.625, 1.0, 0.0]);
    }
}

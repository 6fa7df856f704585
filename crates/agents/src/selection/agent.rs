//! An agent that chooses otherwise than its search would.

use std::time::Duration;

use agon_core::{Match, Random};
use agon_search::trace::Recorder;
use agon_search::{Looked, Stop};

use super::care::Care;
use super::choose::{compare, draw, margin, softmax};
use super::quantile::Habits;
use super::{Selection, gaussian, quantile};
use crate::agent::{Agent, Assessment};

/// An agent with a selection.
pub(crate) struct Choosing {
    agent: Box<dyn Agent>,
    /// Who looks at the moves in haste, if that is somebody else.
    hasty: Option<Box<dyn Agent>>,
    selection: Selection,
    seed: u64,
    habits: Habits,
    /// The time for a move, where it has to be quick.
    time: Option<Duration>,
}

impl Choosing {
    pub(crate) fn new(
        agent: Box<dyn Agent>,
        hasty: Option<Box<dyn Agent>>,
        selection: Selection,
        seed: u64,
    ) -> Choosing {
        Choosing { agent, hasty, selection, seed, habits: Habits::default(), time: None }
    }

    /// The rule for this move: whoever slips now and then is careful or hasty.
    fn mood(&self, played: &dyn Match) -> Selection {
        let Selection::Slip { chance, temperature, floor } = self.selection else { return self.selection };
        let mut random = Random::stream(self.seed, u64::from(played.plies()) | 1 << 32);
        if random.unit() < chance { Selection::Sound { temperature, floor } } else { Selection::Careful }
    }

    fn choose(
        &self,
        selection: Selection,
        played: &dyn Match,
        found: &Assessment,
        view: Option<usize>,
        habit: f64,
    ) -> Option<usize> {
        // What is drawn depends on the ply alone: asking twice, or taking back, does not change a mind.
        let mut random = Random::stream(self.seed, u64::from(played.plies()));
        match selection {
            Selection::Best => found.best,
            Selection::Careful | Selection::Slip { .. } => careful(played, found),
            Selection::Gaussian { mean, deviation } => {
                gaussian::choose(&found.moves, mean, deviation, &mut random)
            }
            Selection::Margin(most) => margin(&found.moves, most, &mut random),
            Selection::Softmax { temperature, floor } => {
                draw(&softmax(&found.moves, temperature, floor, found.cost.playouts > 0), &mut random)
            }
            Selection::Sound { temperature, floor } => {
                let weighted = softmax(&found.moves, temperature, floor, found.cost.playouts > 0);
                guarded(played, found, weighted, &mut random)
            }
            Selection::Quantile { .. } => quantile::choose(&found.moves, habit, &mut random),
            Selection::Visible(_) => view.or(found.best),
        }
    }
}

impl Agent for Choosing {
    fn analyse(&mut self, played: &dyn Match, watch: &mut dyn FnMut(&Assessment)) -> Assessment {
        let selection = self.mood(played);
        // His moves come first: a search that knows already what his last one led to would see it deeper than the others.
        let habit = match selection {
            Selection::Quantile { moves, prior } => {
                self.habits.rank(played, self.agent.as_mut(), moves, prior, self.time)
            }
            _ => 0.0,
        };
        let mut view = View::of(selection);
        let agent = match (&mut self.hasty, selection) {
            (Some(hasty), Selection::Sound { .. }) => hasty,
            _ => &mut self.agent,
        };
        let mut found = agent.analyse(played, &mut |assessment| {
            view.look(assessment);
            watch(assessment);
        });
        if found.fault.is_none() && found.best.is_some() {
            found.choice = self.choose(selection, played, &found, view.best, habit).or(found.best);
        }
        found
    }

    fn hurry(&mut self, time: Option<Duration>) {
        self.time = time;
        // Only one of the two looks at a position.
        self.agent.hurry(time);
        if let Some(hasty) = &mut self.hasty {
            hasty.hurry(time);
        }
    }

    fn stop(&self) -> Stop {
        self.agent.stop()
    }

    fn reset(&mut self) {
        self.habits.forget();
        self.agent.reset();
        if let Some(hasty) = &mut self.hasty {
            hasty.reset();
        }
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        self.agent.recorder()
    }

    fn tree(&self) -> Vec<Looked> {
        self.agent.tree()
    }

    fn conclude(&mut self, gain: f32) {
        self.agent.conclude(gain);
        if let Some(hasty) = &mut self.hasty {
            hasty.conclude(gain);
        }
    }

    fn memory(&self) -> Option<f32> {
        self.agent.memory()
    }
}

/// What a search saw when it had come to a certain depth.
struct View {
    depth: u32,
    seen: u32,
    best: Option<usize>,
}

impl View {
    fn of(selection: Selection) -> View {
        let depth = if let Selection::Visible(depth) = selection { depth } else { 0 };
        View { depth, seen: 0, best: None }
    }

    /// Of all reports at one depth the first counts: it is the finished iteration, whereas later ones are about the next
    /// iteration and come when the clock says so.
    fn look(&mut self, assessment: &Assessment) {
        let depth = assessment.cost.depth;
        if depth > self.seen && depth <= self.depth {
            self.seen = depth;
            self.best = assessment.best;
        }
    }
}

/// The best move that does not lose at once, unless one wins at once.
fn careful(played: &dyn Match, found: &Assessment) -> Option<usize> {
    let mut care = Care::new(played);
    let best = found.best?;
    if let Some(win) = care.win() {
        return Some(win);
    }
    if !care.loses(best) {
        return Some(best);
    }
    let mut others: Vec<usize> = (0..found.moves.len()).filter(|&index| index != best).collect();
    others.sort_by(|&a, &b| compare(&found.moves[b], &found.moves[a]));
    others.into_iter().find(|&index| !care.loses(index)).or(Some(best))
}

/// Draws among weighted moves, leaving out those that lose at once; if nothing is left, as a careful player would.
fn guarded(
    played: &dyn Match,
    found: &Assessment,
    mut weighted: Vec<(usize, f64)>,
    random: &mut Random,
) -> Option<usize> {
    let mut care = Care::new(played);
    if let Some(win) = care.win() {
        return Some(win);
    }
    while let Some(index) = draw(&weighted, random) {
        if !care.loses(index) {
            return Some(index);
        }
        weighted.retain(|&(other, _)| other != index);
    }
    careful(played, found)
}

//! `fair`: a close game for anybody.
//!
//! A deep search says where we stand and what is best; a wide one says what every other move gives away. Of the moves that
//! look natural, the one is played that leaves us nearest to a target: an even game, shifted by what the opponent's moves
//! gave away so far in this game, and by the one number that may be remembered of him from earlier ones.
//!
//! What looks natural: a win in one is never refused, a certain win in a few plies neither, and no move is played that a
//! look of two plies tells to be a blunder; taking back belongs to that. So its mistakes are those that somebody could make.

use agon_core::{Match, Player, Random};
use agon_search::Stop;
use agon_search::trace::Recorder;

use super::control::{Control, next_u};
use super::{Glance, finished, part, win_in_one};
use crate::agent::{Agent, Assessment};
use crate::spec::{AgentError, AgentSpec};

/// Moves that are looked at two plies ahead before the best one is played after all.
const GLANCES: usize = 8;

/// The limits of natural play.
#[derive(Clone, Copy, Debug)]
struct Natural {
    /// A certain win in so many plies is taken.
    win_within: u32,
    /// How much worse a move may look at a glance.
    visible: f32,
    /// How much worse a move may be.
    cap: f32,
}

impl Natural {
    /// The limits where they have given way by `slack`, from 0 to 1.
    fn loosened(self, slack: f32) -> Natural {
        let towards = |limit: f32| limit + slack * (2.0 - limit);
        Natural {
            win_within: if slack > 0.0 { 1 } else { self.win_within },
            visible: towards(self.visible),
            cap: towards(self.cap),
        }
    }
}

/// What the agent expected after a move of its own.
#[derive(Clone, Copy, Debug)]
struct Expected {
    /// The plies played before the move.
    ply: u32,
    player: Player,
    /// Where it stood before the move, by the best one.
    before: f32,
    /// Where it expected to stand after it.
    after: f32,
}

/// A player who gives anybody a close game.
pub(crate) struct Fair {
    control: Control,
    natural: Natural,
    /// Finds the best move, with half of the budget.
    deep: Box<dyn Agent>,
    /// Compares all moves, with the other half.
    wide: Box<dyn Agent>,
    /// Finds the best move with all of the budget.
    all_out: Box<dyn Agent>,
    /// Sees what anybody sees.
    glance: Glance,
    expected: Vec<Expected>,
    random: Random,
    seed: u64,
    stop: Stop,
}

impl Fair {
    pub(crate) fn new(spec: &AgentSpec, game: &str, stop: &Stop) -> Result<Fair, AgentError> {
        let seed = spec.number("seed");
        Ok(Fair {
            control: Control {
                u: spec.number("u"),
                step: spec.number("step"),
                drift: spec.number("drift"),
                par: spec.number("par"),
            },
            natural: Natural {
                win_within: spec.number("d"),
                visible: spec.number("visible"),
                cap: spec.number("cap"),
            },
            deep: part(spec, "pvs:hash=1", 0.5, game, stop)?,
            wide: part(spec, "pvs:hash=1,multipv=all", 0.5, game, stop)?,
            all_out: part(spec, "pvs:hash=1", 1.0, game, stop)?,
            glance: Glance::stopped_by(game, stop)?,
            expected: Vec::new(),
            random: Random::new(seed),
            seed,
            stop: stop.clone(),
        })
    }

    /// What each of the opponent's moves gave away: how much better we stood than we had expected.
    fn mistakes(&self, now: f32, player: Player) -> Vec<f32> {
        let own: Vec<&Expected> = self.expected.iter().filter(|e| e.player == player).collect();
        let later = own.iter().skip(1).map(|e| e.before).chain([now]);
        own.iter().zip(later).map(|(expected, stood)| stood - expected.after).collect()
    }

    /// The move to play and the value expected after it, given what a deep look found.
    fn choose(&mut self, played: &dyn Match, deep: &mut Assessment, target: f32) -> (usize, f32) {
        let best = deep.best.expect("a game that goes on has moves");
        let stand = deep.moves[best].value;
        let natural = self.natural.loosened(self.control.slack());
        if let Some(win) = win_in_one(played) {
            return (win, 1.0);
        }
        if stand <= target || deep.moves.len() == 1 || is_near_win(deep, best, natural.win_within) {
            return (best, stand);
        }
        let wide = finished(self.wide.as_mut(), played);
        deep.cost.nodes += wide.cost.nodes;
        deep.cost.evaluations += wide.cost.evaluations;
        deep.cost.time += wide.cost.time;
        if let Some(win) = wide.best.filter(|&win| is_near_win(&wide, win, natural.win_within)) {
            return (win, 1.0);
        }
        // Where we stand is the deep search's word; what a move gives away is the wide one's, which sees all moves alike.
        let reference = wide.moves[best].value;
        let regret = |index: usize| (reference - wide.moves[index].value).max(0.0);
        let mut candidates: Vec<(f32, u64, usize)> = (0..wide.moves.len())
            .filter(|&index| index != best && regret(index) <= natural.cap)
            .map(|index| ((stand - regret(index) - target).abs(), self.random.bits(), index))
            .filter(|&(distance, ..)| distance < stand - target)
            .collect();
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let look = self.glance.look(played, best);
        for &(_, _, index) in candidates.iter().take(GLANCES) {
            if look - self.glance.look(played, index) <= natural.visible {
                return (index, stand - regret(index));
            }
        }
        (best, stand)
    }
}

/// Whether a move certainly wins in at most so many plies.
fn is_near_win(assessment: &Assessment, index: usize, plies: u32) -> bool {
    assessment.moves[index].proof.is_some_and(|proof| proof.gain == 1 && proof.distance <= plies)
}

impl Agent for Fair {
    fn analyse(&mut self, played: &dyn Match, watch: &mut dyn FnMut(&Assessment)) -> Assessment {
        let (ply, player) = (played.plies(), played.to_move());
        // Moves that were taken back were never made.
        self.expected.retain(|expected| expected.ply < ply);
        let is_all_out = self.control.is_all_out();
        let search = if is_all_out { &mut self.all_out } else { &mut self.deep };
        let mut assessment = search.analyse(played, watch);
        let Some(best) = assessment.best else { return assessment };
        let stand = assessment.moves[best].value;
        let (choice, after) = if is_all_out {
            (win_in_one(played).unwrap_or(best), stand)
        } else {
            let target = self.control.target(&self.mistakes(stand, player));
            self.choose(played, &mut assessment, target)
        };
        self.expected.push(Expected { ply, player, before: stand, after });
        assessment.choice = Some(choice);
        assessment
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn reset(&mut self) {
        self.expected.clear();
        self.random = Random::new(self.seed);
        for agent in [&mut self.deep, &mut self.wide, &mut self.all_out] {
            agent.reset();
        }
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        None
    }

    fn conclude(&mut self, gain: f32) {
        self.control.u = next_u(self.control.u, gain, self.control.step);
    }

    fn memory(&self) -> Option<f32> {
        Some(self.control.u)
    }
}

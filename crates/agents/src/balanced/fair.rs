//! `fair`: a close game for anybody.
//!
//! A deep search says where we stand and what is best; a wide one says what every other move gives away. Of the moves that
//! look natural, the one is played that leaves us nearest to a target: an even game, shifted by how careless the opponent
//! has been in this game, by how long somebody has been ahead in it, and by the one number that may be remembered of him
//! from earlier ones.
//!
//! What looks natural: a win in one is never refused, a certain win in a few plies neither, and no move is played that a
//! look of two plies tells to be a blunder; taking back belongs to that. So its mistakes are those that somebody could make.
//! Only against somebody who plays worse than these limits allow do they give way, the win in one never; and against
//! somebody who can be beaten by accident, it gives way itself ([`Yielding`]).
//!
//! Where games may go in circles, a game that is kept even has no end but a draw, and that is nobody's idea of a close game. So when it has gone
//! on for long, chance begins to decide who shall win it ([`Lot`]).

use std::time::{Duration, Instant};

use agon_core::{Cost, Match, Random};
use agon_search::trace::Recorder;
use agon_search::{Looked, Stop};

use super::control::{Control, Course, Lot, Seen, next_u};
use super::yielding::Yielding;
use super::{Glance, Judged, Parts, finished, win_in_one};
use crate::agent::{Agent, Assessment};
use crate::playable::Playable;
use crate::spec::{AgentError, AgentSpec};

/// Moves that are looked at two plies ahead before the best one is played after all.
const GLANCES: usize = 8;
/// What one move can give away at most, for judging the opponent: beyond that a game is lost anyway.
const MOST_GIVEN: f32 = 0.5;

/// How many of the opponent's moves are looked at, at most.
const LATEST_MOVES: usize = 16;
/// Moves before this ply say little about anybody: openings are random, or known by heart.
const OPENING_PLIES: u32 = 2;
/// The stream of random numbers of which the lot of a game is drawn; no game has so many plies.
const LOT: u64 = u64::MAX;
/// No game is called long before this ply: too little is known of the opponent.
const SHORT: u32 = 2 * LATEST_MOVES as u32;
/// Positions looked at where the budget is given in another way.
const USUAL_NODES: u64 = 2000;

agon_search::settings! {
    /// The limits of natural play.
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub(crate) struct Natural {
        /// a certain win in at most so many plies is taken
        win_within: u32 as "d" = "3" in Count(1, 64),
        /// how much worse than the best a move may look two plies ahead
        visible: f32 as "visible" = "0.2" in Number(0.0, 2.0),
        /// how much worse than the best a move may be
        regret: f32 as "regret" formerly "cap" = "0.5" in Number(0.0, 2.0),
    }
}

impl Natural {
    /// The limits where they have given way by `slack`, from 0 to 1.
    fn loosened(self, slack: f32) -> Natural {
        let towards = |limit: f32| limit + slack * (2.0 - limit);
        Natural {
            win_within: if slack > 0.0 { 1 } else { self.win_within },
            visible: towards(self.visible),
            regret: towards(self.regret),
        }
    }
}

/// A move of the opponent that was looked at.
#[derive(Clone, Debug)]
struct Watched {
    ply: u32,
    text: String,
    seen: Seen,
}

/// A move of the opponent that is to be looked at, unless that was done before.
struct Past {
    before: Box<dyn Match>,
    index: usize,
    text: String,
    known: Option<Seen>,
}

/// The shares of the budget: for the best move, for the comparison of all moves, and for that of the moves the opponent had.
const DEEP: f64 = 0.5;
const WIDE: f64 = 0.25;
const WITNESS: f64 = 0.25;

/// A player who gives anybody a close game.
pub(crate) struct Fair {
    control: Control,
    natural: Natural,
    /// Finds the best move.
    deep: Box<dyn Agent>,
    /// Compares all moves.
    wide: Box<dyn Agent>,
    /// Compares the moves that the opponent had.
    witness: Box<dyn Agent>,
    /// Finds the best move with all of the budget.
    all_out: Box<dyn Agent>,
    /// Positions that may be looked at for a move.
    nodes: u64,
    /// Sees what anybody sees.
    glance: Glance,
    /// The opponent's latest moves, the last one last.
    watched: Vec<Watched>,
    random: Random,
    seed: u64,
    stop: Stop,
    /// The time for a move, where it has to be quick.
    time: Option<Duration>,
}

impl Fair {
    pub(crate) fn new(spec: &AgentSpec, game: &dyn Playable, stop: &Stop) -> Result<Fair, AgentError> {
        let Judged { seed, .. } = spec.settings();
        let parts = Parts::new(spec, game, stop);
        Ok(Fair {
            control: spec.settings(),
            natural: spec.settings(),
            deep: parts.deep(DEEP)?,
            wide: parts.wide(WIDE)?,
            witness: parts.wide(WITNESS)?,
            all_out: parts.deep(1.0)?,
            nodes: spec.limit().nodes.unwrap_or(USUAL_NODES),
            glance: parts.glance()?,
            watched: Vec::new(),
            random: Random::new(seed),
            seed,
            stop: stop.clone(),
            time: None,
        })
    }

    /// Looks at the opponent's latest moves, so far as they are not known yet; says what it cost. What is found depends on
    /// the game alone: somebody who joins in the middle of it comes to the same conclusions.
    fn watch_opponent(&mut self, played: &dyn Match) -> Cost {
        let latest = self.latest_moves(played);
        let unknown = latest.iter().filter(|past| past.known.is_none()).count();
        self.witness.hurry(self.time.map(|time| time.mul_f64(WITNESS) / unknown.max(1) as u32));
        let mut cost = Cost::default();
        self.watched = Vec::new();
        for Past { before, index, text, known } in latest {
            let seen = known.unwrap_or_else(|| {
                let assessment = compare(&mut self.witness, &mut self.glance, before.as_ref());
                add(&mut cost, assessment.cost);
                see(&assessment, index)
            });
            self.watched.push(Watched { ply: before.plies(), text, seen });
        }
        self.watched.reverse();
        cost
    }

    /// The opponent's latest moves, the last one first.
    fn latest_moves(&self, played: &dyn Match) -> Vec<Past> {
        let mut texts = played.history();
        let mut back = played.fork();
        let mut latest = Vec::new();
        while latest.len() < LATEST_MOVES
            && back.plies() > OPENING_PLIES
            && let Some(text) = texts.pop()
        {
            back.undo();
            let ply = back.plies();
            if back.to_move() == played.to_move() || back.move_count() < 2 {
                continue;
            }
            let Ok(index) = back.find_move(&text) else { continue };
            let known = self.watched.iter().find(|known| known.ply == ply && known.text == text);
            latest.push(Past { before: back.fork(), index, known: known.map(|known| known.seen), text });
        }
        latest
    }

    /// The move to play, given what a deep look found.
    fn choose(&mut self, played: &dyn Match, deep: &mut Assessment, course: Course) -> usize {
        let best = deep.best.expect("a game that goes on has moves");
        let (stand, target) = (deep.moves[best].value, course.target());
        let natural = self.natural.loosened(course.slack());
        if stand <= target || deep.moves.len() == 1 || is_near_win(deep, best, natural.win_within) {
            return best;
        }
        self.wide.hurry(self.left(deep.cost));
        let wide = compare(&mut self.wide, &mut self.glance, played);
        add(&mut deep.cost, wide.cost);
        if let Some(win) = wide.best.filter(|&win| is_near_win(&wide, win, natural.win_within)) {
            return win;
        }
        let values: Vec<f32> = wide.moves.iter().map(|assessed| assessed.value).collect();
        // Where we stand is the deep search's word; what a move gives away is the wide one's, which sees all moves alike.
        let regret = |index: usize| (values[best] - values[index]).max(0.0);
        let mut candidates: Vec<(f32, u64, usize)> = (0..values.len())
            .filter(|&index| index != best && regret(index) <= natural.regret)
            .map(|index| ((stand - regret(index) - target).abs(), self.random.bits(), index))
            .filter(|&(distance, ..)| distance < stand - target)
            .collect();
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let look = self.glance.look(played, best);
        let mut natural_ones = candidates.iter().take(GLANCES).map(|&(_, _, index)| index);
        natural_ones.find(|&index| look - self.glance.look(played, index) <= natural.visible).unwrap_or(best)
    }

    /// What chance says: the same in all positions of a game, however they were reached.
    fn lot(&self, played: &dyn Match, seen: &[Seen]) -> Lot {
        let longest = played.rules().limits().ply_cap.filter(|_| played.plies() >= SHORT);
        let length = longest.map_or(0.0, |longest| played.plies() as f32 / longest as f32);
        self.control.lot(seen, length, Random::stream(self.seed, LOT).unit() as f32)
    }

    /// What is left of the time for a move, where it has to be quick.
    fn left(&self, spent: Cost) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(spent.time))
    }

    /// The move that gives way most.
    fn give_way(&mut self, played: &dyn Match, found: &mut Assessment) -> Option<usize> {
        // Whoever has made up his mind needs to look at nothing else.
        let budget = if self.control.is_settled() { self.nodes } else { self.nodes.div_ceil(2) };
        let until = self.left(found.cost).and_then(|left| Instant::now().checked_add(left));
        let mut yielding = Yielding::new(&mut self.glance, &mut self.random, until);
        let choice = yielding.choose(played, budget);
        add(&mut found.cost, yielding.cost());
        choice
    }
}

/// Adds what a search cost that was made on the side.
fn add(total: &mut Cost, aside: Cost) {
    total.nodes += aside.nodes;
    total.evaluations += aside.evaluations;
    total.playouts += aside.playouts;
    total.time += aside.time;
}

/// All moves looked at equally deeply: to the last depth that was finished, by random games, or at a glance.
fn compare(agent: &mut Box<dyn Agent>, glance: &mut Glance, played: &dyn Match) -> Assessment {
    let assessment = finished(agent.as_mut(), played);
    let Cost { depth, playouts, .. } = assessment.cost;
    if depth > 0 || playouts > 0 { assessment } else { glance.compare(played) }
}

/// What a move gave away, and what moves do on average.
fn see(assessment: &Assessment, index: usize) -> Seen {
    let values = || assessment.moves.iter().map(|assessed| assessed.value);
    let best = values().fold(-1.0, f32::max);
    let given = |value: f32| (best - value).clamp(0.0, MOST_GIVEN);
    let usual = values().map(given).sum::<f32>() / assessment.moves.len().max(1) as f32;
    let value = assessment.moves[index].value;
    Seen { given: given(value), usual, stand: -value }
}

/// Whether a move certainly wins in at most so many plies.
fn is_near_win(assessment: &Assessment, index: usize, plies: u32) -> bool {
    assessment.moves[index].proof.is_some_and(|proof| proof.gain == 1 && proof.distance <= plies)
}

impl Agent for Fair {
    fn analyse(&mut self, played: &dyn Match, watch: &mut dyn FnMut(&Assessment)) -> Assessment {
        if played.ending().is_some() {
            return self.deep.analyse(played, watch);
        }
        // What is drawn depends on the ply alone: asking twice, or taking back, does not change a mind.
        self.random = Random::stream(self.seed, u64::from(played.plies()));
        let is_settled = self.control.is_settled();
        let aside = if is_settled { Cost::default() } else { self.watch_opponent(played) };
        let seen: Vec<Seen> = self.watched.iter().map(|watched| watched.seen).collect();
        let course = self.control.course(&seen, self.lot(played, &seen));
        // Whoever stands worse than he wants to will need all his strength.
        let is_behind = seen.last().is_some_and(|seen| seen.stand < course.target());
        let mut assessment = if course.is_all_out() || is_behind {
            self.all_out.hurry(self.left(aside));
            self.all_out.analyse(played, watch)
        } else if !course.is_yielding() {
            self.deep.analyse(played, watch)
        } else if is_settled {
            self.glance.compare(played)
        } else {
            self.wide.hurry(self.time.map(|time| time.mul_f64(WIDE)));
            compare(&mut self.wide, &mut self.glance, played)
        };
        add(&mut assessment.cost, aside);
        let Some(best) = assessment.best else { return assessment };
        let choice = if let Some(win) = win_in_one(played) {
            win
        } else if course.is_all_out() {
            best
        } else if course.is_yielding() {
            self.give_way(played, &mut assessment).unwrap_or(best)
        } else {
            self.choose(played, &mut assessment, course)
        };
        assessment.choice = Some(choice);
        assessment
    }

    fn hurry(&mut self, time: Option<Duration>) {
        self.time = time;
        self.deep.hurry(time.map(|time| time.mul_f64(DEEP)));
        // The others are told when their turn comes: then it is known how much there is to look at, and what is left.
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn reset(&mut self) {
        self.watched.clear();
        for agent in [&mut self.deep, &mut self.wide, &mut self.witness, &mut self.all_out] {
            agent.reset();
        }
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        None
    }

    fn tree(&self) -> Vec<Looked> {
        Vec::new()
    }

    fn conclude(&mut self, gain: f32) {
        self.control.u = next_u(self.control.u, gain, self.control.step);
    }

    fn memory(&self) -> Option<f32> {
        Some(self.control.u)
    }
}

//! `fair`: a close game for anybody.
//!
//! A deep search says where we stand and what is best; a wide one says what every other move gives away. Of the moves that
//! look natural, the one is played that leaves us nearest to a target: an even game, shifted by how careless the opponent
//! has been in this game, and by the one number that may be remembered of him from earlier ones.
//!
//! What looks natural: a win in one is never refused, a certain win in a few plies neither, and no move is played that a
//! look of two plies tells to be a blunder; taking back belongs to that. So its mistakes are those that somebody could make.
//! Only against somebody who plays worse than these limits allow do they give way, the win in one never.

use agon_core::{Cost, Match, Player, Random};
use agon_search::Stop;
use agon_search::trace::Recorder;

use super::control::{Control, Course, Seen, next_u};
use super::{Glance, finished, part, win_in_one};
use crate::agent::{Agent, Assessment};
use crate::spec::{AgentError, AgentSpec};

/// Moves that are looked at two plies ahead before the best one is played after all.
const GLANCES: usize = 8;
/// What one move can give away at most, for judging the opponent: beyond that a game is lost anyway.
const MOST_GIVEN: f32 = 0.5;
/// Where the limits have given way this far, best answers are no longer to be expected, and random games say more.
const AT_RANDOM: f32 = 0.45;
/// Random games per legal move that are worth asking.
const GAMES_PER_MOVE: u64 = 4;

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

/// A move of the opponent that was looked at.
#[derive(Clone, Copy, Debug)]
struct Watched {
    ply: u32,
    player: Player,
    seen: Seen,
}

/// A player who gives anybody a close game.
pub(crate) struct Fair {
    control: Control,
    natural: Natural,
    /// How far its form goes up and down.
    range: f32,
    /// Games concluded.
    games: u64,
    /// Finds the best move, with half of the budget.
    deep: Box<dyn Agent>,
    /// Compares all moves, with a quarter.
    wide: Box<dyn Agent>,
    /// Compares the moves that the opponent had, with another quarter.
    witness: Box<dyn Agent>,
    /// Finds the best move with all of the budget.
    all_out: Box<dyn Agent>,
    /// Plays random games, for opponents who hardly play better.
    chance: Box<dyn Agent>,
    /// How many.
    random_games: u64,
    /// Sees what anybody sees.
    glance: Glance,
    watched: Vec<Watched>,
    /// The ply from which on moves are the opponent's own: what came before may have been an opening or a set position.
    since: Option<u32>,
    random: Random,
    seed: u64,
    stop: Stop,
}

impl Fair {
    pub(crate) fn new(spec: &AgentSpec, game: &str, stop: &Stop) -> Result<Fair, AgentError> {
        let seed = spec.number("seed");
        let random_games = spec.limit().nodes.unwrap_or(2000).div_ceil(5);
        let chance: AgentSpec = format!("uct:c=100,cap=100,seed={seed},playouts={random_games}").parse()?;
        let mut fair = Fair {
            control: Control {
                u: spec.number("u"),
                step: spec.number("step"),
                drift: spec.number("drift"),
                par: spec.number("par"),
                form: 0.0,
            },
            range: spec.number("form"),
            games: 0,
            natural: Natural {
                win_within: spec.number("d"),
                visible: spec.number("visible"),
                cap: spec.number("cap"),
            },
            deep: part(spec, "pvs:hash=1", 0.5, game, stop)?,
            wide: part(spec, "pvs:hash=1,multipv=all", 0.25, game, stop)?,
            witness: part(spec, "pvs:hash=1,multipv=all", 0.25, game, stop)?,
            all_out: part(spec, "pvs:hash=1", 1.0, game, stop)?,
            chance: chance.agent_stopped_by(game, stop)?,
            random_games,
            glance: Glance::stopped_by(game, stop)?,
            watched: Vec::new(),
            since: None,
            random: Random::new(seed),
            seed,
            stop: stop.clone(),
        };
        fair.begin();
        Ok(fair)
    }

    /// Begins the next game: with a form of its own.
    fn begin(&mut self) {
        self.random = Random::stream(self.seed, self.games);
        self.control.form = self.range * (2.0 * self.random.unit() as f32 - 1.0);
        self.watched.clear();
        self.since = None;
    }

    /// Looks at what the opponent has played since the last time, and forgets what was taken back; says what it cost.
    fn watch_opponent(&mut self, played: &dyn Match) -> Cost {
        let mut cost = Cost::default();
        let now = played.plies();
        self.watched.retain(|watched| watched.ply < now);
        let since = *self.since.get_or_insert(now);
        let next = self.watched.last().map_or(since, |last| last.ply + 1).max(since);
        let mut texts = played.history();
        let mut back = played.fork();
        let mut found = Vec::new();
        while back.plies() > next
            && let Some(text) = texts.pop()
        {
            back.undo();
            let (ply, player) = (back.plies(), back.to_move());
            if player == played.to_move() || back.move_count() < 2 {
                continue;
            }
            let Ok(index) = back.find_move(&text) else { continue };
            let assessment = compare(&mut self.witness, &mut self.glance, back.as_ref());
            add(&mut cost, assessment.cost);
            found.push(Watched { ply, player, seen: see(&assessment, index) });
        }
        self.watched.extend(found.into_iter().rev());
        cost
    }

    /// Where to steer in this position.
    fn course(&self, played: &dyn Match) -> Course {
        let opponent = !played.to_move();
        let moves = self.watched.iter().filter(|watched| watched.player == opponent);
        let seen: Vec<Seen> = moves.map(|watched| watched.seen).collect();
        self.control.course(&seen)
    }

    /// The move to play, given what a deep look found.
    fn choose(&mut self, played: &dyn Match, deep: &mut Assessment, course: Course) -> usize {
        let best = deep.best.expect("a game that goes on has moves");
        if let Some(win) = win_in_one(played) {
            return win;
        }
        let (stand, target) = (deep.moves[best].value, course.target());
        let natural = self.natural.loosened(course.slack());
        if stand <= target || deep.moves.len() == 1 || is_near_win(deep, best, natural.win_within) {
            return best;
        }
        let wide = compare(&mut self.wide, &mut self.glance, played);
        add(&mut deep.cost, wide.cost);
        if let Some(win) = wide.best.filter(|&win| is_near_win(&wide, win, natural.win_within)) {
            return win;
        }
        let mut values: Vec<f32> = wide.moves.iter().map(|assessed| assessed.value).collect();
        let is_at_random = course.slack() >= AT_RANDOM;
        if is_at_random && values.len() as u64 * GAMES_PER_MOVE <= self.random_games {
            let chance = self.chance.analyse(played, &mut |_| {});
            add(&mut deep.cost, chance.cost);
            for (value, assessed) in values.iter_mut().zip(&chance.moves) {
                *value = f32::midpoint(*value, assessed.value);
            }
        }
        // Where we stand is the deep search's word; what a move gives away is the wide one's, which sees all moves alike.
        let regret = |index: usize| (values[best] - values[index]).max(0.0);
        let mut candidates: Vec<(f32, u64, usize)> = (0..values.len())
            .filter(|&index| index != best && regret(index) <= natural.cap)
            .map(|index| ((stand - regret(index) - target).abs(), self.random.bits(), index))
            .filter(|&(distance, ..)| distance < stand - target)
            .collect();
        candidates.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        if is_at_random {
            return candidates.first().map_or(best, |&(_, _, index)| index);
        }
        let look = self.glance.look(played, best);
        let mut natural_ones = candidates.iter().take(GLANCES).map(|&(_, _, index)| index);
        natural_ones.find(|&index| look - self.glance.look(played, index) <= natural.visible).unwrap_or(best)
    }
}

/// Adds what a search cost that was made on the side.
fn add(total: &mut Cost, aside: Cost) {
    total.nodes += aside.nodes;
    total.evaluations += aside.evaluations;
    total.playouts += aside.playouts;
    total.time += aside.time;
}

/// All moves looked at equally deeply: to the last depth that was finished, or at a glance.
fn compare(agent: &mut Box<dyn Agent>, glance: &mut Glance, played: &dyn Match) -> Assessment {
    let assessment = finished(agent.as_mut(), played);
    if assessment.cost.depth > 0 { assessment } else { glance.compare(played) }
}

/// What a move gave away, and what moves do on average.
fn see(assessment: &Assessment, index: usize) -> Seen {
    let values = || assessment.moves.iter().map(|assessed| assessed.value);
    let best = values().fold(-1.0, f32::max);
    let given = |value: f32| (best - value).clamp(0.0, MOST_GIVEN);
    let usual = values().map(given).sum::<f32>() / assessment.moves.len().max(1) as f32;
    Seen { given: given(assessment.moves[index].value), usual }
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
        let aside = self.watch_opponent(played);
        let course = self.course(played);
        let is_all_out = course.is_all_out();
        let search = if is_all_out { &mut self.all_out } else { &mut self.deep };
        let mut assessment = search.analyse(played, watch);
        add(&mut assessment.cost, aside);
        assessment.choice = if is_all_out {
            win_in_one(played).or(assessment.best)
        } else {
            Some(self.choose(played, &mut assessment, course))
        };
        assessment
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn reset(&mut self) {
        self.begin();
        for agent in [&mut self.deep, &mut self.wide, &mut self.witness, &mut self.all_out, &mut self.chance]
        {
            agent.reset();
        }
    }

    fn recorder(&mut self) -> Option<&mut Option<Recorder>> {
        None
    }

    fn conclude(&mut self, gain: f32) {
        self.control.u = next_u(self.control.u, gain, self.control.step);
        self.games += 1;
    }

    fn memory(&self) -> Option<f32> {
        Some(self.control.u)
    }
}

//! One thread's search: its tree, and the simulations that grow it.

use std::collections::HashMap;
use std::time::Duration;

use agon_core::playout::playout;
use agon_core::{Cost, Encode, Ending, Limits, Line, Player, Random, Reason};

use super::batch::{Batch, Waiting};
use super::bounds::Bounds;
use super::path::Path;
use super::probe::{Forced, Probe};
use super::rollout::{Rollout, result};
use super::select::{RunningBest, highest_bound};
use super::settings::{Settings, Urgency};
use super::tables::{ActionMeans, Amaf, Key, key, key_count};
use super::tree::{Node, ROOT, Tree};
use crate::evaluate::Evaluate;
use crate::limit::{Limit, Meter};

/// Time between two reports to whoever watches.
const REPORT_EVERY: Duration = Duration::from_millis(100);
/// Simulations between two looks at the clock for that.
const LOOK_EVERY: u64 = 256;
/// More visits than this might not be counted any more once a batch is over.
const MOST_VISITS: u32 = 1 << 30;

/// A step of a simulation through the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    node: u32,
    slot: usize,
}

/// A tree and everything a simulation needs.
pub(super) struct Worker<G: Encode> {
    settings: Settings,
    tree: Tree<G::Move>,
    /// Whether the tree has refused a node; from then on it keeps its shape.
    full: bool,
    path: Path<G>,
    trail: Vec<Stride>,
    /// Whether the last edge of the trail has learned something certain.
    settled: bool,
    depth_limit: usize,
    random: Random,
    evaluation: Box<dyn Evaluate<G>>,
    /// The drawn simulations through each edge, while somebody wants to know.
    draws: Option<HashMap<(u32, usize), u32>>,
    means: ActionMeans,
    amaf: Option<Amaf>,
    keys: Vec<Key>,
    rollout: Rollout<G>,
    /// Simulations whose random games are played together, if that is how it is done.
    batch: Option<Batch<G>>,
    /// Random games of a simulation; it counts for so many.
    weight: u32,
    probe: Probe<G>,
    position: G::Position,
    moves: Vec<G::Move>,
    bits: Vec<u32>,
}

impl<G: Encode> Worker<G> {
    pub(super) fn new(game: &G, settings: Settings, evaluation: Box<dyn Evaluate<G>>) -> Worker<G> {
        // The tree and the table of all moves as first share the memory.
        let memory =
            settings.memory.in_bytes() / settings.threads.max(1) / if settings.grave { 2 } else { 1 };
        let keys = if settings.remembers_moves() { key_count(game) } else { 0 };
        let batch = Batch::new(game, &settings);
        Worker {
            tree: Tree::new(memory, settings.implicit > 0.0),
            full: false,
            path: Path::free(game.initial()),
            trail: Vec::new(),
            settled: false,
            depth_limit: usize::MAX,
            random: Random::new(settings.seed),
            evaluation,
            draws: None,
            means: ActionMeans::new(keys),
            amaf: settings.grave.then(|| Amaf::new(keys, memory)),
            keys: Vec::new(),
            rollout: Rollout::new(game, settings.style()),
            weight: batch.as_ref().map_or(1, |batch| batch.each),
            batch,
            probe: Probe::new(),
            position: game.initial(),
            moves: Vec::new(),
            bits: Vec::new(),
            settings,
        }
    }

    pub(super) fn tree(&self) -> &Tree<G::Move> {
        &self.tree
    }

    /// Counts draws in the searches to come, each of which begins with an empty tree; or no longer.
    pub(super) fn count_draws(&mut self, wanted: bool) {
        self.draws = wanted.then(HashMap::new);
        if wanted {
            self.clear();
        }
    }

    /// How many of the simulations through an edge were drawn, if that was counted.
    pub(super) fn draws(&self, node: u32, slot: usize) -> u32 {
        self.draws.as_ref().and_then(|draws| draws.get(&(node, slot))).copied().unwrap_or(0)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.tree.clear();
        self.means.clear();
        if let Some(amaf) = &mut self.amaf {
            amaf.clear();
        }
    }

    /// Gets ready to search the end of a line; the tree goes on from the end of `since`, the moves played since the last
    /// search, if it got that far.
    pub(super) fn prepare(&mut self, line: &Line<G>, since: Option<&[G::Move]>, random: Random) {
        self.random = random;
        self.full = false;
        self.path = Path::new(line);
        let root = since
            .filter(|_| !self.tree.is_empty())
            .and_then(|since| since.iter().try_fold(ROOT, |node, &mv| self.tree.child(node, mv)));
        if let Some(root) = root {
            let numbers = self.tree.prune(root);
            if let Some(amaf) = &mut self.amaf {
                amaf.renumber(&numbers);
            }
        } else {
            self.clear();
        }
    }

    /// Simulates until a limit is reached or everything is proven, and reports now and then.
    pub(super) fn run(&mut self, game: &G, limit: &Limit, report: &mut dyn FnMut(&Worker<G>, Cost)) -> Cost {
        self.depth_limit = limit.depth.map_or(usize::MAX, |depth| depth as usize);
        let mut meter = Meter::new(limit);
        if self.tree.is_empty() {
            let ended = game.generate(self.path.position(), &mut self.moves);
            debug_assert!(ended.is_none(), "a game that has ended is not searched");
            self.trail.clear();
            self.grow(game, 0, &mut meter.cost);
        }
        let mut next_report = REPORT_EVERY;
        let is_slow = self.settings.is_slow() || self.batch.is_some();
        // How long a batch took at most: one that would be over too late is not begun.
        let mut longest = Duration::ZERO;
        while !meter.is_over() && !self.is_done() {
            if self.batch.is_some() {
                let begun = meter.elapsed();
                if limit.time.is_some_and(|time| begun + longest > time) {
                    break;
                }
                self.simulate_together(game, &mut meter);
                longest = longest.max(meter.elapsed().saturating_sub(begun));
            } else {
                self.simulate(game, &mut meter);
            }
            if is_slow {
                meter.look();
            }
            if (meter.cost.iterations.is_multiple_of(LOOK_EVERY) || is_slow) && meter.elapsed() >= next_report
            {
                next_report = meter.elapsed() + REPORT_EVERY;
                report(self, meter.total());
            }
        }
        meter.total()
    }

    /// Whether more simulations would find nothing new, or could not be counted.
    fn is_done(&self) -> bool {
        let root = self.tree.node(ROOT);
        root.bounds.gain().is_some() || root.visits >= MOST_VISITS
    }

    /// Many simulations at once: all ways down the tree, then all random games, and back.
    fn simulate_together(&mut self, game: &G, meter: &mut Meter) {
        let size = self.batch.as_ref().map_or(0, |batch| batch.size);
        for _ in 0..size {
            self.simulate(game, meter);
            if meter.is_over() || self.is_done() {
                break;
            }
        }
        let played = self.batch.as_mut().map(|batch| batch.play(game, &mut self.random));
        for (Waiting { trail, .. }, results) in played.into_iter().flatten() {
            self.trail = trail;
            // They were counted when they were put aside, as losses of whoever moved.
            self.record(0, results.gain(), self.weight as i32);
            self.record_draws(results.draws);
        }
    }

    /// One simulation: down the tree, a random game, and back; or down alone, if its random games are played later.
    fn simulate(&mut self, game: &G, meter: &mut Meter) {
        self.path.rewind(0);
        self.trail.clear();
        self.keys.clear();
        self.settled = false;
        let result = self.descend(game, meter);
        let cost = &mut meter.cost;
        cost.nodes += self.trail.len() as u64;
        cost.depth = cost.depth.max(self.trail.len() as u32);
        cost.playouts += u64::from(self.weight);
        cost.iterations += 1;
        let weight = self.weight as i32;
        let Some(result) = result else {
            // Until more is known they count as lost, so that others go elsewhere.
            return self.record(self.weight, 0, -weight);
        };
        self.record(self.weight, weight * result, 0);
        if result == 0 {
            self.record_draws(self.weight);
        }
        if self.settings.remembers_moves() {
            self.means.record(&self.keys, result);
            if let Some(amaf) = &mut self.amaf {
                amaf.record(self.trail.iter().map(|stride| stride.node), &self.keys, result);
            }
        }
        if self.settings.implicit > 0.0 {
            self.back_up_guesses();
        }
        if self.settled && self.settings.proves() {
            self.back_up_bounds(game);
        }
    }

    /// Counts simulations through all edges of the trail, with the sum of their results for `First` and for whoever moves there.
    #[inline]
    fn record(&mut self, visits: u32, result: i32, bonus: i32) {
        for &Stride { node, slot } in &self.trail {
            let gain = if self.tree.node(node).mover == Player::First { result } else { -result };
            self.tree.record(node, slot, visits, gain + bonus);
        }
    }

    /// Counts drawn simulations through all edges of the trail, while somebody wants to know.
    fn record_draws(&mut self, count: u32) {
        if let Some(draws) = &mut self.draws {
            for &Stride { node, slot } in &self.trail {
                *draws.entry((node, slot)).or_default() += count;
            }
        }
    }

    /// Follows the tree, adds to it, and returns the result of the simulation for `First`; nothing if it waits for its random
    /// games.
    fn descend(&mut self, game: &G, meter: &mut Meter) -> Option<i32> {
        let (mut node, mut reference) = (ROOT, ROOT);
        loop {
            let slot = self.choose(game, node, &mut reference);
            let Node { mover, .. } = *self.tree.node(node);
            let mv = self.tree.mv(self.tree.node(node), slot);
            self.trail.push(Stride { node, slot });
            if self.settings.remembers_moves() {
                self.keys.push(key(game, self.path.position(), mv));
            }
            let edges = self.tree.edges(self.tree.node(node));
            let (visits, link) = (edges.visits[slot], edges.link(slot));
            if let Some(gain) = link.bounds().gain() {
                return Some(if mover == Player::First { gain.into() } else { -i32::from(gain) });
            }
            self.path.push(game, mv);
            if let Some(outcome) = self.path.history_outcome(game) {
                return Some(match game.generate(self.path.position(), &mut self.moves) {
                    Some(ending) => self.settle(mover, ending),
                    // True on this path only, and so found again each time and never kept.
                    None => result(outcome),
                });
            }
            if visits == 0 {
                return self.play_out(game, mover, meter);
            }
            node = match link.node() {
                Some(child) => child,
                None if self.full || self.trail.len() >= self.depth_limit => {
                    return self.play_out(game, mover, meter);
                }
                None => {
                    if let Some(ending) = game.generate(self.path.position(), &mut self.moves) {
                        return Some(self.settle(mover, ending));
                    }
                    match self.grow(game, visits, &mut meter.cost) {
                        Some(child) => child,
                        None => return self.play_out(game, mover, meter),
                    }
                }
            };
            if self.settings.expansion_depth > 0
                && visits == self.settings.expansion_visits
                && let Some(forced) = self.probe.forced(game, &mut self.path, self.settings.expansion_depth)
            {
                return Some(self.settle_node(node, forced));
            }
        }
    }

    /// Chooses an edge of a node. `reference` is the closest ancestor with enough visits, for GRAVE.
    #[inline]
    fn choose(&mut self, game: &G, number: u32, reference: &mut u32) -> usize {
        let node = self.tree.node(number);
        if !self.settings.grave && node.visited < node.count {
            let unvisited = u32::from(node.count - node.visited);
            if self.settings.urgency == Urgency::Parent
                && self.settings.is_plain()
                && let Some(slot) = self.leader(number)
            {
                return slot;
            }
            let node = self.tree.node(number);
            let slot = node.visited + self.random.below(unvisited) as u16;
            return self.tree.first_visit(number, usize::from(slot));
        }
        let width = self.settings.width(node.visits);
        if self.settings.is_plain() {
            let edges = self.tree.edges(node);
            let slot = highest_bound(edges, width, &mut self.bits, &mut self.random);
            // Only a solver finds out that a move is not worth following; its choice is made again with more care.
            if !self.settings.proves() || edges.link(slot).bounds().most() > node.bounds.least() {
                return slot;
            }
        }
        if self.settings.grave && node.visits > self.settings.reference {
            *reference = number;
        }
        let slot = self.choose_by_options(game, number, *reference, width);
        if slot < usize::from(self.tree.node(number).visited) {
            slot
        } else {
            self.tree.first_visit(number, slot)
        }
    }

    /// The visited edge whose bound is above that of a move which is worth the mean of its parent and has one visit.
    #[cold]
    fn leader(&mut self, number: u32) -> Option<usize> {
        let node = self.tree.node(number);
        let edges = self.tree.edges(node);
        let mean = if let Some(&Stride { node: above, slot }) = self.trail.last() {
            // The mean of the move that leads here, its first playout included, as the player to move here sees it.
            let parent = self.tree.node(above);
            let mean = self.tree.edges(parent).mean(slot);
            if parent.mover == node.mover { mean } else { -mean }
        } else {
            let visited = 0..usize::from(node.visited);
            let sum: i64 = visited.map(|slot| i64::from(edges.sum(slot))).sum();
            sum as f32 / node.visits.max(1) as f32
        };
        let width = self.settings.width(node.visits);
        let proves = self.settings.proves();
        let mut best = RunningBest::new();
        for slot in 0..usize::from(node.visited) {
            if !proves || edges.link(slot).bounds().most() > node.bounds.least() {
                let bound = edges.mean(slot) + (width / edges.visits[slot] as f32).sqrt();
                best.enter(slot, bound, &mut self.random);
            }
        }
        best.winner().filter(|&(_, bound)| bound > mean + width.sqrt()).map(|(slot, _)| slot)
    }

    /// The choice when solver, GRAVE, progressive history or implicit minimax have a say.
    fn choose_by_options(&mut self, game: &G, number: u32, reference: u32, width: f32) -> usize {
        let Settings { history, implicit, bias, .. } = self.settings;
        let node = self.tree.node(number);
        let (edges, guesses) = (self.tree.edges(node), self.tree.guesses(node));
        let mut best = RunningBest::new();
        for slot in 0..usize::from(node.count) {
            if self.settings.proves() && edges.link(slot).bounds().most() <= node.bounds.least() {
                continue;
            }
            let key = || key(game, self.path.position(), self.tree.mv(node, slot));
            let visits = edges.visits[slot] as f32;
            let mean = if visits > 0.0 { edges.mean(slot) } else { 0.0 };
            let mut value =
                guesses.map_or(mean, |guesses| (1.0 - implicit) * mean + implicit * guesses[slot]);
            let mut spread = visits;
            if let Some(amaf) = &self.amaf {
                // Moves compete before their first visit too, so their bounds must be finite.
                spread += 1.0;
                match amaf.get(reference, key()) {
                    Some((games, amaf_mean)) => {
                        let games = games as f32;
                        let weight = games / (games + visits + bias * games * visits);
                        value += weight * (amaf_mean - value);
                    }
                    None if visits == 0.0 => value = f32::INFINITY,
                    None => {}
                }
            }
            value += (width / spread).sqrt();
            if history > 0.0 {
                // The paper's formula on its scale of 0 to 1; a unit there is two of ours.
                let action = 1.0 + self.means.mean(key()).unwrap_or(0.0);
                value += action * history / ((1.0 - mean) / 2.0 * visits + 1.0);
            }
            best.enter(slot, value, &mut self.random);
        }
        best.winner().map_or(0, |(slot, _)| slot)
    }

    /// Gives the position at the end of the path a node with `self.moves` as edges, if there is room.
    fn grow(&mut self, game: &G, visits: u32, cost: &mut Cost) -> Option<u32> {
        let mover = game.to_move(self.path.position());
        let Some(number) = self.tree.add(&self.moves, mover, visits) else {
            self.full = true;
            return None;
        };
        if let Some(&Stride { node, slot }) = self.trail.last() {
            self.tree.set_child(node, slot, number);
        }
        if self.settings.implicit > 0.0 {
            self.guess(game, number, mover, cost);
        }
        Some(number)
    }

    /// Evaluates the moves of a new node.
    fn guess(&mut self, game: &G, number: u32, mover: Player, cost: &mut Cost) {
        let here = self.path.depth();
        for slot in 0..usize::from(self.tree.node(number).count) {
            self.path.push(game, self.tree.mv(self.tree.node(number), slot));
            let value = if let Some(ending) = game.generate(self.path.position(), &mut self.moves) {
                ending.outcome.value()
            } else {
                cost.evaluations += 1;
                self.evaluation.evaluate(game, self.path.position())
            };
            self.path.rewind(here);
            self.tree.set_guess(number, slot, value.pov(mover));
        }
    }

    /// Plays a random game from the end of the path, or puts the simulation aside. One that time has cut off is a draw.
    fn play_out(&mut self, game: &G, mover: Player, meter: &mut Meter) -> Option<i32> {
        let ahead = self.path.limits_ahead();
        let limits = Limits { ply_cap: ahead.ply_cap.into_iter().chain(self.settings.cap()).min(), ..ahead };
        // A length that the game does not know is no end that it can judge.
        let is_cut = limits.ply_cap != ahead.ply_cap;
        if let Some(batch) = &mut self.batch {
            let Some(ending) = game.generate(self.path.position(), &mut self.moves) else {
                batch.add(&self.trail, self.path.position(), limits, is_cut);
                return None;
            };
            return Some(self.settle(mover, ending));
        }
        self.position.clone_from(self.path.position());
        let playout = if self.settings.has_plain_playouts() {
            playout(game, &mut self.position, limits, &mut self.random, &mut self.moves)
        } else {
            // Counts grow between simulations, so that only time and the switch can end one.
            let is_slow = self.settings.is_slow();
            let mut enough = || {
                if is_slow {
                    meter.look();
                }
                is_slow && meter.is_over()
            };
            let (position, means, keys) = (&mut self.position, &self.means, &mut self.keys);
            match self.rollout.play(game, position, limits, means, keys, &mut self.random, &mut enough) {
                Some(playout) => playout,
                None => return Some(0),
            }
        };
        if playout.plies == 0 {
            return Some(self.settle(mover, playout.ending));
        }
        if playout.ending.reason == Reason::PlyCap && is_cut {
            return Some(0);
        }
        Some(result(playout.ending.outcome))
    }

    /// Keeps that the game ends at the end of the last edge, which `mover` played, and returns the result.
    fn settle(&mut self, mover: Player, ending: Ending) -> i32 {
        if let Some(&Stride { node, slot }) = self.trail.last() {
            let gain = ending.outcome.value().pov(mover) as i8;
            self.tree.set_link_bounds(node, slot, Bounds::exact(gain));
            self.settled = true;
        }
        result(ending.outcome)
    }

    /// Keeps a proof about the node at the end of the trail, and returns the result.
    fn settle_node(&mut self, number: u32, forced: Forced) -> i32 {
        let gain = if forced.winner == self.tree.node(number).mover { 1 } else { -1 };
        self.tree.set_bounds(number, Bounds::exact(gain), forced.plies.min(u16::MAX.into()) as u16);
        self.pass_bounds_up(number, self.trail.len() - 1);
        self.settled = true;
        1 - 2 * forced.winner.index() as i32
    }

    /// Tells an edge of the trail what is certain about the node at its end.
    fn pass_bounds_up(&mut self, number: u32, level: usize) {
        let Stride { node, slot } = self.trail[level];
        let (child, parent) = (self.tree.node(number), self.tree.node(node));
        let bounds = if child.mover == parent.mover { child.bounds } else { child.bounds.flipped() };
        self.tree.set_link_bounds(node, slot, bounds);
    }

    /// Carries what the last edge has learned towards the root, as far as it makes a difference.
    fn back_up_bounds(&mut self, game: &G) {
        for level in (0..self.trail.len()).rev() {
            let Stride { node: number, slot } = self.trail[level];
            let node = *self.tree.node(number);
            let (mut bounds, mut distance) = self.tree.implied(&node);
            bounds = bounds.and(node.bounds);
            let lost_move = self.tree.link(number, slot).bounds().gain() == Some(-1);
            // The root is left to the tree: its moves are wanted, not only its value.
            if self.settings.backup_depth > 0 && level > 0 && lost_move && bounds.gain().is_none() {
                self.path.rewind(level);
                if let Some(forced) = self.probe.forced(game, &mut self.path, self.settings.backup_depth) {
                    bounds = Bounds::exact(if forced.winner == node.mover { 1 } else { -1 });
                    distance = forced.plies.min(u16::MAX.into()) as u16;
                }
            }
            if bounds == node.bounds {
                return;
            }
            self.tree.set_bounds(number, bounds, distance);
            if level > 0 {
                self.pass_bounds_up(number, level - 1);
            }
        }
    }

    /// Carries heuristic values up the trail: a node is worth as much as its best move.
    fn back_up_guesses(&mut self) {
        for level in (0..self.trail.len()).rev() {
            let Stride { node, slot } = self.trail[level];
            let Some(child) = self.tree.link(node, slot).node() else { continue };
            let child = self.tree.node(child);
            let best = self.tree.guesses(child).into_iter().flatten().copied().fold(-1.0, f32::max);
            let value = if child.mover == self.tree.node(node).mover { best } else { -best };
            self.tree.set_guess(node, slot, value);
        }
    }
}

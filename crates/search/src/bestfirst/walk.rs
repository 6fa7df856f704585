//! The iterations of one search: walk to the most interesting position that has not been looked into, look at all its moves
//! at once, and bring the news back.

use agon_core::{Ending, Game, Limits, Line, Outcome, Player, Value};

use super::fact::Fact;
use super::graph::{Edge, Graph};
use super::rule::Rule;
use super::{Ends, Settings};
use crate::evaluate::Evaluate;
use crate::limit::{Limit, Meter};

/// How an iteration ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// It brought something new.
    Done,
    /// Everything that can be reached has been looked into, or lies beyond a limit of this way.
    Exhausted,
    /// There is no room for another node.
    Full,
}

/// What a move of a walk came to.
enum Arrival {
    /// At this node, and whether it is new.
    At(u32, bool),
    /// The move is closed now; the mover has to choose again.
    Closed,
    /// At a position for which there is no room.
    Full,
}

/// Evaluations between two looks at the clock; where random games are played, every expansion looks.
const LOOK_EVERY: u64 = 128;

/// One search: the graph, the line that follows the walk, and what is needed again and again.
pub(super) struct Walk<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) graph: &'a mut Graph,
    pub(super) meter: Meter,
    pub(super) rule: Rule,
    pub(super) root: u32,
    settings: &'a Settings,
    evaluation: &'a mut dyn Evaluate<G>,
    limits: Limits,
    /// From the root along `trail`. It stays where the last iteration left it: the next one mostly goes the same way.
    line: Line<G>,
    trail: Vec<u16>,
    path: Vec<u32>,
    exhausted: Vec<u32>,
    looked: u64,
    moves: Vec<G::Move>,
    replies: Vec<G::Move>,
    edges: Vec<Edge>,
    positions: Vec<G::Position>,
    values: Vec<Value>,
}

impl<'a, G: Game> Walk<'a, G> {
    /// A walk from the position of a line.
    pub(super) fn new(
        game: &'a G,
        line: &Line<G>,
        limit: &Limit,
        settings: &'a Settings,
        evaluation: &'a mut dyn Evaluate<G>,
        graph: &'a mut Graph,
    ) -> Walk<'a, G> {
        Walk {
            game,
            graph,
            meter: Meter::new(limit),
            rule: Rule::Minimax,
            root: 0,
            settings,
            evaluation,
            limits: line.limits(),
            line: line.clone(),
            trail: Vec::new(),
            path: Vec::new(),
            exhausted: Vec::new(),
            looked: 0,
            moves: Vec::new(),
            replies: Vec::new(),
            edges: Vec::new(),
            positions: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Begins at a node that the graph has kept, or makes one: whatever the limits are, the moves of the root are looked at.
    pub(super) fn begin(&mut self, rule: Rule, root: Option<u32>) {
        self.rule = rule;
        self.root = root.unwrap_or_else(|| self.expand());
    }

    /// Whether there is nothing more to find out about the root.
    pub(super) fn is_settled(&self) -> bool {
        self.graph.is_settled(self.root)
    }

    /// One iteration.
    pub(super) fn iterate(&mut self) -> Step {
        let mut step = Step::Exhausted;
        self.path.push(self.root);
        self.graph.enter_path(self.root);
        while let Some(&node) = self.path.last() {
            if self.graph.is_settled(node) {
                step = Step::Done;
                break;
            }
            let Some(ordinal) = self.choose(node) else {
                // A dead end. If the iteration has nothing to bring home yet, it goes back and tries the next best way.
                if step == Step::Done || self.path.len() == 1 {
                    break;
                }
                self.step_back();
                self.close(node);
                continue;
            };
            match self.advance(node, ordinal) {
                Arrival::At(child, is_new) => {
                    self.graph.count_visit(node, ordinal);
                    self.path.push(child);
                    self.graph.enter_path(child);
                    if is_new {
                        step = Step::Done;
                        if !self.settings.descend || self.meter.is_over() {
                            break;
                        }
                    }
                }
                Arrival::Closed => {
                    self.graph.back_up(node, self.rule);
                }
                Arrival::Full => {
                    step = Step::Full;
                    break;
                }
            }
        }
        self.meter.cost.depth = self.meter.cost.depth.max(self.path.len() as u32);
        while !self.path.is_empty() {
            self.step_back();
        }
        for node in self.exhausted.drain(..) {
            self.graph.set_exhausted(node, false);
        }
        self.meter.cost.iterations += 1;
        step
    }

    /// Closes the node that was just left, a dead end, and with it the edge that led there.
    fn close(&mut self, node: u32) {
        if self.settings.common.table {
            // Another way may find something here.
            self.graph.set_exhausted(node, true);
            self.exhausted.push(node);
        } else if let Some(&parent) = self.path.last() {
            let ordinal = self.trail[self.path.len() - 1];
            self.graph.cut(parent, ordinal, self.graph.value(node));
        }
    }

    /// Leaves the last node of the path and backs it up.
    fn step_back(&mut self) {
        if let Some(node) = self.path.pop() {
            self.graph.leave_path(node);
            self.graph.back_up(node, self.rule);
        }
    }

    /// The open edge that the mover likes best.
    #[inline]
    fn choose(&self, node: u32) -> Option<u16> {
        if self.is_too_deep(self.path.len()) {
            return None;
        }
        let mover = self.graph.mover(node);
        let mut best: Option<(f32, u32, u16)> = None;
        for (ordinal, edge) in (0..).zip(self.graph.edges(node)) {
            let view = self.graph.view(edge);
            if !view.open {
                continue;
            }
            let (merit, order) =
                (self.rule.merit(mover, &view), self.settings.common.ties.order(view.visits));
            if best.is_none_or(|(most, first, _)| merit > most || merit == most && order > first) {
                best = Some((merit, order, ordinal));
            }
        }
        best.map(|(.., ordinal)| ordinal)
    }

    /// Whether positions at this depth are not to be looked into.
    fn is_too_deep(&self, depth: usize) -> bool {
        self.meter.limit().depth.is_some_and(|limit| depth >= limit as usize)
    }

    /// Goes from the last node of the path along an edge. Looks into the position there if nobody has.
    fn advance(&mut self, node: u32, ordinal: u16) -> Arrival {
        if let Some(value) = self.follow(self.path.len() - 1, ordinal) {
            self.graph.cut(node, ordinal, value);
            return Arrival::Closed;
        }
        self.arrive(node, ordinal)
    }

    /// The node at the end of an edge, where the line stands.
    fn arrive(&mut self, node: u32, ordinal: u16) -> Arrival {
        let known = self.graph.edge(node, ordinal).child();
        if let Some(child) = known {
            return Arrival::At(child, false);
        }
        if let Some(child) = self.graph.find(self.line.hash()) {
            self.graph.link(node, ordinal, child);
            return if self.graph.is_open(child) { Arrival::At(child, false) } else { Arrival::Closed };
        }
        self.game.generate(self.line.position(), &mut self.moves);
        if !self.graph.has_room(self.moves.len()) {
            return Arrival::Full;
        }
        let child = self.expand();
        self.graph.link(node, ordinal, child);
        Arrival::At(child, true)
    }

    /// Brings the line to the end of the edge `ordinal` of the node at `depth` on the trail. If the past of this way ends the
    /// game there, returns the value of the end.
    fn follow(&mut self, depth: usize, ordinal: u16) -> Option<f32> {
        if self.trail.get(depth) == Some(&ordinal) {
            // The way was tried when the line first went there.
            return None;
        }
        self.rewind(depth);
        self.game.generate(self.line.position(), &mut self.moves);
        self.line.push(self.game, self.moves[usize::from(ordinal)]);
        self.trail.push(ordinal);
        if let Some(ending) = self.line.history_ending(self.game) {
            return Some(match self.settings.common.ends {
                Ends::Score => self.line.score(self.game, ending),
                Ends::Gain => ending.outcome.value().pov(Player::First),
            });
        }
        // Nodes that are shared know themselves whether the path has passed them.
        (!self.settings.common.table && self.repeats()).then_some(0.0)
    }

    /// Whether the position of the line has been on the path before.
    fn repeats(&self) -> bool {
        let clocks = self.line.clocks();
        let back = self.trail.len().min(clocks.quiet as usize);
        let steps = self.line.steps();
        let skipped = steps.len() - back;
        steps.skip(skipped).any(|step| step.position == *self.line.position())
    }

    /// Takes the line back to this depth.
    fn rewind(&mut self, depth: usize) {
        while self.trail.len() > depth {
            self.line.pop();
            self.trail.pop();
        }
    }

    /// Looks at all the moves of the position of the line, and adds it to the graph.
    fn expand(&mut self) -> u32 {
        let (game, position) = (self.game, self.line.position());
        let plies = self.line.clocks().plies + 1;
        let counts_progress = self.limits.no_progress.is_some();
        let ends = self.settings.common.ends;
        game.generate(position, &mut self.moves);
        self.edges.clear();
        self.positions.clear();
        for &mv in &self.moves {
            let mut next = position.clone();
            game.play(&mut next, mv);
            let ending = game.generate(&next, &mut self.replies);
            let outcome = ending.map(|ending| ending.outcome);
            let value = match ending {
                None | Some(Ending { outcome: Outcome::Draw, .. }) => 0.0,
                Some(ending) if ends == Ends::Gain => ending.outcome.value().pov(Player::First),
                Some(ending) => game.score(&next, ending, plies),
            };
            let progress = !counts_progress || game.progresses(position, mv);
            self.edges.push(Edge::new(value, outcome, progress));
            if ending.is_none() {
                self.positions.push(next);
            }
        }
        self.evaluation.evaluate_batch(game, &self.positions, &mut self.values);
        let open = self.edges.iter_mut().filter(|edge| !edge.ends_game());
        for (edge, value) in open.zip(&self.values) {
            edge.set_value(value.pov(Player::First).clamp(-1.0, 1.0));
        }
        let evaluations = self.positions.len() as u64;
        self.meter.cost.nodes += self.edges.len() as u64;
        self.meter.cost.evaluations += evaluations;
        self.meter.cost.playouts += evaluations * self.evaluation.playouts();
        self.looked += evaluations;
        if self.looked >= LOOK_EVERY || self.evaluation.playouts() > 0 {
            self.looked = 0;
            self.meter.look();
        }
        let unknown = Fact::unknown(self.no_progress_limit());
        let node = self.graph.add(self.line.hash(), game.to_move(self.line.position()), unknown, &self.edges);
        self.graph.back_up(node, self.rule);
        node
    }

    /// The no-progress limit in the position of the line, as the line sees it.
    fn no_progress_limit(&self) -> Option<u32> {
        if self.limits.no_progress == self.game.limits().no_progress {
            self.game.no_progress_limit(self.line.position())
        } else {
            self.limits.no_progress
        }
    }

    /// Cuts the moves of the root that the past makes the last of the game, and tells how it ends after them.
    pub(super) fn cut_root(&mut self) -> Vec<Option<Ending>> {
        let mut endings = Vec::new();
        for ordinal in 0..self.graph.edges(self.root).len() as u16 {
            let mut ending = None;
            if !self.graph.edge(self.root, ordinal).ends_game() {
                if let Some(value) = self.follow(0, ordinal) {
                    self.graph.cut(self.root, ordinal, value);
                }
                ending = self.line.history_ending(self.game);
            }
            endings.push(ending);
        }
        self.rewind(0);
        endings
    }

    /// When no way leads on: looks at what the walk could not see. Walks are long in games that go in circles, and one that
    /// reaches a limit of length misses what a shorter way would show; and a fact that was found on one way has to be told on
    /// the others. Goes through everything that can be reached, nearest first. Returns whether there is anything new; if not,
    /// the search is complete.
    pub(super) fn sweep(&mut self) -> bool {
        self.rewind(0);
        let mut stops = vec![Stop { node: self.root, from: 0, ordinal: 0, depth: 0 }];
        self.graph.set_exhausted(self.root, true);
        let (mut is_new, mut is_whole) = (false, true);
        let mut next = 0;
        while next < stops.len() && !self.meter.is_over() {
            let Stop { node, depth, .. } = stops[next];
            if self.graph.is_settled(node) {
                next += 1;
                continue;
            }
            if self.is_too_deep(depth + 1) {
                break;
            }
            for ordinal in 0..self.graph.edges(node).len() as u16 {
                if depth > 0 {
                    self.graph.uncut(node, ordinal);
                }
                let edge = *self.graph.edge(node, ordinal);
                if edge.ends_game() || edge.is_cut() {
                    is_whole &= !edge.is_cut();
                    continue;
                }
                self.go_to(&stops, next);
                if let Some(value) = self.follow(depth, ordinal) {
                    self.graph.cut(node, ordinal, value);
                    is_whole = false;
                    continue;
                }
                let was_linked = edge.child().is_some();
                match self.arrive(node, ordinal) {
                    Arrival::At(child, false) if self.graph.is_open(child) => {
                        is_new |= !was_linked;
                        self.graph.set_exhausted(child, true);
                        stops.push(Stop { node: child, from: next, ordinal, depth: depth + 1 });
                    }
                    Arrival::At(_, false) | Arrival::Closed => is_new |= !was_linked,
                    Arrival::At(_, true) => {
                        is_new = true;
                        self.meter.cost.iterations += 1;
                    }
                    Arrival::Full => is_whole = false,
                }
            }
            next += 1;
        }
        is_whole &= next == stops.len();
        for stop in &stops {
            self.graph.set_exhausted(stop.node, false);
        }
        let mut tells = true;
        while tells {
            tells = false;
            for stop in stops.iter().rev() {
                tells |= self.graph.back_up(stop.node, self.rule);
            }
        }
        if !is_new && is_whole && self.rule == Rule::Minimax {
            // All is known that can be: where nobody can force anything, play goes round in circles.
            for stop in &stops {
                self.graph.set_even(stop.node);
            }
        }
        is_new
    }

    /// Brings the line to a stop of a sweep.
    fn go_to(&mut self, stops: &[Stop], stop: usize) {
        let Stop { from, ordinal, depth, .. } = stops[stop];
        if depth > 0
            && (self.trail.len() < depth || self.trail[depth - 1] != ordinal || !self.is_at(stops, from))
        {
            self.go_to(stops, from);
            self.follow(depth - 1, ordinal);
        }
    }

    /// Whether the line passes a stop.
    fn is_at(&self, stops: &[Stop], mut stop: usize) -> bool {
        while stops[stop].depth > 0 {
            if self.trail[stops[stop].depth - 1] != stops[stop].ordinal {
                return false;
            }
            stop = stops[stop].from;
        }
        true
    }

    /// The moves that both sides like best, beginning with `ordinal` at the root.
    pub(super) fn expected(&self, line: &Line<G>, mut ordinal: u16) -> Vec<G::Move> {
        let (mut line, mut moves, mut expected) = (line.clone(), Vec::new(), Vec::new());
        let (mut node, mut passed) = (self.root, vec![self.root]);
        loop {
            self.game.generate(line.position(), &mut moves);
            let mv = moves[usize::from(ordinal)];
            expected.push(mv);
            line.push(self.game, mv);
            let edge = self.graph.edge(node, ordinal);
            match edge.child() {
                Some(child) if !passed.contains(&child) && line.history_ending(self.game).is_none() => {
                    node = child
                }
                _ => return expected,
            }
            passed.push(node);
            ordinal = self.graph.favourite(node, self.rule, |_, _| {}).ordinal;
        }
    }
}

/// A node that a sweep has come to, and the stop and edge it came from.
struct Stop {
    node: u32,
    from: usize,
    ordinal: u16,
    depth: usize,
}

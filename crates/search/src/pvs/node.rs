//! The recursion below the root.

use std::sync::LazyLock;

use agon_core::{Encode, Ending, Heuristic, Limits, Line, Outcome, Player, Threats};

use super::Settings;
use super::order::{Candidate, Experience, Situation, bring_best, bring_many};
use super::path::{CLOCKED, FREE, Frame, Reply, extend_path, salt_of_dead, salt_of_path};
use super::selective::Outlook;
use super::threats::{decided, leave_few};
use crate::evaluate::Evaluate;
use crate::limit::{Limit, Meter};
use crate::score::{INFINITE, Score, WIN, from_ending, from_value, is_proven};
use crate::transposition::{Bound, Entry, TranspositionTable};

/// No line is followed further than this.
pub(super) const MAX_PLY: usize = 700;
/// Quiescence search: loud moves are played out for at most this many plies.
const QUIESCENCE_PLIES: i32 = 24;
/// Null move pruning: giving the turn away is tried from this depth on.
const NULL_MOVE_DEPTH: i32 = 3;
/// Late move reductions (LMR): quiet moves are searched less deeply from this depth on, and from this place in the order.
pub(super) const LMR_DEPTH: i32 = 3;
pub(super) const LMR_PLACE: usize = 3;
/// Internal iterative reduction (IIR): without a move from the table, nodes from this depth on are searched a ply less; the table
/// will know one next time.
const IIR_DEPTH: i32 = 4;

/// So many moves are looked for one by one; then, if none has refuted, so many at once.
const SINGLES: usize = 3;
const MANY: usize = 32;

/// How many plies less late moves are looked at (LMR), by depth and place in the order.
pub(super) static REDUCTIONS: LazyLock<[[i8; 64]; 64]> = LazyLock::new(|| {
    let mut reductions = [[0; 64]; 64];
    for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
        for (place, reduction) in row.iter_mut().enumerate().skip(1) {
            *reduction = (1.75 + (depth as f64).ln() * (place as f64).ln() / 2.25) as i8;
        }
    }
    reductions
});

/// Entries this shallow go into a small table of each thread's own: there are many of them, they are wanted again soon or
/// never, and looking into the large table costs more than searching a few leaves.
const NEAR_DEPTH: i32 = 2;
/// The size of the small table in KiB: it should stay in the cache of a core, and making it should cost little beside a short
/// search.
const NEAR_SIZE: usize = 256;

/// One thread of the search.
pub(super) struct Worker<'a, G: Encode + Heuristic> {
    pub game: &'a G,
    pub settings: Settings,
    pub meter: Meter,
    pub evaluation: &'a mut dyn Evaluate<G>,
    pub stopped: bool,
    pub line: Line<G>,
    table: &'a TranspositionTable,
    near: TranspositionTable,
    pub experience: &'a mut Experience<G::Move>,
    pub frames: Vec<Frame<G::Move>>,
    /// What sets the positions of this search apart from those of others with another past.
    salt: u64,
    /// Whether the past can end the game at all.
    has_history: bool,
    /// Random games per evaluation.
    playouts: u64,
    /// For how many plies below the horizon threats are played out.
    pub threat_plies: i32,
}

impl<'a, G: Encode + Heuristic> Worker<'a, G> {
    pub(super) fn new(
        game: &'a G,
        line: &Line<G>,
        settings: Settings,
        table: &'a TranspositionTable,
        evaluation: &'a mut dyn Evaluate<G>,
        experience: &'a mut Experience<G::Move>,
        limit: &Limit,
    ) -> Worker<'a, G> {
        let salt = if settings.pruning { salt_of_dead(game, line) } else { salt_of_path(game, line) };
        let playouts = evaluation.playouts();
        Worker {
            game,
            settings,
            meter: Meter::new(limit),
            evaluation,
            stopped: false,
            line: line.clone(),
            table,
            near: TranspositionTable::new(
                limit.nodes.map_or(NEAR_SIZE, |nodes| NEAR_SIZE.min((nodes / 16) as usize)),
            ),
            experience,
            frames: vec![Frame { salt, ..Frame::default() }],
            salt,
            has_history: line.limits() != Limits::default()
                || game.no_progress_limit(line.position()).is_some(),
            playouts,
            threat_plies: 0,
        }
    }

    /// Searches a move of the root, as the player to move there sees it.
    pub(super) fn root_move(&mut self, mv: G::Move, depth: i32, alpha: Score, beta: Score) -> Reply {
        let mover = self.line.to_move(self.game);
        let action = self.game.action(self.line.position(), mv) as u32;
        self.push(0, mover, mv, action);
        let reply = self.child(0, mover, depth, alpha, beta);
        self.line.pop();
        reply
    }

    /// The continuation expected after the move of the root that was searched last.
    pub(super) fn continuation(&self) -> &[G::Move] {
        &self.frames[1].line
    }

    #[inline]
    pub(super) fn push(&mut self, ply: usize, mover: Player, mv: G::Move, action: u32) {
        let before = self.line.hash();
        self.line.push(self.game, mv);
        let salt = if self.settings.pruning {
            // What happened before the root matters until something irreversible is done.
            if self.line.clocks().quiet as usize > ply { self.salt } else { 0 }
        } else {
            extend_path(self.frames[ply].salt, before, self.line.clocks())
        };
        self.enter(ply + 1, Some((mover, action)), salt);
    }

    #[inline]
    fn enter(&mut self, ply: usize, last: Option<(Player, u32)>, salt: u64) {
        if self.frames.len() <= ply {
            self.frames.push(Frame::default());
        }
        let frame = &mut self.frames[ply];
        frame.last = last;
        frame.salt = salt;
    }

    /// Searches the position just entered, as `mover`, the player who chose it, sees it.
    #[inline]
    pub(super) fn child(
        &mut self,
        ply: usize,
        mover: Player,
        depth: i32,
        alpha: Score,
        beta: Score,
    ) -> Reply {
        if self.line.to_move(self.game) == mover {
            self.node(ply + 1, depth, alpha, beta)
        } else {
            let reply = self.node(ply + 1, depth, -beta, -alpha);
            Reply { score: -reply.score, ..reply }
        }
    }

    /// The value of the current position for its mover: exact between `alpha` and `beta`, a bound otherwise.
    fn node(&mut self, ply: usize, depth: i32, alpha: Score, beta: Score) -> Reply {
        if self.meter.is_over() {
            self.stopped = true;
            return Reply::STOPPED;
        }
        self.meter.cost.nodes += 1;
        let is_principal = beta - alpha > 1;
        if is_principal {
            self.frames[ply].line.clear();
        }
        let mover = self.line.to_move(self.game);
        if self.has_history
            && let Some((ending, anchor, closed)) = self.history_ending(ply)
        {
            let mut moves = std::mem::take(&mut self.frames[ply].moves);
            let board = self.game.generate(self.line.position(), &mut moves);
            self.frames[ply].moves = moves;
            // What the board says takes precedence.
            return board
                .map_or(Reply { score: from_ending(ending, mover, ply as u32), anchor, closed }, |ending| {
                    Reply::fact(from_ending(ending, mover, ply as u32), FREE)
                });
        }

        let key = self.line.hash() ^ self.frames[ply].salt;
        let mut known = None;
        if depth > 0 {
            known = self.table(depth).get(key);
            if depth == NEAR_DEPTH + 1 && known.is_none() {
                // The iteration before was a ply less deep.
                known = self.near.get(key);
            }
            if !is_principal
                && let Some(entry) = known
                && let Some(reply) = self.remembered(entry, ply, depth, alpha, beta)
            {
                return reply;
            }
        }

        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let reply = if let Some(ending) = self.game.generate(self.line.position(), &mut moves) {
            Reply::fact(from_ending(ending, mover, ply as u32), FREE)
        } else {
            let threats = self.threats(ply);
            let at_horizon = depth <= 0 || ply >= MAX_PLY;
            match decided(threats, ply) {
                Some(reply) if at_horizon || !is_principal => reply,
                _ if at_horizon && threats == Threats::Unknown => {
                    self.quiescence(ply, depth, mover, &moves, alpha, beta)
                }
                _ if at_horizon => self.duel(ply, depth, mover, threats, alpha, beta),
                _ => {
                    let few = leave_few(threats);
                    if few {
                        std::mem::swap(&mut moves, &mut self.frames[ply].forcing);
                    }
                    let known =
                        known.and_then(|entry| entry.best).filter(|&place| usize::from(place) < moves.len());
                    self.inner(ply, depth, mover, &moves, few, key, known, alpha, beta)
                }
            }
        };
        self.frames[ply].moves = moves;
        reply
    }

    /// Looks at the moves of a position above the horizon, which may be `few` since threats leave no others.
    #[expect(clippy::too_many_arguments, reason = "one function in two parts")]
    fn inner(
        &mut self,
        ply: usize,
        mut depth: i32,
        mover: Player,
        moves: &[G::Move],
        few: bool,
        key: u64,
        known: Option<u16>,
        mut alpha: Score,
        beta: Score,
    ) -> Reply {
        let is_principal = beta - alpha > 1;
        let pruning = self.settings.pruning;
        let outlook = self.outlook(ply, mover);
        if pruning && !is_principal {
            let reply =
                outlook.is_safe(depth, beta).or_else(|| self.null_move(ply, depth, mover, outlook, beta));
            if let Some(reply) = reply {
                return reply;
            }
        }
        if self.stopped {
            return Reply::STOPPED;
        }
        if pruning && !few && known.is_none() && depth >= IIR_DEPTH {
            depth -= 1;
        }
        // One-reply extension: a forced move costs no depth, as long as that does not get out of hand.
        let forced = pruning && moves.len() == 1 && (ply as i32) < 2 * depth + 16;
        let next = depth - i32::from(!forced);

        let floor = alpha;
        let situation = Situation {
            mover,
            killers: self.frames[ply].killers,
            last: self.frames[ply].last,
            weighs: self.is_selective(),
        };
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        candidates.clear();
        if let Some(place) = known {
            let (position, mv) = (self.line.position(), moves[usize::from(place)]);
            candidates.push(Candidate::first(self.game, position, place, mv));
        }
        let mut best = Reply { score: -INFINITE, anchor: FREE, closed: true };
        let (mut best_place, mut all_closed, mut least_anchor) = (None, true, FREE);
        let (mut tried, mut ordered) = (0, 0);
        let width = self.width(moves.len(), depth, is_principal, outlook);
        let hopeless = !is_principal && outlook.is_hopeless(depth, alpha);
        while tried < moves.len() {
            // A loss is a loss only if none of the moves helps.
            let may_skip = tried > 0 && !(is_proven(best.score) && best.score < 0);
            if tried >= width && may_skip {
                all_closed = false;
                break;
            }
            if tried == candidates.len() {
                // The move from the table, if any, did not refute: now the others are worth ranking.
                let (game, position) = (self.game, self.line.position());
                let others = |place, _| Some(place) != known;
                self.experience.rank(game, position, &situation, moves, &mut candidates, others);
            }
            if !situation.weighs && tried >= SINGLES && tried >= ordered {
                bring_many(&mut candidates, tried, MANY);
                ordered = tried + MANY;
            }
            let candidate = if tried < ordered {
                candidates[tried]
            } else {
                self.next(&mut candidates, tried, moves, &situation)
            };
            let mv = moves[usize::from(candidate.place)];
            if hopeless && may_skip && !candidate.loud {
                all_closed = false;
                tried += 1;
                continue;
            }
            self.push(ply, mover, mv, candidate.action);
            let mut reply;
            if tried == 0 {
                reply = self.child(ply, mover, next, alpha, beta);
            } else {
                let late = pruning && !few && tried >= LMR_PLACE && depth >= LMR_DEPTH && !candidate.loud;
                let reduced = if late {
                    next - self.reduction(depth, tried, is_principal, mover, candidate, outlook)
                } else {
                    next
                };
                reply = self.child(ply, mover, reduced, alpha, alpha + 1);
                if reply.score > alpha && reduced < next && !self.stopped {
                    reply = self.child(ply, mover, next, alpha, alpha + 1);
                }
                if reply.score > alpha && reply.score < beta && !self.stopped {
                    reply = self.child(ply, mover, next, alpha, beta);
                }
            }
            self.line.pop();
            if self.stopped {
                break;
            }
            all_closed &= reply.closed;
            least_anchor = least_anchor.min(reply.anchor);
            if reply.score > best.score {
                best = reply;
                best_place = Some(candidate.place);
                if reply.score > alpha {
                    alpha = reply.score;
                    if is_principal {
                        self.note_line(ply, mv);
                    }
                }
                if reply.score >= beta {
                    self.learn(ply, depth, &situation, mv, &candidates[..=tried]);
                    break;
                }
            }
            tried += 1;
        }
        self.frames[ply].candidates = candidates;
        if self.stopped {
            return Reply::STOPPED;
        }
        if best.score < beta {
            best.closed = all_closed;
            // That all moves lose must hold for each of them.
            if is_proven(best.score) {
                best.anchor = least_anchor;
            }
        }
        let bound = if best.score >= beta {
            Bound::Lower
        } else if best.score > floor {
            Bound::Exact
        } else {
            // Which of the moves that did not help came closest says little.
            best_place = known;
            Bound::Upper
        };
        if best.anchor >= ply as i32 && self.room() > depth as u32 {
            let entry = Entry {
                score: best.score,
                bound,
                depth: depth as u32,
                best: best_place,
                closed: best.closed,
            };
            self.table(depth).put(key, entry.seen_from_here(ply as u32));
        }
        best
    }

    /// The best of the candidates from a place on, which is brought there. Whether a loud move loses the exchange is found out when it
    /// is its turn; if so, it comes after all others and is none of the loud ones any more.
    fn next(
        &self,
        candidates: &mut [Candidate],
        from: usize,
        moves: &[G::Move],
        situation: &Situation<G::Move>,
    ) -> Candidate {
        let position = self.line.position();
        loop {
            let candidate = bring_best(candidates, from);
            if !situation.weighs || candidate.is_settled() || !self.game.may_stand(position) {
                return candidate;
            }
            candidates[from].settle(self.game.is_poor(position, moves[usize::from(candidate.place)]));
        }
    }

    /// Quiescence search, which is what happens where the depth ends: the position is judged (the stand-pat score), after the loud
    /// moves.
    fn quiescence(
        &mut self,
        ply: usize,
        depth: i32,
        mover: Player,
        moves: &[G::Move],
        mut alpha: Score,
        beta: Score,
    ) -> Reply {
        if !self.settings.quiescence || depth <= -QUIESCENCE_PLIES || ply >= MAX_PLY {
            return Reply::guess(self.judge(mover));
        }
        let may_stand = self.game.may_stand(self.line.position());
        // Whoever may not stand has to look at all moves: a loss is a loss only if none of them helps.
        let mut best = Reply { score: -INFINITE, anchor: FREE, closed: true };
        let is_principal = beta - alpha > 1;
        if may_stand {
            best = Reply::guess(self.judge(mover));
            if best.score >= beta {
                return best;
            }
            alpha = alpha.max(best.score);
        }
        let situation = Situation { mover, killers: [None; 2], last: None, weighs: self.is_selective() };
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        candidates.clear();
        let (game, position, pruning) = (self.game, self.line.position(), self.settings.pruning);
        // Whoever may stand need not give anything away.
        let wanted = |place: u16, loud| {
            !may_stand || loud && !(pruning && game.is_poor(position, moves[usize::from(place)]))
        };
        self.experience.rank(game, position, &situation, moves, &mut candidates, wanted);
        let mut all_closed = !may_stand;
        let mut least_anchor = FREE;
        for tried in 0..candidates.len() {
            let candidate = bring_best(&mut candidates, tried);
            let mv = moves[usize::from(candidate.place)];
            self.push(ply, mover, mv, candidate.action);
            let reply = self.child(ply, mover, depth - 1, alpha, beta);
            self.line.pop();
            if self.stopped {
                break;
            }
            all_closed &= reply.closed;
            least_anchor = least_anchor.min(reply.anchor);
            if reply.score > best.score {
                best = reply;
                if reply.score > alpha {
                    alpha = reply.score;
                    if is_principal {
                        self.note_line(ply, mv);
                    }
                }
                if reply.score >= beta {
                    break;
                }
            }
        }
        self.frames[ply].candidates = candidates;
        if best.score < beta {
            best.closed = all_closed;
            // As in an inner node: that all moves lose must hold for each of them.
            if is_proven(best.score) {
                best.anchor = least_anchor;
            }
        }
        best
    }

    /// What the evaluation says about the current position.
    pub(super) fn judge(&mut self, mover: Player) -> Score {
        self.meter.cost.evaluations += 1;
        self.meter.cost.playouts += self.playouts;
        from_value(self.evaluation.evaluate(self.game, self.line.position()), mover)
    }

    /// Null move pruning: whether the position is so good that even giving the turn away would not spoil it.
    fn null_move(
        &mut self,
        ply: usize,
        depth: i32,
        mover: Player,
        outlook: Outlook,
        beta: Score,
    ) -> Option<Reply> {
        if depth < NULL_MOVE_DEPTH || is_proven(beta) || self.frames[ply].last.is_none() {
            return None;
        }
        let position = self.game.pass(self.line.position())?;
        if outlook.value().unwrap_or_else(|| self.judge(mover)) < beta {
            return None;
        }
        let detour = self.line.detour(self.game, position);
        self.enter(ply + 1, None, 0);
        let reply = self.child(ply, mover, depth - 1 - outlook.null_reduction(depth, beta), beta - 1, beta);
        self.line.resume(detour);
        // A win after passing is a win of the threat, not yet of the position.
        let score = if is_proven(reply.score) { beta } else { reply.score };
        (reply.score >= beta && !self.stopped).then(|| Reply::guess(score))
    }

    /// Late move reductions (LMR): how many plies less a late move is looked at.
    fn reduction(
        &self,
        depth: i32,
        place: usize,
        is_principal: bool,
        mover: Player,
        candidate: Candidate,
        outlook: Outlook,
    ) -> i32 {
        let base = i32::from(REDUCTIONS[depth.min(63) as usize][place.min(63)]);
        let history = self.experience.history(mover, candidate.action) / 6_000;
        (base - i32::from(is_principal) - i32::from(outlook.is_improving()) - history).clamp(0, depth - 2)
    }

    /// A beta cutoff: notes the killer move, its history score and that of the moves that did not refute, and the countermove.
    fn learn(
        &mut self,
        ply: usize,
        depth: i32,
        situation: &Situation<G::Move>,
        mv: G::Move,
        tried: &[Candidate],
    ) {
        let Some((refuting, others)) = tried.split_last() else { return };
        // What captures are worth is seen at once; what they refuted says little of other places.
        let weighs = situation.weighs;
        if weighs && refuting.loud {
            return;
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let others = others.iter().filter(|candidate| !(weighs && candidate.loud));
        let others = others.map(|candidate| candidate.action);
        self.experience.learn(situation, (mv, refuting.action), others, depth);
    }

    pub(super) fn note_line(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut above[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].line);
    }

    #[inline]
    fn table(&self, depth: i32) -> &TranspositionTable {
        if depth <= NEAR_DEPTH { &self.near } else { self.table }
    }

    /// A cutoff by the transposition table: what it says, if it answers the question.
    fn remembered(&self, entry: Entry, ply: usize, depth: i32, alpha: Score, beta: Score) -> Option<Reply> {
        let depth = depth as u32;
        let deep_enough = if self.settings.pruning {
            entry.depth >= depth || entry.closed
        } else {
            entry.depth == depth || entry.closed && entry.depth < depth
        };
        let answers = |entry: Entry| match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= beta,
            Bound::Upper => entry.score <= alpha,
        };
        let seen = entry.seen_from_root(ply as u32);
        if !deep_enough || !answers(seen) {
            return None;
        }
        // Nor may a clock run out on the lines behind the entry.
        let plies = if is_proven(entry.score) { (WIN - entry.score.abs()) as u32 } else { 0 };
        (self.room() > plies.max(entry.depth)).then_some(Reply {
            score: seen.score,
            anchor: FREE,
            closed: entry.closed,
        })
    }

    /// The number of plies that can be played before a clock may end the game.
    #[inline]
    pub(super) fn room(&self) -> u32 {
        if self.has_history { self.line.room(self.game) } else { u32::MAX }
    }

    /// The ending that the past imposes, to which ply it ties the value, and whether it is certain.
    #[inline]
    fn history_ending(&self, ply: usize) -> Option<(Ending, i32, bool)> {
        let (line, game) = (&self.line, self.game);
        if let Some(limit) = line.limits().repetition
            && let Some(cycle) = line.cycle()
        {
            let is_over = line.occurrences() >= usize::from(limit);
            let ending = line.judge(game, cycle);
            if !self.settings.pruning || cycle > ply {
                // The salt of the table keeps such pasts apart.
                if is_over {
                    return Some((ending, FREE, true));
                }
            } else if is_over || ending.outcome == Outcome::Draw {
                return Some((ending, (ply - cycle) as i32, is_over));
            }
        }
        line.clock_ending(game).map(|ending| (ending, CLOCKED, true))
    }
}

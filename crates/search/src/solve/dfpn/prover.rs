//! The proof-number search itself: can the attacker force a win?

use agon_core::hash::combine;
use agon_core::{Game, Limits, Line, Outcome, Player};

use super::super::perfect::{quiet_limit, spent_positions};
use super::table::{Facts, NumberTable};
use crate::limit::Meter;

/// The number of what cannot be.
const NEVER: u32 = u32::MAX;
/// Longer lines are not followed; they count as refuted for now.
const LONGEST: u32 = 1_000;

/// How hard it looks to prove (0) or to refute (1) that the attacker wins: the least number of positions that would have to
/// turn out right. 0 when it is done, [`NEVER`] when it is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    effort: [u32; 2],
    /// Of a proof: the win takes at most this many plies.
    pub(super) bound: u16,
    /// Of a refutation: whether it holds with any horizon.
    pub(super) is_final: bool,
}

impl Numbers {
    const PROOF: usize = 0;
    const REFUTATION: usize = 1;

    fn proven(bound: u16) -> Numbers {
        Numbers { effort: [0, NEVER], bound, is_final: true }
    }

    fn refuted(is_final: bool) -> Numbers {
        Numbers { effort: [NEVER, 0], bound: 0, is_final }
    }

    pub(super) fn open(proof: u32, refutation: u32) -> Numbers {
        Numbers { effort: [proof, refutation], bound: 0, is_final: false }
    }

    /// Of a game that is over.
    pub(super) fn ended(is_won: bool) -> Numbers {
        if is_won { Numbers::proven(0) } else { Numbers::refuted(true) }
    }

    pub(super) fn is_proven(self) -> bool {
        self.effort[Numbers::PROOF] == 0
    }

    pub(super) fn is_refuted(self) -> bool {
        self.effort[Numbers::REFUTATION] == 0
    }

    /// How hard a proof looks.
    pub(super) fn proof_effort(self) -> u32 {
        self.effort[Numbers::PROOF]
    }
}

/// A position, and how many plies without progress the attacker may still need from it.
#[derive(Clone)]
pub(super) struct Node<G: Game> {
    pub(super) position: G::Position,
    pub(super) room: u16,
}

struct Child<G: Game> {
    node: Node<G>,
    key: u64,
    numbers: Numbers,
}

/// What a proof has to respect: the limits of the game, and positions that must not come again.
///
/// A win within the horizon is a fact about a position and its room alone, whatever the path: the graph of positions with
/// their room has no cycles, because a move that can be taken back uses room up. A shortest such win passes no position
/// twice, so that only what is on the board before the search, or was, can make it fail.
pub(super) struct Setting<G: Game> {
    limits: Limits,
    spent: Vec<(u64, G::Position)>,
    /// Belongs to the keys of everything that is remembered.
    salt: u64,
}

impl<G: Game> Setting<G> {
    pub(super) fn new(game: &G, line: &Line<G>) -> Setting<G> {
        let spent: Vec<(u64, G::Position)> =
            spent_positions(line).into_iter().map(|position| (game.hash(&position), position)).collect();
        let limits = line.limits();
        let past = spent.iter().fold(0u64, |sum, (hash, _)| sum.wrapping_add(*hash));
        let salt = combine([past, limits.no_progress.map_or(0, |plies| u64::from(plies) + 1)]);
        Setting { limits, spent, salt }
    }

    /// Whether the game would be drawn, or judged, for a repetition.
    fn is_spent(&self, game: &G, position: &G::Position) -> bool {
        !self.spent.is_empty() && {
            let hash = game.hash(position);
            self.spent.iter().any(|(spent, known)| *spent == hash && known == position)
        }
    }

    /// The current position of a line as the node from which to prove.
    pub(super) fn node(&self, game: &G, line: &Line<G>, horizon: u16) -> Node<G> {
        let room = self.room(game, line.position(), horizon, line.clocks().quiet);
        Node { position: line.position().clone(), room }
    }

    fn room(&self, game: &G, position: &G::Position, horizon: u16, quiet: u32) -> u16 {
        let left =
            quiet_limit(game, self.limits, position).map_or(u32::MAX, |limit| limit.saturating_sub(quiet));
        horizon.min(u16::try_from(left).unwrap_or(u16::MAX))
    }
}

/// Searches for proofs. A question is whether `attacker` can force a win with at most `horizon` plies in a row that make no
/// progress.
pub(super) struct Prover<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) setting: &'a Setting<G>,
    pub(super) table: &'a mut NumberTable,
    pub(super) meter: &'a mut Meter,
    pub(super) attacker: Player,
    pub(super) horizon: u16,
    /// The search pauses when the meter shows this many nodes.
    pub(super) pause: u64,
    moves: Vec<G::Move>,
    replies: Vec<G::Move>,
    /// The children of all positions on the current path, those of the last one at the end.
    children: Vec<Child<G>>,
}

impl<'a, G: Game> Prover<'a, G> {
    pub(super) fn new(
        game: &'a G,
        setting: &'a Setting<G>,
        table: &'a mut NumberTable,
        meter: &'a mut Meter,
    ) -> Prover<'a, G> {
        Prover {
            game,
            setting,
            table,
            meter,
            attacker: Player::First,
            horizon: 0,
            pause: 0,
            moves: Vec::new(),
            replies: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Works on the question about a game that is not over until it is answered or the search has to pause.
    pub(super) fn prove(&mut self, node: &Node<G>) -> Numbers {
        let key = self.key(&node.position);
        match self.certain(key, node.room) {
            Some(numbers) => numbers,
            None if node.room == 0 => Numbers::refuted(false),
            None => self.expand(node, key, [NEVER; 2], 1),
        }
    }

    /// What is known about the node without searching.
    pub(super) fn known(&self, node: &Node<G>) -> Option<Numbers> {
        self.certain(self.key(&node.position), node.room)
    }

    fn key(&self, position: &G::Position) -> u64 {
        combine([self.game.hash(position), self.setting.salt ^ self.attacker.index() as u64])
    }

    /// The key of numbers that are not certain, and say nothing about other rooms and horizons.
    fn key_of_guess(&self, key: u64, room: u16) -> u64 {
        combine([key, u64::from(room) << 16 | u64::from(self.horizon)])
    }

    fn facts(&self, key: u64) -> Facts {
        self.table.get(key).map_or(Facts::NOTHING, Facts::unpack)
    }

    /// More room never hurts the attacker: a proof holds with more, a refutation with less.
    fn certain(&self, key: u64, room: u16) -> Option<Numbers> {
        let facts = self.facts(key);
        if facts.proven <= room {
            Some(Numbers::proven(facts.bound))
        } else if facts.refuted == Facts::NEVER {
            Some(Numbers::refuted(true))
        } else if facts.refuted >= room && facts.horizon >= self.horizon {
            Some(Numbers::refuted(false))
        } else {
            None
        }
    }

    /// What is known about a position, or can be seen in it.
    fn look(&mut self, node: &Node<G>, key: u64) -> Numbers {
        // The search may have begun there and found a win, but nothing may lead back.
        if self.setting.is_spent(self.game, &node.position) {
            return Numbers::refuted(false);
        }
        if let Some(numbers) = self.certain(key, node.room) {
            return numbers;
        }
        if let Some(guess) = self.table.get(self.key_of_guess(key, node.room)) {
            return Numbers::open((guess >> 32) as u32, guess as u32);
        }
        self.meter.cost.nodes += 1;
        if let Some(ending) = self.game.generate(&node.position, &mut self.replies) {
            return Numbers::ended(ending.outcome == Outcome::Win(self.attacker));
        }
        if node.room == 0 {
            return Numbers::refuted(false);
        }
        // Many moves are many ways out for the player who has them.
        let choices = self.replies.len() as u32;
        let attacks = self.game.to_move(&node.position) == self.attacker;
        if attacks { Numbers::open(1, choices) } else { Numbers::open(choices, 1) }
    }

    /// Expands an open node until one of its numbers reaches its threshold.
    fn expand(&mut self, node: &Node<G>, key: u64, thresholds: [u32; 2], depth: u32) -> Numbers {
        if depth > LONGEST {
            return Numbers::refuted(false);
        }
        let nodes_before = self.meter.cost.nodes;
        self.meter.cost.nodes += 1;
        self.meter.cost.depth = self.meter.cost.depth.max(depth);
        let first = self.children.len();
        self.list_children(node);
        // The player to move wants one child to go his way: the attacker a proof, the other one a refutation.
        let attacks = self.game.to_move(&node.position) == self.attacker;
        let (mine, theirs) = if attacks {
            (Numbers::PROOF, Numbers::REFUTATION)
        } else {
            (Numbers::REFUTATION, Numbers::PROOF)
        };
        let numbers = loop {
            let family = Family::of(&self.children[first..], mine, theirs);
            let reached = (0..2).any(|side| family.numbers.effort[side] >= thresholds[side]);
            if reached || self.meter.cost.nodes >= self.pause || self.meter.is_over() {
                break family.numbers;
            }
            let mut next = [0; 2];
            // A quarter more than the second best: without it the search would jump from one to the other all the time.
            next[mine] = thresholds[mine].min(family.second.saturating_add(family.second / 4 + 1));
            next[theirs] = match thresholds[theirs] {
                NEVER => NEVER,
                threshold => threshold - family.others,
            };
            let place = first + family.best;
            let child = &self.children[place];
            let (child_node, child_key) = (child.node.clone(), child.key);
            self.children[place].numbers = self.expand(&child_node, child_key, next, depth + 1);
        };
        self.children.truncate(first);
        self.remember(key, node.room, numbers, self.meter.cost.nodes - nodes_before);
        numbers
    }

    fn list_children(&mut self, node: &Node<G>) {
        let mut moves = std::mem::take(&mut self.moves);
        self.game.generate(&node.position, &mut moves);
        for &mv in &moves {
            let progress = self.game.progresses(&node.position, mv);
            let mut position = node.position.clone();
            self.game.play(&mut position, mv);
            let room = if progress {
                self.setting.room(self.game, &position, self.horizon, 0)
            } else {
                node.room - 1
            };
            let key = self.key(&position);
            let node = Node { position, room };
            let numbers = self.look(&node, key);
            self.children.push(Child { node, key, numbers });
        }
        self.moves = moves;
    }

    fn remember(&mut self, key: u64, room: u16, numbers: Numbers, work: u64) {
        if !numbers.is_proven() && !numbers.is_refuted() {
            let guess = u64::from(numbers.effort[0]) << 32 | u64::from(numbers.effort[1]);
            self.table.put(self.key_of_guess(key, room), guess, work);
            return;
        }
        let mut facts = self.facts(key);
        if numbers.is_proven() {
            (facts.proven, facts.bound) = (room, numbers.bound);
        } else if numbers.is_final {
            facts.refuted = Facts::NEVER;
        } else {
            (facts.refuted, facts.horizon) = (room, self.horizon);
        }
        self.table.put(key, facts.pack(), work);
    }
}

/// What the children of a node say together.
struct Family {
    numbers: Numbers,
    /// The most promising child for the player to move.
    best: usize,
    /// The number of the second best.
    second: u32,
    /// How many other children are still in play.
    others: u32,
}

impl Family {
    /// The player to move needs the child that is easiest for him. His opponent needs all of them; the effort is taken to be
    /// that of the hardest and one for each other, because a sum counts positions that can be reached in many ways many
    /// times ("weak" proof numbers: Ueda, Hashimoto, Hashimoto and Iida, Weak Proof-Number Search).
    fn of<G: Game>(children: &[Child<G>], mine: usize, theirs: usize) -> Family {
        let mut best = 0;
        let (mut least, mut second) = (NEVER, NEVER);
        let (mut hardest, mut in_play) = (0, 0);
        for (place, child) in children.iter().enumerate() {
            let effort = child.numbers.effort;
            if effort[mine] < least {
                (second, least, best) = (least, effort[mine], place);
            } else {
                second = second.min(effort[mine]);
            }
            if effort[theirs] > 0 {
                in_play += 1;
                hardest = hardest.max(effort[theirs]);
            }
        }
        let others = if in_play > 0 { in_play - 1 } else { 0 };
        let mut effort = [0; 2];
        effort[mine] = least;
        effort[theirs] = match hardest {
            NEVER => NEVER,
            hardest => hardest.saturating_add(others).min(NEVER - 1),
        };
        let bounds =
            || children.iter().filter(|child| child.numbers.is_proven()).map(|child| child.numbers.bound);
        let mut refutations =
            children.iter().filter(|child| child.numbers.is_refuted()).map(|child| child.numbers.is_final);
        let mut numbers = Numbers { effort, bound: 0, is_final: false };
        if numbers.is_proven() {
            let bound = if mine == Numbers::PROOF { bounds().min() } else { bounds().max() };
            numbers.bound = bound.unwrap_or(0).saturating_add(1);
        } else if numbers.is_refuted() {
            numbers.is_final =
                if mine == Numbers::REFUTATION { refutations.any(|it| it) } else { refutations.all(|it| it) };
        }
        Family { numbers, best, second, others }
    }
}

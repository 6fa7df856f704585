//! Proving wins and losses before anything is guessed.

use agon_core::{Game, Limits, Line};

use super::proofs::{Ask, Known, ProofTable};
use crate::limit::Meter;

/// Nothing deeper is looked for: numbers of plies are kept in a byte.
pub(super) const DEEPEST: u32 = 200;

/// Finds forced wins and losses, the shortest first, and remembers everything that is certain.
///
/// The question is always "within *n* plies, and whatever came before", for n = 1, 2, 3 and so on: its answer depends on
/// the position alone, so it can be stored and used again on any line. What does depend on the line is kept out:
/// - A position whose next occurrence would end the game proves nothing. These positions are known before a search
///   begins. Others can be repeated, but not by a player who goes the shortest way to his win.
/// - What lies beyond the length or no-progress limit proves nothing, and a stored win that takes longer than the line
///   has room for is not used.
pub(super) struct Prover<G: Game> {
    table: ProofTable,
    closing: Vec<Closing<G>>,
    /// One bit of each key in `closing`: most positions are recognised as not among them at a glance.
    closing_bits: u64,
    limits: Limits,
    moves: Vec<Vec<G::Move>>,
}

/// A position whose next occurrence ends the game.
type Closing<G> = (u64, <G as Game>::Position);

impl<G: Game> Prover<G> {
    /// A prover with a table of about this many bytes.
    pub(super) fn new(bytes: usize) -> Prover<G> {
        Prover {
            table: ProofTable::new(bytes),
            closing: Vec::new(),
            closing_bits: 0,
            limits: Limits::default(),
            moves: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.clear();
    }

    /// Gets ready for searches from the end of a line. What was learned under the same limits stays.
    pub(super) fn prepare(&mut self, game: &G, line: &Line<G>) {
        let closing = closing(game, line);
        if closing != self.closing || line.limits() != self.limits {
            self.table.clear();
        }
        self.closing_bits = closing.iter().fold(0, |bits, (key, _)| bits | 1 << (key % 64));
        self.closing = closing;
        self.limits = line.limits();
    }

    /// What is certain about the last position of a line, for the player to move, from earlier probes.
    #[inline]
    pub(super) fn recall(&self, game: &G, line: &Line<G>) -> Known {
        let (known, _) = self.table.get(line.hash());
        if known.proof().is_none() { known } else { known.within(line.room(game)) }
    }

    /// Looks deeper and deeper for the result of every root move until `depth`, the meter, or a win ends it. `known` holds
    /// what is certain about each move for the player who makes it.
    pub(super) fn probe(
        &mut self,
        game: &G,
        line: &mut Line<G>,
        moves: &[G::Move],
        known: &mut [Known],
        depth: u32,
        meter: &mut Meter,
    ) {
        let mover = line.to_move(game);
        let depth = depth.min(line.room(game)).min(DEEPEST) as u8;
        for plies in 1..=depth {
            // Whether any move wins is asked first: a yes makes all other questions idle.
            for ask in [Ask::WIN, Ask::LOSS] {
                for (&mv, known) in moves.iter().zip(known.iter_mut()) {
                    if known.proof().is_some() {
                        continue;
                    }
                    line.push(game, mv);
                    let changed = line.to_move(game) != mover;
                    let asked = if changed { ask.flipped() } else { ask };
                    let after = self.look(game, line, 1, plies - 1, asked, meter);
                    line.pop();
                    let Some(after) = after else { return };
                    let after = if changed { after.flipped() } else { after };
                    *known = known.and(after.within(u32::from(plies - 1)).earlier());
                    if known.wins(plies) {
                        return;
                    }
                }
            }
            if known.iter().all(|known| known.proof().is_some()) {
                return;
            }
            meter.cost.depth = u32::from(plies);
        }
    }

    /// Answers a question about the last position of the line; `None` if the meter says that it is enough.
    fn look(
        &mut self,
        game: &G,
        line: &mut Line<G>,
        ply: usize,
        plies: u8,
        ask: Ask,
        meter: &mut Meter,
    ) -> Option<Known> {
        if meter.is_over() {
            return None;
        }
        let key = line.hash();
        if self.is_closing(key, line.position()) {
            return Some(Known::NOTHING);
        }
        let room = line.room(game);
        let (known, first) = self.table.get(key);
        let known = known.within(room);
        if known.answers(ask, plies) {
            return Some(known);
        }
        if self.moves.len() <= ply {
            self.moves.resize_with(ply + 1, Vec::new);
        }
        // What the table answers is not counted: no move was generated for it.
        meter.cost.nodes += 1;
        let mover = line.to_move(game);
        if let Some(ending) = game.generate(line.position(), &mut self.moves[ply]) {
            return Some(Known::ended(ending.outcome, mover));
        }
        if room == 0 {
            return Some(Known::NOTHING);
        }
        if plies == 0 {
            return Some(Known::UNDECIDED);
        }
        let count = self.moves[ply].len();
        let first = if first < count { first } else { 0 };
        let mut found = Known::NO_MOVES;
        let mut telling = first;
        for order in 0..count {
            // The move that told most last time, then the others as they come.
            let index = match order {
                0 => first,
                order if order <= first => order - 1,
                order => order,
            };
            let ask = Ask { win: ask.win, loss: ask.loss && !found.is_safe(plies) };
            if ask == Ask::NOTHING {
                found = found.with_moves_left_out();
                break;
            }
            line.push(game, self.moves[ply][index]);
            let changed = line.to_move(game) != mover;
            let asked = if changed { ask.flipped() } else { ask };
            let after = self.look(game, line, ply + 1, plies - 1, asked, meter);
            line.pop();
            let after = if changed { after?.flipped() } else { after? };
            let was_safe = found.is_safe(plies);
            found.add_move(after);
            if found.wins(plies) {
                telling = index;
                found = found.with_moves_left_out();
                break;
            }
            if found.is_safe(plies) && !was_safe {
                telling = index;
            }
        }
        self.table.put(key, found, telling);
        Some(found.and(known))
    }

    #[inline]
    fn is_closing(&self, key: u64, position: &G::Position) -> bool {
        self.closing_bits >> (key % 64) & 1 == 1
            && self.closing.iter().any(|(closing, same)| *closing == key && same == position)
    }
}

/// The positions that have occurred so often on a line that the next occurrence ends the game.
fn closing<G: Game>(game: &G, line: &Line<G>) -> Vec<Closing<G>> {
    let Some(repetition) = line.limits().repetition else { return Vec::new() };
    let reversible = line.steps().len().saturating_sub(line.clocks().quiet as usize);
    let past = line.steps().skip(reversible).map(|step| &step.position).chain([line.position()]);
    let mut counts: Vec<(u64, &G::Position, u8)> = Vec::new();
    for position in past {
        let key = game.hash(position);
        match counts.iter_mut().find(|(other, same, _)| *other == key && *same == position) {
            Some((.., count)) => *count = count.saturating_add(1),
            None => counts.push((key, position, 1)),
        }
    }
    counts.retain(|(.., count)| count.saturating_add(1) >= repetition);
    counts.into_iter().map(|(key, position, _)| (key, position.clone())).collect()
}

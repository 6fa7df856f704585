//! Depth-first proof-number search: wins and losses of single positions, proven.
//!
//! Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its Applications; thresholds a quarter above the second best after
//! Pawlewicz and Lew, Improving Depth-First PN-Search: 1 + ε Trick.
//!
//! Two questions are asked about every move: can the first player force a win, can the second? That is never answered
//! with the help of the path. Instead of looking for repetitions, a proof has room for a limited number of plies in a row
//! without progress, first a few, then twice as many, and so on. What is proven holds whatever came before; what is
//! refuted only because there was no room is asked again with more. Where every move makes progress, as in Othello, nothing
//! is limited, and a draw is proven by refuting both.

mod prover;
mod table;

use std::time::{Duration, Instant};

use agon_core::analysis::best_of;
use agon_core::{Analysis, Game, Line, Outcome, Player, Proof};

use self::prover::{Node, Numbers, Prover, Setting};
use self::table::NumberTable;
use crate::limit::Meter;
use crate::settings::Memory;
use crate::task::{Search, Task};

/// The horizons of the first and the last try.
const HORIZONS: (u16, u16) = (4, 256);
/// How many positions are visited for one question before the next has its turn; it doubles from round to round.
const SLICES: (u64, u64) = (1 << 10, 1 << 16);
/// The question about the position itself counts as much as that about this many moves.
const ROOT_SHARE: u64 = 8;
const WATCH_EVERY: Duration = Duration::from_millis(100);

crate::settings! {
    /// What can be chosen about the search.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Settings {
        /// most MiB for what was found
        pub memory: Memory as "memory" formerly "mb" = "64" in Count(1, 65_536),
    }
}

/// Proves what it can. A move with an unknown result is worth 0.
pub struct Dfpn {
    table: NumberTable,
}

impl Dfpn {
    /// A search with an empty table.
    pub fn new(settings: Settings) -> Dfpn {
        Dfpn { table: NumberTable::new(settings.memory) }
    }
}

/// Whether one player can force a win from one position.
struct Question<G: Game> {
    line: Line<G>,
    attacker: Player,
    horizon: u16,
    numbers: Numbers,
    is_open: bool,
    /// Whether the game is over there.
    has_ended: bool,
}

impl<G: Game> Question<G> {
    fn new(game: &G, line: Line<G>, attacker: Player) -> Question<G> {
        let ending = line.generate(game, &mut Vec::new());
        let has_ended = ending.is_some();
        let numbers = ending
            .map_or(Numbers::open(1, 1), |ending| Numbers::ended(ending.outcome == Outcome::Win(attacker)));
        Question { line, attacker, horizon: HORIZONS.0, numbers, is_open: !has_ended, has_ended }
    }

    /// Goes on looking for an answer, for a while.
    fn pursue(&mut self, prover: &mut Prover<'_, G>, setting: &Setting<G>, nodes: u64) {
        prover.attacker = self.attacker;
        prover.pause = prover.meter.cost.nodes.saturating_add(nodes);
        while self.is_open && prover.meter.cost.nodes < prover.pause && !prover.meter.is_over() {
            prover.horizon = self.horizon;
            self.numbers = prover.prove(&setting.node(prover.game, &self.line, self.horizon));
            if self.numbers.is_proven() {
                // A win that the longest allowed game has no room for is no win.
                let plies = self.line.clocks().plies + u32::from(self.numbers.bound);
                if self.line.limits().ply_cap.is_some_and(|cap| plies > cap) {
                    self.numbers = Numbers::open(1, 1);
                }
                self.is_open = false;
            } else if self.numbers.is_refuted() {
                self.is_open = !self.numbers.is_final && self.horizon < HORIZONS.1;
                self.horizon *= 2;
            }
        }
    }
}

impl<G: Game> Search<G> for Dfpn {
    fn search(&mut self, task: Task<'_, G>) -> Analysis<G::Move> {
        let Task { game, line, limit, watch } = task;
        let mut meter = Meter::new(limit);
        let mut moves = Vec::new();
        line.generate(game, &mut moves);
        let mut analysis = Analysis::unknown(&moves);
        if moves.is_empty() {
            return analysis;
        }
        let setting = Setting::new(game, line);
        let mut prover = Prover::new(game, &setting, &mut self.table, &mut meter);
        let mover = line.to_move(game);
        let players = [mover, !mover];
        let mut about_root = players.map(|player| Question::new(game, line.clone(), player));
        let mut about_moves: Vec<[Question<G>; 2]> = moves
            .iter()
            .map(|&mv| {
                let mut line = line.clone();
                line.push(game, mv);
                players.map(|player| Question::new(game, line.clone(), player))
            })
            .collect();
        let mut seen = Instant::now();
        let mut slice = SLICES.0;
        while !prover.meter.is_over() && about_moves.iter().flatten().any(|question| question.is_open) {
            for question in &mut about_root {
                question.pursue(&mut prover, &setting, slice * ROOT_SHARE);
            }
            for index in 0..moves.len() {
                let before = prover.meter.cost.nodes;
                let [win, loss] = &mut about_moves[index];
                win.pursue(&mut prover, &setting, slice);
                loss.is_open &= !win.numbers.is_proven();
                loss.pursue(&mut prover, &setting, slice);
                win.is_open &= !loss.numbers.is_proven();
                analysis.moves[index].visits += prover.meter.cost.nodes - before;
                if seen.elapsed() >= WATCH_EVERY {
                    conclude(&mut analysis, &about_moves, line, prover.meter);
                    watch(&analysis);
                    seen = Instant::now();
                }
            }
            slice = (slice * 2).min(SLICES.1);
        }
        conclude(&mut analysis, &about_moves, line, prover.meter);
        analysis.line = expected(game, line, &analysis, &setting, &mut prover);
        watch(&analysis);
        analysis
    }

    fn reset(&mut self) {
        self.table.clear();
    }
}

/// Writes down what the answers mean.
fn conclude<G: Game>(
    analysis: &mut Analysis<G::Move>,
    about_moves: &[[Question<G>; 2]],
    line: &Line<G>,
    meter: &Meter,
) {
    for (assessed, [win, loss]) in analysis.moves.iter_mut().zip(about_moves) {
        let is_final = |question: &Question<G>| question.numbers.is_refuted() && question.numbers.is_final;
        // A game that goes on could become so long that it is judged in somebody's favour.
        let is_judged = line.limits().ply_cap.is_some() && !win.has_ended;
        let is_drawn = is_final(win) && is_final(loss) && !is_judged;
        let gain = match (win.numbers.is_proven(), loss.numbers.is_proven()) {
            (true, _) => 1,
            (_, true) => -1,
            _ => 0,
        };
        // The length of a proof is not that of the shortest.
        assessed.proof = (gain != 0 || is_drawn).then_some(Proof { gain, distance: 0 });
        assessed.value = f32::from(gain);
    }
    // Nothing but the result counts towards the rank, so the choice among equals is made here.
    let promise = |index: usize| {
        let [win, loss] = &about_moves[index];
        match analysis.moves[index].value {
            1.0 => -i64::from(win.numbers.bound),
            -1.0 => i64::from(loss.numbers.bound),
            _ => i64::from(loss.numbers.proof_effort()) - i64::from(win.numbers.proof_effort()),
        }
    };
    analysis.best = best_of(&analysis.moves).map(|best| {
        let value = analysis.moves[best].value;
        (0..analysis.moves.len())
            .rev()
            .filter(|&index| analysis.moves[index].value == value)
            .max_by_key(|&index| promise(index))
            .unwrap_or(best)
    });
    analysis.line = analysis.best_move().map(|best| best.mv).into_iter().collect();
    analysis.cost = meter.total();
}

/// The best move, and where it is proven what follows: the winner takes the shortest way that he knows, the loser the
/// longest.
fn expected<G: Game>(
    game: &G,
    line: &Line<G>,
    analysis: &Analysis<G::Move>,
    setting: &Setting<G>,
    prover: &mut Prover<'_, G>,
) -> Vec<G::Move> {
    let Some(best) = analysis.best_move() else { return Vec::new() };
    let mut expected = vec![best.mv];
    let winner = match best.proof {
        Some(Proof { gain: 1, .. }) => line.to_move(game),
        Some(Proof { gain: -1, .. }) => !line.to_move(game),
        _ => return expected,
    };
    let mut line = line.clone();
    line.push(game, best.mv);
    prover.attacker = winner;
    prover.horizon = HORIZONS.1;
    let mut moves = Vec::new();
    while line.generate(game, &mut moves).is_none() && line.occurrences() == 1 {
        let bound = |mv: G::Move| {
            let mut next = line.clone();
            next.push(game, mv);
            if let Some(ending) = next.generate(game, &mut Vec::new()) {
                return (ending.outcome == Outcome::Win(winner)).then_some(0);
            }
            let node: Node<G> = setting.node(game, &next, HORIZONS.1);
            prover.known(&node).filter(|numbers| numbers.is_proven()).map(|numbers| numbers.bound)
        };
        let bounds = moves.iter().filter_map(|&mv| bound(mv).map(|bound| (bound, mv)));
        let next = if line.to_move(game) == winner {
            bounds.min_by_key(|&(bound, _)| bound)
        } else {
            bounds.max_by_key(|&(bound, _)| bound)
        };
        let Some((_, mv)) = next else { break };
        expected.push(mv);
        line.push(game, mv);
    }
    expected
}

//! A sheet as a game like any other: two players who take turns, found by play and not by names.

use std::borrow::Cow;
use std::sync::Arc;

use agon_core::hash::mix;
use agon_core::playout::{Crowd, Results};
use agon_core::{
    Clocks, Encode, Ending, Game, GameInfo, Heuristic, Layout, Limits, Outcome, Piece, Player, PositionError,
    Random, Reason, Trace,
};

use crate::bits::Bits;
use crate::board::Board;
use crate::error::SheetError;
use crate::join::Budget;
use crate::kif;
use crate::lanes::Lanes;
use crate::machine::Machine;
use crate::naming::{Names, describe};
use crate::sheet::Sheet;
use crate::study::{LONGEST, Study, Turn, forced_mover, refuse_roles};

/// A game whose rules were read from a sheet. Copies share everything.
#[derive(Clone)]
pub struct SheetGame(Arc<Shared>);

/// A sheet that is no game of two players who take turns.
#[derive(Debug)]
pub struct Refused {
    /// What works its rules out.
    pub machine: Machine,
    /// Why.
    pub error: SheetError,
}

struct Shared {
    machine: Machine,
    info: GameInfo,
    turn: Turn,
    /// The moves of each role that it makes while the other one chooses.
    idle: [Vec<u32>; 2],
    board: Board,
    names: Names,
    notes: Vec<String>,
}

/// How the names of files with sheets end.
pub const ENDING: &str = ".kif";

/// How a game can end, by the index of a [`Reason::Rule`].
const ENDINGS: &[&str] = &[
    "so says the sheet",
    "somebody has no legal move, and the sheet does not end the game",
    "both sides have a choice at once, which cannot be played",
    "the sheet does not say what the end is worth",
    "the position takes too much work",
];
const GOALS: Reason = Reason::Rule(0);
const STUCK: Reason = Reason::Rule(1);
const SIMULTANEOUS: Reason = Reason::Rule(2);
const WORTHLESS: Reason = Reason::Rule(3);
const EXHAUSTED: Reason = Reason::Rule(4);

/// Actions of a sheet whose moves are not known beforehand.
const CHAINED_ACTIONS: usize = 4096;

impl SheetGame {
    /// Reads a sheet, and finds out by play how it is played. `id` is the name of the game in commands.
    pub fn read(id: &str, text: &str, budget: Budget) -> Result<SheetGame, SheetError> {
        let sheet = Sheet::read(text)?;
        let whole = |problem: String| SheetError::Whole(problem);
        let machine = Machine::new(&sheet, budget).map_err(|error| whole(error.to_string()))?;
        SheetGame::of(id, text, &sheet, machine, budget).map_err(|refused| refused.error)
    }

    /// The game of a sheet with a machine of its own, such as one that chains. The machine comes back if the game cannot be played here.
    pub fn of(
        id: &str,
        text: &str,
        sheet: &Sheet,
        machine: Machine,
        budget: Budget,
    ) -> Result<SheetGame, Box<Refused>> {
        let roles = machine.roles();
        let study = match refuse_roles(&roles) {
            None => Study::new(&machine, budget.work),
            Some(problem) => Err(problem),
        };
        let study = match study {
            Ok(study) => study,
            Err(problem) => return Err(Box::new(Refused { machine, error: SheetError::Whole(problem) })),
        };
        let board = Board::find(&machine, &study);
        let names = machine.grounded().map_or_else(Names::default, |grounded| Names::new(grounded, &board));
        let mut notes = sheet.notes.clone();
        notes.extend(study.notes);
        let mut info = describe(id, text, &roles, &board);
        info.endings = ENDINGS;
        info.limits = Limits { repetition: None, no_progress: None, ply_cap: Some(LONGEST) };
        let Study { turn, idle, .. } = study;
        Ok(SheetGame(Arc::new(Shared { machine, info, turn, idle, board, names, notes })))
    }

    /// What works the rules out.
    pub fn machine(&self) -> &Machine {
        &self.0.machine
    }

    /// What is odd about the sheet and yet can be played.
    pub fn notes(&self) -> &[String] {
        &self.0.notes
    }

    /// Whether a board was found in the sheet.
    pub fn has_board(&self) -> bool {
        self.0.board.is_real
    }

    /// The move of a player as the sheet writes it.
    pub fn write_term(&self, player: Player, mv: u32) -> String {
        self.0.machine.write_move(player.index(), mv)
    }

    /// The only move of the player who waits.
    fn waiting_move(&self, position: &Bits, player: Player) -> Option<u32> {
        let mut moves = Vec::new();
        self.0.machine.legal(position, player.index(), &mut moves).ok()?;
        moves.first().copied()
    }

    fn ending(&self, position: &Bits) -> Ending {
        let goals = [0, 1].map(|role| self.0.machine.goal(position, role).ok().flatten());
        match goals {
            [Some(first), Some(second)] => match first.cmp(&second) {
                std::cmp::Ordering::Greater => Ending::win(Player::First, GOALS),
                std::cmp::Ordering::Less => Ending::win(Player::Second, GOALS),
                std::cmp::Ordering::Equal => Ending::draw(GOALS),
            },
            _ => Ending::draw(WORTHLESS),
        }
    }

    /// What a move changes on the board.
    fn changes(&self, before: &Bits, after: &Bits) -> Vec<usize> {
        let board = &self.0.board;
        let mut cells = Vec::new();
        self.each_difference(before, after, |cell| cells.push(cell));
        cells.retain(|&cell| board.piece(before, cell) != board.piece(after, cell));
        cells
    }
}

/// Plays random games of a sheet side by side.
struct SheetCrowd {
    game: SheetGame,
    lanes: Lanes,
}

impl Crowd<Bits> for SheetCrowd {
    fn play(&mut self, starts: &[Bits], each: u32, cap: u32, random: &mut Random) -> Vec<Results> {
        match self.game.0.machine.grounded() {
            Some(grounded) => self.lanes.play(&grounded.circuit, starts, each.into(), cap, random).by_start,
            None => vec![Results::default(); starts.len()],
        }
    }
}

impl Game for SheetGame {
    type Position = Bits;
    /// The number of the move among all moves of the player.
    type Move = u32;

    fn info(&self) -> &GameInfo {
        &self.0.info
    }

    fn initial(&self) -> Bits {
        self.0.machine.initial()
    }

    fn to_move(&self, position: &Bits) -> Player {
        match &self.0.turn {
            Turn::Fluent(fluent, player) => {
                if position.contains(*fluent) {
                    *player
                } else {
                    !*player
                }
            }
            Turn::Choice => {
                let mut legal = [Vec::new(), Vec::new()];
                for (role, moves) in legal.iter_mut().enumerate() {
                    if self.0.machine.legal(position, role, moves).is_err() {
                        return Player::First;
                    }
                }
                match (&legal[0][..], &legal[1][..]) {
                    ([first], [second]) => forced_mover(&self.0.idle, [*first, *second]),
                    ([_], [_, _, ..]) => Player::Second,
                    _ => Player::First,
                }
            }
        }
    }

    fn generate(&self, position: &Bits, moves: &mut Vec<u32>) -> Option<Ending> {
        moves.clear();
        let machine = &self.0.machine;
        match machine.is_terminal(position) {
            Ok(true) => return Some(self.ending(position)),
            Ok(false) => {}
            Err(_) => return Some(Ending::draw(EXHAUSTED)),
        }
        let mover = self.to_move(position);
        let other = machine.legal(position, (!mover).index(), moves).map(|()| moves.len());
        let own = machine.legal(position, mover.index(), moves).map(|()| moves.len());
        let reason = match (own, other) {
            (Ok(1..), Ok(1)) => return None,
            (Err(_), _) | (_, Err(_)) => EXHAUSTED,
            (Ok(0), _) | (_, Ok(0)) => STUCK,
            _ => SIMULTANEOUS,
        };
        moves.clear();
        Some(Ending::draw(reason))
    }

    fn play(&self, position: &mut Bits, mv: u32) {
        let mover = self.to_move(position);
        let Some(waiting) = self.waiting_move(position, !mover) else { return };
        let moves = if mover == Player::First { [mv, waiting] } else { [waiting, mv] };
        if let Ok(next) = self.0.machine.next(position, &moves) {
            *position = next;
        }
    }

    fn hash(&self, position: &Bits) -> u64 {
        mix(self.0.machine.key(position))
    }

    fn score(&self, position: &Bits, ending: Ending, _: u32) -> f32 {
        let goals = [0, 1].map(|role| self.0.machine.goal(position, role).ok().flatten());
        match (ending.reason, goals) {
            (GOALS, [Some(first), Some(second)]) => ((first - second) as f32 / 100.0).clamp(-1.0, 1.0),
            _ => ending.outcome.value().pov(Player::First),
        }
    }

    fn adjudicate(&self, _: &Bits) -> Outcome {
        Outcome::Draw
    }

    fn progresses(&self, _: &Bits, _: u32) -> bool {
        false
    }

    fn crowd(&self) -> Option<Box<dyn Crowd<Bits>>> {
        let lanes = Lanes::new(&self.0.machine.grounded()?.circuit);
        Some(Box::new(SheetCrowd { game: self.clone(), lanes }))
    }

    fn write_move(&self, position: &Bits, mv: u32) -> String {
        let role = self.to_move(position).index();
        self.0
            .names
            .short(role, mv)
            .unwrap_or_else(|| crate::naming::hyphened(&self.0.machine.write_move(role, mv)))
    }

    fn spellings(&self, position: &Bits, mv: u32) -> Vec<String> {
        let text = self.0.machine.write_move(self.to_move(position).index(), mv);
        let bare = text.trim_start_matches('(').trim_end_matches(')').to_owned();
        vec![text, bare]
    }

    fn write_position(&self, position: &Bits, _: Clocks) -> String {
        let mut facts: Vec<String> =
            position.iter().map(|fluent| self.0.machine.write_fluent(fluent)).collect();
        if self.0.machine.grounded().is_none() {
            facts.sort();
        }
        if facts.is_empty() { "()".to_owned() } else { facts.join(" ") }
    }

    fn read_position(&self, text: &str) -> Result<(Bits, Clocks), PositionError> {
        let wrong = |problem: String| PositionError::new(&self.0.info.id, text, problem);
        let nodes = kif::read(text).map_err(|error| wrong(error.to_string()))?;
        let mut position = Bits::empty(self.0.machine.fluent_count());
        for node in nodes.iter().filter(|node| node.list().is_none_or(|parts| !parts.is_empty())) {
            let fluent = self.0.machine.read_fluent(node);
            position.insert(
                fluent
                    .ok_or_else(|| wrong(format!("'{node}' can never hold; expected facts of the sheet")))?,
            );
        }
        let ending = self.generate(&position, &mut Vec::new());
        if ending.is_some_and(|ending| !matches!(ending.reason, GOALS | WORTHLESS)) {
            return Err(wrong("nobody can move in it".into()));
        }
        Ok((position, Clocks::default()))
    }

    fn layout(&self) -> Layout {
        self.0.board.layout.clone()
    }

    fn piece(&self, position: &Bits, cell: usize) -> Option<Piece> {
        self.0.board.piece(position, cell)
    }

    fn trace(&self, position: &Bits, mv: u32) -> Trace {
        let mover = self.to_move(position);
        let mut after = position.clone();
        self.play(&mut after, mv);
        let board = &self.0.board;
        let changes = self.changes(position, &after);
        let mut path = self.0.names.cells(mover.index(), mv).to_vec();
        if path.is_empty() && board.is_real && changes.len() == 1 {
            path.clone_from(&changes);
        }
        let is_enemy = |cell: usize, position: &Bits| {
            board.piece(position, cell).is_some_and(|piece| piece.owner == Some(!mover))
        };
        let is_taken = |cell: &usize| is_enemy(*cell, position) && board.piece(&after, *cell).is_none();
        let (captured, changed) = changes.into_iter().filter(|cell| !path.contains(cell)).partition(is_taken);
        let action = path.is_empty().then(|| {
            let is_pass = self.0.idle[mover.index()].contains(&mv);
            Cow::Owned(if is_pass { "pass".to_owned() } else { self.write_move(position, mv) })
        });
        Trace { path, captured, changed, action }
    }
}

impl Encode for SheetGame {
    fn cell_count(&self) -> usize {
        self.0.board.contents.len()
    }

    fn owner_count(&self) -> usize {
        3
    }

    fn extra_count(&self) -> usize {
        self.0.board.others.len()
    }

    fn extras(&self, position: &Bits, active: &mut dyn FnMut(usize)) {
        for (number, &fluent) in self.0.board.others.iter().enumerate() {
            if position.contains(fluent) {
                active(number);
            }
        }
    }

    fn each_difference(&self, before: &Bits, after: &Bits, mut report: impl FnMut(usize)) {
        let (old, new) = (before.words(), after.words());
        for word in 0..old.len().max(new.len()) {
            let [a, b] = [old, new].map(|words| words.get(word).copied().unwrap_or(0));
            for bit in crate::bits::ones(a ^ b) {
                let fluent = 64 * word + bit as usize;
                if let Some(&Some(cell)) = self.0.board.cell_of.get(fluent) {
                    report(usize::from(cell));
                }
            }
        }
    }

    fn max_active(&self) -> usize {
        self.cell_count() + self.extra_count()
    }

    fn action_count(&self) -> usize {
        self.0.names.action_count().unwrap_or(CHAINED_ACTIONS)
    }

    /// Where nothing was grounded, the words of moves are mixed into few numbers.
    fn alternatives(&self) -> usize {
        if self.0.names.action_count().is_some() { 1 } else { 2 }
    }

    fn action(&self, position: &Bits, mv: u32) -> usize {
        let role = self.to_move(position).index();
        self.0.names.action(role, mv).unwrap_or_else(|| {
            let text = self.0.machine.write_move(role, mv);
            crate::hashing::row_hash(text.bytes().map(u32::from)) as usize % CHAINED_ACTIONS
        })
    }
}

impl Heuristic for SheetGame {}

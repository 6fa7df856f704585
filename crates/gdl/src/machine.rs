//! A sheet ready to be played, whatever works its rules out: positions are sets of fluents, fluents and moves are numbers.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::bits::Bits;
use crate::chain::Chain;
use crate::circuit::Circuit;
use crate::error::Exhausted;
use crate::ground::{Grounded, compare, ground};
use crate::hashing::{Map, row_hash};
use crate::join::Budget;
use crate::kif::Node;
use crate::probe::{Probe, Readers};
use crate::sheet::Sheet;
use crate::term::{Term, Terms};

/// The rules of a sheet at work.
#[derive(Debug)]
pub enum Machine {
    /// As gates.
    Gates(Box<Gates>),
    /// By forward chaining, where gates would be too many.
    Chained(Box<Mutex<Chained>>),
}

/// A grounded sheet, and what it takes to play it.
#[derive(Debug)]
pub struct Gates {
    /// The sheet without variables.
    pub grounded: Grounded,
    readers: Readers,
    /// Tells the machines of a program apart.
    number: u64,
}

/// A chain, with numbers for the facts and moves it has met.
#[derive(Debug)]
pub struct Chained {
    chain: Chain,
    fluents: Numbers,
    moves: Vec<Numbers>,
}

#[derive(Debug, Default)]
struct Numbers {
    terms: Vec<Term>,
    /// What a term adds to the key of a position: it follows from its text, not from when it was met.
    keys: Vec<u64>,
    by_term: Map<Term, u32>,
}

impl Numbers {
    fn of(&mut self, term: Term, terms: &Terms) -> u32 {
        *self.by_term.entry(term).or_insert_with(|| {
            self.keys.push(row_hash(terms.show(term).to_string().bytes().map(u32::from)));
            self.terms.push(term);
            self.terms.len() as u32 - 1
        })
    }
}

thread_local! {
    /// What each thread looked at last, of the machines it used last.
    static PROBES: RefCell<Vec<(u64, Probe)>> = const { RefCell::new(Vec::new()) };
}

/// How many machines a thread remembers.
const REMEMBERED: usize = 4;

static NUMBERS: AtomicU64 = AtomicU64::new(0);

impl Gates {
    fn circuit(&self) -> &Circuit {
        &self.grounded.circuit
    }

    /// Asks the probe of this thread.
    fn ask<T>(&self, question: impl FnOnce(&mut Probe) -> T) -> T {
        PROBES.with_borrow_mut(|probes| {
            match probes.iter().position(|(number, _)| *number == self.number) {
                Some(0) => {}
                Some(place) => probes[..=place].rotate_right(1),
                None => {
                    probes.insert(0, (self.number, Probe::new(self.circuit())));
                    probes.truncate(REMEMBERED);
                }
            }
            question(&mut probes[0].1)
        })
    }
}

impl Machine {
    /// Grounds a sheet, or chains it where that takes more than the budget.
    pub fn new(sheet: &Sheet, budget: Budget) -> Result<Machine, Exhausted> {
        match ground(sheet, budget) {
            Ok(grounded) => Ok(Machine::of(grounded)),
            Err(_) => Machine::chained(sheet, budget),
        }
    }

    /// The machine of a grounded sheet.
    pub fn of(grounded: Grounded) -> Machine {
        let readers = Readers::new(&grounded.circuit);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        Machine::Gates(Box::new(Gates { grounded, readers, number }))
    }

    /// A machine that chains.
    pub fn chained(sheet: &Sheet, budget: Budget) -> Result<Machine, Exhausted> {
        let chain = Chain::new(sheet, budget)?;
        let moves = chain.roles().iter().map(|_| Numbers::default()).collect();
        Ok(Machine::Chained(Box::new(Mutex::new(Chained { chain, fluents: Numbers::default(), moves }))))
    }

    /// The names of the roles.
    pub fn roles(&self) -> Vec<String> {
        match self {
            Machine::Gates(gates) => {
                let grounded = &gates.grounded;
                grounded.roles.iter().map(|&role| grounded.terms.show(role).to_string()).collect()
            }
            Machine::Chained(chained) => {
                let chained = chained.lock().unwrap_or_else(PoisonError::into_inner);
                let chain = &chained.chain;
                chain.roles().iter().map(|&role| chain.terms().show(role).to_string()).collect()
            }
        }
    }

    /// The position in which a game begins.
    pub fn initial(&self) -> Bits {
        match self {
            Machine::Gates(gates) => {
                let mut state = Bits::empty(gates.grounded.fluents.len());
                gates.grounded.initial.iter().for_each(|&fluent| state.insert(fluent));
                state
            }
            Machine::Chained(chained) => {
                let mut chained = chained.lock().unwrap_or_else(PoisonError::into_inner);
                let facts = chained.chain.initial().to_vec();
                chained.state(facts)
            }
        }
    }

    /// Whether the game is over.
    pub fn is_terminal(&self, state: &Bits) -> Result<bool, Exhausted> {
        match self {
            Machine::Gates(gates) => {
                Ok(gates.ask(|probe| probe.is_terminal(state, gates.circuit(), &gates.readers)))
            }
            Machine::Chained(chained) => {
                let mut chained = chained.lock().unwrap_or_else(PoisonError::into_inner);
                let facts = chained.facts(state);
                Ok(chained.chain.look(&facts)?.1)
            }
        }
    }

    /// Replaces the contents of `moves` by the legal moves of a role.
    pub fn legal(&self, state: &Bits, role: usize, moves: &mut Vec<u32>) -> Result<(), Exhausted> {
        match self {
            Machine::Gates(gates) => {
                gates.ask(|probe| probe.legal(state, role, gates.circuit(), &gates.readers, moves));
            }
            Machine::Chained(chained) => {
                let mut chained = chained.lock().unwrap_or_else(PoisonError::into_inner);
                let facts = chained.facts(state);
                let (legal, _) = chained.chain.look(&facts)?;
                let Chained { chain, moves: numbers, .. } = &mut *chained;
                moves.clear();
                moves.extend(legal[role].iter().map(|&mv| numbers[role].of(mv, chain.terms())));
            }
        }
        Ok(())
    }

    /// The position after a move of each role.
    pub fn next(&self, state: &Bits, moves: &[u32]) -> Result<Bits, Exhausted> {
        match self {
            Machine::Gates(gates) => {
                Ok(gates.ask(|probe| probe.next(state, moves, gates.circuit(), &gates.readers)))
            }
            Machine::Chained(chained) => {
                let mut chained = chained.lock().unwrap_or_else(PoisonError::into_inner);
                let facts = chained.facts(state);
                let moves: Vec<Term> =
                    moves.iter().zip(&chained.moves).map(|(&mv, known)| known.terms[mv as usize]).collect();
                let next = chained.chain.next(&facts, &moves)?;
                Ok(chained.state(next))
            }
        }
    }

    /// What a position is worth to a role, if the sheet says so and says it once.
    pub fn goal(&self, state: &Bits, role: usize) -> Result<Option<i32>, Exhausted> {
        match self {
            Machine::Gates(gates) => {
                Ok(gates.ask(|probe| probe.goal(state, role, gates.circuit(), &gates.readers)))
            }
            Machine::Chained(chained) => {
                let mut chained = chained.lock().unwrap_or_else(PoisonError::into_inner);
                let facts = chained.facts(state);
                Ok(chained.chain.goals(&facts)?[role])
            }
        }
    }

    /// A key of a position, the same whenever it is met.
    pub fn key(&self, state: &Bits) -> u64 {
        match self {
            Machine::Gates(_) => state.key(),
            Machine::Chained(chained) => {
                let chained = chained.lock().unwrap_or_else(PoisonError::into_inner);
                state
                    .iter()
                    .fold(0, |sum: u64, fluent| sum.wrapping_add(chained.fluents.keys[fluent as usize]))
            }
        }
    }

    /// The fluent that a text means, if there is such a one.
    pub fn read_fluent(&self, node: &Node) -> Option<u32> {
        match self {
            Machine::Gates(gates) => {
                let grounded = &gates.grounded;
                let term = grounded.terms.read(node)?;
                let place = grounded.fluents.binary_search_by(|&other| compare(other, term, &grounded.terms));
                place.ok().map(|place| place as u32)
            }
            Machine::Chained(chained) => {
                let mut chained = chained.lock().unwrap_or_else(PoisonError::into_inner);
                let Chained { chain, fluents, .. } = &mut *chained;
                let term = chain.terms().read(node)?;
                Some(fluents.of(term, chain.terms()))
            }
        }
    }

    /// About how much memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Machine::Gates(gates) => {
                let Grounded { terms, circuit, statics, .. } = &gates.grounded;
                let rows = statics
                    .iter()
                    .flatten()
                    .map(|row| size_of_val(row) + size_of_val(&row[..]))
                    .sum::<usize>();
                // Every link is known from both ends.
                terms.bytes() + rows + circuit.link_count() * 8 + circuit.gate_count() * 64
            }
            Machine::Chained(chained) => {
                let chained = chained.lock().unwrap_or_else(PoisonError::into_inner);
                // Tables and their indices hold the terms several times.
                8 * chained.chain.terms().bytes()
            }
        }
    }

    /// How many rows were joined for all positions so far; none where there are gates.
    pub(crate) fn work(&self) -> u64 {
        match self {
            Machine::Gates(_) => 0,
            Machine::Chained(chained) => chained.lock().unwrap_or_else(PoisonError::into_inner).chain.work(),
        }
    }

    /// The number of facts that positions had so far, or can have.
    pub(crate) fn met_count(&self) -> usize {
        match self {
            Machine::Gates(gates) => gates.grounded.fluents.len(),
            Machine::Chained(chained) => {
                chained.lock().unwrap_or_else(PoisonError::into_inner).fluents.terms.len()
            }
        }
    }

    /// The number of facts that a position can have, where it is known.
    pub fn fluent_count(&self) -> usize {
        self.grounded().map_or(0, |grounded| grounded.fluents.len())
    }

    /// A fluent as it is written.
    pub fn write_fluent(&self, fluent: u32) -> String {
        match self {
            Machine::Gates(gates) => {
                let grounded = &gates.grounded;
                grounded.terms.show(grounded.fluents[fluent as usize]).to_string()
            }
            Machine::Chained(chained) => {
                let chained = chained.lock().unwrap_or_else(PoisonError::into_inner);
                chained.chain.terms().show(chained.fluents.terms[fluent as usize]).to_string()
            }
        }
    }

    /// A move of a role as it is written.
    pub fn write_move(&self, role: usize, mv: u32) -> String {
        match self {
            Machine::Gates(gates) => {
                let grounded = &gates.grounded;
                grounded.terms.show(grounded.moves[role][mv as usize]).to_string()
            }
            Machine::Chained(chained) => {
                let chained = chained.lock().unwrap_or_else(PoisonError::into_inner);
                chained.chain.terms().show(chained.moves[role].terms[mv as usize]).to_string()
            }
        }
    }

    /// The one of these moves of a role that somebody means: as it is written, or else the only one that it is in another case.
    pub fn find_move(&self, role: usize, moves: &[u32], meant: &Node) -> Option<u32> {
        let (meant, written) = (meant.to_string(), |mv: u32| self.write_move(role, mv));
        if let Some(exact) = moves.iter().copied().find(|&mv| written(mv) == meant) {
            return Some(exact);
        }
        let mut fitting = moves.iter().copied().filter(|&mv| written(mv).eq_ignore_ascii_case(&meant));
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// The gates, if there are any.
    pub fn grounded(&self) -> Option<&Grounded> {
        match self {
            Machine::Gates(gates) => Some(&gates.grounded),
            Machine::Chained(_) => None,
        }
    }
}

impl Chained {
    fn facts(&self, state: &Bits) -> Vec<Term> {
        state.iter().map(|fluent| self.fluents.terms[fluent as usize]).collect()
    }

    fn state(&mut self, facts: Vec<Term>) -> Bits {
        let mut state = Bits::empty(0);
        for fact in facts {
            state.insert(self.fluents.of(fact, self.chain.terms()));
        }
        state
    }
}

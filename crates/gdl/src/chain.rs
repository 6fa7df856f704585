//! Forward chaining: everything that follows from a position is worked out from the rules themselves. Slow and simple: for sheets
//! that are too large for gates, and to check the gates.

use crate::check::{depending_on, needed_by, points};
use crate::datalog::Program;
use crate::error::Exhausted;
use crate::ground::compare;
use crate::join::{Budget, Meter};
use crate::rule::{Relation, Rule};
use crate::sheet::{Keywords, Sheet};
use crate::table::Table;
use crate::term::{Term, Terms};

/// A sheet whose rules are worked out anew for every position. Facts and moves are terms.
#[derive(Clone, Debug)]
pub struct Chain {
    terms: Terms,
    words: Keywords,
    tables: Vec<Table>,
    /// What is legal and over; what comes next; what it is worth.
    programs: [Stage; 3],
    roles: Vec<Term>,
    initial: Vec<Term>,
    /// How much one position may take.
    budget: Budget,
    /// Rows joined so far.
    work: u64,
    /// The position that was looked at last.
    state: Option<Vec<Term>>,
}

/// Rules that are worked out together, and what they conclude.
#[derive(Clone, Debug)]
struct Stage {
    program: Program,
    relations: Vec<usize>,
}

/// A position may take this part of the work that is allowed for a sheet, since whoever plays asks for very many; but this much is
/// always allowed.
const PART: u64 = 20;
const LEAST: u64 = 200_000;

impl Chain {
    /// Works out what does not depend on the position. The budget holds for this; a position may take a part of it.
    pub fn new(sheet: &Sheet, budget: Budget) -> Result<Chain, Exhausted> {
        let words = sheet.keywords;
        let mut terms = sheet.terms.clone();
        let mut meter = Meter::new(budget);
        let mut tables: Vec<Table> = sheet.relations.iter().map(|info| Table::new(info.arity)).collect();
        let dynamic = depending_on(sheet, &[words.holds, words.does]);
        let on_move = depending_on(sheet, &[words.does]);
        let choose = |relations: &[usize]| -> Vec<Rule> {
            let rules = sheet.rules.iter();
            rules
                .filter(|rule| relations.binary_search(&rule.head.relation.index()).is_ok())
                .cloned()
                .collect()
        };
        let always = |_: Relation| true;
        let relations = |keep: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..sheet.relations.len()).filter(|&relation| keep(relation)).collect()
        };
        Program::new(
            &choose(&relations(&|relation| !dynamic[relation])),
            always,
            &mut tables,
            &terms,
            &mut meter,
        )?
        .run(&mut tables, &mut terms, &mut meter)?;
        let looks = needed_by(sheet, &[words.legal, words.terminal]);
        let steps = needed_by(sheet, &[words.next]);
        let worths = needed_by(sheet, &[words.goal]);
        let mut stage = |keep: &dyn Fn(usize) -> bool| -> Result<Stage, Exhausted> {
            let is_told = |relation: usize| [words.holds.index(), words.does.index()].contains(&relation);
            let relations = relations(&|relation| dynamic[relation] && !is_told(relation) && keep(relation));
            let program = Program::new(&choose(&relations), always, &mut tables, &terms, &mut meter)?;
            Ok(Stage { program, relations })
        };
        let programs = [
            stage(&|relation| looks[relation])?,
            stage(&|relation| steps[relation] && (on_move[relation] || !looks[relation]))?,
            stage(&|relation| worths[relation] && !looks[relation])?,
        ];
        let roles = tables[words.role.index()].rows().map(|row| row[0]).collect();
        let initial = tables[words.init.index()].rows().map(|row| row[0]).collect();
        let budget = Budget { work: (budget.work / PART).max(LEAST), ..budget };
        Ok(Chain { terms, words, tables, programs, roles, initial, budget, work: 0, state: None })
    }

    /// The words and terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The roles, in the order of the sheet.
    pub fn roles(&self) -> &[Term] {
        &self.roles
    }

    /// The facts that hold at first.
    pub fn initial(&self) -> &[Term] {
        &self.initial
    }

    /// How many rows were joined for all positions so far.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Works out a stage for the position that was looked at last.
    fn run(&mut self, stage: usize) -> Result<(), Exhausted> {
        let Stage { program, relations } = &self.programs[stage];
        for &relation in relations {
            self.tables[relation].clear();
        }
        let mut meter = Meter::new(self.budget);
        let result = program.run(&mut self.tables, &mut self.terms, &mut meter);
        self.work += meter.work;
        result
    }

    /// Works out what is legal and over in a position, unless that was done just before.
    fn visit(&mut self, state: &[Term]) -> Result<(), Exhausted> {
        if self.state.as_deref() == Some(state) {
            return Ok(());
        }
        self.state = None;
        let [holds, does] = [self.words.holds, self.words.does].map(Relation::index);
        self.tables[does].clear();
        self.tables[holds].clear();
        for &fact in state {
            self.tables[holds].insert(&[fact], &self.terms);
        }
        self.run(0)?;
        self.state = Some(state.to_vec());
        Ok(())
    }

    /// Looks at a position: what is legal for each role, in the order that people expect, and whether the game is over.
    pub fn look(&mut self, state: &[Term]) -> Result<(Vec<Vec<Term>>, bool), Exhausted> {
        self.visit(state)?;
        let mut legal: Vec<Vec<Term>> = self.roles.iter().map(|_| Vec::new()).collect();
        for row in self.tables[self.words.legal.index()].rows() {
            if let Some(role) = self.roles.iter().position(|&role| role == row[0]) {
                legal[role].push(row[1]);
            }
        }
        for moves in &mut legal {
            moves.sort_by(|&a, &b| compare(a, b, &self.terms));
        }
        Ok((legal, self.tables[self.words.terminal.index()].len() > 0))
    }

    /// What a position is worth to each role, if the sheet says so and says it once.
    pub fn goals(&mut self, state: &[Term]) -> Result<Vec<Option<i32>>, Exhausted> {
        self.visit(state)?;
        self.run(2)?;
        let goal_of = |&role: &Term| {
            let rows = self.tables[self.words.goal.index()].rows().filter(|row| row[0] == role);
            let mut numbers = rows.filter_map(|row| points(row[1], &self.terms));
            let goal = numbers.next();
            goal.filter(|_| numbers.next().is_none())
        };
        Ok(self.roles.iter().map(goal_of).collect())
    }

    /// The facts after a move of each role.
    pub fn next(&mut self, state: &[Term], moves: &[Term]) -> Result<Vec<Term>, Exhausted> {
        self.visit(state)?;
        let does = self.words.does.index();
        self.tables[does].clear();
        for (&role, &mv) in self.roles.iter().zip(moves) {
            self.tables[does].insert(&[role, mv], &self.terms);
        }
        self.run(1)?;
        Ok(self.tables[self.words.next.index()].rows().map(|row| row[0]).collect())
    }
}

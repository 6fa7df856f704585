//! Forward chaining: everything that follows from a position is worked out from the rules themselves. Slow and simple: for sheets
//! that are too large for gates, and to check the gates.

use crate::check::{depending_on, needed_by};
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
    /// What does not depend on the position.
    statics: Vec<bool>,
    /// What is legal and over; what comes next; what it is worth.
    programs: [Program; 3],
    roles: Vec<Term>,
    initial: Vec<Term>,
    budget: Budget,
}

impl Chain {
    /// Works out what does not depend on the position. The budget holds for this and for every position alike.
    pub fn new(sheet: &Sheet, budget: Budget) -> Result<Chain, Exhausted> {
        let words = sheet.keywords;
        let mut terms = sheet.terms.clone();
        let mut tables: Vec<Table> = sheet.relations.iter().map(|info| Table::new(info.arity)).collect();
        let statics: Vec<bool> =
            depending_on(sheet, &[words.holds, words.does]).into_iter().map(|depends| !depends).collect();
        let on_move = depending_on(sheet, &[words.does]);
        let choose = |keep: &dyn Fn(usize) -> bool| -> Vec<Rule> {
            sheet.rules.iter().filter(|rule| keep(rule.head.relation.index())).cloned().collect()
        };
        let always = |_: Relation| true;
        Program::new(&choose(&|relation| statics[relation]), always, &mut tables, &terms).run(
            &mut tables,
            &mut terms,
            &mut Meter::new(budget),
        )?;
        let looks = needed_by(sheet, &[words.legal, words.terminal]);
        let steps = needed_by(sheet, &[words.next]);
        let worths = needed_by(sheet, &[words.goal]);
        let programs = [
            choose(&|relation| !statics[relation] && looks[relation]),
            choose(&|relation| {
                !statics[relation] && steps[relation] && (on_move[relation] || !looks[relation])
            }),
            choose(&|relation| !statics[relation] && worths[relation] && !looks[relation]),
        ]
        .map(|rules| Program::new(&rules, always, &mut tables, &terms));
        let roles = tables[words.role.index()].rows().map(|row| row[0]).collect();
        let initial = tables[words.init.index()].rows().map(|row| row[0]).collect();
        Ok(Chain { terms, words, tables, statics, programs, roles, initial, budget })
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

    /// Looks at a position: what is legal for each role, in the order that people expect, and whether the game is over.
    pub fn look(&mut self, state: &[Term]) -> Result<(Vec<Vec<Term>>, bool), Exhausted> {
        for relation in (0..self.tables.len()).filter(|&relation| !self.statics[relation]) {
            self.tables[relation].clear();
        }
        for &fact in state {
            self.tables[self.words.holds.index()].insert(&[fact], &self.terms);
        }
        self.programs[0].run(&mut self.tables, &mut self.terms, &mut Meter::new(self.budget))?;
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
        self.look(state)?;
        self.programs[2].run(&mut self.tables, &mut self.terms, &mut Meter::new(self.budget))?;
        let goal_of = |&role: &Term| {
            let rows = self.tables[self.words.goal.index()].rows().filter(|row| row[0] == role);
            let mut numbers = rows.filter_map(|row| self.terms.word(self.terms.name(row[1])).parse().ok());
            let goal = numbers.next();
            goal.filter(|_| numbers.next().is_none())
        };
        Ok(self.roles.iter().map(goal_of).collect())
    }

    /// The facts after a move of each role.
    pub fn next(&mut self, state: &[Term], moves: &[Term]) -> Result<Vec<Term>, Exhausted> {
        self.look(state)?;
        for (&role, &mv) in self.roles.iter().zip(moves) {
            self.tables[self.words.does.index()].insert(&[role, mv], &self.terms);
        }
        self.programs[1].run(&mut self.tables, &mut self.terms, &mut Meter::new(self.budget))?;
        Ok(self.tables[self.words.next.index()].rows().map(|row| row[0]).collect())
    }
}

//! Bodies of rules as joins: in which order literals are looked up, and how.

use crate::error::Exhausted;
use crate::hashing::row_hash;
use crate::rule::{Atom, Literal, Pattern, Relation, Rule, Variables};
use crate::table::{Path, Table, at};
use crate::term::{Symbol, Term, Terms};

/// Where a value comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    Term(Term),
    Variable(u8),
}

/// What is asked of a row, in order.
#[derive(Clone, Debug)]
enum Test {
    /// A term with this name and parts stands here.
    Shape(Path, Symbol),
    /// This value stands here.
    Value(Path, Source),
    /// What stands here is the value of the variable from now on.
    Bind(Path, u8),
}

/// One step of a join.
#[derive(Clone, Debug)]
enum Step {
    /// Goes through rows of a table; `place` is the literal's place in the body.
    Rows { relation: Relation, place: usize, index: Option<usize>, key: Vec<Source>, tests: Vec<Test> },
    /// Goes on if a row is not in a table.
    Absent(Atom),
    /// Goes on if two terms are the same, or if they are not.
    Compare(Pattern, Pattern, bool),
}

/// A rule as a join.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    steps: Vec<Step>,
    variables: usize,
    literals: usize,
}

/// How much a join may do, counted and not timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Rows joined.
    pub work: u64,
    /// Terms made, and facts found.
    pub facts: usize,
    /// Links between gates.
    pub links: usize,
}

impl Budget {
    /// For sheets of strangers: enough for lines of action and Othello, done within seconds and a hundred megabytes.
    pub const MODEST: Budget = Budget { work: 5_000_000, facts: 200_000, links: 400_000 };
}

impl Default for Budget {
    /// Enough for chess ten times over. Sheets that are games are done within seconds; hostile ones can take minutes.
    fn default() -> Budget {
        Budget { work: 100_000_000, facts: 2_000_000, links: 4_000_000 }
    }
}

/// The deepest term that rules may make.
const DEEPEST_TERM: u32 = 120;

/// Counts what joins do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    pub(crate) budget: Budget,
    pub(crate) work: u64,
    facts: usize,
}

impl Meter {
    pub(crate) fn new(budget: Budget) -> Meter {
        Meter { budget, work: 0, facts: 0 }
    }

    /// Counts facts that were found.
    pub(crate) fn count_facts(&mut self, facts: usize) -> Result<(), Exhausted> {
        self.facts += facts;
        if self.facts > self.budget.facts { Err(Exhausted::Facts(self.budget.facts)) } else { Ok(()) }
    }

    #[inline]
    fn count(&mut self) -> Result<(), Exhausted> {
        self.count_many(1)
    }

    /// Counts work that is about as much as joining so many rows.
    #[inline]
    pub(crate) fn count_many(&mut self, rows: u64) -> Result<(), Exhausted> {
        self.work += rows;
        if self.work > self.budget.work { Err(Exhausted::Work(self.budget.work)) } else { Ok(()) }
    }

    fn check_terms(&self, terms: &Terms) -> Result<(), Exhausted> {
        if terms.len() > self.budget.facts {
            return Err(Exhausted::Facts(self.budget.facts));
        }
        if terms.deepest() > DEEPEST_TERM { Err(Exhausted::Depth(DEEPEST_TERM)) } else { Ok(()) }
    }
}

impl Plan {
    /// About how many rows could be joined in the time that it takes to plan a rule.
    pub(crate) fn cost(rule: &Rule) -> u64 {
        let words: usize = rule.body.iter().map(Literal::words).sum();
        (rule.body.len() * words / 16) as u64
    }

    /// Plans a rule. The literal at `first`, if any, is gone through before all others; `denies` says of which relations it is
    /// asked that a row be absent, and which negative literals are taken to hold.
    pub(crate) fn new(
        rule: &Rule,
        first: Option<usize>,
        denies: impl Fn(Relation) -> bool,
        tables: &mut [Table],
        terms: &Terms,
    ) -> Plan {
        let mut plan = Plan { steps: Vec::new(), variables: rule.variables.len(), literals: rule.body.len() };
        let mut bound = Variables::default();
        let mut left: Vec<usize> = (0..rule.body.len()).collect();
        let mut wanted = first;
        while !left.is_empty() {
            // What only tests comes as early as it can.
            left.retain(|&place| {
                let literal = &rule.body[place];
                if matches!(literal, Literal::Holds(_)) || !literal.variables().is_within(bound) {
                    return true;
                }
                match literal {
                    Literal::Fails(atom) if denies(atom.relation) => {
                        plan.steps.push(Step::Absent(atom.clone()))
                    }
                    Literal::Holds(_) | Literal::Fails(_) => {}
                    Literal::Differ(a, b) => plan.steps.push(Step::Compare(a.clone(), b.clone(), false)),
                    Literal::Same(a, b) => plan.steps.push(Step::Compare(a.clone(), b.clone(), true)),
                }
                false
            });
            let holding = |&place: &usize| match &rule.body[place] {
                Literal::Holds(atom) => Some((place, atom)),
                _ => None,
            };
            let cost = |atom: &Atom| {
                let (all, open) = (
                    atom.variables(),
                    atom.arguments
                        .iter()
                        .map(|argument| leaves(argument, bound))
                        .fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1)),
                );
                let is_test = all.is_within(bound);
                // Bound places first; then few open ones; then small tables.
                (!is_test, open.0 == 0, open.1, tables[atom.relation.index()].len())
            };
            let best = wanted
                .take()
                .and_then(|place| holding(&place))
                .or_else(|| left.iter().filter_map(holding).min_by_key(|(place, atom)| (cost(atom), *place)));
            let Some((place, atom)) = best else { break };
            left.retain(|&other| other != place);
            let is_first = first == Some(place);
            plan.steps.push(lookup(atom, place, bound, is_first, tables, terms));
            bound = bound.union(atom.variables());
        }
        plan
    }

    /// Goes through everything that the body can stand for. `ranges` gives, for a literal's place and its relation, the rows to
    /// be looked at; `found` is shown the values of the variables and the row of each literal.
    pub(crate) fn run(
        &self,
        tables: &[Table],
        terms: &mut Terms,
        meter: &mut Meter,
        ranges: &dyn Fn(usize, Relation) -> (u32, u32),
        found: &mut dyn FnMut(&Found<'_>, &mut Terms) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        let mut run = Run {
            plan: self,
            tables,
            ranges,
            values: vec![Term(0); self.variables],
            rows: vec![0; self.literals],
        };
        run.step(0, terms, meter, found)
    }
}

/// What a join found: values for the variables, and a row for each literal that holds.
pub(crate) struct Found<'a> {
    pub(crate) values: &'a [Term],
    pub(crate) rows: &'a [u32],
}

impl Found<'_> {
    /// The arguments of an atom, with all variables replaced.
    pub(crate) fn fill(&self, atom: &Atom, terms: &mut Terms, row: &mut Vec<Term>) {
        row.clear();
        for argument in &atom.arguments {
            let term = fill(argument, self.values, terms);
            row.push(term);
        }
    }
}

struct Run<'a> {
    plan: &'a Plan,
    tables: &'a [Table],
    ranges: &'a dyn Fn(usize, Relation) -> (u32, u32),
    values: Vec<Term>,
    rows: Vec<u32>,
}

impl Run<'_> {
    fn step(
        &mut self,
        number: usize,
        terms: &mut Terms,
        meter: &mut Meter,
        found: &mut dyn FnMut(&Found<'_>, &mut Terms) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        let plan = self.plan;
        match plan.steps.get(number) {
            None => {
                meter.check_terms(terms)?;
                found(&Found { values: &self.values, rows: &self.rows }, terms)
            }
            Some(Step::Rows { relation, place, index, key, tests }) => {
                let table = &self.tables[relation.index()];
                let (begin, end) = (self.ranges)(*place, *relation);
                let Some(index) = index else {
                    for row in begin..end {
                        self.visit(number, row, table, *place, tests, terms, meter, found)?;
                    }
                    return Ok(());
                };
                let key = row_hash(key.iter().map(|source| self.value(*source).0));
                for row in table.matching(*index, key) {
                    if row >= end {
                        break;
                    }
                    if row >= begin {
                        self.visit(number, row, table, *place, tests, terms, meter, found)?;
                    }
                }
                Ok(())
            }
            Some(Step::Absent(atom)) => {
                meter.count()?;
                let row: Option<Vec<Term>> =
                    atom.arguments.iter().map(|argument| find(argument, &self.values, terms)).collect();
                if row.is_none_or(|row| self.tables[atom.relation.index()].find(&row).is_none()) {
                    self.step(number + 1, terms, meter, found)?;
                }
                Ok(())
            }
            Some(Step::Compare(a, b, equal)) => {
                let same = fill(a, &self.values, terms) == fill(b, &self.values, terms);
                if same == *equal { self.step(number + 1, terms, meter, found) } else { Ok(()) }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one loop that is written twice")]
    fn visit(
        &mut self,
        number: usize,
        row: u32,
        table: &Table,
        place: usize,
        tests: &[Test],
        terms: &mut Terms,
        meter: &mut Meter,
        found: &mut dyn FnMut(&Found<'_>, &mut Terms) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        meter.count()?;
        let cells = table.row(row);
        for test in tests {
            let fits = match test {
                Test::Shape(path, name) => at(cells, path, terms)
                    .is_some_and(|term| terms.name(term) == *name && !terms.parts(term).is_empty()),
                Test::Value(path, source) => at(cells, path, terms) == Some(self.value(*source)),
                Test::Bind(path, variable) => match at(cells, path, terms) {
                    Some(term) => {
                        self.values[usize::from(*variable)] = term;
                        true
                    }
                    None => false,
                },
            };
            if !fits {
                return Ok(());
            }
        }
        self.rows[place] = row;
        self.step(number + 1, terms, meter, found)
    }

    fn value(&self, source: Source) -> Term {
        match source {
            Source::Term(term) => term,
            Source::Variable(variable) => self.values[usize::from(variable)],
        }
    }
}

/// How many leaves of a pattern have a value, and how many have none.
fn leaves(pattern: &Pattern, bound: Variables) -> (u32, u32) {
    match pattern {
        Pattern::Variable(variable) if !bound.contains(*variable) => (0, 1),
        Pattern::Variable(_) | Pattern::Ground(_) => (1, 0),
        Pattern::Compound(_, parts) => {
            parts.iter().map(|part| leaves(part, bound)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
        }
    }
}

/// The step that looks an atom up, by an index unless its rows are gone through one by one.
fn lookup(
    atom: &Atom,
    place: usize,
    bound: Variables,
    is_scan: bool,
    tables: &mut [Table],
    terms: &Terms,
) -> Step {
    let mut parts =
        Parts { shape: Vec::new(), key: Vec::new(), sources: Vec::new(), tests: Vec::new(), bound };
    for (column, argument) in atom.arguments.iter().enumerate() {
        parts.collect(argument, &mut vec![column as u8]);
    }
    let Parts { shape, key, sources, tests, .. } = parts;
    let is_plain = shape.is_empty() && key.is_empty();
    let index = (!is_scan && !is_plain).then(|| tables[atom.relation.index()].index(&shape, &key, terms));
    Step::Rows { relation: atom.relation, place, index, key: sources, tests }
}

struct Parts {
    shape: Vec<(Path, Symbol)>,
    key: Vec<Path>,
    sources: Vec<Source>,
    tests: Vec<Test>,
    bound: Variables,
}

impl Parts {
    fn collect(&mut self, pattern: &Pattern, path: &mut Vec<u8>) {
        let here: Path = path.as_slice().into();
        match pattern {
            Pattern::Ground(term) => self.known(here, Source::Term(*term)),
            Pattern::Variable(variable) if self.bound.contains(*variable) => {
                self.known(here, Source::Variable(*variable));
            }
            Pattern::Variable(variable) => {
                // A second time in the same atom, it is only compared: the index does not know its value.
                let is_again =
                    self.tests.iter().any(|test| matches!(test, Test::Bind(_, known) if known == variable));
                self.tests.push(if is_again {
                    Test::Value(here, Source::Variable(*variable))
                } else {
                    Test::Bind(here, *variable)
                });
            }
            Pattern::Compound(name, parts) => {
                self.shape.push((here.clone(), *name));
                self.tests.push(Test::Shape(here, *name));
                for (index, part) in parts.iter().enumerate() {
                    path.push(index as u8);
                    self.collect(part, path);
                    path.pop();
                }
            }
        }
    }

    fn known(&mut self, path: Path, source: Source) {
        self.key.push(path.clone());
        self.sources.push(source);
        self.tests.push(Test::Value(path, source));
    }
}

/// A pattern with all variables replaced by their values.
fn fill(pattern: &Pattern, values: &[Term], terms: &mut Terms) -> Term {
    match pattern {
        Pattern::Variable(variable) => values[usize::from(*variable)],
        Pattern::Ground(term) => *term,
        Pattern::Compound(name, parts) => {
            let parts: Vec<Term> = parts.iter().map(|part| fill(part, values, terms)).collect();
            terms.make(*name, &parts)
        }
    }
}

/// Like [`fill`], for a term that may not have been made yet.
fn find(pattern: &Pattern, values: &[Term], terms: &Terms) -> Option<Term> {
    match pattern {
        Pattern::Variable(variable) => Some(values[usize::from(*variable)]),
        Pattern::Ground(term) => Some(*term),
        Pattern::Compound(name, parts) => {
            let parts: Vec<Term> =
                parts.iter().map(|part| find(part, values, terms)).collect::<Option<_>>()?;
            terms.find(*name, &parts)
        }
    }
}

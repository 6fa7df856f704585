//! From rules with variables to gates: what can ever hold is worked out first, then one gate is made for each instance of a rule.
//!
//! Domains need no `base` and `input` relations: a fact can hold if it holds at first or can come next, a move can be made if it
//! can be legal, and conditions with `not` about the position are taken to hold.

use crate::check::{depending_on, needed_by, points};
use crate::circuit::Circuit;
use crate::datalog::Program;
use crate::error::{Exhausted, Place};
use crate::graph::{Graph, components};
use crate::join::{Budget, Meter, Plan};
use crate::net::{Literal, Net};
use crate::rule::{self, Atom, Pattern, Relation, Rule};
use crate::sheet::Sheet;
use crate::split::split;
use crate::table::Table;
use crate::term::{Term, Terms};

/// A sheet without variables.
#[derive(Clone, Debug)]
pub struct Grounded {
    /// The words and terms of the sheet, with those that the rules make.
    pub terms: Terms,
    /// The roles, in the order of the sheet.
    pub roles: Vec<Term>,
    /// The facts that a position can have.
    pub fluents: Vec<Term>,
    /// The facts that hold at first, as numbers of fluents.
    pub initial: Vec<u32>,
    /// The moves of each role.
    pub moves: Vec<Vec<Term>>,
    /// The rules as gates.
    pub circuit: Circuit,
    /// The rows of the relations that do not depend on the position, by relation.
    pub statics: Vec<Vec<Vec<Term>>>,
    /// How much was joined.
    pub work: u64,
}

/// Grounds a sheet, unless it takes more than the budget.
pub fn ground(sheet: &Sheet, budget: Budget) -> Result<Grounded, Exhausted> {
    let words = sheet.keywords;
    let dynamic = depending_on(sheet, &[words.holds, words.does]);
    let sheet = split(sheet, &dynamic);
    let dynamic = depending_on(&sheet, &[words.holds, words.does]);
    let mut terms = sheet.terms.clone();
    let mut meter = Meter::new(budget);
    let mut tables: Vec<Table> = sheet.relations.iter().map(|info| Table::new(info.arity)).collect();
    let is_static = |relation: Relation| !dynamic[relation.index()];

    let rules: Vec<Rule> = sheet.rules.iter().cloned().chain(bridges(&sheet)).collect();
    Program::new(&rules, is_static, &mut tables, &terms, &mut meter)?.run(
        &mut tables,
        &mut terms,
        &mut meter,
    )?;

    let instances = Instances::collect(&sheet, &dynamic, &mut tables, &mut terms, &mut meter)?;
    let roles: Vec<Term> = tables[words.role.index()].rows().map(|row| row[0]).collect();
    let mut fluents: Vec<Term> = tables[words.holds.index()].rows().map(|row| row[0]).collect();
    fluents.sort_by(|&a, &b| compare(a, b, &terms));
    let mut moves: Vec<Vec<Term>> = vec![Vec::new(); roles.len()];
    for row in tables[words.does.index()].rows() {
        if let Some(role) = roles.iter().position(|&role| role == row[0]) {
            moves[role].push(row[1]);
        }
    }
    for list in &mut moves {
        list.sort_by(|&a, &b| compare(a, b, &terms));
    }
    let circuit =
        Builder { sheet: &sheet, tables: &tables, terms: &terms, dynamic: &dynamic, instances: &instances }
            .build(&roles, &fluents, &moves, budget)?;
    let init = &tables[words.init.index()];
    let holds_first = |&number: &u32| init.find(&[fluents[number as usize]]).is_some();
    let initial = (0..fluents.len() as u32).filter(holds_first).collect();
    let statics = (0..tables.len())
        .map(|relation| {
            if dynamic[relation] {
                Vec::new()
            } else {
                tables[relation].rows().map(<[Term]>::to_vec).collect()
            }
        })
        .collect();
    Ok(Grounded { terms, roles, fluents, initial, moves, circuit, statics, work: meter.work })
}

/// What can hold if it holds at first or comes next, and what can be done if it is legal.
fn bridges(sheet: &Sheet) -> [Rule; 3] {
    let words = sheet.keywords;
    let (first, second) = (Pattern::Variable(0), Pattern::Variable(1));
    let place = Place { line: 1, column: 1 };
    let atom = |relation: Relation, arguments: &[&Pattern]| Atom {
        relation,
        arguments: arguments.iter().copied().cloned().collect(),
    };
    let rule = |head: Atom, body: Vec<Atom>| Rule {
        head,
        body: body.into_iter().map(rule::Literal::Holds).collect(),
        variables: vec!["?first".to_owned(), "?second".to_owned()],
        place,
    };
    [
        rule(atom(words.holds, &[&first]), vec![atom(words.init, &[&first])]),
        rule(atom(words.holds, &[&first]), vec![atom(words.next, &[&first])]),
        rule(
            atom(words.does, &[&first, &second]),
            vec![atom(words.legal, &[&first, &second]), atom(words.role, &[&first])],
        ),
    ]
}

/// Orders terms as people would: numbers by size, then words by letters, part by part.
pub(crate) fn compare(a: Term, b: Term, terms: &Terms) -> std::cmp::Ordering {
    let (one, other) = (terms.word(terms.name(a)), terms.word(terms.name(b)));
    let names = match (one.parse::<i64>(), other.parse::<i64>()) {
        (Ok(number), Ok(than)) => number.cmp(&than).then_with(|| one.cmp(other)),
        (Ok(_), Err(_)) => std::cmp::Ordering::Less,
        (Err(_), Ok(_)) => std::cmp::Ordering::Greater,
        (Err(_), Err(_)) => one.cmp(other),
    };
    names.then_with(|| {
        let (first, second) = (terms.parts(a), terms.parts(b));
        let unequal =
            first.iter().zip(second).map(|(&a, &b)| compare(a, b, terms)).find(|order| order.is_ne());
        unequal.unwrap_or_else(|| first.len().cmp(&second.len()))
    })
}

/// All instances of rules about the position. An atom is numbered by its relation and row; a literal is twice that, and one more
/// if the atom must fail.
struct Instances {
    /// The number of the first atom of each relation, and of all atoms.
    offsets: Vec<u32>,
    /// For each atom, where its instances begin; one more at the end.
    begins: Vec<u32>,
    /// For each instance, where its literals begin; one more at the end.
    spans: Vec<u32>,
    /// For each atom, where the literals of its first instance begin.
    literals: Vec<u32>,
}

impl Instances {
    fn collect(
        sheet: &Sheet,
        dynamic: &[bool],
        tables: &mut [Table],
        terms: &mut Terms,
        meter: &mut Meter,
    ) -> Result<Instances, Exhausted> {
        let words = sheet.keywords;
        let needed = needed_by(sheet, &[words.next, words.legal, words.goal, words.terminal]);
        let mut offsets = vec![0];
        for table in &*tables {
            offsets.push(offsets[offsets.len() - 1] + table.len());
        }
        let is_static = |relation: Relation| !dynamic[relation.index()];
        let (mut heads, mut spans, mut literals): (Vec<u32>, Vec<u32>, Vec<u32>) =
            (Vec::new(), vec![0], Vec::new());
        let (mut row, mut failing) = (Vec::new(), Vec::new());
        for rule in &sheet.rules {
            let head = rule.head.relation.index();
            if !dynamic[head] || !needed[head] {
                continue;
            }
            meter.count_many(Plan::cost(rule))?;
            let plan = Plan::new(rule, None, is_static, tables, terms);
            let tables = &*tables;
            let links = meter.budget.links;
            let whole = |_: usize, relation: Relation| (0, tables[relation.index()].len());
            plan.run(tables, terms, meter, &whole, &mut |found, terms| {
                found.fill(&rule.head, terms, &mut row);
                let Some(number) = tables[head].find(&row) else { return Ok(()) };
                let own = offsets[head] + number;
                let begin = literals.len();
                for (place, literal) in rule.body.iter().enumerate() {
                    match literal {
                        rule::Literal::Holds(atom) if dynamic[atom.relation.index()] => {
                            literals.push((offsets[atom.relation.index()] + found.rows[place]) << 1);
                        }
                        rule::Literal::Fails(atom) if dynamic[atom.relation.index()] => {
                            found.fill(atom, terms, &mut failing);
                            if let Some(row) = tables[atom.relation.index()].find(&failing) {
                                literals.push((offsets[atom.relation.index()] + row) << 1 | 1);
                            }
                        }
                        _ => {}
                    }
                }
                // What follows from itself follows from nothing.
                if literals[begin..].contains(&(own << 1)) {
                    literals.truncate(begin);
                    return Ok(());
                }
                heads.push(own);
                spans.push(literals.len() as u32);
                if literals.len() + heads.len() > links { Err(Exhausted::Links(links)) } else { Ok(()) }
            })?;
        }
        Ok(Instances::sorted(offsets, &heads, &spans, &literals))
    }

    /// Brings the instances of each atom together.
    fn sorted(offsets: Vec<u32>, heads: &[u32], spans: &[u32], literals: &[u32]) -> Instances {
        let atoms = *offsets.last().unwrap_or(&0) as usize;
        let mut begins = vec![0u32; atoms + 1];
        for &head in heads {
            begins[head as usize + 1] += 1;
        }
        for atom in 0..atoms {
            begins[atom + 1] += begins[atom];
        }
        let mut places = begins.clone();
        let mut order = vec![0u32; heads.len()];
        for (instance, &head) in heads.iter().enumerate() {
            order[places[head as usize] as usize] = instance as u32;
            places[head as usize] += 1;
        }
        let (mut sorted, mut ends) = (Vec::with_capacity(literals.len()), vec![0]);
        for &instance in &order {
            let (begin, end) = (spans[instance as usize], spans[instance as usize + 1]);
            sorted.extend_from_slice(&literals[begin as usize..end as usize]);
            ends.push(sorted.len() as u32);
        }
        Instances { offsets, begins, spans: ends, literals: sorted }
    }

    fn atom(&self, relation: Relation, row: u32) -> u32 {
        self.offsets[relation.index()] + row
    }

    /// The instances of an atom: the literals of each.
    fn of(&self, atom: u32) -> impl Iterator<Item = &[u32]> {
        let range = self.begins[atom as usize]..self.begins[atom as usize + 1];
        range.map(|instance| {
            let (begin, end) = (self.spans[instance as usize], self.spans[instance as usize + 1]);
            &self.literals[begin as usize..end as usize]
        })
    }
}

impl Graph for Instances {
    fn len(&self) -> usize {
        self.begins.len() - 1
    }

    fn dependency(&self, atom: u32, index: u32) -> Option<u32> {
        let [begin, end] = [atom, atom + 1].map(|atom| self.spans[self.begins[atom as usize] as usize]);
        (begin + index < end).then(|| self.literals[(begin + index) as usize] >> 1)
    }
}

struct Builder<'a> {
    sheet: &'a Sheet,
    tables: &'a [Table],
    terms: &'a Terms,
    dynamic: &'a [bool],
    instances: &'a Instances,
}

impl Builder<'_> {
    fn build(
        &self,
        roles: &[Term],
        fluents: &[Term],
        moves: &[Vec<Term>],
        budget: Budget,
    ) -> Result<Circuit, Exhausted> {
        let words = self.sheet.keywords;
        let all_moves: Vec<(Term, Term)> = roles
            .iter()
            .zip(moves)
            .flat_map(|(&role, moves)| moves.iter().map(move |&mv| (role, mv)))
            .collect();
        let mut net = Net::new((fluents.len() + all_moves.len()) as u32);
        let mut values: Vec<Option<Literal>> = vec![None; self.instances.len()];
        for (number, &fluent) in fluents.iter().enumerate() {
            if let Some(row) = self.tables[words.holds.index()].find(&[fluent]) {
                values[self.instances.atom(words.holds, row) as usize] = Some(net.input(number as u32));
            }
        }
        for (number, &(role, mv)) in all_moves.iter().enumerate() {
            if let Some(row) = self.tables[words.does.index()].find(&[role, mv]) {
                let input = net.input((fluents.len() + number) as u32);
                values[self.instances.atom(words.does, row) as usize] = Some(input);
            }
        }

        let roots: Vec<u32> = [words.legal, words.terminal, words.next, words.goal]
            .into_iter()
            .filter(|relation| self.dynamic[relation.index()])
            .flat_map(|relation| {
                (0..self.tables[relation.index()].len()).map(move |row| self.instances.atom(relation, row))
            })
            .collect();
        for members in &components(self.instances, roots).members {
            self.make(members, &mut net, &mut values);
            if net.links() > budget.links {
                return Err(Exhausted::Links(budget.links));
            }
        }

        let value = |relation: Relation, row: &[Term]| -> Literal {
            let Some(number) = self.tables[relation.index()].find(row) else { return Literal::FALSE };
            if !self.dynamic[relation.index()] {
                return Literal::TRUE;
            }
            values[self.instances.atom(relation, number) as usize].unwrap_or(Literal::FALSE)
        };
        let legal: Vec<Vec<Literal>> = roles
            .iter()
            .zip(moves)
            .map(|(&role, moves)| moves.iter().map(|&mv| value(words.legal, &[role, mv])).collect())
            .collect();
        let terminal = value(words.terminal, &[]);
        let next: Vec<Literal> = fluents.iter().map(|&fluent| value(words.next, &[fluent])).collect();
        let mut goals: Vec<Vec<(Literal, i32)>> = vec![Vec::new(); roles.len()];
        for row in self.tables[words.goal.index()].rows() {
            let points = points(row[1], self.terms);
            if let (Some(role), Some(points)) = (roles.iter().position(|&role| role == row[0]), points) {
                goals[role].push((value(words.goal, row), points));
            }
        }
        Ok(Circuit::new(&net, fluents.len() as u32, legal, terminal, next, goals))
    }

    /// Makes the gates of atoms that depend on each other, or of one.
    fn make(&self, members: &[u32], net: &mut Net, values: &mut [Option<Literal>]) {
        if let [atom] = *members {
            if values[atom as usize].is_none() {
                let mut any = self.conditions(atom, net, values);
                values[atom as usize] = Some(net.any(&mut any));
            }
            return;
        }
        for &atom in members {
            values[atom as usize] = Some(net.promise());
        }
        for &atom in members {
            let any = self.conditions(atom, net, values);
            if let Some(promised) = values[atom as usize] {
                net.keep(promised, &any);
            }
        }
    }

    /// One gate for each instance of an atom.
    fn conditions(&self, atom: u32, net: &mut Net, values: &[Option<Literal>]) -> Vec<Literal> {
        let value = |literal: &u32| {
            let value = values[(literal >> 1) as usize].unwrap_or(Literal::FALSE);
            if literal & 1 == 1 { !value } else { value }
        };
        let instances = self.instances.of(atom);
        instances.map(|literals| net.all(&mut literals.iter().map(value).collect())).collect()
    }
}

//! Working out what follows from rules: component by component, semi-naively.

use crate::error::Exhausted;
use crate::graph::{Components, components};
use crate::join::{Meter, Plan};
use crate::rule::{Literal, Relation, Rule};
use crate::table::Table;
use crate::term::Terms;

/// The relations of a component, and its rules as joins.
#[derive(Clone, Debug)]
struct Stratum {
    relations: Vec<Relation>,
    rules: Vec<Planned>,
}

#[derive(Clone, Debug)]
struct Planned {
    rule: Rule,
    /// The join over everything that is known when the stratum begins.
    whole: Plan,
    /// For each literal of the stratum itself, the join that begins with what is new about it.
    news: Vec<(usize, Plan)>,
}

/// Rules in the order in which they are worked out.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    strata: Vec<Stratum>,
}

impl Program {
    /// Orders rules. Negative literals are asked of the relations of `denies`, and taken to hold of others.
    pub(crate) fn new(
        rules: &[Rule],
        denies: impl Fn(Relation) -> bool + Copy,
        tables: &mut [Table],
        terms: &Terms,
        meter: &mut Meter,
    ) -> Result<Program, Exhausted> {
        let mut graph = vec![Vec::new(); tables.len()];
        for rule in rules {
            for literal in &rule.body {
                if let Some(atom) = literal.atom()
                    && (matches!(literal, Literal::Holds(_)) || denies(atom.relation))
                {
                    graph[rule.head.relation.index()].push(u32::from(atom.relation.0));
                }
            }
        }
        let Components { of, members } = components(&graph, 0..tables.len() as u32);
        let mut strata: Vec<Stratum> = members
            .iter()
            .map(|members| Stratum {
                relations: members.iter().map(|&member| Relation(member as u16)).collect(),
                rules: Vec::new(),
            })
            .collect();
        for rule in rules {
            let own = of[rule.head.relation.index()];
            let is_own = |literal: &Literal| match literal {
                Literal::Holds(atom) => of[atom.relation.index()] == own,
                _ => false,
            };
            let places: Vec<usize> =
                (0..rule.body.len()).filter(|&place| is_own(&rule.body[place])).collect();
            meter.count_many(Plan::cost(rule) * (1 + places.len() as u64))?;
            let whole = Plan::new(rule, None, denies, tables, terms);
            let news = places
                .into_iter()
                .map(|place| (place, Plan::new(rule, Some(place), denies, tables, terms)))
                .collect();
            strata[own as usize].rules.push(Planned { rule: rule.clone(), whole, news });
        }
        strata.retain(|stratum| !stratum.rules.is_empty());
        Ok(Program { strata })
    }

    /// Adds everything that follows to the tables.
    pub(crate) fn run(
        &self,
        tables: &mut [Table],
        terms: &mut Terms,
        meter: &mut Meter,
    ) -> Result<(), Exhausted> {
        self.strata.iter().try_for_each(|stratum| stratum.run(tables, terms, meter))
    }
}

impl Stratum {
    fn run(&self, tables: &mut [Table], terms: &mut Terms, meter: &mut Meter) -> Result<(), Exhausted> {
        let sizes = |tables: &[Table]| -> Vec<u32> {
            self.relations.iter().map(|relation| tables[relation.index()].len()).collect()
        };
        let mut begins = sizes(tables);
        for planned in &self.rules {
            conclude(&planned.rule, &planned.whole, None, tables, terms, meter)?;
        }
        if self.rules.iter().all(|planned| planned.news.is_empty()) {
            return Ok(());
        }
        loop {
            let ends = sizes(tables);
            if begins == ends {
                return Ok(());
            }
            for planned in &self.rules {
                for (place, plan) in &planned.news {
                    let Literal::Holds(atom) = &planned.rule.body[*place] else { continue };
                    let own = self.relations.iter().position(|&relation| relation == atom.relation);
                    let range = own.map(|own| (*place, begins[own], ends[own]));
                    conclude(&planned.rule, plan, range, tables, terms, meter)?;
                }
            }
            begins = ends;
        }
    }
}

/// Adds what one rule concludes; the rows of one literal may be restricted.
fn conclude(
    rule: &Rule,
    plan: &Plan,
    range: Option<(usize, u32, u32)>,
    tables: &mut [Table],
    terms: &mut Terms,
    meter: &mut Meter,
) -> Result<(), Exhausted> {
    let mut fresh = Table::new(rule.head.arguments.len());
    let mut row = Vec::new();
    let known = &*tables;
    let ranges = |place: usize, relation: Relation| match range {
        Some((restricted, begin, end)) if restricted == place => (begin, end),
        _ => (0, known[relation.index()].len()),
    };
    let room = meter.budget.facts;
    plan.run(known, terms, meter, &ranges, &mut |found, terms| {
        found.fill(&rule.head, terms, &mut row);
        if known[rule.head.relation.index()].find(&row).is_none() {
            fresh.insert(&row, terms);
        }
        if fresh.len() as usize > room { Err(Exhausted::Facts(room)) } else { Ok(()) }
    })?;
    meter.count_facts(fresh.len() as usize)?;
    let table = &mut tables[rule.head.relation.index()];
    for row in fresh.rows() {
        table.insert(row, terms);
    }
    Ok(())
}

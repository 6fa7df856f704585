//! Cutting rules into smaller ones: what only a part of a body needs to know is worked out apart, so that a rule with many
//! variables does not have an instance for each of their combinations.

use crate::rule::{Atom, Literal, Pattern, Rule, Variables};
use crate::sheet::Sheet;

/// A rule with more variables times conditions than this stays whole: looking for parts of it would take long, and nobody writes such a
/// rule.
const LARGEST: usize = 4_000;

/// The sheet with rules cut where that makes fewer instances. `dynamic` says which relations depend on the position.
pub(crate) fn split(sheet: &Sheet, dynamic: &[bool]) -> Sheet {
    let mut cut = Sheet { rules: Vec::new(), ..sheet.clone() };
    for rule in &sheet.rules {
        let mut rule = rule.clone();
        if dynamic[rule.head.relation.index()] && rule.variables.len() * rule.body.len() <= LARGEST {
            while let Some(part) = find_part(&rule, dynamic).filter(|_| cut.has_room()) {
                rule = take_out(rule, &part, &mut cut);
            }
        }
        cut.rules.push(rule);
    }
    cut
}

/// Literals of a body that are to become a rule of their own.
struct Part {
    /// The literals that leave the body.
    places: Vec<usize>,
    /// Literals that stay, and narrow the part down as well.
    narrowing: Vec<usize>,
    /// The variables that the rest needs.
    kept: Variables,
}

/// The smallest part that knows a variable that nothing else needs to know, while the rest knows one that the part does not.
fn find_part(rule: &Rule, dynamic: &[bool]) -> Option<Part> {
    let heads = rule.head.variables();
    let variables: Vec<Variables> = rule.body.iter().map(Literal::variables).collect();
    // Relations that were invented on the way depend on the position.
    let is_dynamic = |place: usize| {
        rule.body[place].atom().is_some_and(|atom| dynamic.get(atom.relation.index()).is_none_or(|&own| own))
    };
    let mut best: Option<(u32, Part)> = None;
    for hidden in (0..rule.variables.len() as u8).filter(|&variable| !heads.contains(variable)) {
        let (places, rest): (Vec<usize>, Vec<usize>) =
            (0..rule.body.len()).partition(|&place| variables[place].contains(hidden));
        let union = |places: &[usize]| {
            places.iter().map(|&place| variables[place]).fold(Variables::default(), Variables::union)
        };
        let (inside, outside) = (union(&places), union(&rest).union(heads));
        if !places.iter().any(|&place| is_dynamic(place)) || outside.is_within(inside) {
            continue;
        }
        let is_holding = |place: usize| matches!(rule.body[place], Literal::Holds(_));
        let bound: Vec<usize> = places.iter().copied().filter(|&place| is_holding(place)).collect();
        if !inside.is_within(union(&bound)) {
            continue;
        }
        let narrows =
            |&place: &usize| is_holding(place) && !is_dynamic(place) && variables[place].is_within(inside);
        let narrowing = rest.iter().copied().filter(narrows).collect();
        let part = Part { places, narrowing, kept: inside.common(outside) };
        if best.as_ref().is_none_or(|(size, _)| inside.len() < *size) {
            best = Some((inside.len(), part));
        }
    }
    best.map(|(_, part)| part)
}

/// Makes a part of a rule a rule of its own; the rest asks for what it concludes.
fn take_out(rule: Rule, part: &Part, sheet: &mut Sheet) -> Rule {
    let arguments: Vec<Pattern> = part.kept.iter().map(Pattern::Variable).collect();
    let name = format!("{}/{}", sheet.name(rule.head.relation), sheet.relations.len());
    let relation = sheet.invent(name, arguments.len(), rule.place);
    let head = Atom { relation, arguments };
    let body = part.places.iter().chain(&part.narrowing).map(|&place| rule.body[place].clone()).collect();
    sheet.rules.push(Rule { head: head.clone(), body, variables: rule.variables.clone(), place: rule.place });
    let rest = (0..rule.body.len()).filter(|place| !part.places.contains(place));
    let body = rest.map(|place| rule.body[place].clone()).chain([Literal::Holds(head)]).collect();
    Rule { body, ..rule }
}
